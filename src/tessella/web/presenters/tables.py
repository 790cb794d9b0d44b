"""Menu, statistics and leaderboard of a player, as tables of texts."""

import datetime as dt
from typing import NamedTuple

from tessella import games, ids
from tessella.i18n import _
from tessella.play.scores import LeaderboardEntry
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.web.live_game import LiveGame
from tessella.web.protocol import Menu, MenuEntry, Scores, Statistics, Table

__all__ = ["Leaderboard", "leaderboards", "menu", "scores", "statistics"]

MAX_IN_PROGRESS = 5
"""Games in progress that the menu offers."""


def menu(store: Store) -> Menu:
    """Return the games that can be continued, and those that can be begun."""
    return Menu(
        in_progress=[MenuEntry(id, _("Continue {id}").format(id=id)) for id in store.in_progress()[:MAX_IN_PROGRESS]],
        new=[
            MenuEntry("2048:classic", "2048"),
            MenuEntry("2048:daily", _("2048 of the day")),
            MenuEntry("2048:sprint", _("2048 sprint: the game ends at the target")),
            MenuEntry("2048:cascade", _("2048 cascade: merged tiles merge again")),
            MenuEntry("sudoku", _("New Sudoku"), is_new=True),
            MenuEntry("sudoku:daily", _("Sudoku of the day")),
        ],
    )


def statistics(store: Store, game: LiveGame) -> Statistics:
    """Return what was played of a game, and the best games under its rules."""
    kinds, notes = game.presenter.statistics(store)
    best = [
        _best_games(store, game.stored.table, title, assisted=assisted)
        for title, assisted in ((_("Best games without help"), False), (_("Best games with help"), True))
    ]
    tables = [table for table in (kinds, *best) if table.rows]
    return Statistics(_("Statistics") if tables else _("No games yet."), tables, notes)


def _best_games(store: Store, table: str, title: str, *, assisted: bool) -> Table:
    head = [_("Best"), _("Moves"), _("Undos"), _("Hints"), _("Time"), _("Game")]
    rows = [
        [_score(game.score, game.ms), str(game.moves), str(game.undos), str(game.hints), clock(game.ms), game.id]
        for game in store.scores.best_games(table, assisted=assisted)
    ]
    return Table(title, head, rows)


def _score(score: int, ms: int) -> str:
    return str(score) if score else clock(ms) if ms else "-"


class Leaderboard(NamedTuple):
    """A leaderboard with its entries, some of which may be forged."""

    title: str
    entries: list[LeaderboardEntry]


def leaderboards(store: Store, game: LiveGame) -> list[Leaderboard]:
    """Return the leaderboards beside a game: of its rules, without help and with, and of the games of the day."""
    table = game.stored.table
    today = dt.date.today()  # noqa: DTZ011 - the player's own day
    days = [f"{name}:{ids.DAILY}/{today}" for name in games.GAMES]
    without, with_help = _("{table}, without help"), _("{table}, with help")
    chosen = [(without, table, False), (with_help, table, True)]
    chosen += [(without, day, False) for day in days if day != table]
    return [
        Leaderboard(title.format(table=table), store.scores.leaderboard(table, assisted=assisted))
        for title, table, assisted in chosen
    ]


def scores(store: Store, boards: list[Leaderboard], genuine: list[list[bool]]) -> Scores:
    """Return leaderboards as texts, and remember which entries were found genuine."""
    tables = []
    for board, flags in zip(boards, genuine, strict=True):
        pairs = list(zip(board.entries, flags, strict=True))
        for entry, is_genuine in pairs:
            if not is_genuine or entry.verified_entries != entry.entries:
                store.scores.mark_verified(entry, is_genuine=is_genuine)
        if held := [entry for entry, is_genuine in pairs if is_genuine]:
            tables.append(_table(board.title, held, store.owner))
    return Scores(_("Leaderboard") if tables else _("No games yet."), store.setting("name"), tables)


def _table(title: str, entries: list[LeaderboardEntry], owner: str) -> Table:
    head = ["", _("Name"), _("Best"), _("Moves"), _("Time"), _("Game")]
    rows = [
        [
            *(str(place), entry.name or _("visitor {name}").format(name=entry.owner[:4])),
            *(_score(entry.score, entry.ms), str(entry.moves), clock(entry.ms), entry.id),
        ]
        for place, entry in enumerate(entries, 1)
    ]
    mine = next((row for row, entry in enumerate(entries) if entry.owner == owner), None)
    return Table(title, head, rows, mine)
