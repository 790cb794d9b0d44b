"""The database: commits, files of older and newer versions, damaged files, places that cannot be written."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from support.games_in_stores import CLASSIC, begin, do
from support.places import Place
from support.processes import CHECKOUT
from tessella.play.database import APPLICATION
from tessella.play.store import FILE, GameRow, MovedElsewhereError, Store
from tessella.play.stored_game import StoredGame


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a store's file will be."""
    return tmp_path / "kept" / FILE


def test_together_is_one_commit(place: Place) -> None:
    """What is stored together is there for others at the end, all of it."""
    store, other = place.open(), place.open()
    with store.together():
        for owner in ("ann", "bob"):
            begin(store.of(owner), "2048:classic#42", "left", "up")
        assert other.of("ann").in_slot(CLASSIC) is None
    for owner in ("ann", "bob"):
        kept = other.of(owner).in_slot(CLASSIC)
        assert kept is not None
        assert kept.session.moves == ("left", "up")


def test_one_that_was_slower_spoils_nothing_for_the_rest(place: Place) -> None:
    """Of games stored together, one that has moved elsewhere is refused alone."""
    store, other = place.open(), place.open()
    ann, bob = begin(store.of("ann"), "2048:classic#42"), begin(store.of("bob"), "2048:classic#42")
    quick = other.of("ann").in_slot(CLASSIC)
    assert quick is not None
    do(other.of("ann"), quick, "left")
    with store.together():
        with pytest.raises(MovedElsewhereError):
            do(store.of("ann"), ann, "up")
        do(store.of("bob"), bob, "up")
    stored = other.of("bob").in_slot(CLASSIC)
    assert stored is not None
    assert stored.session.moves == ("up",)


