"""The page without a server in a real browser, from Python's own file server, in a folder below its root."""

from functools import partial
from pathlib import Path

import pytest

from support.browser import Browser, chromium, kill, until
from support.page_messages import PUZZLE
from support.site_visit import Visit, serving_files
from tessella.game2048 import RULES, Board
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.sudoku import Board as Sudoku
from tessella.sudoku import solve

pytestmark = pytest.mark.slow

GAME = "2048:classic#42"
PATIENT = """{
  const { setTimeout } = window;
  window.setTimeout = (call, delay) => setTimeout(call, `${call}`.includes("serve()") ? 600000 : delay);
}"""
"""A tab that does not give up one that serves, however slow that is to say so."""

NOTE_STATUS = """
window.said = [];
new MutationObserver(() => {
  const status = document.querySelector(".status");
  if (status && !status.hidden && window.said.at(-1) !== status.textContent) window.said.push(status.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
"""


def _has_steps(browser: Browser, number: int) -> bool:
    return len(browser.texts("main .steps li")) == number


def test_2048_is_played_as_the_law_says_and_is_there_after_a_reload(visit: Visit, browser: Browser) -> None:
    """Every tile is where the law puts it; undo and redo too."""
    board = Board.start(RULES["classic"], 42)
    visit.open(GAME)
    browser.shows(board.rows)
    for move in ("left", "up", "right", "down") * 4:
        if move in board.moves():
            before, board = board, board.play(move)
            browser.press(f"Arrow{move.capitalize()}")
            browser.shows(board.rows)
    browser.press("u")
    browser.shows(before.rows)
    browser.press("y")
    browser.shows(board.rows)
    visit.open(GAME)
    browser.shows(board.rows)


def test_advice_on_2048_is_shown_and_followed(visit: Visit, browser: Browser) -> None:
    """A first hint waits for the network, asked for right after the board too; the second key plays it."""
    visit.open(GAME)
    before = browser.rows()
    browser.press("t")
    until(lambda: "Expected final score" in browser.text("main .advice"), lambda: browser.text("main .advice"))
    browser.press("t")
    until(lambda: browser.rows() != before, "the move of the hint")


def test_end_games_are_said_to_need_a_computer(visit: Visit, browser: Browser) -> None:
    """Here are no tables, so none is offered; who asks for one is told where it can be made."""
    browser.go(f"{visit.address}?g=2048:practice=L3-16")
    browser.find("main .error", "There is no table of 'L3-16' yet")
    assert "Tables need Tessella on a computer of your own" in browser.text("main .error")


def test_a_sudoku_is_solved_with_a_hint_in_stages(visit: Visit, browser: Browser) -> None:
    """From its first digit to the last, with a mistake that the check finds."""
    visit.open(f"sudoku:{PUZZLE}")
    for stage in (1, 2, 3):
        browser.press("t")
        until(partial(_has_steps, browser, stage), f"stage {stage}")
    browser.press("f")
    until(lambda: not browser.texts("main .steps li"), "the hint followed")
    board = Sudoku.parse(PUZZLE).play("r1c6=8")  # as the hint said
    solution = solve(board)
    for cell, digit in enumerate(solution.digits):
        if not board.digits[cell]:
            browser.click(browser.cell(cell // 9 + 1, cell % 9 + 1))
            browser.press(str(digit))
    browser.says("Solved. Well done!")


def test_a_second_tab_shows_the_same_game_and_goes_on_when_the_first_one_is_closed(
    visit: Visit, browser: Browser
) -> None:
    """No move is lost on the way."""
    driver, board = browser.driver, Board.start(RULES["classic"], 7)
    visit.open("2048:classic#7")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=PATIENT)
    visit.open("2048:classic#7")
    browser.press("ArrowLeft")
    board = board.play("left")
    browser.shows(board.rows)
    second = driver.current_window_handle
    driver.switch_to.window(first)
    browser.shows(board.rows)
    driver.switch_to.window(second)
    browser.js(NOTE_STATUS)
    driver.switch_to.window(first)
    driver.close()
    driver.switch_to.window(second)
    until(lambda: browser.js("return window.said.length"), "the tab that served is gone")
    until(lambda: not browser.sees(".status"), "this one serves")
    browser.press("ArrowUp")
    browser.shows(board.play("up").rows)


def test_a_tab_takes_over_from_one_that_sleeps_and_that_one_follows_when_it_wakes(
    visit: Visit, browser: Browser
) -> None:
    """Its page may still answer while its worker does not."""
    driver, board = browser.driver, Board.start(RULES["classic"], 11).play("left")
    visit.open("2048:classic#11")
    browser.press("ArrowLeft")
    browser.shows(board.rows)
    first = driver.current_window_handle
    browser.cdp("Page.setWebLifecycleState", state="frozen")
    driver.switch_to.new_window("tab")
    visit.open("2048:classic#11")
    browser.shows(board.rows)
    browser.press("ArrowUp")
    browser.shows(board.play("up").rows)
    second = driver.current_window_handle
    driver.switch_to.window(first)
    browser.cdp("Page.setWebLifecycleState", state="active")
    browser.shows(board.play("up").rows)
    driver.switch_to.window(second)
    driver.close()
    driver.switch_to.window(first)


@pytest.mark.parametrize(("lang", "starting"), [("en-GB", "Starting Tessella ..."), ("zh-CN", "正在启动 Tessella……")])
def test_a_first_visit_says_what_is_loaded_in_the_language_of_the_browser_and_tries_again_what_fails(
    built_site: Path, lang: str, starting: str
) -> None:
    """Pyodide alone would wait forever."""
    with serving_files(built_site, failing=".asm.wasm") as address, chromium() as browser:
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=NOTE_STATUS)
        browser.cdp("Emulation.setUserAgentOverride", userAgent="Chromium", acceptLanguage=lang)
        Visit(browser, address).open(GAME)
        said = browser.js("return window.said")
        assert any("503" in text for text in said)
        assert any("%" in text for text in said)
        assert said[-1] == starting


