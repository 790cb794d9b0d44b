"""Games in their slots: kept whatever happens to the process, each owner's apart."""

import random
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.games_in_stores import CLASSIC, begin, do
from support.places import Place
from support.processes import PATIENCE, started
from support.solved_games import solve
from tessella.errors import ParseError, StoreError
from tessella.i18n import speaking
from tessella.io.own_process import home
from tessella.play.store import FILE, MovedElsewhereError, SavedGame, Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku import generation


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a store's file will be."""
    return tmp_path / "kept" / FILE


# --- What is kept -----------------------------------------------------------------------------------------------------


def test_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TESSELLA_HOME says where the file is; without it, the platform does."""
    monkeypatch.setenv("TESSELLA_HOME", str(tmp_path / "here"))
    assert home() == tmp_path / "here"
    monkeypatch.delenv("TESSELLA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "tessella" in str(home()).lower()


def test_a_game_is_there_when_the_file_is_opened_again(place: Place) -> None:
    """Session, clock and counts come back from the file as they were."""
    store = place.open()
    kept = begin(store, "2048:classic#42", "left", "up", "undo", "hint", "right")
    store.close()
    again = place.open().in_slot(CLASSIC)
    assert again is not None
    assert again.session.to_text() == kept.session.to_text()
    assert again.session.journal == kept.session.journal


def test_a_long_game_has_all_its_positions(place: Place) -> None:
    """A game taken up again has every position that it had, back to the start and forward again."""
    store = place.open()
    kept = begin(store, "2048:classic#42")
    luck = random.Random(3)
    while kept.session.position.moves() and kept.session.step < 300:
        do(store, kept, luck.choice(kept.session.position.moves()))
        if luck.random() < 0.2:
            do(store, kept, "undo")
    positions = kept.session.positions
    assert len(positions) > 100
    again = place.open().in_slot(CLASSIC)
    assert again is not None
    for position in positions[-2::-1]:
        again.session.undo()
        assert again.session.position == position
    for position in positions[1:]:
        again.session.redo()
        assert again.session.position == position


def test_each_set_of_rules_keeps_a_game(place: Place) -> None:
    """A slot for each rules and size, each daily game, each whole position; the last used is known."""
    store = place.open()
    ids = ["2048:classic#1", "2048:5x4/classic#2", "2048:daily/2026-11-20", "2048:2x2/classic:2./.2#0"]
    for id in ids:
        begin(store, id, "down")
    assert [game.id for game in store.in_progress()] == ids[::-1]
    assert store.last_slot("2048") == ids[-1]
    assert store.last_slot("chess") is None
    resumed = store.in_slot(CLASSIC)
    assert resumed is not None
    do(store, resumed, "right")
    assert store.last_slot("2048") == CLASSIC


def test_lessons_are_no_games_to_go_on_with(place: Place) -> None:
    """The example of a lesson and its drills are kept, but not listed, and no Sudoku of this kind was the last one."""
    store = place.open()
    for id in ("sudoku:2x2/diagonal#1", "sudoku:lesson=xy-wing", "sudoku:drill=xy-wing#3"):
        StoredGame.open(store, id).play("r1c1@2")
    assert [game.id for game in store.in_progress()] == ["sudoku:2x2/diagonal#1"]
    assert store.last_slot("sudoku") == "sudoku:2x2/diagonal#1"
    assert store.in_slot("sudoku:drill=xy-wing#3")


def test_a_game_to_continue_says_how_far_it_is_and_how_old() -> None:
    """2048 tells its points, be they none, and no clock; Sudoku its blanks and its clock; both when it was played."""
    now, blank = time.time(), "2x2:1+2..34..2.4.4.1."
    played = SavedGame(1, "2048:classic#42", 1284, 61_000, 90, now - 7_300, "")
    assert played.about == "1,284 points, 2 hours ago"
    assert played._replace(score=1, used=now - 70).about == "1 point, 1 minute ago"
    assert played._replace(score=0, used=now + 5).about == "0 points, just now"
    puzzle = SavedGame(2, "sudoku:2x2#1", 0, 61_000, 1, now - 3 * 86_400, blank)
    assert puzzle.about == "8 blanks left, 1:01, 3 days ago"
    assert puzzle._replace(ms=0, position=blank + "~34").about == "8 blanks left, 3 days ago"
    assert str(played) == "Continue 2048 classic (1,284 points, 2 hours ago)"
    with speaking("zh"):
        assert str(played) == "继续：2048 classic（1284 分，2 小时前）"
        assert played.about == "1284 分，2 小时前"
        assert puzzle.about == "剩 8 个空格，1:01，3 天前"


def test_export(place: Place) -> None:
    """A save is found by its id, by default the last played; no other game passes for it."""
    store = place.open()
    with pytest.raises(StoreError, match=r"^there is no saved game yet$"):
        store.export()
    first = begin(store, "2048:classic#1", "down")
    last = begin(store, "2048:sprint#2", "down")
    assert store.export().to_text() == last.session.to_text()
    assert store.export("2048:classic#1").to_text() == first.session.to_text()
    assert store.export(CLASSIC).to_text() == first.session.to_text()
    with pytest.raises(StoreError, match=r"^expected the id of a saved game, got '2048:classic#3'$"):
        store.export("2048:classic#3")
    with pytest.raises(StoreError, match=r"^expected the id of a saved game, got '2048:cascade'$"):
        store.export("2048:cascade")


def test_a_hint_is_counted_in_a_game_wherever_it_lies(place: Place) -> None:
    """In a game that was left, and in one in another slot: the slots, and the order of the list, stay as they are."""
    store = place.open()
    left = begin(store, "2048:classic#1", *["left", "up", "right", "down"] * 20)
    aside = begin(store, "2048:sprint#2", "down")
    begin(store, "2048:classic#3", "left")

    def standing() -> object:
        listed = [(game.number, game.moves, game.used) for game in store.in_progress()]
        return listed, store.last_slot("2048"), store.standing(CLASSIC)

    before = standing()
    played = [entry.ms for entry in store.load(left.number).session.journal][-1]
    for number in (left.number, aside.number) * 70:
        store.count_hint(number)
    assert standing() == before
    again = place.open().load(left.number)
    assert again.session.hints == 70
    assert again.session.moves == left.session.moves
    assert again.session.elapsed_ms == played
    assert again.session.position == left.session.position
    again.session.undo()
    assert again.session.position == left.session.position_after(left.session.step - 1)


def test_a_game_is_found_by_its_id_without_making_it() -> None:
    """An id finds its game however it is written; what takes long to make is not made to learn that there is none."""
    store, made = Store.in_memory(), generation._found.cache_info()
    kept = solve(store, "sudoku:extreme/180#7", "sudoku:extreme", ms=1000)
    daily = solve(store, "sudoku:daily/2026-11-20/expert", "sudoku:expert", ms=1000)
    for id in ("sudoku:extreme/180#7", "sudoku:180/extreme#7.0", " sudoku:extreme/180#07"):
        assert store.number_of(id) == kept.number
    assert store.number_of("sudoku:daily/2026-11-20/expert") == daily.number
    for id in ("sudoku:extreme#1", "sudoku:killer/extreme#2", "sudoku:extreme", "sudoku:daily"):
        with pytest.raises(StoreError, match="expected the id of a saved game"):
            store.number_of(id)
    with pytest.raises(ParseError, match="expected a seed"):
        store.number_of("sudoku:extreme#x")
    assert generation._found.cache_info() == made


def test_settings(place: Place) -> None:
    """What a player chose is there the next time."""
    store = place.open()
    assert store.setting("theme", "dark") == "dark"
    store.choose("theme", "light")
    store.choose("theme", "contrast")
    store.close()
    assert place.open().setting("theme", "dark") == "contrast"


def test_an_owner_is_told_of_the_file_wherever_that_is_read() -> None:
    """What another view of the same owner's things finds wrong is told to that owner, and to nobody else."""
    store = Store.in_memory()
    store.of("").notices.append("the disk is full")
    store.of("ann").notices.append("of Ann's game")
    assert store.notices == ["the disk is full"]


