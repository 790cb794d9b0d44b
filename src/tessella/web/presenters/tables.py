"""Menu, statistics and leaderboard of a player, as tables of texts."""

from collections.abc import Callable, Generator, Iterable
from itertools import islice, starmap
from typing import Any
from urllib.parse import quote

from tessella import games, ids
from tessella.errors import MoveError
from tessella.i18n import _, sentence
from tessella.play import progress
from tessella.play.scores import LeaderboardEntry, games_table, score_text
from tessella.play.session import clock
from tessella.play.store import Store
from tessella.sudoku.tutor import practice
from tessella.sudoku.tutor.lessons import taught
from tessella.web.live_game import LiveGame
from tessella.web.protocol import LessonEntry, Menu, MenuEntry, Share, Table, Tables

MAX_IN_PROGRESS = 200  # games in progress that the menu offers; the page shows the first few until asked for more
MAX_ROWS = 12  # rows of a table of statistics


def share(_store: Store, game: LiveGame) -> Share:
    """Return how to tell somebody of a game; raise MoveError as long as its seed is secret."""
    if game.stored.is_secret:
        raise MoveError(_("This game can be shared when it has ended: until then its seed is secret."))
    text = _("Play the same game: {id}").format(id=game.id)
    query, save = "?g=" + quote(game.id, safe="/:,."), game.stored.session.to_text()
    return Share(game.id, game.position.to_text(), query, text, save)


def menu(store: Store, assigned: Iterable[str] = ()) -> Menu:
    """Return the games that a class is given, those that can be continued, and those that can be begun."""
    given = store.scores.assigned(assigned, store.owner)
    begun = (game for game in store.in_progress() if game.moves or game.ms)  # a page opens one that nobody has begun
    return Menu(
        assigned=[
            MenuEntry(
                game.id,
                f"{n}. {games.GAMES[game.id].title(game.id)}",
                _("done") if progress.is_done(store, game) else "",
            )
            for n, game in enumerate(given, 1)
        ],
        drafts=[
            MenuEntry(draft.id, draft.title, draft.about, number=draft.number)
            for draft in islice(store.in_progress("setting"), MAX_IN_PROGRESS)
            if draft.moves
        ],
        asks_name=bool(given) and not store.setting("name"),
        in_progress=[
            MenuEntry(game.id, game.title, game.about, number=game.number) for game in islice(begun, MAX_IN_PROGRESS)
        ],
        new=[
            *starmap(MenuEntry, progress.games_of_2048()),
            MenuEntry("sudoku", _("New Sudoku"), is_new=True),
            *starmap(MenuEntry, progress.dailies(store)),
            MenuEntry("setting:9x9", _("Set a Sudoku")),
        ],
    )


def statistics(store: Store, game: LiveGame) -> Tables:
    """Return what was played of a game, and the best games under its rules."""
    found = [game.coach.statistics()]
    for title, assisted in ((_("Best games without help"), False), (_("Best games with help"), True)):
        found.append(games_table(title, store.scores.best_games(game.stored.table, assisted=assisted)))
    tables = [Table(title, head, rows[:MAX_ROWS]) for title, head, rows in found if rows]
    return Tables(_("Statistics"), tables, game.coach.notes() or _nothing(tables))


def lessons(store: Store, _game: LiveGame) -> list[LessonEntry]:
    """Return the techniques that can be practised, those with a lesson first, and how much of each is done."""
    courses = {one.lesson.slug: one for one in progress.lessons(store)}
    ids = {slug: practice.drill_id(courses[slug].lesson, 0) for slug in taught()}
    drilled = [progress.drills(store, courses.pop(slug).lesson) for slug in ids]
    return [
        LessonEntry(slug, sentence(one.lesson.name), one.so_far if one.solved else "", ids.get(slug, ""))
        for one in (*drilled, *courses.values())
        for slug in [one.lesson.slug]
    ]


def scores(store: Store, game: LiveGame) -> Generator[Callable[[], object], Any, Tables]:
    """Return the leaderboards beside a game: of its rules, without help and with, and of the games of the day.

    A game that no one has verified is replayed before it is shown, by whoever runs what is yielded.
    """
    table, today = game.stored.table, ids.daily(ids.DAILY)
    assert today
    days = {f"{name}:{ids.DAILY}/{today}": games.GAMES[name].daily_table(today) for name in games.GAMES}
    kinds: list[tuple[str, str | None, bool, bool]] = [
        (table, None, seed_known, assisted) for seed_known in (False, True) for assisted in (False, True)
    ]
    kinds += [(of_day, day, True, False) for day, of_day in days.items() if day != table]
    boards = [
        store.scores.leaderboard(table, id=id_, assisted=assisted, seed_known=seed_known)
        for table, id_, seed_known, assisted in kinds
    ]
    genuine = yield lambda: {entry.number for board in boards for entry in board if entry.is_genuine()}
    tables = []
    for (table, id_, seed_known, assisted), board in zip(kinds, boards, strict=True):
        for entry in board:
            if not entry.is_verified or entry.number not in genuine:
                store.scores.mark_verified(entry, is_genuine=entry.number in genuine)
        title = _("{table}, with help") if assisted else _("{table}, without help")
        title = _("{title} (known seed)").format(title=title) if seed_known else title
        if held := [entry for entry in board if entry.number in genuine]:
            tables.append(_table(title.format(table=id_ or table), held, store.owner))
    return Tables(_("Leaderboard"), tables, _nothing(tables), store.setting("name"))


def _nothing(tables: list[Table]) -> list[str]:
    return [] if tables else [_("No games yet.")]


def _table(title: str, entries: list[LeaderboardEntry], owner: str) -> Table:
    head = ["", _("Name"), _("Best"), _("Moves"), _("Time"), _("Moves/min"), _("Undos"), _("Hints"), _("Game")]
    rows = [
        [
            *(str(place), entry.name or _("visitor {name}").format(name=entry.owner[:4])),
            *(score_text(entry.id, entry.score, entry.ms), str(entry.moves_for_score), clock(entry.ms_for_score)),
            str(round(60_000 * entry.moves_for_score / entry.ms_for_score) if entry.ms_for_score else "-"),
            *(str(help_ if entry.assisted else 0) for help_ in (entry.undos, entry.hints)),
            entry.public_id,
        ]
        for place, entry in enumerate(entries, 1)
    ]
    mine = next((row for row, entry in enumerate(entries) if entry.owner == owner), None)
    return Table(title, head, rows, mine)
