"""The coach of Sudoku: hints in three stages, checks, practice."""

import re

import pytest

from support.screens import POSITIONS
from tessella import ids
from tessella.errors import MoveError, ParseError, PuzzleError
from tessella.games import Position
from tessella.play import progress
from tessella.play.coach import WentBack, preferences
from tessella.play.coach.sudoku import CheckResult, DrillResult, ShownHint, SudokuCoach, new_id, review_text
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task
from tessella.sudoku import Board, solve

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAIN = POSITIONS["0707"]
SOLUTION = solve(Board.parse(PUZZLE))


def coach_of(puzzle: str = PUZZLE) -> SudokuCoach:
    """Return the coach of a puzzle."""
    return SudokuCoach(StoredGame.open(Store.in_memory(), f"sudoku:{puzzle}"))


# --- Hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_is_told_stage_by_stage_and_counts_once() -> None:
    """Asked again it is told further, at most in full; a stage can be asked for outright, and only all is followed."""
    coach = coach_of()
    shown = [coach.wait_for(coach.hint_or_follow()) for _press in range(4)]
    assert [one.stage for one in shown] == [1, 2, 3, 3]
    assert [len(one.sentences) for one in shown] == [1, 2, 3, 3]
    assert [one.is_full for one in shown] == [False, False, True, True]
    assert coach.hint(2) == ShownHint(shown[0].hint, 2)
    with pytest.raises(MoveError, match="Get a hint first"):
        coach.follow()
    coach.hint(3)
    assert coach.follow().moves == shown[0].hint.moves == coach.game.session.moves
    assert coach.shown is None
    assert coach.game.session.hints == 1


def test_a_chain_has_a_stage_more() -> None:
    """A second look at a chain shows its notation; it can be followed from the reason on, and asked for at once."""
    coach = SudokuCoach(StoredGame.open(Store.in_memory(), f"sudoku:{CHAIN}"))
    shown = [coach.wait_for(coach.hint_or_follow()) for _press in range(5)]
    assert [(one.stage, one.is_full, one.has_more) for one in shown] == [
        (1, False, True), (2, False, True), (3, True, True), (4, True, False), (4, True, False)
    ]  # fmt: skip
    assert shown[-1].text == shown[0].hint.notation == shown[-1].sentences[3]
    assert " => " in shown[-1].text
    assert coach.wait_for(coach.hint(3)).text == shown[0].hint.reason
    assert coach.wait_for(coach.hint(9)).stage == 4
    assert coach.follow().moves == shown[0].hint.moves
    assert coach.game.session.hints == 1


def test_keys_in_quick_succession_tell_more() -> None:
    """Asked again while the step is looked for, more of it is told when it is there, for one hint."""
    coach = coach_of()
    task = coach.hint()
    assert isinstance(task, Task)
    assert coach.hint() is None
    assert coach.hint() is None
    task.run()
    assert coach.complete(task).stage == 3
    assert coach.game.session.hints == 1
    coach.game.play("r1c3=4")
    assert coach.wait_for(coach.hint()).stage == 1


def test_a_hint_lapses_with_its_position() -> None:
    """A move hides a hint, an undo brings it back; put away it begins with its first stage, uncounted."""
    coach = coach_of()
    coach.wait_for(coach.hint(3))
    coach.game.play("r1c3=4")
    assert coach.shown is None
    coach.game.undo()
    assert coach.shown is not None
    assert coach.dismiss()
    assert coach.shown is None
    assert coach.hint().stage == 1
    assert coach.game.session.hints == 1


def test_a_mistake_is_the_first_hint() -> None:
    """Where a digit is wrong the hint says so, and following it takes the digit away."""
    coach = coach_of()
    coach.game.play("r1c3=1")
    shown = coach.wait_for(coach.hint(3))
    assert shown.hint.is_mistake
    coach.follow()
    assert coach.position.digits[2] == 0


def test_nothing_is_left_to_find() -> None:
    """A solved puzzle takes neither hint nor check."""
    coach = coach_of()
    for cell, digit in enumerate(SOLUTION.digits):
        if not coach.position.digits[cell]:
            coach.game.play(f"{coach.position.name(cell)}={digit}")
    for ask in (coach.hint, coach.check):
        with pytest.raises(PuzzleError, match="the puzzle is already solved"):
            ask()


# --- Checks -----------------------------------------------------------------------------------------------------------


def test_a_check_tells_what_is_wrong_then_goes_back() -> None:
    """A check counts as a hint; asked again it takes back to before the first mistake, each move an undo."""
    coach = coach_of()
    for move in ("r1c3=4", "r1c4=2", "r1c6=8"):
        coach.game.play(move)
    result = coach.wait_for(coach.check())
    assert isinstance(result, CheckResult)
    assert result.wrong == coach.wrong_cells == coach.position.mistakes(SOLUTION)
    assert result.text.startswith("1 digit is wrong.")
    back = coach.check()
    assert isinstance(back, WentBack)
    assert back.step == coach.game.session.step == 1
    assert not coach.position.mistakes(SOLUTION)
    assert coach.wrong_cells == ()
    assert (coach.game.session.hints, coach.game.session.undos) == (1, 2)
    assert coach.wait_for(coach.check()).text == "Everything is right so far."
    assert coach.game.session.hints == 2


