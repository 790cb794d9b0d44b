"""Session: one play-through of a game, from its first move to its save.

It holds the positions that were reached, so that undo and redo have no limit, and the journal of all that was done, so
that a score can be verified by whoever has the save. What undo must not give back (the clock, hints, the count of
undos) lives here and not in the position.

    journal    left   up   undo   down
    positions  p0 --- p1 --- p2          p2 is kept for redo until another move is played
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from html import escape
from itertools import zip_longest
from typing import Any, NamedTuple, Self, cast

from tessella import games, i18n
from tessella.errors import MoveError, ReplayError, TessellaError, quote
from tessella.games import Position
from tessella.i18n import _, ngettext

EVENTS = ("undo", "redo", "hint", "new", "pause")  # what a journal holds besides moves
HEADER = "tessella save 1"  # the first line of a save


def clock(ms: int) -> str:
    """Return a time in milliseconds as a clock shows it: whole seconds that have passed.

    >>> clock(83_999)
    '1:23'
    """
    return i18n.clock(ms // 1000)


def age(seconds: float) -> str:
    """Return how long ago something was.

    >>> age(20), age(90), age(7200), age(86400 * 3.5)
    ('just now', '1 minute ago', '2 hours ago', '3 days ago')
    """
    minutes = int(seconds // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    if (hours := minutes // 60) < 24:
        return ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    return ngettext("{n} day ago", "{n} days ago", hours // 24).format(n=hours // 24)


class Entry(NamedTuple):
    """One line of a journal."""

    ms: int  # the game's clock, in milliseconds of play
    event: str  # a move, or one of `EVENTS`


class Session:
    """One play-through of one game.

    >>> session = Session.open("2048:classic#42")
    >>> session.play("left")
    >>> session.undo()
    >>> session.position == session.start, session.undos, [entry.event for entry in session.journal]
    (True, 1, ['left', 'undo'])
    """

    def __init__(
        self, id: str, start: Position, *, edited: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.id = id  # the game's id, in full
        self.start = start  # the position that the first move met
        self.edited = edited  # whether the start was given rather than dealt
        self.journal: list[Entry] = []  # all that was done; only ever added to
        self.undos = 0
        self.hints = 0
        # The best score reached without help: before the first undo or hint, from a start that was dealt.
        self.fair_score = 0 if edited else start.score
        self.best_score = start.score  # the best score reached
        self._positions: list[Position | str | None] = [start]  # text or None: see `restore`
        self._moves: list[str] = []
        self._cursor = 0
        self.now = now  # the time in seconds, from any moment on
        self._ms = 0
        self._since: float | None = None

    @classmethod
    def open(cls, id: str, *, now: Callable[[], float] = time.monotonic) -> Self:
        """Return a session of the game that an id names; the clock stands until the first event."""
        opening = games.open_id(id)
        return cls(opening.id, opening.start, edited=opening.edited, now=now)

    # --- Where the game stands ---

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position_at(self._cursor)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that lead from the start to the position now."""
        return tuple(self._moves[: self._cursor])

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions from the start to the one now."""
        return tuple(self._position_at(step) for step in range(self._cursor + 1))

    def position_after(self, step: int) -> Position:
        """Return the position after so many of the moves that lead to the one now."""
        if not 0 <= step <= self._cursor:
            raise IndexError(step)
        return self._position_at(step)

    @property
    def step(self) -> int:
        """How many moves lead from the start to the position now."""
        return self._cursor

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move that was taken back can be played again."""
        return self._cursor < len(self._moves)

    @property
    def is_assisted(self) -> bool:
        """Whether the game has had help: an undo, a hint, or a start that was given."""
        return bool(self.undos or self.hints or self.edited)

    def help_used(self) -> list[str]:
        """Return how many undos and hints the game has had, in words; nothing of those that it had none of."""
        undos = ngettext("{n} undo", "{n} undos", self.undos).format(n=self.undos)
        hints = ngettext("{n} hint", "{n} hints", self.hints).format(n=self.hints)
        return [undos] * bool(self.undos) + [hints] * bool(self.hints)

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        position = cast("Any", self.position)
        parts = [self.id, _("Score") + f" {position.score}" if position.score else "", _("Moves") + f" {self.step}"]
        if self.elapsed_ms >= 1000:
            parts.append(_("Time") + " " + clock(self.elapsed_ms))
        below = " · ".join(part for part in parts if part)
        shown = position._repr_mimebundle_()
        return {
            "text/plain": f"{shown['text/plain']}\n{below}",
            "text/html": f'<div>{shown["text/html"]}<div style="margin-top:0.4em">{escape(below)}</div></div>',
        }

    # --- What can be done ---

    def play(self, move: str) -> None:
        """Play a move; raise MoveError, and change nothing, where it cannot be played."""
        self._move(move)
        self._write(move)

    def undo(self) -> None:
        """Take back the last move, and count that."""
        self.record("undo")

    def redo(self) -> None:
        """Play the last move again that was taken back."""
        self.record("redo")

    def record(self, event: str, *, at_rest: bool = False) -> None:
        """Write down that a hint was given (`hint`), or that the game was left (`new`, `pause`).

        The clock runs on after a hint, unless the game is `at_rest`.
        """
        self._apply(event)
        self._write(event, at_rest=at_rest)

    def _apply(self, event: str) -> None:
        act = self._follow if event in EVENTS else self._move
        act(event)

    def _move(self, move: str) -> None:
        position = self.position.play(move)
        self._follow(move)
        self._positions[self._cursor] = position
        self.best_score = max(self.best_score, position.score)
        if not self.is_assisted:
            self.fair_score = self.best_score

    def _follow(self, event: str) -> None:
        """Do what an event does to moves and counts; the position that a move leads to stays open."""
        if event == "undo":
            if not self.can_undo:
                raise MoveError(_("nothing to undo"))
            self._cursor -= 1
            self.undos += 1
        elif event == "redo":
            if not self.can_redo:
                raise MoveError(_("nothing to redo"))
            self._cursor += 1
        elif event == "hint":
            self.hints += 1
        elif event != "pause":
            # What could be played again is forgotten: after a move, and behind a new game.
            del self._moves[self._cursor :], self._positions[self._cursor + 1 :]
            if event != "new":
                self._moves.append(event)
                self._positions.append(None)
                self._cursor += 1

    def _position_at(self, step: int) -> Position:
        """Return the position after so many moves, replayed from the last one known where it is not known yet."""
        known = step
        while self._positions[known] is None:
            known -= 1
        position = self._positions[known]
        if isinstance(position, str):
            position = type(self.start).parse(position)
        assert position is not None
        for here in range(known, step):
            self._positions[here] = position
            position = position.play(self._moves[here])
        self._positions[step] = position
        return position

    def _write(self, event: str, *, at_rest: bool = False) -> None:
        self.journal.append(Entry(ms := self.elapsed_ms, event))
        if at_rest or event in ("pause", "new") or self.position.is_over():
            self._ms, self._since = ms, None  # the clock stands at what is stored
        else:
            self.resume()

    # --- The clock ---

    @property
    def elapsed_ms(self) -> int:
        """How long the game was played, in milliseconds; pauses do not count."""
        running = 0 if self._since is None else int((self.now() - self._since) * 1000)
        return self._ms + running

    @property
    def is_running(self) -> bool:
        """Whether the clock runs."""
        return self._since is not None

    def resume(self) -> None:
        """Let the clock run."""
        if self._since is None:
            self._since = self.now()

    def pause(self) -> None:
        """Stop the clock."""
        self._ms, self._since = self.elapsed_ms, None

    # --- Saving ---

    def restore(self, journal: Iterable[Entry], known: Mapping[int, str], *, fair_score: int, best_score: int) -> None:
        """Take up a stored game where it was left.

        `known` holds the text of the position after some of the entries, by their number from 0, the last one among
        them. They are trusted, and those between are replayed when asked for; `replay` is for saves from elsewhere.
        """
        for number, entry in enumerate(journal):
            self._follow(entry.event)
            self.journal.append(entry)
            self._ms = entry.ms
            if number in known:
                self._positions[self._cursor] = known[number]
        self.fair_score, self.best_score = fair_score, best_score

    def replay(self, journal: Iterable[Entry]) -> None:
        """Do again what a journal says; raise ReplayError, naming the entry, where that cannot be done."""
        for entry in journal:
            try:
                if entry.ms < self._ms:
                    raise MoveError(_("the clock runs backwards"))
                self._apply(entry.event)
            except TessellaError as error:
                raise ReplayError(
                    _("cannot replay entry {number}, {entry}: {why}"),
                    number=len(self.journal) + 1,
                    entry=quote(f"{entry.ms} {entry.event}"),
                    why=error,
                ) from None
            self.journal.append(entry)
            self._ms = entry.ms

    def to_text(self) -> str:
        """Return the save: the id, the start, what is claimed, and the journal."""
        values = (self.id, self.start.to_text(), self.position.score, self.undos, self.hints)
        return save_text(dict(zip(_FIELDS, values, strict=True)), self.journal)

    @classmethod
    def from_text(cls, text: str) -> Self:
        r"""Return the session that a save tells of, replayed; raise ReplayError where its claims do not hold.

        >>> session = Session.open("2048:classic#42")
        >>> session.play("up")
        >>> Session.from_text(session.to_text()).position == session.position
        True
        >>> Session.from_text(session.to_text().replace("score 0", "score 9000"))
        Traceback (most recent call last):
        tessella.errors.ReplayError: expected score 0, as the moves give, got 'score 9000'
        """
        lines = text.removeprefix("\ufeff").splitlines()
        claims = _read_head(lines)
        opening = games.open_id(claims["id"])
        start = type(opening.start).parse(claims["start"])
        session = cls(opening.id, start, edited=opening.edited or start not in (opening.start, opening.whole))
        session.replay(_read_journal(lines))
        held = {"score": session.position.score, "undos": session.undos, "hints": session.hints}
        for name, value in held.items():
            if claims[name] != str(value):
                message = _("expected {name} {value}, as the moves give, got {text}")
                raise ReplayError(message, name=name, value=value, text=f"{name} {claims[name]}")
        return session


