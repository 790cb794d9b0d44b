"""Lessons on the page: words, an example that is stepped through, and drills, on a desk and on a phone."""

from collections.abc import Callable
from functools import partial

import pytest

from support.accessibility import violations_in_every_theme
from support.browser import Browser, until
from tessella.i18n import speaking
from tessella.sudoku.tutor import lessons, practice

Play = Callable[[str], Browser]

XY_WING = practice.LESSONS["xy-wing"]


def steps(browser: Browser) -> list[str]:
    """Return the sentences of the hint."""
    return browser.texts("main .steps li")


def title(browser: Browser) -> str:
    """Return the title of what is shown."""
    return browser.text("main .name")


def _differs(browser: Browser, selector: str, before: list[str]) -> bool:
    return browser.texts(selector) != before


def remove(browser: Browser, number: int) -> None:
    """Do all that a drill in XY-wings asks for."""
    drill = practice.drill(XY_WING, lessons.position(XY_WING.slug, number))
    for digit, row, col in drill.steps[0].eliminations:
        cell = browser.cell(row, col)
        browser.click(cell)
        marks = f"{cell} .marks > *"
        before = browser.texts(marks)
        browser.press(str(digit))
        until(partial(_differs, browser, marks, before), "the mark to go")


def out_of_sight(browser: Browser) -> list[str]:
    """Return the buttons, grids and headings that do not lie on the screen whole."""
    script = (
        "return [...document.querySelectorAll('main :is(button, .lattice, h1)')].filter(e => e.checkVisibility())"
        ".filter(e => { const r = e.getBoundingClientRect();"
        "  return r.top < 0 || r.left < 0 || r.right > innerWidth || r.bottom > innerHeight; })"
        ".filter(e => !e.closest('.footer')).map(e => e.textContent || e.className)"
    )
    return list(browser.js(script))


def test_a_lesson_leads_from_the_menu_to_the_drills(play: Play) -> None:
    """Words first, then the example stage by stage and back, then a drill, judged when asked and when it is done."""
    browser = play("sudoku:lesson=xy-wing")
    assert title(browser) == "XY-wing"
    words = lessons.words("xy-wing")
    assert browser.texts("main .words li") == list(words.idea)
    assert browser.text("main .words p") == words.look
    for stage in (1, 2, 3):
        browser.press("t")
        browser.find(f"main .steps li:nth-child({stage}):last-child")
    browser.click("main [data-tool=prior]")
    until(lambda: len(steps(browser)) == 2, "the stage before")
    browser.press("i")
    until(lambda: browser.sees("main .words"), "the words")
    browser.press("5", "Backspace", "x", "f")  # nothing of an example can be changed
    browser.press("d")
    until(lambda: title(browser) == "XY-wing, drill 1", "the first drill")
    for place in ("main .message", "main .only-read[role=status]"):
        browser.find(place, "Drill 1 of 10, XY-wing: remove the candidates that it rules out")
    browser.press("x")
    browser.find("main .message", "Remove the candidates")
    remove(browser, 1)
    browser.find("main .banner .title", "Right: ")
    browser.find("main .only-read[role=status]", "That is all of it.")
    assert browser.texts("main .figure dd")[0] == "1 of 10"
    browser.click(browser.find("main .banner button", "Next drill"))
    until(lambda: title(browser) == "XY-wing, drill 2", "the second drill")
    assert not browser.sees("main .banner")
    browser.click("header .brand")
    browser.find("main h1", "Tessella")
    assert "drill" not in browser.text("main .cards")  # a drill that was left is no game to continue
    browser.click(browser.find("main .row button", "Sudoku lessons and practice"))
    browser.find("dialog .card", "XY-wing 1 of 10")
    assert len(browser.texts("dialog .sheet > ul .card")) == len(lessons.taught())


def test_a_mistake_in_a_drill_is_told(play: Play) -> None:
    """A candidate of the solution that is removed is called wrong by the check, and the drill is not done."""
    browser = play("sudoku:drill=xy-wing#1")
    start = lessons.position("xy-wing", 1)
    drill = practice.drill(XY_WING, start)
    cell = next(n for n, digit in enumerate(start.digits) if not digit)
    browser.click(browser.cell(*(n + 1 for n in divmod(cell, 9))))
    browser.press(str(drill.solution[cell]), "x")
    browser.find("main .message.bad", f" is {drill.solution[cell]} in the solution.")
    assert not browser.sees("main .banner")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_lesson_fits_a_phone_and_everybody(play: Play, axe: str, lang: str) -> None:
    """All controls are in sight at 360x640, and named; axe-core finds nothing in any state and theme."""
    browser = play("sudoku:lesson=xy-wing")
    browser.click("header nav button:last-child")
    browser.choose("#set-lang", lang)
    until(lambda: browser.js("return document.documentElement.lang").startswith(lang), "the language")
    browser.press("Escape")
    assert violations_in_every_theme(browser, axe) == {}
    browser.size(360, 640, phone=True)
    with speaking(lang):
        words = lessons.words("xy-wing")
    until(lambda: browser.texts("main .words li") == list(words.idea), "the words")
    assert (out_of_sight(browser), browser.sees("main .lattice")) == ([], False)
    assert violations_in_every_theme(browser, axe) == {}
    tools = browser.js("return document.querySelector('main .tools').getBoundingClientRect().top")
    for stage in (1, 2, 3):
        browser.tap("main [data-tool=next]")
        browser.find(f"main .steps li:nth-child({stage}):last-child")
    assert (out_of_sight(browser), browser.sees("main .words")) == ([], False)
    assert browser.js("return document.querySelector('main .tools').getBoundingClientRect().top") == tools
    assert browser.js("return [...document.querySelectorAll('main .tools span')].every(e => e.offsetHeight > 0)")
    assert violations_in_every_theme(browser, axe) == {}
    browser.tap("main [data-tool=drills]")
    until(
        lambda: title(browser) == "XY-wing, drill 1" or title(browser) == "XY-Wing，练习题 1",
        "the drill",
    )
    assert out_of_sight(browser) == []
    remove(browser, 1)
    until(lambda: browser.sees("main .banner"), "the banner")
    assert out_of_sight(browser) == []
    assert violations_in_every_theme(browser, axe) == {}
