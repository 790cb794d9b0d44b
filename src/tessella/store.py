"""Where are games, scores and statistics kept?

In one SQLite file in the platform's data folder (TESSELLA_HOME overrides). A game is a row and its journal; a *slot* is
a place for one game in progress (`2048:classic`, `2048:daily/2026-11-20`) and says which game lies in it.

    slot 2048:classic ---> game 7   2048:classic#42    journal  0 left | 1 up | 2 undo | ...
                              |  before / after: the games that New game left and opened, so that undo finds back
                           game 5   2048:classic#17

Every event is committed, and on the disk, before the next key is read. An event is stored only if it follows the last
stored one, so that two processes on one game never tear it.
"""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tessella import games, ids
from tessella.errors import StoreError, quote
from tessella.i18n import _
from tessella.session import Entry, Session

__all__ = ["Kept", "MovedElsewhereError", "Record", "Statistics", "Store", "home"]

FILE = "tessella.sqlite3"
APPLICATION = 0x7E55E11A  # SQLite's application_id: this file is ours
VERSION = 1
PATIENCE = 5.0  # seconds to wait for another process's commit

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    slot TEXT NOT NULL,
    score_table TEXT NOT NULL,
    id TEXT NOT NULL,
    start TEXT NOT NULL,
    edited INTEGER NOT NULL,
    before INTEGER REFERENCES game,
    after INTEGER REFERENCES game,
    entries INTEGER NOT NULL DEFAULT 0,
    position TEXT NOT NULL,
    score INTEGER NOT NULL,
    best_score INTEGER NOT NULL,
    fair_score INTEGER NOT NULL,
    undos INTEGER NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0,
    ms INTEGER NOT NULL DEFAULT 0,
    won INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0,
    started REAL NOT NULL,
    used REAL NOT NULL
);
CREATE INDEX game_by_table ON game (score_table, best_score);
CREATE INDEX game_by_id ON game (id);
CREATE TABLE slot (
    slot TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES game,
    used REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE journal (
    number INTEGER NOT NULL REFERENCES game,
    entry INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (number, entry)
) WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def home() -> Path:
    """Return the folder that Tessella keeps its files in: TESSELLA_HOME, or the platform's own place for such data."""
    if told := os.environ.get("TESSELLA_HOME"):
        return Path(told).expanduser()
    import platformdirs  # noqa: PLC0415 - only where nobody said otherwise

    return platformdirs.user_data_path("tessella", appauthor=False)


class MovedElsewhereError(StoreError):
    """Another process has moved in this game first."""


class Record(NamedTuple):
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


@dataclass(slots=True)
class Kept:
    """A session, and where it is kept."""

    session: Session
    slot: str
    table: str
    """The score table that it counts in."""
    number: int
    """Its row."""
    saved: int
    """How many entries of its journal are stored."""
    before: int | None
    """The row of the game that New game left for this one."""
    after: int | None
    """The row of the game that it was left for, until a move is played here."""


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


class Store:
    """The file, or a stand-in in memory where there is none to be had.

    >>> store = Store.in_memory()
    >>> kept = store.begin(games.open_id("2048:classic#42"))
    >>> kept.session.play("left")
    >>> store.append(kept)
    >>> store.in_slot("2048:classic").session.moves
    ('left',)
    """

    def __init__(self, connection: sqlite3.Connection, path: Path | None, notices: list[str] | None = None) -> None:
        self._db = connection
        self.path = path
        """The file, None where games are not kept."""
        self.notices = notices or []
        """What the player should be told about the file, in whole sentences."""

    # --- Opening the file ---

    @classmethod
    def open(cls, path: Path | None = None) -> "Store":
        """Return the store in `path`, by default the player's own; where that cannot be, one in memory that says so."""
        path = path or home() / FILE
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return cls(_connect(path), path)
        except _NewerError:
            why = _("{path} was written by a newer Tessella; this game will not be saved").format(path=path)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                why = _cannot_save(path, error)
            else:
                return cls._beside_damaged(path)
        except OSError as error:
            why = _cannot_save(path, error)
        return cls.in_memory([why])

    @classmethod
    def _beside_damaged(cls, path: Path) -> "Store":
        """Set a file that is none of ours aside, under another name, and begin a new one."""
        aside = _set_aside(path)
        if aside is None:
            return cls.in_memory([_("{path} cannot be read; this game will not be saved").format(path=path)])
        said = _("{path} could not be read; it is kept as {aside}, and a new file was begun").format(
            path=path, aside=aside.name
        )
        store = cls.open(path)
        store.notices.insert(0, said)
        return store

    @classmethod
    def in_memory(cls, notices: list[str] | None = None) -> "Store":
        """Return a store that forgets everything when the program ends."""
        connection = sqlite3.connect(":memory:", isolation_level=None)
        _create(connection)
        return cls(connection, None, notices)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, and on the disk at the end; raise StoreError where the file cannot be written."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(_cannot_save(self.path, error)) from error

    # --- Games in their slots ---

    def last_slot(self, game: str) -> str | None:
        """Return the slot of a game ("2048") that was used last, None where there is none."""
        row = self._db.execute("SELECT slot FROM slot WHERE game = ? ORDER BY used DESC LIMIT 1", (game,)).fetchone()
        return row[0] if row else None

    def in_slot(self, slot: str) -> "Kept | None":
        """Return the game that lies in a slot, None for an empty slot or a game that can no longer be read."""
        try:
            row = self._db.execute("SELECT number FROM slot WHERE slot = ?", (slot,)).fetchone()
            return self._load(row[0]) if row else None
        except (StoreError, ValueError) as error:
            self.notices.append(
                _("the game in {slot} cannot be read and stays where it is; here is a new one ({why})").format(
                    slot=slot, why=error
                )
            )
            return None

    def _load(self, number: int) -> "Kept":
        """Return a stored game, replayed; raise StoreError or ReplayError where it cannot be."""
        try:
            slot, table, id_, start, edited, before, after = self._db.execute(
                "SELECT slot, score_table, id, start, edited, before, after FROM game WHERE number = ?", (number,)
            ).fetchone()
            rows = self._db.execute(
                "SELECT ms, event FROM journal WHERE number = ? ORDER BY entry", (number,)
            ).fetchall()
        except sqlite3.Error as error:
            raise StoreError(str(error)) from error
        position = games.load(ids.split(id_)[0]).Board.parse(start)
        session = Session(id_, position, edited=bool(edited))
        session.replay(Entry(ms, event) for ms, event in rows)
        return Kept(session, slot, table, number, len(rows), before, after)

    def begin(self, opening: ids.Opening[games.Position], left: "Kept | None" = None) -> "Kept":
        """Put a fresh game into a slot, in place of the one that is left."""
        session = Session(opening.id, opening.start, edited=opening.edited)
        now = time.time()
        with self._transaction() as db:
            if left:
                self._check(db, left)
            row = {
                "slot": opening.slot,
                "score_table": opening.table,
                "id": opening.id,
                "start": str(opening.start),
                "edited": opening.edited,
                "before": left.number if left else None,
                "started": now,
            }
            row |= _standing(session)
            number = _insert(db, "game", row)
            if left:
                db.execute("UPDATE game SET after = ? WHERE number = ?", (number, left.number))
            self._point(db, opening.slot, number)
        if left:
            left.after = number
        return Kept(session, opening.slot, opening.table, number, 0, left.number if left else None, None)

    def _point(self, db: sqlite3.Connection, slot: str, number: int) -> None:
        db.execute(
            "INSERT INTO slot VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET number = excluded.number, used = excluded.used",
            (slot, ids.split(slot)[0], number, time.time()),
        )

    def _check(self, db: sqlite3.Connection, kept: "Kept") -> None:
        """Raise MovedElsewhereError unless the slot and its game stand as this process left them."""
        row = db.execute(
            "SELECT s.number, g.entries FROM slot s JOIN game g USING (number) WHERE s.slot = ?", (kept.slot,)
        ).fetchone()
        if row != (kept.number, kept.saved):
            raise MovedElsewhereError(_("this game went on in another window; here is how it stands now"))

    def append(self, kept: "Kept") -> None:
        """Store what was done at a kept since the last time; raise StoreError where that cannot be."""
        fresh = kept.session.journal[kept.saved :]
        with self._transaction() as db:
            self._check(db, kept)
            db.executemany(
                "INSERT INTO journal VALUES (?, ?, ?, ?)",
                [(kept.number, kept.saved + i, entry.ms, entry.event) for i, entry in enumerate(fresh)],
            )
            standing = _standing(kept.session) | {"entries": kept.saved + len(fresh), "after": kept.after}
            columns = ", ".join(f"{name} = :{name}" for name in standing)
            db.execute(f"UPDATE game SET {columns} WHERE number = :number", standing | {"number": kept.number})  # noqa: S608 - our own names
            self._point(db, kept.slot, kept.number)
        kept.saved += len(fresh)

    def cross(self, kept: "Kept", number: int) -> "Kept":
        """Put the game before or after back into the slot, and return it."""
        other = self._load(number)
        with self._transaction() as db:
            self._check(db, kept)
            self._point(db, kept.slot, number)
        return other

    # --- Scores and statistics ---

    def best(self, table: str, *, assisted: bool = False) -> int:
        """Return the best score of a table: reached without help, or with."""
        column = f"MAX(CASE WHEN {_ASSISTED} THEN best_score END)" if assisted else "MAX(fair_score)"
        row = self._db.execute(f"SELECT {column} FROM game WHERE score_table = ?", (table,)).fetchone()  # noqa: S608 - ours
        return row[0] or 0

    def records(self, table: str | None = None, *, assisted: bool = False, limit: int = 10) -> list[Record]:
        """Return the best games, of one table or of all, best first; those without help, or those with.

        The better score comes first; where the game gives none, the quicker solver.
        """
        score, kept = ("best_score", _ASSISTED) if assisted else ("fair_score", "NOT edited")
        query = f"""
            SELECT score_table, id, {score}, {_ASSISTED}, undos, hints, moves, ms, won, over, used FROM game
            WHERE {kept} AND ({score} > 0 OR won) AND (:table IS NULL OR score_table = :table)
            ORDER BY {score} DESC, won DESC, ms, used LIMIT :limit"""  # noqa: S608 - our own words
        rows = self._db.execute(query, {"table": table, "limit": limit}).fetchall()
        return [
            Record(r[0], r[1], r[2], bool(r[3]), r[4], r[5], r[6], r[7], bool(r[8]), bool(r[9]), r[10]) for r in rows
        ]

    def statistics(self, table: str | None = None) -> list[Statistics]:
        """Return what was played, a row a table, the latest first; only games with a move in them count."""
        query = f"""
            SELECT score_table, COUNT(*), SUM(won), SUM(over), SUM({_ASSISTED}), MAX(fair_score),
                COALESCE(MAX(CASE WHEN {_ASSISTED} THEN best_score END), 0),
                COALESCE(MIN(CASE WHEN won AND NOT {_ASSISTED} THEN ms END), 0),
                COALESCE(AVG(CASE WHEN over THEN score END), 0.0), SUM(moves), SUM(ms)
            FROM game WHERE moves + undos > 0 AND (:table IS NULL OR score_table = :table)
            GROUP BY score_table ORDER BY MAX(used) DESC"""  # noqa: S608 - our own words
        return [Statistics(*row) for row in self._db.execute(query, {"table": table})]

    def in_progress(self) -> list[str]:
        """Return the ids of the games that lie in slots, the one played last first."""
        query = "SELECT g.id FROM slot s JOIN game g USING (number) ORDER BY s.used DESC"
        return [row[0] for row in self._db.execute(query)]

    def export(self, id: str | None = None) -> Session:
        """Return the session of an id, the latest where there are several; by default the one played last."""
        if id is None:
            row = self._db.execute("SELECT number FROM slot ORDER BY used DESC LIMIT 1").fetchone()
            if not row:
                raise StoreError(
                    _("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048")
                )
        else:
            opening = games.open_id(id)
            row = (
                self._db.execute(
                    "SELECT number FROM game WHERE id = ? ORDER BY used DESC LIMIT 1", (opening.id,)
                ).fetchone()
                or self._db.execute("SELECT number FROM slot WHERE slot = ?", (opening.slot,)).fetchone()
            )
            if not row or ("#" in id and self._load(row[0]).session.id != opening.id):
                raise StoreError(_("expected the id of a saved game, got {text}").format(text=quote(id)))
        return self._load(row[0]).session

    # --- Settings ---

    def setting(self, name: str, default: str = "") -> str:
        """Return what the player has chosen, such as a theme."""
        row = self._db.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return row[0] if row else default

    def choose(self, name: str, value: str) -> None:
        """Remember what the player has chosen."""
        with contextlib.suppress(StoreError), self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))


