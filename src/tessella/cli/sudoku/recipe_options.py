"""Options that say what kind of puzzle to generate."""

import argparse
import secrets

from tessella.cli.options import Container, add, whole
from tessella.i18n import _
from tessella.ids import parse_seed
from tessella.sudoku.generator.recipe import MAX_SEARCHED_SIZE, MINIMAL, Recipe, read_pattern, read_variants
from tessella.sudoku.generator.target import read_rating, read_technique
from tessella.sudoku.geometry import parse_box
from tessella.sudoku.rating.levels import LEVELS, read_level


def add_recipe(group: Container) -> None:
    """Add the options; each is None where nothing is said."""
    own = {
        "--level NAME": _("level: {names}").format(names=", ".join(LEVELS)),
        "--rating A..B": _("rating (ER) from A to B, such as 4.2..4.6"),
        "--technique NAME": _("hardest technique needed, such as xy-wing or swordfish"),
        "--only": _("with --technique: nothing else but singles"),
        "--variant NAME": _("variant, such as killer, jigsaw, x, thermo or killer+x"),
        "--clues N": _("number of clues; or minimal; or open, for puzzles that singles solve"),
        "--seed N": _("random seed: the same seed gives the same puzzles"),
    }
    add(group, own, "--symmetry NAME", "--box RxC")


def add_first(group: Container) -> None:
    """Add the option that says where in a seed to start."""
    add(group, {"--first K=0": _("start with puzzle K of the seed (default: 0)")})


def asks_for_kind(args: argparse.Namespace) -> bool:
    """Return whether any of these options is given, but for the box, which puzzles that are read have as well."""
    parser = argparse.ArgumentParser(add_help=False)
    add_recipe(parser)
    add_first(parser)
    return any(getattr(args, name) != usual for name, usual in vars(parser.parse_args([])).items() if name != "box")


def is_graded(args: argparse.Namespace) -> bool:
    """Return whether a level, a rating or a technique is asked for."""
    return any(value is not None for value in (args.level, args.rating, args.technique))


def seed_of(args: argparse.Namespace) -> int:
    """Return the seed that is asked for, or one that is drawn; raises `ParseError`."""
    return secrets.randbelow(10**9) if args.seed is None else parse_seed(args.seed)


def recipe_of(args: argparse.Namespace, pattern: str | None = None) -> Recipe:
    """Return the recipe that the options and a drawn pattern ask for; raises `TessellaError` for an impossible one."""
    box = parse_box(args.box or "3x3")
    text = args.clues or ("open" if is_graded(args) else MINIMAL)
    clues: int | str | None = text
    if text == "open" or (text == MINIMAL and box[0] * box[1] > MAX_SEARCHED_SIZE):
        clues = None  # as few as singles can solve; the largest grids are made for singles alone
    elif text != MINIMAL:
        clues = whole(text) if text.isdecimal() else text  # which says what was expected
    return Recipe(
        box,
        clues,
        args.symmetry or "none",
        None if pattern is None else read_pattern(pattern, box),
        None if args.level is None else read_level(args.level),
        None if args.rating is None else read_rating(args.rating),
        None if args.technique is None else read_technique(args.technique),
        only=args.only,
        variants=() if args.variant is None else read_variants(args.variant),
    )
