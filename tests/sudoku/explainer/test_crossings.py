"""Locked candidates of all digits at once, against those that are found one by one."""

import pytest

from tessella.sudoku import Board, generate
from tessella.sudoku.explainer.crossings import outside_crossings
from tessella.sudoku.solver import layout_of, propagate
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.subsets import CLAIMING, POINTING

LAYOUT = layout_of((3, 3))


@pytest.mark.parametrize("seed", range(40))
def test_as_pointing_and_claiming(seed: int) -> None:
    """At every position that singles leave, the same candidates are eliminated."""
    state, placed = propagate(*LAYOUT.start(generate(seed).digits), LAYOUT)
    while state != placed:
        digits = [next((d for d in range(1, 10) if placed >> 81 * (d - 1) + cell & 1), 0) for cell in range(81)]
        marks = [sum(1 << d for d in range(9) if (state ^ placed) >> 81 * d + cell & 1) for cell in range(81)]
        grid = Grid.of_marks(Board.of_givens(digits), marks)
        steps = [*POINTING.find(grid), *CLAIMING.find(grid)]
        found = outside_crossings(state)
        assert {(bit // 81 + 1, bit % 81 // 9 + 1, bit % 9 + 1) for bit in range(729) if found >> bit & 1} == {
            place for step in steps for place in step.eliminations
        }
        if not found:
            break
        state, placed = propagate(state ^ found, placed, LAYOUT)
