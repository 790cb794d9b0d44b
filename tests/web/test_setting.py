"""The setter on the page: by mouse, keys and touch, as a person sets a puzzle, shares it and plays it."""

from collections.abc import Callable

import pytest

from support.accessibility import violations, violations_in_every_theme
from support.browser import Browser, Server, until

Play = Callable[[str], Browser]
SUMMARY = ".answer .summary"


@pytest.fixture
def setter(play: Play) -> Callable[[str], Browser]:
    """Return what opens a draft and waits for its tools."""

    def at(id: str) -> Browser:
        browser = play(id)
        until(lambda: browser.sees(".hands button"), "the tools")
        return browser

    return at


def over(browser: Browser, *cells: tuple[int, int]) -> None:
    """Drag over cells, each a row and a column."""
    (x, y), *others = [browser.middle(browser.cell(*cell)) for cell in cells]
    button = {"button": "left", "clickCount": 1}
    browser.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **button)
    for x, y in others:
        browser.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
    browser.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **button)


def rules(browser: Browser, *wanted: str) -> None:
    """Wait until the list of rules has these, in any order."""
    until(lambda: sorted(text.removesuffix("×") for text in browser.texts(".clues li")) == sorted(wanted), str(wanted))


def test_a_puzzle_is_set_by_hand_shared_and_played(setter: Callable[[str], Browser], server: Server) -> None:
    """A cage, a thermometer, a dot and a clue outside are dragged; a link opens the same puzzle for others to play."""
    browser = setter("setting:6x6")
    browser.press("k")
    over(browser, (1, 1), (1, 2), (2, 2))
    browser.press("1", "2", "Enter")
    cage = "killer cage: r1c1, r1c2 and r2c2 differ and add up to 12"
    rules(browser, cage)
    browser.press("t")
    over(browser, (4, 1), (4, 2), (4, 3), (5, 3))
    thermo = "thermometer: digits rise along r4c1, r4c2, r4c3 and r5c3"
    rules(browser, cage, thermo)
    browser.press("o")
    over(browser, (6, 5), (6, 6))
    browser.press("s")
    over(browser, (1, 4), (2, 4))
    browser.press("9", "Enter")
    dot = "white dot: r6c5 and r6c6 differ by 1"
    clue = "sandwich: between the lowest and the highest digit, column 4 from r1c4 adds up to 9"
    rules(browser, cage, thermo, dot, clue)
    assert len(browser.texts(".rules > *")) >= 6
    until(lambda: browser.text(SUMMARY).startswith("Several solutions"), "the number of solutions")
    until(lambda: browser.sees(".cell .marks"), "candidates")
    browser.click(browser.find("main .tools button", "Share"))
    browser.find("dialog h3", "Other formats")
    link = browser.js("return document.querySelector('#share-play').value")
    on = browser.js("return document.querySelector('#share-set').value")
    assert browser.js("return document.querySelector('#share-fpuzzles').value").startswith("https://www.f-puzzles.com")
    browser.press("Escape")
    browser.cdp("Network.clearBrowserCookies")  # somebody else
    browser.go(link)
    until(lambda: browser.sees("main .pad"), "the puzzle")
    assert cage in browser.texts(".told li")
    browser.go(on)
    rules(browser, cage, thermo, dot, clue)
    browser.click(browser.find("main .tools button", "Play puzzle"))
    until(lambda: browser.sees("main .pad"), "the puzzle")


def test_by_keys_alone(setter: Callable[[str], Browser]) -> None:
    """Shift and the arrow keys select, Enter puts, the same again takes away, u and y go to and fro."""
    browser = setter("setting:4x4")
    browser.press("t")
    browser.press("ArrowRight", "ArrowDown", shift=True)
    browser.press("Enter")
    rules(browser, "thermometer: digits rise along r1c1, r1c2 and r2c2")
    browser.press("u")
    rules(browser, "No rules besides those of every Sudoku.")
    browser.press("y", "Backspace")
    rules(browser, "No rules besides those of every Sudoku.")
    browser.press("Escape", ";", "d", "3")
    rules(browser, "anti-knight: equal digits are never a knight's move apart")
    until(lambda: browser.text(".figure dd") == "1", "the given")
    browser.press(";")
    rules(browser, "No rules besides those of every Sudoku.")
    browser.press("d", "ArrowRight", "3")
    until(lambda: "more than once" in browser.text(".problems"), "the contradiction")
    assert len(browser.texts(".cell.wrong")) == 2
    browser.press("Backspace")
    until(lambda: not browser.text(".problems"), "no contradiction")


