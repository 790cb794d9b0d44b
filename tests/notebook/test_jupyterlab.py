"""The widget in a real JupyterLab: whose keys they are, what shows at once, and what is left without the kernel."""

import json
from collections.abc import Iterator
from contextlib import suppress

import pytest

from support.browser import Browser, chromium, lacking, until
from support.lab import Lab, laboratory
from tessella.game2048 import RULES, Board
from tessella.sudoku import Board as Sudoku

pytestmark = pytest.mark.slow

START = Board.start(RULES["classic"], 42)
PUZZLE = "1.....2..3.....4"
BOOK = (
    "import tessella\ngame = tessella.play('2048:classic#42')\ngame",
    f"grid = tessella.play('sudoku:{PUZZLE}', lang='zh')\ngrid",
    "shown = tessella.watch('corner', '2048:classic#3', running=False)\nshown",
    "1 + 1",
)
CELL_HTML = "return document.querySelector(arguments[0])?.outerHTML"
CELL = ".jp-Cell:nth-child({}) .tessella"
GAME, GRID, SHOWN = (CELL.format(n) for n in (1, 2, 3))


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Return a JupyterLab with a notebook whose cells have all been run."""
    try:
        import anywidget  # noqa: F401, PLC0415 - an extra that may be missing
        import jupyterlab  # noqa: F401, PLC0415 - a test dependency that may be missing
    except ImportError:
        lacking("no JupyterLab: pip install tessella[test]")
    with chromium() as browser, laboratory(browser, tmp_path_factory.mktemp("lab")) as started:
        browser.size(1200, 2400)
        started.write("book", *BOOK)
        started.open("book")
        started.do("notebook:run-all-cells")
        for cell in (GAME, GRID, SHOWN):
            browser.find(f"{cell} [role=grid]")
        yield started


def tiles(browser: Browser, cell: str) -> tuple[tuple[int, ...], ...]:
    """Return the tiles that a widget draws."""
    found = browser.js(
        "return [...document.querySelectorAll(arguments[0])].map(e =>"
        "[e.style.getPropertyValue('--r'), e.style.getPropertyValue('--c'), e.dataset.value].map(Number))",
        f"{cell} .tile",
    )
    rows = [[0] * 4 for _row in range(4)]
    for r, c, value in found:
        rows[r][c] = value
    return tuple(map(tuple, rows))


def shows(browser: Browser, board: Board, cell: str = GAME) -> None:
    """Wait until a widget draws a board."""
    until(
        lambda: tiles(browser, cell) == board.rows,
        lambda: f"{board.rows}, and there is {browser.js(CELL_HTML, cell)}",
    )


def notebook(browser: Browser, what: str) -> object:
    """Return something of the open notebook."""
    return browser.js(f"return jupyterapp.shell.currentWidget.{what}")


def test_keys_are_the_boards_while_it_has_the_focus(lab: Lab) -> None:
    """Arrows play and do not move between cells, x and d d cut none; Escape gives the keys back to Jupyter."""
    browser = lab.browser
    lab.python("game.new('2048:classic#42')")
    shows(browser, START)
    assert browser.sees(f"{GAME} .invite")
    browser.click(f"{GAME} .tiles")
    assert not browser.sees(f"{GAME} .invite")
    ring = browser.js("return getComputedStyle(document.querySelector(arguments[0])).boxShadow", GAME)
    assert "inset" in ring
    browser.press("ArrowDown", "x", "ArrowLeft", "b", "d", "d")
    board = START.play("down").play("left")
    for _key in "dd":
        board = board.play("right") if "right" in board.moves() else board
    shows(browser, board)
    assert notebook(browser, "content.activeCellIndex") == 0
    assert notebook(browser, "content.widgets.length") == len(BOOK)
    browser.press("Escape", "ArrowDown", "ArrowDown")
    until(lambda: notebook(browser, "content.activeCellIndex") == 2, "the third cell")
    shows(browser, board)


def test_keys_elsewhere_are_jupyters(lab: Lab) -> None:
    """While another cell has the focus arrows move between cells, and the board stays."""
    browser = lab.browser
    before = tiles(browser, GAME)
    browser.click(".jp-Cell:nth-child(4) .jp-InputPrompt")
    browser.press("ArrowUp")
    until(lambda: notebook(browser, "content.activeCellIndex") == 2, "the third cell")
    assert tiles(browser, GAME) == before


def test_saving_is_still_jupyters(lab: Lab) -> None:
    """Ctrl+S in the board saves the notebook."""
    browser = lab.browser
    lab.python("game.undo(); game.redo()")
    until(lambda: notebook(browser, "context.model.dirty"), "something to save")
    browser.click(f"{GAME} .tiles")

    def saves() -> bool:
        """Press Ctrl+S; on a busy machine what the cell did may come in after that, and has to be saved again."""
        for kind in ("keyDown", "keyUp"):
            stroke = {"key": "s", "code": "KeyS", "windowsVirtualKeyCode": 83, "modifiers": 2}
            browser.cdp("Input.dispatchKeyEvent", type=kind, **stroke)
        with suppress(AssertionError):
            return until(lambda: not notebook(browser, "context.model.dirty"), "the notebook to be saved", 5)
        return False

    until(saves, "the notebook to be saved")


def test_buttons_and_python(lab: Lab) -> None:
    """The buttons play, and so does Python, seen at once in both."""
    browser = lab.browser
    lab.python("game.new('2048:classic#42')")
    shows(browser, START)
    browser.click(f"{GAME} .ways button:nth-child(1)")
    shows(browser, START.play("left"))
    lab.python("game.play('down'); seen = game.board")
    shows(browser, START.play("left").play("down"))
    assert browser.says("Down", f"{GAME} .only-read")
    browser.click(f"{GAME} [data-tool=undo]")
    shows(browser, START.play("left"))
    lab.python("open('board.txt', 'w').write(game.board.to_text())")
    assert (lab.folder / "board.txt").read_text(encoding="utf-8") == START.play("left").to_text()


def test_sudoku_in_chinese(lab: Lab) -> None:
    """Digits are written where the cell is chosen, a hint is shown, and the buttons speak the language asked for."""
    browser = lab.browser
    browser.click(f"{GRID} .lattice .row:nth-child(1) .cell:nth-child(2)")
    browser.press("ArrowRight", "4")
    until(lambda: browser.text(f"{GRID} .lattice .row:nth-child(1) .cell:nth-child(3)") == "4", "the digit")
    assert browser.text(f"{GRID} [data-tool=undo]") == "撤销"
    browser.press("t")
    until(lambda: browser.sees(f"{GRID} .steps li"), "the hint")
    lab.python("open('grid.txt', 'w').write(grid.board.to_text())")
    assert (lab.folder / "grid.txt").read_text(encoding="utf-8") == Sudoku.parse(PUZZLE).play("r1c3=4").to_text()


def test_a_player_is_watched(lab: Lab) -> None:
    """It plays on and stops at the buttons, a step is one move, and a move of one's own takes over."""
    browser = lab.browser
    board = Board.start(RULES["classic"], 3)
    shows(browser, board, SHOWN)
    browser.click(f"{SHOWN} [data-tool=step]")
    board = board.play(next(move for move in ("down", "left", "right", "up") if move in board.moves()))
    shows(browser, board, SHOWN)
    browser.click(f"{SHOWN} [data-tool=play]")
    until(lambda: int(browser.texts(f"{SHOWN} .figure dd")[2]) >= 3, "three moves")
    browser.press("ArrowRight", "ArrowUp")
    until(lambda: "play" in browser.text(f"{SHOWN} [data-tool=play]").lower(), "the player to stop")
    lab.python("shown.running = True")
    until(lambda: "pause" in browser.text(f"{SHOWN} [data-tool=play]").lower(), "the player to go on")
    lab.python("shown.running = False")


