"""Generation of the puzzles of a seed, one by one or by the compiled engine."""

from collections.abc import Iterable, Iterator
from typing import Any

from tessella.sudoku.batch.job import LINE_FORMATS, Output, OutputText, Pair, Tally
from tessella.sudoku.board import Board
from tessella.sudoku.formats.registry import FORMATS
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.search import generate, is_plain
from tessella.sudoku.rating.levels import level_of
from tessella.sudoku.rating.rater import rate, rate_in_plain
from tessella.sudoku.solver import solve

MIN_BULK_PUZZLES = 1000  # puzzles from which on the compiled generator is worth its start
MIN_SEARCHED_PUZZLES = 20  # puzzles with a target from which on the compiled search is worth its start
MIN_UNCOMPILED_PUZZLES, MIN_UNCOMPILED_EXTREME = 400, 35
"""The same, where it must first be compiled."""


def generate_all(output: Output, series: Series, *, form: str = "line", threads: int | None = None) -> Tally:
    """Write the puzzles of a series, each with one solution; CSV and JSON hold the solutions too.

    Where a level, rating or technique is asked for, CSV also holds the level and the ER. Many 9x9 puzzles come from the
    compiled engine, which gives the same ones. Raises `PuzzleError` where one cannot be had.
    """
    if series.recipe.target is None:
        output.put_puzzles(_generated(series, form, threads), form)
        return output.tally
    found = _searched(series, threads)
    if form == "csv":
        output.write("puzzle,solution,level,er\n")
        output.put(map(_rated_line, found))
    else:
        output.put_puzzles(_with_solutions((board for board, _er in found), form), form)
    return output.tally


def _one_by_one(series: Series) -> Iterator[Board]:
    return (generate(series.recipe, series.seed, k) for k in series.numbers)


def _with_solutions(boards: Iterable[Board], form: str) -> Iterator[Pair]:
    """Yield puzzles with their solutions where a format has a place for them."""
    is_solved = form in FORMATS and FORMATS[form].holds_solution
    return ((board, solve(board) if is_solved else None) for board in boards)


def _engine() -> Any:
    # Only here: loading numba takes longer than generating a few puzzles.
    from tessella.sudoku.batch import block_generator  # noqa: PLC0415

    return block_generator


def _generated(series: Series, form: str, threads: int | None) -> Iterator[Pair | OutputText]:
    engine = _engine() if len(series.numbers) >= MIN_BULK_PUZZLES else None
    if engine is None or not engine.takes(series.recipe):
        yield from _with_solutions(_one_by_one(series), form)
        return
    for block in engine.blocks(series, threads):
        if form in LINE_FORMATS:
            yield OutputText(engine.text(block, form, threads), len(block.puzzles))
        else:
            yield from _with_solutions(map(Board.of_givens, block.puzzles.tolist()), form)


def _searched(series: Series, threads: int | None) -> Iterator[tuple[Board, float | None]]:
    """Yield puzzles with a target, with their ER where that is known."""
    if not _is_for_engine(series.recipe, len(series.numbers)):
        return ((board, None) for board in _one_by_one(series))
    found = _engine().search(series, threads)
    return ((Board.of_givens(row), er) for puzzles, ratings in found for row, er in zip(puzzles, ratings, strict=True))


def _is_for_engine(recipe: Recipe, n: int) -> bool:
    """Return whether the compiled search is quicker than plain Python, what it takes to begin included."""
    if not is_plain(recipe):
        return True
    if n < MIN_SEARCHED_PUZZLES:
        return False
    enough = MIN_UNCOMPILED_EXTREME if recipe.level == "extreme" else MIN_UNCOMPILED_PUZZLES
    return n >= enough or _engine().is_compiled()


def _rated_line(found: tuple[Board, float | None]) -> OutputText:
    """Return a line of CSV."""
    board, known = found
    er = (rate_in_plain(board) or rate(board)).er if known is None else known
    return OutputText(f"{board.to_text()},{solve(board).to_text()},{level_of(er)},{er:.1f}\n")
