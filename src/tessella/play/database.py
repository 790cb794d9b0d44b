"""Database of the store: transactions, the schema, and SQLite.

The store's statements are written once, in the SQL that SQLite and PostgreSQL share: values are named (`:name`) or
counted (`?`), a yes or no is 1 or 0, and rows are read by the names of their columns. One writer at a time; several
transactions can be taken into one commit.

    together:   BEGIN   SAVEPOINT .. RELEASE   SAVEPOINT .. RELEASE   COMMIT
"""

import contextlib
import os
import sqlite3
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeAlias, TypeVar

from tessella.errors import StoreError, os_reason
from tessella.i18n import _
from tessella.io.interrupts import uninterrupted

Values = Sequence[object] | dict[str, Any]
Row: TypeAlias = Any  # of a table: values by the names of their columns
Record = TypeVar("Record")

APPLICATION = 0x7E55E11A  # SQLite's application_id: this file is ours
VERSION = 4  # 2 gave tables an owner; 3 has moves of Sudoku that an older program does not know; 4 has `dealt`
BUSY_TIMEOUT = 5.0  # seconds to wait for another process's commit
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)
JOURNAL = "MEMORY" if sys.platform == "emscripten" else "WAL"  # a browser keeps the changed pages of the file itself
OPEN_TIMEOUT = 15.0  # seconds to wait for processes that lay the file out or bring it up to date
BUSY_AGAIN_TIMEOUT = 0.1  # seconds, once that was waited for in vain
MAX_FULL_CHECK = 4 << 20  # bytes that are checked in 20 ms, some 200 long games

SCHEMA = """
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
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
    used REAL NOT NULL,
    believed INTEGER NOT NULL DEFAULT 0, -- entries that were replayed for the leaderboard, -1 where they fail
    dealt INTEGER NOT NULL DEFAULT 0  -- 1 where a server keeps the seed secret until the end, 2 once it is played on
);
CREATE INDEX game_by_table ON game (score_table);
CREATE INDEX game_by_owner ON game (owner, score_table, fair_score);
CREATE INDEX game_by_id ON game (owner, id);
CREATE TABLE slot (
    owner TEXT NOT NULL,
    slot TEXT NOT NULL,
    game TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES game,
    used REAL NOT NULL,
    PRIMARY KEY (owner, slot)
) WITHOUT ROWID;
CREATE TABLE journal (
    number INTEGER NOT NULL REFERENCES game,
    entry INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    position TEXT,  -- after some entries: a long game is not replayed from its start
    PRIMARY KEY (number, entry)
) WITHOUT ROWID;
CREATE TABLE setting (
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner, name)
) WITHOUT ROWID;
"""


def read_as(kind: type[Record], row: Row, **more: object) -> Record:
    """Return a record of a row: its fields by name, yes or no and numbers as its types say.

    SQLite has no booleans, and PostgreSQL adds up to Decimals.
    """
    values = {
        name: type_(row[name]) if type_ in (bool, int, float) else row[name]
        for name, type_ in kind.__annotations__.items()
        if name not in more
    }
    return kind(**values, **more)


class NewerError(Exception):
    """The file was written by a later version of Tessella."""


def cannot_save(path: object, error: Exception) -> str:
    """Return the sentence for a file or database that takes nothing."""
    why = os_reason(error).partition("\n")[0]
    return _("cannot write {path} ({why}); the game continues unsaved").format(path=path, why=why)


