"""The law of leftovers: the cells are those that differ, and no digit of a solution is lost."""

from pathlib import Path

import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.leftovers import LEFTOVERS

SAMPLES = [
    one
    for one in puzzles(Path(__file__).parents[2] / "data" / "variants", "std_*.jsonl")
    if one.rules.of_type("jigsaw")
]


@pytest.mark.parametrize("puzzle", SAMPLES, ids=lambda one: one.name)
def test_no_step_is_wrong(puzzle: VariantPuzzle) -> None:
    """With any digits of the solution given, no step takes one of it away, and the two sides are of a size."""
    assert puzzle.solution
    solution = [*map(int, puzzle.solution)]
    found = 0
    for start in range(7):
        givens = [digit if cell % 7 in (start, (start + 3) % 7) else 0 for cell, digit in enumerate(solution)]
        board = Board.of_givens(givens, puzzle.rules.box, puzzle.rules.constraints)
        for step in find_all(board, LEFTOVERS.code):
            found += 1
            assert len(step.cells) == len(step.second)
            assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations), step
            assert "hold the same digits" in reason(step, Grid.of(board))
    assert found


def test_boxes_leave_nothing_over() -> None:
    """Rows and boxes cover the same cells."""
    assert find_all(Board.parse("5" + "." * 80), LEFTOVERS.code) == []
