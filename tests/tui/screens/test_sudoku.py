"""Sudoku on the full screen: both grids, every key, marks, checking, the pause."""

import pytest

from support.screens import field, frame, game, playing, said, sitting, typed
from tessella import sudoku
from tessella.play.store import Store
from tessella.sudoku import Board
from tessella.tui.app import TessellaApp
from tessella.tui.screens.sudoku import Grid, ScreenSudoku, shapes

# The puzzle and its solution as Wikipedia's article on Sudoku shows them.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ID = f"sudoku:{PUZZLE}"
LARGE = "sudoku:" + "." * 200 + "1" + "." * 55


def position(app: TessellaApp) -> Board:
    """Return the position of the game on the screen."""
    board = sitting(app).session.position
    assert isinstance(board, Board)
    return board


def grid(app: TessellaApp) -> Grid:
    """Return the grid on the screen."""
    board = game(app).board
    assert isinstance(board, Grid)
    return board


def chosen(app: TessellaApp) -> str:
    """Return the name of the chosen cell."""
    screen = game(app)
    assert isinstance(screen, ScreenSudoku)
    return position(app).name(screen._cell)


async def test_choosing_a_cell() -> None:
    """The first blank cell is chosen; arrows and hjkl go from cell to cell and around the edges, a click at once."""
    async with playing(ID) as (app, pilot):
        assert chosen(app) == "r1c3"
        await pilot.press("right", "l", "Ｌ", "down", "j")
        assert chosen(app) == "r3c6"
        await pilot.press("left", "h", "up", "K", "up")
        assert chosen(app) == "r9c4"
        await pilot.click("#board", offset=(2, 0))
        assert chosen(app) == "r1c1"
        await pilot.press("left")
        assert chosen(app) == "r1c9"
        assert sitting(app).session.moves == ()


async def test_writing_and_erasing() -> None:
    """Digits write, also full width; 0, -, full stop, Backspace and Delete erase."""
    async with playing(ID) as (app, pilot):
        for erase in ("0", "minus", "full_stop", "backspace", "delete"):
            await pilot.press("4")
            assert position(app).rows[0][2] == 4
            await pilot.press(erase)
            assert position(app).rows[0][2] == 0
        await typed(pilot, "２")
        assert position(app).rows[0][2] == 2
        await pilot.press("u")
        assert position(app).rows[0][2] == 0
        await pilot.press("y")
        assert position(app).rows[0][2] == 2


async def test_undo_goes_where_it_happened() -> None:
    """After undo and redo the cell is chosen whose digit or mark changed."""
    async with playing(ID) as (app, pilot):
        await pilot.press("4", "right", "m", "2", "down", "down", "u")
        assert chosen(app) == "r1c4"
        await pilot.press("down", "u")
        assert chosen(app) == "r1c3"
        await pilot.press("down", "y", "y")
        assert chosen(app) == "r1c4"


async def test_marks() -> None:
    """M and the space bar switch to pencil marks and back; w marks every candidate as one undo step."""
    async with playing(ID) as (app, pilot):
        await pilot.press("m", "1", "2", "space", "4")
        assert sitting(app).session.moves == ("r1c3~1", "r1c3~2", "r1c3=4")
        await pilot.press("u", "u", "u", "w")
        assert position(app).marks == position(app).candidates()
        await pilot.press("u")
        assert not any(position(app).marks)


async def test_letters_are_digits_in_large_grids_only() -> None:
    """In a 16x16 grid a to g write 10 to 16; in a 9x9 grid they do nothing."""
    async with playing(LARGE) as (app, pilot):
        for key, value in (("a", 10), ("G", 16), ("ｇ", 16), ("9", 9)):
            await pilot.press("0") if position(app).digits[0] else None
            await pilot.press(key)
            assert position(app).digits[0] == value
            await pilot.press("0")
    async with playing(ID) as (app, pilot):
        for key in "abcdefg":
            await pilot.press(key)
            assert said(app) == f"{key} does nothing here; ? shows the keys."
        assert sitting(app).session.moves == ()