class Database(ABC):
    """A connection to a database, used by one thread at a time."""

    errors: ClassVar[tuple[type[Exception], ...]]
    """What `execute` raises where something is wrong with the database or a value."""

    def __init__(self, name: Path | str | None) -> None:
        self.name = name  # what it is called in messages; None where it is not kept
        self._batch: list[Callable[[], None]] | None = None
        self._has_begun = False
        self._is_broken = False

    @abstractmethod
    def execute(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows that a statement gives."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction as the only writer."""

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database as it is at its first statement, whatever others write."""
        self.execute("BEGIN")

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether a transaction is open; the database may have ended it where something went wrong."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it."""

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that the block reads is of one instant."""
        if self.in_transaction:
            yield
            return
        with uninterrupted():
            with contextlib.suppress(*self.errors):  # the reading itself says what is wrong
                self.begin_reading()
            try:
                yield
            finally:
                with contextlib.suppress(*self.errors):
                    self.execute("ROLLBACK")

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and on the disk at the end; raise StoreError where it cannot be written.

        Within `together`, it is on the disk at the end of that.
        """
        with uninterrupted(), self._transaction():
            yield

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            if self._batch is None:
                self.begin()
            else:
                self._begin_in_batch()
            try:
                yield
                self.execute("COMMIT" if self._batch is None else "RELEASE SAVEPOINT one")
            except BaseException:
                with contextlib.suppress(*self.errors):
                    self.execute("ROLLBACK" if self._batch is None else "ROLLBACK TO SAVEPOINT one")
                raise
        except self.errors as error:
            raise StoreError(cannot_save(self.name, error)) from error

    def _begin_in_batch(self) -> None:
        if self._has_begun and not self.in_transaction:
            self._is_broken = True  # a full disk ends the whole transaction, not a part of it
        if self._is_broken:
            raise StoreError(_("cannot write {path}; the game continues unsaved"), path=self.name)
        if not self._has_begun:
            try:
                self.begin()
            except self.errors:
                self._is_broken = True  # the rest of the batch need not wait for it once more
                raise
            self._has_begun = True
        self.execute("SAVEPOINT one")

    def _commit_batch(self) -> None:
        if not self._has_begun:
            return
        if self._is_broken or not self.in_transaction:
            raise StoreError(_("cannot write {path}; the game continues unsaved"), path=self.name)
        self.execute("COMMIT")

    def when_undone(self, *undo: Callable[[], None]) -> None:
        """Remember what to do where a transaction is undone after all, because `together` failed."""
        if self._batch is not None:
            self._batch += undo

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Take all transactions of the block into one commit; raise StoreError, all undone, where that fails."""
        self._batch, self._has_begun, self._is_broken = [], False, False
        undo = self._batch
        try:
            yield
            self._commit_batch()
        except BaseException as error:
            if self._has_begun:
                with contextlib.suppress(*self.errors):
                    self.execute("ROLLBACK")
            for restore in reversed(undo):
                restore()
            if isinstance(error, self.errors):
                raise StoreError(cannot_save(self.name, error)) from error
            raise
        finally:
            self._batch = None


class OwnedRows:
    """The rows of a database as one owner reads them."""

    def __init__(self, database: Database, owner: str, notices: list[str]) -> None:
        self.database = database
        self.owner = owner
        self.notices = notices  # what the player should be told about the database, in whole sentences

    def read(self, query: str, values: dict[str, Any] | None = None) -> list[Row]:
        """Return the rows that a query finds, `:owner` being the owner; none, and a notice, where that fails."""
        try:
            return self.database.execute(query, {"owner": self.owner, **(values or {})})
        except self.database.errors as error:
            why = str(error).partition("\n")[0]
            said = _("cannot read {path} any more: {why}").format(path=self.database.name, why=why)
            if said not in self.notices:
                self.notices.append(said)
            return []


# --- SQLite ---------------------------------------------------------------------------------------------------------


class Sqlite(Database):
    """A file of SQLite's, or its stand-in in memory."""

    errors = (sqlite3.Error, OverflowError)  # a number of more than 64 bits is said to be too large

    def __init__(self, connection: sqlite3.Connection, name: Path | None) -> None:
        super().__init__(name)
        connection.row_factory = sqlite3.Row
        self._connection = connection
        self._timeout = BUSY_TIMEOUT

    @classmethod
    def open(cls, path: Path) -> "Sqlite":
        """Return our file, made if there is none; raise DatabaseError if it is somebody else's, NewerError if later.

        Where others are about to lay it out, they are waited for: SQLite itself does not wait for a file that turns to
        its write-ahead log.
        """
        until = time.monotonic() + OPEN_TIMEOUT
        while True:
            # A server's games live in one thread, and that is not always the one that opened the file.
            connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
            try:
                _prepare(connection, path)
            except BaseException as error:
                connection.close()
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in LOCKED or time.monotonic() > until:
                    raise
                time.sleep(0.01)
            else:
                return cls(connection, path)

    @classmethod
    def in_memory(cls) -> "Sqlite":
        """Return a database that forgets everything when it is closed."""
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        _create(connection)
        return cls(connection, None)

    @staticmethod
    def is_damage(error: Exception) -> bool:
        """Return whether an error says that the file's content, and not its place, is at fault."""
        if isinstance(error, sqlite3.OperationalError):
            return error.sqlite_errorcode == sqlite3.SQLITE_ERROR  # a table or column that is not there
        return True

    def execute(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows that a statement gives."""
        return self._connection.execute(query, values).fetchall()

    def begin(self) -> None:
        """Begin a transaction as the only writer; who has waited for another in vain waits less the next time."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            self._wait(BUSY_AGAIN_TIMEOUT)
            raise
        self._wait(BUSY_TIMEOUT)

    def _wait(self, seconds: float) -> None:
        if seconds != self._timeout:
            self._timeout = seconds
            self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """See whose file it is, lay it out or bring it up to date, and look for damage."""
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    # First whose it is: a file that is not ours, or newer than we are, is left byte for byte as it was. All three reads
    # are of one instant: with another process's commit between them, a file of ours would look like somebody else's.
    connection.execute("BEGIN")
    application, version = (_pragma(connection, name) for name in ("application_id", "user_version"))
    is_empty = (application, version) == (0, 0) and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    connection.execute("COMMIT")
    if not is_empty:
        _check_ours(application, version)
    connection.execute(f"PRAGMA journal_mode = {JOURNAL}")  # or a rollback journal where no memory can be shared
    connection.execute("PRAGMA synchronous = FULL")
    if is_empty:
        _create(connection)
    elif version < VERSION:
        _bring_up_to_date(connection)
    _check_sound(connection, path)


def _check_ours(application: int, version: int) -> None:
    if application != APPLICATION:
        raise sqlite3.DatabaseError("not a file of Tessella")
    if version > VERSION:
        raise NewerError


def _statements() -> list[str]:
    return [statement.strip() for statement in SCHEMA.split(";") if "CREATE" in statement]


def _check_sound(connection: sqlite3.Connection, path: Path) -> None:
    """Raise DatabaseError for a damaged file; a large one is looked at only where games are found."""
    tables = [""] if path.stat().st_size <= MAX_FULL_CHECK else ["('slot')", "('game')", "('setting')"]
    for table in tables:
        found = connection.execute(f"PRAGMA quick_check{table}").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(found)
    if not set(_statements()) <= {row[0] for row in connection.execute("SELECT sql FROM sqlite_master")}:
        raise sqlite3.DatabaseError("not the tables of Tessella")


def _create(connection: sqlite3.Connection) -> None:
    """Lay out an empty file, once, also when two processes begin together."""
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        for statement in _statements():
            connection.execute(statement)
        _stamp(connection)
    connection.execute("COMMIT")


def _stamp(connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


_GREW = {1: ("game", "slot", "setting"), 2: ("game",), 3: ("game",)}  # the tables with other columns since a version


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Turn a file of an earlier version into one of this: all of it or nothing. The first had one owner, ""."""
    connection.execute("PRAGMA legacy_alter_table = ON")  # the journal's REFERENCES game stays as it is
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _pragma(connection, "user_version")  # another process may have been quicker
        tables = _GREW.get(version, ())
        for index in ("game_by_table", "game_by_owner", "game_by_id") if tables else ():
            connection.execute(f"DROP INDEX IF EXISTS {index}")
        for table in tables:
            connection.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
        for statement in _statements():
            if statement.split()[2].startswith((*tables, "game_by")) and tables:
                connection.execute(statement)
        for table in tables:
            names = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({table}_1)"))
            owner, nobody = ("owner, ", "'', ") if version == 1 else ("", "")
            connection.execute(f"INSERT INTO {table} ({owner}{names}) SELECT {nobody}{names} FROM {table}_1")  # noqa: S608 - our own names
            connection.execute(f"DROP TABLE {table}_1")
        if version < VERSION:
            _stamp(connection)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    finally:
        connection.execute("PRAGMA legacy_alter_table = OFF")


@contextlib.contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """One process at a time, by a file that only one can create; one that a kill has left behind holds for 15 s."""
    marker = path.with_name(path.name + ".lock")
    until = time.monotonic() + OPEN_TIMEOUT
    while time.monotonic() < until:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            break
        time.sleep(0.01)
    try:
        yield
    finally:
        marker.unlink(missing_ok=True)


def set_aside(path: Path) -> Path | None:
    """Rename a file that cannot be read, and what SQLite keeps beside it; return its new name, None if that fails.

    The file goes last: as soon as its name is free, another process may begin a new one, with a write-ahead log.
    """
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}")
    for ending in ("-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    try:
        path.rename(aside)
    except OSError:
        return None
    return aside
