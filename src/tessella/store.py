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
from collections.abc import Iterator, Sequence
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
CHECKPOINT = 64
"""Entries between two stored positions."""
PATIENCE = 5.0  # seconds to wait for another process's commit
SOON_CHECKED = 4 << 20  # bytes that are checked in 20 ms, some 200 long games

SCHEMA = f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    slot TEXT NOT NULL,
    score_table TEXT NOT NULL,
    id TEXT NOT NULL,
    again TEXT NOT NULL,
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
CREATE INDEX game_by_table ON game (score_table, fair_score);
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
    position TEXT,  -- after some entries: a long game is not replayed from its start
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
    left: "Kept | None" = None
    """The game that New game left for this one, until both are stored."""

    @classmethod
    def fresh(cls, opening: ids.Opening[games.Position], left: "Kept | None" = None) -> "Kept":
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

    def __init__(self, connection: sqlite3.Connection, path: Path | None, notices: list[str] | None = None) -> None:
        self._db = connection
        self.path = path
        """The file, None where games are not kept."""
        self.notices = notices or []
        """What the player should be told about the file, in whole sentences."""
        self._unreadable: set[int] = set()

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
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if _is_damage(error):
                return cls._beside_damaged(path)
            why = _cannot_save(path, error)
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
        try:
            return cls(_connect(path), path, [said])
        except (sqlite3.Error, OSError) as error:
            return cls.in_memory([said, _cannot_save(path, error)])

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

    def _read(self, query: str, values: Sequence[object] | dict[str, object] = ()) -> list[tuple[Any, ...]]:
        """Return the rows that a query finds; none, and a notice, where the file can no longer be read."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            said = _("{path} cannot be read any more ({why})").format(path=self.path, why=error)
            if said not in self.notices:
                self.notices.append(said)
            return []

    # --- Games in their slots ---

    def last_slot(self, game: str, table: str | None = None) -> str | None:
        """Return the slot of a game ("2048"), or of a score table, that was used last; None where there is none.

        The game of a day counts in the table of its rules too, but who asks for these wants no day's game.
        """
        rows = self._read(
            "SELECT s.slot FROM slot s JOIN game g USING (number) "
            "WHERE s.game = :game AND (:table IS NULL OR g.score_table = :table AND substr(s.slot, 1, :n) != :daily) "
            "ORDER BY s.used DESC LIMIT 1",
            {"game": game, "table": table, "n": len(game) + 7, "daily": f"{game}:{ids.DAILY}/"},
        )
        return rows[0][0] if rows else None

    def in_slot(self, slot: str) -> "Kept | None":
        """Return the game that lies in a slot, None for an empty slot or a game that can no longer be read."""
        rows = self._read("SELECT number FROM slot WHERE slot = ?", (slot,))
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
        rows = self._read("SELECT s.number, g.entries FROM slot s JOIN game g USING (number) WHERE s.slot = ?", (slot,))
        return (rows[0][0], rows[0][1]) if rows else None

    def _load(self, number: int) -> "Kept":
        """Return a stored game; raise StoreError, or what its texts raise, where it cannot be read."""
        found = self._read(
            "SELECT slot, score_table, again, id, start, edited, before, after, "
            "entries, position, fair_score, best_score FROM game WHERE number = ?",
            (number,),
        )
        rows = self._read("SELECT ms, event, position FROM journal WHERE number = ? ORDER BY entry", (number,))
        if not found or len(rows) != found[0][8]:
            raise StoreError(_("expected the game in row {number} in full, got less").format(number=number))
        slot, table, again, id_, start, edited, before, after, _entries, position, fair_score, best_score = found[0]
        session = Session(id_, games.load(ids.split(id_)[0]).Board.parse(start), edited=bool(edited))
        known = {entry: text for entry, (_ms, _event, text) in enumerate(rows) if text}
        if rows:
            known[len(rows) - 1] = position
        journal = [Entry(ms, event) for ms, event, _text in rows]
        session.take_up(journal, known, fair_score=fair_score, best_score=best_score)
        if str(session.position) != position:  # read here, so that what cannot be read is found here
            raise StoreError(_("expected the game in row {number} in full, got less").format(number=number))
        return Kept(session, slot, table, again, number, len(rows), before, after)

    def begin(self, opening: ids.Opening[games.Position], left: "Kept | None" = None) -> "Kept":
        """Put a fresh game into a slot, in place of the one that is left."""
        kept = Kept.fresh(opening, left)
        self.append(kept)
        return kept

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
        is_free = row is None or row[0] in self._unreadable
        if row != (kept.number, kept.saved) if kept.number else not is_free:
            raise MovedElsewhereError(_("this game went on in another window; here is how it stands now"))

    def append(self, kept: "Kept") -> None:
        """Store what was done at a game since the last time, and first at the one that was left for it.

        All of it or nothing: raises MovedElsewhereError where another process has moved first, StoreError where the
        file takes nothing.
        """
        chain = [kept]
        while chain[0].left:
            chain.insert(0, chain[0].left)
        numbers: list[int] = []
        with self._transaction() as db:
            for game in chain:
                numbers.append(self._write(db, game, numbers[-1] if numbers else None))
        for game, number in zip(chain, numbers, strict=True):
            if game.left:
                game.before, game.left.after, game.left = game.left.number, number, None
            game.number, game.saved = number, len(game.session.journal)

    def _write(self, db: sqlite3.Connection, kept: "Kept", before: int | None) -> int:
        """Write a game's row and what is new of its journal; return the row's number."""
        standing = _standing(kept.session) | {"entries": len(kept.session.journal), "after": kept.after}
        if kept.number or kept.left is None or kept.left.slot != kept.slot:
            self._check(db, kept)
        if kept.number:
            number = kept.number
            columns = ", ".join(f"{name} = :{name}" for name in standing)
            db.execute(f"UPDATE game SET {columns} WHERE number = :number", standing | {"number": number})  # noqa: S608 - our own names
        else:
            fixed = {
                "slot": kept.slot,
                "score_table": kept.table,
                "again": kept.again,
                "id": kept.session.id,
                "start": str(kept.session.start),
                "edited": kept.session.edited,
                "before": before,
                "started": time.time(),
            }
            number = _insert(db, "game", fixed | standing)
            if before:
                db.execute("UPDATE game SET after = ? WHERE number = ?", (number, before))
        fresh = kept.session.journal[kept.saved :]
        rows = [[number, kept.saved + i, entry.ms, entry.event, None] for i, entry in enumerate(fresh)]
        if standing["entries"] // CHECKPOINT > kept.saved // CHECKPOINT:
            rows[-1][-1] = standing["position"]
        db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", rows)
        self._point(db, kept.slot, number)
        return number

    def cross(self, kept: "Kept", number: int) -> "Kept":
        """Return the game before or after, back in its slot; in a slot of its own, whatever lies there by now."""
        other = self._load(number)
        if other.slot != kept.slot:
            other = self.in_slot(other.slot) or other
        with self._transaction() as db:
            self._check(db, kept)
            self._point(db, other.slot, other.number)
        return other

    # --- Scores and statistics ---

    def best(self, table: str, *, assisted: bool = False) -> int:
        """Return the best score of a table: reached without help, or with."""
        column = f"MAX(CASE WHEN {_ASSISTED} THEN best_score END)" if assisted else "MAX(fair_score)"
        rows = self._read(f"SELECT {column} FROM game WHERE score_table = ?", (table,))  # noqa: S608 - ours
        return (rows and rows[0][0]) or 0

    def records(self, table: str | None = None, *, assisted: bool = False, limit: int = 10) -> list[Record]:
        """Return the best games, of one table or of all, best first; those without help, or those with.

        The better score comes first; where the game gives none, the quicker solver.
        """
        score, kept, solved = (
            ("best_score", _ASSISTED, "won") if assisted else ("fair_score", "NOT edited", f"won AND NOT {_ASSISTED}")
        )
        query = f"""
            SELECT score_table, id, {score}, {_ASSISTED}, undos, hints, moves, ms, won, over, used FROM game
            WHERE {kept} AND ({score} > 0 OR {solved}) AND (:table IS NULL OR score_table = :table)
            ORDER BY {score} DESC, won DESC, ms, used LIMIT :limit"""  # noqa: S608 - our own words
        rows = self._read(query, {"table": table, "limit": limit})
        return [
            Record(r[0], r[1], r[2], bool(r[3]), r[4], r[5], r[6], r[7], bool(r[8]), bool(r[9]), r[10]) for r in rows
        ]

    def statistics(self, table: str | None = None) -> list[Statistics]:
        """Return what was played, a row a table, the latest first; only games with a move in them count."""
        query = f"""
            SELECT score_table, COUNT(*), SUM(won), SUM(over), SUM({_ASSISTED}), MAX(fair_score),
                COALESCE(MAX(CASE WHEN {_ASSISTED} THEN best_score END), 0),
                COALESCE(MIN(CASE WHEN won AND NOT {_ASSISTED} THEN ms END), 0),
                COALESCE(AVG(CASE WHEN over THEN score END), 0.0), SUM(moves), SUM(ms),
                SUM(won AND NOT {_ASSISTED}), COALESCE(SUM(CASE WHEN won THEN ms END), 0)
            FROM game WHERE moves + undos > 0 AND (:table IS NULL OR score_table = :table)
            GROUP BY score_table ORDER BY MAX(used) DESC"""  # noqa: S608 - our own words
        return [Statistics(*row) for row in self._read(query, {"table": table})]

    def solved(self, beginning: str) -> set[str]:
        """Return the ids that begin so, of the games that were won."""
        query = "SELECT DISTINCT id FROM game WHERE won AND substr(id, 1, :length) = :beginning"
        return {row[0] for row in self._read(query, {"length": len(beginning), "beginning": beginning})}

    def in_progress(self) -> list[str]:
        """Return the ids of the unfinished games that lie in slots, the one played last first."""
        query = "SELECT g.id FROM slot s JOIN game g USING (number) WHERE NOT g.over ORDER BY s.used DESC"
        return [row[0] for row in self._read(query)]

    def export(self, id: str | None = None) -> Session:
        """Return the session of an id, the latest where there are several; by default the one played last."""
        if id is None:
            rows = self._read("SELECT number FROM slot ORDER BY used DESC LIMIT 1")
            if not rows:
                raise StoreError(
                    _("there is no saved game yet"), hint=_("play one: {command}").format(command="tessella 2048")
                )
            return self._load(rows[0][0]).session
        by_id = "SELECT number FROM game WHERE id = ? ORDER BY used DESC LIMIT 1"
        if rows := self._read(by_id, (id.strip(),)):  # what an id stands for may take long to make
            return self._load(rows[0][0]).session
        opening = games.open_id(id)
        rows = self._read(by_id, (opening.id,))
        rows = rows or self._read("SELECT number FROM slot WHERE slot = ?", (opening.slot,))
        session = self._load(rows[0][0]).session if rows else None
        if session is None or ("#" in id and session.id != opening.id):
            raise StoreError(_("expected the id of a saved game, got {text}").format(text=quote(id)))
        return session

    # --- Settings ---

    def setting(self, name: str, default: str = "") -> str:
        """Return what the player has chosen, such as a theme."""
        rows = self._read("SELECT value FROM setting WHERE name = ?", (name,))
        return rows[0][0] if rows else default

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
    db.text_factory = _decode
    try:
        # First whose it is: a file that is not ours, or newer than we are, is left byte for byte as it was.
        application, version = (
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        is_empty = (application, version) == (0, 0) and not db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not is_empty:
            _check_ours(application, version)
        db.execute("PRAGMA journal_mode = WAL")  # stays with the rollback journal where there can be no shared memory
        db.execute("PRAGMA synchronous = FULL")
        if is_empty:
            _create(db)
        _check_sound(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check_ours(application: int, version: int) -> None:
    if application != APPLICATION:
        raise sqlite3.DatabaseError("not a file of Tessella")
    if version > VERSION:
        raise _NewerError


def _check_sound(db: sqlite3.Connection, path: Path) -> None:
    """Raise DatabaseError for a damaged file; a large one is looked at only where games are found."""
    tables = [""] if path.stat().st_size <= SOON_CHECKED else ["('slot')", "('game')", "('setting')"]
    for table in tables:
        found = db.execute(f"PRAGMA quick_check{table}").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    ours = {statement.strip() for statement in SCHEMA.split(";") if "CREATE" in statement}
    if not ours <= {row[0] for row in db.execute("SELECT sql FROM sqlite_master")}:
        raise sqlite3.DatabaseError("not the tables of Tessella")


def _decode(data: bytes) -> str:
    """Return a text of the file, also where a bit of it has flipped."""
    return data.decode("utf-8", errors="replace")


def _is_damage(error: Exception) -> bool:
    """Return whether an error says that the file's content, and not its place, is at fault."""
    if isinstance(error, sqlite3.OperationalError):
        return error.sqlite_errorcode == sqlite3.SQLITE_ERROR  # a table or column that is not there
    return True


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
        "moves": session.step,
        "ms": session.elapsed_ms,
        "won": position.is_won(),
        "over": position.is_over(),
        "used": time.time(),
    }
