"""Blocks of plain 9x9 puzzles: lines to arrays and back, all at once."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tessella.io.lines import lines_in
from tessella.sudoku.board import Board
from tessella.sudoku.formats import line, line_blocks
from tessella.sudoku.formats.base import LineReader
from tessella.sudoku.notation import Record, record_of


class PuzzleBlock(NamedTuple):
    """Many plain 9x9 puzzles of a source that follow each other."""

    line: int  # the number of the first one
    puzzles: Any  # an array (N, 81) of uint8
    answers: Any  # the solutions that the source gives, an array like that with zeros where there is none, or None

    def after(self, skipped: int) -> "PuzzleBlock":
        """Return what is left of it behind some puzzles."""
        answers = None if self.answers is None else self.answers[skipped:]
        return PuzzleBlock(self.line + skipped, self.puzzles[skipped:], answers)

    def record(self, place: int) -> Record:
        """Return one of its puzzles as a record."""
        board = Board.of_givens(self.puzzles[place].tolist())
        answer = "" if self.answers is None else "".join(map(str, self.answers[place].tolist())).strip("0")
        return Record(self.line + place, board.to_text(), board, None, answer)

    def text(self, form: str) -> str:
        """Return a line a puzzle; in CSV with the solutions that the source gives."""
        if form != "csv":
            return text_of_puzzles(self.puzzles)
        answers = np.zeros_like(self.puzzles) if self.answers is None else self.answers
        return text_of_pairs(self.puzzles, answers, answers[:, 0] > 0)


def parse(reader: LineReader, lines: bytes, first: int) -> Iterator[Record | PuzzleBlock]:
    """Yield what lines hold, those that are plain together; `first` is the number of the first line."""
    table = reader if isinstance(reader, line.CsvReader) else None
    if table and not table.begun:  # the first line may name the columns
        end = lines.index(b"\n") + 1
        yield from _by_line(reader, lines[:end], first)
        first, lines = first + 1, lines[end:]
    if not reader.has_plain_lines:
        yield from _by_line(reader, lines, first)
        return
    for rows in line_blocks.parse(lines, csv=table is not None) if lines else ():
        if rows.puzzles is None:
            yield from _by_line(reader, rows.text, first + rows.first)
            continue
        if isinstance(reader, line.Reader):
            reader.last = (3, 3)
        yield PuzzleBlock(first + rows.first, rows.puzzles, rows.answers if table and table.solution == 1 else None)


def _by_line(reader: LineReader, lines: bytes, first: int) -> Iterator[Record]:
    return map(record_of, reader.records(lines_in(lines, first) if lines else ()))


def text_of_puzzles(puzzles: Any) -> str:
    """Return puzzles as lines."""
    return str(line_blocks.text_of((puzzles,)).tobytes(), "ascii")


def text_of_pairs(puzzles: Any, solutions: Any, solved: Any) -> str:
    """Return lines of CSV, each a puzzle and its solution where it is solved."""
    table = line_blocks.text_of((puzzles, solutions))
    if solved.all():
        return str(table.tobytes(), "ascii")
    is_kept = np.ones(table.shape, np.bool_)
    is_kept[~solved, 82:163] = False
    return str(table[is_kept].tobytes(), "ascii")
