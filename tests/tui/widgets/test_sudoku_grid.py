"""The drawing of the grid."""

import pytest

from support.screens import PUZZLE_ID, grid, playing, selected, stored
from tessella.palette import THEMES
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.geometry import SYMBOLS
from tessella.tui.app import TessellaApp


@pytest.mark.parametrize("size", [(80, 37), (120, 40), (110, 37)])
async def test_the_large_grid_has_marks_in_its_cells(size: tuple[int, int]) -> None:
    """Where the terminal has 37 lines every cell has room for its marks, each at its place."""
    async with playing(PUZZLE_ID, size=size) as (app, pilot):
        await pilot.press("w")
        await pilot.pause()
        board = grid(app)
        assert board.cell_size.has_marks
        lines = [board.render_line(y).text for y in range(board.size.height)]
        left = board.cell_size.left(2, board.rules)
        assert [line[left : left + 7] for line in lines[:3]] == [" 1 2   ", "[4    ]", "       "]


@pytest.mark.parametrize("size", [(80, 24), (80, 37), (60, 20), (120, 40)])
async def test_clicks_find_their_cells(size: tuple[int, int]) -> None:
    """In every form of the grid a click chooses the cell that is drawn there."""
    async with playing(PUZZLE_ID, size=size) as (app, pilot):
        board = grid(app)
        for cell in (0, 8, 40, 44, 72, 80):
            row, col = divmod(cell, 9)
            x, y = board.cell_size.left(col, board.rules) + 1, board.cell_size.top(row, board.rules)
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


def drawn(app: TessellaApp, row: int, col: int) -> list[str]:
    """Return the lines of a cell, counted from 1."""
    board = grid(app)
    left, top = board.cell_size.left(col - 1, board.rules), board.cell_size.top(row - 1, board.rules)
    return [board.render_line(top + y).text[left : left + board.cell_size.width] for y in range(board.cell_size.height)]


async def test_marks_of_both_kinds_and_colours_in_a_large_cell() -> None:
    """Corner marks stand at the edges, centre marks between them, letters of colours on the right."""
    store = Store.in_memory()
    other = StoredGame.open(store, PUZZLE_ID)
    for move in ("r1c3^1", "r1c3^2", "r1c4^6", "r1c4^2", "r1c4^8", *(f"r2c2^{digit}" for digit in "12468")):
        other.play(move)
    for move in ("r1c4~2", "r1c4~6", "r1c3@3", "r1c3@5", "r2c3~4", "r2c3~4@2", "r2c1@1", "r2c1@2", "r2c1@3", "r2c1@4"):
        other.play(move)
    async with playing(PUZZLE_ID, size=(80, 37), store=store) as (app, pilot):
        await pilot.press("ctrl+right", "escape")
        assert drawn(app, 1, 3) == ["1   2 c", "       ", "      e"]
        assert drawn(app, 1, 4) == ["2    6 ", "[ 26  ]", "8      "]
        assert drawn(app, 2, 2) == ["1 2  4 ", "       ", "6    8 "]
        assert drawn(app, 2, 3) == ["       ", " 4b    ", "       "]
        assert drawn(app, 2, 1) == ["      a", "   6  +", "      b"]


@pytest.mark.parametrize("box", ["2x2", "3x2", "4x4", "5x5"])
async def test_all_marks_of_a_cell(box: str) -> None:
    """In a large cell of any grid every corner mark stands, or a plus for more than fit."""
    rows, cols = map(int, box.split("x"))
    size = rows * cols
    async with playing(f"sudoku:{box}:" + "." * size**2, size=(330, 160)) as (app, pilot):
        for digit in range(1, size + 1):
            stored(app).play(f"r1c2^{SYMBOLS[digit]}")
            stored(app).play(f"r1c2~{SYMBOLS[digit]}")
        await pilot.press("down")
        assert grid(app).cell_size.has_marks
        text = "".join(drawn(app, 1, 2))
        assert "+" in text or all(text.count(SYMBOLS[digit]) == 2 for digit in range(1, size + 1))


