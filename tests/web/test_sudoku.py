"""Sudoku on the page, held to the law of `sudoku.board`."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.browser import SIZES, Browser, serving, until
from tessella.sudoku import Board, solve
from tessella.sudoku.geometry import SYMBOLS
from tessella.sudoku.tutor.hints import explain

Play = Callable[[str], Browser]

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
"""Norvig's example of a puzzle that singles do not solve."""
CHAINS = "..4....6..7....9.5.....4..75...2...3..8.3.1.......5...1..2.7.9..5...3.8..9.4....6"
"""A puzzle of our own maker that needs a chain."""
SMALL = "1...|..2.|.3..|...4".replace("|", "")


SENT = """{
  const { send } = WebSocket.prototype;
  window.sent = [];
  WebSocket.prototype.send = function (text) {
    if (text[0] === "{") window.sent.push(JSON.parse(text));
    send.call(this, text);
  };
}"""
"""What the page sends to the server, apart from the question whether that is there."""


@pytest.fixture
def sent(browser: Browser) -> Iterator[Callable[[], list[str]]]:
    """Return what tells which requests were sent; each has a number of its own."""
    script = browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=SENT)["identifier"]

    def names() -> list[str]:
        requests = browser.js("return window.sent")
        assert len({request["n"] for request in requests}) == len(requests), requests
        return [request["do"] for request in requests]

    yield names
    browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def digits(browser: Browser) -> list[str]:
    """Return the digits as they are drawn, "" for a blank or marked cell."""
    script = "return [...document.querySelectorAll('main .cell')].map(e => e.firstElementChild ? '' : e.textContent)"
    return list(browser.js(script))


def shows(browser: Browser, board: Board) -> None:
    """Wait until the grid is drawn as the board has it."""
    wanted = [SYMBOLS[digit] if digit else "" for digit in board.digits]
    until(lambda: digits(browser) == wanted, lambda: f"{wanted}, and there is {digits(browser)}")


def chosen(browser: Browser) -> int:
    """Return the cell that is chosen, which is the one with the focus."""
    return int(browser.js("return document.querySelector('main .cell.selected').dataset.cell"))


def test_keys_choose_write_mark_and_erase(play: Play) -> None:
    """Arrows choose a cell, a digit writes, with Shift or after m it marks, Backspace erases, u takes back."""
    browser, board = play(f"sudoku:{PUZZLE}"), Board.parse(PUZZLE)
    shows(browser, board)
    assert chosen(browser) == 2
    browser.press("1")
    board = board.play("r1c3=1")
    shows(browser, board)
    browser.press("ArrowRight", "2", shift=False)
    board = board.play("r1c4=2")
    shows(browser, board)
    browser.press("ArrowRight", "ArrowRight")
    browser.press("4", "8", shift=True)
    until(lambda: browser.texts(f"{browser.cell(1, 6)} .marks > *") == ["4", "8"], "two marks")
    browser.press("m", "2", "4")
    until(lambda: browser.texts(f"{browser.cell(1, 6)} .marks > *") == ["2", "8"], "a mark more and a mark less")
    browser.press("m", "Backspace")
    until(lambda: not browser.texts(f"{browser.cell(1, 6)} .marks > *"), "the marks to go")
    browser.press("ArrowLeft", "ArrowLeft", "0")
    board = board.play("r1c4-")
    shows(browser, board)
    browser.press("u")
    shows(browser, board.play("r1c4=2"))
    browser.press("Home", "ArrowLeft")
    assert chosen(browser) == 8
    assert browser.js("return document.activeElement.dataset.cell") == "8"


def test_mouse_and_pad_write(play: Play) -> None:
    """A click chooses a cell, a click on the pad writes, and the pad counts what is left."""
    browser, board = play(f"sudoku:{PUZZLE[:-1]}."), Board.parse(PUZZLE[:-1] + ".")
    browser.click(browser.cell(9, 9))
    assert chosen(browser) == 80
    label = "return document.querySelector('main .pad .keys button:nth-child(9)').ariaLabel"
    assert browser.js(label) == "9, 6 left"
    browser.click("main .pad .keys button:nth-child(9)")
    shows(browser, board.play("r9c9=9"))
    until(lambda: browser.js(label) == "9, 5 left", "the count")
    browser.click("main .pad .erase")
    shows(browser, board)


