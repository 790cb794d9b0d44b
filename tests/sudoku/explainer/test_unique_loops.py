"""Unique loops and BUG in the order of Sudoku Explainer."""

import pytest

from support.techniques import examples
from tessella.sudoku import solve
from tessella.sudoku.explainer.unique_loops import best_bug, best_loop
from tessella.sudoku.techniques.deadly_patterns import BUG, LOOP
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.uniqueness import RECTANGLE


@pytest.mark.parametrize("code", ["0600", "0601", "0602", "0603", "ul1", "ul2", "ul3", "ul4"])
def test_the_best_loop(code: str) -> None:
    """Where there is a rectangle or loop, one is taken, rated from 4.5, and it is sound."""
    board = examples()[code].board
    found = best_loop(Grid.of(board))
    assert found is not None
    step, tenths = found
    assert 45 <= tenths <= 57
    assert step.code in {one.code for one in (*RECTANGLE.values(), *LOOP.values())}
    solution = solve(board.puzzle).digits
    assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations)


@pytest.mark.parametrize("code", ["bug1", "bug2", "bug3", "bug4"])
def test_the_best_bug(code: str) -> None:
    """Where there is a BUG, its first type that eliminates something is taken; type 3 costs more the larger its set."""
    board = examples()[code].board
    found = best_bug(Grid.of(board))
    assert found is not None
    step, tenths = found
    assert step.code in {one.code for one in BUG.values()}
    assert 56 <= tenths <= 63
    solution = solve(board.puzzle).digits
    assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations)
