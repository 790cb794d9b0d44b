"""Puzzles of a source in another format, or drawn."""

from collections.abc import Iterator

from tessella.sudoku.batch.job import LINE_FORMATS, Job, OutputText, Pair, Tally
from tessella.sudoku.board import Board
from tessella.sudoku.notation import Record


def convert_all(job: Job, *, form: str) -> Tally:
    """Write every puzzle in another format, with the solution where the source gives one and the format has a place."""
    job.output.put_puzzles(_converted(job, form), form)
    return job.tally


def _converted(job: Job, form: str) -> Iterator[Pair | OutputText]:
    in_blocks = job.is_large and form in LINE_FORMATS
    for item in job.items(lambda: in_blocks):
        if not isinstance(item, Record):
            yield OutputText(item.text(form), len(item.puzzles))
        elif item.board:
            yield item.board, Board.parse(item.solution, item.board.box) if item.solution else None


def show_all(job: Job, *, form: str = "small") -> Tally:
    """Write a picture of every puzzle."""
    job.output.put_puzzles(((record.board, None) for record in job.records() if record.board), form)
    return job.tally
