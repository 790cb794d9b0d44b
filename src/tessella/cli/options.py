"""Options that several commands share."""

import argparse
import os
import sys

from tessella import __version__
from tessella.i18n import _

__all__ = [
    "add_display",
    "add_json",
    "add_lang",
    "add_menu_options",
    "add_out",
    "add_saving",
    "can_show",
    "uses_line_mode",
]


def add_lang(group: "argparse._ActionsContainer") -> None:
    """Add the option that chooses the language."""
    group.add_argument("--lang", metavar="LANG", help=_("language: en or zh (default: the system's)"))


def add_out(group: "argparse._ActionsContainer") -> None:
    """Add the option that names the file to write."""
    group.add_argument("--out", metavar="FILE", help=_("write to a file, which is replaced only on success"))


def add_json(group: "argparse._ActionsContainer") -> None:
    """Add the option that asks for JSON."""
    group.add_argument("--json", action="store_true", help=_("print JSON"))


def add_saving(group: "argparse._ActionsContainer") -> None:
    """Add the option that keeps a game out of the store."""
    group.add_argument("--no-save", action="store_true", help=_("do not save this game"))


def add_display(parser: argparse.ArgumentParser) -> "argparse._ArgumentGroup":
    """Add the options that say how a game is shown, and return their group."""
    group = parser.add_argument_group(_("display"))
    add_lang(group)
    group.add_argument("--theme", metavar="NAME", help=_("colours: dark, light, contrast or colorblind"))
    group.add_argument("--no-motion", action="store_true", help=_("turn off animations"))
    group.add_argument("--plain", action="store_true", help=_("line mode: type a letter, press Enter"))
    group.add_argument("--ascii", action="store_true", help=_("line mode with boards drawn in plain ASCII"))
    group.add_argument("--spoken", action="store_true", help=_("line mode in words, for screen readers"))
    return group


def add_menu_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella` itself."""
    parser.description = _("2048 and Sudoku: to play, to learn, to make and to study.")
    parser.epilog = _("Exit codes: 0 success, 1 negative result, 2 invalid input.")
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    add_saving(add_display(parser))


def uses_line_mode(asked: argparse.Namespace) -> bool:
    """Return whether line mode is asked for, or all that the terminal can show."""
    by_lines = asked.plain or asked.ascii or asked.spoken
    return by_lines or os.environ.get("TERM") == "dumb" or not _is_terminal()


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def can_show(text: str) -> bool:
    """Return whether standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
