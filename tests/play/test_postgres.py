"""PostgreSQL as the store's database."""

import psycopg
import pytest

from support.games_in_stores import begin, do
from tessella.errors import StoreError
from tessella.play.database import APPLICATION, VERSION
from tessella.play.postgres import SETTINGS, Postgres
from tessella.play.store import Store


def test_a_batch_that_a_query_spoiled_is_not_taken_for_stored(postgres_url: str) -> None:
    """Where a query fails or the connection is lost before the commit, every game knows that it is unsaved."""
    with psycopg.connect(postgres_url) as connection:
        connection.execute("DROP SCHEMA IF EXISTS tessella CASCADE")
    store = Store(Postgres.open(postgres_url))
    kept = begin(store, "2048:classic#42", "left")
    for moves, query in enumerate(("SELECT 1 / 0", "SELECT pg_terminate_backend(pg_backend_pid())"), 1):

        def fail(query: str = query) -> None:
            with store.together():
                do(store, kept, kept.session.position.moves()[0])
                assert store._rows.read(query) == []

        with pytest.raises(StoreError):
            fail()
        assert kept.saved == moves
        store.append(kept)
    assert store.export().moves == kept.session.moves
    store.close()


def test_a_lock_waited_for_in_vain_is_waited_for_again(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has found another writer for too long can write when that one is gone."""
    monkeypatch.setitem(SETTINGS, "options", "-c search_path=tessella -c lock_timeout=50")
    store = Store(Postgres.open(postgres_url))
    with psycopg.connect(postgres_url) as other:
        other.execute(f"SELECT pg_advisory_xact_lock({APPLICATION})")
        with pytest.raises(StoreError):
            begin(store, "2048:sprint#7")
    assert begin(store, "2048:sprint#7", "left").saved == 1
    store.close()


def test_a_database_of_an_earlier_version_is_brought_up_to_date(postgres_url: str) -> None:
    """A database of an older number gets what it lacks and the new number: older programs say it is not for them."""
    database = Postgres.open(postgres_url)
    database.execute("ALTER TABLE game DROP COLUMN dealt")
    query = "SELECT value FROM setting WHERE owner = '' AND name = 'version'"
    database.execute("UPDATE setting SET value = '2' WHERE owner = '' AND name = 'version'")
    assert database.execute(query)[0]["value"] == "2"
    database.close()
    again = Postgres.open(postgres_url)
    assert again.execute(query)[0]["value"] == str(VERSION)
    assert begin(Store(again), "2048:5x5#7", "left").dealt == 0
    again.close()
