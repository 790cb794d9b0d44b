"""Is what was played still there, whatever happens to the file and the process?"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.places import Place
from support.processes import CHECKOUT
from tessella import games
from tessella.errors import StoreError
from tessella.play.database import APPLICATION
from tessella.play.postgres import SETTINGS, Postgres
from tessella.play.store import FILE, GameRow, MovedElsewhereError, Store, home
from tessella.play.stored_game import StoredGame

CLASSIC = "2048:classic"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a store's file will be."""
    return tmp_path / "kept" / FILE


def begin(store: Store, id: str, *events: str) -> GameRow:
    """Return a stored game after some moves, in place of the one in its slot; `undo` and `hint` count as such."""
    opening = games.open_id(id)
    kept = store.begin(opening, store.in_slot(opening.slot))
    do(store, kept, *events)
    return kept


def do(store: Store, kept: GameRow, *events: str) -> None:
    """Do and store what the events say, one by one."""
    for event in events:
        if event == "undo":
            kept.session.undo()
        elif event == "hint":
            kept.session.record("hint")
        else:
            kept.session.play(event)
        store.append(kept)


def play_to(store: Store, kept: GameRow, score: int) -> None:
    """Play until the score is at least `score`."""
    while kept.session.position.score < score:
        do(store, kept, kept.session.position.moves()[0])


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
    assert store.in_progress() == ids[::-1]
    assert store.last_slot("2048") == ids[-1]
    assert store.last_slot("chess") is None
    resumed = store.in_slot(CLASSIC)
    assert resumed is not None
    do(store, resumed, "right")
    assert store.last_slot("2048") == CLASSIC


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


def test_settings(place: Place) -> None:
    """What a player chose is there the next time."""
    store = place.open()
    assert store.setting("theme", "dark") == "dark"
    store.choose("theme", "light")
    store.choose("theme", "contrast")
    store.close()
    assert place.open().setting("theme", "dark") == "contrast"


# --- Scores -----------------------------------------------------------------------------------------------------------


def test_the_best_score_counts_at_once(place: Place) -> None:
    """The best score is that of a game in progress as soon as it is passed, and each set of rules has its own."""
    store = place.open()
    kept = begin(store, "2048:classic#42")
    play_to(store, kept, 100)
    other = place.open()
    assert other.scores.best(CLASSIC) == kept.session.position.score
    assert other.scores.best("2048:5x5/classic") == 0


def test_help_ranks_apart(place: Place) -> None:
    """What was reached before the first undo stays unassisted; what came after counts among the assisted."""
    store = place.open()
    kept = begin(store, "2048:classic#42")
    play_to(store, kept, 100)
    fair = kept.session.position.score
    do(store, kept, "undo")
    play_to(store, kept, 300)
    total = kept.session.position.score
    assert (store.scores.best(CLASSIC), store.scores.best(CLASSIC, assisted=True)) == (fair, total)
    [alone] = store.scores.best_games(CLASSIC)
    [helped] = store.scores.best_games(CLASSIC, assisted=True)
    assert (alone.score, helped.score, helped.undos, helped.assisted) == (fair, total, 1, True)


def test_given_positions_rank_apart(place: Place) -> None:
    """A game from a position that somebody made up has no unassisted score."""
    store = place.open()
    begin(store, "2048:classic:2244/..../..../....#1", "left")
    assert (store.scores.best(CLASSIC), store.scores.best_games(CLASSIC)) == (0, [])
    assert store.scores.best(CLASSIC, assisted=True) == 12


def test_records_are_in_order(place: Place) -> None:
    """Best games come first, no more than asked for, and games without a point are left out."""
    store = place.open()
    for seed, score in ((1, 60), (2, 200), (3, 120), (4, 0)):
        play_to(store, begin(store, f"2048:classic#{seed}"), score)
    assert [record.id for record in store.scores.best_games(CLASSIC)] == [f"2048:classic#{seed}" for seed in (2, 3, 1)]
    assert [record.id for record in store.scores.best_games(limit=1)] == ["2048:classic#2"]


def test_statistics(place: Place) -> None:
    """Games, wins, ends, moves and the mean of what ended are counted by rules; a game never moved in is none."""
    store = place.open()
    scores = []
    for seed in (1, 2):
        kept = begin(store, f"2048:2x2/8/sprint#{seed}")
        while not kept.session.position.is_over():
            do(store, kept, kept.session.position.moves()[0])
        scores.append(kept.session)
    begin(store, "2048:2x2/8/sprint#3", "hint")
    begin(store, "2048:classic#4", "left", "up", "undo")
    classic, sprint = store.scores.statistics()
    assert (classic.score_table, classic.games, classic.assisted, classic.moves, classic.over) == (CLASSIC, 1, 1, 1, 0)
    assert (sprint.games, sprint.over, sprint.assisted) == (2, 2, 0)
    assert sprint.won == sum(session.position.is_won() for session in scores)
    assert sprint.mean == sum(session.position.score for session in scores) / 2
    assert sprint.moves == sum(len(session.moves) for session in scores)


