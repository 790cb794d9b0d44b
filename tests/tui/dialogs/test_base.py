"""Dialogs of both games: their size, and tables."""

import pytest

from support.screens import (
    PUZZLE_ID,
    columns,
    playing,
)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("key", ["n", "i", "o", "f1"])
@pytest.mark.parametrize("id", ["2048:classic#42", PUZZLE_ID])
async def test_dialogs_fit(key: str, id: str, lang: str) -> None:
    """Each dialog fits the reference terminal without scrolling, and none of its words is cut."""
    async with playing(id, lang=lang) as (app, pilot):
        await pilot.press("left", "up", "right", key)
        await pilot.pause()
        box = app.screen.query_one("#box")
        assert box.virtual_size.height <= box.size.height
        for widget in app.screen.query(".label, .key, Press"):
            content = str(widget.render())
            assert columns(content.rstrip()) <= widget.size.width, content
