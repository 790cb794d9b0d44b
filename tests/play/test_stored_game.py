"""Does a player find the game where it was left, whatever key comes next?"""

import signal
import sqlite3
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from support.places import Place
from tessella.errors import MoveError, StoreError
from tessella.play.store import FILE, Store
from tessella.play.stored_game import StoredGame


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the store's file will be."""
    return tmp_path / FILE


def sit(place: Place, id: str = "2048", *, new: bool = False) -> StoredGame:
    """Return a sitting in a process of its own, as far as the file can tell."""
    return StoredGame.open(place.open(), id, new=new)


def play(sitting: StoredGame, n: int = 1) -> None:
    """Play `n` moves, whichever can be played."""
    for _ in range(n):
        sitting.play(sitting.session.position.moves()[0])


# --- Which game -------------------------------------------------------------------------------------------------------


def test_the_game_played_last_is_resumed(place: Place) -> None:
    """The name of a game alone finds the one played last, move for move."""
    sitting = sit(place, "2048:5x5/classic#42")
    play(sitting, 7)
    sitting.leave()
    again = sit(place)
    assert again.session.id == "2048:5x5/classic#42"
    assert again.session.journal == sitting.session.journal
    assert again.session.position == sitting.session.position


def test_rules_find_the_game_in_their_slot(place: Place) -> None:
    """Each set of rules has its own game in progress."""
    for id in ("2048:classic#1", "2048:sprint#2"):
        play(sit(place, id))
    assert sit(place, "2048:classic").session.id == "2048:classic#1"
    assert sit(place, "2048:sprint").session.id == "2048:sprint#2"
    assert sit(place, "2048:cascade").session.moves == ()


def test_an_id_in_progress_is_resumed(place: Place) -> None:
    """The id of the game in its slot resumes it."""
    play(sit(place, "2048:classic#1"), 3)
    assert len(sit(place, "2048:classic#1").session.moves) == 3


def test_another_id_takes_no_game_away(place: Place) -> None:
    """Another game of the same rules is refused while one is in progress; `new` begins it, and undo comes back."""
    play(sit(place, "2048:classic#1"), 3)
    with pytest.raises(StoreError, match=r"2048:classic#1.*2048:classic#2 would replace it") as refused:
        sit(place, "2048:classic#2")
    assert "--new" in refused.value.hint
    assert len(sit(place).session.moves) == 3
    sitting = sit(place, "2048:classic#2", new=True)
    assert sitting.session.id == "2048:classic#2"
    sitting.undo()
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#1", 3)


def test_a_game_that_was_left_goes_on_where_it_stood(place: Place) -> None:
    """The id of a game that another one has taken the place of continues it; the other can be continued in turn."""
    play(sit(place, "2048:classic#1"), 3)
    play(sit(place, "2048:classic#2", new=True), 2)
    for asked, left in (("2048:classic#1", "2048:classic#2"), (" 2048:4x4/classic#2", "2048:classic#1")):
        again = sit(place, asked)
        assert (again.session.id, len(again.session.moves)) == {"2": ("2048:classic#2", 2)}.get(
            asked[-1], ("2048:classic#1", 3)
        )
        assert again.take_notices() == [f"{left} is kept among the games to continue"]
        assert [game.id for game in again.store.in_progress()] == [again.session.id, left]
    assert sit(place).session.id == "2048:classic#2"


def test_an_id_begun_twice_can_be_continued_twice(place: Place) -> None:
    """Both games of one id are in the list, each under its own number; a game without a move, or at its end, is not."""
    play(sit(place, "2048:classic#1"), 3)
    play(sit(place, "2048:classic#1", new=True), 5)
    sit(place, "2048:classic#7", new=True)
    over = sit(place, "2048:2x2/8/sprint#1")
    while not over.session.position.is_over():
        play(over)
    store = place.open()
    listed = store.in_progress()
    assert [(game.id, game.moves) for game in listed] == [
        ("2048:classic#7", 0),
        ("2048:classic#1", 5),
        ("2048:classic#1", 3),
    ]
    assert len(StoredGame.continued(store, listed[2].number).session.moves) == 3
    assert [game.moves for game in store.in_progress()] == [3, 5]


def test_who_plays_is_stored_before_the_game_gives_way(place: Place) -> None:
    """The clock of the game that gives way is stored, and its player is told of no other window."""
    first, second = sit(place, "2048:classic#1"), sit(place, "2048:classic#2", new=True)
    play(second, 2)
    StoredGame.resume(second.store, "2048:classic#1")
    playing = StoredGame.resume(second.store, "2048:classic#2")
    assert playing
    play(playing)
    StoredGame.resume(playing.store, first.session.id, playing=[playing])
    assert playing.store.export("2048:classic#2").journal[-1].event == "pause"
    assert not any("window" in notice for notice in playing.take_notices())