async def test_givens_stay() -> None:
    """A given cannot be changed, and that is said."""
    async with playing(ID) as (app, pilot):
        await pilot.press("left", "4")
        assert "r1c2 is a given and stays 3" in said(app)
        assert sitting(app).session.moves == ()


async def test_conflicts_always_show_and_wrong_digits_when_asked() -> None:
    """A repeated digit is marked at once; a digit that only the solution refutes is marked by x alone."""
    async with playing(ID) as (app, pilot):
        await pilot.press("3")
        assert frame(app).count("3!") == 2
        await pilot.press("u", "1")
        assert "!" not in frame(app)
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert said(app) == "1 digit is wrong. x again goes back to before the first mistake."
        assert frame(app).count("1!") == 1
        assert sitting(app).session.hints == 1
        assert "Hints 1" in game(app).panel.text


async def test_going_back_to_before_the_first_mistake() -> None:
    """A second x takes back every move from the first wrong digit on, and redo plays them again."""
    async with playing(ID) as (app, pilot):
        await pilot.press("4", "right", "1", "down", "down", "3")
        assert len(sitting(app).session.moves) == 3
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.press("x")
        assert sitting(app).session.moves == ("r1c3=4",)
        assert "before the first mistake" in said(app)
        await pilot.press("x")
        assert said(app) == "Everything is right so far."
        await pilot.press("y", "y")
        assert len(sitting(app).session.moves) == 3


async def test_a_puzzle_with_several_solutions_says_so() -> None:
    """A check of a puzzle that is none says why."""
    async with playing("sudoku:12..............") as (app, pilot):
        await pilot.press("x")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert said(app).startswith("More than one solution")


async def test_solving() -> None:
    """The last digit ends the game with a word; then undo works, and digits are refused."""
    start = PUZZLE[:2] + SOLUTION[2:]
    given = "".join(digit if at not in (2, 3) else "." for at, digit in enumerate(start))
    async with playing(f"sudoku:{given}") as (app, pilot):
        await pilot.press("4", "right", "6")
        assert position(app).is_over()
        assert "Solved. Well done!" in said(app)
        assert not sitting(app).session.is_running
        await pilot.press("escape", "5")
        assert "the puzzle is solved" in said(app).lower()
        await pilot.press("u")
        assert not position(app).is_over()
        assert said(app) == ""


async def test_pause_hides_the_grid_and_stops_the_clock() -> None:
    """In a pause no digit can be seen and no key plays; p goes on."""
    async with playing(ID) as (app, pilot):
        await pilot.press("p")
        await pilot.pause()
        assert "Paused" in said(app)
        assert not sitting(app).session.is_running
        board = grid(app)
        assert not any(char.isdigit() for y in range(board.size.height) for char in board.render_line(y).text)
        await pilot.press("4", "w", "r", "x", "down")
        assert sitting(app).session.moves == ()
        await pilot.press("P")
        assert sitting(app).session.is_running
        await pilot.press("4")
        assert sitting(app).session.moves == ("r1c3=4",)
        assert [entry.event for entry in sitting(app).session.journal] == ["pause", "r1c3=4"]


async def test_what_fits_can_be_clicked() -> None:
    """The panel shows what fits the chosen cell, each digit at its place, and a click writes it."""
    async with playing(ID) as (app, pilot):
        rows = game(app).panel.text.split("\n")
        at = next(y for y, row in enumerate(rows) if "r1c3: what fits" in row)
        assert [row.strip() for row in rows[at + 1 : at + 4]] == ["1 2 .", "4 . .", ". . ."]
        await pilot.click("#panel", offset=(2, at + 2))
        assert sitting(app).session.moves == ("r1c3=4",)


async def test_a_new_puzzle_as_wished() -> None:
    """The dialog makes a puzzle of the size and symmetry asked for, and says what cannot be had."""
    async with playing(ID) as (app, pilot):
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
        while app.screen is not game(app) or sitting(app).session.id == ID:
            await pilot.pause(0.05)
        assert position(app).box == (2, 3)
        assert sum(digit > 0 for digit in position(app).givens) == 14
        await pilot.press("u")
        assert sitting(app).session.id == ID
        assert sitting(app).session.moves == ("r1c3=4",)


