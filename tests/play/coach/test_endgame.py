"""The trainer of end games: verdicts, mistakes that come back, and accuracy."""

import datetime as dt

import pytest

from support.end_games import Twin, best, make_table, twin_of, worst
from tessella import games
from tessella.game2048 import Board
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.library import path_of
from tessella.game2048.game_review import review
from tessella.game2048.sliding import Rows
from tessella.play.coach.endgame import APART, TWICE, Record, Trainer, Verdict
from tessella.play.coach.game2048 import Coach2048
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

MONDAY = dt.date(2026, 11, 23)
L3 = EndGame.parse("L3-16")


@pytest.fixture(autouse=True)
def table() -> None:
    """Make a table."""
    make_table("L3-16")


@pytest.fixture(scope="module")
def twin() -> Twin:
    """Return what the table is held against."""
    return twin_of(L3.name)


def trainer(store: Store, day: dt.date = MONDAY) -> Trainer:
    """Return a trainer on a day."""
    return Trainer(store, L3, today=lambda: day)


def drawn(seed: int) -> Rows:
    """Return a position."""
    board = games.open_id(f"2048:practice=L3-16#{seed}").start
    assert isinstance(board, Board)
    return board.rows


def practising(seed: int, store: Store | None = None) -> Coach2048:
    """Return the coach of a position."""
    return Coach2048(StoredGame.open(store or Store.in_memory(), f"2048:practice=L3-16#{seed}"))


def test_a_verdict_is_what_the_definition_says(twin: Twin) -> None:
    """Move by move, the chance of what was played and of the best move are those of a plain recursion."""
    for seed in range(6):
        coach = practising(seed)
        assert coach.verdict is None
        for choose in (worst, best, best):
            if not (chances := twin.chances(coach.position.rows)):
                break
            move = choose({move: chance for move, chance in chances.items() if chance > 0} or chances)
            coach.play(move)
            verdict = coach.verdict
            assert verdict is not None
            assert verdict.chance == pytest.approx(chances[move], abs=1e-7)
            assert verdict.best_chance == pytest.approx(max(chances.values()), abs=1e-7)
            assert verdict.is_right == (chances[move] > max(chances.values()) - 0.00004)
            if verdict.end:
                assert verdict.end == ("16 is made." if verdict.chance == 1 else "16 can no longer be made.")
                break


def test_the_end_of_an_end_game_is_told(twin: Twin) -> None:
    """A move that makes the goal, and one after which it cannot be made, say so; what follows is not judged."""
    rows = ((2, 8, 0, 0), (4, 8, 0, 0), (2, 32, 64, 128), (4, 1024, 512, 256))
    assert twin.chances(rows)["down"] == 1
    assert trainer(Store.in_memory()).exact(rows)
    coach = Coach2048(
        StoredGame.open(Store.in_memory(), "2048:practice=L3-16:2,8,.,./4,8,.,./2,32,64,128/4,1024,512,256#1")
    )
    coach.play("down")
    assert str(coach.verdict) == "Right: down, 100.00%. 16 is made."
    coach.play("left") if "left" in coach.position.moves() else coach.play("up")
    assert coach.verdict is None
    coach = Coach2048(
        StoredGame.open(Store.in_memory(), "2048:practice=L3-16:2,8,.,./4,8,.,./.,32,64,128/4,1024,512,256#1")
    )
    coach.play("left")
    assert "16 can no longer be made." in str(coach.verdict)


def test_a_mistake_comes_back_until_it_is_decided_right_twice(twin: Twin) -> None:
    """Some decisions later the same position is asked again, by another process too, and then no more."""
    store = Store.in_memory()
    missed = drawn(1)
    trainer(store).count(missed, worst(twin.chances(missed)))
    again = 0
    for seed in range(2, 10 * APART):
        ours = trainer(store)
        board = games.open_id(ours.next_id()).start if ":" in ours.next_id()[5:] else None
        rows = board.rows if isinstance(board, Board) else drawn(seed)
        if board:
            assert rows == missed
            assert ours.task(rows).startswith("Again, because")
            assert ":" not in ours.next_id(missed)[5:]
            again += 1
        if rows == missed and board is None:
            continue
        ours.count(rows, best(twin.chances(rows)))
    assert again == TWICE
    assert trainer(store).record().mistakes == []
    assert trainer(store).task(missed) == "Make 16 without moving a large tile."


