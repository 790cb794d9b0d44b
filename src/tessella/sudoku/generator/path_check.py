"""A check of a puzzle's path against a target, in plain Python."""

from collections import Counter

from tessella.sudoku.board import Board
from tessella.sudoku.explainer.search_order import next_rated
from tessella.sudoku.generator.target import Target
from tessella.sudoku.techniques.grid import Grid


def check_path(board: Board, target: Target) -> tuple[bool, int | None]:
    """Return whether a puzzle is on target, and its ER in tenths as far as that had to be found out.

    The ER is None where it is above the hardest step that tells.
    """
    limit, used = target.hardest_step, Counter[str]()
    grid, er = Grid.of_marks(board, board.candidates()), 0
    while grid.blank:
        found = next_rated(grid, limit)
        if found is None:
            return limit < target.lowest, None
        step, rating = found
        er = max(er, rating)
        used[step.technique] += 1
        if not target.allows(step.technique):
            return False, max(er, target.highest + 1)
        grid = grid.after_step(step)
    return target.fits(er, used), er
