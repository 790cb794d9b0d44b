"""The dialog with the id of a game."""

import pytest

from support.screens import (
    CLASSIC,
    field,
    frame,
    game,
    playing,
    stored,
    until,
)
from support.solved_games import opening


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("2048:sprint#7", "2048:sprint#7"),
        ("２０４８：ｓｐｒｉｎｔ＃７", "2048:sprint#7"),
        ("5x4/cascade#7", "2048:5x4/cascade#7"),
        ("2048:classic#43", "2048:classic#43"),
        ("2 . 16 ./. . . ./. . . ./. . . .", "2048:classic:2,.,16,./.,.,.,./.,.,.,./.,.,.,.#0"),
        ("daily/2026-11-20", "2048:daily/2026-11-20"),
        (CLASSIC, CLASSIC),
        ("", CLASSIC),
    ],
)
async def test_the_id_dialog_goes_to_another_game(typed: str, id: str) -> None:
    """An id, a part of one or a position opens that game; the one before stays in its slot."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "i")
        await pilot.pause()
        assert CLASSIC in frame(app)
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert stored(app).session.id == id.replace(",.", ",.")
        assert app.screen is game(app)


@pytest.mark.parametrize("typed", ["foo", "2048:classic#x", "chess:e4", "2048:9x9", "2 3"])
async def test_a_bad_id_is_said_in_the_dialog(typed: str) -> None:
    """What is no id is answered in place by a sentence that quotes it, and the game stays."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = typed
        await pilot.press("enter")
        await pilot.pause()
        assert "Expected" in frame(app)
        await pilot.press("escape")
        await pilot.pause()
        assert stored(app).session.id == CLASSIC


async def test_an_id_in_progress_is_resumed() -> None:
    """Going to another game and back finds the first one where it was."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "up")
        there = stored(app).session.position
        for typed in ("sprint#5", CLASSIC):
            await pilot.press("i")
            await pilot.pause()
            field(app, "#id").value = typed
            await pilot.press("enter")
            await pilot.pause()
            await pilot.pause()
        assert stored(app).session.position == there


async def test_a_level_by_its_id() -> None:
    """The id dialog makes a puzzle of a level aside too, whether or not the game is named."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = "easy#7"
        await pilot.press("enter")
        await until(lambda: stored(app).session.id == "sudoku:easy#7")
