"""What the formats of variants share."""

import pytest

from tessella.errors import ParseError, RulesError
from tessella.sudoku.formats.variants.base import digit_value, refuse_unknown, text_of, values_of
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
