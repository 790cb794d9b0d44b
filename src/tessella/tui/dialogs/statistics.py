"""The statistics: games by rules or level, days in a row, courses, and the best and fastest of them."""

from collections.abc import Sequence
from operator import itemgetter
from typing import ClassVar

from textual.widget import Widget

from tessella.i18n import _
from tessella.play import progress
from tessella.play.coach import Coach
from tessella.play.scores import BestGame, games_table
from tessella.tui.dialogs.base import Dialog, buttons, table, text

MIN_TABLE_COLUMNS = 60  # columns of a terminal below which the levels are told in sentences
MAX_GAMES = 200  # games, the fastest of all, some of which are of one puzzle


class StatisticsDialog(Dialog[None]):
    """Statistics of one game."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})

    def __init__(self, *parts: Widget) -> None:
        nothing = text(_("No game has been played yet."))
        super().__init__(_("Statistics"), *(parts or [nothing]), buttons(close=_("Close")))


def game2048(coach: Coach, columns: int) -> StatisticsDialog:
    """Return what was played of 2048, rules by rules, and the best games under those of now."""
    played, scores, rules = coach.statistics(), coach.game.store.scores, coach.game.table
    if not played.rows:
        return StatisticsDialog()
    best = scores.best_games(rules, limit=4) + scores.best_games(rules, assisted=True, limit=2)
    games = _games(_("Best games under these rules"), best, (0, 1, 2, 3, 4, 6), columns)
    return StatisticsDialog(_table([played.head, *played.rows[:6]], 0, columns), *games)


def sudoku(coach: Coach, columns: int) -> StatisticsDialog:
    """Return the levels of Sudoku as a table, or in sentences where that is too wide, and the fastest puzzles."""
    played, store = coach.statistics(), coach.game.store
    if not played.rows:
        return StatisticsDialog()
    if columns < MIN_TABLE_COLUMNS:
        parts = [text("\n".join(progress.told(store)))]
    else:
        parts = [_table([played.head, *played.rows], 0, columns)]
        parts += [text("\n".join(notes[:4]), "gap")] if (notes := coach.notes()) else []
    best = store.scores.best_games
    games = best(game="sudoku", limit=MAX_GAMES) + best(game="sudoku", assisted=True, limit=MAX_GAMES)
    solved: dict[str, BestGame] = {}
    for one in sorted(games, key=lambda one: one.ms):
        if one.won:
            solved.setdefault(one.id, one)
    return StatisticsDialog(*parts, *_games(_("Fastest puzzles"), [*solved.values()][:3], (4, 2, 3, 5, 6), columns))


def _games(title: str, games: list[BestGame], shown: tuple[int, ...], columns: int) -> list[Widget]:
    """Return some columns of a table of games; nothing where there are no games."""
    _title, head, rows = games_table(title, games)
    chosen = [itemgetter(*shown)(row) for row in (head, *rows)]
    return [text(title, "title gap"), _table(chosen, len(shown) - 1, columns)] if games else []


def _table(rows: Sequence[Sequence[str]], left: int, columns: int) -> Widget:
    return text("\n".join(table(rows, left, min(70, columns - 8))))
