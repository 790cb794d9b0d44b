"""Game ids: text, `game:what#seed`, that names the same game on every machine and surface.

    2048:classic#42      2048:5x4/cascade#42      2048:daily/2026-11-20      sudoku:53..7....6..

What stands between the colon and the seed is each game's own; here is what all games share.
"""

import datetime as dt
import os
import re
from typing import Generic, NamedTuple, TypeVar

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.rng import MASK, below

DAILY = "daily"

Board = TypeVar("Board")


class Opening(NamedTuple, Generic[Board]):
    """A game that an id opens."""

    id: str  # the id in full: seed and date filled in
    start: Board  # the position before the first move
    slot: str  # the slot that it is stored in; a slot keeps one game in progress
    table: str  # the score table that it counts in
    again: str  # the id of the next new game of this kind
    edited: bool = False  # whether the position was edited rather than dealt, so that it ranks apart
    drawn: bool = False  # whether the text left the seed open, so that one was drawn
    dealt: bool = False  # whether a server drew it, and keeps it secret until the game ends
    whole: Board | None = None  # the puzzle from its beginning, where the start is further on: that is dealt as well


def split(text: str) -> tuple[str, str]:
    """Return the game's name and the rest of an id.

    >>> split("2048:classic#42")
    ('2048', 'classic#42')
    >>> split("2048")
    ('2048', '')
    """
    name, _colon, rest = text.partition(":")
    return name, rest


def parse_seed(text: str) -> int:
    """Return the seed that `text` writes: a whole number from 0 to 2**64 - 1, in ASCII digits.

    >>> parse_seed("42")
    42
    """
    if re.fullmatch(r"[0-9]{1,20}", text) and int(text) <= MASK:
        return int(text)
    raise ParseError(_("expected a seed, a whole number from 0 to 18446744073709551615, got {text}"), text=text)


def random_seed() -> int:
    """Return a seed that is short enough to tell a friend: nine digits, which are enough to be lucky with."""
    return below(10**9, int.from_bytes(os.urandom(8)))


def daily(rest: str, today: dt.date | None = None) -> dt.date | None:
    """Return the day of `daily` or `daily/2026-11-20`, or None where `rest` asks for no daily game.

    >>> str(daily("daily/2026-11-20")), str(daily("daily", today=dt.date(2026, 11, 21))), daily("classic#42")
    ('2026-11-20', '2026-11-21', None)
    """
    if rest == DAILY:
        return today or dt.date.today()  # noqa: DTZ011 - the player's own day
    if not rest.startswith(DAILY + "/"):
        return None
    day = rest.removeprefix(DAILY + "/")
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
        try:
            return dt.date.fromisoformat(day)
        except ValueError:
            pass
    raise ParseError(_("expected a date as in daily/2026-11-20, got {text}"), text=rest)


def dated(rest: str, today: dt.date | None = None) -> str:
    """Return the rest of an id with the day filled in where it asks for a daily game of today.

    >>> day = dt.date(2026, 11, 21)
    >>> dated("daily", day), dated("daily/easy", day), dated("daily/2026-11-20", day), dated("easy", day)
    ('daily/2026-11-21', 'daily/2026-11-21/easy', 'daily/2026-11-20', 'easy')
    """
    kind, _slash, more = rest.partition("/")
    if kind != DAILY or more[:1].isdigit():
        return rest
    return "/".join(filter(None, [DAILY, str(daily(DAILY, today)), more]))


def daily_seed(day: dt.date) -> int:
    """Return the seed of a day's game: the date read as a number.

    >>> daily_seed(dt.date(2026, 11, 20))
    20261120
    """
    return day.year * 10000 + day.month * 100 + day.day
