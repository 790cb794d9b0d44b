"""Options that several commands share, and tables of options as their help shows them."""

import argparse
import os
import sys
from collections.abc import Mapping

from tessella import __version__
from tessella.i18n import _

Container = argparse._ActionsContainer  # noqa: SLF001 - argparse has no public name for parsers and groups alike


def add(group: Container, options: Mapping[str, str]) -> None:
    """Add options, each written as in a usage line: `--seed N`, `--every MINUTES=5` with a default, a flag `--new`."""
    for usage, text in options.items():
        *names, last = usage.split(", ")
        name, _blank, value = last.partition(" ")
        metavar, _sign, default = value.partition("=")
        if not metavar:
            group.add_argument(*names, name, action="store_true", help=text)
        elif default:
            group.add_argument(*names, name, metavar=metavar, default=default, help=text)
        else:
            group.add_argument(*names, name, metavar=metavar, help=text)


def add_lang(group: Container) -> None:
    """Add the option that chooses the language."""
    add(group, {"--lang LANG": _("language: en or zh (default: the system's)")})


def add_report(group: Container) -> None:
    """Add the options of a command that prints boards or JSON."""
    add(group, {"--json": _("print JSON"), "--ascii": _("draw boards in plain ASCII")})
    add_lang(group)


def add_display(parser: argparse.ArgumentParser, *, saves: bool = True) -> None:
    """Add the options that say how a game is shown, and whether it is saved."""
    group = parser.add_argument_group(_("display"))
    add_lang(group)
    add(
        group,
        {
            "--theme NAME": _("colours: dark, light, contrast or colorblind"),
            "--no-motion": _("turn off animations"),
            "--plain": _("line mode: type a letter, press Enter"),
            "--ascii": _("line mode with boards drawn in plain ASCII"),
            "--spoken": _("line mode in words, for screen readers"),
        },
    )
    if saves:
        add(group, {"--no-save": _("do not save this game")})


def add_menu_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `tessella` itself."""
    parser.description = _("2048 and Sudoku: to play, to learn, to make and to study.")
    parser.epilog = _("Exit codes: 0 success, 1 negative result, 2 invalid input.")
    parser.add_argument("--version", action="version", version=f"tessella {__version__}")
    add_display(parser)


def uses_line_mode(asked: argparse.Namespace) -> bool:
    """Return whether line mode is asked for, or all that the terminal can show."""
    by_lines = asked.plain or asked.ascii or asked.spoken or os.environ.get("TERM") == "dumb"
    return by_lines or not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def draws_ascii(asked: argparse.Namespace) -> bool:
    """Return whether boards are drawn in plain ASCII."""
    return bool(asked.ascii) or not can_show("┌")


def can_show(text: str) -> bool:
    """Return whether standard output has these characters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
