"""What the text of a puzzle says beyond its rules."""

import pytest

from tessella.errors import RulesError
from tessella.sudoku.formats.variants.ruleset_text import refuse_words
from tessella.sudoku.rules.ruleset import Rules

COVERED = [
    ("", "Normal sudoku rules apply. And that's it!"),
    ("thermo:r1c1r1c2", "Thermometer - digits must strictly increase from bulb to tip."),
    ("killer:sum=3:r1c1r1c2", "Digits in a cage must sum to the number in its corner and cannot repeat."),
    ("renban:r1c1r1c2", "Each blue line contains a sequence of non-repeating consecutive digits."),
    ("kropki_white:r1c1r1c2", "White dots connect consecutive digits. Not all dots are given."),
    ("xv_x:r1c1r1c2;xv_negative", "X: the cells sum to 10. All Xs and Vs are given."),
    ("anti_king", "Kings: equal digits may not touch diagonally."),
]
BEYOND = [
    ("", "Digits a knight's move apart cannot be equal."),
    ("thermo:r1c1r1c2", "Digits along the arrow sum to the digit in the circle."),
    ("xv_v:r1c1r1c2", "Cells joined by V sum to 5 or 15."),
    ("arrow:r1c1r1c2", "The digit sum of the circle is the sum of the arrow."),
    ("killer:sum=3:r1c1r1c2", "Some values are wrong: one of the cages is a liar."),
    ("xv_x:r1c1r1c2", "All Xs are given."),
    ("killer:sum=3:r1c1r1c2", "Neighbouring cells must differ by 3 at least."),
]


@pytest.mark.parametrize(("rules", "text"), COVERED)
def test_rules_that_are_there(rules: str, text: str) -> None:
    """A text that says what the constraints say is no obstacle."""
    refuse_words(text, Rules.parse(rules))


@pytest.mark.parametrize(("rules", "text"), BEYOND)
def test_rules_that_are_not_there(rules: str, text: str) -> None:
    """A text that says more is refused, in its own words."""
    with pytest.raises(RulesError, match=text[:12]):
        refuse_words(text, Rules.parse(rules))


def test_drawings() -> None:
    """A drawing that no text and no constraint explains is refused."""
    with pytest.raises(RulesError, match="drawn"):
        refuse_words("", Rules(), has_drawing=True)
    refuse_words("Thermometers increase.", Rules.parse("thermo:r1c1r1c2"), has_drawing=True)
