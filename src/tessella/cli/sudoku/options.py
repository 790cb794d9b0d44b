"""Options that several commands of `tessella sudoku` share."""

import argparse

from tessella import games, ids
from tessella.cli.options import Container, add, add_display, add_lang
from tessella.errors import ParseError
from tessella.i18n import N_, _

EXIT_CODES = N_("Exit codes: 0 success, 1 some puzzle is not proper, 2 invalid input.")
"""The last line of the help of commands that read puzzles."""


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella sudoku`."""
    if not parser.prog.endswith(" play"):
        parser.description = _("Play Sudoku, or work on files of puzzles. Continues the last puzzle by default.")
    add(
        parser.add_argument_group(_("game")),
        {
            "--id ID": _("a puzzle, or a game by its id, such as sudoku:#42"),
            "--level NAME": _("beginner, easy, medium, hard, expert or extreme"),
            "--practice NAME": _("practice a technique, such as xy-wing"),
            "--seed N": _("random seed: the same seed gives the same game"),
            "--clues N": _("number of givens, or minimal"),
            **shape(),
            "--daily": _("play today's game"),
            "--new": _("start a new game; undo returns to the old one"),
        },
    )
    add_display(parser)


def shape() -> dict[str, str]:
    """Return the options that say what a grid looks like."""
    return {
        "--symmetry NAME": _("symmetry of the givens: 180, 90, mirror, diagonal or full"),
        "--box RxC": _("box size, rows x columns, such as 2x3"),
    }


def reading() -> dict[str, str]:
    """Return the options that say how input is read."""
    return {
        "--from NAME": _("input format (default: detected)"),
        "--skip N=0": _("skip the first N puzzles"),
        "--keep-going": _("skip lines that are not puzzles"),
    }


def add_output(parser: Container) -> None:
    """Add the options that name the output file and the language."""
    add(parser, {"--out FILE": _("write to a file, which is replaced only on success")})
    add_lang(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add the options of a command that reads puzzles and writes a file."""
    parser.epilog = _(EXIT_CODES)
    what = _("a puzzle, or a file of puzzles in any format; - is standard input")
    parser.add_argument("file", metavar="FILE", nargs="?", help=what)
    add(parser, reading() | {"--box RxC": shape()["--box RxC"]})
    add_output(parser)


def add_threads(parser: Container) -> None:
    """Add the option that says how many threads work."""
    add(parser, {"--threads N": _("number of threads (default: one per core)")})


def add_timeout(parser: Container) -> None:
    """Add the option that limits the time for a puzzle."""
    add(parser, {"--timeout SECONDS": _("give up on a puzzle after SECONDS")})


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
