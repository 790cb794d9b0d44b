"""Trainer of an end game: positions to decide, an exact verdict on each move, and the mistakes again later.

It needs no screen: a front end draws a question, and tells the verdict. Mistakes and the accuracy of each day are kept
in the player's store, one setting for each end game.
"""

import datetime as dt
import random
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tessella.game2048.advice.reasons import chance_text, move_name
from tessella.game2048.endgame.table import Table
from tessella.game2048.sliding import Rows, exponents, slide, with_tile
from tessella.i18n import _, joined
from tessella.play.store import Store

WORTH_ASKING = 0.001  # how much the moves with a chance differ in a position that is asked
EQUAL = 0.00005  # moves are as good as each other whose chances differ by less: they are printed alike
LAPSE = 0.1  # the share of moves that are not the best, on the way to a position: people go astray
APART = 4  # how many questions lie between a mistake and the same position again
PATIENCE = 20  # games after which a position is taken wherever it is worth asking
TWICE = 2  # how often a position is decided right until it is not asked again
MOST_MISTAKES = 500
MOST_DAYS = 1000


class Mistake(msgspec.Struct):
    """A position that was decided wrong."""

    position: str  # the tiles, as powers of two in hex digits, row by row
    due: int  # when it is asked again, in questions answered
    right: int = 0  # how often it has been decided right since


class Day(msgspec.Struct):
    """What was answered on a day."""

    asked: int = 0
    right: int = 0
    lost: float = 0.0  # the chances that the moves cost, summed


class Record(msgspec.Struct):
    """What is kept of the practice of one end game."""

    mistakes: list[Mistake] = []
    days: dict[str, Day] = {}

    @property
    def asked(self) -> int:
        """How many questions were answered."""
        return sum(day.asked for day in self.days.values())

    @property
    def right(self) -> int:
        """How many of them with a move that is as good as the best."""
        return sum(day.right for day in self.days.values())


class Question(NamedTuple):
    """A position, and the exact chance of success after each legal move."""

    rows: Rows
    chances: dict[str, float]
    is_again: bool = False  # whether it was decided wrong before


class Verdict(NamedTuple):
    """What a move was worth."""

    move: str
    chance: float
    best: str
    best_chance: float

    @property
    def is_right(self) -> bool:
        """Whether no move is better."""
        return self.best_chance - self.chance < EQUAL

    def __str__(self) -> str:
        facts = {"move": move_name(self.move), "chance": chance_text(self.chance)}
        if self.is_right:
            return _("Right: {move}, {chance}.").format(**facts)
        best = {"best": move_name(self.best), "most": chance_text(self.best_chance)}
        lost = f"{100 * (self.best_chance - self.chance):.2f}"
        return _("{best} is best, {most}; {move} has {chance}, {lost} points less.").format(**facts, **best, lost=lost)


class Trainer:
    """Practice of one end game with its table."""

    def __init__(
        self,
        store: Store,
        table: Table,
        *,
        luck: random.Random | None = None,
        today: Callable[[], dt.date] = dt.date.today,
    ) -> None:
        self.store, self.table = store, table
        self._luck = luck or random.Random()
        self._today = today
        self._key = f"endgame:{table.name}"

    def record(self) -> Record:
        """Return what is kept of the practice so far; one that is damaged counts for nothing."""
        try:
            return msgspec.json.decode(self.store.setting(self._key) or "{}", type=Record)
        except (msgspec.MsgspecError, ValueError):
            return Record()

    def question(self) -> Question:
        """Return the next position: a mistake that is due, else one drawn from a game played for it."""
        record = self.record()
        for mistake in sorted(record.mistakes, key=lambda one: one.due):
            rows = self._rows(mistake.position) if mistake.due <= record.asked else None
            if rows and (chances := self.table.chances(rows)):
                return Question(rows, chances, is_again=True)
        drawn = self._drawn()
        return drawn._replace(is_again=any(self._rows(one.position) == drawn.rows for one in record.mistakes))

    def answer(self, question: Question, move: str) -> Verdict:
        """Return the verdict on a legal move, and keep it."""
        best = max(question.chances, key=question.chances.__getitem__)
        verdict = Verdict(move, question.chances[move], best, question.chances[best])
        record = self.record()
        day = record.days.setdefault(self._today().isoformat(), Day())
        day.asked += 1
        day.right += verdict.is_right
        day.lost += verdict.best_chance - verdict.chance
        position = "".join(f"{power:x}" for power in exponents(question.rows))
        known = next((one for one in record.mistakes if one.position == position), None)
        others = [one for one in record.mistakes if one is not known]
        right = (known.right + 1 if known else TWICE) if verdict.is_right else 0
        if right < TWICE:
            others.append(Mistake(position, record.asked + APART * (right + 1), right))
        record.mistakes = others[-MOST_MISTAKES:]
        record.days = dict(sorted(record.days.items())[-MOST_DAYS:])
        self.store.choose(self._key, msgspec.json.encode(record).decode())
        return verdict

    def summary(self) -> str:
        """Return the accuracy of today and of all days, and how many mistakes are to be asked again."""
        record = self.record()
        today = record.days.get(self._today().isoformat(), Day())
        if not record.asked:
            return _("Nothing has been practised yet.")
        said = [
            _("Today: {right} of {asked} right ({share}), {lost} points lost a move.").format(
                right=today.right,
                asked=today.asked,
                share=f"{today.right / max(today.asked, 1):.0%}",
                lost=f"{100 * today.lost / max(today.asked, 1):.2f}",
            ),
            _("In all: {right} of {asked} right ({share}).").format(
                right=record.right, asked=record.asked, share=f"{record.right / record.asked:.0%}"
            ),
        ]
        if record.mistakes:
            said.append(_("Mistakes to be asked again: {n}.").format(n=len(record.mistakes)))
        return joined(said)

    def _rows(self, position: str) -> Rows | None:
        height, width = self.table.end_game.formation.shape
        if len(position) != height * width or not {*position} <= {*"0123456789abcdef"}:
            return None
        tiles = [1 << int(sign, 16) if sign != "0" else 0 for sign in position]
        return tuple(tuple(tiles[r * width : (r + 1) * width]) for r in range(height))

    def _drawn(self) -> Question:
        """Return a position that is worth asking: the first one after so many moves of a game from the usual start."""
        end_game = self.table.end_game
        rounds = 0
        while True:
            rounds += 1
            rows = end_game.board(dict(enumerate(end_game.formation.begin)))
            # A move adds 2.2 on average. Where games end early, as in hard end games, earlier ones are taken as well.
            wait = self._luck.randrange(max(1, round(end_game.goal / 2.2 / (1 + rounds // 10))))
            found: Question | None = None
            while found is None:
                empty = [(r, c) for r, row in enumerate(rows) for c, tile in enumerate(row) if not tile]
                rows = with_tile(rows, self._luck.choice(empty), 4 if self._luck.random() < 0.1 else 2)
                chances = self.table.chances(rows)
                if not chances or max(chances.values()) == 0:
                    break
                wait -= 1
                # A move with no chance at all is seen at once: it is nothing to choose between.
                possible = sorted((move for move in chances if chances[move] > 0), key=lambda move: -chances[move])
                best, worst = possible[0], possible[-1]
                if (wait < 0 or rounds > PATIENCE) and chances[best] - chances[worst] >= WORTH_ASKING / rounds:
                    found = Question(rows, chances)
                move = self._luck.choice(possible) if self._luck.random() < LAPSE else best
                rows = slide(rows, move)[0]
                if any(sum(rows, ())[cell] == end_game.goal for cell in end_game.formation.goals):
                    break
            if found:
                return found