_ASSISTED = "(edited OR undos > 0 OR hints > 0)"


class _NewerError(Exception):
    """The file was written by a later version of Tessella."""


def _connect(path: Path) -> sqlite3.Connection:
    """Return a connection to our file, made if there is none; raise DatabaseError if it is somebody else's."""
    db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = WAL")  # stays with the rollback journal where there can be no shared memory
        db.execute("PRAGMA synchronous = FULL")
        application, version = (
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if (application, version) == (0, 0) and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
            _create(db)
            application, version = APPLICATION, VERSION
        _check_ours(application, version)
        db.execute("SELECT slot, number FROM slot JOIN game USING (slot, number) LIMIT 1").fetchone()
    except BaseException:
        db.close()
        raise
    return db


def _check_ours(application: int, version: int) -> None:
    if application != APPLICATION:
        raise sqlite3.DatabaseError("not a file of Tessella")
    if version > VERSION:
        raise _NewerError


def _create(db: sqlite3.Connection) -> None:
    """Lay out an empty file, once, also when two processes begin together."""
    db.execute("BEGIN IMMEDIATE")
    if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in SCHEMA.split(";"):
            db.execute(statement)
    db.execute("COMMIT")


def _set_aside(path: Path) -> Path | None:
    """Rename a file that cannot be read, and what SQLite keeps beside it; return its new name, None if that fails."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    try:
        path.rename(aside)
    except OSError:
        return None
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    return aside


def _cannot_save(path: Path | None, error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error)
    return _("{path} cannot be written ({why}); the game goes on unsaved").format(path=path, why=why)


def _insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> int:
    names = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    number = db.execute(f"INSERT INTO {table} ({names}) VALUES ({values})", row).lastrowid  # noqa: S608 - our own names
    assert number is not None
    return number


def _standing(session: Session) -> dict[str, Any]:
    """Return the columns that say how a game stands."""
    position = session.position
    return {
        "position": str(position),
        "score": position.score,
        "best_score": session.best_score,
        "fair_score": session.fair_score,
        "undos": session.undos,
        "hints": session.hints,
        "moves": len(session.moves),
        "ms": session.elapsed_ms,
        "won": position.is_won(),
        "over": position.is_over(),
        "used": time.time(),
    }
