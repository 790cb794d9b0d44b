"""The signs of a hint on the grid."""

import pytest

from support.screens import POSITIONS, explained, frame, hinted, playing, sudoku_screen

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize("size", [(80, 24), (80, 37), (46, 20)])
@pytest.mark.parametrize("code", ["0707", "0902", "0401", "0600"])
async def test_signs_stand_in_the_cells(code: str, size: tuple[int, int]) -> None:
    """What goes is marked in its cell with a minus, whatever the form of the grid; the legend says so."""
    async with playing(f"sudoku:{POSITIONS[code]}", size=size) as (app, pilot):
        await hinted(app, pilot)
        hint = explained(app)
        assert hint.step
        board = sudoku_screen(app).board
        for digit, row, col in hint.step.eliminations:
            cell = (row - 1) * 9 + col - 1
            if cell == sudoku_screen(app).selection.cursor and board.cell_size.width < 5:
                continue  # the brackets of the chosen cell leave room for one sign
            y = board.cell_size.top(row - 1, board.rules)
            left = board.cell_size.left(col - 1, board.rules)
            text = [
                board.render_line(y + line).text[left : left + board.cell_size.width]
                for line in range(board.cell_size.height)
            ]
            assert any("-" in line and (str(digit) in line or "+" in line) for line in text), text
        if sudoku_screen(app).regions and sudoku_screen(app).regions.is_beside:  # type: ignore[union-attr]  # asked just before
            assert "is removed" in sudoku_screen(app).panel.text


async def test_a_chain_is_lettered() -> None:
    """The nodes of a chain follow one another through the alphabet, capitals where they are true."""
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(app, pilot)
        hint = explained(app)
        assert hint.step
        drawn = {
            (cell, one.digit): one for cell, shown in enumerate(sudoku_screen(app).board.cells) for one in shown.signs
        }
        for place, node in enumerate(hint.step.nodes[1:-1], 1):
            letter = "abcdefghijklmnopqrstuvwxyz"[place]
            assert drawn[node.cells[0], node.digit].sign == (letter.upper() if node.is_on else letter)


async def test_signs_need_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR what goes is struck, the pattern stands reversed, and no colour is sent."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(f"sudoku:{POSITIONS['0707']}") as (app, pilot):
        await hinted(app, pilot)
        styles = [
            segment.style for y in range(20) for segment in sudoku_screen(app).board.render_line(y) if segment.style
        ]
        assert any(style.strike for style in styles)
        assert any(style.reverse for style in styles)
        assert all(style.color is None and style.bgcolor is None for style in styles)


async def test_digits_that_block_are_signed() -> None:
    """A filled cell that shows a single to be one has a star and the second ground, and the legend says why."""
    async with playing(f"sudoku:{EASY}", size=(120, 40)) as (app, pilot):
        await hinted(app, pilot)
        hint, cells = explained(app), sudoku_screen(app).board.cells
        assert hint.secondary
        for cell in hint.secondary:
            assert cells[cell].background == "cell_pattern_other"
            assert [(sign.digit, sign.sign) for sign in cells[cell].signs] == [(hint.grid.digits[cell], "*")]
            assert f"{hint.grid.digits[cell]}*" in frame(app)
        assert "blocks" in sudoku_screen(app).panel.text


async def test_cage_has_no_fins() -> None:
    """The cells of a cage that lose candidates are not called a fin of it."""
    async with playing("sudoku:killer#3", size=(120, 40)) as (app, pilot):
        await hinted(app, pilot)
        assert "cage combination" in sudoku_screen(app).panel.text
        text = sudoku_screen(app).panel.text
        assert "stays" in text
        assert "fin or second part" not in text


async def test_a_narrow_cell_keeps_the_sign() -> None:
    """Where rules are drawn and a cell has three columns, several digits that go still have their minus."""
    async with playing("sudoku:killer/medium#3", size=(80, 24)) as (app, pilot):
        await hinted(app, pilot)
        board, hint = sudoku_screen(app).board, explained(app)
        assert hint.step
        assert board.cell_size.width == 3
        gone = [[digit for digit, *at in hint.step.eliminations if at == [row, 5]] for row in (2, 3)]
        assert gone == [[1, 3], [1, 3]]
        line = board.render_line(board.cell_size.top(1, board.rules)).text
        assert line[board.cell_size.left(4, board.rules) :].startswith("13-")
