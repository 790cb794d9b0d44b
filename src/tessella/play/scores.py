"""Score tables, statistics and the leaderboard, read from the stored games."""

import contextlib
import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tessella import games
from tessella.errors import StoreError, TessellaError
from tessella.i18n import _
from tessella.play.database import OwnedRows, Row, read_as
from tessella.play.session import Entry, Session, clock

_ASSISTED = "(edited = 1 OR undos > 0 OR hints > 0)"
# What may be told of a game, such as its id. Only rows of servers for several visitors have secrets.
PUBLIC = "CASE WHEN dealt = 1 AND over = 0 THEN score_table ELSE {} END"
_PUBLIC_ID = PUBLIC.format("id")
_CHOSEN = """
    owner = :owner AND (CAST(:table AS TEXT) IS NULL OR score_table = :table) AND (CAST(:game AS TEXT) IS NULL
        OR score_table = :game OR substr(score_table, 1, length(:game) + 1) = :game || ':')"""
_BEST_GAMES = """
    SELECT number, score_table, {public_id} AS id, {score} AS score, {assisted} AS assisted, undos, hints, moves, ms,
        won, over, used
    FROM game WHERE {chosen} AND {ranked} ORDER BY {score} DESC, won DESC, ms, used LIMIT :limit"""
_STATISTICS = """
    SELECT score_table, COUNT(*) AS games, SUM(won) AS won, SUM(over) AS over,
        SUM(CASE WHEN {assisted} THEN 1 ELSE 0 END) AS assisted, MAX(fair_score) AS best,
        COALESCE(MAX(CASE WHEN {assisted} THEN best_score END), 0) AS best_assisted,
        COALESCE(MIN(CASE WHEN won = 1 AND NOT {assisted} THEN ms END), 0) AS best_ms,
        AVG(CASE WHEN over = 1 THEN score END) AS mean, SUM(moves) AS moves, SUM(ms) AS ms,
        SUM(CASE WHEN won = 1 AND NOT {assisted} THEN 1 ELSE 0 END) AS won_unaided,
        COALESCE(SUM(CASE WHEN won = 1 THEN ms END), 0) AS won_ms
    FROM game WHERE {chosen} AND moves + undos > 0 GROUP BY score_table ORDER BY MAX(used) DESC"""
_BEFORE_HELP = """
    SELECT COUNT(*) AS moves, COALESCE(MAX(ms), 0) AS ms FROM journal
    WHERE number = :number AND event NOT IN ('new', 'pause') AND entry < (
        SELECT MIN(entry) FROM journal WHERE number = :number AND event IN ('undo', 'hint'))"""
_LEADERBOARD = """
    SELECT g.number, g.owner, COALESCE(n.value, '') AS name, g.id, {public_id} AS public_id, g.start, g.fair_score,
        g.best_score, g.undos, g.hints, g.moves, g.ms, g.won, g.entries, g.believed AS verified_entries,
        :assisted AS assisted
    FROM (
        SELECT *, ROW_NUMBER() OVER (PARTITION BY owner ORDER BY {score} DESC, won DESC, ms, used) AS place
        FROM game WHERE score_table = :table AND (CAST(:id AS TEXT) IS NULL OR id = :id) AND believed >= 0
            AND edited = 0 AND {dealt} AND {ranked}
    ) g LEFT JOIN setting n ON n.owner = g.owner AND n.name = 'name'
    WHERE g.place = 1 ORDER BY {score} DESC, won DESC, ms, used LIMIT :limit"""

# From the worst try to the best; of those that go on without points the one that has come further.
_ASSIGNED = """
    SELECT g.owner, g.id, g.won, g.over, g.ms, g.hints, g.undos, g.moves, g.score
    FROM game g WHERE g.id = :id AND g.owner != '' AND (CAST(:player AS TEXT) IS NULL OR g.owner = :player)
    ORDER BY g.won, g.over, g.score, CASE WHEN g.over = 1 THEN 0 ELSE g.moves END, g.hints + g.undos DESC, g.ms DESC,
        g.used"""