def test_touch_writes_and_targets_are_large_enough(play: Play) -> None:
    """On a phone taps choose and write, and every button is at least 44 pixels wide and high."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.size(360, 740, phone=True)
    browser.tap(browser.cell(2, 2))
    until(lambda: chosen(browser) == 10, "the cell to be chosen")
    browser.tap("main .pad .keys button:nth-child(7)")
    until(lambda: digits(browser)[10] == "7", "the digit")
    small = browser.js(
        "return [...document.querySelectorAll('button, a')].filter(e => e.checkVisibility()).map(e => "
        "[e.textContent, e.getBoundingClientRect()]).filter(([t, r]) => r.width && (r.width < 44 || r.height < 44))"
        ".map(([t, r]) => `${t} ${r.width}x${r.height}`)"
    )
    assert [entry for entry in small if not entry.startswith("Skip")] == []
    assert browser.js("return document.documentElement.scrollWidth") <= 360


def test_cells_are_labelled(play: Play) -> None:
    """A screen reader is told row, column, digit, and whether it was given."""
    browser = play(f"sudoku:{PUZZLE}")
    assert browser.labels()[0] == "row 1, column 1, 5, given"
    assert browser.labels()[3] == "row 1, column 4, empty"
    browser.press("ArrowRight", "2")
    browser.says("2 in row 1, column 4")
    assert browser.labels()[3] == "row 1, column 4, 2, entered"
    browser.press("ArrowRight", "ArrowRight", "m", "4", "8")
    until(lambda: browser.labels()[5] == "row 1, column 6, marked 4 8", "the label of the marks")


def test_a_conflict_is_underlined_and_said(play: Play) -> None:
    """A digit that stands twice in a house is underlined in both cells, and a sentence tells where."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.press("5")
    line = "return getComputedStyle(document.querySelector(arguments[0])).textDecorationLine"
    until(lambda: browser.js(line, browser.cell(1, 3)) == "underline", "the new digit to be underlined")
    assert browser.js(line, browser.cell(1, 1)) == "underline"
    assert "conflict" in browser.labels()[0]
    assert "row 1" in browser.text("main .message").lower()


def test_a_hint_comes_in_three_stages_and_can_be_followed(play: Play) -> None:
    """T tells where to look, then what it is called with its cells lit, then everything; f does it."""
    browser, board = play(f"sudoku:{HARD}"), Board.parse(HARD)
    browser.press("t")
    until(lambda: len(browser.texts("main .steps li")) == 1, "the first stage")
    assert not browser.sees("main .overlay rect")
    browser.press("t")
    until(lambda: len(browser.texts("main .steps li")) == 2, "the second stage")
    assert browser.sees("main .overlay .highlight")
    assert any("highlighted by the hint" in label for label in browser.labels())
    browser.press("t")
    until(lambda: len(browser.texts("main .steps li")) == 3, "the third stage")
    assert browser.sees("main .overlay .placement") or browser.sees("main .overlay .elimination")
    browser.press("f")
    until(lambda: not browser.sees("main .steps"), "the hint to be done")
    now = [SYMBOLS.index(text) if text else 0 for text in digits(browser)]
    solution = solve(board).digits
    assert all(digit in (0, right) for digit, right in zip(now, solution, strict=True))
    assert browser.texts("main .figure dd")[-1] == "1"


def test_no_press_of_a_key_is_lost(play: Play) -> None:
    """T three times in a row shows all of a hint, however slow the answers are; a review then stands below it."""
    browser = play(f"sudoku:{HARD}")
    browser.press("5", "t", "t", "t", "e")
    until(lambda: len(browser.texts("main .steps li")) == 3, "the third stage")
    until(lambda: "so far" in browser.text("main .review"), "the review")
    hint, review = (
        browser.js(f"return document.querySelector('main {one}').getBoundingClientRect()")
        for one in (".steps", ".review")
    )
    assert review["top"] >= hint["bottom"]


