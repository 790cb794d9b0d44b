"""Lessons: their words, and that what their examples and drills ask for is so."""

import re
from functools import cache
from pathlib import Path

import pytest

from tessella import i18n
from tessella.sudoku import Board, canonical, open_id, solve
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.registry import BY_LOOKING, WITH_CANDIDATES, look_up, rated_as
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.drills import Drill
from tessella.sudoku.tutor.practice import LESSONS, course_id, drill_id, hint

DOCS = Path(__file__).resolve().parents[3] / "docs"
TAUGHT = lessons.taught()


@cache
def solution_of(puzzle: Board) -> tuple[int, ...]:
    """Return the only solution of a puzzle, found by a solver that shares nothing with the techniques."""
    return solve(puzzle).digits


def moves_of(step: Step) -> list[str]:
    """Return the moves that do what a step says."""
    entries = [f"r{row}c{col}={digit}" for digit, row, col in step.placements]
    return entries or [f"r{row}c{col}~{digit}" for digit, row, col in step.eliminations]


def moves_by_kind(drill: Drill) -> tuple[list[str], list[str]]:
    """Return removals that are wrong, and those that are right but that no step of the drill says or follows."""
    said = {(cell, digit) for step in drill.steps for _entry, cell, digit in drill.given(step)}
    filled = {cell for step in drill.steps for entry, cell, _digit in drill.given(step) if entry}
    right = solution_of(drill.start.puzzle)
    wrong, others = [], []
    for cell, mask in enumerate(drill.start.marks):
        for digit in digits_of(mask):
            if digit == right[cell] and mask & mask - 1:  # a cell without marks says nothing
                wrong.append(f"{drill.start.name(cell)}~{digit}")
            elif digit != right[cell] and (cell, digit) not in said and cell not in filled:
                others.append(f"{drill.start.name(cell)}~{digit}")
    return wrong, others


def check_position(slug: str, number: int) -> None:
    """Check that a position is what its lesson says, against the solution, and that the judge tells deeds apart."""
    lesson = LESSONS[slug]
    opened = open_id(drill_id(lesson, number))
    start, right = opened.start, solution_of(opened.start.puzzle)
    assert opened.edited
    assert all(digit in (0, true) for digit, true in zip(start.digits, right, strict=True))
    marked = zip(start.digits, start.marks, start.candidates(), right, strict=True)
    assert all(digit or (mask & ~possible == 0 and mask >> true - 1 & 1) for digit, mask, possible, true in marked)

    found = hint(start, lesson)
    assert found.step
    assert (
        found.step.code in {one.code for one in rated_as(lesson.technique)} or found.step.technique == lesson.technique
    )
    drill = Drill.of(lesson.technique, start)
    assert found.step.is_within(drill.steps[0]) or any(found.step.is_within(step) for step in drill.steps)
    for step in drill.steps:
        assert all(right[9 * row + col - 10] != digit for digit, row, col in step.eliminations)
        assert all(right[9 * row + col - 10] == digit for digit, row, col in step.placements)

    board = start
    assert not drill.judge(board).is_done
    for move in moves_of(found.step):
        board = board.play(move)
    verdict = drill.judge(board)
    assert verdict.is_done
    assert not verdict.others | verdict.mistakes
    wrong, others = moves_by_kind(drill)
    if others:
        verdict = drill.judge(start.play(others[0]))
        assert (len(verdict.others), len(verdict.right), len(verdict.mistakes), verdict.is_done) == (1, 0, 0, False)
    verdict = drill.judge(start.play(wrong[0]))
    assert (len(verdict.others), len(verdict.right), len(verdict.mistakes), verdict.is_done) == (0, 0, 1, False)


def test_there_are_forty_eight_lessons() -> None:
    """Each has an example and ten drills, and is on the page of lessons; whatever else is practised has a position."""
    assert len(TAUGHT) == 48
    assert all(lessons.count(slug) == 1 + lessons.DRILLS for slug in TAUGHT)
    assert all(lesson.is_rated or lessons.count(slug) for slug, lesson in LESSONS.items())
    rows = re.findall(r"^\| ([a-z0-9-]+) \| (.+?) \|", (DOCS / "lessons.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert rows[1:] == [(slug, LESSONS[slug].name) for slug in TAUGHT]


def test_whatever_hints_use_can_be_practised() -> None:
    """Every technique that hints try is practised, alone or with its like; not nets within nets or trial and error."""
    practised = {
        technique for one in LESSONS.values() for technique in rated_as(one.technique) or [look_up(one.technique)[0]]
    }
    left = {look_up(code)[0] for code in (*BY_LOOKING, *WITH_CANDIDATES)} - practised
    rare = {one for one in left if one.code[0] == "0"}  # in 1,600 puzzles they said nothing that others had not said
    assert {one.name for one in rare} == {"avoidable rectangle type 2", "finned Franken X-wing"}
    of_variants = {one for one in left if one.difficulty}  # Sudoku Explainer has nothing like it
    assert {one.code[:2] for one in left - rare - of_variants} == {"f3", "f4", "t2"}


@pytest.mark.slow
@pytest.mark.parametrize("slug", LESSONS)
def test_practice_of_every_technique_begins_with_it(slug: str) -> None:
    """The first hint of a puzzle in a course is of its technique, and right."""
    lesson = LESSONS[slug]
    start = open_id(course_id(lesson, "77", 0)).start
    step = hint(start, lesson).step
    assert step
    found = {one.code for one in rated_as(lesson.technique) or [look_up(lesson.technique)[0]]}
    assert step.code in found or step.technique == lesson.technique
    right = solution_of(start.puzzle)
    assert all(right[9 * row + col - 10] != digit for digit, row, col in step.eliminations)
    assert all(right[9 * row + col - 10] == digit for digit, row, col in step.placements)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_says_its_idea_in_five_sentences(slug: str, language: str) -> None:
    """The idea is five sentences, and when to look for it one or two."""
    with i18n.speaking(language):
        words = lessons.words(slug)
    assert len(words.idea) == 5
    ends = re.compile(r"[.?](?= [A-Z]|$)" if language == "en" else "[。？]")
    assert all(len(ends.findall(sentence)) == 1 for sentence in words.idea), words.idea
    assert 1 <= len(ends.findall(words.look)) <= 2


@pytest.mark.parametrize("slug", [slug for slug in TAUGHT if not slug.endswith(("chains", "chain", "loop"))])
def test_the_example_is_what_the_lesson_says(slug: str) -> None:
    """The technique applies there, a hint gives it, and all that it says is true."""
    check_position(slug, 0)


@pytest.mark.slow
@pytest.mark.parametrize("slug", TAUGHT)
def test_every_drill_is_what_the_lesson_says(slug: str) -> None:
    """So it is in each drill; no two positions of a lesson are of essentially the same puzzle."""
    for number in range(1 + lessons.DRILLS):
        check_position(slug, number)
    puzzles = [lessons.position(slug, number).puzzle for number in range(1 + lessons.DRILLS)]
    forms = {puzzle if puzzle.constraints else canonical(puzzle) for puzzle in puzzles}
    assert len(forms) == 1 + lessons.DRILLS