def test_nothing_is_lost_when_the_browser_is_killed(built_site: Path, tmp_path: Path) -> None:
    """What was drawn is there again, with the profile of the browser that was killed."""
    board = Board.start(RULES["classic"], 42)
    with serving_files(built_site) as address:
        with chromium(tmp_path) as browser:
            Visit(browser, address).open(GAME)
            for move in ("left", "up", "right"):
                board = board.play(move)
                browser.press(f"Arrow{move.capitalize()}")
                browser.shows(board.rows)
            kill(tmp_path)
        with chromium(tmp_path) as browser:
            Visit(browser, address).open(GAME)
            browser.shows(board.rows)


def test_games_are_handed_over_by_a_file_of_one_or_of_all(visit: Visit, browser: Browser, tmp_path: Path) -> None:
    """Saved as the terminal reads them, and opened again where they were forgotten."""
    browser.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    visit.open("2048:3x3/classic#5")
    game = Session.open("2048:3x3/classic#5")
    for move in ("left", "up"):
        game.play(move)
        browser.press(f"Arrow{move.capitalize()}")
    position = game.position.to_text()
    browser.says("Up")
    browser.click(browser.find("main button", "Share"))
    browser.click(browser.find("dialog button", "Save this game to a file"))
    (save,) = until(lambda: [*tmp_path.glob("*.txt")], "the save")
    assert Session.from_text(save.read_text(encoding="utf-8")).position.to_text() == position
    browser.press("Escape")
    browser.click(browser.find("header button", "Settings"))
    browser.click(browser.find("dialog button", "Save all to a file"))
    (saved,) = until(lambda: [*tmp_path.glob("*.sqlite3")], "the file of all games")
    kept = Store.open(saved).in_slot("2048:3x3/classic")
    assert kept
    assert kept.session.position.to_text() == position
    browser.press("Escape")
    browser.press("ArrowUp")
    until(lambda: browser.rows() != Board.parse(position).rows, "a move that the file does not have")
    browser.click(browser.find("header button", "Settings"))
    browser.js("window.confirm = () => true")
    chosen = browser.driver.find_element("css selector", "dialog input[type=file]")
    (tmp_path / "other.txt").write_text("no games", encoding="utf-8")
    chosen.send_keys(str(tmp_path / "other.txt"))
    browser.says("file of games", "dialog [role=status]")
    chosen.send_keys(str(saved))
    visit.wait("main .menu")
    visit.open("2048:3x3/classic#5")
    browser.shows(Board.parse(position).rows)
    visit.open()
    browser.driver.find_element("css selector", "main input[type=file]").send_keys(str(save))
    browser.shows(Board.parse(position).rows)


def test_the_page_speaks_chinese_when_it_is_chosen(visit: Visit, browser: Browser) -> None:
    """Labels, sentences, and hints from the second worker; and again after a reload."""
    visit.open(f"sudoku:{PUZZLE[:-1]}.")
    browser.click(browser.find("header button", "Settings"))
    browser.choose("#set-lang", "zh")
    until(lambda: browser.js("return document.documentElement.lang") == "zh-Hans", "the language")
    browser.press("Escape")
    visit.open(f"sudoku:{PUZZLE[:-1]}.")
    assert browser.js("return document.documentElement.lang") == "zh-Hans"
    browser.press("t")
    browser.says("宫")
