"""The statistics of Sudoku: levels, days in a row, courses, and the fastest puzzles."""

from collections.abc import Iterable

from textual.widget import Widget

from tessella.i18n import _
from tessella.play import progress
from tessella.play.session import clock
from tessella.sudoku import level_name
from tessella.tui.dialogs.base import text
from tessella.tui.dialogs.statistics import StatisticsDialog, Table, day

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
    """Return a head, and a row a level."""
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