def test_a_hint_takes_the_place_of_the_verdict(twin: Twin) -> None:
    """The verdict on the last move comes back when the hint is put away."""
    coach = next(coach for coach in map(practising, range(20)) if max(twin.chances(coach.position.rows).values()) < 1)
    coach.play(best(twin.chances(coach.position.rows)))
    told = coach.verdict
    assert told
    assert coach.hint()
    assert coach.verdict is None
    coach.dismiss()
    assert coach.verdict == told


def test_a_large_tile_that_merges_is_not_judged() -> None:
    """A table knows no such move: it has no verdict, does not count, and is left out of a review."""
    store = Store.in_memory()
    coach = Coach2048(StoredGame.open(store, "2048:practice=L3-16:.,.,.,./.,.,16,./.,32,16,64/2,128,256,512#1"))
    coach.play("down")
    assert coach.verdict is None
    assert trainer(store).record() == Record()
    assert review(coach.game.session).judged == 0


def test_what_is_helped_does_not_count(twin: Twin) -> None:
    """Moves count until the first undo or hint of a game; a hint counts as a mistake, once."""
    coach = practising(1)
    chances = twin.chances(coach.position.rows)
    coach.play(worst(chances))
    coach.game.undo()
    coach.play(best(chances))
    assert coach.counts()[1:3] == [("Right in total", "0 of 1"), ("Mistakes", "1")]  # whatever day it is by now
    coach = practising(2, coach.game.store)
    advice = coach.wait_for(coach.hint())
    assert advice.best == best(twin.chances(coach.position.rows))
    coach.hint()
    coach.follow()
    coach.play(coach.position.moves()[0])
    assert coach.counts()[1:3] == [("Right in total", "0 of 2"), ("Mistakes", "2")]


def test_accuracy_is_kept_by_days(twin: Twin) -> None:
    """Each day has its own count, the latest first, below that of all; what moves cost is a mean."""
    store = Store.in_memory()
    assert trainer(store).summary() == "Nothing has been practised yet."
    assert not trainer(store).accuracy().rows
    lost = 0.0
    for seed, (day, choose) in enumerate(((MONDAY, best), (MONDAY, worst), (MONDAY + dt.timedelta(1), best))):
        chances = twin.chances(drawn(seed))
        trainer(store, day).count(drawn(seed), choose(chances))
        lost += 100 * (max(chances.values()) - chances[choose(chances)])
    assert trainer(store).accuracy().rows == [
        ("all", "2 of 3", "67%", f"{lost / 3:.2f}"),
        ("2026-11-24", "1 of 1", "100%", "0.00"),
        ("2026-11-23", "1 of 2", "50%", f"{lost / 2:.2f}"),
    ]
    assert trainer(store).summary().endswith("points lost per move. Positions to be asked again: 1.")


def test_practice_ranks_nowhere_and_is_not_continued(twin: Twin) -> None:
    """Its games are in no statistics of 2048, no table of best games, and no list of games to continue."""
    coach = practising(1)
    coach.play(best(twin.chances(coach.position.rows)))
    store = coach.game.store
    assert not store.scores.statistics()
    assert not store.scores.best_games(coach.game.table, assisted=True)
    assert not store.in_progress()
    assert coach.statistics().rows[0][1] == "1 of 1"


def test_what_is_damaged_in_the_store_counts_for_nothing() -> None:
    """A record that is no JSON, and positions that are none, do no harm."""
    store = Store.in_memory()
    for text in ("{", '{"mistakes": [{"position": "zz", "due": 0}], "days": {}}', "[]"):
        store.choose("endgame:L3-16", text)
        assert trainer(store).next_id() == "2048:practice=L3-16"


def test_a_table_that_goes_leaves_a_game(twin: Twin) -> None:
    """Where the table is removed meanwhile, moves are played, nothing is judged, and the task says why."""
    coach = practising(1)
    path_of(L3).unlink()
    assert coach.task == "There is no table of 'L3-16' yet\nMake it with: tessella 2048 tables make L3-16"
    coach.play(best(twin.chances(coach.position.rows)))
    assert coach.verdict is None
    assert coach.counts()[0] == ("Right today", "0 of 0")


def test_verdicts_read_well() -> None:
    """A sentence for a move that is as good as the best, and one for a worse one."""
    assert str(Verdict("left", 0.5, "left", 0.5)) == "Right: left, 50.00%."
    assert str(Verdict("up", 0.4, "left", 0.5)) == "Left is best, 50.00%; up has 40.00%, 10.00 percentage points less."