def test_clashes_are_told_freely() -> None:
    """Digits that clash are there for all to see; asked again, a check looks at the solution."""
    coach = coach_of()
    coach.game.play("r1c3=5")
    result = coach.check()
    assert isinstance(result, CheckResult)
    assert "row 1 holds 5 more than once" in result.text
    assert (result.wrong, coach.game.session.hints) == ((), 0)
    assert coach.wait_for(coach.check()).wrong == (2,)
    assert coach.game.session.hints == 1
    assert isinstance(coach.check(), WentBack)
    assert coach.position.digits[2] == 0


def test_a_check_compares_with_the_board_as_it_is_by_then() -> None:
    """Moves that are played while the puzzle is solved are compared too."""
    coach = coach_of()
    task = coach.check()
    assert isinstance(task, Task)
    coach.game.play("r1c3=1")
    assert coach.check() is None
    task.run()
    assert coach.complete(task).wrong == (2,)


def test_a_puzzle_that_is_none_cannot_be_checked() -> None:
    """A puzzle without a single solution says so, and nothing is counted."""
    coach = coach_of("55" + "." * 79)
    coach.check()
    with pytest.raises(PuzzleError):
        coach.wait_for(coach.check())
    assert coach.game.session.hints == 0


def test_mistakes_at_once() -> None:
    """Who wants it is shown wrong digits after every change, for one hint a puzzle, on another day too."""
    coach = coach_of()
    coach.play("r1c3=1")
    assert coach.instant_mistakes() is None
    preferences.choose(coach.game.store, "mistakes", "instant")
    assert coach.wait_for(coach.instant_mistakes()).wrong == (2,)
    for move, wrong in (("r1c4=6", (2,)), ("r1c6=1", (2, 5)), ("r1c7~1", (2, 5)), ("r1c6-", (2,))):
        coach.play(move)
        assert coach.instant_mistakes() == CheckResult(wrong)
        assert coach.wrong_cells == wrong
    again = SudokuCoach(coach.game)
    assert again.wait_for(again.instant_mistakes()).wrong == (2,)
    assert coach.game.session.hints == 1
    coach.game.back_to(0)
    assert coach.instant_mistakes() is None


def test_mistakes_at_once_need_a_solution() -> None:
    """A puzzle without a single solution says so once, and nothing is counted."""
    coach = coach_of("12" + "." * 79)
    preferences.choose(coach.game.store, "mistakes", "instant")
    coach.play("r1c3=3")
    with pytest.raises(PuzzleError):
        coach.wait_for(coach.instant_mistakes())
    coach.play("r1c4=4")
    assert coach.instant_mistakes() is None
    assert coach.game.session.hints == 0


def test_digits_are_written_as_preferred() -> None:
    """The sign of a digit says whether it goes from the marks of its peers."""
    coach = coach_of()
    assert coach.digit_sign == "="
    preferences.choose(coach.game.store, "marks", "keep")
    assert coach.digit_sign == ":"


# --- Practice ---------------------------------------------------------------------------------------------------------


def test_the_next_puzzle() -> None:
    """In a course the next one of it, else one like this; the course of a technique by any of its names."""
    coach = coach_of()
    assert coach.next_id() == coach.game.again
    with pytest.raises(ParseError, match="expected a technique to practise"):
        coach.practice_id()
    first = coach.practice_id("XY wing")
    assert first.startswith("sudoku:technique=xy-wing#")
    assert coach.practice_id("xy-wing") == first


def test_the_rating_of_a_puzzle() -> None:
    """A proper puzzle has a rating; one with many solutions has none."""
    easy, empty = coach_of(), coach_of("." * 81)
    rating = easy.wait_for(easy.rating())
    assert rating.er >= 1.2
    assert empty.wait_for(empty.rating()) is None


# --- Drills -----------------------------------------------------------------------------------------------------------


def drill_coach(id: str = "sudoku:drill=xy-wing#3") -> SudokuCoach:
    """Return the coach of a drill."""
    return SudokuCoach(StoredGame.open(Store.in_memory(), id))


def test_a_drill_is_judged_when_asked() -> None:
    """A check says what is missing, and what is wrong; it is no help, and does not go back."""
    coach = drill_coach()
    board, solution = coach.position, solve(coach.position.puzzle)
    cell = board.digits.index(0)
    assert coach.wait_for(coach.check()).text.startswith("Remove the candidates")
    coach.play(f"{board.name(cell)}~{solution.digits[cell]}")
    for _asked in range(2):
        assert coach.wait_for(coach.check()).wrong == coach.wrong_cells == (cell,)
    assert isinstance(coach.check(), DrillResult)
    assert coach.game.session.hints == 0


