"""How does an argument say which puzzles are to be made, how many, or how long?

What `tessella sudoku new` and `tessella sudoku print` share: the options that wish for a kind of puzzle, and numbers
that are read with a sentence for what is none. Some of these numbers say how long a player of 2048 thinks.
"""

import argparse
from typing import TYPE_CHECKING

from tessella.errors import ParseError, quote
from tessella.i18n import _

if TYPE_CHECKING:
    from tessella.sudoku.generator.recipe import Recipe

__all__ = ["add_wishes", "is_graded", "ply_or_seconds", "recipe_of", "seconds", "whole"]


def add_wishes(group: "argparse._ActionsContainer") -> None:
    """Add the options that say what a puzzle is to be like; each is None where nothing is said."""
    from tessella.sudoku.rating.rater import LEVELS

    group.add_argument("--level", metavar="NAME", help=_("how hard: {names}").format(names=", ".join(LEVELS)))
    group.add_argument("--rating", metavar="A..B", help=_("the rating (ER), from A to B, such as 4.2..4.6"))
    group.add_argument(
        "--technique", metavar="NAME", help=_("a technique that is needed, and nothing harder: xy-wing, swordfish, ...")
    )
    group.add_argument("--only", action="store_true", help=_("with --technique: nothing else beyond singles"))
    group.add_argument("--clues", metavar="N", help=_("how many givens; minimal; or open: what singles solve"))
    group.add_argument("--symmetry", metavar="NAME", help=_("180, 90, mirror, diagonal or full"))
    group.add_argument("--box", metavar="RxC", help=_("rows x columns of a box, such as 2x3"))
    group.add_argument("--seed", metavar="N", help=_("the luck of the puzzles; the same seed makes the same ones"))
    group.add_argument("--first", metavar="K", default="0", help=_("begin with puzzle K of the seed, counted from 0"))


def is_graded(asked: argparse.Namespace) -> bool:
    """Return whether a level, a rating or a technique is asked for."""
    return any(value is not None for value in (asked.level, asked.rating, asked.technique))


def recipe_of(asked: argparse.Namespace, pattern: str | None = None) -> "Recipe":
    """Return the recipe that the options and a drawn pattern ask for; raises `TessellaError` for what cannot be had."""
    from tessella.sudoku import rules
    from tessella.sudoku.generator import recipe, target

    box = rules.parse_box("3x3" if asked.box is None else asked.box)
    rating = None if asked.rating is None else target.read_rating(asked.rating)
    technique = None if asked.technique is None else target.read_technique(asked.technique)
    text = asked.clues
    if text is None:
        text = "open" if is_graded(asked) else recipe.MINIMAL
    clues: int | str | None = text
    if text == "open" or (text == recipe.MINIMAL and box[0] * box[1] > recipe.SEARCHED):
        clues = None  # as few as singles can solve; the largest grids are made for singles alone
    elif text != recipe.MINIMAL:
        clues = whole(text)
    mask = None if pattern is None else recipe.read_pattern(pattern, box)
    symmetry = "none" if asked.symmetry is None else asked.symmetry
    return recipe.Recipe(box, clues, symmetry, mask, asked.level, rating, technique, only=asked.only)


def seconds(text: str) -> float:
    """Return the number of seconds that a text writes; raises `ParseError`."""
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 <= found < float("inf"):
        raise ParseError(_("expected a number of seconds, got {text}").format(text=quote(text)))
    return found


def ply_or_seconds(asked: argparse.Namespace) -> tuple[int | None, float | None]:
    """Return how far a player is asked to look ahead, or for how long; raises `ParseError`, also for both."""
    ply = None if asked.ply is None else whole(asked.ply)
    limit = None if asked.seconds is None else seconds(asked.seconds)
    if ply is not None and limit is not None:
        raise ParseError(_("expected --ply or --seconds, but only one of these"))
    return ply, limit


def whole(text: str, least: int = 1) -> int:
    """Return the whole number from `least` up that a text writes; raises `ParseError`.

    >>> whole("42"), whole("0", 0)
    (42, 0)
    """
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 19 and int(text) >= least):
        message = _("expected a whole number from {least} up, got {text}")
        raise ParseError(message.format(least=least, text=quote(text)))
    return int(text)