def test_a_game_that_cannot_be_read_stays_in_reach(place: Place) -> None:
    """It is in the list, who opens it is told why not, and its save is written as it is stored."""
    sitting = sit(place, "2048:classic#1")
    play(sitting, 3)
    text = sitting.session.to_text()
    store = place.open()
    with store._db.transaction():
        store._db.execute("UPDATE game SET entries = 7")
    play(sit(place, "2048:classic#2", new=True))
    [fresh, damaged] = store.in_progress()
    assert (fresh.id, damaged.id) == ("2048:classic#2", "2048:classic#1")
    with pytest.raises(StoreError, match=r"^cannot read the game 2048:classic#1 \(") as refused:
        StoredGame.continued(store, damaged.number)
    assert "tessella export 2048:classic#1" in refused.value.hint
    assert store.saved_text(damaged.number) == text
    begun = sit(place, "2048:classic#1", new=True)
    assert begun.session.moves == ()


def test_another_id_follows_a_game_that_is_over(place: Place) -> None:
    """A game that is over is in nobody's way."""
    sitting = sit(place, "2048:2x2/8/sprint#1")
    while not sitting.session.position.is_over():
        play(sitting)
    assert sit(place, "2048:2x2/8/sprint#2").session.id == "2048:2x2/8/sprint#2"


def test_what_cannot_be_asked_for_changes_nothing(place: Place) -> None:
    """A bad id is refused before anything is written."""
    play(sit(place, "2048:classic#1"), 2)
    for bad in ("2048:clasic", "2048:classic#x", "chess"):
        with pytest.raises(ValueError, match=r"^expected "):
            sit(place, bad, new=True)
    assert len(sit(place).session.moves) == 2


# --- New game is one step ---------------------------------------------------------------------------------------------


def test_undo_crosses_back_over_a_new_game(place: Place) -> None:
    """At its start, undo leads back to the game before; redo leads forward again, moves and all."""
    sitting = sit(place, "2048:classic#1")
    play(sitting, 3)
    sitting.new("2048:classic#2")
    assert sitting.can_undo
    play(sitting, 2)
    for _ in range(3):
        sitting.undo()
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#1", 3)
    assert sitting.can_redo
    for _ in range(3):
        sitting.redo()
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#2", 2)


def test_new_games_are_crossed_one_by_one(place: Place) -> None:
    """Several new games in a row are several steps, in this process and in the next."""
    sitting = sit(place, "2048:classic#1")
    for seed in (2, 3):
        sitting.new(f"2048:classic#{seed}")
    sitting = sit(place)
    seen = [sitting.session.id]
    while sitting.can_undo:
        sitting.undo()
        seen.append(sitting.session.id)
    while sitting.can_redo:
        sitting.redo()
        seen.append(sitting.session.id)
    assert seen == [f"2048:classic#{seed}" for seed in (3, 2, 1, 2, 3)]


def test_a_move_in_the_old_game_forgets_the_new(place: Place) -> None:
    """After coming back and moving on, redo does not lead to the game that was begun instead."""
    sitting = sit(place, "2048:classic#1")
    play(sitting)
    sitting.new()
    sitting.undo()
    play(sitting)
    assert not sitting.can_redo
    with pytest.raises(MoveError, match=r"^nothing to redo$"):
        sitting.redo()
    assert sit(place).session.id == "2048:classic#1"


def test_a_new_game_has_the_same_rules(place: Place) -> None:
    """New game asks for nothing: the rules stay, the seed is another."""
    sitting = sit(place, "2048:5x4/cascade#1")
    sitting.new()
    assert sitting.session.id.startswith("2048:5x4/cascade#")
    assert sitting.session.id != "2048:5x4/cascade#1"


def test_another_slot_leaves_the_game_where_it_is(place: Place) -> None:
    """Going to a game of other rules takes nothing from the one in progress."""
    sitting = sit(place, "2048:classic#1")
    play(sitting, 2)
    sitting.new("2048:sprint#5")
    play(sitting)
    assert sitting.session.id == "2048:sprint#5"
    assert len(sit(place, "2048:classic").session.moves) == 2
    sitting.new("2048:classic#1")
    assert len(sitting.session.moves) == 2


def test_nothing_to_take_back(place: Place) -> None:
    """At the start of the first game there is nothing to undo."""
    sitting = sit(place, "2048:classic#1")
    assert not sitting.can_undo
    with pytest.raises(MoveError, match=r"^nothing to undo$"):
        sitting.undo()


# --- Scores and clock -------------------------------------------------------------------------------------------------