_FIELDS = ("id", "start", "score", "undos", "hints")
_HEAD_LINES = 1 + len(_FIELDS)


def save_text(claims: Mapping[str, object], journal: Iterable[Entry]) -> str:
    """Return a save: what is claimed of the game, from its id to its hints, and its journal."""
    head = [HEADER, *(f"{name} {claims[name]}" for name in _FIELDS), ""]
    return "\n".join([*head, *(f"{entry.ms} {entry.event}" for entry in journal)]) + "\n"


def _read_head(lines: list[str]) -> dict[str, str]:
    first, *rest = lines or [""]
    if first.strip() != HEADER:
        raise ReplayError(_("expected a save that begins with {header}, got {text}"), header=quote(HEADER), text=first)
    claims = {}
    for name, line in zip_longest(_FIELDS, rest[: len(_FIELDS)], fillvalue=""):
        key, _blank, claims[name] = line.strip().partition(" ")
        if key != name or not claims[name]:
            raise ReplayError(_("expected a line {name} ..., got {text}"), name=quote(name), text=line)
    return claims


def _read_journal(lines: list[str]) -> Iterable[Entry]:
    for line in filter(str.strip, lines[_HEAD_LINES:]):
        match = re.fullmatch(r"([0-9]{1,15}) (\S+)", line.strip())
        if not match:
            raise ReplayError(_("expected a line such as '1200 left', got {text}"), text=line)
        yield Entry(int(match[1]), match[2])
