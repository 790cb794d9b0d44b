"""The compiled solver, generator and rater for batch jobs: blocks of puzzles, and records and boards taken together."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tessella.errors import TessellaError
from tessella.sudoku.batch.blocks import PuzzleBlock, text_of_puzzles
from tessella.sudoku.batch.rated import RatedRecord
from tessella.sudoku.board import Board
from tessella.sudoku.bulk_solver import solve_many
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import Rating, rate, rate_many
from tessella.sudoku.rules.ruleset import CLASSIC
from tessella.sudoku.solver import solve

__all__ = ["rate_records", "solve_block", "solve_boards", "text_of"]


class SolvedBlock(NamedTuple):
    """A block with its solutions: an array (N, 81), zeros where a puzzle has not just one."""

    block: PuzzleBlock
    solutions: Any

    def unsolved(self) -> list[int]:
        """Return the places of the puzzles that the engine has not solved."""
        places: list[int] = np.flatnonzero(self.solutions[:, 0] == 0).tolist()
        return places

    def doubtful(self) -> list[int]:
        """Return the places of the puzzles that are not solved, or not as the source says."""
        if self.block.answers is None:
            return self.unsolved()
        doubt = (self.solutions[:, 0] == 0) | (self.block.answers != self.solutions).any(axis=1)
        places: list[int] = np.flatnonzero(doubt).tolist()
        return places

    def text(self, form: str) -> str:
        """Return a line a puzzle: the solution where there is one, else the puzzle; in CSV both."""
        if form == "csv":
            return self.block._replace(answers=self.solutions).text(form)
        return text_of_puzzles(np.where(self.solutions[:, :1], self.solutions, self.block.puzzles))

    def pairs(self) -> Iterator[tuple[Board, Board | None]]:
        """Yield the puzzles with their solutions as boards."""
        for puzzle, solution in zip(self.block.puzzles.tolist(), self.solutions.tolist(), strict=True):
            yield Board.of_givens(puzzle), Board.of_givens(solution) if solution[0] else None


def solve_block(block: PuzzleBlock, threads: int | None) -> SolvedBlock:
    """Return a block with its solutions."""
    return SolvedBlock(block, _solve(block.puzzles, threads))


def text_of(puzzles: Any, form: str, threads: int | None) -> str:
    """Return proper puzzles as lines; in CSV with their solutions."""
    block = PuzzleBlock(0, puzzles, None)
    return solve_block(block, threads).text(form) if form == "csv" else block.text(form)


def _solve(puzzles: Any, threads: int | None) -> Any:
    solutions, status = solve_many(puzzles, threads=threads)
    solutions[status != 1] = 0
    return solutions


def solve_boards(boards: list[Board], threads: int | None) -> list[Board | None]:
    """Return the solution of every board that is 9x9 and proper, else None."""
    rows = [board.digits for board in boards if board.rules == CLASSIC]
    solutions = iter(_solve(np.array(rows, np.uint8).reshape(-1, 81), threads).tolist())
    found = [next(solutions) if board.rules == CLASSIC else [0] for board in boards]
    return [Board.of_givens(digits) if digits[0] else None for digits in found]


def rate_records(records: list[Record]) -> Iterator[RatedRecord]:
    """Yield the ratings of some records, without their paths."""
    rows = [record.board.digits if record.board and record.board.rules == CLASSIC else None for record in records]
    found = rate_many(np.array([row for row in rows if row], np.uint8).reshape(-1, 81), threads=1)
    names = found["techniques"].dtype.names or ()
    ratings = iter(found)
    levels = list(LEVELS)
    for record, row in zip(records, rows, strict=True):
        one = next(ratings) if row else None
        if one is None or one["status"] != 1:
            yield RatedRecord(record, problem=record.error or _problem(record))
            continue
        used = {name: times for name, times in zip(names, one["techniques"].item(), strict=True) if times}
        er, ep, ed = float(one["er"]), float(one["ep"]), float(one["ed"])
        rating = Rating(er, ep, ed, levels[one["level"]], used, int(one["bottlenecks"]), ())
        yield RatedRecord(record, rating, int(one["steps"]))


def _problem(record: Record) -> TessellaError:
    """Return why a puzzle has no rating."""
    assert record.board is not None
    try:
        solve(record.board)  # with the words for what is wrong
        rate(record.board)
    except TessellaError as error:
        return error
    raise AssertionError(record.text)  # the engine and the plain solver do not agree
