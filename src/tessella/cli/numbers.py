"""Numbers as they are typed on the command line."""

import argparse
import contextlib
import re

from tessella.errors import ParseError
from tessella.i18n import _

UNITS = {"k": 10**3, "M": 10**6, "G": 10**9}


def whole(text: str, least: int = 1) -> int:
    """Return the whole number that a text writes, at least `least`; raises `ParseError`.

    >>> whole("42"), whole("0", 0)
    (42, 0)
    """
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 19 and int(text) >= least):
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
        raise ParseError(
            _("expected a whole number for {name}, such as 500, 20k, 1.5M or 25G, got {text}"), name=name, text=text
        )
    decimals = match[2] or ""
    return int(match[1]) * factor + int(decimals or 0) * factor // int("1" + "0" * len(decimals))


def number(text: str, name: str) -> float:
    """Return the number that a text writes, not below 0; raises `ParseError`."""
    with contextlib.suppress(ValueError):
        if 0 <= (found := float(text)) < float("inf"):
            return found
    raise ParseError(_("expected a number for {name}, got {text}"), name=name, text=text)


def ply_or_seconds(args: argparse.Namespace) -> tuple[int | None, float | None]:
    """Return the depth and the time limit of a search; raises `ParseError`, also where both are given."""
    ply = None if args.ply is None else whole(args.ply)
    limit = None if args.seconds is None else number(args.seconds, "--seconds")
    if ply is not None and limit is not None:
        raise ParseError(_("expected --ply or --seconds, not both"))
    return ply, limit
