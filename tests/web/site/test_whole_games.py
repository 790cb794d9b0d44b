"""Whole games on the page without a server, from the first move to the last, and a puzzle that is set."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.accessibility import violations
from support.browser import Browser, chromium, until
from support.site_visit import Visit, serving_files
from tessella.game2048 import Board
from tessella.play.session import Session
from tessella.sudoku import Board as Sudoku
from tessella.sudoku import solve

pytestmark = pytest.mark.slow

FAR = 90  # pixels of a swipe
SWIPES = {"left": (-FAR, 0), "right": (FAR, 0), "up": (0, -FAR), "down": (0, FAR)}


@pytest.fixture(scope="module")
def phone(built_site: Path) -> Iterator[Visit]:
    """Return a first visit on a phone in Chinese."""
    with serving_files(built_site) as address, chromium() as browser:
        browser.cdp("Emulation.setUserAgentOverride", userAgent="Chromium", acceptLanguage="zh-CN")
        browser.size(390, 844, phone=True)
        yield Visit(browser, address)
        assert browser.errors() == []


def test_2048_to_its_end_and_back(visit: Visit, browser: Browser, axe: str) -> None:
    """Until nothing moves; then its replay, its review, and on from a move of it."""
    id = "2048:3x3/classic#4"
    board = Board.parse(Session.open(id).position.to_text())
    boards = [board]
    visit.open(id)
    browser.shows(board.rows)
    while not board.is_over():
        move = board.moves()[0]
        board = board.play(move)
        boards.append(board)
        browser.press(f"Arrow{move.capitalize()}")
        browser.shows(board.rows)
    browser.find("main .banner .title", "Game over")
    browser.click(browser.find("main .footer button", "Replay"))
    last = f"Move {len(boards) - 1} of {len(boards) - 1}"
    until(lambda: browser.text("dialog .where") == last, "the last position")
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    browser.click(browser.find("main .banner button", "Review"))
    visit.wait("main .review li button")
    browser.click("main .review li button")
    until(lambda: browser.rows() != board.rows, "the position of the move")
    assert violations(browser, axe) == []
    there = browser.rows()
    assert there in [one.rows for one in boards]
    browser.click(browser.find("main .review button", "Play on from here"))
    until(lambda: not browser.sees("main .review"), "the review to go")
    browser.shows(there)


def test_an_easy_sudoku_to_its_end(visit: Visit, browser: Browser, axe: str) -> None:
    """Made here, and filled in."""
    id = "sudoku:easy#42"
    board = Sudoku.parse(Session.open(id).position.to_text())
    visit.open(id)
    for cell, digit in enumerate(solve(board).digits):
        if not board.digits[cell]:
            browser.click(browser.cell(cell // 9 + 1, cell % 9 + 1))
            browser.press(str(digit))
    browser.says("Solved. Well done!")
    visit.wait("main .banner")
    assert violations(browser, axe) == []


def test_2048_to_its_end_on_a_phone_in_chinese(phone: Visit, axe: str) -> None:
    """By swipes; then at once a tap that shows its replay, and on from a move of its review."""
    id, browser = "2048:3x3/classic#4", phone.browser
    board = Board.parse(Session.open(id).position.to_text())
    moves = 0
    phone.open(id)
    browser.shows(board.rows)
    while not board.is_over():
        move = board.moves()[0]
        board, moves = board.play(move), moves + 1
        browser.swipe("main .tiles", *SWIPES[move])
        browser.shows(board.rows)
    browser.find("main .banner .title", "游戏结束")
    browser.tap(browser.find("main .footer button", "回放"))
    last = f"第 {moves} 步，共 {moves} 步"
    until(lambda: browser.text("dialog .where") == last, lambda: f"{last} in {browser.text('dialog .where')}")
    browser.tap(browser.find("dialog button[aria-label=上一步]"))
    until(lambda: browser.text("dialog .where") != last, "the position before")
    browser.tap(browser.find("dialog .top button"))
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    browser.tap(browser.find("main .banner button", "复盘"))
    browser.tap(browser.find("main .review li button"))
    until(lambda: browser.rows() != board.rows, "the position of the move")
    assert violations(browser, axe) == []
    there = browser.rows()
    browser.tap(browser.find("main .review button", "从这里继续走"))
    until(lambda: not browser.sees("main .review"), "the review to go")
    browser.shows(there)


def test_an_easy_sudoku_to_its_end_on_a_phone_in_chinese(phone: Visit, axe: str) -> None:
    """By taps on cells and on the keys below the grid."""
    id, browser = "sudoku:easy#42", phone.browser
    board = Sudoku.parse(Session.open(id).position.to_text())
    phone.open(id)
    for cell, digit in enumerate(solve(board).digits):
        if not board.digits[cell]:
            browser.tap(browser.cell(cell // 9 + 1, cell % 9 + 1))
            browser.tap(f"main .pad .keys button:nth-child({digit})")
    browser.says("完成了，漂亮！")
    phone.wait("main .banner")
    assert violations(browser, axe) == []


def test_a_puzzle_is_set(visit: Visit, browser: Browser, axe: str) -> None:
    """The second worker counts the solutions of a draft, after every given again."""
    visit.open("setting:4x4")
    visit.wait(".hands button")
    until(lambda: browser.text(".answer .summary").startswith("Several solutions"), "the solutions of an empty grid")
    browser.press("d")
    for number, (row, col) in enumerate(((1, 1), (2, 3), (3, 2), (4, 4)), start=1):
        browser.click(browser.cell(row, col))
        browser.press(str(number))
        until(lambda number=number: browser.text(".figure dd") == str(number), "the given")  # type: ignore[misc]
    until(lambda: browser.text(".answer .summary") == "One solution.", "the number of solutions")
    assert violations(browser, axe) == []
