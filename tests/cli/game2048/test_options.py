"""Options that say which game of 2048 is meant."""

import argparse

import pytest

from tessella.cli.game2048.options import id_of
from tessella.errors import ParseError, RulesError

NOTHING = {"rules": None, "size": None, "target": None, "fours": None, "seed": None, "daily": False, "id": None}


@pytest.mark.parametrize(
    ("args", "id"),
    [
        ({}, "2048"),
        ({"daily": True}, "2048:daily"),
        ({"id": "2048:sprint#3"}, "2048:sprint#3"),
        ({"seed": "7"}, "2048:classic#7"),
        ({"rules": "cascade"}, "2048:cascade"),
        ({"rules": "sprint", "size": "5x4", "seed": "7"}, "2048:5x4/sprint#7"),
    ],
)
def test_options_make_an_id(args: dict[str, object], id: str) -> None:
    """What is asked for becomes the id of that game; nothing asked is the game's name alone."""
    assert id_of(argparse.Namespace(**NOTHING | args)) == id


@pytest.mark.parametrize(
    "args", [{"id": "2048", "daily": True}, {"daily": True, "seed": "1"}, {"id": "2048", "rules": "sprint"}]
)
def test_one_way_to_ask_at_a_time(args: dict[str, object]) -> None:
    """An id, the daily game and rules exclude each other."""
    with pytest.raises(ParseError, match="only one of:"):
        id_of(argparse.Namespace(**NOTHING | args))


def test_rules_are_checked() -> None:
    """Rules that no game can have are refused before anything is opened."""
    with pytest.raises((RulesError, ParseError), match="9x9"):
        id_of(argparse.Namespace(**NOTHING | {"size": "9x9"}))
