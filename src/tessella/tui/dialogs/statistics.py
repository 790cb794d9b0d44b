"""The statistics: games by rules or level, days in a row, courses, and the best and fastest of them."""

import datetime as dt
from collections.abc import Sequence
from typing import ClassVar

from textual.widget import Widget

from tessella.i18n import _
from tessella.play import progress
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku import level_name
from tessella.tui.dialogs.base import Dialog, buttons, table, text

MIN_TABLE_COLUMNS = 60
"""Columns of a terminal below which the levels are told in sentences."""
MAX_GAMES = 10_000
"""Games among which the fastest are looked for."""


class StatisticsDialog(Dialog[None]):
    """What was played."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})

    def __init__(self, *parts: Widget) -> None:
        nothing = text(_("No game has been played yet."))
        super().__init__(_("Statistics"), *(parts or [nothing]), buttons(close=_("Close")))


def game2048(store: Store, score_table: str, columns: int) -> StatisticsDialog:
    """Return what was played of 2048, rules by rules, and the best games under some of them."""
    kinds = [
        (row.score_table, row.games, row.won, row.best, row.best_assisted, row.moves, clock(row.ms))
        for row in store.scores.statistics(game="2048")
    ]
    if not kinds:
        return StatisticsDialog()
    titles = (_("Rules"), _("Games"), _("Won"), _("Best"), _("With help"), _("Moves"), _("Time"))
    parts = [_table([titles, *kinds[:6]], 0, columns)]
    best = store.scores.best_games(score_table, limit=4)
    best += store.scores.best_games(score_table, assisted=True, limit=2)
    if best:
        head = (_("Score"), _("Moves"), _("Undos"), _("Time"), _("Day"), _("Game"))
        rows = [(one.score, one.moves, one.undos, clock(one.ms), _day(one.used), one.id) for one in best]
        parts += [text(_("Best games under these rules"), "title gap"), _table([head, *rows], 5, columns)]
    return StatisticsDialog(*parts)


def sudoku(store: Store, columns: int) -> StatisticsDialog:
    """Return the levels of Sudoku as a table, or in sentences where that is too wide, and the fastest puzzles."""
    played = progress.standings(store)
    if not played:
        return StatisticsDialog()
    if columns < MIN_TABLE_COLUMNS:
        parts = [text("\n".join(progress.told(store)))]
    else:
        days = progress.streak(store)
        streak = _("Daily puzzles in a row: {now}, longest {longest}").format(now=days.now, longest=days.longest)
        notes = [streak, *map(str, [one for one in progress.lessons(store) if one.seed][:3])]
        parts = [_table(_levels(played), 0, columns), text("\n".join(notes), "gap")]
    best = store.scores.best_games
    games = best(game="sudoku", limit=MAX_GAMES) + best(game="sudoku", assisted=True, limit=MAX_GAMES)
    solved = {one.id: one for one in games if one.won}
    if fastest := sorted(solved.values(), key=lambda one: one.ms)[:3]:
        head = (_("Time"), _("Undos"), _("Day"), _("Game"))
        rows = [(clock(one.ms), one.undos, _day(one.used), one.id) for one in fastest]
        parts += [text(_("Fastest puzzles"), "title gap"), _table([head, *rows], 3, columns)]
    return StatisticsDialog(*parts)


def _levels(played: list[progress.Standing]) -> list[tuple[object, ...]]:
    head = (_("Level"), _("Games"), _("Solved"), _("No help"), _("Fastest"), _("Mean"))
    rows = [
        (
            level_name(row.level) if row.level else _("no level"),
            row.games,
            row.solved,
            row.unaided,
            clock(row.best_ms) if row.unaided else "-",
            clock(row.mean_ms) if row.solved else "-",
        )
        for row in played
    ]
    return [head, *rows]


def _table(rows: Sequence[tuple[object, ...]], left: int, columns: int) -> Widget:
    return text("\n".join(table(rows, left, min(70, columns - 8))))


def _day(used: float) -> str:
    return f"{dt.datetime.fromtimestamp(used).astimezone():%Y-%m-%d}"
