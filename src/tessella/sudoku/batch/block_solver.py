"""The compiled solver on blocks and records of a batch job."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tessella.sudoku.batch.blocks import PuzzleBlock, text_of_pairs, text_of_puzzles
from tessella.sudoku.board import Board
from tessella.sudoku.bulk_solver import solve_many

# Givens of a proper 9x9 puzzle (McGuire, Tugemann and Civario 2012); with fewer the engine may search long
MIN_GIVENS = 17


@dataclass(frozen=True, slots=True)
class SolvedBlock:
    """A block with its solutions, and a status a puzzle, 1 where all is well."""

    block: PuzzleBlock
    solutions: Any
    status: Any

    def unsolved(self) -> list[int]:
        """Return the places of the puzzles that the engine has not solved."""
        places: list[int] = (self.status != 1).nonzero()[0].tolist()
        return places

    def doubtful(self) -> list[int]:
        """Return the places of the puzzles that are not solved, or not as the source says."""
        doubt = self.status != 1
        if self.block.answers is not None:
            doubt |= (self.block.answers != self.solutions).any(axis=1)
        places: list[int] = doubt.nonzero()[0].tolist()
        return places

    def solve(self, place: int, solution: Board) -> None:
        """Take in a solution that was found otherwise."""
        self.solutions[place], self.status[place] = solution.digits, 1

    def text(self, form: str) -> str:
        """Return a line a puzzle: the solution where there is one, else the puzzle; in CSV both."""
        solved = self.status == 1
        if form == "csv":
            return text_of_pairs(self.block.puzzles, self.solutions, solved)
        return text_of_puzzles(np.where(solved[:, None], self.solutions, self.block.puzzles))

    def pairs(self) -> list[tuple[Board, Board | None]]:
        """Return the puzzles with their solutions as boards."""
        rows = zip(self.block.puzzles.tolist(), self.solutions.tolist(), self.status.tolist(), strict=True)
        of_givens = Board.of_givens
        return [(of_givens(one), of_givens(other) if good == 1 else None) for one, other, good in rows]


def solve_block(block: PuzzleBlock, threads: int | None) -> SolvedBlock:
    """Return a block with its solutions."""
    return SolvedBlock(block, *solve_puzzles(block.puzzles, threads))


def solve_puzzles(puzzles: Any, threads: int | None) -> tuple[Any, Any]:
    """Return the solutions of rows and their status, which is 1 where the engine says that all is well."""
    fit = np.add.reduce(puzzles > 0, axis=1, dtype=np.uint8) >= MIN_GIVENS
    if fit.all():
        return solve_many(puzzles, threads=threads)
    solutions, status = np.zeros_like(puzzles), np.zeros(len(puzzles), np.int8)
    solutions[fit], status[fit] = solve_many(puzzles[fit], threads=threads)
    return solutions, status


def solve_boards(boards: list[Board], threads: int | None) -> list[Board | None]:
    """Return the solution of every board that is 9x9 and proper, else None."""
    is_nine = [board.box == (3, 3) for board in boards]
    rows = [board.digits for board, nine in zip(boards, is_nine, strict=True) if nine]
    found, status = solve_puzzles(np.array(rows, dtype=np.uint8).reshape(-1, 81), threads)
    solved = iter(zip(found.tolist(), status.tolist(), strict=True))
    solutions: list[Board | None] = []
    for nine in is_nine:
        digits, state = next(solved) if nine else ((), 0)
        solutions.append(Board.of_givens(digits) if state == 1 else None)
    return solutions
