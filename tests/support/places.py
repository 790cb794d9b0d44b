"""Where a store can be kept: the same tests run over SQLite and a real PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from support import postgres_server
from tessella.play.postgres import Postgres
from tessella.play.store import FILE, Store

Open = Callable[[], Store]
"""Returns the store of the test, each time as another process would see it."""


class Place:
    """A store that can be opened again and again."""

    def __init__(self, where: Path | str) -> None:
        self.where = where
        """A file, or the URL of a database."""
        self._opened: list[Store] = []

    def open(self) -> Store:
        """Return the store, as another process would see it."""
        store = Store.open(self.where) if isinstance(self.where, Path) else Store(Postgres.open(self.where))
        self._opened.append(store)
        return store

    def close(self) -> None:
        """Let go of every store that was opened."""
        for store in self._opened:
            store.close()


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Return the URL of a database in a PostgreSQL of the tests' own."""
    if why := postgres_server.missing():
        postgres_server.skip_or_fail(why)
    with postgres_server.server() as server:
        yield server.new_database("tests")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """Return an empty store's place, in either database."""
    if request.param == "sqlite":
        made = Place(tmp_path / "kept" / FILE)
    else:
        url: str = request.getfixturevalue("postgres_url")
        with psycopg.connect(url) as connection:
            connection.execute("DROP SCHEMA IF EXISTS tessella CASCADE")
        made = Place(url)
    yield made
    made.close()
