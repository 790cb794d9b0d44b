"""Where are games, scores and statistics kept?

In one SQLite file in the platform's data folder (TESSELLA_HOME overrides), or in a PostgreSQL database for many
players; the statements are the same. A game is a row and its journal; a *slot* is a place for one game in progress
(`2048:classic`, `2048:daily/2026-11-20`) and says which game lies in it. Everything has an owner: "" for who plays on
this machine, a visitor's name on a server; a Store shows one owner's things alone, but for the leaderboard.

    slot 2048:classic ---> game 7   2048:classic#42    journal  0 left | 1 up | 2 undo | ...
                              |  before / after: the games that New game left and opened, so that undo finds back
                           game 5   2048:classic#17

Every event is committed, and on the disk, before the next key is read. An event is stored only if it follows the last
stored one, so that two processes on one game never tear it.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tessella import games, ids
from tessella.errors import StoreError, TessellaError, quote
from tessella.i18n import _
from tessella.play.database import Database, NewerError, Sqlite, Values, cannot_save, set_aside
from tessella.play.session import Entry, Session

__all__ = ["BestGame", "GameRow", "LeaderboardEntry", "MovedElsewhereError", "Statistics", "Store", "home"]

FILE = "tessella.sqlite3"
CHECKPOINT = 64
"""Entries between two stored positions."""


def home() -> Path:
    """Return the folder that Tessella keeps its files in: TESSELLA_HOME, or the platform's own place for such data."""
    if told := os.environ.get("TESSELLA_HOME"):
        return Path(told).expanduser()
    import platformdirs  # noqa: PLC0415 - only where nobody said otherwise

    return platformdirs.user_data_path("tessella", appauthor=False)


class MovedElsewhereError(StoreError):
    """Another process has moved in this game first."""


class BestGame(NamedTuple):
    """A game in a score table."""

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


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """A game of anybody's that claims a place in the leaderboard."""

    assisted: bool
    """Whether it claims a place among the games with help."""
    number: int
    owner: str
    name: str
    """What its player wants to be called, "" where nothing was said."""
    id: str
    start: str
    edited: bool
    fair_score: int
    best_score: int
    undos: int
    hints: int
    moves: int
    ms: int
    won: bool
    entries: int
    verified_entries: int
    """How many entries were replayed before."""
    journal: tuple[Entry, ...]
    """What is to be replayed, empty where it was before."""

    @property
    def score(self) -> int:
        """What it claims there."""
        return self.best_score if self.assisted else self.fair_score

    def is_genuine(self) -> bool:
        """Return whether the journal gives what is claimed, replayed from the start that the id stands for."""
        if self.verified_entries == self.entries:
            return True
        try:
            opening = games.open_id(self.id)
            session = Session(opening.id, opening.start, edited=opening.edited)
            if (
                opening.start.to_text() != self.start
                or opening.edited != self.edited
                or len(self.journal) != self.entries
            ):
                return False
            session.replay(self.journal)
        except TessellaError:
            return False
        claimed = (self.fair_score, self.best_score, self.undos, self.hints, self.moves, self.won)
        reached = (session.fair_score, session.best_score, session.undos, session.hints)
        return claimed == (*reached, session.step, session.position.is_won())