class Table(NamedTuple):
    """A table of texts, for every front end."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class BestGame(NamedTuple):
    """A game in a score table; in one without help as it stood before its first undo or hint."""

    score_table: str
    id: str
    score: int
    assisted: bool
    undos: int
    hints: int
    moves: int
    ms: int
    won: bool
    over: bool
    used: float


class AssignedGame(NamedTuple):
    """What somebody has made of a game that a class was given."""

    owner: str
    id: str
    won: bool = False
    over: bool = False
    ms: int = 0
    hints: int = 0
    undos: int = 0
    moves: int = 0
    score: int = 0

    @property
    def is_done(self) -> bool:
        """Whether it was solved, won or played to its end."""
        return self.won or self.over


@dataclass(frozen=True, slots=True)
class Statistics:
    """Totals of the games under one set of rules."""

    score_table: str
    games: int
    won: int
    over: int
    assisted: int
    best: int  # the best score without help
    best_assisted: int  # the best score with help, 0 where there is none
    best_ms: int  # the shortest clock of a game won without help, 0 where there is none
    mean: float | None  # the mean score of the games that ended, None where none did
    moves: int
    ms: int
    won_unaided: int  # games won without help
    won_ms: int  # the clocks of the games won, together


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A game of anybody's that claims a place in the leaderboard."""

    number: int
    owner: str
    name: str  # what its player wants to be called, "" where nothing was said
    id: str
    public_id: str  # the id, or as long as that is secret the score table
    start: str
    fair_score: int
    best_score: int
    undos: int
    hints: int
    moves: int
    ms: int
    won: bool
    entries: int
    verified_entries: int  # how many entries were replayed before
    assisted: bool  # whether it claims a place among the games with help
    moves_for_score: int  # how many moves, and how many milliseconds, it took to get the score that it claims
    ms_for_score: int
    journal: tuple[Entry, ...] = ()  # what is to be replayed, empty where it was before

    @property
    def score(self) -> int:
        """The score that it claims there."""
        return self.best_score if self.assisted else self.fair_score

    @property
    def is_verified(self) -> bool:
        """Whether all of it was replayed before."""
        return self.verified_entries == self.entries

    def is_genuine(self) -> bool:
        """Return whether the journal gives what is claimed, replayed from the start that the id stands for."""
        if self.is_verified:
            return True
        try:
            opening = games.open_id(self.id)
            starts = {board.to_text(): board for board in (opening.start, opening.whole) if board}
            if opening.edited or self.start not in starts or len(self.journal) != self.entries:
                return False
            session = Session(opening.id, starts[self.start])
            session.replay(self.journal)
        except TessellaError:
            return False
        claimed = (self.fair_score, self.best_score, self.undos, self.hints, self.moves, self.won)
        reached = (session.fair_score, session.best_score, session.undos, session.hints)
        return claimed == (*reached, session.step, session.position.is_won())


def games_table(title: str, games: Iterable[BestGame]) -> Table:
    """Return games as a table, their ids in the last column."""
    head = (_("Best"), _("Moves"), _("Undos"), _("Hints"), _("Time"), _("Day"), _("Game"))
    rows = [
        (
            *(score_text(one.id, one.score, one.ms), str(one.moves), str(one.undos), str(one.hints), clock(one.ms)),
            f"{dt.datetime.fromtimestamp(one.used).astimezone():%Y-%m-%d}",  # the player's own day
            one.id,
        )
        for one in games
    ]
    return Table(title, head, rows)


def best_text(score: int) -> str:
    """Return a best score, `-` where there is none yet."""
    return str(score) if score else "-"


def score_text(id: str, score: int, ms: int) -> str:
    """Return the figure that a game ranks by: its score, or the clock where it has none."""
    if games.GAMES[id].RANKS_BY_CLOCK:
        return clock(ms) if ms else "-"
    return str(score)


