"""Score tables, statistics and the leaderboard."""

import datetime as dt
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.games_in_stores import CLASSIC, begin, do, play_to
from support.places import Place
from support.processes import CHECKOUT
from tessella import games, sudoku
from tessella.play.scores import games_table, score_text
from tessella.play.store import FILE, GameRow, Store
from tessella.play.stored_game import StoredGame


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a store's file will be."""
    return tmp_path / "kept" / FILE


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
    assert (store.scores.best(CLASSIC), store.scores.best_games(CLASSIC, assisted=True)[0].score) == (fair, total)
    [alone] = store.scores.best_games(CLASSIC)
    [helped] = store.scores.best_games(CLASSIC, assisted=True)
    assert (alone.score, helped.score, helped.undos, helped.assisted) == (fair, total, 1, True)


@pytest.mark.parametrize("help_", ["undo", "hint"])
def test_a_score_without_help_shows_the_game_as_it_was_then(place: Place, help_: str) -> None:
    """A game that had help later stands in the table without help with the moves and the clock before it."""
    store = place.open()
    kept = begin(store, "2048:classic#42")
    play_to(store, kept, 100)
    fair, moves, ms = kept.session.position.score, kept.session.step, kept.session.journal[-1].ms
    store.choose("name", "Ann")
    do(store, kept, help_)
    play_to(store, kept, 300)
    [alone] = store.scores.best_games(CLASSIC)
    assert (alone.score, alone.moves, alone.ms) == (fair, moves, ms)
    assert (alone.assisted, alone.undos, alone.hints, alone.won, alone.over) == (False, 0, 0, False, False)
    [claim] = store.scores.leaderboard(CLASSIC)
    assert (claim.score, claim.moves_for_score, claim.ms_for_score) == (fair, moves, ms)
    [helped] = store.scores.leaderboard(CLASSIC, assisted=True)
    assert helped.moves_for_score == helped.moves > moves


def test_there_is_no_mean_of_no_game(place: Place) -> None:
    """Games that go on have no mean score."""
    store = place.open()
    begin(store, "2048:classic#42", "left")
    assert [row.mean for row in store.scores.statistics()] == [None]


def test_games_as_a_table() -> None:
    """A row has what a game ranks by first, and its id last; a game that has no score ranks by its clock."""
    store = Store.in_memory()
    kept = begin(store, "2048:classic#42")
    play_to(store, kept, 10)
    title, head, [row] = games_table("Best", store.scores.best_games(CLASSIC))
    assert (title, len(row), row[-1]) == ("Best", len(head), "2048:classic#42")
    assert row[0] == str(kept.session.position.score)
    assert (score_text("sudoku:easy", 0, 61_000), score_text("sudoku:easy", 0, 0)) == ("1:01", "-")
    assert score_text(CLASSIC, 0, 61_000) == "0"


def test_given_positions_rank_apart(place: Place) -> None:
    """A game from a position that somebody made up has no unassisted score."""
    store = place.open()
    begin(store, "2048:classic:2244/..../..../....#1", "left")
    assert (store.scores.best(CLASSIC), store.scores.best_games(CLASSIC)) == (0, [])
    assert store.scores.best_games(CLASSIC, assisted=True)[0].score == 12


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


def test_of_several_tries_the_best_counts(place: Place) -> None:
    """Of a class's game the one that was won counts, then the higher score, less help, the shorter clock."""
    store, id = place.open(), "2048:classic#42"
    for score in (100, 100, 100, 4):  # the last one is the worst
        play_to(store.of("ann"), begin(store.of("ann"), id, *["hint"] * (score == 4)), score)
    for change, best in (
        ("ms = 5000 - 1000 * number", 3),
        ("hints = 1 WHERE number = 3", 2),
        ("score = score + 4 WHERE number = 1", 1),
        ("won = 1, over = 1 WHERE number = 4", 4),
    ):
        store._db.execute(f"UPDATE game SET {change}")  # noqa: S608 - the test's own words
        [counted] = store.scores.assigned([id])
        assert counted.ms == 5000 - 1000 * best


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


