"""The statistics of 2048."""

from support.screens import (
    CLASSIC,
    frame,
    playing,
)


async def test_statistics_count_what_was_played() -> None:
    """The sheet shows games, best scores and times of what the store holds."""
    async with playing() as (app, pilot):
        await pilot.press("o")
        await pilot.pause()
        assert "No game has been played yet." in frame(app)
        await pilot.press("escape", "left", "up", "right", "down", "o")
        await pilot.pause()
        shown = frame(app)
        assert "2048:classic" in shown
        assert CLASSIC in shown