def test_solved_by_the_beginning_of_an_id(place: Place) -> None:
    """The ids of the games won are found by their beginning, in the order of letters' numbers, the owner's alone."""
    store = place.open()
    for owner, id in (("", "2048:2x2/8/sprint#1"), ("", "2048:2x2/8/sprint#2"), ("bob", "2048:2x2/8/sprint#3")):
        kept = begin(store.of(owner), id)
        while not kept.session.position.is_over():
            do(store.of(owner), kept, kept.session.position.moves()[0])
    won = {row["id"] for row in store._db.execute("SELECT id FROM game WHERE won = 1 AND owner = ''")}
    assert won
    assert store.scores.solved("2048:2x2/8/sprint#") == won
    assert store.scores.solved("2048:2x2/8/sprint#9") == set()


# --- Two at once ------------------------------------------------------------------------------------------------------


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
from tessella.play.stored_game import StoredGame
from tessella.play.store import Store
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
    print("done", sitting.session.id, len(sitting.session.journal), sitting.session.position, flush=True)
"""


def start(where: Path | str, luck: int, steps: int) -> "subprocess.Popen[str]":
    """Return a process with the game open that plays when told to go, and says after each event that it is stored."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(where), str(luck), str(steps)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | CHECKOUT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def go(process: "subprocess.Popen[str]") -> None:
    """Let a process play."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def rest(process: "subprocess.Popen[str]") -> list[str]:
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
    said = [process.communicate(timeout=60) for process in processes]
    assert [errors for _out, errors in said] == ["", ""]
    assert [out.count("done ") for out, _errors in said] == [100, 100]
    assert any("this game went on in another window; here is how it stands now" in out for out, _errors in said)
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
    kept = place.open().in_slot(CLASSIC)
    assert kept is not None
    assert kept.session.id == id
    assert len(kept.session.journal) - int(entries) in (0, 1)


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
    assert ann.in_progress() == ["2048:classic#42"]


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


# --- The leaderboard --------------------------------------------------------------------------------------------------


def test_a_score_is_believed_after_its_moves_are_replayed(place: Place) -> None:
    """A score, an undo count or a start that the journal does not give is found out, and stays off the board."""
    store = place.open()
    for owner in ("honest", "score", "undos", "start", "moves"):
        play_to(store.of(owner), begin(store.of(owner), f"2048:classic#{len(owner)}"), 60)
    forge = {
        "score": "fair_score = 99999, best_score = 99999, score = 99999",
        "undos": "undos = -1",
        "start": "start = '2048:classic:1024,1024,.,./..../..../....#5'",
        "moves": "entries = entries + 1",
    }
    for owner, change in forge.items():
        store._db.execute(f"UPDATE game SET {change} WHERE owner = '{owner}'")  # noqa: S608 - the test's own words
    claims = store.scores.leaderboard(CLASSIC)
    assert {claim.owner: claim.is_genuine() for claim in claims} == dict.fromkeys(forge, False) | {"honest": True}
    for claim in claims:
        store.scores.mark_verified(claim, is_genuine=claim.is_genuine())
    [left] = store.scores.leaderboard(CLASSIC)
    assert (left.owner, left.journal, left.is_genuine()) == ("honest", (), True)


def test_everybody_has_one_place(place: Place) -> None:
    """The leaderboard has everybody's best game, by name, without help and with help apart."""
    store = place.open()
    ann, bob = store.of("ann"), store.of("bob")
    ann.choose("name", "Ann")
    for seed, score in ((1, 40), (2, 90)):
        play_to(ann, begin(ann, f"2048:classic#{seed}"), score)
    kept = begin(bob, "2048:classic#2")
    play_to(bob, kept, 60)
    do(bob, kept, "undo")
    play_to(bob, kept, 200)
    board = [(claim.name, claim.id, claim.score) for claim in store.scores.leaderboard(CLASSIC)]
    assert [name for name, _id, _score in board] == ["Ann", ""]
    assert board[0][1] == "2048:classic#2"
    [helped] = store.scores.leaderboard(CLASSIC, assisted=True)
    assert (helped.owner, helped.undos, helped.score >= 200, helped.is_genuine()) == ("bob", 1, True, True)


# --- A file of the first version --------------------------------------------------------------------------------------