@pytest.mark.parametrize("size", SIZES)
def test_no_button_moves_when_a_hint_comes_and_goes(play: Play, size: tuple[int, int]) -> None:
    """Grid and buttons stay where they are through all stages of a hint, a check beside it, and its end."""
    chain = next(hint for hint in explain(Board.parse(CHAINS)) if hint.step and len(hint.step.nodes) > 3)
    browser = play(f"sudoku:{chain.board.to_text()}")
    browser.size(*size, phone=size[0] < 500)
    before = browser.places()
    for stage in (1, 2, 3, 4):
        browser.press("t")
        until(lambda stage=stage: len(browser.texts("main .steps li")) == stage, "the stage")  # type: ignore[misc]
        assert browser.places() == before
    browser.press("x")
    until(lambda: browser.sees("main .message") and "right so far" in browser.text("main .message"), "the verdict")
    assert browser.sees("main .steps")
    assert browser.places() == before
    browser.press("f")
    until(lambda: not browser.sees("main .steps"), "the hint to be done")
    assert browser.places() == before


def test_the_form_offers_levels_for_9x9_alone(play: Play) -> None:
    """Another size takes the level back, a level the size, so that the form never asks for what cannot be."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.press("n")
    browser.find("dialog h2", "New puzzle")
    chosen = "return [...document.querySelectorAll('dialog input:checked')].slice(0, 2).map(e => e.value)"
    assert browser.js(chosen) == ["easy", "9x9"]
    browser.click(browser.find("dialog .chip", "16x16"))
    assert browser.js(chosen) == ["", "16x16"]
    browser.click(browser.find("dialog .chip", "hard"))
    assert browser.js(chosen) == ["hard", "9x9"]
    browser.click(browser.find("dialog .chip", "16x16"))
    browser.click("dialog [type=submit]")
    until(lambda: len(digits(browser)) == 256 and not browser.sees("dialog"), "the grid")


def test_a_chain_is_drawn_with_its_links(play: Play) -> None:
    """The links of a chain are lines over the grid, dashed where they are weak, and what goes is struck through."""
    chain = next(hint for hint in explain(Board.parse(CHAINS)) if hint.step and len(hint.step.nodes) > 3)
    browser = play(f"sudoku:{chain.board.to_text()}")
    for stage in (1, 2, 3):
        browser.press("t")
        until(lambda stage=stage: len(browser.texts("main .steps li")) == stage, "the stage")  # type: ignore[misc]
    assert len(browser.texts("main .overlay .link")) == len(chain.step.nodes) - 1 if chain.step else False
    assert browser.sees("main .overlay .elimination")
    assert browser.sees("main .overlay .link.weak")


def test_check_shows_what_is_wrong_and_takes_back(play: Play) -> None:
    """X underlines what differs from the solution; again, it goes back to before that."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.press("1")
    until(lambda: digits(browser)[2] == "1", "the digit")
    browser.press("x")
    until(lambda: "1 digit is wrong" in browser.text("main .message"), "the verdict")
    assert "wrong" in browser.labels()[2]
    browser.press("x")
    until(lambda: digits(browser)[2] == "", "the digit to be taken back")


def test_a_pause_covers_the_grid_and_stops_the_clock(play: Play) -> None:
    """P hides the grid and stops the clock, and what is typed is not written; p goes on; neither says anything."""
    browser = play(f"sudoku:{PUZZLE}")

    def clock(after: int = 0) -> str:
        browser.driver.execute_async_script("setTimeout(arguments[1], arguments[0])", after)
        return browser.text("main .figure dd")

    until(lambda: clock() not in ("", "0:00"), "the clock to run")
    browser.press("1")
    browser.find("main .only-read[role=status]", "1 in row 1, column 3")
    browser.js("document.querySelector('main .only-read[role=status]').textContent = 'said before'")
    browser.press("p")
    until(lambda: browser.sees("main .curtain"), "the curtain")
    browser.press("7", "t")
    until(lambda: clock() == clock(1500), "the clock to stand")  # it runs on until the server says that it stands
    before = clock()
    browser.press("p")
    until(lambda: not browser.sees("main .curtain"), "the grid")
    assert digits(browser)[2] == "1"
    until(lambda: clock() != before, "the clock to run")
    browser.find("main .only-read[role=status]", "said before")