@dataclass(slots=True)
class GameRow:
    """A session, and where it is kept."""

    session: Session
    slot: str
    table: str
    """The score table that it counts in."""
    again: str
    """The id that New game opens after it."""
    number: int = 0
    """Its row, 0 until it has one."""
    saved: int = 0
    """How many entries of its journal are stored."""
    before: int | None = None
    """The row of the game that New game left for this one."""
    after: int | None = None
    """The row of the game that it was left for, until a move is played here."""
    left: "GameRow | None" = None
    """The game that New game left for this one, until both are stored."""

    @classmethod
    def fresh(cls, opening: ids.Opening[games.Position], left: "GameRow | None" = None) -> "GameRow":
        """Return a game that begins, not yet stored, in place of the one that is left."""
        session = Session(opening.id, opening.start, edited=opening.edited)
        return cls(session, opening.slot, opening.table, opening.again, left=left)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What was played under one set of rules."""

    score_table: str
    games: int
    won: int
    over: int
    assisted: int
    best: int
    """The best score without help."""
    best_assisted: int
    """The best score with help, 0 where there is none."""
    best_ms: int
    """The shortest clock of a game won without help, 0 where there is none."""
    mean: float
    """The mean score of the games that ended."""
    moves: int
    ms: int
    won_unaided: int
    """Games won without help."""
    won_ms: int
    """The clocks of the games won, together."""


class Store:
    """The file, or a stand-in in memory where there is none to be had.

    >>> store = Store.in_memory()
    >>> kept = store.begin(games.open_id("2048:classic#42"))
    >>> kept.session.play("left")
    >>> store.append(kept)
    >>> store.in_slot("2048:classic").session.moves
    ('left',)
    """

    def __init__(self, database: Database, notices: list[str] | None = None, *, owner: str = "") -> None:
        self._db = database
        self.owner = owner
        self.notices = notices or []
        """What the player should be told about the file, in whole sentences."""
        self._unreadable: set[int] = set()

    @property
    def path(self) -> Path | str | None:
        """The file or the database's name, None where games are not kept."""
        return self._db.name

    def of(self, owner: str) -> "Store":
        """Return the same store as another owner sees it; what is to be told of the file is told to its own."""
        return Store(self._db, self.notices if owner == self.owner else None, owner=owner)

    # --- Opening the file ---

    @classmethod
    def open(cls, path: Path | None = None) -> "Store":
        """Return the store in `path`, by default the player's own; where that cannot be, one in memory that says so."""
        path = path or home() / FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(Sqlite.open(path))
        except NewerError:
            why = _("{path} was written by a newer Tessella; this game will not be saved").format(path=path)
        except (*Sqlite.errors, UnicodeDecodeError) as error:
            if Sqlite.is_damage(error):
                return cls._beside_damaged(path)
            why = cannot_save(path, error)
        except OSError as error:
            why = cannot_save(path, error)
        return cls.in_memory([why])

    @classmethod
    def _beside_damaged(cls, path: Path) -> "Store":
        """Set a file that is none of ours aside, under another name, and begin a new one."""
        aside = set_aside(path)
        if aside is None:
            return cls.in_memory([_("{path} cannot be read; this game will not be saved").format(path=path)])
        said = _("{path} could not be read; it is kept as {aside}, and a new file was begun").format(
            path=path, aside=aside.name
        )
        try:
            return cls(Sqlite.open(path), [said])
        except (*Sqlite.errors, OSError) as error:
            return cls.in_memory([said, cannot_save(path, error)])

    @classmethod
    def in_memory(cls, notices: list[str] | None = None) -> "Store":
        """Return a store that forgets everything when the program ends."""
        return cls(Sqlite.in_memory(), notices)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Store all that is stored in the block in one commit; raise StoreError, with nothing stored, where that fails.

        It holds for every owner. Games then know that they are unsaved, and storing them again is free to succeed.
        """
        with self._db.together():
            yield

    def _read(self, query: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds; none, and a notice, where the file can no longer be read.

        In a query that names its values, `:owner` is the store's.
        """
        try:
            return self._db.execute(query, self._named(values))
        except self._db.errors as error:
            said = _("{path} cannot be read any more ({why})").format(path=self.path, why=_first_line(error))
            if said not in self.notices:
                self.notices.append(said)
            return []

    def _named(self, values: Values) -> Values:
        return {"owner": self.owner, **values} if isinstance(values, dict) else values

    # --- Games in their slots ---

    def last_slot(self, game: str, table: str | None = None) -> str | None:
        """Return the slot of a game ("2048"), or of a score table, that was used last; None where there is none.

        The game of a day counts in the table of its rules too, but who asks for these wants no day's game.
        """
        rows = self._read(
            "SELECT s.slot FROM slot s JOIN game g USING (number) WHERE s.owner = :owner AND s.game = :game "
            "AND (CAST(:table AS TEXT) IS NULL OR g.score_table = :table AND substr(s.slot, 1, :n) != :daily) "
            "ORDER BY s.used DESC LIMIT 1",
            {"game": game, "table": table, "n": len(game) + 7, "daily": f"{game}:{ids.DAILY}/"},
        )
        return rows[0][0] if rows else None

    def in_slot(self, slot: str) -> "GameRow | None":
        """Return the game that lies in a slot, None for an empty slot or a game that can no longer be read."""
        rows = self._read("SELECT number FROM slot WHERE owner = :owner AND slot = :slot", {"slot": slot})
        if not rows:
            return None
        try:
            return self._load(rows[0][0])
        except ValueError as error:
            self._unreadable.add(rows[0][0])
            said = _("the game in {slot} cannot be read and stays where it is; here is a new one ({why})")
            if (notice := said.format(slot=slot, why=error)) not in self.notices:
                self.notices.append(notice)
            return None

    def standing(self, slot: str) -> tuple[int, int] | None:
        """Return the row of the game in a slot and how many entries it has, None for an empty slot."""
        rows = self._read(STANDING, {"slot": slot})
        return (rows[0][0], rows[0][1]) if rows else None

    def _load(self, number: int) -> "GameRow":
        """Return a stored game; raise StoreError, or what its texts raise, where it cannot be read."""
        found = self._read(
            "SELECT slot, score_table, again, id, start, edited, before, after, "
            "entries, position, fair_score, best_score FROM game WHERE number = :number AND owner = :owner",
            {"number": number},
        )
        rows = self._read("SELECT ms, event, position FROM journal WHERE number = ? ORDER BY entry", (number,))
        if not found or len(rows) != found[0][8]:
            raise StoreError(_("expected the game in row {number} in full, got less").format(number=number))
        slot, table, again, id_, start, edited, before, after, _entries, position, fair_score, best_score = found[0]
        session = Session(id_, games.GAMES[id_].Board.parse(start), edited=bool(edited))
        known = {entry: text for entry, (_ms, _event, text) in enumerate(rows) if text}
        if rows:
            known[len(rows) - 1] = position
        journal = [Entry(ms, event) for ms, event, _text in rows]
        session.restore(journal, known, fair_score=fair_score, best_score=best_score)
        if session.position.to_text() != position:  # read here, so that what cannot be read is found here
            raise StoreError(_("expected the game in row {number} in full, got less").format(number=number))
        return GameRow(session, slot, table, again, number, len(rows), before, after)

    def begin(self, opening: ids.Opening[games.Position], left: "GameRow | None" = None) -> "GameRow":
        """Put a fresh game into a slot, in place of the one that is left."""
        kept = GameRow.fresh(opening, left)
        self.append(kept)
        return kept

    def _point(self, slot: str, number: int) -> None:
        self._db.execute(
            "INSERT INTO slot (owner, slot, game, number, used) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (owner, slot) DO UPDATE SET number = excluded.number, used = excluded.used",
            (self.owner, slot, ids.split(slot)[0], number, time.time()),
        )

    def _check(self, kept: "GameRow") -> None:
        """Raise MovedElsewhereError unless the slot and its game stand as this process left them."""
        rows = self._db.execute(STANDING, {"owner": self.owner, "slot": kept.slot})
        row = rows[0] if rows else None
        is_free = row is None or row[0] in self._unreadable
        if row != (kept.number, kept.saved) if kept.number else not is_free:
            raise MovedElsewhereError(_("this game went on in another window; here is how it stands now"))

    def append(self, kept: "GameRow") -> None:
        """Store what was done at a game since the last time, and first at the one that was left for it.

        All of it or nothing: raises MovedElsewhereError where another process has moved first, StoreError where the
        file takes nothing.
        """
        chain = [kept]
        while chain[0].left:
            chain.insert(0, chain[0].left)
        numbers: list[int] = []
        with self._db.transaction():
            for game in chain:
                numbers.append(self._write(game, numbers[-1] if numbers else None))
        self._db.when_undone(*(_as_it_is(game) for game in chain))
        for game, number in zip(chain, numbers, strict=True):
            if game.left:
                game.before, game.left.after, game.left = game.left.number, number, None
            game.number, game.saved = number, len(game.session.journal)

    def _write(self, kept: "GameRow", before: int | None) -> int:
        """Write a game's row and what is new of its journal; return the row's number."""
        standing = _standing(kept.session) | {"entries": len(kept.session.journal), "after": kept.after}
        if kept.number or kept.left is None or kept.left.slot != kept.slot:
            self._check(kept)
        if kept.number:
            number = kept.number
            columns = ", ".join(f"{name} = :{name}" for name in standing)
            query = f"UPDATE game SET {columns} WHERE number = :number"  # noqa: S608 - our own names
            self._db.execute(query, standing | {"number": number})
        else:
            fixed = {
                "owner": self.owner,
                "slot": kept.slot,
                "score_table": kept.table,
                "again": kept.again,
                "id": kept.session.id,
                "start": kept.session.start.to_text(),
                "edited": int(kept.session.edited),
                "before": before,
                "started": time.time(),
            }
            number = self._insert_game(fixed | standing)
            if before:
                self._db.execute("UPDATE game SET after = ? WHERE number = ?", (number, before))
        fresh = kept.session.journal[kept.saved :]
        rows = [[number, kept.saved + i, entry.ms, entry.event, None] for i, entry in enumerate(fresh)]
        if standing["entries"] // CHECKPOINT > kept.saved // CHECKPOINT:
            rows[-1][-1] = standing["position"]
        for row in rows:
            self._db.execute("INSERT INTO journal (number, entry, ms, event, position) VALUES (?, ?, ?, ?, ?)", row)
        self._point(kept.slot, number)
        return number

    def _insert_game(self, row: dict[str, Any]) -> int:
        names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        query = f"INSERT INTO game ({names}) VALUES ({values}) RETURNING number"  # noqa: S608 - our own names
        number: int = self._db.execute(query, row)[0][0]
        return number

    def cross(self, kept: "GameRow", number: int) -> "GameRow":
        """Return the game before or after, back in its slot; in a slot of its own, whatever lies there by now."""
        other = self._load(number)
        if other.slot != kept.slot:
            other = self.in_slot(other.slot) or other
        with self._db.transaction():
            self._check(kept)
            self._point(other.slot, other.number)
        return other

    # --- Scores and statistics ---

    def best(self, table: str, *, assisted: bool = False) -> int:
        """Return the best score of a table: reached without help, or with."""
        column = f"MAX(CASE WHEN {_ASSISTED} THEN best_score END)" if assisted else "MAX(fair_score)"
        query = f"SELECT {column} FROM game WHERE owner = :owner AND score_table = :table"  # noqa: S608 - ours
        rows = self._read(query, {"table": table})
        return (rows and rows[0][0]) or 0

    def best_games(self, table: str | None = None, *, assisted: bool = False, limit: int = 10) -> list[BestGame]:
        """Return the best games, of one table or of all, best first; those without help, or those with.

        The better score comes first; where the game gives none, the quicker solver.
        """
        score, kept, solved = (
            ("best_score", _ASSISTED, "won = 1")
            if assisted
            else ("fair_score", "edited = 0", f"won = 1 AND NOT {_ASSISTED}")
        )
        query = f"""
            SELECT score_table, id, {score}, {_ASSISTED}, undos, hints, moves, ms, won, over, used FROM game
            WHERE owner = :owner AND {kept} AND ({score} > 0 OR {solved})
                AND (CAST(:table AS TEXT) IS NULL OR score_table = :table)
            ORDER BY {score} DESC, won DESC, ms, used LIMIT :limit"""  # noqa: S608 - our own words
        rows = self._read(query, {"table": table, "limit": limit})
        return [
            BestGame(r[0], r[1], r[2], bool(r[3]), r[4], r[5], r[6], r[7], bool(r[8]), bool(r[9]), r[10]) for r in rows
        ]

    def statistics(self, table: str | None = None) -> list[Statistics]:
        """Return what was played, a row a table, the latest first; only games with a move in them count."""
        query = f"""
            SELECT score_table, COUNT(*), SUM(won), SUM(over), SUM(CASE WHEN {_ASSISTED} THEN 1 ELSE 0 END),
                MAX(fair_score), COALESCE(MAX(CASE WHEN {_ASSISTED} THEN best_score END), 0),
                COALESCE(MIN(CASE WHEN won = 1 AND NOT {_ASSISTED} THEN ms END), 0),
                COALESCE(AVG(CASE WHEN over = 1 THEN score END), 0.0), SUM(moves), SUM(ms),
                SUM(CASE WHEN won = 1 AND NOT {_ASSISTED} THEN 1 ELSE 0 END),
                COALESCE(SUM(CASE WHEN won = 1 THEN ms END), 0)
            FROM game WHERE owner = :owner AND moves + undos > 0
                AND (CAST(:table AS TEXT) IS NULL OR score_table = :table)
            GROUP BY score_table ORDER BY MAX(used) DESC"""  # noqa: S608 - our own words
        found: list[list[Any]] = [
            [row[0], *map(int, row[1:8]), float(row[8]), *map(int, row[9:])]  # PostgreSQL adds up to its Decimal
            for row in self._read(query, {"table": table})
        ]
        return [Statistics(*row) for row in found]

    def leaderboard(self, table: str, *, assisted: bool = False, limit: int = 10) -> list[LeaderboardEntry]:
        """Return everybody's best game in a table, best first; those without help, or those with.

        What was found not to hold is left out; the rest is believed once `holds` has said so and `believe` was told.
        """
        score, kept, solved = (
            ("best_score", _ASSISTED, "won = 1")
            if assisted
            else ("fair_score", "edited = 0", f"won = 1 AND NOT {_ASSISTED}")
        )
        query = f"""
            SELECT g.number, g.owner, COALESCE(n.value, ''), g.id, g.start, g.edited, g.fair_score, g.best_score,
                g.undos, g.hints, g.moves, g.ms, g.won, g.entries, g.believed
            FROM game g LEFT JOIN setting n ON n.owner = g.owner AND n.name = 'name'
            WHERE g.score_table = :table AND g.believed >= 0 AND {kept} AND ({score} > 0 OR {solved})
            ORDER BY {score} DESC, won DESC, ms, used LIMIT :most"""  # noqa: S608 - our own words
        best: dict[str, LeaderboardEntry] = {}
        for row in self._read(query, {"table": table, "most": 20 * limit}):
            if row[1] in best or len(best) == limit:
                continue
            journal: tuple[Entry, ...] = ()
            if row[13] != row[14]:
                events = self._read("SELECT ms, event FROM journal WHERE number = ? ORDER BY entry", (row[0],))
                journal = tuple(Entry(ms, event) for ms, event in events)
            values: list[Any] = [*row[:5], bool(row[5]), *row[6:12], bool(row[12]), *row[13:], journal]
            best[row[1]] = LeaderboardEntry(assisted, *values)
        return list(best.values())

    def mark_verified(self, claim: LeaderboardEntry, *, is_genuine: bool) -> None:
        """Remember whether a claim holds."""
        with contextlib.suppress(StoreError), self._db.transaction():
            value = claim.entries if is_genuine else -1
            self._db.execute("UPDATE game SET believed = ? WHERE number = ?", (value, claim.number))

    def solved(self, beginning: str) -> set[str]:
        """Return the ids that begin so, of the games that were won."""
        after = beginning[:-1] + chr(ord(beginning[-1]) + 1)  # so that the index by id is used
        query = "SELECT DISTINCT id FROM game WHERE owner = :owner AND won = 1 AND id >= :beginning AND id < :after"
        return {row[0] for row in self._read(query, {"beginning": beginning, "after": after})}

    def in_progress(self) -> list[str]:
        """Return the ids of the unfinished games that lie in slots, the one played last first."""
        query = (
            "SELECT g.id FROM slot s JOIN game g USING (number) "
            "WHERE s.owner = :owner AND g.over = 0 ORDER BY s.used DESC"
        )
        return [row[0] for row in self._read(query, {})]

    def export(self, id: str | None = None) -> Session:
        """Return the session of an id, the latest where there are several; by default the one played last."""
        if id is None:
            rows = self._read("SELECT number FROM slot WHERE owner = :owner ORDER BY used DESC LIMIT 1", {})
            if not rows:
                raise StoreError(
                    _("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048")
                )
            return self._load(rows[0][0]).session
        by_id = "SELECT number FROM game WHERE owner = :owner AND id = :id ORDER BY used DESC LIMIT 1"
        if rows := self._read(by_id, {"id": id.strip()}):  # what an id stands for may take long to make
            return self._load(rows[0][0]).session
        opening = games.open_id(id)
        rows = self._read(by_id, {"id": opening.id})
        rows = rows or self._read(
            "SELECT number FROM slot WHERE owner = :owner AND slot = :slot", {"slot": opening.slot}
        )
        session = self._load(rows[0][0]).session if rows else None
        if session is None or ("#" in id and session.id != opening.id):
            raise StoreError(_("expected the id of a saved game, got {text}").format(text=quote(id)))
        return session

    # --- Settings ---

    def setting(self, name: str, default: str = "") -> str:
        """Return what the player has chosen, such as a theme."""
        rows = self._read("SELECT value FROM setting WHERE owner = :owner AND name = :name", {"name": name})
        return rows[0][0] if rows else default

    def choose(self, name: str, value: str) -> None:
        """Remember what the player has chosen."""
        with contextlib.suppress(StoreError), self._db.transaction():
            self._db.execute(
                "INSERT INTO setting (owner, name, value) VALUES (?, ?, ?) "
                "ON CONFLICT (owner, name) DO UPDATE SET value = excluded.value",
                (self.owner, name, value),
            )


STANDING = "SELECT s.number, g.entries FROM slot s JOIN game g USING (number) WHERE s.owner = :owner AND s.slot = :slot"
_ASSISTED = "(edited = 1 OR undos > 0 OR hints > 0)"


def _as_it_is(kept: GameRow) -> Callable[[], None]:
    """Return what makes a game as unsaved again as it is now."""
    number, saved, before, after, left = kept.number, kept.saved, kept.before, kept.after, kept.left

    def restore() -> None:
        kept.number, kept.saved, kept.before, kept.after, kept.left = number, saved, before, after, left

    return restore


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _standing(session: Session) -> dict[str, Any]:
    """Return the columns that say how a game stands."""
    position = session.position
    return {
        "position": position.to_text(),
        "score": position.score,
        "best_score": session.best_score,
        "fair_score": session.fair_score,
        "undos": session.undos,
        "hints": session.hints,
        "moves": session.step,
        "ms": session.elapsed_ms,
        "won": int(position.is_won()),
        "over": int(position.is_over()),
        "used": time.time(),
    }
