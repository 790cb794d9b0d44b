"""Explanations in three stages."""

from itertools import islice

import pytest

from support.arguments import argument, check_cases
from support.techniques import board_of, positions
from tessella import i18n
from tessella.sudoku import Board, find_all
from tessella.sudoku.techniques.explanation import conclusion, name, reason, where
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.registry import look_up
from tessella.sudoku.techniques.step import Step

SMALL = Board.parse("1...|..2.|.3..|...4")


def test_the_three_stages() -> None:
    """Where to look says not for what, the name says not where, and the reason says all."""
    step = find_all(SMALL, "hidden single")[0]
    assert (where(step, Grid.of(SMALL)), name(step, Grid.of(SMALL).shape)) == (
        "Look at box 1.",
        "hidden single in a box",
    )
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


CHAINS = "0402", "0701", "0702", "0706", "0707", "0708", "0709", "0710", "0711", "c1", "c2", "c3", "c4", "c5"
ENOUGH = 100  # chains of a technique, where so many are found


@pytest.mark.parametrize("code", CHAINS)
def test_every_link_of_a_chain_holds(code: str) -> None:
    """In the sentences of a chain each clause follows from those before in one inference, in every language."""
    told = 0
    for board, _solution in positions(40, 0.2)[: 3 if code in {"0709", "0710", "0711"} else 40]:
        grid = Grid.of(board)
        for step in islice(look_up(code)[1](grid), 20):
            [cases] = argument(step, grid)
            check_cases(step, grid, cases, is_whole=len(cases) == 2)
            told += 1
        if told > ENOUGH:
            break
    assert told > 20
