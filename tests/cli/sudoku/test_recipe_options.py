"""Options that say what kind of puzzle to generate."""

import argparse

import pytest

from support.processes import run
from tessella.cli.sudoku.recipe_options import is_graded, recipe_of, seed_of
from tessella.errors import ParseError, TessellaError

NAMES = ("level", "rating", "technique", "clues", "symmetry", "box", "seed", "variant")
NOTHING = dict.fromkeys(NAMES) | {"only": False}


@pytest.mark.parametrize(
    ("args", "recipe"),
    [
        ({}, "minimal"),
        ({"variant": "x+killer"}, "killer+x"),
        ({"level": "Hard"}, "hard"),
        ({"clues": "30", "symmetry": "180"}, "clues=30/180"),
        ({"box": "2x3"}, "2x3/minimal"),
        ({"technique": "XY wing"}, "technique=xy-wing"),
    ],
)
def test_options_make_a_recipe(args: dict[str, object], recipe: str) -> None:
    """The recipe that the options ask for is the one that an id writes."""
    assert str(recipe_of(argparse.Namespace(**NOTHING | args))) == recipe


def test_levels_and_techniques_grade() -> None:
    """Only a level, a rating or a technique makes puzzles that are graded."""
    assert [is_graded(argparse.Namespace(**NOTHING | {name: "x"})) for name in NAMES] == [True] * 3 + [False] * 5


@pytest.mark.parametrize("args", [{"level": "x"}, {"rating": "x"}, {"technique": "x"}, {"clues": "x"}, {"box": "x"}])
def test_what_cannot_be_is_quoted(args: dict[str, str]) -> None:
    """A wrong value is refused, and quoted."""
    with pytest.raises(TessellaError, match="|".join(map(repr, args.values()))):
        recipe_of(argparse.Namespace(**NOTHING | args))


def test_a_seed_is_drawn_where_none_is_given() -> None:
    """A given seed is read; without one two draws differ."""
    assert seed_of(argparse.Namespace(seed="42")) == 42
    assert len({seed_of(argparse.Namespace(seed=None)) for _draw in range(4)}) > 1
    with pytest.raises(ParseError, match="expected a seed"):
        seed_of(argparse.Namespace(seed="x"))


def test_a_variant_is_named_once() -> None:
    """A variant that is named twice is refused: it would be the same as once."""
    done = run("sudoku", "new", "--variant", "killer+killer")
    assert (done.returncode, done.stderr) == (2, "expected each variant once, got 'killer+killer'\n")