def test_the_still_picture_is_hidden_and_kept(lab: Lab) -> None:
    """While the widget lives its picture is not seen; the saved notebook has the last position in it."""
    browser = lab.browser
    lab.python("game.new('2048:classic:2,2,.,./.,.,.,./.,.,.,./.,.,.,1024#7'); game.play('left')")
    until(lambda: "1024" in browser.text(".tessella-still table"), "the picture to follow")
    assert not browser.sees(".tessella-still")
    lab.do("docmanager:save")
    saved = json.loads((lab.folder / "book.ipynb").read_text(encoding="utf-8"))
    pictures = [output for output in saved["cells"][0]["outputs"] if "text/html" in output["data"]]
    assert len(pictures) == 1
    assert "1024" in "".join(pictures[0]["data"]["text/html"])


def test_a_kernel_that_is_gone_is_told(lab: Lab) -> None:
    """When no answer comes the board says so."""
    lab.stop_kernels()
    lab.browser.click(f"{GAME} .ways button:nth-child(2)")
    assert lab.browser.says("does not answer", f"{GAME} .message")


@pytest.mark.parametrize("trusted", [True, False])
def test_without_its_kernel(lab: Lab, *, trusted: bool) -> None:
    """A notebook that is opened without its kernel shows the still pictures in their colours, trusted or not."""
    browser = lab.browser
    lab.stop_kernels()
    name = "book"
    if not trusted:
        book = json.loads((lab.folder / "book.ipynb").read_text(encoding="utf-8"))
        book["cells"][0]["source"] = "# from somebody else\n"
        name = "foreign"
        (lab.folder / f"{name}.ipynb").write_text(json.dumps(book), encoding="utf-8")
    lab.open(name)
    first = ".jp-Cell:nth-child(1) .tessella-still"
    until(lambda: browser.sees(first), "the still picture")
    assert browser.js("return jupyterapp.shell.currentWidget.content.widgets[0].model.trusted") is trusted
    assert not browser.sees(".tessella.stage")
    texts = browser.texts(f"{first} td")
    assert ("1024" in texts, len(texts)) == (True, 16)
    grounds = browser.js(
        "return [...document.querySelectorAll(arguments[0])].map(e => getComputedStyle(e).backgroundColor)",
        f"{first} td",
    )
    assert len(set(grounds)) >= 3
    assert "rgba(0, 0, 0, 0)" not in grounds
    assert browser.sees(".jp-Cell:nth-child(2) .tessella-still b")
