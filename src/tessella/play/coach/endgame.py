"""Trainer of an end game: an exact verdict on each move, the mistakes again later, and the accuracy of each day.

It needs no screen: `Coach2048` asks it in a game that practises an end game. What it knows is kept in the player's
store, one setting for each end game. A move counts as long as the game has had no hint and no undo; a hint before it
counts as a mistake.
"""

import contextlib
import datetime as dt
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tessella.errors import TessellaError
from tessella.game2048.advice.reasons import EQUAL_CHANCES, chance_text, move_name
from tessella.game2048.board import Board
from tessella.game2048.endgame import library, practice
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.library import Exact
from tessella.game2048.sliding import Rows, exponents
from tessella.i18n import _, joined, sentence
from tessella.ids import random_seed
from tessella.play.scores import Table
from tessella.play.store import Store

APART = 4  # how many decisions lie between a mistake and the same position again
TWICE = 2  # how often a position is decided right until it is not asked again
MOST_MISTAKES = 500
MOST_DAYS = 1000


class Mistake(msgspec.Struct):
    """A position that was decided wrong."""

    position: str  # the tiles, as powers of two in hex digits, row by row
    due: int  # when it is asked again, in decisions
    right: int = 0  # how often it has been decided right since


class Day(msgspec.Struct):
    """What was decided on a day."""

    asked: int = 0
    right: int = 0
    lost: float = 0.0  # the chances that the moves cost, summed

    @property
    def told(self) -> tuple[str, str, str]:
        """How many were right, their share, and what a move cost on average, in points."""
        share, lost = self.right / max(self.asked, 1), 100 * self.lost / max(self.asked, 1)
        return _("{solved} of {all}").format(solved=self.right, all=self.asked), f"{share:.0%}", f"{lost:.2f}"


class Record(msgspec.Struct):
    """What is kept of the practice of one end game."""

    mistakes: list[Mistake] = []
    days: dict[str, Day] = {}

    @property
    def total(self) -> Day:
        """What was decided on all days."""
        days = self.days.values()
        return Day(sum(one.asked for one in days), sum(one.right for one in days), sum(one.lost for one in days))


class Verdict(NamedTuple):
    """What a move was worth."""

    move: str
    chance: float
    best: str
    best_chance: float
    end: str = ""  # a sentence where it ends the end game

    @property
    def is_right(self) -> bool:
        """Whether no move is better."""
        return self.best_chance - self.chance < EQUAL_CHANCES

    def __str__(self) -> str:
        text = _("Right: {move}, {chance}.")
        if not self.is_right:
            text = _("{best} is best, {most}; {move} has {chance}, {lost} percentage points less.")
        said = text.format(
            move=move_name(self.move),
            chance=chance_text(self.chance),
            best=move_name(self.best),
            most=chance_text(self.best_chance),
            lost=f"{100 * (self.best_chance - self.chance):.2f}",
        )
        return joined(filter(None, [sentence(said), self.end]))


