"""Trial and error: candidates that no solution holds.

The last resort: a candidate goes if no solution holds it. Each is taken as true and singles are followed, and where
these end without a contradiction, every candidate of a cell is tried in turn.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.shape import cells_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique

__all__ = ["TECHNIQUES"]


def refuted(grid: Grid) -> Iterator[Step]:
    """Yield every candidate that no solution holds, cells with few candidates first."""
    for cell in _by_number(grid):
        for digit in digits_of(grid.marks[cell]):
            if not _is_possible(grid, cell, digit):
                yield TRIAL_AND_ERROR.step(grid, 1 << digit - 1, {digit: 1 << cell}, cells=1 << cell)


def _by_number(grid: Grid) -> list[int]:
    """Return the blank cells, those with few candidates first."""
    return sorted(cells_of(grid.blank), key=lambda cell: grid.marks[cell].bit_count())


def _is_possible(grid: Grid, cell: int, digit: int) -> bool:
    """Return whether some solution has a digit in a cell."""
    after = _followed(grid, cell, digit)
    if after is None:
        return False
    if not after.blank:
        return True
    cell = _by_number(after)[0]
    return any(_is_possible(after, cell, digit) for digit in digits_of(after.marks[cell]))


def _followed(grid: Grid, cell: int, digit: int) -> Grid | None:
    """Return a grid with a digit in a cell and all singles that follow; None where they clash."""
    waiting = [(cell, digit)]
    while waiting:
        cell, digit = waiting.pop()
        if grid.digits[cell] == digit:
            continue
        if not grid.marks[cell] >> digit - 1 & 1:  # filled, or another single has taken the digit
            return None
        grid = grid.after([(cell, digit)])
        if not waiting:
            singles = _singles(grid)
            if singles is None:
                return None
            waiting = singles
    return grid


def _singles(grid: Grid) -> list[tuple[int, int]] | None:
    """Return cells with one candidate and digits with one place in a house; None where there is none at all."""
    found = []
    for cell in cells_of(grid.blank):
        mask = grid.marks[cell]
        if not mask:
            return None
        if not mask & mask - 1:
            found.append((cell, mask.bit_length()))
    standing = [0] * (grid.size + 1)
    for cell, digit in enumerate(grid.digits):
        standing[digit] |= 1 << cell
    for house in grid.shape.houses:
        for digit in range(1, grid.size + 1):
            if standing[digit] & house:
                continue
            left = grid.places[digit] & house
            if not left:
                return None
            if not left & left - 1:
                found.append((left.bit_length() - 1, digit))
    return found


TRIAL_AND_ERROR = Technique(
    "t2",
    N_("trial and error"),
    refuted,
    N_("If {cells} were {digits}, the puzzle would have no solution."),
    aliases=("trial in full",),
)
TECHNIQUES = (TRIAL_AND_ERROR,)