async def test_colours_and_marks_in_a_small_cell() -> None:
    """A small cell has room for two letters of colours; a colon stands for centre marks, a quote for corner marks."""
    async with playing(PUZZLE_ID) as (app, pilot):
        for move in ("r1c3~1", "r1c4^2", "r1c1@2", "r1c1@9", "r1c2@1", "r1c2@2", "r1c2@3"):
            stored(app).play(move)
        await pilot.press("down", "down")
        assert [drawn(app, 1, col) for col in (1, 2, 3, 4)] == [["i 5 b"], ["+ 3 a"], ["  :  "], ["  '  "]]


@pytest.mark.parametrize("theme", THEMES)
async def test_colours_of_cells_in_themes(theme: str) -> None:
    """A coloured cell has its colour of the theme, and its letter too; selected cells have frames."""
    async with playing(PUZZLE_ID, theme=theme) as (app, pilot):
        await pilot.press("shift+tab", "7", "shift+down")
        assert drawn(app, 2, 3) == [" [.] "]
        assert drawn(app, 1, 3) == [" (.)g"]
        await pilot.press("down", "down")
        shown = grid(app).render_line(grid(app).cell_size.top(0, grid(app).rules))
        [letter] = [segment for segment in shown if segment.text == "g"]
        assert letter.style
        assert letter.style.bgcolor
        assert letter.style.bgcolor.get_truecolor().hex == THEMES[theme].colours[6]


async def test_colours_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the letter of a colour is reversed, and nothing has a colour."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("shift+tab", "3", "right")
        styles = {segment.text: segment.style for segment in grid(app).render_line(0) if segment.style}
        assert styles["c"].reverse
        assert all(style.color is style.bgcolor is None for style in styles.values())


JIGSAW = "jigsaw:regions=1112143243324432"


async def test_regions_that_are_no_boxes_have_their_own_lines() -> None:
    """A line stands between cells of different regions; clicks find their cells."""
    async with playing(f"sudoku:{'.' * 16};{JIGSAW}", size=(80, 24)) as (app, pilot):
        board = grid(app)
        wide, high = board.cell_size.width, board.cell_size.height
        lines = [board.render_line(y).text for y in range(board.size.height)]
        bars = [[line[n * (wide + 1) - 1] for n in (1, 2, 3)] for line in lines[:: high + 1]]
        assert bars == [[" ", " ", "|"], ["|", "|", "|"], ["|", " ", "|"], [" ", "|", "|"]]
        assert lines[high].split() == [f"+{'-' * wide}+{'-' * wide}+"]
        await pilot.click("#board", offset=(2 * (wide + 1) + 1, high + 1))
        assert selected(app) == "r2c3"


RULES = f"{JIGSAW};killer:sum=5:r1c1r1c2;kropki_black:r3c1r3c2;thermo:r4c2r4c3r4c4;sandwich:sum=3:r1c1r2c1r3c1r4c1"


async def test_rules_are_drawn_where_there_is_room() -> None:
    """Cages, dots, lines and clues stand around the cells, which the mouse finds; a pause hides all but regions."""
    async with playing(f"sudoku:{'.' * 16};{RULES}", size=(80, 24)) as (app, pilot):
        board = grid(app)
        assert board.cell_size.has_rules
        lines = board.text.splitlines()
        assert lines[0].split() == ["3"]
        assert lines[1].startswith("+5--")
        assert "@" in board.text
        top, left = board.cell_size.top(3, board.rules), board.cell_size.left(3, board.rules)
        await pilot.click("#board", offset=(left + 1, top))
        assert selected(app) == "r4c4"
        assert [cell.background for cell in board.cells[13:15]] == ["colour 1", "colour 1"]
        await pilot.press("p")
        assert {*board.text} <= {*" +|-\n"}
        await pilot.press("p", "g")
        shown = "".join(str(node.render()) for node in app.screen.query("Static"))
        assert "killer cage: r1c1 and r1c2 differ and add up to 5" in shown
        assert "T    thermometer" in shown


async def test_rules_stand_in_words_where_there_is_no_room() -> None:
    """A small terminal shows the grid with its regions; g tells the rules in words."""
    async with playing(f"sudoku:{'.' * 81};killer:sum=5:r1c1r1c2", size=(75, 14)) as (app, pilot):
        assert not grid(app).cell_size.has_rules
        assert ":" not in grid(app).text
        await pilot.press("g")
        shown = "".join(str(node.render()) for node in app.screen.query("Static"))
        assert "killer cage: r1c1 and r1c2 differ and add up to 5" in shown
