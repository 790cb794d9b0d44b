"""Practice on the full screen: the list of techniques, lessons with their examples, drills and courses."""

from typing import Any

import pytest

from support.screens import frame, game, lines, playing, said, selected, stored, sudoku_screen
from support.solved_games import opening
from tessella.play import progress
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.tutor import lessons, practice
from tessella.sudoku.tutor.practice import LESSONS, course_id
from tessella.tui.dialogs.practice import LessonDialog, PracticeDialog
from tessella.tui.screens.sudoku import SudokuScreen

WING = LESSONS["xy-wing"]


async def shown(app: Any, pilot: Any, kind: type) -> None:
    """Wait until a screen of a kind is on top."""
    while not isinstance(app.screen, kind):
        await pilot.pause()
    await pilot.pause()


async def go_to(app: Any, pilot: Any, row: int, col: int) -> None:
    """Choose a cell, counted from 1."""
    now = selected(app)
    down, right = row - int(now[1]), col - int(now[3])
    await pilot.press(*["down" if down > 0 else "up"] * abs(down), *["right" if right > 0 else "left"] * abs(right))


async def test_a_course_goes_from_puzzle_to_puzzle() -> None:
    """From the list to a lesson and its puzzles; when one is solved the next one follows, and the progress is kept."""
    store = Store.in_memory()
    wing = LESSONS["xy-wing"]
    store.choose("practice:xy-wing", "7")
    for k in (0, 1):
        StoredGame.begin(store, opening(course_id(wing, "7", k), "sudoku:technique=xy-wing"))
    async with playing(None, store=store) as (app, pilot):
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PracticeDialog)
        await pilot.press(*["down"] * lessons.taught().index("xy-wing"), "enter")
        await shown(app, pilot, LessonDialog)
        await pilot.press("p")
        await shown(app, pilot, SudokuScreen)
        await pilot.pause()
        assert stored(app).session.id == course_id(wing, "7", 0)
        assert sudoku_screen(app).panel.text.startswith("Practice  0 of 20")
        assert "XY-wing" in sudoku_screen(app).panel.text.split("\n")
        await pilot.press("9")
        await pilot.pause()
        assert "XY-wing: 1 of 20" in frame(app)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == course_id(wing, "7", 1)
        assert sudoku_screen(app).panel.text.startswith("Practice  1 of 20")


async def test_a_lesson_is_read_stepped_through_and_drilled() -> None:
    """Words come first, t goes through the example, n to a drill; what is missing is told, and what is done is kept."""
    store = Store.in_memory()
    async with playing("sudoku:lesson=xy-wing", store=store, size=(100, 40)) as (app, pilot):
        await shown(app, pilot, LessonDialog)
        box = app.screen.query_one("#box").region
        text = " ".join(" ".join(line[box.x : box.right] for line in lines(app)).split())
        assert all(sentence in text for sentence in (*lessons.words("xy-wing").idea, "Drills: 0 of 10"))
        await pilot.press("enter")
        await shown(app, pilot, SudokuScreen)
        assert said(app) == "t: next step of the example, s: the lesson, n: drills"
        for _stage in range(3):
            await pilot.press("t")
            await app.workers.wait_for_complete()
            await pilot.pause()
        assert "Either way" in said(app)
        await pilot.press("n")
        while stored(app).session.id != "sudoku:drill=xy-wing#1":
            await pilot.pause()
        await pilot.pause()
        assert said(app).startswith("Drill 1 of 10, XY-wing: remove the candidates")
        drill = practice.drill(WING, lessons.position(WING.slug, 1))
        eliminations = drill.steps[0].eliminations
        for digit, row, col in eliminations:
            await go_to(app, pilot, row, col)
            await pilot.press(str(digit))
            await app.workers.wait_for_complete()
            await pilot.pause()
        assert "That is all of it." in said(app)
        assert "n: next drill, s: lesson, u: undo" in said(app)
        assert progress.drills(store, WING).so_far == "1 of 10"
        await pilot.press("s")
        await shown(app, pilot, LessonDialog)
        assert "Drills: 1 of 10" in frame(app)
        await pilot.press("d")
        while stored(app).session.id != "sudoku:drill=xy-wing#2":
            await pilot.pause()
        await pilot.pause()
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Remove the candidates that this technique rules out" in said(app)
        assert isinstance(game(app), SudokuScreen)
        assert store.in_progress() == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_lesson_fits_its_dialog(lang: str) -> None:
    """In a terminal of 80x24 the words of each lesson can be scrolled to their end, where the keys are named."""
    async with playing("sudoku:lesson=full-house", lang=lang) as (app, pilot):
        await shown(app, pilot, LessonDialog)
        for slug in lessons.taught():
            await app.switch_screen(LessonDialog(app.store, LESSONS[slug]))
            await pilot.pause()
            box = app.screen.query_one("#box")
            assert box.max_scroll_y < 12, slug
            await pilot.press("end")
            await pilot.pause()
            foot = app.screen.query(".foot").last()
            assert foot.region.bottom <= app.size.height, slug
