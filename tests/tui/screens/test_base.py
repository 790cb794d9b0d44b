"""What the screens of both games share."""

import pytest

from support.screens import CLASSIC, LARGE_ID, columns, frame, game, playing, said, stored
from tessella.sudoku.rules.ruleset import Rules
from tessella.tui.screens.base import arrange
from tessella.tui.screens.game2048 import Game2048Screen
from tessella.tui.screens.sudoku import SudokuScreen
from tessella.tui.widgets.sudoku_grid import cell_sizes
from tessella.tui.widgets.tile_board import TILE_SIZES


async def test_undo_redo_and_counts() -> None:
    """The key u takes back, y and ctrl+r play again, and the undos are counted and shown."""
    async with playing() as (app, pilot):
        start = stored(app).session.position
        await pilot.press("left", "up")
        there = stored(app).session.position
        await pilot.press("U", "ｕ")
        assert stored(app).session.position == start
        await pilot.press("y", "ctrl+r")
        assert stored(app).session.position == there
        assert stored(app).session.undos == 2
        await pilot.pause()
        assert "Undos        2" in game(app).panel.text
        await pilot.press("u", "u", "u")
        assert said(app) == "Nothing to undo"


async def test_new_game_is_one_undo_step() -> None:
    """The key r begins a new game under the same rules; u goes back to the previous one as it was."""
    async with playing() as (app, pilot):
        await pilot.press("left", "up")
        old = stored(app).session.position
        await pilot.press("R")
        assert stored(app).session.id != CLASSIC
        assert stored(app).session.moves == ()
        assert "Press u to go back to the previous one" in said(app)
        await pilot.press("u")
        assert stored(app).session.id == CLASSIC
        assert stored(app).session.position == old


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_every_key_in_the_row_can_be_clicked(lang: str) -> None:
    """The row of keys fits 80 columns whole, and a click on a word does what its key does."""
    async with playing(CLASSIC, lang=lang) as (app, pilot):
        row = game(app).keys.text
        assert columns(row) <= 80
        labels = [command.label for command in game(app).key_row()]
        assert all(label in row for label in labels)
        await pilot.press("left")
        await pilot.click("#keys", offset=(columns(row[: row.index(labels[0])]) + 1, 0))
        assert stored(app).session.moves == ()
        await pilot.click("#keys", offset=(columns(row[: row.index(labels[7])]) + 1, 0))
        await pilot.pause()
        assert app.screen is not game(app)


async def test_too_small_and_back() -> None:
    """In a small terminal a message says what is needed, keys play nothing; after a resize the game is there again."""
    async with playing(CLASSIC) as (app, pilot):
        await pilot.press("left")
        before = stored(app).session.position
        await pilot.resize_terminal(38, 9)
        await pilot.pause()
        text = " ".join(frame(app).split())
        assert "This board needs a terminal of 40 x 6; this one is 38 x 9." in text
        await pilot.press("up", "r")
        assert stored(app).session.position == before
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Score" in frame(app)
        await pilot.press("up")
        assert len(stored(app).session.moves) == 2


@pytest.mark.parametrize("cols", range(2, 9))
@pytest.mark.parametrize("rows", range(2, 9))
def test_every_board_fits_the_reference_terminal(rows: int, cols: int) -> None:
    """At 80x24 every size has a form in which six digits fit a tile."""
    found = [size for size in TILE_SIZES if arrange(size.board(rows, cols), (80, 24), Game2048Screen.PANEL_LINES)]
    assert found
    assert found[0].width >= 6


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4), (4, 4)])
def test_every_size_fits_the_reference_terminal(box: tuple[int, int]) -> None:
    """Grids up to 16x16 fit 80x24, with the panel beside them."""
    rules, lines = Rules(box), SudokuScreen.PANEL_LINES
    assert any(arrange(size.grid(rules), (80, 24), lines, beside=True) for size in cell_sizes(rules)[1:])


async def test_too_small_for_a_grid() -> None:
    """A terminal that no form of the grid fits is told what it needs."""
    async with playing(LARGE_ID, size=(50, 18)) as (app, _pilot):
        assert "This board needs a terminal of 51 x 21" in " ".join(frame(app).split())
