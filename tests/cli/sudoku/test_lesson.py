"""The command that shows lessons."""

import re

import pytest

from support.program import run
from tessella.play import progress
from tessella.play.store import Store
from tessella.sudoku.tutor import lessons
from tessella.sudoku.tutor.practice import LESSONS


def test_lessons_are_listed_with_what_is_done() -> None:
    """Without a name every lesson has a line: its name in ids, how many of its drills are done, its name."""
    store = Store.open()
    progress.remember_drill(store, LESSONS["xy-wing"], 3)
    store.close()
    done = run("sudoku", "lesson")
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(lessons.taught())
    assert re.search(r"^xy-wing +1 of 10 drills +XY-wing$", done.stdout, re.MULTILINE)
    assert done.stderr == "Show one: tessella sudoku lesson xy-wing\n"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_lesson_in_each_language(language: str) -> None:
    """A lesson is its idea, when to look for it, the example with its hint, and its drills; the next one is offered."""
    store = Store.open()
    progress.remember_drill(store, LESSONS["xy-wing"], 1)
    store.close()
    said = run("sudoku", "lesson", "XY wing", "--lang", language).stdout
    done, idea = {"en": ("done", "pivot"), "zh": ("完成", "枢纽")}[language]
    assert idea in said
    assert "sudoku:lesson=xy-wing" in said
    assert f"sudoku:drill=xy-wing#1  {done}" in said.splitlines()
    assert " => -" in said
    assert 'tessella sudoku --id "sudoku:drill=xy-wing#2"' in said


def test_a_lesson_that_there_is_not() -> None:
    """An unknown name is one sentence, with the nearest one."""
    done = run("sudoku", "lesson", "skyscrapper")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "expected a technique that has a lesson, got 'skyscrapper'\nhint: did you mean skyscraper?\n"