def test_best_counts_as_soon_as_it_is_passed(place: Place) -> None:
    """The best score is this game's as soon as it is higher, and stays when the game is left unfinished."""
    sitting = sit(place, "2048:classic#42")
    while sitting.session.position.score < 100:
        play(sitting)
        assert sitting.best == sitting.session.position.score
    reached = sitting.best
    sitting.new()
    assert (sitting.session.position.score, sitting.best) == (0, reached)
    assert sit(place).best == reached


def test_help_raises_no_best(place: Place) -> None:
    """After an undo or a hint, the best score is no longer raised."""
    sitting = sit(place, "2048:classic#42")
    play(sitting)
    best = sitting.best
    sitting.count_hint()
    while sitting.session.position.score < 100:
        play(sitting)
    assert sitting.best == best
    assert sitting.store.scores.best_games("2048:classic", assisted=True)[0].score == sitting.session.position.score


def test_leaving_stops_the_clock(place: Place) -> None:
    """Time between leaving and coming back is not played time; leaving twice writes one pause."""
    sitting = sit(place, "2048:classic#42")
    play(sitting)
    sitting.leave()
    sitting.leave()
    assert [entry.event for entry in sitting.session.journal].count("pause") == 1
    assert sit(place).session.elapsed_ms == sitting.session.elapsed_ms


# --- Trouble ----------------------------------------------------------------------------------------------------------


def test_another_window_was_quicker(place: Place) -> None:
    """Where another window has moved first, its position is shown, and that is said once."""
    one = sit(place, "2048:classic#42")
    play(one)
    other = sit(place)
    play(one, 2)
    play(other)
    assert other.session.moves == one.session.moves
    assert other.take_notices() == ["this game was changed in another window; here is its current state"]
    assert other.take_notices() == []
    play(other)
    assert other.take_notices() == []
    assert sit(place).session.moves == other.session.moves


def test_a_new_game_in_another_window(place: Place) -> None:
    """Where another window has begun a new game, that game is shown."""
    one = sit(place, "2048:classic#42")
    other = sit(place)
    one.new("2048:classic#43")
    play(one)
    play(other)
    assert (other.session.id, len(other.session.moves)) == ("2048:classic#43", 1)
    assert len(other.take_notices()) == 1


def test_new_game_in_a_stale_window(place: Place) -> None:
    """The new-game key in a window that is behind shows the newer position first, and leaves no game."""
    one = sit(place, "2048:classic#42")
    other = sit(place)
    play(one, 3)
    other.new()
    assert (other.session.id, len(other.session.moves)) == ("2048:classic#42", 3)
    assert len(other.take_notices()) == 1
    other.new("2048:classic#43")
    other.undo()
    assert other.session.moves == one.session.moves


def test_two_windows_that_begin_together(place: Place) -> None:
    """Of two windows that begin a game in one empty slot, the second goes on with the first one's."""
    store = place.open()
    last_slot = store.last_slot
    asked: list[str] = []

    def too_late(game: str, table: str | None = None) -> None:
        """Find no slot in use, just before the other window uses one."""
        if not asked:
            assert last_slot(game, table) is None
            play(sit(place, "2048:classic#1"))
        asked.append(game)

    store.last_slot = too_late  # type: ignore[method-assign]  # the instant between two processes
    sitting = StoredGame.open(store, "2048:classic")
    assert (sitting.session.id, len(sitting.session.moves)) == ("2048:classic#1", 1)


def full(store: Store, *, full: bool) -> None:
    """Let the file grow no more, as on a full disk, or grow again."""
    pages = store._db.execute("PRAGMA page_count")[0]["page_count"] if full else 1 << 30
    store._db.execute(f"PRAGMA max_page_count = {pages}")


def fill(sitting: StoredGame) -> None:
    """Play until the file takes no more."""
    for seed in range(3000):
        if len(sitting.session.moves) == 25:  # too few to end a game
            sitting.new(f"2048:classic#{seed}")
        play(sitting)
        if sitting._is_unsaved:
            return
    raise AssertionError("the disk is not full")


def test_a_full_disk_is_said_once_and_made_good(path: Path) -> None:
    """On a full disk play goes on; it is said once; with room again all is stored, and that is said."""
    sitting = sit(Place(path), "2048:classic#42")
    play(sitting, 2)
    full(sitting.store, full=True)
    fill(sitting)
    play(sitting, 1)
    [said] = sitting.take_notices()
    assert said == f"cannot write {path} (database or disk is full); the game continues unsaved"
    full(sitting.store, full=False)
    play(sitting, 1)
    assert sitting.take_notices() == ["the game is saved again"]
    assert sit(Place(path)).session.journal == sitting.session.journal


