"""The dialog at the end of a puzzle."""

from support.screens import (
    frame,
    game,
    playing,
    stored,
    until,
)
from support.solved_games import opening, solve
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.tui.dialogs import SolvedDialog


async def test_a_solved_puzzle_tells_how_it_went() -> None:
    """Level, time, help and best time are told; u in the dialog takes back; n begins another of the level."""
    store = Store.in_memory()
    solve(store, "sudoku:easy#1", "sudoku:easy", ms=3_600_000)
    StoredGame.begin(store, opening("sudoku:easy#2", "sudoku:easy"))
    async with playing("sudoku:easy#2", store=store) as (app, pilot):
        await pilot.press("9")
        await pilot.pause()
        assert isinstance(app.screen, SolvedDialog)
        told = frame(app)
        for words in ("Level    easy", "Help     none", "this one", "Next: easy"):
            assert words in told, told
        await pilot.press("u")
        await pilot.pause()
        assert not stored(app).session.position.is_over()
        await pilot.press("9", "n")
        await until(lambda: stored(app).session.id != "sudoku:easy#2")
        assert stored(app).session.id.startswith("sudoku:easy#")
        assert game(app).is_current
