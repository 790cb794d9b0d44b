"""Options that several commands share, tables of options as their help shows them, and the values of options."""

import argparse
import contextlib
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from tessella import __version__
from tessella.errors import ParseError, cannot_read, quote
from tessella.i18n import N_, UNITS, _
from tessella.io.lines import text_of

Container = argparse._ActionsContainer  # noqa: SLF001 - argparse has no public name for parsers and groups alike

MAX_SAVE_BYTES = 64 << 20  # bytes of a save that are read; a game of a million moves has fewer

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
    parser.description = _("2048 and Sudoku: to play, to learn, to make puzzles and to study.")
    parser.epilog = _("Exit codes: 0 success, 1 negative result, 2 invalid input.")
    parser.add_argument("--version", action="version", version=f"tessella {__version__}", help=_("show the version"))
    add_display(parser, "--no-save")


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


def whole(text: str, least: int = 1) -> int:
    """Return the whole number that a text writes, at least `least`; raises `ParseError`.

    >>> whole("42"), whole("0", 0)
    (42, 0)
    """
    is_number = text.isascii() and text.isdecimal()
    if is_number and len(text) > 18:
        raise ParseError(_("expected a whole number of at most 18 digits, got {text}"), text=text)
    if not is_number or int(text) < least:
        raise ParseError(_("expected a whole number of at least {least}, got {text}"), least=least, text=text)
    return int(text)


def count(text: str, name: str) -> int:
    """Return the whole number that a text writes, 25G for one with nine zeros more; raises `ParseError`.

    >>> count("1.5M", "--moves"), count("42", "--moves")
    (1500000, 42)
    """
    factor = UNITS.get(text[-1:], 1)
    match = re.fullmatch(r"([0-9]{1,20})(?:[.]([0-9]{1,9}))?", text if factor == 1 else text[:-1])
    if match is None or (factor == 1 and match[2]):
        message = _("expected a whole number for {name}, such as 500, 20k, 1.5M or 25G, got {text}")
        raise ParseError(message, name=name, text=text)
    decimals = match[2] or ""
    return int(match[1]) * factor + int(decimals or 0) * factor // int("1" + "0" * len(decimals))


def number(text: str, name: str) -> float:
    """Return the number that a text writes, not below 0; raises `ParseError`."""
    with contextlib.suppress(ValueError):
        if 0 <= (found := float(text)) < float("inf"):
            return found
    raise ParseError(_("expected a number of at least 0 for {name}, got {text}"), name=name, text=text)


def not_both(one: str, other: str, *given: bool) -> None:
    """Raise `ParseError` where both of two options are given, of which one leaves the other nothing to say."""
    if all(given):
        raise ParseError(_("expected {one} or {other}, not both"), one=one, other=other)


def ply_or_seconds(args: argparse.Namespace) -> tuple[int | None, float | None]:
    """Return the depth and the time limit of a search; raises `ParseError`, also where both are given."""
    ply = None if args.ply is None else whole(args.ply)
    limit = None if args.seconds is None else number(args.seconds, "--seconds")
    not_both("--ply", "--seconds", ply is not None, limit is not None)
    return ply, limit


def read_text(name: str, limit: int) -> str:
    """Return the text of a file, or of standard input for `-`; raises `ParseError` where it is longer than `limit`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limit + 1)
    except OSError as error:
        raise ParseError(cannot_read(name, error)) from None
    if len(data) > limit:
        message = _("expected at most {limit} bytes, got more from {name}")
        raise ParseError(message, limit=f"{limit:,}", name=quote(name))
    return text_of(data)


def invite_to_type(name: str | None) -> None:
    """Tell somebody at a terminal that standard input is waited for, and how it ends."""
    if name in (None, "-") and sys.stdin.isatty():
        keys = "Enter, Ctrl-Z, Enter" if sys.platform == "win32" else "Enter, Ctrl-D"
        notify(_("Type or paste it, then press {keys}."), keys=keys)


def notify(message: str, *, hint: str = "", **values: object) -> None:
    """Print a sentence with its values, and perhaps a hint, on standard error."""
    print(message.format(**values) if values else message, file=sys.stderr)
    if hint:
        print(_("hint: {hint}").format(hint=hint), file=sys.stderr)