def test_practice_from_the_very_beginning_is_believed() -> None:
    """A puzzle of a technique that was begun before its digits were filled in for the player holds as well."""
    store, opening = Store.in_memory(), games.open_id("sudoku:technique=pointing#1")
    assert isinstance(opening.whole, sudoku.Board)
    kept = GameRow.fresh(opening._replace(start=opening.whole))
    digits = sudoku.solve(opening.whole).digits
    do(store, kept, *(f"r{c // 9 + 1}c{c % 9 + 1}={digits[c]}" for c in range(81) if not opening.whole.digits[c]))
    [claim] = store.scores.leaderboard(opening.table)
    assert claim.is_genuine()


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


def test_who_plays_much_hides_nobody(place: Place) -> None:
    """Each of a few places is another person's; where the best game proves false, the person's next one takes it."""
    store = place.open()
    for seed, owner, score in ((1, "ann", 20), *((seed, "bob", 40) for seed in range(2, 44))):
        play_to(store.of(owner), begin(store.of(owner), f"2048:classic#{seed}"), score)
    [first] = store.scores.leaderboard(CLASSIC, limit=1)
    assert [claim.owner for claim in store.scores.leaderboard(CLASSIC, limit=2)] == ["bob", "ann"]
    assert first.owner == "bob"
    store.scores.mark_verified(first, is_genuine=False)
    [other] = store.scores.leaderboard(CLASSIC, limit=1)
    assert (other.owner, other.number != first.number, other.score <= first.score) == ("bob", True, True)


def test_the_puzzle_of_a_day_has_a_leaderboard_of_its_own(place: Place) -> None:
    """It counts with the others of its level, and is ranked among those who solved that very puzzle."""
    store, day = place.open(), dt.date(2026, 11, 17)
    table, daily = games.GAMES["sudoku"].daily_table(day), f"sudoku:daily/{day}"
    for owner, id_ in (("ann", daily), ("bob", "sudoku:easy#1"), ("cai", daily)):
        game = begin(store.of(owner), id_)
        board: Any = game.session.position
        solved = sudoku.solve(board.puzzle).digits
        moves = [f"{board.name(cell)}={digit}" for cell, digit in enumerate(solved) if not board.digits[cell]]
        do(store.of(owner), game, *moves)
    assert {claim.owner for claim in store.scores.leaderboard(table)} == {"ann", "bob", "cai"}
    claims = store.scores.leaderboard(table, id=daily)
    assert {(claim.owner, claim.is_genuine()) for claim in claims} == {("ann", True), ("cai", True)}


def test_what_was_dealt_ranks_apart_from_what_could_be_known(place: Place) -> None:
    """A secret seed is told at the end alone; the score before it stays, what is played on with help ranks apart."""
    store = place.open()
    opening = games.open_id("2048:2x2", seed=2**63 + 5)._replace(dealt=True)
    played = StoredGame.begin(store.of("ann"), opening)
    table = "2048:2x2/classic"
    play_to(store.of("bob"), begin(store.of("bob"), "2048:2x2#7"), 4)

    def board(**kind: Any) -> list[tuple[str, str]]:
        return [(claim.owner, claim.public_id) for claim in store.scores.leaderboard(table, **kind)]

    while not played.session.position.is_over():
        assert (played.is_secret, played.handle) == (True, "2048:game=1")
        assert board(seed_known=False) in ([], [("ann", table)])
        told = [*map(str, store.of("ann").in_progress()), *map(str, store.of("ann").scores.best_games(table))]
        assert str(2**63 + 5) not in " ".join(told)
        played.play(played.session.position.moves()[0])
    id = f"{table}#{2**63 + 5}"
    assert not played.is_secret
    assert board(seed_known=False) == [("ann", id)]
    played.undo()
    assert not StoredGame.continued(store.of("ann"), 1).is_secret
    assert (board(seed_known=False), board(seed_known=False, assisted=True)) == ([("ann", id)], [])
    assert (board(), board(assisted=True)) == ([("bob", table + "#7")], [("ann", id)])
    [claim] = store.scores.leaderboard(table, seed_known=False)
    assert claim.is_genuine()


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
    assert [process.communicate(timeout=600)[0].split() for process in processes] == [[b"3", b"[]"]] * 2
    store = Store.open(path)
    assert [(id, store.export(id).to_text()) for id, _save in saves] == saves
    store.close()