# --- Two at once ------------------------------------------------------------------------------------------------------


def test_a_setting_is_changed_by_one_at_a_time(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """What two stores add to a setting at once is all there."""
    monkeypatch.setattr("tessella.play.database.BUSY_TIMEOUT", PATIENCE)

    def add(store: Store, sign: str) -> None:
        for _time in range(30):
            store.update("seen", lambda text: text + sign)

    with ThreadPoolExecutor() as pool:
        for sign in "ab":
            pool.submit(add, place.open(), sign)
    assert "".join(sorted(place.open().setting("seen"))) == 30 * "a" + 30 * "b"


def test_a_move_is_stored_only_where_it_follows_the_last(place: Place) -> None:
    """Of two stores on one game, the slower one is refused and the file holds the quicker one's moves alone."""
    quick, slow = place.open(), place.open()
    begin(quick, "2048:classic#42", "left")
    one, other = quick.in_slot(CLASSIC), slow.in_slot(CLASSIC)
    assert one is not None
    assert other is not None
    do(quick, one, "up")
    with pytest.raises(MovedElsewhereError):
        do(slow, other, "right")
    stored = slow.in_slot(CLASSIC)
    assert stored is not None
    assert stored.session.moves == ("left", "up")


SCRIPT = """
import random, sys
from pathlib import Path
from tessella.play import database
from tessella.play.stored_game import StoredGame
from tessella.play.store import Store
database.BUSY_TIMEOUT = 600.0
if sys.argv[1].startswith("postgresql:"):
    from tessella.play.postgres import Postgres
    store = Store(Postgres.open(sys.argv[1]))
else:
    store = Store.open(Path(sys.argv[1]))
luck = random.Random(int(sys.argv[2]))
sitting = StoredGame.open(store, "2048:classic#42")
print("open", flush=True)
sys.stdin.readline()
for step in range(int(sys.argv[3])):
    moves = sitting.session.position.moves()
    if luck.random() < 0.1 and sitting.can_undo:
        sitting.undo()
    elif not moves or luck.random() < 0.02:
        sitting.new()
    else:
        sitting.play(luck.choice(moves))
    for notice in sitting.take_notices():
        print("notice", notice, flush=True)
    print("done", sitting.session.id, len(sitting.session.journal), sitting.session.position.to_text(), flush=True)
"""


def start(where: Path | str, luck: int, steps: int) -> subprocess.Popen[str]:
    """Return a process with the game open that plays when told to go, and says after each event that it is stored."""
    return started(SCRIPT, str(where), str(luck), str(steps))


def go(process: subprocess.Popen[str]) -> None:
    """Let a process play."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def rest(process: subprocess.Popen[str]) -> list[str]:
    """Return the whole lines that a killed process had written and nobody has read, and see it end in silence.

    (`communicate` would not see those that were read ahead with an earlier line.)
    """
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        lines = [line for line in process.stdout if line.endswith("\n")]
        assert process.stderr.read() == ""
    return lines


@pytest.mark.parametrize("luck", range(6))
def test_kill(path: Path, luck: int) -> None:
    """Killed at any instant, a process has lost no event that it acknowledged, and its file is sound."""
    process = start(path, luck, 100_000)
    assert process.stdout is not None
    go(process)
    wanted = random.Random(luck).randrange(1, 120)
    lines = [process.stdout.readline() for _ in range(wanted)]
    process.kill()
    lines += rest(process)
    last = lines[-1].split()
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    if last[0] == "done":
        id, entries, position = last[1], int(last[2]), last[3]
        found = [
            (number, text)
            for number, text in database.execute("SELECT number, position FROM game WHERE id = ?", (id,))
            if database.execute("SELECT COUNT(*) FROM journal WHERE number = ?", (number,)).fetchone()[0] >= entries
        ]
        assert found, f"{entries} events were acknowledged"
    database.close()
    store = Store.open(path)
    assert store.notices == []
    kept = store.in_slot(CLASSIC)
    assert kept is not None
    if last[0] == "done" and kept.session.id == last[1]:
        # At most the one event that was under way is there besides.
        assert len(kept.session.journal) - int(last[2]) in (0, 1)
        if len(kept.session.journal) == int(last[2]):
            assert kept.session.position.to_text() == position
    store.close()


def test_two_processes_on_one_game(place: Place) -> None:
    """Two real processes at one game tear nothing: the slower is told, and what is stored replays."""
    processes = [start(place.where, luck, 100) for luck in (1, 2)]
    for process in processes:
        go(process)
    said = [process.communicate(timeout=600) for process in processes]
    assert [errors for _out, errors in said] == ["", ""]
    assert [out.count("done ") for out, _errors in said] == [100, 100]
    assert any("this game was changed in another window; here is its current state" in out for out, _errors in said)
    store = place.open()
    if isinstance(place.where, Path):
        assert [row["integrity_check"] for row in store._db.execute("PRAGMA integrity_check")] == ["ok"]
    for row in store._db.execute("SELECT number FROM game"):
        store._load(row["number"])


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_kill_at_postgres(place: Place) -> None:
    """Killed at any instant, a process has lost no event that it acknowledged, in PostgreSQL either."""
    process = start(place.where, 7, 100_000)
    assert process.stdout is not None
    go(process)
    lines = [process.stdout.readline() for _ in range(40)]
    process.kill()
    lines += rest(process)
    _done, id, entries, _position = next(line.split() for line in reversed(lines) if line.startswith("done "))
    kept = place.open().export(id)  # the event that was under way may have begun another game
    assert len(kept.journal) - int(entries) in (0, 1)


# --- Many owners, many at once ----------------------------------------------------------------------------------------


def test_owners_do_not_meet(place: Place) -> None:
    """What one owner plays, wins and chooses is not there for another, and a game's number opens it for nobody else."""
    ann, bob = place.open().of("ann"), place.open().of("bob")
    kept = begin(ann, "2048:classic#42", "left", "up")
    ann.choose("theme", "light")
    assert bob.in_slot(CLASSIC) is None
    assert (bob.scores.best_games(), bob.scores.statistics(), bob.in_progress(), bob.setting("theme")) == (
        [],
        [],
        [],
        "",
    )
    assert bob.last_slot("2048") is None
    with pytest.raises(StoreError):
        bob._load(kept.number)
    with pytest.raises(StoreError):
        bob.export("2048:classic#42")
    begin(bob, "2048:classic#7", "left")
    assert [game.id for game in ann.in_progress()] == ["2048:classic#42"]