def test_what_could_not_be_committed_is_stored_again(place: Place) -> None:
    """Where the commit fails, every game knows that it is unsaved, and nothing is lost when it is stored again."""
    store = place.open()
    kept = begin(store, "2048:classic#42", "left")
    begun: list[GameRow] = []

    def fail() -> None:
        with store.together():
            do(store, kept, "up")
            begun.append(begin(store, "2048:sprint#1", "down"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    [fresh] = begun
    assert (kept.saved, fresh.number, fresh.saved) == (1, 0, 0)
    for one in (kept, fresh):
        store.append(one)
    again = place.open()
    assert [again.export(id).moves for id in ("2048:classic#42", "2048:sprint#1")] == [("left", "up"), ("down",)]


# --- Files that are damaged, or none of ours --------------------------------------------------------------------------


def step(sitting: StoredGame) -> None:
    """Play a move, in a new game where the old one is over."""
    if not sitting.session.position.moves():
        sitting.new()
    sitting.play(sitting.session.position.moves()[0])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a sound file with a game of 200 moves."""
    path = tmp_path_factory.mktemp("sound") / "tessella.db"
    store = Store.open(path)
    sitting = StoredGame.open(store, "2048:classic#42")
    for _ in range(200):
        step(sitting)
    store.close()
    return path.read_bytes()


def play_on(path: Path) -> list[str]:
    """Do everything that a player can do with a file, and return what was said."""
    store = Store.open(path)
    sitting = StoredGame.open(store, "2048")
    for _ in range(3):
        step(sitting)
    sitting.undo()
    sitting.redo()
    sitting.new()
    sitting.undo()
    sitting.redo()
    assert sitting.best >= 0
    store.scores.statistics()
    store.scores.best_games()
    store.in_progress()
    store.choose("theme", store.setting("theme", "dark"))
    store.export()
    sitting.leave()
    store.close()
    return sitting.take_notices()


def set_aside(path: Path) -> list[Path]:
    """Return the files that were set aside."""
    return sorted(path.parent.glob(f"{path.name}.damaged-*[0-9]"))


@pytest.mark.parametrize("luck", range(30))
def test_damaged_files(path: Path, sound: bytes, luck: int) -> None:
    """A file cut, zeroed or overwritten anywhere ends in no traceback: it is set aside, or what it lost is said."""
    data = bytearray(sound)
    dice = random.Random(luck)
    at, n = dice.randrange(len(data)), dice.choice([1, 100, 4096])
    match luck % 3:
        case 0:
            del data[at:]
        case 1:
            data[at : at + n] = bytes(len(data[at : at + n]))
        case _:
            data[at : at + n] = dice.randbytes(len(data[at : at + n]))
    path.parent.mkdir()
    path.write_bytes(data)
    said = play_on(path)
    assert len(said) == len(set_aside(path)) or "cannot read" in said[0]
    if set_aside(path):
        assert set_aside(path)[0].read_bytes() == data
        assert said == [f"cannot read {path}; it was renamed to {set_aside(path)[0].name}, and a new file was started"]
    assert play_on(path) == []


@pytest.mark.parametrize(
    "data", [b"not a database", bytes(5000), random.Random(1).randbytes(5000), b"SQLite format 3\0"]
)
def test_rubbish_is_set_aside(path: Path, data: bytes) -> None:
    """A file that is no database is kept under another name, and a new one is begun."""
    path.parent.mkdir()
    path.write_bytes(data)
    [said] = play_on(path)
    [aside] = set_aside(path)
    assert aside.read_bytes() == data
    assert aside.name in said


def test_another_process_begins_anew_as_soon_as_the_name_is_free(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What belongs to the new file is not set aside with the old one."""
    path.parent.mkdir()
    path.write_text("no database at all", encoding="utf-8")
    others: list[Store] = []
    rename = Path.rename

    def rename_and_begin(self: Path, to: Path) -> Path:
        renamed = rename(self, to)
        if self == path:
            others.append(Store.open(path))
            begin(others[0], "2048:classic#42", "left")
        return renamed

    monkeypatch.setattr(Path, "rename", rename_and_begin)
    store = Store.open(path)
    found = store.in_slot(CLASSIC)
    assert found is not None
    do(store, found, "up")
    assert [store.notices != [], others[0].notices] == [True, []]
    assert len(list(path.parent.glob("*.damaged-*"))) == 1
    for one in (others[0], store):
        one.close()
    kept = Store.open(path).in_slot(CLASSIC)
    assert kept is not None
    assert kept.session.moves == ("left", "up")
    assert play_on(path) == []


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    """Nothing is lost with an empty file, so nothing is said."""
    path.parent.mkdir()
    path.touch()
    assert play_on(path) == []


def test_somebody_elses_database_is_left_as_it_was(path: Path) -> None:
    """A database of another program is set aside byte for byte."""
    path.parent.mkdir()
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE game (song TEXT)")
    foreign.commit()
    foreign.close()
    data = path.read_bytes()
    [said] = play_on(path)
    [aside] = set_aside(path)
    assert aside.read_bytes() == data
    assert aside.name in said


def test_a_newer_file_is_not_touched(path: Path) -> None:
    """A file of a later version is neither set aside nor written; the game goes on unsaved, and that is said."""
    path.parent.mkdir()
    later = sqlite3.connect(path)
    later.execute(f"PRAGMA application_id = {APPLICATION}")
    later.execute("PRAGMA user_version = 1000")
    later.execute("CREATE TABLE game (number INTEGER)")
    later.commit()
    later.close()
    data = path.read_bytes()
    assert play_on(path) == [f"{path} was written by a newer version of Tessella; this game will not be saved"]
    assert path.read_bytes() == data
    assert set_aside(path) == []


# --- Places that cannot be written ------------------------------------------------------------------------------------


def test_a_folder_in_the_files_place(path: Path) -> None:
    """Where a folder has the file's name, the game goes on unsaved, and that is said once."""
    path.mkdir(parents=True)
    (path / "precious").touch()
    [said] = play_on(path)
    assert said.startswith(f"cannot write {path} (")
    assert said.endswith("; the game continues unsaved")
    assert (path / "precious").exists()


def test_a_place_that_cannot_be_made(tmp_path: Path) -> None:
    """Where the folder cannot be made, the game goes on unsaved, and that is said once."""
    (tmp_path / "file").touch()
    path = tmp_path / "file" / FILE
    [said] = play_on(path)
    assert said.startswith(f"cannot write {path} (")


@pytest.mark.skipif(
    sys.platform == "win32" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
def test_a_read_only_folder(path: Path) -> None:
    """In a folder that cannot be written the game goes on unsaved, and that is said once."""
    path.parent.mkdir()
    path.parent.chmod(0o500)
    try:
        [said] = play_on(path)
    finally:
        path.parent.chmod(0o700)
    assert said.startswith(f"cannot write {path} (")


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from tessella.play.stored_game import StoredGame
from tessella.play.store import Store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
sitting = StoredGame.open(Store.open(path), "2048:classic#42")
sitting.play(sitting.session.position.moves()[0])
print(sitting.take_notices())
resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
for _ in range(5):
    sitting.play(sitting.session.position.moves()[0])
sitting.new("2048:classic#43")
sitting.play(sitting.session.position.moves()[0])
[said] = sitting.take_notices()
print(said.endswith("the game continues unsaved"))
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
sitting.play(sitting.session.position.moves()[0])
print(sitting.take_notices())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes, which stands for a full disk")
def test_a_full_disk(path: Path) -> None:
    """On a full disk a real process plays on, says so once, and stores all of it once there is room."""
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | CHECKOUT,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["[]", "True", "['the game is saved again']"]
    sitting = StoredGame.open(Store.open(path), "2048")
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#43", 2)
    for _ in range(3):
        sitting.undo()
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#42", 6)
    sitting.store.close()


def test_a_file_taken_away(path: Path) -> None:
    """Where the folder is deleted under a running game, the game goes on."""
    sitting = StoredGame.open(Store.open(path), "2048:classic#42")
    shutil.rmtree(path.parent, ignore_errors=True)
    for _ in range(3):
        sitting.play(sitting.session.position.moves()[0])
    assert len(sitting.session.moves) == 3
    sitting.store.close()
