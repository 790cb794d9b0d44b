"""What stands beside a Sudoku."""

from support.screens import PUZZLE_ID, game, playing, stored, sudoku_screen
from support.solved_games import opening
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


async def test_what_fits_can_be_clicked() -> None:
    """The panel shows what fits the chosen cell, each digit at its place, and a click writes it."""
    async with playing(PUZZLE_ID) as (app, pilot):
        rows = game(app).panel.text.split("\n")
        at = next(y for y, row in enumerate(rows) if "r1c3: 3 candidates" in row)
        assert [row.strip() for row in rows[at + 1 : at + 4]] == ["1 2 .", "4 . .", ". . ."]
        await pilot.click("#panel", offset=(2, at + 2))
        assert stored(app).session.moves == ("r1c3=4",)


async def test_a_daily_puzzle_shows_its_level() -> None:
    """The puzzle of a day stands with the level of its weekday."""
    store = Store.in_memory()
    StoredGame.begin(store, opening("sudoku:daily/2026-11-20", "sudoku:hard"))
    async with playing("sudoku:daily/2026-11-20", store=store) as (app, _pilot):
        assert "Sudoku  hard" in sudoku_screen(app).panel.text