def test_a_solved_grid_is_said(play: Play) -> None:
    """When the last digit is right the page says so, takes no more digits, and the clock stands."""
    browser, solution = play(f"sudoku:{SMALL}"), solve(Board.parse(SMALL))
    blanks = [cell for cell, sign in enumerate(SMALL) if sign == "."]
    for cell in blanks:
        browser.click(browser.cell(cell // 4 + 1, cell % 4 + 1))
        browser.press(SYMBOLS[solution.digits[cell]])
    browser.find("main .banner .title", "Solved")
    shows(browser, solution)
    browser.says("Solved. Well done!")
    browser.press("Escape")
    until(lambda: not browser.sees("main .banner"), "the banner to go")


@pytest.mark.parametrize(("box", "size"), [("2x3", 6), ("3x4", 12), ("5x5", 25)])
def test_grids_of_other_sizes(play: Play, box: str, size: int) -> None:
    """A grid of any size is drawn with its letters; on a phone it scrolls in its frame, and its cells stay large."""
    givens = ["."] * size**2
    for number in range(size):
        givens[number * size + number] = SYMBOLS[(number % 5) + 1] if number < 3 else "."
    browser = play("sudoku:" + "".join(givens))
    assert len(browser.labels()) == size**2
    browser.click(browser.cell(size, 1))
    browser.press(SYMBOLS[size].lower())
    until(lambda: digits(browser)[size * (size - 1)] == SYMBOLS[size], "the last digit")
    browser.size(360, 740, phone=True)
    assert browser.js("return document.documentElement.scrollWidth") <= 360
    assert browser.js("return document.querySelector('main .cell').getBoundingClientRect().width") >= 27


@pytest.mark.parametrize("wide", [768, 1024])
def test_a_tablet_shows_the_whole_of_a_large_grid(play: Play, wide: int) -> None:
    """A grid of 16x16 stands in whole beside its buttons, with cells of at least 28 pixels."""
    browser = play("sudoku:4x4:" + "." * 256)
    browser.size(wide, 1792 - wide)
    hidden, cell, right, left = browser.js(
        "const one = (selector) => document.querySelector('main ' + selector);"
        "const window = one('.window');"
        "return [window.scrollWidth - window.clientWidth, one('.cell').getBoundingClientRect().width,"
        " window.getBoundingClientRect().right, one('.tools').getBoundingClientRect().left]"
    )
    assert hidden <= 0
    assert cell >= 27.9
    assert right < left


# --- Several cells, marks of every kind ---


def classes(browser: Browser, name: str) -> list[int]:
    """Return the numbers of the cells that have a class."""
    script = "return [...document.querySelectorAll('main .cell.' + arguments[0])].map(e => Number(e.dataset.cell))"
    return list(browser.js(script, name))


def drag(browser: Browser, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press the mouse on a cell and let it go on another."""
    browser.drag(*browser.middle(browser.cell(*start)), *browser.middle(browser.cell(*end)))


def drawn(browser: Browser) -> dict[str, list[str]]:
    """Return what stands in the marked and coloured cells: corner marks, centre marks, colours."""
    script = """
        const found = {};
        for (const cell of document.querySelectorAll('main .cell')) {
            const of = (selector) => [...cell.querySelectorAll(selector)];
            const all = [...of('.corners > *').map((e) => '^' + e.textContent)];
            all.push(...of(':is(.centre, .marks) > *').map((e) => '~' + e.textContent));
            all.push(...of('.ground > *').map((e) => '@' + e.dataset.colour));
            if (all.length) found[cell.dataset.cell] = all;
        }
        return found;
    """
    return dict(browser.js(script))


def test_a_drag_selects_cells_that_marks_go_to_as_one_step(play: Play) -> None:
    """Corner marks, centre marks and colours go to all cells under a drag, and one undo takes each of them back."""
    browser = play(f"sudoku:{PUZZLE}")
    drag(browser, (3, 4), (3, 7))
    assert classes(browser, "selected") == [21, 22, 23, 24]
    browser.press(" ", "2", " ", "4", " ", "3")
    marked = {str(cell): ["^2", "~4", "@3"] for cell in (21, 22, 23, 24)}
    until(lambda: drawn(browser) == marked, "marks of three kinds")
    assert "in the corner 2" in browser.labels()[21]
    assert "orange" in browser.labels()[21]
    browser.press("u")
    until(lambda: drawn(browser) == {cell: ["^2", "~4"] for cell in marked}, "the colours to go")
    browser.press("u", "u")
    until(lambda: not drawn(browser), "the marks to go")
    browser.press("y", "y", "y", "Backspace")  # in the mode of colours, colours go first
    until(lambda: drawn(browser) == {cell: ["^2", "~4"] for cell in marked}, "marks alone")


def test_keys_count_that_come_before_an_answer(play: Play) -> None:
    """What is erased or undone need not be drawn yet."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.strike("4", "Backspace", "1", "u")
    until(lambda: browser.texts("main .figure dd")[-1] == "1", "the undo")
    assert browser.labels()[2] == "row 1, column 3, empty"
    browser.strike("t", "t", "t", "f")
    until(lambda: browser.texts("main .figure dd")[1] == "50", "the step of the hint")


def test_a_finger_selects_cells_and_then_taps(play: Play) -> None:
    """A finger that goes over cells selects them, and the tap that follows at once is no end of a swipe."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.size(375, 664, phone=True)
    browser.swipe(browser.cell(7, 3), 120, 0)
    assert classes(browser, "selected") == [56, 57, 58, 59]
    browser.tap("main [data-tool=centre]")
    until(lambda: browser.sees("main [data-tool=centre][aria-checked=true]"), "the mode")
    browser.tap("main .pad .keys button:nth-child(3)")
    until(lambda: drawn(browser) == {str(cell): ["~3"] for cell in (56, 57, 58, 59)}, "the marks")


def test_keys_select_houses_and_more_cells(play: Play) -> None:
    """Shift and arrows select more, [ ] and backslash the row, column and box, Escape goes back to one cell."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.press("ArrowRight", "ArrowDown", shift=True)
    assert classes(browser, "selected") == [2, 3, 12]
    browser.press("Escape")
    assert classes(browser, "selected") == [12]
    for key, cells in (("[", range(9, 18)), ("]", range(3, 81, 9)), ("\\", (3, 4, 5, 12, 13, 14, 21, 22, 23))):
        browser.press("Escape", key)
        assert classes(browser, "selected") == list(cells), key
    browser.says("9 cells selected")


def test_a_double_click_selects_all_of_a_digit(play: Play) -> None:
    """Two quick clicks on a digit select every cell that has it; Ctrl and a click leave one out."""
    browser = play(f"sudoku:{PUZZLE}")
    sixes = [cell for cell, sign in enumerate(PUZZLE) if sign == "6"]
    (x, y), now = browser.middle(browser.cell(2, 1)), time.time()
    for moment in (now, now + 0.1):  # by the events' own clock, however long the browser takes for them
        for kind in ("mousePressed", "mouseReleased"):
            browser.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, timestamp=moment)
    assert classes(browser, "selected") == sixes
    x, y = browser.middle(browser.cell(3, 8))
    for kind in ("mousePressed", "mouseReleased"):
        browser.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1, modifiers=2)
    assert classes(browser, "selected") == [cell for cell in sixes if cell != 25]


def test_alt_and_a_digit_show_its_places(play: Play) -> None:
    """Alt and a digit light up the cells that it can go to, as the law has it; again, and all is as before."""
    browser, board = play(f"sudoku:{PUZZLE}"), Board.parse(PUZZLE)
    stroke = {"key": "2", "code": "Digit2", "windowsVirtualKeyCode": 50, "modifiers": 1}
    places = [cell for cell, mask in enumerate(board.candidates()) if mask >> 1 & 1 and cell != 2]
    for expected in (places, []):
        for kind in ("rawKeyDown", "keyUp"):
            browser.cdp("Input.dispatchKeyEvent", type=kind, **stroke)
        assert classes(browser, "possible") == expected


def test_preferences_change_what_keys_do(play: Play) -> None:
    """With SudokuPad's keys x marks corners; with marks kept, a digit leaves them; the clock can be hidden."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.click("header nav button:last-child")
    for name, value in (("keys", "sudokupad"), ("marks", "keep"), ("clock", "hidden")):
        browser.choose(f"#set-sudoku-{name}", value)
        script, wanted = "return document.activeElement.id", f"set-sudoku-{name}"
        until(lambda script=script, wanted=wanted: browser.js(script) == wanted, "the answer")  # type: ignore[misc]
    browser.press("Escape")
    browser.click(browser.cell(1, 4))
    browser.press("x", "2", "z")
    until(lambda: drawn(browser) == {"3": ["^2"]}, "a corner mark")
    browser.click(browser.cell(1, 3))
    browser.press("2")
    shows(browser, Board.parse(PUZZLE).play("r1c3:2"))
    assert drawn(browser) == {"3": ["^2"]}
    assert "Time" not in browser.texts("main .figures dt")


@pytest.mark.parametrize(
    ("wide", "high", "rules"),
    [(360, 640, ""), (375, 664, ""), (360, 640, ";killer:sum=10:r1c3r1c4"), (390, 844, ";killer:sum=10:r1c3r1c4")],
)
def test_a_phone_shows_all_controls_at_once(play: Play, wide: int, high: int, rules: str) -> None:
    """On a phone all buttons of the game are in sight below cells of 40 pixels, and a hint moves none of them.

    Where the phone is tall, there is room for the whole hint.
    """
    browser = play(f"sudoku:{PUZZLE}{rules}")
    browser.size(wide, high, phone=True)
    script = """
        const box = (e) => e.getBoundingClientRect();
        return [...document.querySelectorAll('main .game button, main .cell')].map((e) => [box(e).top, box(e).bottom]);
    """
    places = browser.js(script)
    assert all(top >= 0 and bottom <= high for top, bottom in places)
    assert browser.js("return document.querySelector('main .cell').getBoundingClientRect().width") >= 40
    for stage in range(1, 4):
        browser.click("main [data-tool=hint]")
        until(lambda stage=stage: len(browser.texts("main .steps li")) == stage, "the next stage")  # type: ignore[misc]
        assert browser.js(script) == places
    if high > 800:
        assert browser.js("const e = document.querySelector('main .steps'); return e.scrollHeight <= e.clientHeight")
        assert browser.js("return document.querySelector('main .steps').getBoundingClientRect().bottom") <= places[0][0]
    browser.click("main [data-tool=follow]")
    until(lambda: not browser.texts("main .steps li"), "the hint to go")
    assert browser.js(script) == places


def test_pencil_marks_are_coloured_and_joined(play: Play) -> None:
    """In the mode of colours a click chooses a mark that a colour goes to, and a drag to another one draws a line."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.click(browser.cell(1, 3))
    browser.press("m", "1")
    browser.click(browser.cell(1, 4))
    browser.press("2", " ")
    until(lambda: drawn(browser) == {"2": ["~1"], "3": ["~2"]}, "two marks")
    ends = [f"{browser.cell(1, col)} [data-digit='{digit}']" for col, digit in ((3, 1), (4, 2))]
    browser.click(ends[0])
    browser.press("5")
    until(lambda: browser.sees(f"{ends[0]}.tint-5"), "a green mark")
    browser.drag(*browser.middle(ends[0]), *browser.middle(ends[1]))
    until(lambda: browser.sees("main .strokes .link"), "a line")
    browser.says("Line from 1 in row 1, column 3 to 2 in row 1, column 4")
    browser.press("u", "u")
    until(lambda: not browser.sees("main .strokes .link") and not browser.sees(f"{ends[0]}.tint-5"), "both to go")


def test_a_solve_is_looked_back_on(play: Play) -> None:
    """`e` tells the slips; one is shown on the grid, and can be played on from; the end of a puzzle has a button."""
    browser, board = play(f"sudoku:{PUZZLE}"), Board.parse(PUZZLE)
    browser.press("1", "ArrowRight", "6", "ArrowLeft", "4", "e")
    now = board.play("r1c3=4").play("r1c4=6")
    until(lambda: browser.sees("main .review li button"), "the review")
    assert "1 mistake" in browser.texts("main .review p")[0]
    browser.click("main .review li button")
    shows(browser, board)
    assert "1 in r1c3 was wrong." in browser.texts("main .review li p")[0]
    browser.click("main .review li button")
    shows(browser, now)
    browser.click("main .review li button")
    browser.click(browser.find("main .review button", "Play on from here"))
    shows(browser, board)
    until(lambda: not browser.sees("main .review"), "the review to go")
    solution = "".join(map(str, solve(board).digits))
    browser = play(f"sudoku:{solution[:-1]}.")
    browser.press("9")
    browser.find("main .banner button", "Review")
    browser.press("e")
    until(lambda: "Solved in" in browser.texts("main .review p")[0], "the review of the solve")
    assert not browser.sees("main .banner")


# --- What is sent -----------------------------------------------------------------------------------------------------


def test_a_clock_that_is_hardly_seen_stands(play: Play, sent: Callable[[], list[str]]) -> None:
    """Each request is sent once; and a page that is hidden again before it was answered says that it is."""
    browser = play(f"sudoku:{PUZZLE}")
    until(lambda: sent() == ["resume"], "the clock to be let run")
    browser.js(
        "for (const value of [false, true]) {"
        "  Object.defineProperty(document, 'hidden', { value, configurable: true });"
        "  document.dispatchEvent(new Event('visibilitychange'));"
        "}"
    )
    until(lambda: sent()[-1] == "pause", "the clock to be stopped")


def test_two_clicks_begin_one_game(play: Play, sent: Callable[[], list[str]]) -> None:
    """The button stays until the answer is there; who clicks it twice skips no puzzle."""
    browser = play(f"sudoku:{SMALL}")
    for cell, digit in enumerate(solve(SMALL).digits):
        if SMALL[cell] == ".":
            browser.click(browser.cell(cell // 4 + 1, cell % 4 + 1))
            browser.press(str(digit))
    browser.find("main .banner button", "Play again")
    browser.js(
        "for (const button of document.querySelectorAll('main .banner button'))"
        " if (button.textContent === 'Play again') { button.click(); button.click(); }"
    )
    until(lambda: not browser.sees("main .banner"), "another puzzle")
    browser.press("ArrowDown", "n")
    until(lambda: sent().count("new") == 1, "one to be asked for")
    browser.press("Escape")


def test_the_clock_goes_on_when_the_server_is_back(browser: Browser, home: Path) -> None:
    """The server has stopped it meanwhile."""
    with serving(home, "--players") as own:
        browser.go(own.url(f"sudoku:{PUZZLE}"))
        until(lambda: browser.sees("main [role=grid]"), "a board")
        browser.click(browser.cell(1, 3))
        browser.press("4")

        def clock() -> str:
            return browser.text("main .figure dd")

        until(lambda: clock() not in ("", "0:00"), "the clock to run")
        own.stop()
        browser.find(".status", "Cannot reach the server")
        own.start()
        browser.find(".status", "Connected again")
        first = clock()
        until(lambda: clock() != first, "the clock to go on")
        browser.go("about:blank")
        browser.errors()
