"""The dialog for a new game of 2048."""

import pytest

from support.screens import (
    field,
    frame,
    playing,
    stored,
)


async def test_the_new_game_dialog() -> None:
    """Rules, size, target and fours make the next game; what cannot be is said in the dialog."""
    async with playing() as (app, pilot):
        await pilot.press("left", "n")
        await pilot.pause()
        assert "New game" in frame(app)
        field(app, "#size").value = "９x9"
        await pilot.click("#start")
        await pilot.pause()
        assert "Expected a size from 2x2 to 8x8 (rows x columns), got '9x9'" in " ".join(frame(app).split())
        field(app, "#size").value = "５Ｘ4"
        field(app, "#fours").value = "25%"
        app.screen.query_one("#preset").focus()
        await pilot.press("right")
        await pilot.pause()
        field(app, "#target").value = "32"
        app.screen.query_one("#target").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert stored(app).table == "2048:5x4/32/sprint"
        assert "5x4, target 32" in frame(app)


async def test_a_new_game_by_enter_alone() -> None:
    """The keys n and Enter begin anew under the same rules; Esc goes back to the game as it is."""
    async with playing("2048:5x4/cascade#1") as (app, pilot):
        await pilot.press("left", "n", "escape")
        await pilot.pause()
        assert len(stored(app).session.moves) == 1
        await pilot.press("n", "enter")
        await pilot.pause()
        assert stored(app).table == "2048:5x4/cascade"
        assert stored(app).session.moves == ()
        await pilot.press("u")
        assert len(stored(app).session.moves) == 1


@pytest.mark.parametrize("size", ["4x4", "2x2", "8x8"])
async def test_a_smaller_board_gets_the_target_that_it_can_hold(size: str) -> None:
    """Another size without another target asks for that size's own target."""
    async with playing("2048:8x8/4096/classic#1") as (app, pilot):
        await pilot.press("n")
        await pilot.pause()
        field(app, "#size").value = size
        await pilot.click("#start")
        await pilot.pause()
        table = {"4x4": "2048:classic", "2x2": "2048:2x2/classic", "8x8": "2048:8x8/4096/classic"}[size]
        assert stored(app).table == table
