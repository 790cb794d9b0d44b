"""New puzzles, practice, and the end of a puzzle."""

from support.screens import (
    POSITIONS,
    PUZZLE,
    SOLUTION,
    explained,
    hinted,
    playing,
    position,
    said,
    stored,
)
from support.solved_games import opening
from tessella import sudoku
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.techniques.registry import rated_as
from tessella.sudoku.tutor.practice import LESSONS, Lesson, course_id


async def test_solving() -> None:
    """The last digit ends the game with a word; then undo works, and digits are refused."""
    start = PUZZLE[:2] + SOLUTION[2:]
    given = "".join(digit if at not in (2, 3) else "." for at, digit in enumerate(start))
    async with playing(f"sudoku:{given}") as (app, pilot):
        await pilot.press("4", "right", "6")
        assert position(app).is_over()
        assert "Solved. Well done!" in said(app)
        assert not stored(app).session.is_running
        await pilot.press("escape", "5")
        assert "the puzzle is already solved" in said(app).lower()
        await pilot.press("u")
        assert not position(app).is_over()
        assert said(app) == ""


def _codes(lesson: Lesson) -> list[str]:
    return [technique.code for technique in rated_as(lesson.rated)]


async def test_hints_in_practice_point_at_the_technique() -> None:
    """Where the practised technique applies the hint is of it, though something easier may be there too."""
    store = Store.in_memory()
    position = POSITIONS["0401"]
    found = sudoku.hint(sudoku.Board.parse(position))
    assert found.step
    slug = next(
        slug
        for slug, lesson in LESSONS.items()
        if found.step.code not in _codes(lesson) and any(sudoku.find_all(found.board, c) for c in _codes(lesson))
    )
    id_ = course_id(LESSONS[slug], "7", 0)
    StoredGame.begin(store, opening(id_, f"sudoku:technique={slug}", position))
    async with playing(id_, store=store) as (app, pilot):
        await hinted(app, pilot)
        shown = explained(app)
        assert shown
        assert shown.step
        assert shown.step.code in _codes(LESSONS[slug])
