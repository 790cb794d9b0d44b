"""What do the commands that play share: which game of 2048 is meant, and how it looks?

A command below `tessella 2048` takes these options in its own place or before its name.
"""

import argparse
import os
import sys

from tessella.errors import ParseError
from tessella.i18n import _

__all__ = ["add_looks", "add_rules", "can_show", "id_of_2048", "plays_by_lines"]


def add_looks(parser: argparse.ArgumentParser) -> "argparse._ArgumentGroup":
    """Add the options that say how a game looks, and return their group."""
    looks = parser.add_argument_group(_("how it looks"))
    looks.add_argument("--lang", metavar="LANG", help=_("language: en or zh; by default the system's"))
    looks.add_argument("--theme", metavar="NAME", help=_("colours: dark, light, contrast or colorblind"))
    looks.add_argument("--no-motion", action="store_true", help=_("no animation"))
    looks.add_argument("--plain", action="store_true", help=_("line mode: type a letter, press Enter"))
    looks.add_argument("--ascii", action="store_true", help=_("line mode with boxes in plain ASCII"))
    looks.add_argument("--spoken", action="store_true", help=_("line mode in words, for screen readers"))
    return looks


def add_rules(group: "argparse._ActionsContainer") -> None:
    """Add the options that say which game of 2048 is meant."""
    from tessella.game2048 import RULES

    group.add_argument("--rules", metavar="NAME", help=_("one of {names}").format(names=", ".join(RULES)))
    group.add_argument("--size", metavar="RxC", help=_("rows x columns, from 2x2 to 8x8"))
    group.add_argument("--target", metavar="TILE", help=_("the tile that wins, a power of two from 8"))
    group.add_argument("--fours", metavar="PERCENT", help=_("how many in a hundred new tiles are a 4"))
    group.add_argument("--seed", metavar="N", help=_("the luck of the game; the same seed is the same game"))
    group.add_argument("--daily", action="store_true", help=_("today's game"))
    group.add_argument("--id", metavar="ID", help=_("a game by its id, such as 2048:cascade#42"))


def id_of_2048(asked: argparse.Namespace) -> str:
    """Return the id that these options ask for: the game's name alone where they ask for none."""
    from tessella.game2048 import Rules

    by_rules = [asked.rules, asked.size, asked.target, asked.fours]
    if sum([asked.id is not None, asked.daily, any(value is not None for value in (*by_rules, asked.seed))]) > 1:
        raise ParseError(_("expected an id, the daily game or rules and seed, but only one of these"))
    if asked.id is not None:
        return str(asked.id)
    if asked.daily:
        return "2048:daily"
    if all(value is None for value in (*by_rules, asked.seed)):
        return "2048"
    rules = Rules.of(asked.rules or "classic", size=asked.size, target=asked.target, fours=asked.fours)
    return f"2048:{rules}" + ("" if asked.seed is None else f"#{asked.seed}")


def plays_by_lines(asked: argparse.Namespace) -> bool:
    """Return whether line mode is asked for, or all that there is room for."""
    by_lines = asked.plain or asked.ascii or asked.spoken
    return by_lines or os.environ.get("TERM") == "dumb" or not _is_terminal()


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def can_show(text: str) -> bool:
    """Return whether standard output has these letters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
