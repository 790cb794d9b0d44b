"""The dialog for a new Sudoku."""

from support.screens import (
    PUZZLE_ID,
    field,
    frame,
    game,
    playing,
    position,
    stored,
)


async def test_a_new_puzzle_as_wished() -> None:
    """The dialog makes a puzzle of the size and symmetry asked for, and says what cannot be had."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("4", "n")
        await pilot.pause()
        app.screen.query_one("#size").focus()
        await pilot.press("left")
        field(app, "#clues").value = "3"
        await pilot.click("#start")
        await pilot.pause(0.2)
        assert "Expected 8 to 36 clues, got 3" in " ".join(frame(app).split())
        field(app, "#clues").value = "１４"
        await pilot.click("#start")
        # Between the dialog that asks and the one that waits the game is seen for a moment, as it was.
        while app.screen is not game(app) or stored(app).session.id == PUZZLE_ID:
            await pilot.pause(0.05)
        assert position(app).box == (2, 3)
        assert sum(digit > 0 for digit in position(app).givens) == 14
        await pilot.press("u")
        assert stored(app).session.id == PUZZLE_ID
        assert stored(app).session.moves == ("r1c3=4",)
