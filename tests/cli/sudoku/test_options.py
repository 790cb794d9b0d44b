"""Options that say which Sudoku is meant."""

import argparse

import pytest

from support.processes import run
from tessella.cli.sudoku.options import id_of
from tessella.errors import ParseError

NAMES = ("id", "level", "practice", "seed", "clues", "symmetry", "box", "variant")
NOTHING = dict.fromkeys(NAMES) | {"daily": False}


@pytest.mark.parametrize(
    ("args", "id"),
    [
        ({}, "sudoku"),
        ({"daily": True}, "sudoku:daily"),
        ({"daily": True, "level": "easy"}, "sudoku:daily/easy"),
        ({"daily": True, "variant": "killer"}, "sudoku:daily/killer"),
        ({"id": "sudoku:hard#3"}, "sudoku:hard#3"),
        ({"id": "1234........4321"}, "sudoku:1234........4321"),
        ({"seed": "7"}, "sudoku:#7"),
        ({"level": "hard", "symmetry": "180", "seed": "7"}, "sudoku:hard/180#7"),
        ({"clues": "30", "box": "2x3", "symmetry": "none"}, "sudoku:2x3/clues=30"),
        ({"clues": "minimal"}, "sudoku:minimal"),
    ],
)
def test_options_make_an_id(args: dict[str, object], id: str) -> None:
    """What is asked for becomes the id of that puzzle; nothing asked is the game's name alone."""
    assert id_of(argparse.Namespace(**NOTHING | args)) == id


@pytest.mark.parametrize(
    "args",
    [
        {"id": "#1", "daily": True},
        {"daily": True, "seed": "7"},
        {"daily": True, "level": "easy", "variant": "x"},
        {"practice": "x-wing", "level": "hard"},
    ],
)
def test_one_way_to_ask_at_a_time(args: dict[str, object]) -> None:
    """An id, the daily puzzle, practice and a kind of puzzle exclude each other."""
    with pytest.raises(ParseError, match="only one of:"):
        id_of(argparse.Namespace(**NOTHING | args))


def test_a_daily_variant_is_checked() -> None:
    """A variant that there is not is refused by its name for a day as well."""
    done = run("sudoku", "--daily", "--variant", "killer+frob", "--plain")
    assert done.returncode == 2
    assert "expected a variant, one of killer" in done.stderr
    assert "got 'frob'" in done.stderr
