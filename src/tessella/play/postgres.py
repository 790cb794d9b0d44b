"""PostgreSQL as the store's database.

The same statements and tables as in SQLite, in a schema of their own (`tessella`). A connection that breaks is made
anew with the next statement, at most once a second, so that play goes on while the database is away.
"""

import re
import time
from functools import cache
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row

from tessella.errors import StoreError, quote
from tessella.i18n import _
from tessella.play.database import APPLICATION, SCHEMA, VERSION, Database, NewerError, Row, Values

TIMEOUT = 3  # seconds that a connection or a statement may take
RECONNECT_INTERVAL = 1.0  # seconds before a database that could not be reached is tried again
SETTINGS: dict[str, Any] = {
    "connect_timeout": TIMEOUT,
    "application_name": "tessella",
    "keepalives_idle": 5,
    "tcp_user_timeout": 1000 * TIMEOUT,
    "options": f"-c search_path=tessella -c statement_timeout={1000 * TIMEOUT} -c lock_timeout={1000 * TIMEOUT}",
}


class Postgres(Database):
    """A database of PostgreSQL's, by its URL."""

    errors = (psycopg.Error, OverflowError)

    def __init__(self, url: str) -> None:
        told = conninfo_to_dict(url)
        where = "/".join(str(told[key]) for key in ("host", "dbname") if told.get(key))
        super().__init__(f"postgresql://{where}")  # without the password
        self._url = url
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        self._tried = -RECONNECT_INTERVAL
        self._waiting: list[str] = []

    @classmethod
    def open(cls, url: str) -> "Postgres":
        """Return the database at a URL, its tables made if there are none; raise StoreError where that cannot be."""
        try:
            database = cls(url)
            database._lay_out()
        except NewerError:
            raise StoreError(
                _("{path} was written by a newer version of Tessella"), path=quote(database.name)
            ) from None
        except psycopg.Error as error:
            why = str(error).strip().partition("\n")[0]
            hidden = re.sub(r"(?<=:)[^:@/]*(?=@)", "...", url)
            raise StoreError(
                _("expected the URL of a PostgreSQL database that can be reached, got {text} ({why})"),
                text=hidden,
                why=why,
                hint=_("it looks like {example}").format(example="postgresql://user:password@localhost/tessella"),
            ) from None
        return database

    def _lay_out(self) -> None:
        """Make the tables, once, also when two servers begin together."""
        self.begin()
        self.execute("CREATE SCHEMA IF NOT EXISTS tessella")
        if self.execute("SELECT to_regclass('tessella.setting') AS found")[0]["found"] is None:
            schema = SCHEMA.replace("INTEGER PRIMARY KEY", "BIGSERIAL PRIMARY KEY").replace(" WITHOUT ROWID", "")
            schema = schema.replace("INTEGER", "BIGINT").replace("REAL", "DOUBLE PRECISION")
            # texts are in the order of their letters' numbers, as in SQLite
            self.execute(schema.replace(" TEXT", ' TEXT COLLATE "C"'))
            self.execute("INSERT INTO setting VALUES ('', 'version', ?)", (str(VERSION),))
        version = self.execute("SELECT value FROM setting WHERE owner = '' AND name = 'version'")
        if int(version[0]["value"]) < VERSION:
            self.execute("ALTER TABLE game ADD COLUMN IF NOT EXISTS dealt BIGINT NOT NULL DEFAULT 0")
            self.execute("UPDATE setting SET value = ? WHERE owner = '' AND name = 'version'", (str(VERSION),))
        self.execute("COMMIT")
        if int(version[0]["value"]) > VERSION:
            raise NewerError

    def _connected(self) -> "psycopg.Connection[tuple[Any, ...]]":
        if self._connection is None or self._connection.closed:
            if time.monotonic() < self._tried + RECONNECT_INTERVAL:
                raise psycopg.OperationalError("the connection is lost")
            self._tried = time.monotonic()
            self._waiting = []
            self._connection = psycopg.connect(make_conninfo(self._url, **SETTINGS), autocommit=True)
            self._tried = -RECONNECT_INTERVAL
        return self._connection

    def execute(self, query: str, values: Values = ()) -> list[Row]:
        """Return the rows that a statement gives; one that only writes is sent with the next that is waited for.

        That saves most of the round trips. A transaction or a part of it ends with one that is waited for.
        """
        connection = self._connected()
        cursor = psycopg.ClientCursor(connection, row_factory=dict_row)
        text = cursor.mogrify(_translated(query), values) if values else query
        if _ONLY_WRITES.match(query) and "RETURNING" not in query:
            self._waiting.append(text)
            return []
        if query.startswith("ROLLBACK"):
            is_new = "SAVEPOINT one" in self._waiting
            self._waiting.clear()
            if is_new and query != "ROLLBACK":  # the part that is undone was not begun there
                return []
        texts, self._waiting = [*self._waiting, text], []
        cursor.execute("; ".join(texts))
        while cursor.nextset():
            pass
        rows: list[Any] = cursor.fetchall() if cursor.description else []
        return rows

    def begin(self) -> None:
        """Begin a transaction as the only writer, as SQLite has it."""
        try:
            self.execute(f"BEGIN; SELECT pg_advisory_xact_lock({APPLICATION})")
        except psycopg.Error:  # BEGIN alone may have been done, and nothing is heard before that is ended
            if self._connection is not None and not self._connection.closed:
                self.execute("ROLLBACK")
            raise

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database as it is at its first statement, whatever others write."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open that can be committed: after an error COMMIT undoes it without a word."""
        known = self._connection
        return known is not None and known.info.transaction_status == psycopg.pq.TransactionStatus.INTRANS

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()


_ONLY_WRITES = re.compile(r"(INSERT|UPDATE|SAVEPOINT)\b")


@cache
def _translated(query: str) -> Any:
    """Return a statement with its values marked as psycopg marks them.

    psycopg puts them into the statement itself (a ClientCursor), so that no type has to be guessed for a NULL.
    """
    return re.sub(r":(\w+)", r"%(\1)s", query).replace("?", "%s")
