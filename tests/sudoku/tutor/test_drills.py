"""Drills: what is right, what is another technique's, what is wrong, and when all is done."""

from collections.abc import Iterable
from functools import cache

import pytest

from tessella import i18n
from tessella.sudoku import Board, find_all, solve
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.drills import Drill

POSITION = lessons.position("xy-wing", 3)


@cache
def drill_of(technique: str = "XY-wing") -> Drill:
    """Return the drill in the position."""
    return Drill.of(technique, POSITION)


def played(board: Board, moves: Iterable[str]) -> Board:
    """Return the board after some moves."""
    for move in moves:
        board = board.play(move)
    return board


def removals(step: Step) -> list[str]:
    """Return the moves that remove what a step eliminates."""
    return [f"r{row}c{col}~{digit}" for digit, row, col in step.eliminations]


def another() -> str:
    """Return the removal of a candidate that is wrong, and that no XY-wing eliminates."""
    given = {move for step in drill_of().steps for move in removals(step)}
    right = solve(POSITION.puzzle).digits
    moves = (
        f"{POSITION.name(cell)}~{digit}"
        for cell, mask in enumerate(POSITION.marks)
        for digit in digits_of(mask)
        if digit != right[cell]
    )
    return next(move for move in moves if move not in given)


def test_every_step_of_the_technique_counts() -> None:
    """Whoever removes what any XY-wing of the position eliminates is done; the pattern is that wing's."""
    assert drill_of().steps == tuple(find_all(POSITION, "XY-wing"))
    for step in drill_of().steps:
        verdict = drill_of().judge(played(POSITION, removals(step)))
        assert verdict.is_done
        assert not verdict.mistakes | verdict.others
        assert verdict.text.startswith("Right: ")


def test_nothing_done() -> None:
    """Who asks before anything is done is told what to do; for a single that is to enter a digit."""
    verdict = drill_of().judge(POSITION)
    assert not verdict.is_done
    assert verdict.text == "Remove the candidates that this technique rules out: XY-wing."
    single = Drill.of("naked single", lessons.position("naked-single", 1))
    assert single.judge(single.start).text == "Enter a digit that this technique gives: naked single."
    digit, row, col = single.steps[0].placements[0]
    assert single.judge(single.start.play(f"r{row}c{col}={digit}")).is_done


def test_mistakes_and_what_others_give() -> None:
    """A candidate that the solution needs is a mistake; one that falls to something else is right, and told apart."""
    right = solve(POSITION.puzzle).digits
    cell = POSITION.digits.index(0)
    wrong = drill_of().judge(POSITION.play(f"{POSITION.name(cell)}~{right[cell]}"))
    assert wrong.wrong == (cell,)
    assert wrong.text == f"{POSITION.name(cell)} is {right[cell]} in the solution."
    digit = next(digit for digit in digits_of(POSITION.marks[cell]) if digit != right[cell])
    entered = drill_of().judge(POSITION.play(f"{POSITION.name(cell)}={digit}"))
    assert entered.text == f"{POSITION.name(cell)} is {right[cell]} in the solution, not {digit}."
    other = drill_of().judge(POSITION.play(another()))
    assert (other.wrong, other.right, other.is_done) == ((), frozenset(), False)
    assert other.text == f"Right, but by another technique: {another().replace('~', ' cannot be ')}."
    whole = played(POSITION, [*removals(drill_of().steps[0]), f"{POSITION.name(cell)}~{right[cell]}"])
    assert not drill_of().judge(whole).is_done


def test_what_is_missing_is_counted() -> None:
    """Of a step with several eliminations the rest is counted."""
    drill = Drill.of("naked pair", lessons.position("naked-pair", 2))
    step = max(drill.steps, key=lambda step: len(step.eliminations))
    moves = removals(step)
    texts = [drill.judge(played(drill.start, moves[:n])).text for n in range(1, len(moves) + 1)]
    assert all("more candidate" in text for text in texts[:-1])
    assert "more candidate" not in texts[-1]


def test_coloured_cells_are_compared_with_the_pattern() -> None:
    """Of the cells that are coloured it is said which are in the pattern; those that lose something may be coloured."""
    step = drill_of().steps[0]
    inside = min(step.pattern)
    loser = removals(step)[0].partition("~")[0]
    outside = next(cell for cell in range(81) if all(cell not in one.pattern for one in drill_of().steps))
    text = drill_of().judge(played(POSITION, [f"{POSITION.name(inside)}@2", f"{loser}@3"])).text
    assert text.endswith(f"Coloured, and in the pattern: {POSITION.name(inside)}.")
    text = drill_of().judge(POSITION.play(f"{POSITION.name(outside)}@1")).text
    assert text.endswith(f"Coloured, but not in the pattern: {POSITION.name(outside)}.")


def test_marks_that_follow_from_a_digit_are_nobodys_doing() -> None:
    """A right digit strikes marks of its peers; only the digit is judged. A cell without marks says nothing."""
    right = solve(POSITION.puzzle).digits
    cell = POSITION.digits.index(0)
    verdict = drill_of().judge(POSITION.play(f"{POSITION.name(cell)}={right[cell]}"))
    assert len(verdict.right | verdict.others) == 1
    assert not drill_of().judge(POSITION.play(f"{POSITION.name(cell)}-")).text.startswith("Right")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_verdicts_are_told_in_each_language(language: str) -> None:
    """A verdict is told in the language that is spoken when it is read."""
    verdict = drill_of().judge(played(POSITION, removals(drill_of().steps[0])))
    with i18n.speaking(language):
        assert (verdict.text[:2] == "Ri") is (language == "en")
