"""Options that several commands of `tessella sudoku` share."""

import argparse

from tessella import games, ids
from tessella.cli.options import add_display, add_lang, add_out, add_saving
from tessella.errors import ParseError
from tessella.i18n import N_, _

__all__ = [
    "EXIT_CODES",
    "add_box",
    "add_play_options",
    "add_reading",
    "add_skipping",
    "add_source_format",
    "add_symmetry",
    "add_threads",
    "add_timeout",
    "id_of",
]

EXIT_CODES = N_("Exit codes: 0 success, 1 some puzzle is not proper, 2 invalid input.")
"""The last line of the help of commands that read puzzles."""


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku`."""
    if not parser.prog.endswith(" play"):
        parser.description = _("Play Sudoku, or work on files of puzzles. Continues the last puzzle by default.")
    game = parser.add_argument_group(_("game"))
    game.add_argument("--id", metavar="ID", help=_("a puzzle, or a game by its id, such as sudoku:#42"))
    game.add_argument("--level", metavar="NAME", help=_("beginner, easy, medium, hard, expert or extreme"))
    game.add_argument("--practice", metavar="NAME", help=_("practice a technique, such as xy-wing"))
    game.add_argument("--seed", metavar="N", help=_("random seed: the same seed gives the same game"))
    game.add_argument("--clues", metavar="N", help=_("number of givens, or minimal"))
    add_symmetry(game)
    add_box(game)
    game.add_argument("--daily", action="store_true", help=_("play today's game"))
    game.add_argument("--new", action="store_true", help=_("start a new game; undo returns to the old one"))
    add_saving(add_display(parser))


def add_symmetry(group: "argparse._ActionsContainer") -> None:
    """Add the option that says how the givens mirror each other."""
    group.add_argument(
        "--symmetry", metavar="NAME", help=_("symmetry of the givens: 180, 90, mirror, diagonal or full")
    )


def add_box(group: "argparse._ActionsContainer") -> None:
    """Add the option that says how large the boxes are."""
    group.add_argument("--box", metavar="RxC", help=_("box size, rows x columns, such as 2x3"))


def add_source_format(group: "argparse._ActionsContainer") -> None:
    """Add the option that names the format to read."""
    group.add_argument("--from", metavar="NAME", dest="form", help=_("input format (default: detected)"))


def add_skipping(group: "argparse._ActionsContainer") -> None:
    """Add the options that say what is left out of the input."""
    group.add_argument("--skip", metavar="N", default="0", help=_("skip the first N puzzles"))
    group.add_argument("--keep-going", action="store_true", help=_("skip lines that are not puzzles"))


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that reads puzzles and writes a file."""
    what = _("a puzzle, or a file of puzzles in any format; - is standard input")
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    add_out(parser)
    add_source_format(parser)
    add_box(parser)
    add_skipping(parser)
    add_lang(parser)


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many threads work."""
    parser.add_argument("--threads", metavar="N", help=_("number of threads (default: one per core)"))


def add_timeout(parser: "argparse._ActionsContainer", default: str | None = None) -> None:
    """Add the option that limits the time for a puzzle."""
    parser.add_argument("--timeout", metavar="SECONDS", default=default, help=_("give up on a puzzle after SECONDS"))


def id_of(asked: argparse.Namespace) -> str:
    """Return the id that the options of `tessella sudoku` ask for: the game's name alone where they ask for none."""
    generated = [asked.seed, asked.level, asked.clues, asked.symmetry, asked.box]
    is_generated = any(value is not None for value in generated)
    if sum([asked.id is not None, asked.practice is not None, asked.daily, is_generated]) > 1:
        raise ParseError(_("expected an id, the daily puzzle, practice, or a kind of puzzle, but only one of these"))
    if asked.id is not None:
        return str(asked.id) if ids.split(asked.id)[0] in games.GAMES else f"sudoku:{asked.id}"
    if asked.daily:
        return "sudoku:daily"
    clues = asked.clues if asked.clues in (None, "minimal") else f"clues={asked.clues}"
    parts = [part for part in (asked.level, asked.box, clues, asked.symmetry) if part not in (None, "none")]
    recipe = ":" + "/".join(parts) if parts or asked.seed else ""
    return f"sudoku{recipe}" + ("" if asked.seed is None else f"#{asked.seed}")