def test_a_drill_ends_with_its_last_step() -> None:
    """Whoever does the last of it is told so at once, and but once; the drill counts, and the next one follows."""
    coach = drill_coach()
    assert coach.wait_for(coach.instant_mistakes()) is None
    hint = coach.wait_for(coach.hint(3)).hint
    told = []
    for move in hint.moves:
        coach.play(move)
        told.append(coach.wait_for(coach.instant_mistakes()))
    assert not any(told[:-1])
    assert told[-1].is_done
    assert told[-1].text.endswith("XY-wing: 1 of 10 drills")
    assert coach.next_id() == "sudoku:drill=xy-wing#4"
    cell = coach.position.digits.index(0)
    coach.play(f"{coach.position.name(cell)}@1")
    assert coach.instant_mistakes() is None
    assert coach.wait_for(coach.check()).is_done


def test_an_example_is_judged_but_does_not_count() -> None:
    """The example of a lesson is no drill; the first drill follows."""
    coach = drill_coach("sudoku:lesson=naked-pair")
    for move in coach.wait_for(coach.hint(3)).hint.moves:
        coach.play(move)
    assert coach.wait_for(coach.check()).text.endswith("Naked pair: 0 of 10 drills")
    assert coach.next_id() == "sudoku:drill=naked-pair#1"


# --- The game as a whole ----------------------------------------------------------------------------------------------


def test_how_a_puzzle_comes_out() -> None:
    """A solved puzzle is told so, and its numbers are blank cells and undos."""
    coach = coach_of(SOLUTION.to_text()[:80] + ".")
    assert (coach.outcome(), coach.counts()) == (None, [("Empty", 1), ("Undos", 0)])
    coach.play("r9c9=9")
    assert coach.outcome() == (("Solved. Well done!",), True)
    assert (coach.counts(), coach.notes()) == ([("Empty", 0), ("Undos", 0)], [])
    [row] = coach.statistics().rows
    assert row[:4] == ("no level", "1", "1", "0")  # a position that was typed in is help


def test_an_id_of_a_form_that_no_puzzle_can_have() -> None:
    """What is typed into the form is checked before anything is searched."""
    with pytest.raises(PuzzleError, match="clues"):
        new_id(clues="3")
    with pytest.raises(PuzzleError, match="expected a number of clues or minimal, got 'hard'"):
        new_id(clues="hard")


# --- Reviews ----------------------------------------------------------------------------------------------------------

WRONG_FIRST = ("r1c3=1", "r1c4=6", "r1c3=4")


def solved(*first: str, table: str = "sudoku:easy") -> SudokuCoach:
    """Return the coach of a puzzle that was made to a level and solved, with these moves first."""
    start = Board.parse(PUZZLE)
    opening = ids.Opening[Position]("sudoku:easy#7", start, table, table, table)
    coach = SudokuCoach(StoredGame.begin(Store.in_memory(), opening))
    for move in first:
        coach.play(move)
    for cell, digit in enumerate(SOLUTION.digits):
        if not coach.position.digits[cell]:
            coach.play(f"{start.name(cell)}={digit}")
    return coach


def test_a_review_before_the_end_counts_as_a_hint() -> None:
    """Who learns what was wrong while the puzzle goes on has had help; after the end it is free."""
    coach = coach_of()
    with pytest.raises(MoveError, match="No move has been played yet"):
        coach.review()
    for move in WRONG_FIRST:
        coach.play(move)
    review = coach.wait_for(coach.review())
    assert coach.review() is coach.reviewed is review
    assert (coach.game.session.hints, review.is_solved, review.counts["mistake"]) == (1, False, 1)
    assert re.match(r"\d:\d\d so far\. 1 mistake\.", review_text(review))
    ended = solved()
    assert ended.wait_for(ended.review()).is_solved
    assert ended.game.session.hints == 0


def test_one_goes_back_to_a_slip() -> None:
    """A place of the last review is gone back to by its number."""
    coach = solved(*WRONG_FIRST)
    [slip] = [slip for slip in coach.wait_for(coach.review()).slips if slip.kind == "mistake"]
    assert coach.back_to_mistake(1).step == slip.step == 0
    assert coach.position == slip.board
    with pytest.raises(ParseError, match="number of a place in the review"):
        coach.back_to_mistake(1)


def test_a_review_offers_the_next_level() -> None:
    """After a smooth solve the next level is the one that new games begin with; others can still be chosen."""
    coach = solved()
    assert coach.offered_id() == ""
    assert coach.wait_for(coach.review()).next_level == "medium"
    assert coach.offered_id() == "sudoku:medium"
    assert progress.chosen_level(coach.game.store) == "medium"
    assert coach.next_id() == "sudoku:easy"
    course = solved(table="sudoku:technique=xy-wing")
    course.wait_for(course.review())
    assert (course.offered_id(), course.game.store.setting("level")) == ("", "")


def test_a_drill_is_not_reviewed() -> None:
    """A drill is no solve."""
    coach = SudokuCoach(StoredGame.open(Store.in_memory(), "sudoku:drill=pointing#1"))
    coach.play(coach.position.moves()[0])
    with pytest.raises(MoveError, match="not available"):
        coach.review()
