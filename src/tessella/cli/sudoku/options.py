"""Options that several commands of `tessella sudoku` share."""

import argparse

from tessella import games
from tessella.cli.options import add, add_display
from tessella.errors import ParseError
from tessella.i18n import N_, _
from tessella.sudoku.generation import VARIANT
from tessella.sudoku.generator.recipe import Recipe, read_variants
from tessella.sudoku.rating.levels import LEVELS

EXIT_CODES = N_("Exit codes: 0 success, 1 some puzzle is not proper, 2 invalid input.")  # of commands that read puzzles


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku`."""
    if not parser.prog.endswith(" play"):
        parser.description = _("Play Sudoku, or work on files of puzzles. Continues the last puzzle by default.")
    own = {
        "--id ID": _("a puzzle, or a game by its id, such as sudoku:#42"),
        "--level NAME": _("level: {names}").format(names=", ".join(LEVELS)),
        "--practice NAME": _("practise a technique, such as xy-wing"),
        "--variant NAME": _("variant, such as killer, jigsaw, x, thermo or killer+x"),
        "--clues N": _("number of clues, or minimal"),
    }
    add(parser.add_argument_group(_("game")), own, "--seed N", "--symmetry NAME", "--box RxC", "--daily", "--new")
    add_display(parser, "--no-save")


def _add_position(parser: argparse.ArgumentParser) -> None:
    what = _("a puzzle, or a file with one; - is standard input")
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    style = _("direct: what can be seen without pencil marks, as far as possible; candidates: with pencil marks")
    formats = _("one of {names}").format(names="text, svg, json, html")
    add(parser, "--box RxC", {"--style NAME": style, "--format NAME=text": formats}, "--out FILE", "--lang LANG")


def add_hint(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku hint`."""
    parser.description = _(
        "Explain the next step from a position. In a line of digits, + marks digits that you entered, such as 53+4.7"
    )
    _add_position(parser)
    stage = _(
        "how much to reveal: 1 where to look, 2 the technique too, 3 the reason too (default), 4 chains in notation too"
    )
    add(parser, {"--stage N": stage})


def add_explain(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku explain`."""
    parser.description = _(
        "Explain every step to the solution. With --format svg, --out may name a folder, which gets a picture of each"
        " step."
    )
    _add_position(parser)
    rated = _("the steps that Sudoku Explainer takes, each with its rating")
    add(parser, {"--rated": rated, "--draw": _("draw the grid at every step")})


def id_of(args: argparse.Namespace) -> str:
    """Return the id that the options of `tessella sudoku` ask for: the game's name alone where they ask for none."""
    if args.variant not in (None, VARIANT):
        read_variants(args.variant)
    # What is no number, and no symmetry, is refused here by the name of its option.
    Recipe(clues=None if (args.clues or "0").isdecimal() else args.clues, symmetry=args.symmetry or "none")
    kinds = [kind for kind in (args.level, args.variant) if kind is not None]
    generated = [args.seed, args.clues, args.symmetry, args.box, *kinds[args.daily :]]  # a day's has one kind at most
    is_generated = any(value is not None for value in generated)
    if sum([args.id is not None, args.practice is not None, args.daily, is_generated]) > 1:
        raise ParseError(_("expected only one of: an id, the daily puzzle, practice, a kind of puzzle"))
    if args.id is not None:
        return games.own_id(args.id, "sudoku") if games.name_of(args.id) in games.GAMES else f"sudoku:{args.id}"
    if args.daily:
        return "/".join(["sudoku:daily", *kinds])
    clues = args.clues if args.clues in (None, "minimal") else f"clues={args.clues}"
    variant = None if args.variant is None else "+".join(read_variants(args.variant))
    parts = [part for part in (variant, args.level, args.box, clues, args.symmetry) if part not in (None, "none")]
    recipe = ":" + "/".join(parts) if parts or args.seed else ""
    return f"sudoku{recipe}" + ("" if args.seed is None else f"#{args.seed}")
