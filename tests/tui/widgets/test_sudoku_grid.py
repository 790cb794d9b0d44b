"""The drawing of the grid."""

import pytest

from support.screens import (
    PUZZLE_ID,
    grid,
    playing,
    selected,
)


@pytest.mark.parametrize("size", [(80, 37), (120, 40), (110, 37)])
async def test_the_large_grid_has_marks_in_its_cells(size: tuple[int, int]) -> None:
    """Where the terminal has 37 lines every cell has room for its marks, each at its place."""
    async with playing(PUZZLE_ID, size=size) as (app, pilot):
        await pilot.press("w")
        await pilot.pause()
        board = grid(app)
        assert board.cell_size.has_marks
        lines = [board.render_line(y).text for y in range(board.size.height)]
        left = board.cell_size.left(2, (3, 3))
        assert [line[left : left + 7] for line in lines[:3]] == [" 1 2   ", "[4    ]", "       "]


@pytest.mark.parametrize("size", [(80, 24), (80, 37), (60, 20), (120, 40)])
async def test_clicks_find_their_cells(size: tuple[int, int]) -> None:
    """In every form of the grid a click chooses the cell that is drawn there."""
    async with playing(PUZZLE_ID, size=size) as (app, pilot):
        board = grid(app)
        for cell in (0, 8, 40, 44, 72, 80):
            row, col = divmod(cell, 9)
            x, y = board.cell_size.left(col, (3, 3)) + 1, board.cell_size.top(row, (3, 3))
            await pilot.click("#board", offset=(x, y))
            assert selected(app) == f"r{row + 1}c{col + 1}"


async def test_own_digits_differ_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR a given is bold, an own digit underlined, and the chosen cell stands in brackets."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("4", "right")
        board = grid(app)
        styles = {segment.text: segment.style for segment in board.render_line(0) if segment.style}
        assert styles["5"].bold
        assert not styles["5"].underline
        assert styles["4"].underline
        assert "[.]" in board.render_line(0).text