FIRST_VERSION = """
PRAGMA application_id = 2119557402;
PRAGMA user_version = 1;
CREATE TABLE game (
    number INTEGER PRIMARY KEY, slot TEXT NOT NULL, score_table TEXT NOT NULL, id TEXT NOT NULL, again TEXT NOT NULL,
    start TEXT NOT NULL, edited INTEGER NOT NULL, before INTEGER REFERENCES game, after INTEGER REFERENCES game,
    entries INTEGER NOT NULL DEFAULT 0, position TEXT NOT NULL, score INTEGER NOT NULL, best_score INTEGER NOT NULL,
    fair_score INTEGER NOT NULL, undos INTEGER NOT NULL DEFAULT 0, hints INTEGER NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0, ms INTEGER NOT NULL DEFAULT 0, won INTEGER NOT NULL DEFAULT 0,
    over INTEGER NOT NULL DEFAULT 0, started REAL NOT NULL, used REAL NOT NULL
);
CREATE INDEX game_by_table ON game (score_table, fair_score);
CREATE INDEX game_by_id ON game (id);
CREATE TABLE slot (
    slot TEXT PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL REFERENCES game, used REAL NOT NULL
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


def first_version(path: Path) -> list[tuple[str, str]]:
    """Write a file as the first version left it, and return its saves by id."""
    beside = Store.open(path.with_name("beside"))
    begin(beside, "2048:classic#42", "left", "undo", "hint", "up")
    begin(beside, "2048:classic#43", "down")
    begin(beside, "sudoku:1...|..2.|.3..|...4".replace("|", ""), "r1c2=2", "r1c3~4")
    beside.choose("theme", "light")
    old = sqlite3.connect(path)
    old.executescript(FIRST_VERSION)
    for table in ("game", "slot", "journal", "setting"):
        names = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
        rows: list[Any] = beside._db.execute(f"SELECT {names} FROM {table}")  # noqa: S608 - the test's own words
        places = ", ".join("?" * len(rows[0]))
        old.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", rows)  # noqa: S608 - the test's own words
    old.commit()
    old.close()
    saves = [(row["id"], beside.export(row["id"]).to_text()) for row in beside._db.execute("SELECT id FROM game")]
    beside.close()
    return saves


def test_a_file_of_the_first_version_loses_nothing(tmp_path: Path) -> None:
    """A file of the first version is brought up to date: every game, score, setting and way back is there."""
    path = tmp_path / FILE
    saves = first_version(path)
    store = Store.open(path)
    assert store.notices == []
    assert [(id, store.export(id).to_text()) for id, _save in saves] == saves
    assert store.setting("theme") == "light"
    sitting = StoredGame.open(store, "2048")
    assert sitting.session.id == "2048:classic#43"
    sitting.undo()
    sitting.undo()
    assert sitting.session.id == "2048:classic#42"
    sitting.play("down")
    store.close()
    again = Store.open(path)
    assert again.notices == []
    assert again.export("2048:classic#42").moves[-1] == "down"
    again.close()


def test_two_processes_bring_a_file_up_to_date(tmp_path: Path) -> None:
    """Two processes that open a file of the first version at once both get it whole."""
    path = tmp_path / FILE
    saves = first_version(path)
    script = "import sys; from pathlib import Path; from tessella.play.store import Store;"
    script += "s = Store.open(Path(sys.argv[1]));"
    script += "print(len(s.in_progress()), s.notices)"
    processes = [
        subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, env=os.environ | CHECKOUT)
        for _process in range(2)
    ]
    assert [process.communicate(timeout=60)[0].split() for process in processes] == [[b"2", b"[]"]] * 2
    store = Store.open(path)
    assert [(id, store.export(id).to_text()) for id, _save in saves] == saves
    store.close()


# --- Files that are damaged, or none of ours --------------------------------------------------------------------------


def step(sitting: StoredGame) -> None:
    """Play a move, in a new game where the old one is over."""
    if not sitting.session.position.moves():
        sitting.new()
    sitting.play(sitting.session.position.moves()[0])


def a_file(path: Path) -> bytes:
    """Return the bytes of a sound file with a game of 200 moves."""
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
def test_damaged_files(path: Path, luck: int) -> None:
    """A file cut, zeroed or overwritten anywhere ends in no traceback: it is set aside, or what it lost is said."""
    data = bytearray(a_file(path))
    dice = random.Random(luck)
    at, n = dice.randrange(len(data)), dice.choice([1, 100, 4096])
    match luck % 3:
        case 0:
            del data[at:]
        case 1:
            data[at : at + n] = bytes(len(data[at : at + n]))
        case _:
            data[at : at + n] = dice.randbytes(len(data[at : at + n]))
    path.write_bytes(data)
    said = play_on(path)
    assert len(said) == len(set_aside(path)) or "cannot be read" in said[0]
    if set_aside(path):
        assert set_aside(path)[0].read_bytes() == data
        assert said == [f"{path} could not be read; it is kept as {set_aside(path)[0].name}, and a new file was begun"]
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
    assert play_on(path) == [f"{path} was written by a newer Tessella; this game will not be saved"]
    assert path.read_bytes() == data
    assert set_aside(path) == []


# --- Places that cannot be written ------------------------------------------------------------------------------------


def test_a_folder_in_the_files_place(path: Path) -> None:
    """Where a folder has the file's name, the game goes on unsaved, and that is said once."""
    path.mkdir(parents=True)
    (path / "precious").touch()
    [said] = play_on(path)
    assert said.startswith(f"{path} cannot be written (")
    assert said.endswith("; the game goes on unsaved")
    assert (path / "precious").exists()


def test_a_place_that_cannot_be_made(tmp_path: Path) -> None:
    """Where the folder cannot be made, the game goes on unsaved, and that is said once."""
    (tmp_path / "file").touch()
    path = tmp_path / "file" / FILE
    [said] = play_on(path)
    assert said.startswith(f"{path} cannot be written (")


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
    assert said.startswith(f"{path} cannot be written (")


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
print(said.endswith("the game goes on unsaved"))
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