async def test_statistics_show_the_fastest() -> None:
    """A solved puzzle stands in the statistics with its time."""
    given = SOLUTION[:80] + "."
    async with playing(f"sudoku:{given}") as (app, pilot):
        await pilot.press("9")
        assert position(app).is_over()
        await pilot.press("o")  # at the dialog that tells how it went
        await pilot.pause()
        shown = frame(app)
        assert "Fastest puzzles" in shown
        assert "0:00" in shown


async def test_the_other_game_by_its_id() -> None:
    """The id dialog goes from one game to the other and back."""
    store = Store.in_memory()
    async with playing("2048:classic#42", store=store) as (app, pilot):
        await pilot.press("i")
        await pilot.pause()
        field(app, "#id").value = ID
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert chosen(app) == "r1c3"
        await pilot.press("4", "i")
        await pilot.pause()
        field(app, "#id").value = "2048:classic#42"
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert sitting(app).session.id == "2048:classic#42"


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4), (4, 4)])
def test_every_size_fits_the_reference_terminal(box: tuple[int, int]) -> None:
    """Grids up to 16x16 fit 80x24, with the panel beside them."""
    from tessella.tui.screens.base import plan  # noqa: PLC0415 - the function under test beside its rule

    assert any(plan(shape.size(box), (80, 24), ScreenSudoku.PANEL_ROWS, beside=True) for shape in shapes(box)[1:])


@pytest.mark.parametrize("size", [(80, 37), (120, 40), (110, 37)])
async def test_the_large_grid_has_marks_in_its_cells(size: tuple[int, int]) -> None:
    """Where the terminal has 37 lines every cell has room for its marks, each at its place."""
    async with playing(ID, size=size) as (app, pilot):
        await pilot.press("w")
        await pilot.pause()
        board = grid(app)
        assert board.shape.marks
        lines = [board.render_line(y).text for y in range(board.size.height)]
        left = board.shape.left(2, (3, 3))
        assert [line[left : left + 7] for line in lines[:3]] == [" 1 2   ", "[4    ]", "       "]


@pytest.mark.parametrize("size", [(80, 24), (80, 37), (60, 20), (120, 40)])
async def test_clicks_find_their_cells(size: tuple[int, int]) -> None:
    """In every form of the grid a click chooses the cell that is drawn there."""
    async with playing(ID, size=size) as (app, pilot):
        board = grid(app)
        for cell in (0, 8, 40, 44, 72, 80):
            row, col = divmod(cell, 9)
            x, y = board.shape.left(col, (3, 3)) + 1, board.shape.top(row, (3, 3))
            await pilot.click("#board", offset=(x, y))
            assert chosen(app) == f"r{row + 1}c{col + 1}"


async def test_too_small_for_a_grid() -> None:
    """A terminal that no form of the grid fits is told what it needs."""
    async with playing(LARGE, size=(50, 18)) as (app, _pilot):
        assert "This board needs a terminal of 51 columns and 21 lines" in " ".join(frame(app).split())


async def test_own_digits_differ_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR a given is bold, an own digit underlined, and the chosen cell stands in brackets."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(ID) as (app, pilot):
        await pilot.press("4", "right")
        board = grid(app)
        styles = {segment.text: segment.style for segment in board.render_line(0) if segment.style}
        assert styles["5"].bold
        assert not styles["5"].underline
        assert styles["4"].underline
        assert "[.]" in board.render_line(0).text


async def test_a_hint_in_three_stages() -> None:
    """`t` tells where to look, then the technique, then why, with the cells lit at last; it counts as one hint."""
    async with playing(ID) as (app, pilot):
        found = sudoku.hint(position(app))
        for stage in (found.where, found.technique, found.reason, found.reason):
            await pilot.press("t")
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert said(app).startswith(" ".join(stage.split()))
        assert sitting(app).session.hints == 1
        lit = {
            position(app).name(cell) for cell, shown in enumerate(grid(app)._cells) if shown.ground == "cell_pattern"
        }
        assert lit == {position(app).name(cell) for cell in found.cells} - {chosen(app)}
