"""The coach of 2048: advice and review."""

from dataclasses import replace

import pytest

from support.advisers import Adviser
from tessella.errors import MoveError, ParseError, PlayerError, RulesError
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import Advice, Choice, first_advice
from tessella.play.coach import Followed
from tessella.play.coach.game2048 import (
    Coach2048,
    advice_shares,
    advice_table,
    advice_text,
    advice_title,
    new_id,
    review_text,
)
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

BOARD = Board.parse("2048:classic:2,4,8,16/4,2,.,./2,.,.,./.,.,.,.#7/score=60/ply=12")


def coach_of(id: str = "2048:classic#42", **options: bool) -> Coach2048:
    """Return a coach whose advisor answers at once."""
    return Coach2048(StoredGame.open(Store.in_memory(), id), advisor=Adviser(**options))  # type: ignore[arg-type]


def finished(id: str = "2048:2x2/classic#1") -> Coach2048:
    """Return the coach of a game that is over."""
    coach = coach_of(id)
    while moves := coach.position.moves():
        coach.game.play(moves[0])
    return coach


# --- Advice -----------------------------------------------------------------------------------------------------------


def test_advice_counts_once_and_is_played_when_asked_again() -> None:
    """The hint key shows advice, which counts; the key again plays it, which counts no more."""
    coach = coach_of()
    advice: Advice = coach.wait_for(coach.hint_or_follow())
    assert advice is coach.shown
    assert coach.hint() == advice
    assert (coach.game.session.hints, coach.game.session.step) == (1, 0)
    assert coach.hint_or_follow() == Followed((advice.best,), advice.board)
    assert coach.shown is None
    assert [entry.event for entry in coach.game.session.journal] == ["hint", advice.best]


def test_advice_is_for_its_board() -> None:
    """A move hides advice, an undo brings it back uncounted, and a game with the same position has none."""
    coach = coach_of()
    advice: Advice = coach.wait_for(coach.hint())
    coach.game.play("left")
    assert coach.shown is None
    coach.game.undo()
    assert coach.shown is advice
    coach.game.new("2048:classic#42")
    assert coach.position == advice.board
    assert coach.shown is None
    coach.wait_for(coach.hint())
    assert coach.game.session.hints == 1


def test_advice_that_is_put_away() -> None:
    """What was put away is not followed; asked for again it is there, and not counted again."""
    coach = coach_of()
    advice: Advice = coach.wait_for(coach.hint())
    assert coach.dismiss()
    assert not coach.dismiss()
    assert coach.shown is None
    with pytest.raises(MoveError, match="Get a hint first"):
        coach.follow()
    assert coach.hint() is advice
    assert coach.game.session.hints == 1


def test_no_advice() -> None:
    """A player that fails counts no hint; a game that is over takes none."""
    coach = coach_of(fails=True)
    with pytest.raises(PlayerError, match="no idea"):
        coach.wait_for(coach.hint())
    assert (coach.shown, coach.game.session.hints) == (None, 0)
    with pytest.raises(MoveError, match="The game is over"):
        finished().hint()


def starting(**options: bool) -> Coach2048:
    """Return a coach whose advisor has yet to start."""
    coach = coach_of(**options)  # type: ignore[arg-type]
    coach.advisor.is_warm = False  # type: ignore[misc]
    return coach


def test_a_first_answer_is_refined() -> None:
    """As long as the AI starts, advice in plain Python is on show; its own takes the place of that. It is one hint."""
    coach = starting()
    task = coach.hint()
    first = coach.shown
    assert first == first_advice(coach.position)
    assert coach.game.session.hints == 1
    assert coach.hint() is None
    said: list[str] = []
    refined: Advice = coach.wait_for(task, said.append)
    assert said == ["This is a first answer; the AI is looking further ahead ..."]
    assert coach.hint() is refined
    assert refined.player == "the test"
    assert coach.game.session.hints == 1


def test_a_first_answer_is_followed_or_left() -> None:
    """The key again plays the first answer; a move, that or another, drops what was to follow it."""
    coach = starting()
    task, first = coach.hint_or_follow(), coach.shown
    assert first
    assert coach.hint_or_follow() == Followed((first.best,), first.board)
    task.run()
    assert coach.complete(task) is None
    assert (coach.shown, coach.game.session.hints, coach.game.session.step) == (None, 1, 1)


