"""The dialog that stands while a puzzle is generated."""

import os

from support.processes import children
from support.screens import (
    frame,
    game,
    playing,
    stored,
    sudoku_screen,
    until,
)
from support.solved_games import opening
from tessella.tui.dialogs import GeneratingDialog

LONG_GENERATION = "sudoku:clues=18#1"
"""A puzzle that takes many seconds, and may not be found at all."""


async def test_making_can_be_given_up() -> None:
    """While a puzzle is made the screen says so and goes on; Esc ends the making, and the game is as it was."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, pilot):
        before = stored(app).session.id
        sudoku_screen(app)._start_chosen(LONG_GENERATION)
        await until(lambda: children(os.getpid(), "puzzle_maker"))
        assert isinstance(app.screen, GeneratingDialog)
        assert "Generating the puzzle" in frame(app)
        await until(lambda: "0:01" in frame(app))  # it draws while it waits
        await pilot.press("escape")
        await until(lambda: not children(os.getpid(), "puzzle_maker"))
        assert game(app).is_current
        assert stored(app).session.id == before


async def test_what_cannot_be_made_is_said() -> None:
    """A wish that cannot be had is said where it was made."""
    async with playing(f"sudoku:{opening('x', 'x').start.to_text()}") as (app, _pilot):
        sudoku_screen(app)._start_chosen("sudoku:clues=4/hard#1")
        await until(lambda: "Expected 17 to 81 clues, got 4" in " ".join(frame(app).split()))
