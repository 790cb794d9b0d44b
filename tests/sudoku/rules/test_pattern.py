"""Patterns against Python's regular expressions."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.sudoku.rules.pattern import MAX_DEPTH, compiled

SINGLES = st.sampled_from(["1", "2", "3", ".", "[12]", "[^1]", "[1-3]", r"\.", "[2-]"])
TIMES = st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "{0}"])
PATTERNS = st.recursive(
    SINGLES,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"({two[0]}|{two[1]})"),
        st.tuples(inner, TIMES).map(lambda two: f"(?:{two[0]}){two[1]}"),
    ),
    max_leaves=8,
)


@settings(max_examples=300)
@given(PATTERNS, st.lists(st.text(alphabet="1234.-", max_size=6), max_size=8))
def test_a_pattern_matches_what_python_says(text: str, words: list[str]) -> None:
    """Every pattern of the subset matches the same words as Python's `re`."""
    pattern = compiled(text)
    for word in words:
        assert pattern.matches(word) == bool(re.fullmatch(text, word)), (text, word)


@pytest.mark.parametrize(
    "text",
    [
        "(1",
        "1)",
        "*",
        "1**",
        "[",
        "[]",
        "[3-1]",
        "{2}",
        "1{2",
        "1{a}",
        "1{3,2}",
        r"\d",
        r"(1)\1",
        "(?=1)",
        "^1$",
        "\\",
        "(" * (MAX_DEPTH + 1) + ")" * (MAX_DEPTH + 1),
        "1{1001}",
        "(" * 9 + "1{0}" + "){999}" * 9,
        "((1{99}){99}){99}",
    ],
)
def test_what_is_outside_is_refused(text: str) -> None:
    """A pattern that is malformed, means something else elsewhere, or has no end, is refused at once."""
    with pytest.raises(ValueError):  # noqa: PT011 - a constraint says in words what was expected
        compiled(text)
