"""Registry of the games, and the protocols that a game fulfils.

A game has a `Board`, a value that plays moves given as text, and `open_id`, which tells what an id stands for.
Sessions, the store and the front ends work with any game that has them; what a layer adds for each game (a coach, a
screen, a presenter) it names in a `PerGame`, so that nobody compares names of games.
"""

import contextlib
import datetime as dt
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import chain
from typing import Generic, Protocol, Self, TypeVar, cast

from tessella import ids
from tessella.errors import ParseError, RulesError
from tessella.i18n import _, half_width

Feature = TypeVar("Feature")

_NAMES = re.compile(r"[a-zA-Z][\w+/ -]{0,30}(#.{0,30})?")  # what is no position
_PARTS = re.compile("[/+#]")


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
    """What a game must have."""

    Board: type[Position]
    RANKS_BY_CLOCK: bool  # whether a game has no score, so that it ranks by its clock

    def open_id(self, text: str, *, today: dt.date | None = None, seed: int | None = None) -> ids.Opening[Position]:
        """Return what an id stands for; where it leaves seed and date open, with these, by default drawn and today."""

    def takes_long(self, id: str) -> bool:
        """Return whether opening an id may take seconds; raise ParseError for what can be seen to be none."""

    def daily_table(self, day: dt.date) -> str:
        """Return the score table that the game of a day counts in."""

    def is_unlisted(self, id: str) -> bool:
        """Return whether an id is not listed among the games to continue: of a lesson, practice or a draft."""

    def title(self, id: str) -> str:
        """Return what a game is called in headings and lists; the id may be a score table, where the seed is secret."""

    def standing(self, score: int, position: str) -> str:
        """Return how far a game has come, in a few words; the position is given as text."""


class PerGame(Generic[Feature]):
    """One feature of a layer for each game, by "module:name" (a module alone for ""), imported when first asked for.

    >>> boards = PerGame({"2048": "tessella.game2048:Board", "sudoku": "tessella.sudoku:Board"})
    >>> boards["2048:classic#42"].__module__
    'tessella.game2048.board'
    """

    def __init__(self, targets: Mapping[str, str], besides: Mapping[str, str] | None = None) -> None:
        self._targets = {**targets, **(besides or {})}  # who goes through the games does not meet what is besides
        self._games = tuple(targets)

    def __getitem__(self, id: str) -> Feature:
        """Return the feature for the game that an id names, or the game of that name; raise ParseError for neither."""
        name = name_of(id)
        if name not in self._targets:
            message, hint = _("expected a game, one of {names}, got {text}"), _("an id looks like {example}")
            if name in BESIDES:
                hint = _("a draft opens on the page: {example}")
            example = "tessella web" if name in BESIDES else "2048:classic#42"
            raise ParseError(message, names=", ".join(self), text=name, hint=hint.format(example=example))
        module, _colon, attribute = self._targets[name].partition(":")
        found = import_module(module)
        return cast("Feature", getattr(found, attribute) if attribute else found)

    def __contains__(self, name: object) -> bool:
        return name in self._targets

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)


BESIDES = {"setting": "tessella.sudoku.setting.draft"}
GAMES: PerGame[Game] = PerGame(
    {"2048": "tessella.game2048.generation", "sudoku": "tessella.sudoku.generation"}, BESIDES
)
"""The games, and beside them the drafts of a setter, which are kept as games are: the modules that open their ids."""


def name_of(id: str) -> str:
    """Return the name of the game that an id is of.

    >>> name_of("2048:classic#42")
    '2048'
    """
    return ids.split(id.strip())[0]


def open_id(text: str, *, today: dt.date | None = None, seed: int | None = None) -> ids.Opening[Position]:
    """Return what an id of any game stands for; `today` and `seed` are for one that leaves them open.

    >>> open_id("2048:cascade#7").id
    '2048:cascade#7'
    """
    return GAMES[text].open_id(text.strip(), today=today, seed=seed)


def takes_long(id: str) -> bool:
    """Return whether opening an id may take seconds; False for what names no game, which `open_id` refuses at once.

    >>> takes_long("sudoku:extreme#1"), takes_long("2048:sprint")
    (True, False)
    """
    return name_of(id) in GAMES and GAMES[id].takes_long(id.strip())


def own_id(id: str, game: str) -> str:
    """Return an id that a command of one game takes; raise ParseError for one of another game.

    >>> own_id("2048:sprint#7", "2048")
    '2048:sprint#7'
    """
    if name_of(id) in GAMES and name_of(id) != game:
        raise ParseError(_("expected the id of a game of {game}, got {text}"), game=game, text=id)
    return id


def find_id(typed: str, name: str = "2048") -> str:
    """Return the id that was typed: in full, what stands behind the colon of one, or a bare position.

    Where no game is named, the game `name` is tried first, but for links, which Sudoku alone has; what takes seconds to
    generate is not tried out. What is told of a text that no game knows is why a game refused its rules, if one did, or
    why the game refused it that knows a part of it.

    >>> find_id("sprint#7"), find_id("1.....2..3.....4")
    ('2048:sprint#7', 'sudoku:1.....2..3.....4')
    """
    text = half_width(typed)
    if name_of(text) in GAMES:
        return text
    errors: dict[str, list[ParseError | RulesError]] = {}
    first = "sudoku" if "://" in text else name
    for one in sorted(GAMES, key=lambda one: one != first):
        for id in (f"{one}:{text}", f"{one}::{text}"):
            try:
                if not takes_long(id):
                    open_id(id)
            except (ParseError, RulesError) as error:
                errors.setdefault(one, []).append(error)
            else:
                return id
    raise _refusal(text, errors)


def _refusal(text: str, errors: dict[str, list[ParseError | RulesError]]) -> ParseError | RulesError:
    """Return what is told of a text that each game refused."""
    for refusal in chain.from_iterable(errors.values()):
        if isinstance(refusal, RulesError):
            return refusal
    for one, (refusal, *_more) in errors.items():
        if not _NAMES.fullmatch(text) or any(_knows(one, part) for part in _PARTS.split(text)):
            return refusal
    message = _("expected a game such as 2048:sprint or sudoku:killer/hard#7, or a puzzle, got {text}")
    return ParseError(message, text=text)


def _knows(game: str, part: str) -> bool:
    """Return whether a part of an id is one of a game by itself."""
    with contextlib.suppress(ParseError, RulesError):
        return bool(part) and (takes_long(id := f"{game}:{part}") or bool(open_id(id)))
    return False
