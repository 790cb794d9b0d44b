"""Preferences of Sudoku: kept in the store, and never anything but what is offered."""

import pytest

from tessella.errors import ParseError
from tessella.play.coach import preferences
from tessella.play.store import Store


def test_a_choice_is_kept() -> None:
    """What was chosen is read again; what was not is as usual."""
    store = Store.in_memory()
    preferences.choose(store, "marks", "keep")
    assert preferences.all_chosen(store) == {
        **{name: one.default for name, one in preferences.SUDOKU.items()},
        "marks": "keep",
    }


def test_what_is_not_offered_is_refused() -> None:
    """A name or a value that there is not is quoted; one that another version stored counts for nothing."""
    store = Store.in_memory()
    with pytest.raises(ParseError, match="'pink'"):
        preferences.choose(store, "pink", "keep")
    with pytest.raises(ParseError, match="'pink'"):
        preferences.choose(store, "marks", "pink")
    store.choose("sudoku marks", "pink")
    assert preferences.chosen(store, "marks") == "strike"