class Trainer:
    """Practice of one end game, with its table where that is there."""

    def __init__(self, store: Store, end_game: EndGame, *, today: Callable[[], dt.date] = dt.date.today) -> None:
        self.store, self.end_game = store, end_game
        self._today = today
        self._key = f"endgame:{end_game.name}"

    def exact(self, rows: Rows) -> Exact | None:
        """Return the exact chance of success after each move; None where the table does not know the position."""
        with contextlib.suppress(TessellaError):
            table = library.open_table(self.end_game)
            if chances := table.chances(rows):
                return Exact(table, chances)
        return None

    def record(self) -> Record:
        """Return what is kept of the practice so far; one that is damaged counts for nothing."""
        return _record(self.store.setting(self._key))

    # --- Questions ---

    def next_id(self, shown: Rows | None = None) -> str:
        """Return the id of a mistake that is due, but for the one that is shown; else that which draws a position."""
        record = self.record()
        for mistake in sorted(record.mistakes, key=lambda one: one.due):
            rows = self._rows(mistake.position) if mistake.due <= record.total.asked else None
            if rows and rows != shown and self.exact(rows):
                board = Board.from_rows(rows, practice.rules_of(self.end_game), seed=random_seed())
                return practice.id_of(self.end_game, board)
        return practice.id_of(self.end_game)

    def task(self, rows: Rows) -> str:
        """Return what is to be done in a position that is asked, or why its moves cannot be judged."""
        try:
            library.open_table(self.end_game)
        except TessellaError as error:
            return "\n".join([sentence(error), *filter(None, [sentence(error.hint)])])
        text = _("Make {tile} without moving a large tile.").format(tile=self.end_game.goal)
        is_again = any(one.position == _position(rows) for one in self.record().mistakes)
        return joined([_("Again, because you got this one wrong:")] * is_again + [text])

    # --- Verdicts ---

    def verdict(self, before: Rows, move: str, after: Rows) -> Verdict | None:
        """Return what a move was worth; None where the table does not know the position before it."""
        if (exact := self.exact(before)) is None or move not in exact.chances:
            return None
        chances, following, end = exact.chances, self.exact(after), ""
        if following is None or not any(following.chances.values()):
            is_made = following is None and chances[move] == 1
            end = _("{tile} is made.") if is_made else _("{tile} can no longer be made.")
        best = max(chances, key=chances.__getitem__)
        return Verdict(move, chances[move], best, chances[best], end.format(tile=self.end_game.goal))

    def count(self, rows: Rows, move: str | None) -> None:
        """Keep how a position was decided, None for a hint; one whose moves are all alike does not count."""
        if (exact := self.exact(rows)) is None or (move is not None and move not in exact.chances):
            return
        possible = [chance for chance in exact.chances.values() if chance > 0]
        chance = max(possible, default=0.0) if move is None else exact.chances[move]
        lost = max(possible, default=0.0) - chance
        is_right = move is not None and lost < EQUAL_CHANCES
        if not possible or (is_right and max(possible) - min(possible) < EQUAL_CHANCES):
            return
        self.store.update(self._key, lambda kept: self._counted(kept, _position(rows), lost, is_right=is_right))

    def _counted(self, kept: str, position: str, lost: float, *, is_right: bool) -> str:
        """Return what is kept with one more decision."""
        record = _record(kept)
        day = record.days.setdefault(self._today().isoformat(), Day())
        day.asked += 1
        day.right += is_right
        day.lost += lost
        known = next((one for one in record.mistakes if one.position == position), None)
        others = [one for one in record.mistakes if one is not known]
        right = (known.right + 1 if known else TWICE) if is_right else 0
        if right < TWICE:
            others.append(Mistake(position, record.total.asked + APART * (right + 1), right))
        record.mistakes = others[-MOST_MISTAKES:]
        record.days = dict(sorted(record.days.items())[-MOST_DAYS:])
        return msgspec.json.encode(record).decode()

    # --- Accuracy ---

    def counts(self) -> list[tuple[str, object]]:
        """Return how many decisions were right, today and in all, and how many mistakes are to be asked again."""
        record = self.record()
        today = record.days.get(self._today().isoformat(), Day())
        days = ((_("Right today"), today), (_("Right in total"), record.total))
        return [*((label, day.told[0]) for label, day in days), (_("Mistakes"), str(len(record.mistakes)))]

    def accuracy(self) -> Table:
        """Return the accuracy of all days together, and of each, the latest first."""
        record = self.record()
        head = (_("Day"), _("Right"), _("Accuracy"), _("Percentage points lost per move"))
        rows = [(day, *one.told) for day, one in sorted(record.days.items(), reverse=True)]
        return Table(self.end_game.name, head, [(_("all"), *record.total.told), *rows] if rows else [])

    def summary(self) -> str:
        """Return the accuracy of all days, and how many mistakes are to be asked again, in sentences."""
        record = self.record()
        if not record.days:
            return _("Nothing has been practised yet.")
        right, share, lost = record.total.told
        said = _("{right} right ({share}), {lost} percentage points lost per move.").format(
            right=right, share=share, lost=lost
        )
        more = _("Positions to be asked again: {n}.").format(n=len(record.mistakes))
        return joined([said, *([more] if record.mistakes else [])])

    def _rows(self, position: str) -> Rows | None:
        height, width = self.end_game.formation.shape
        if len(position) != height * width or not {*position} <= {*"0123456789abcdef"}:
            return None
        tiles = [1 << int(sign, 16) if sign != "0" else 0 for sign in position]
        return tuple(tuple(tiles[r * width : (r + 1) * width]) for r in range(height))


def _record(text: str) -> Record:
    try:
        return msgspec.json.decode(text or "{}", type=Record)
    except (msgspec.MsgspecError, ValueError):
        return Record()


def _position(rows: Rows) -> str:
    return "".join(f"{power:x}" for power in exponents(rows))