def test_the_end_that_could_not_be_stored_is_stored_on_leaving(path: Path) -> None:
    """Where the clock stands already, what is unsaved is tried once more all the same."""
    sitting = sit(Place(path), "2048:2x2/8/sprint:2,2/4,.#1")
    sitting.count_hint()
    blocked = sqlite3.connect(path, isolation_level=None)
    blocked.execute("BEGIN IMMEDIATE")
    while not sitting.session.position.is_over():
        play(sitting)
    assert sitting.loss
    blocked.execute("ROLLBACK")
    blocked.close()
    sitting.leave()
    assert sitting.loss == ""


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("what", ["play", "play_advised"])
def test_a_move_that_ctrl_c_comes_to_is_whole(path: Path, what: str) -> None:
    """Wherever it comes, position, journal and file agree afterwards."""
    lines = 0

    def traced(frame: FrameType, event: str, _value: object) -> Any:
        nonlocal lines
        if event == "line" and frame.f_globals["__name__"] in {"tessella.play.session", "tessella.play.stored_game"}:
            lines += 1
            if lines == at:
                signal.raise_signal(signal.SIGINT)
        return traced

    for at in range(1, 100):
        sitting = sit(Place(path), f"2048:classic#{at}")
        move, lines = sitting.session.position.moves()[0], 0
        sys.settrace(traced)
        try:
            getattr(sitting, what)(move)
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(None)
        assert [entry.event for entry in sitting.session.journal if entry.event != "hint"] == [*sitting.session.moves]
        assert sitting.session.hints == (what == "play_advised" and bool(sitting.session.moves))
        sitting.new(f"2048:classic#{at + 1}")


def test_new_games_on_a_full_disk(path: Path) -> None:
    """No key loses a game there either: undo comes back, and with room again every game is stored."""
    sitting = sit(Place(path), "2048:classic#42")
    play(sitting, 2)
    full(sitting.store, full=True)
    fill(sitting)
    before = sitting.session
    sitting.new("2048:classic#1001")
    play(sitting)
    sitting.undo()
    sitting.undo()
    assert sitting.session is before
    sitting.new("2048:classic#1002")
    play(sitting)
    sitting.new("2048:classic#1003")
    play(sitting, 2)
    assert len(sitting.take_notices()) == 1
    full(sitting.store, full=False)
    play(sitting)
    again = sit(Place(path))
    assert (again.session.id, len(again.session.moves)) == ("2048:classic#1003", 3)
    for _ in range(4):
        again.undo()
    assert (again.session.id, len(again.session.moves)) == ("2048:classic#1002", 1)
    again.undo()
    again.undo()
    assert (again.session.id, again.session.journal) == (before.id, before.journal)


def test_a_game_that_cannot_be_read_makes_way(path: Path) -> None:
    """A stored game that cannot be read is said to stay where it is, and a new one begins."""
    sitting = sit(Place(path), "2048:classic#42")
    play(sitting, 2)
    sitting.store._db.execute("UPDATE game SET position = '2048:classic:rubbish#1'")
    sitting.store.close()
    again = sit(Place(path))
    [said] = again.take_notices()
    assert said.startswith("cannot read the game in 2048:classic; it was left as it is, and a new one was started (")
    play(again)
    assert again.take_notices() == []
    assert sit(Place(path)).session.id == again.session.id


# --- Help -------------------------------------------------------------------------------------------------------------


def test_what_is_followed_counts_as_a_hint(place: Place) -> None:
    """A move of a player that is watched is a hint and a move in one; the score before stays without help."""
    sitting = sit(place, "2048:classic#5")
    play(sitting, 20)
    fair = sitting.session.fair_score
    for _move in range(30):
        sitting.play_advised(sitting.session.position.moves()[0])
    assert (sitting.session.step, sitting.session.hints) == (50, 30)
    assert sitting.session.fair_score == fair < sitting.session.position.score
    assert [entry.event for entry in sitting.session.journal[20::2]] == ["hint"] * 30
    again = sit(place)
    assert again.session.journal == sitting.session.journal
    assert again.best == fair
    assert again.session.is_assisted


def test_what_cannot_be_followed_is_no_hint(place: Place) -> None:
    """A move that changes nothing is refused, and nothing is counted."""
    sitting = sit(place, "2048:2x2/classic:2./4.#1")
    with pytest.raises(MoveError):
        sitting.play_advised("left")
    assert (sitting.session.step, sitting.session.hints) == (0, 0)


def test_going_back_takes_every_move_back(place: Place) -> None:
    """Who goes back before a move has that position again, each move between counted as an undo, and can redo."""
    sitting = sit(place, "2048:classic#5")
    play(sitting, 100)
    there, end = sitting.session.position_after(30), sitting.session.position
    sitting.back_to(30)
    assert sitting.session.position == there
    assert sitting.session.undos == 70
    again = sit(place)
    assert again.session.position == there
    assert again.session.undos == 70
    while again.can_redo:
        again.redo()
    assert again.session.position == end