def test_a_first_answer_is_put_away() -> None:
    """With it goes what was to follow; asked for again it is there, not counted, and refined."""
    coach = starting()
    task, first = coach.hint(), coach.shown
    assert coach.dismiss()
    task.run()  # type: ignore[union-attr]
    assert coach.complete(task) is None  # type: ignore[arg-type]
    assert coach.shown is None
    again = coach.hint()
    assert coach.shown is first
    assert coach.wait_for(again) is coach.shown
    assert coach.game.session.hints == 1


def test_a_first_answer_stays_where_no_other_comes() -> None:
    """Where the AI fails or is stopped, the first answer is still on show."""
    coach = starting(fails=True)
    with pytest.raises(PlayerError, match="no idea"):
        coach.wait_for(coach.hint())
    assert coach.shown == first_advice(coach.position)
    task = coach.hint()
    task.cancel()  # type: ignore[union-attr]
    assert coach.complete(task) is None  # type: ignore[arg-type]
    assert coach.shown == first_advice(coach.position)
    assert coach.game.session.hints == 1


def test_advice_while_one_watches() -> None:
    """A hint pauses the player that is watched; when that goes on, its advice is hidden."""
    coach = coach_of()
    watching = coach.watch()
    assert coach.wait_for(coach.hint()) is coach.shown
    assert watching.is_paused
    watching.resume()
    assert coach.shown is None


# --- Texts ------------------------------------------------------------------------------------------------------------


def advice_of(*choices: Choice) -> Advice:
    """Return advice with these choices."""
    return Advice(BOARD, "the test", choices, in_points=True)


def test_what_all_moves_have_is_a_column() -> None:
    """A column has a text for every move; a score or chance that one lacks is left out, the value stands in."""
    full = advice_of(Choice("left", 9.0, 12345.0, 0.999), Choice("up", 7.0, 900.0, 0.001))
    score, chance = advice_table(full)
    assert (score.kind, score.cells, chance.head, chance.cells) == ("score", ("12,345", "900"), "32", (">99%", "<1%"))
    assert advice_shares(full) == (0.999, 0.001)
    half = advice_of(Choice("left", 9.0, 12345.0, 0.5), Choice("up", 7.0, None, 0.5))
    assert [column.kind for column in advice_table(half)] == ["chance"]
    none = advice_of(Choice("left", 9000.0), Choice("up", 7.0), Choice("down", 7.0))
    [value] = advice_table(none)
    assert (value.kind, value.cells) == ("value", ("9,000", "7", "7"))
    assert advice_shares(none) == (1.0, 0.0, 0.0)
    assert len({advice_title(one) for one in (full, half, none)}) == 3


def test_advice_in_a_sentence() -> None:
    """The best move stands in front of the reason, once."""
    advice = advice_of(Choice("left", 9.0), Choice("up", 7.0))
    assert advice_text(advice).casefold().startswith("left")
    assert advice_text(advice).casefold().count("left") == advice.reason.casefold().count("left") + (
        not advice.reason.casefold().startswith("left")
    )


# --- The review -------------------------------------------------------------------------------------------------------


def test_a_review_before_the_end_counts_as_a_hint() -> None:
    """Who sees better moves while the game goes on has had help, once a position; after the end it is free."""
    coach = coach_of()
    with pytest.raises(MoveError, match="No move has been played yet"):
        coach.review()
    for _move in range(3):
        coach.game.play(coach.position.moves()[0])
    review = coach.wait_for(coach.review())
    assert coach.reviewed is review
    assert coach.review() is review
    assert coach.game.session.hints == 1
    ended = finished()
    assert ended.wait_for(ended.review())
    assert ended.game.session.hints == 0


def test_a_review_in_a_sentence() -> None:
    """It is said how many moves were good, and where none was bad that too."""
    coach = finished()
    review = coach.wait_for(coach.review())
    assert review_text(review) == "50% of the moves were as good as the best."
    perfect = replace(review, accuracy=1.0, moves=())
    assert review_text(perfect) == "100% of the moves were as good as the best. No move cost anything."
    assert review_text(replace(perfect, accuracy=None)) == "No move cost anything."


def test_going_back_to_a_mistake() -> None:
    """The moves of the last review are gone back to by their numbers, as long as they lead to the position."""
    coach = finished()
    review = coach.wait_for(coach.review())
    for number in (0, 2, 99):
        with pytest.raises(ParseError, match="number of a place in the review"):
            coach.back_to_mistake(number)
    assert coach.back_to_mistake(1).step == review.moves[0].ply == 1
    assert coach.position == review.moves[0].board
    assert coach.reviewed is None
    with pytest.raises(ParseError, match="number of a place in the review"):
        coach.back_to_mistake(1)


