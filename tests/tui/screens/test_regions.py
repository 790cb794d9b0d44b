"""Where things stand in terminals of all sizes."""

import pytest

from support.screens import (
    LARGE_ID,
    frame,
    playing,
)
from tessella.tui.screens.game2048 import Game2048Screen
from tessella.tui.screens.regions import arrange
from tessella.tui.screens.sudoku import SudokuScreen
from tessella.tui.widgets.sudoku_grid import cell_sizes
from tessella.tui.widgets.tile_board import TILE_SIZES


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
    assert any(arrange(size.grid(box), (80, 24), SudokuScreen.PANEL_LINES, beside=True) for size in cell_sizes(box)[1:])


async def test_too_small_for_a_grid() -> None:
    """A terminal that no form of the grid fits is told what it needs."""
    async with playing(LARGE_ID, size=(50, 18)) as (app, _pilot):
        assert "This board needs a terminal of 51 x 21" in " ".join(frame(app).split())
