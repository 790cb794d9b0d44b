"""The panel of 2048."""

from support.screens import CLASSIC, game, playing


async def test_what_the_last_move_scored_is_shown_once() -> None:
    """The points of a move stand beside the score, and go with the next undo."""
    async with playing("2048:2x2/classic:2,2/.,.#1") as (app, pilot):
        await pilot.press("left")
        assert "+4" in game(app).panel.text
        await pilot.press("u")
        assert "+4" not in game(app).panel.text


async def test_only_what_was_used_is_counted() -> None:
    """Undos are always shown, hints only when there were any; the best score is the one without help."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left", "u", "y")
        assert "Hints" not in game(app).panel.text
        game(app).game.count_hint()
        await pilot.press("left", "up", "right", "down")
        text = game(app).panel.text
        assert "Hints" in text
        assert "without help" in text
