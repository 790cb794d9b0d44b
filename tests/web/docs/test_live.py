"""Live parts of the pages in a real browser: nothing is fetched before a click, and an edited example runs."""

import functools
import re
import shutil
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from support.browser import Browser, chromium, until
from tessella.web.docs import builder, pages

pytest.importorskip("sphinx")
pytestmark = pytest.mark.slow

PAGE = """# Examples

<!-- live: sudoku:lesson=xy-wing -->

```pycon
>>> from tessella import sudoku
>>> puzzle = sudoku.Board.parse("1... ..2. .3.. ...4")

```

```pycon
>>> sudoku.solve(puzzle).rows[0]
(1, 2, 4, 3)

```
"""


def every_example() -> str:
    """Return all examples that have a button, of one page after the other, as one."""
    found: list[str] = []
    for name in pages.names():
        path = pages.source(name, "en")
        if path and name not in pages.NOT_RUN:
            examples = re.findall(r"^```pycon\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
            found += [text for text in examples if not re.search(pages.NEEDS_MORE, text)]
    return "".join(found)


class Files(SimpleHTTPRequestHandler):
    """A plain server of files, which notes what it is asked for."""

    asked: list[str]

    def log_message(self, *_told: object) -> None:
        """Note a request instead of printing it."""
        self.asked.append(self.path)


@pytest.fixture(scope="module")
def asked() -> list[str]:
    """Return what the server has been asked for."""
    return []


@pytest.fixture(scope="module")
def address(asked: list[str], built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a page of examples beside the game, in a sub-folder."""
    work = tmp_path_factory.mktemp("live")
    target = work / "pages" / "index.md"
    target.parent.mkdir()
    target.write_text(pages.in_site(PAGE, "en", {}, ""), encoding="utf-8")
    every = f"---\norphan: true\n---\n\n# Every example\n\n```pycon\n{every_example()}```\n"
    target.with_name("api.md").write_text(every, encoding="utf-8")
    out = work / "site"
    shutil.copytree(built_site / "play", out / "play")
    builder._run_sphinx("en", work, out)
    handler = functools.partial(type("Noted", (Files,), {"asked": asked}), directory=out.parent)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{out.name}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start Chromium."""
    with chromium() as found:
        yield found


def test_nothing_of_the_game_is_fetched_before_a_click(browser: Browser, address: str, asked: list[str]) -> None:
    """A reader who only reads loads no Python; a click puts the game into the page."""
    browser.go(f"{address}index.html")
    until(lambda: browser.sees(".live-board button") and browser.sees("button.run-example"), "the live parts")
    assert not [path for path in asked if "/play/" in path]
    browser.click(".live-board button")
    until(lambda: browser.sees(".live-board iframe"), "the frame")
    until(lambda: any("/play/?g=sudoku:lesson=xy-wing&lang=en" in path for path in asked), "a request for the game")
    assert browser.errors() == []


def test_a_live_board_plays_in_its_page(browser: Browser, address: str) -> None:
    """The lesson comes on show in the frame, and its example is stepped through."""
    browser.go(f"{address}index.html")
    until(lambda: browser.sees(".live-board button"), "the board that is not open yet")
    browser.click(".live-board button")
    until(lambda: browser.sees(".live-board iframe"), "the frame")
    browser.driver.switch_to.frame(browser.driver.find_element("css selector", ".live-board iframe"))
    until(lambda: browser.sees("main .lattice"), lambda: "a board; there is " + browser.text("body"))
    assert browser.text("main .name") == "XY-wing"
    browser.js("document.querySelector('main [data-tool=next]').click()")
    until(lambda: browser.texts("main .steps li"), "the first stage of the hint")
    browser.driver.switch_to.default_content()
    assert browser.errors() == []


def test_an_edited_example_runs_where_it_stands(browser: Browser, address: str) -> None:
    """What stands before it on the page has run; its output is text and pictures, and an error is a sentence."""
    browser.go(f"{address}index.html")
    until(lambda: len(browser.texts("button.run-example")) == 2, "two examples")
    browser.js("document.querySelectorAll('button.run-example')[1].click()")
    code = "document.querySelector('form.example textarea')"
    assert browser.js(f"return {code}.value") == "sudoku.solve(puzzle).rows[0]"
    browser.js(f"{code}.value = 'sudoku.solve(puzzle).rows[1]\\nsudoku.render(puzzle, \"svg\")'")
    browser.click("form.example button")
    until(lambda: browser.sees("form.example output img"), lambda: browser.text("form.example output") or "output")
    assert browser.text("form.example output pre") == "(3, 4, 2, 1)\n"
    browser.js(f"{code}.value = '1\\nsudoku.Board.parse(\"53\")'")
    browser.click("form.example button")
    until(lambda: browser.sees("form.example output pre.failed"), lambda: browser.text("form.example output"))
    assert browser.text("form.example output pre") == "1\nline 2: ParseError: expected 16 cells, got 2: '53'\n"
    assert browser.errors() == []


def test_every_example_of_the_pages_runs_in_a_browser(browser: Browser, address: str) -> None:
    """What the examples import is there, and none needs threads, compiled code or numpy."""
    browser.go(f"{address}api.html")
    until(lambda: browser.sees("button.run-example"), "the example")
    browser.js("document.querySelector('button.run-example').click()")
    browser.js("document.querySelector('form.example').requestSubmit()")
    until(lambda: browser.sees("form.example output pre"), lambda: browser.text("form.example output"))
    said = browser.text("form.example output pre")
    assert not browser.sees("form.example output pre.failed"), said[-300:]
    assert said.endswith("\n")
