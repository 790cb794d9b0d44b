"""Stores and saves that version 0.1.0 wrote: this version reads them and writes them back byte for byte."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from support.program import run
from tessella.play.store import Store

DATA = Path(__file__).parents[1] / "data"
SAVES = sorted((DATA / "saves").glob("*.txt"))


def game_id(save: Path) -> str:
    """Return the id that a save text names in its second line."""
    return save.read_text(encoding="utf-8").splitlines()[1].removeprefix("id ")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with the store of 0.1.0: ten games of both kinds, begun, undone, watched, solved and left."""
    with sqlite3.connect(tmp_path / "tessella.sqlite3") as connection:
        connection.executescript((DATA / "store-2.sql").read_text(encoding="utf-8"))
    connection.close()
    return tmp_path


def test_every_game_of_an_old_store_is_exported_as_it_was(home: Path) -> None:
    """Each game of the store of 0.1.0 gives the save text that 0.1.0 gave."""
    assert len(SAVES) == 10
    for save in SAVES:
        done = run("export", game_id(save), TESSELLA_HOME=str(home))
        assert (done.stdout, done.returncode) == (save.read_text(encoding="utf-8"), 0)


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.stem)
def test_old_saves_are_verified(save: Path, tmp_path: Path) -> None:
    """A save text of 0.1.0 replays to the score, undos and hints that its head tells."""
    done = run("replay", str(save), TESSELLA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    for line in save.read_text(encoding="utf-8").splitlines()[3:6]:
        assert line in done.stdout


def test_an_old_game_goes_on(home: Path) -> None:
    """A game of 0.1.0 is continued where it stood, undo included."""
    done = run("--plain", "2048", "--id", "2048:classic#42", typed="b\nq\n", TESSELLA_HOME=str(home))
    assert done.returncode == 0, done.stderr
    assert "Step 9  Score 28" in done.stdout
    assert "1 undo" in done.stdout


def test_a_store_with_new_moves_is_not_for_old_programs(home: Path) -> None:
    """Once this version has played in a store of 0.1.0, its number says that older programs would misread it."""
    run("--plain", "2048", "--id", "2048:classic#42", typed="b\nq\n", TESSELLA_HOME=str(home))
    with contextlib.closing(sqlite3.connect(home / "tessella.sqlite3")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (4,)


@pytest.mark.parametrize("version", [2, 3])
def test_a_store_of_an_earlier_version_loses_nothing(home: Path, tmp_path: Path, version: int) -> None:
    """A store whose games do not say who dealt them is brought up to date, game for game and index for index."""
    path, fresh, tables = home / "tessella.sqlite3", tmp_path / "fresh", "SELECT sql FROM sqlite_master WHERE sql != ''"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        games = connection.execute("SELECT * FROM game").fetchall()
    for one in (path, fresh):
        store = Store.open(one)
        assert store.notices == []
        store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, contextlib.closing(sqlite3.connect(fresh)) as new:
        assert connection.execute("SELECT * FROM game").fetchall() == [(*game, 0) for game in games]
        assert sorted(connection.execute(tables)) == sorted(new.execute(tables))


def test_seeds_of_old_games_may_be_known(home: Path) -> None:
    """The games of an old store rank with those whose seed could be known, as their ids were never secret."""
    store = Store.open(home / "tessella.sqlite3")
    assert store.notices == []
    [claim, *_more] = store.scores.leaderboard("2048:classic")
    assert claim.is_genuine()
    assert not store.scores.leaderboard("2048:classic", seed_known=False)
    store.close()
