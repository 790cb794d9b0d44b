"""Entry in the cells of a Sudoku: several at once, modes, the filter, preferences; by keys and mouse."""

from collections import Counter

import pytest
from textual import events
from textual.pilot import Pilot

from support.screens import PUZZLE_ID, frame, game, grid, playing, position, said, selected, stored, sudoku_screen
from tessella.play.coach import preferences
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.sudoku.geometry import default_box
from tessella.tui.app import TessellaApp
from tessella.tui.keys import ARROW_KEYS
from tessella.tui.screens.cell_entry import MODES


def cells(app: TessellaApp) -> str:
    """Return the names of the selected cells."""
    return " ".join(position(app).name(cell) for cell in sorted(sudoku_screen(app).selection.cells))


def moves(app: TessellaApp) -> tuple[str, ...]:
    """Return the moves of the game on the screen."""
    return stored(app).session.moves


def backgrounds(app: TessellaApp, kind: str) -> set[str]:
    """Return the names of the cells that are drawn with a background of a kind."""
    return {position(app).name(cell) for cell, shown in enumerate(grid(app).cells) if shown.background == kind}


def place(app: TessellaApp, name: str) -> tuple[int, int]:
    """Return where a cell is drawn on the grid."""
    row, col = (int(figure) - 1 for figure in name[1:].split("c"))
    size, rules = grid(app).cell_size, position(app).rules
    return size.left(col, rules) + size.width // 2, size.top(row, rules)


async def drag(app: TessellaApp, pilot: Pilot[None], *names: str) -> None:
    """Drag the mouse from cell to cell with its left button down."""
    await pilot.mouse_down("#board", offset=place(app, names[0]))
    for name in names[1:]:
        await pilot._post_mouse_events([events.MouseMove], "#board", offset=place(app, name), button=1)
    await pilot._post_mouse_events([events.MouseUp, events.Click], "#board", offset=place(app, names[-1]), button=1)


def preferring(**values: str) -> Store:
    """Return a store of a person with these preferences."""
    store = Store.in_memory()
    for name, value in values.items():
        preferences.choose(store, name, value)
    return store


async def test_several_cells_are_one_move() -> None:
    """Shift and arrows select more cells; digits, marks and erasing act on all, and undo takes one step."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("shift+right", "4", "0", "space", "4", "minus")
        assert moves(app) == ("r1c3,r1c4=4", "r1c3,r1c4-", "r1c3,r1c4^4", "r1c3,r1c4-^")
        await pilot.press("down", "u")
        assert cells(app) == "r1c3 r1c4"
        await pilot.press("shift+left", "escape")
        assert cells(app) == selected(app) == "r1c2"


async def test_cells_that_do_not_touch() -> None:
    """Ctrl and arrows lead the cursor away, Insert or Ctrl+Space selects the cell there, and leaves it out again."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("ctrl+down", "ctrl+down", "insert", "ctrl+right", "ctrl+@")
        assert cells(app) == "r1c3 r3c3 r3c4"
        await pilot.press("insert", "w", "2")
        assert moves(app) == ("~", "r1c3,r3c3=2")  # the given in r3c3 stays
        assert cells(app) == "r1c3 r3c3"


async def test_whole_houses() -> None:
    """The brackets select row and column of the cursor, the backslash its box."""
    async with playing(PUZZLE_ID) as (app, pilot):
        for key, told in (("[", "r1c1 r1c2 r1c3 r1c4"), ("]", "r1c3 r2c3 r3c3 r4c3"), ("\\", "r1c1 r1c2 r1c3 r2c1")):
            sudoku_screen(app).press(key)
            assert cells(app).startswith(told)
            assert len(cells(app).split()) == 9
            assert selected(app) == "r1c3"
        await pilot.pause()
        assert "r1c3 +8: 3 candidates" in game(app).panel.text


