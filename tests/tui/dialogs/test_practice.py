"""The dialog that offers techniques to practise, and the courses."""

from support.screens import (
    frame,
    playing,
    stored,
    sudoku_screen,
)
from support.solved_games import opening
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.tutor.practice import LESSONS, course_id
from tessella.tui.dialogs import PracticeDialog


async def test_a_course_goes_from_puzzle_to_puzzle() -> None:
    """A technique is chosen from the list; when a puzzle is solved the next one follows, and the progress is kept."""
    store = Store.in_memory()
    wing = LESSONS["xy-wing"]
    store.choose("practice:xy-wing", "7")
    for k in (0, 1):
        StoredGame.begin(store, opening(course_id(wing, "7", k), "sudoku:technique=xy-wing"))
    async with playing(None, store=store) as (app, pilot):
        await pilot.press("up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, PracticeDialog)
        await pilot.press(*["down"] * list(LESSONS).index("xy-wing"), "enter")
        await pilot.pause()
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
