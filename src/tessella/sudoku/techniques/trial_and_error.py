"""Trial and error: candidates that no solution holds, the last resort."""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.board import Board
from tessella.sudoku.rules import digits_of
from tessella.sudoku.solver import count
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.shape import cells_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique


def refuted(grid: Grid) -> Iterator[Step]:
    """Yield every candidate that no solution holds, cells with few candidates first."""
    for cell in sorted(cells_of(grid.blank), key=lambda cell: grid.marks[cell].bit_count()):
        for digit in digits_of(grid.marks[cell]):
            digits = (*grid.digits[:cell], digit, *grid.digits[cell + 1 :])
            if not count(Board.of_givens(digits, grid.shape.box), 1):
                yield TRIAL_AND_ERROR.step(grid, 1 << digit - 1, {digit: 1 << cell}, cells=1 << cell)


TRIAL_AND_ERROR = Technique(
    "t2",
    N_("trial and error"),
    refuted,
    N_("If {cells} were {digits}, the puzzle would have no solution."),
    aliases=("trial in full",),
)
TECHNIQUES = (TRIAL_AND_ERROR,)