async def test_the_mouse_selects() -> None:
    """Dragging selects what it goes over, with Ctrl a click adds a cell or leaves it out, with Shift it adds."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await drag(app, pilot, "r1c3", "r2c3", "r2c2", "r2c3")
        assert cells(app) == "r1c3 r2c2 r2c3"
        await pilot.click("#board", offset=place(app, "r9c1"), control=True)
        await pilot.click("#board", offset=place(app, "r2c2"), control=True)
        await pilot.click("#board", offset=place(app, "r9c3"), shift=True)
        assert cells(app) == "r1c3 r2c3 r9c1 r9c3"
        await pilot.click("#board", offset=place(app, "r9c3"))
        assert cells(app) == "r9c3"


async def test_a_double_click_selects_a_digit() -> None:
    """A double click selects all cells with the digit there; in a blank cell, that cell."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.click("#board", offset=place(app, "r1c2"), times=2)
        assert cells(app) == "r1c2 r4c9 r5c6"
        await pilot.click("#board", offset=place(app, "r1c3"), times=2)
        assert cells(app) == "r1c3"


async def test_modes() -> None:
    """The space bar goes on and Shift+Tab goes back through digits, corner marks, centre marks and colours."""
    async with playing(PUZZLE_ID) as (app, pilot):
        for sign in ("^", "~", "@", "="):
            await pilot.press("space", "2")
            assert moves(app)[-1] == f"r1c3{sign}2"
        await pilot.press("shift+tab", "9", "0", "full_stop", "u", "u", "space", "0")
        assert moves(app)[4:] == ("r1c3@9", "r1c3-")
        await pilot.press("space", "0", "tab")
        assert moves(app)[-1] == "r1c3-^"
        assert stored(app).session.undos == 2


async def test_colours_are_nine_on_every_grid() -> None:
    """A small grid has all nine colours, a large one no more; a given can be coloured."""
    async with playing("sudoku:1.....2..3.....4") as (app, pilot):
        await pilot.press("left", "shift+tab", "9", "5")
        assert moves(app) == ("r1c1@9", "r1c1@5")
        assert "colour 5 9" in game(app).panel.text
    async with playing("sudoku:" + "." * 256) as (app, pilot):
        await pilot.press("shift+tab", "a")
        assert moves(app) == ()
        assert said(app).startswith("a does nothing here")


async def test_where_a_digit_can_go() -> None:
    """F2 to F10, Alt and a digit, and a click on it show its places; the same again or Esc ends it."""
    async with playing(PUZZLE_ID) as (app, pilot):
        fits = {position(app).name(cell) for cell, mask in enumerate(position(app).candidates()) if mask & 1 << 3}
        for on, off in (("f5", "f5"), ("alt+4", "escape"), ("f9", "f9")):
            await pilot.press(on)
            if on != "f9":
                assert backgrounds(app, "cell_pattern") == fits - {"r1c3"}
            await pilot.press(off)
            assert not backgrounds(app, "cell_pattern")
        rows = game(app).panel.text.split("\n")
        line = next(y for y, row in enumerate(rows) if "1 2 3 4 5 6 7 8 9" in row)
        assert rows[line + 1].split()[1:] == [str(9 - position(app).digits.count(digit)) for digit in range(1, 10)]
        await pilot.click("#panel", offset=(rows[line].index("4"), line))
        assert backgrounds(app, "cell_pattern") == fits - {"r1c3"}
        assert stored(app).session.hints == 0
        assert game(app).is_current


async def test_colours_of_candidates() -> None:
    """With a digit's places on show, a colour goes to that candidate; the panel names it, and lines too."""
    async with playing(PUZZLE_ID) as (app, pilot):
        await pilot.press("f3", "shift+tab", "6")
        assert moves(app) == ("r1c3~2@6",)
        stored(app).play("r1c3~2-r1c4~2")
        await pilot.press("ctrl+right")
        told = " ".join(game(app).panel.text.split())
        assert "2: colour 6; 2: line to r1c4 2" in told


async def test_digit_first() -> None:
    """Who chooses the digit first enters it with a click, Enter or a drag, and chooses another or none with its key."""
    async with playing(PUZZLE_ID, store=preferring(entry="digit")) as (app, pilot):
        await pilot.press("enter", "4")
        assert moves(app) == ()
        await pilot.press("enter")
        await pilot.click("#board", offset=place(app, "r3c1"))
        await pilot.press("space", "2")
        await drag(app, pilot, "r1c4", "r2c4", "r3c4")
        assert moves(app) == ("r1c3=4", "r3c1=4", "r1c4,r2c4,r3c4^2")
        await pilot.press("2")
        await pilot.click("#board", offset=place(app, "r9c1"))
        assert len(moves(app)) == 3


