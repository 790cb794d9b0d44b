"""The coach of any game: tasks, watching, going back."""

import pytest

from support.advisers import Adviser
from tessella.errors import MoveError, PlayerError
from tessella.games import GAMES
from tessella.play.coach import COACHES, SPEEDS, Coach, WatchedMove, Watching, coach_for
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task

PUZZLE = "sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def coach_of(id: str = "2048:classic#42", **options: object) -> Coach:
    """Return the coach for a game in a store of its own."""
    return coach_for(StoredGame.open(Store.in_memory(), id), **options)


def moved(coach: Coach) -> WatchedMove | None:
    """Return the next move of the player that is watched."""
    answer: WatchedMove | None = coach.wait_for(coach.next_move())
    return answer


@pytest.fixture
def adviser() -> Adviser:
    """Return who gives advice at once."""
    return Adviser()


# --- Watching ---------------------------------------------------------------------------------------------------------


def test_a_watched_move_counts_as_a_hint(adviser: Adviser) -> None:
    """Each move of a watched player is played and counted, by journal entries `hint` and the move."""
    coach = coach_of(advisor=adviser)
    watching = coach.watch(speed=5)
    answer = moved(coach)
    assert answer is not None
    assert answer.after == coach.game.session.position == answer.before.play(answer.move)
    assert not answer.is_step
    assert [entry.event for entry in coach.game.session.journal] == ["hint", answer.move]
    assert (watching.moves, coach.game.session.hints) == (1, 1)


def test_any_function_can_be_watched() -> None:
    """A function from a board to a move plays, in every game."""
    for id, move in (("2048:classic#42", "left"), (PUZZLE, "r1c3=4")):
        coach = coach_of(id)
        coach.watch(lambda _board, move=move: move)
        answer = moved(coach)
        assert answer is not None
        assert coach.game.session.moves == (move,)


def test_a_pause_and_a_step(adviser: Adviser) -> None:
    """A player that rests is asked for nothing, and what it had found is dropped; a step is one move."""
    coach = coach_of(advisor=adviser)
    watching = coach.watch()
    task = coach.next_move()
    assert task is not None
    watching.pause()
    task.run()
    assert coach.complete(task) is None
    assert coach.next_move() is None
    assert watching.delay(99) is None
    watching.step()
    assert watching.delay(0) == 0
    answer = moved(coach)
    assert answer is not None
    assert answer.is_step
    assert coach.next_move() is None
    assert coach.game.session.step == 1


def test_who_takes_over_stops_the_player(adviser: Adviser) -> None:
    """After a takeover nobody is watched, and the move that was looked for is not played."""
    coach = coach_of(advisor=adviser)
    coach.watch()
    task = coach.next_move()
    assert task is not None
    assert coach.take_over()
    assert not coach.take_over()
    task.run()
    assert coach.complete(task) is None
    assert (coach.watching, coach.game.session.step) == (None, 0)


def test_a_move_for_another_board_is_not_played(adviser: Adviser) -> None:
    """What was found for a position that is gone is dropped, also where another game has the same position."""
    coach = coach_of(advisor=adviser)
    for is_new_game in (False, True):
        coach.watch()
        task = coach.next_move()
        assert task is not None
        coach.game.new("2048:classic#42") if is_new_game else coach.game.play("left")
        task.run()
        assert coach.complete(task) is None


def test_watching_ends_with_the_game() -> None:
    """Nobody is watched any more when the game is over, and a game that is over is not begun to be watched."""
    coach = coach_of("2048:2x2/classic#1")
    coach.watch(lambda board: board.moves()[0])
    while coach.watching:
        assert moved(coach)
    assert coach.game.session.position.is_over()
    with pytest.raises(MoveError, match="The game is over"):
        coach.watch()


def test_a_player_that_fails_is_watched_no_more() -> None:
    """The error of a player is raised, and the person plays on."""
    coach = coach_of(advisor=Adviser(fails=True))
    coach.watch()
    with pytest.raises(PlayerError, match="no idea"):
        moved(coach)
    assert coach.watching is None


def test_the_pace() -> None:
    """Faster and slower go through the speeds and stop at their ends; every change wakes whoever waits."""
    changes: list[float] = []
    watching = Watching(lambda _board: "left", speed=2.0)
    watching.on_change = lambda: changes.append(watching.speed)
    for _press in SPEEDS:
        watching.faster()
    assert watching.speed == SPEEDS[-1]
    for _press in SPEEDS:
        watching.slower()
    assert watching.speed == SPEEDS[0]
    assert set(changes) == set(SPEEDS)
    assert watching.delay(0.5) == pytest.approx(1.5)


# --- Tasks ------------------------------------------------------------------------------------------------------------


def test_a_task_is_completed_once(adviser: Adviser) -> None:
    """A task that was completed, dropped or cancelled has no answer any more."""
    coach = coach_of(advisor=adviser)
    task = coach.hint()
    assert isinstance(task, Task)
    task.run()
    assert coach.complete(task)
    assert coach.complete(task) is None
    coach.game.play("left")
    dropped = coach.hint()
    coach.drop(dropped)
    dropped.run()
    assert coach.complete(dropped) is None
    cancelled = coach.hint()
    cancelled.cancel()
    cancelled.run()
    assert coach.complete(cancelled) is None
    assert coach.game.session.hints == 1


def test_the_same_is_worked_out_once(adviser: Adviser) -> None:
    """Asked again for what is under way a coach says None; for another position it begins anew."""
    coach = coach_of(advisor=adviser)
    first = coach.hint()
    assert coach.is_pending("hint")
    assert coach.hint() is None
    coach.game.play("left")
    assert not coach.is_pending("hint")
    second = coach.hint()
    first.run()
    assert coach.complete(first) is None
    second.run()
    assert coach.complete(second)


def test_what_a_game_has_not_is_refused() -> None:
    """A kind of help that a game has not is an error with a sentence, and what it has is in `verbs`."""
    game, puzzle = coach_of(), coach_of(PUZZLE)
    for coach, verbs in ((game, {"check", "practice", "rating"}), (puzzle, {"watch"})):
        assert not coach.verbs & verbs
        for verb in verbs:
            with pytest.raises(MoveError, match=r"^[A-Z].*\.$"):
                {"practice": coach.practice_id}.get(verb, getattr(coach, verb, None))()  # type: ignore[misc]


def test_going_back() -> None:
    """Going back takes moves back, each of them an undo, and nothing where there are none."""
    coach = coach_of()
    for _move in range(4):
        coach.game.play(coach.game.session.position.moves()[0])
    assert coach.back_to(1).step == coach.game.session.step == 1
    assert coach.game.session.undos == 3
    with pytest.raises(MoveError, match="nothing to undo"):
        coach.back_to(1)


def test_when_the_clock_runs() -> None:
    """The clock of 2048 waits for the first move, that of a Sudoku does not, and neither runs after the end."""
    game, puzzle = coach_of(), coach_of(PUZZLE)
    for coach in (game, puzzle):
        coach.resume_clock()
    assert (game.game.session.is_running, puzzle.game.session.is_running) == (False, True)
    over = coach_of("2048:2x2/classic:2,4/4,2#1")
    over.resume_clock()
    assert not over.game.session.is_running


def test_every_game_has_a_coach() -> None:
    """Each game of the registry has a coach, which offers hints and does what they say."""
    assert list(COACHES) == list(GAMES)
    for name in GAMES:
        coach = coach_for(StoredGame.open(Store.in_memory(), f"{name}:#1" if name == "sudoku" else f"{name}:classic#1"))
        assert {"hint", "follow"} <= coach.verbs
