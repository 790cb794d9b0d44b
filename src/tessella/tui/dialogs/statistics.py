"""The statistics: games by rules or level, days in a row, courses, and the best and fastest of them."""

import datetime as dt
from collections.abc import Iterable
from typing import ClassVar

from textual.widget import Widget

from tessella.i18n import _
from tessella.play import progress
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku import level_name
from tessella.tui.dialogs.base import Dialog, buttons, table, text

Table = list[tuple[str, ...]]


class StatisticsDialog(Dialog[None]):
    """What was played of 2048, rules by rules, and the best games."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})

    def __init__(self, store: Store, score_table: str) -> None:
        super().__init__()
        self._store = store
        self._score_table = score_table

    def content(self) -> Iterable[Widget]:
        """Return a line for each kind of game, and the best games."""
        yield text(_("Statistics"), "title")
        parts = list(self.tables())
        yield from parts or [text(_("No game has been played yet."))]
        yield buttons(close=_("Close"))

    def tables(self) -> Iterable[Widget]:
        """Return the tables, none where nothing was played."""
        kinds = [
            (row.score_table, row.games, row.won, row.best, row.best_assisted, row.moves, clock(row.ms))
            for row in self._store.scores.statistics(game="2048")
        ]
        if not kinds:
            return
        head = (_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time"))
        yield self.table([head, *(tuple(map(str, row)) for row in kinds[:6])], left=0)
        best = self._store.scores.best_games(self._score_table, limit=4)
        best += self._store.scores.best_games(self._score_table, assisted=True, limit=2)
        if best:
            rows: Table = [(_("Score"), _("Moves"), _("Undos"), _("Time"), _("Day"), _("Game"))]
            rows += [
                (str(one.score), str(one.moves), str(one.undos), clock(one.ms), day(one.used), one.id) for one in best
            ]
            yield text(_("Best games under these rules"), "title gap")
            yield self.table(rows, left=5)

    def table(self, rows: Table, left: int) -> Widget:
        """Return a table that is not wider than the dialog."""
        return text("\n".join(table(rows, left, min(70, self.app.size.width - 8))))


def day(used: float) -> str:
    """Return the day of a moment, as the player's calendar has it."""
    return f"{dt.datetime.fromtimestamp(used).astimezone():%Y-%m-%d}"


MIN_TABLE_COLUMNS = 60
"""Columns of a terminal below which the levels are told in sentences."""
MAX_GAMES = 10_000
"""Games among which the fastest are looked for."""


class SudokuStatisticsDialog(StatisticsDialog):
    """What was played of Sudoku."""

    def tables(self) -> Iterable[Widget]:
        """Return the levels as a table, or in sentences where that is too wide, and the fastest puzzles."""
        played = progress.standings(self._store)
        if not played:
            return
        if self.app.size.width < MIN_TABLE_COLUMNS:
            yield text("\n".join(progress.told(self._store)))
        else:
            yield self.table(_levels(played), left=0)
            days = progress.streak(self._store)
            streak = _("Daily puzzles in a row: {now}, longest {longest}").format(now=days.now, longest=days.longest)
            yield text("\n".join([streak, *map(str, progress.courses(self._store)[:3])]), "gap")
        best = self._store.scores.best_games
        games = best(game="sudoku", limit=MAX_GAMES) + best(game="sudoku", assisted=True, limit=MAX_GAMES)
        solved = {one.id: one for one in games if one.won}
        if fastest := sorted(solved.values(), key=lambda one: one.ms)[:3]:
            head = (_("Time"), _("Undos"), _("Day"), _("Game"))
            rows = [(clock(one.ms), str(one.undos), day(one.used), one.id) for one in fastest]
            yield text(_("Fastest puzzles"), "title gap")
            yield self.table([head, *rows], left=3)


def _levels(played: list[progress.Standing]) -> Table:
    head = (_("Level"), _("Games"), _("Solved"), _("No help"), _("Fastest"), _("Mean"))
    rows = [
        (
            level_name(row.level) if row.level else _("no level"),
            str(row.games),
            str(row.solved),
            str(row.unaided),
            clock(row.best_ms) if row.unaided else "-",
            clock(row.mean_ms) if row.solved else "-",
        )
        for row in played
    ]
    return [head, *rows]
