"""Dialogs of both games: their size, and tables."""

from itertools import product

import pytest

from support.screens import PUZZLE_ID, columns, frame, game, playing, until


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("id", "key"), [("2048:classic#42", "f1"), *product(["2048:classic#42", PUZZLE_ID], "nio"), (PUZZLE_ID, "comma")]
)
async def test_dialogs_fit(key: str, id: str, lang: str) -> None:
    """Each dialog fits the reference terminal without scrolling, and none of its words is cut."""
    async with playing(id, lang=lang) as (app, pilot):
        await pilot.press("left", "up", "right", key)
        await pilot.pause()
        box = app.screen.query_one("#box")
        assert box.virtual_size.height <= box.size.height
        for widget in app.screen.query(".label, .key, Button"):
            content = str(widget.render())
            assert columns(content.rstrip()) <= widget.size.width, content


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_long_help_scrolls(lang: str) -> None:
    """The keys of Sudoku are more than the reference terminal has lines: arrows scroll to the last of them."""
    async with playing(PUZZLE_ID, lang=lang) as (app, pilot):
        await pilot.press("f1")
        await pilot.pause()
        last = game(app).commands()[-1].about
        assert last not in frame(app)
        await pilot.press("end")
        await until(lambda: last in frame(app))