def test_who_reviews() -> None:
    """A reviewer of its own is asked, and ended afterwards."""
    used = []

    class Reviewer(Adviser):
        def __exit__(self, *_error: object) -> None:
            used.append(self)

    coach = Coach2048(StoredGame.open(Store.in_memory(), "2048:classic#42"), reviewer=Reviewer)  # type: ignore[arg-type]
    for _move in range(3):
        coach.game.play(coach.position.moves()[0])
    assert coach.wait_for(coach.review())
    assert len(used) == 1


# --- The game as a whole ----------------------------------------------------------------------------------------------


NEARLY_WON = "2048:classic:1024,1024,4,./.,.,.,./.,.,.,./.,.,.,.#7/ply=9"


def test_how_a_game_comes_out() -> None:
    """A target is told with the move that reaches it, or where it ended the game; a game that is stuck is lost."""
    coach = coach_of(NEARLY_WON)
    assert coach.outcome() is None
    coach.game.play("left")
    assert coach.outcome() == (("You win! Your score is 2048",), True)
    assert coach.outcome(was_won=True) is None
    assert coach.outcome(was_won=False)
    sprint = coach_of(NEARLY_WON.replace("classic", "sprint"))
    sprint.game.play("left")
    assert sprint.outcome(was_won=True) == (("You win! Your score is 2048",), True)
    lost = finished()
    assert lost.outcome() == (("Game over", lost.farewell()), False)
    with pytest.raises(MoveError, match="The game is over"):
        lost.play("left")


def test_the_news_of_a_win_waits_for_an_answer() -> None:
    """Moves leave it there, an answer puts it away for good, and who takes the win back can win anew."""
    coach = coach_of(NEARLY_WON)
    coach.play("left")
    for move in ("right", "down"):
        assert coach.outcome()
        coach.play(move)
    assert coach.outcome()
    assert coach.dismiss()
    assert not coach.dismiss()
    for _undo in range(2):
        assert coach.outcome() is None
        coach.game.undo()
    assert coach.outcome() is None
    coach.game.undo()
    assert coach.outcome() is None
    coach.play("left")
    assert coach.outcome()
    coach.keep_playing()
    assert coach.outcome() is None


def test_only_a_win_that_was_seen_to_happen_is_news() -> None:
    """A game that was won before it was opened, or began with the target, has none; a watched player's holds a move."""
    assert coach_of(NEARLY_WON.replace("1024,1024", "2048,1024")).outcome() is None
    before = coach_of(NEARLY_WON)
    before.play("left")
    before.play("right")
    assert Coach2048(before.game).outcome() is None
    watched = coach_of(NEARLY_WON)
    watched.watch(lambda board: board.moves()[0])
    for is_told in (True, False):
        assert watched.wait_for(watched.next_move())
        assert bool(watched.outcome()) is is_told


def test_the_numbers_of_a_game() -> None:
    """Hints are counted from the first one on, and the rules that were played have a row of their own."""
    coach = coach_of()
    assert coach.counts() == [("Score", 0), ("Best", 0), ("Moves", 0), ("Undos", 0)]
    coach.wait_for(coach.hint())
    coach.play("up")
    assert dict(coach.counts()) == {"Score": 0, "Best": 0, "Moves": 1, "Undos": 0, "Hints": 1}
    title, head, [row] = coach.statistics()
    assert (title, row[:2], len(row)) == ("Statistics", ("2048:classic", "1"), len(head))


def test_what_is_said_meanwhile() -> None:
    """What is worked out is named; an AI that has not answered yet is being started."""
    coach = coach_of()
    assert coach.pending_text("hint") == "Thinking ..."
    assert coach.pending_text("review") == "Reviewing the game ..."
    coach.advisor.is_warm = False  # type: ignore[misc]
    assert coach.pending_text("move") == "Starting the AI (about 20 s the first time) ..."


def test_an_id_from_a_form() -> None:
    """What is left out is as the preset has it; what no rules can have is refused."""
    assert new_id("classic", size="5*4", target="") == "2048:5x4/classic"
    with pytest.raises(RulesError, match="expected"):
        new_id("classic", fours="many")
