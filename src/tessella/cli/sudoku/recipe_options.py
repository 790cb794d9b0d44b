"""Options that say what generated puzzles are to be like."""

import argparse
import secrets

from tessella.cli.numbers import whole
from tessella.cli.options import Container, add
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.sudoku import rules
from tessella.sudoku.generator import recipe, target
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rating.levels import LEVELS, read_level


def add_recipe(group: Container) -> None:
    """Add the options; each is None where nothing is said."""
    add(
        group,
        {
            "--level NAME": _("level: {names}").format(names=", ".join(LEVELS)),
            "--rating A..B": _("rating (ER) from A to B, such as 4.2..4.6"),
            "--technique NAME": _("hardest technique needed, such as xy-wing or swordfish"),
            "--only": _("with --technique: nothing else but singles"),
            "--clues N": _("number of clues; or minimal; or open, for puzzles that singles solve"),
            "--seed N": _("random seed: the same seed gives the same puzzles"),
            "--first K=0": _("start with puzzle K of the seed (default: 0)"),
        },
        "--symmetry NAME",
        "--box RxC",
    )


def is_graded(args: argparse.Namespace) -> bool:
    """Return whether a level, a rating or a technique is asked for."""
    return any(value is not None for value in (args.level, args.rating, args.technique))


def seed_of(args: argparse.Namespace) -> int:
    """Return the seed that is asked for, or one that is drawn; raises `ParseError`."""
    return secrets.randbelow(10**9) if args.seed is None else parse_seed(args.seed)


def recipe_of(args: argparse.Namespace, pattern: str | None = None) -> Recipe:
    """Return the recipe that the options and a drawn pattern ask for; raises `TessellaError` for an impossible one."""
    box = rules.parse_box(args.box or "3x3")
    text = args.clues or ("open" if is_graded(args) else recipe.MINIMAL)
    clues: int | str | None = text
    if text == "open" or (text == recipe.MINIMAL and box[0] * box[1] > recipe.MAX_SEARCHED_SIZE):
        clues = None  # as few as singles can solve; the largest grids are made for singles alone
    elif text != recipe.MINIMAL:
        clues = whole(text)
    return recipe.Recipe(
        box,
        clues,
        args.symmetry or "none",
        None if pattern is None else recipe.read_pattern(pattern, box),
        None if args.level is None else read_level(args.level),
        None if args.rating is None else target.read_rating(args.rating),
        None if args.technique is None else target.read_technique(args.technique),
        only=args.only,
    )
