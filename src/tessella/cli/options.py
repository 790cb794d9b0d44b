"""Options that several commands share, and tables of options as their help shows them."""

import argparse
import os
import sys
from collections.abc import Mapping

from tessella import __version__
from tessella.i18n import N_, _

Container = argparse._ActionsContainer  # noqa: SLF001 - argparse has no public name for parsers and groups alike


SHARED = {
    "--ascii": N_("draw boards in plain ASCII"),
    "--box RxC": N_("box size, rows x columns, such as 2x3"),
    "--daily": N_("play today's game"),
    "--from NAME": N_("input format (default: detected)"),
    "--json": N_("print JSON"),
    "--keep-going": N_("skip lines that are not puzzles"),
    "--lang LANG": N_("language: en or zh (default: the system's)"),
    "--new": N_("start a new game; undo goes back to the previous one"),
    "--no-save": N_("do not save this game"),
    "--out FILE": N_("write to a file; replaced only on success"),
    "--ply N": N_("search depth in moves"),
    "--seed N": N_("random seed: the same seed gives the same game"),
    "--skip N=0": N_("skip the first N puzzles"),
    "--symmetry NAME": N_("symmetry of the givens: 180, 90, mirror, diagonal or full"),
    "--threads N": N_("number of threads (default: one per core)"),
    "--timeout SECONDS": N_("give up on a puzzle after SECONDS"),
}
"""The options that mean the same in several commands."""


def add(group: Container, *options: str | Mapping[str, str]) -> None:
    """Add options, written as in a usage line: `--seed N`, `--every MINUTES=5` with a default, `--new` for a flag.

    A text alone is one of `SHARED`.
    """
    for one in options:
        for usage, text in ({one: _(SHARED[one])} if isinstance(one, str) else one).items():
            *names, last = usage.split(", ")
            name, _blank, value = last.partition(" ")
            metavar, _sign, default = value.partition("=")
            if metavar:
                group.add_argument(*names, name, metavar=metavar, default=default or group.argument_default, help=text)
            else:
                group.add_argument(*names, name, action="store_true", help=text)


def add_display(parser: argparse.ArgumentParser, *more: str) -> None:
    """Add the options that say how a game is shown."""
    own = {
        "--theme NAME": _("colours: dark, light, contrast or colorblind"),
        "--no-motion": _("turn off animations"),
        "--plain": _("line mode: type a letter, press Enter"),
        "--ascii": _("line mode with boards drawn in plain ASCII"),
        "--spoken": _("line mode in words, for screen readers"),
    }
    add(parser.add_argument_group(_("display")), "--lang LANG", own, *more)


def add_menu(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella` itself."""
    parser.description = _("2048 and Sudoku: to play, to learn, to make and to study.")
    parser.epilog = _("Exit codes: 0 success, 1 negative result, 2 invalid input.")
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    add_display(parser, "--no-save")


def add_export(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella export`."""
    parser.add_argument("id", metavar="ID", nargs="?", help=_("id of the game (default: the last one played)"))
    add(parser, {"--out FILE": _("write to a file instead of the screen")}, "--lang LANG")


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella replay`."""
    parser.add_argument("file", metavar="FILE", help=_("a save file, or - for standard input"))
    add(parser, {"--quiet": _("verify only")}, "--ascii", "--lang LANG")


def add_completion(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella completion`."""
    shells = ("bash", "zsh", "tcsh")
    parser.add_argument("shell", metavar="SHELL", choices=shells, help=", ".join(shells))
    add(parser, "--lang LANG")


def uses_line_mode(args: argparse.Namespace) -> bool:
    """Return whether line mode is asked for, or all that the terminal can show."""
    by_lines = args.plain or args.ascii or args.spoken or os.environ.get("TERM") == "dumb"
    return by_lines or not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def draws_ascii(args: argparse.Namespace) -> bool:
    """Return whether boards are drawn in plain ASCII."""
    return bool(args.ascii) or not can_show("┌")


def can_show(text: str) -> bool:
    """Return whether standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
