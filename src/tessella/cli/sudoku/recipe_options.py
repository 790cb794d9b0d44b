"""Options that say what generated puzzles are to be like."""

import argparse
import secrets

from tessella.cli.numbers import whole
from tessella.cli.sudoku.options import add_box, add_symmetry
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.sudoku import rules
from tessella.sudoku.generator import recipe, target
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rating.rater import LEVELS, read_level

__all__ = ["add_recipe", "is_graded", "recipe_of", "seed_of"]


def add_recipe(group: "argparse._ActionsContainer") -> None:
    """Add the options; each is None where nothing is said."""
    group.add_argument("--level", metavar="NAME", help=_("level: {names}").format(names=", ".join(LEVELS)))
    group.add_argument("--rating", metavar="A..B", help=_("rating (ER) from A to B, such as 4.2..4.6"))
    technique = _("hardest technique that is needed, such as xy-wing or swordfish")
    group.add_argument("--technique", metavar="NAME", help=technique)
    group.add_argument("--only", action="store_true", help=_("with --technique: nothing else but singles"))
    clues = _("number of givens; or minimal; or open, for puzzles that singles solve")
    group.add_argument("--clues", metavar="N", help=clues)
    add_symmetry(group)
    add_box(group)
    group.add_argument("--seed", metavar="N", help=_("random seed: the same seed gives the same puzzles"))
    group.add_argument("--first", metavar="K", default="0", help=_("start with puzzle K of the seed (default: 0)"))


def is_graded(asked: argparse.Namespace) -> bool:
    """Return whether a level, a rating or a technique is asked for."""
    return any(value is not None for value in (asked.level, asked.rating, asked.technique))


def seed_of(asked: argparse.Namespace) -> int:
    """Return the seed that is asked for, or one that is drawn; raises `ParseError`."""
    return secrets.randbelow(10**9) if asked.seed is None else parse_seed(asked.seed)


def recipe_of(asked: argparse.Namespace, pattern: str | None = None) -> Recipe:
    """Return the recipe that the options and a drawn pattern ask for; raises `TessellaError` for an impossible one."""
    box = rules.parse_box(asked.box or "3x3")
    text = asked.clues or ("open" if is_graded(asked) else recipe.MINIMAL)
    clues: int | str | None = text
    if text == "open" or (text == recipe.MINIMAL and box[0] * box[1] > recipe.MAX_SEARCHED_SIZE):
        clues = None  # as few as singles can solve; the largest grids are made for singles alone
    elif text != recipe.MINIMAL:
        clues = whole(text)
    return recipe.Recipe(
        box,
        clues,
        asked.symmetry or "none",
        None if pattern is None else recipe.read_pattern(pattern, box),
        None if asked.level is None else read_level(asked.level),
        None if asked.rating is None else target.read_rating(asked.rating),
        None if asked.technique is None else target.read_technique(asked.technique),
        only=asked.only,
    )
