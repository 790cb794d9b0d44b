"""Explanations in three stages."""

from support.techniques import board_of
from tessella import i18n
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.explanation import conclusion, name, reason, where
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step

SMALL = Board.parse("1...|..2.|.3..|...4")


def test_the_three_stages() -> None:
    """Where to look says not for what, the name says not where, and the reason says all."""
    step = find_all(SMALL, "hidden single")[0]
    assert (where(step, Grid.of(SMALL)), name(step, 4)) == ("Look at box 1.", "hidden single in a box")
    assert reason(step, Grid.of(SMALL)) == "In box 1, 2 can only be in r1c2: r2c3 blocks the other cells. So r1c2 is 2."


def test_a_naked_single_is_looked_for_in_row_and_column() -> None:
    """The cell itself would say too much."""
    board = board_of({"r4c7": "5"})
    step = find_all(board, "naked single")[0]
    assert where(step, Grid.of(board)) == "Look at row 4 and column 7."


def test_what_the_same_cells_lose_is_said_once() -> None:
    """Digits that go from the same cells stand together."""
    gone = ((3, 1, 1), (3, 1, 2), (5, 1, 1), (5, 1, 2), (7, 9, 9))
    assert conclusion(Step("", "", "", gone)) == "So r1c1 and r1c2 cannot be 3 or 5; r9c9 cannot be 7."
    with i18n.speaking("zh"):
        assert "r1c1" in conclusion(Step("", "", "", gone))
