"""What the formats of variants share."""

import pytest

from support.small_grids import grids
from tessella.errors import ParseError, RulesError
from tessella.sudoku import Board
from tessella.sudoku.formats.registry import FORMATS
from tessella.sudoku.formats.variants.base import digit_value, refuse_unknown, text_of, values_of
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules

FROM_0 = Rules.parse("digits:lowest=0", (2, 2))


def test_signs() -> None:
    """Values count the digits from the lowest on."""
    assert values_of("0..3" + "." * 12, FROM_0)[:4] == (1, 0, 0, 4)
    assert text_of((1, 0, 0, 4), FROM_0) == "0..3"
    assert digit_value("0", 0, FROM_0) == 1
    assert digit_value(None, 0, FROM_0) == 0
    for digit in (4, -1, 1.0, "x", True, [1]):
        with pytest.raises(ParseError):
            digit_value(digit, 0, FROM_0)


def test_keys() -> None:
    """A key that says nothing, or nothing about rules, is passed by."""
    refuse_unknown({"puzzle": 1, "name": "x", "cages": [], "arrows": None, "source": ["a"]}, ["puzzle"])
    for held in ({"cages": [1]}, {"Anti-Knight": True}, {"thermoLines": "x"}):
        with pytest.raises(RulesError):
            refuse_unknown(held, ())
    with pytest.raises(RulesError):
        refuse_unknown({"ghosts": [{"cells": []}]}, (), strict=True)


@pytest.mark.parametrize(
    "name", [name for name, form in FORMATS.items() if form.holds_rules and 4 in (form.sizes or [4])]
)
@pytest.mark.parametrize("rules", [
    "candidates:values=1,2,4:r2c2r2c3;candidates:values=2,3,4:r2c2",
    "candidates:values=1,2:r2c2;candidates:values=3,4:r2c2",
    "odd:r2c2;odd:r2c2r2c3",
    "odd:r1c1;even:r1c1",
    "kropki_white:difference=0:r1c1r3c3",
    "kropki_white:r1c1r1c2;kropki_black:r1c1r1c2",
    "xv_x:r1c1r1c2;xv_v:r1c1r1c2",
    "killer:sum=3:r1c1r1c2;killer:sum=5:r1c1r2c1",
    "killer:sum=3:r1c1r1c2;killer:sum=5:r1c1r1c2",
    "killer:sum=100000:r1c1r1c2",
    "killer:sum=0:r2c2",
    "whisper:difference=3:r1c1r1c2;whisper:difference=2:r2c1r2c2",
    "global_mod3",
])  # fmt: skip
def test_what_is_written_allows_the_same_grids(name: str, rules: str) -> None:
    """Rules that overlap, repeat or contradict each other are written so that they mean the same, or refused."""
    board, form = Board.parse(f"1...............;{rules}"), FORMATS[name]
    try:
        text = form.head + form.text(board) + form.foot
    except ParseError as error:
        assert "no way to write" in str(error)  # noqa: PT017 - what can be written is tried below
        return
    again = Board.parse(text)
    assert again.givens == board.givens
    for grid in grids((2, 2)):
        assert is_solved(grid, again.rules) == is_solved(grid, board.rules)