class Scores:
    """The scores of one owner, and the leaderboard of all."""

    def __init__(self, rows: OwnedRows) -> None:
        self._rows = rows

    def best(self, table: str) -> int:
        """Return the best score of a table that was reached without help."""
        query = "SELECT MAX(fair_score) AS best FROM game WHERE owner = :owner AND score_table = :table"
        rows = self._rows.read(query, {"table": table})
        return (rows and rows[0]["best"]) or 0

    def best_games(
        self, table: str | None = None, *, game: str | None = None, assisted: bool = False, limit: int = 10
    ) -> list[BestGame]:
        """Return the best games of a table, a game or all, without help or with, by score or else by the clock.

        Lessons and practice have none.
        """
        if table and not _is_listed(table):
            return []
        query = _BEST_GAMES.format(
            assisted=_ASSISTED, chosen=_CHOSEN, public_id=_PUBLIC_ID, **_ranking(assisted=assisted)
        )
        rows = self._rows.read(query, {"table": table, "game": game, "limit": limit})
        return [read_as(BestGame, row, **({} if assisted else self._unaided(row))) for row in rows]

    def _unaided(self, row: Row) -> dict[str, Any]:
        """Return the fields that differ in a game that had help later, as it stood before."""
        if not row["assisted"]:
            return {}
        spent = self._before_help(row["number"])
        none = {"assisted": False, "undos": 0, "hints": 0, "won": False, "over": False}
        return {**none, "moves": spent["moves"], "ms": spent["ms"]}

    def _before_help(self, number: int) -> Row:
        """Return the moves of a game before its first undo or hint, and the clock then."""
        return self._rows.read(_BEFORE_HELP, {"number": number})[0]

    def statistics(self, table: str | None = None, *, game: str | None = None) -> list[Statistics]:
        """Return the totals of each table, the latest first; games without a move do not count."""
        query = _STATISTICS.format(assisted=_ASSISTED, chosen=_CHOSEN)
        rows = (row for row in self._rows.read(query, {"table": table, "game": game}) if _is_listed(row["score_table"]))
        return [read_as(Statistics, row, mean=None if row["mean"] is None else float(row["mean"])) for row in rows]

    def solved(self, beginning: str) -> set[str]:
        """Return the ids that begin so, of the games that were won."""
        after = beginning[:-1] + chr(ord(beginning[-1]) + 1)  # so that the index by id is used
        query = "SELECT DISTINCT id FROM game WHERE owner = :owner AND won = 1 AND id >= :beginning AND id < :after"
        return {row["id"] for row in self._rows.read(query, {"beginning": beginning, "after": after})}

    def leaderboard(
        self, table: str, *, id: str | None = None, assisted: bool = False, seed_known: bool = True, limit: int = 10
    ) -> list[LeaderboardEntry]:
        """Return everybody's best game in a table, or at one game there; those without help, or those with.

        A game whose seed its player could know (of a day, opened by its id, or with help after the end that told it)
        ranks apart from those whose seed was secret; one whose start was edited ranks nowhere. What was found false is
        left out; the rest counts once `is_genuine` has said so and `mark_verified` was told.
        """
        was_secret = "dealt = 1" if assisted else "dealt > 0"  # a score without help was there before the first undo
        dealt = f"NOT {was_secret}" if seed_known else was_secret
        query = _LEADERBOARD.format(public_id=_PUBLIC_ID, dealt=dealt, **_ranking(assisted=assisted))
        best = []
        for row in self._rows.read(query, {"table": table, "id": id, "limit": limit, "assisted": int(assisted)}):
            spent = row if assisted or not (row["undos"] or row["hints"]) else self._before_help(row["number"])
            best.append(
                read_as(
                    LeaderboardEntry,
                    row,
                    moves_for_score=spent["moves"],
                    ms_for_score=spent["ms"],
                    journal=self._unverified_journal(row),
                )
            )
        return best

    def _unverified_journal(self, row: Row) -> tuple[Entry, ...]:
        if row["verified_entries"] == row["entries"]:
            return ()
        query = "SELECT ms, event FROM journal WHERE number = :number ORDER BY entry"
        return tuple(Entry(one["ms"], one["event"]) for one in self._rows.read(query, {"number": row["number"]}))

    def assigned(self, ids: Iterable[str], player: str | None = None) -> list[AssignedGame]:
        """Return each visitor's best try at each of these games, by default of everybody who has a name or has tried.

        What somebody has not begun is there too, with nothing done.
        """
        query = "SELECT owner FROM setting WHERE name = 'name' AND owner != '' AND value != ''"
        owners = {player: None} if player else {row["owner"]: None for row in self._rows.read(query)}
        ids, best = list(ids), dict[tuple[str, str], AssignedGame]()
        for id_ in ids:
            for row in self._rows.read(_ASSIGNED, {"id": id_, "player": player}):
                best[row["owner"], id_] = read_as(AssignedGame, row)
                owners[row["owner"]] = None
        return [best.get((owner, id_)) or AssignedGame(owner, id_) for owner in owners for id_ in ids]

    def mark_verified(self, entry: LeaderboardEntry, *, is_genuine: bool) -> None:
        """Remember whether a claim holds."""
        with contextlib.suppress(StoreError), self._rows.database.transaction():
            value = entry.entries if is_genuine else -1
            self._rows.database.execute("UPDATE game SET believed = ? WHERE number = ?", (value, entry.number))


def _is_listed(table: str) -> bool:
    """Return whether a table is of games that rank: not of a draft, a lesson or practice."""
    return games.name_of(table) in [*games.GAMES] and not games.GAMES[table].is_unlisted(table)


def _ranking(*, assisted: bool) -> dict[str, str]:
    if assisted:
        return {"score": "best_score", "ranked": f"{_ASSISTED} AND (best_score > 0 OR won = 1)"}
    return {"score": "fair_score", "ranked": f"edited = 0 AND (fair_score > 0 OR won = 1 AND NOT {_ASSISTED})"}