async def test_marks_stay_where_they_are_wanted() -> None:
    """Who wants to keep marks enters digits that leave them alone."""
    async with playing(PUZZLE_ID, store=preferring(marks="keep")) as (app, pilot):
        await pilot.press("w", "4")
        assert moves(app) == ("~", "r1c3:4")


async def test_mistakes_at_once() -> None:
    """Who wants to see mistakes at once sees each wrong digit marked, for one hint."""
    async with playing(PUZZLE_ID, store=preferring(mistakes="instant")) as (app, pilot):
        await pilot.press("1")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert sudoku_screen(app).coach.wrong_cells == (2,)
        assert said(app).startswith("1 digit is wrong.")
        await pilot.press("right", "6")
        assert grid(app).cells[2].colour == "digit_conflict"
        assert said(app) == ""
        await pilot.press("u")
        assert stored(app).session.hints == 1


async def test_a_hidden_clock() -> None:
    """Who wants no clock sees none, beside the grid or above it."""
    for size in ((80, 24), (60, 20)):
        async with playing(PUZZLE_ID, store=preferring(clock="hidden"), size=size) as (app, _pilot):
            assert "0:0" not in game(app).panel.text
            assert "Empty" in game(app).panel.text


async def test_sudokupad_keys() -> None:
    """With the keys of SudokuPad z, x, c and v choose what digits become; check and theme need Shift."""
    async with playing(PUZZLE_ID, store=preferring(keys="sudokupad")) as (app, pilot):
        for key, mode in (("x", "corner"), ("c", "centre"), ("v", "colour"), ("z", "digit")):
            await pilot.press(key)
            assert sudoku_screen(app).mode == mode
        await pilot.press("5", "X")
        assert "more than once" in said(app)
        theme = game(app).theme.name
        await pilot.press("Z")
        await pilot.pause()
        assert game(app).theme.name != theme
        assert "X Check" in game(app).keys.text


@pytest.mark.parametrize("keys", ["tessella", "sudokupad"])
@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 24, 25])
async def test_no_key_means_two_things(size: int, keys: str) -> None:
    """On no grid does a key stand for two commands, or for a command and a digit, an arrow or a filter."""
    store = preferring(keys=keys)
    StoredGame.open(store, "sudoku:" + "." * size**2)
    assert default_box(size)
    async with playing("sudoku:" + "." * size**2, store=store, size=(140, 60)) as (app, _pilot):
        screen = sudoku_screen(app)
        commands = [command for command in screen.commands() if command.action]
        assert all(callable(getattr(screen, f"action_{command.action}")) for command in commands)
        for screen.mode in MODES:
            digits = screen.digit_keys()
            used = [key for command in commands for key in command.keys.split()]
            used += [*digits, *screen.filter_keys(), *(key for key in ARROW_KEYS if key not in digits)]
            assert [key for key, times in Counter(used).items() if times > 1] == []


async def test_letters_of_a_large_grid() -> None:
    """In a 25x25 grid every letter up to P is a digit, and with Shift the command that it is elsewhere."""
    async with playing("sudoku:" + "." * 625, size=(140, 60)) as (app, pilot):
        await pilot.press("n", "right", "h", "M", "right", "p")
        assert moves(app) == ("r1c1=N", "r1c2=H", "r1c3~P")


async def test_another_window_sees_marks() -> None:
    """Marks and colours that another window made are there with the next key."""
    store = Store.in_memory()
    async with playing(PUZZLE_ID, store=store) as (app, pilot):
        other = StoredGame.open(store, PUZZLE_ID)
        other.play("r1c3,r1c4@2")
        await pilot.press("4")
        assert backgrounds(app, "colour 2") | set(cells(app).split()) >= {"r1c3", "r1c4"}
        assert dict(position(app).annotations.colours) == {2: 2, 3: 2}


async def test_digits_from_0() -> None:
    """Where digits begin at 0, the key 0 enters one, and - erases."""
    async with playing("sudoku:" + "." * 16 + ";digits:lowest=0") as (app, pilot):
        await pilot.press("0", "right", "3")
        assert position(app).digits[:2] == (1, 4)
        assert "0 1 2 3" in frame(app)
        assert "0" in grid(app).text
        await pilot.press("minus")
        assert position(app).digits[:2] == (1, 0)