def test_any_type_by_the_same_form(setter: Callable[[str], Browser]) -> None:
    """A rule without a key of its own is put from the list of more; bad values are told, and nothing is put."""
    browser = setter("setting:9x9")
    browser.choose(".palette .more", "clone")
    over(browser, (1, 1), (1, 2))
    browser.type("#ask-clone_cells", "nowhere")
    browser.press("Enter")
    until(lambda: "'nowhere'" in browser.text("main .message"), "the reason")
    browser.type("#ask-clone_cells", "r5c5r5c6")
    browser.press("Enter")
    rules(browser, "clones: r1c1 and r1c2 hold the same digits in turn as r5c5 and r5c6")
    assert browser.text("main .message") == ""
    browser.type("#ask-clone_cells", "nowhere")
    browser.press("Enter")  # while the number of solutions may still be looked for
    until(lambda: "'nowhere'" in browser.text("main .message"), "the reason")
    until(lambda: browser.text(SUMMARY) and not browser.sees(".answer.busy"), "the number of solutions")
    assert "'nowhere'" in browser.text("main .message")
    browser.click(".clues li button:last-child")
    rules(browser, "No rules besides those of every Sudoku.")


def test_a_puzzle_is_opened_judged_and_kept(setter: Callable[[str], Browser]) -> None:
    """A pasted puzzle takes the draft's place; what is not needed is marked; the menu has the draft after a reload."""
    browser = setter("setting:9x9")
    browser.click(browser.find("main .tools button", "Open"))
    until(lambda: browser.sees("#puzzle"), "the dialog")
    browser.type("#puzzle", "53..7")
    browser.click("dialog [type=submit]")
    until(lambda: "'53..7'" in browser.text("dialog .error"), "the reason")
    browser.type("#puzzle", "1...|..2.|.3..|...4")
    browser.click("dialog [type=submit]")
    until(lambda: not browser.sees("dialog"), "the puzzle")
    until(lambda: browser.text(SUMMARY).startswith("One solution."), "the number of solutions")
    browser.press("h", "Enter")
    until(lambda: "not needed" in browser.text(".clues"), "the mark")
    browser.driver.refresh()
    until(lambda: browser.sees(".clues small.idle"), "the same after a reload")
    browser.click("header .brand")
    browser.click(browser.find("main .card", "Draft 9x9"))
    until(lambda: browser.sees(".hands button"), "the draft")
    rules(browser, "odd cells: only odd digits in r1c1 not needed")


def test_by_touch(setter: Callable[[str], Browser]) -> None:
    """On a phone a finger draws lines; the digits below write givens; a puzzle that is played leads here as well."""
    browser = setter("setting:4x4")
    browser.size(360, 740, phone=True)
    browser.tap(".hands [data-hand=renban]")
    width = browser.js("return document.querySelector('.cell').getBoundingClientRect().width")
    browser.swipe(browser.cell(2, 1), 2 * width, 0)
    rules(browser, "renban: r2c1, r2c2 and r2c3 hold consecutive digits in any order")
    browser.tap(".hands [data-hand='']")
    browser.tap(browser.cell(1, 1))
    until(lambda: browser.sees(".answer:not(.busy)"), "the answer")
    browser.tap(".palette .keys button:nth-child(2)")
    until(lambda: browser.texts(".cell.given") == ["2"], "the given")
    browser.click(browser.find("main .tools button", "Play puzzle"))
    until(lambda: browser.sees("main .pad"), "the puzzle")
    browser.click(browser.find("main .footer button", "Share"))
    browser.click(browser.find("dialog button", "Edit from here"))
    rules(browser, "renban: r2c1, r2c2 and r2c3 hold consecutive digits in any order")
    until(lambda: not browser.sees("dialog"), "the dialog to close")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_axe_finds_nothing(setter: Callable[[str], Browser], axe: str, lang: str) -> None:
    """axe-core finds no violation in the setter: every theme, both languages, its dialogs, on a phone too."""
    browser = setter("setting:1...|..2.|.3..|...4")
    browser.click("header nav button:last-child")
    browser.choose("#set-lang", lang)
    until(lambda: browser.js("return document.documentElement.lang").startswith(lang), "the language")
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    browser.press("k", "3", "Enter")
    until(lambda: len(browser.texts(".clues li button")) == 2, "the cage")
    until(lambda: browser.sees(".answer:not(.busy)"), "the answer")
    assert violations_in_every_theme(browser, axe) == {}
    for tool in ("new", "open", "share"):
        browser.click(f"main .tools [data-tool={tool}]")
        until(lambda: browser.sees("dialog h2"), "the dialog")
        assert violations(browser, axe) == [], tool
        browser.press("Escape")
        until(lambda: not browser.sees("dialog"), "the dialog to close")
    browser.size(360, 740, phone=True)
    assert violations(browser, axe) == []
    assert browser.js("return document.documentElement.scrollWidth") <= 360
