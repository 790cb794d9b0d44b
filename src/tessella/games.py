"""Which games are there, and what must a game be able to do?

A game is a package with two things: `Board`, a value that plays moves given as text, and `open_id`, which tells what an
id stands for. Everything above this room (sessions, the store, the front ends) works with any game that has them.
"""

import datetime as dt
from importlib import import_module
from typing import Protocol, Self, cast

from tessella import ids
from tessella.errors import ParseError, quote
from tessella.i18n import _

__all__ = ["NAMES", "Game", "Position", "load", "open_id"]

NAMES = {"2048": "tessella.game2048", "sudoku": "tessella.sudoku"}


class Position(Protocol):
    """A position of any game: a value that is never changed, equal by content, complete as text; `str` draws it."""

    @property
    def score(self) -> int:
        """The points so far, 0 in a game that has none."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position that `to_text` wrote."""

    def to_text(self) -> str:
        """Return the position as text, complete: `parse` reads it back."""

    def play(self, move: str) -> Self:
        """Return the position after a move; raise MoveError where it cannot be played."""

    def moves(self) -> tuple[str, ...]:
        """Return every move that can be played here."""

    def is_over(self) -> bool:
        """Return whether no move can be played any more."""

    def is_won(self) -> bool:
        """Return whether the aim is reached."""


class Game(Protocol):
    """What a game's package holds."""

    Board: type[Position]

    def open_id(self, text: str, *, today: dt.date | None = None) -> ids.Opening[Position]:
        """Return what an id stands for, with seed and date filled in where it leaves them open."""


def load(name: str) -> Game:
    """Return the game of that name.

    >>> load("2048").open_id("2048:classic#42").start.moves()
    ('left', 'right', 'up', 'down')
    """
    if name not in NAMES:
        raise ParseError(
            _("expected a game, one of {names}, got {text}").format(names=", ".join(NAMES), text=quote(name)),
            hint=_("an id looks like {example}").format(example="2048:classic#42"),
        )
    return cast("Game", import_module(NAMES[name]))


def open_id(text: str, *, today: dt.date | None = None) -> ids.Opening[Position]:
    """Return what an id of any game stands for.

    >>> open_id("2048:cascade#7").id
    '2048:cascade#7'
    """
    text = text.strip()
    return load(ids.split(text)[0]).open_id(text, today=today)
