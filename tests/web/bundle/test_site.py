"""The built site: its files, and the app in a real browser whose server goes after the first visit."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support.accessibility import violations
from support.browser import SIZES, Browser, until
from support.site import Files

pytestmark = pytest.mark.slow
FOLDER = "some/project/play/"


# --- Files ---


@pytest.fixture(scope="module")
def play(built_site: Path) -> Path:
    """Return the folder of the app."""
    return built_site / "play"


def test_every_address_is_relative_and_leads_to_a_file(play: Path) -> None:
    """So the folder can lie anywhere."""
    index = (play / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'(?:href|src|data-worker)="([^"]*)"', index)
    assert len(addresses) > 10
    assert [address for address in addresses if not (play / address).is_file()] == []
    manifest = json.loads((play / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert all((play / icon["src"]).is_file() for icon in manifest["icons"])


def test_nothing_is_asked_of_another_host(play: Path) -> None:
    """No file of the page names one, but for Pyodide's own scripts, which are given all that they would fetch."""
    texts = [
        path for path in play.rglob("*") if path.suffix in {".js", ".html", ".css"} and path.parent.name != "python"
    ]
    named = {path.name: re.findall(r"https?://[^\s'\"`]+", path.read_text(encoding="utf-8")) for path in texts}
    assert {found for one in named.values() for found in one} <= {"http://www.w3.org/2000/svg"}


def test_the_first_visit_is_at_most_eight_megabytes(play: Path) -> None:
    """Of all that is fetched before the first board, as it is stored."""
    first = [path for path in play.rglob("*") if path.is_file() and not re.match(r"rest-|small-|icon-", path.name)]
    assert sum(path.stat().st_size for path in first) <= 8_000_000


# --- In the browser ---


@pytest.fixture
def files(built_site: Path, tmp_path: Path, browser: Browser) -> Iterator[Files]:
    """Return the app, served from a folder of its own until the browser has left it."""
    play = tmp_path / FOLDER
    shutil.copytree(built_site / "play", play)
    found = Files(tmp_path)
    found.start()
    yield found
    browser.go("about:blank")
    found.stop()


@pytest.fixture
def visit(browser: Browser, files: Files) -> Callable[[str], Browser]:
    """Return what opens the page and waits for a board."""

    def at(query: str) -> Browser:
        browser.go(files.url(FOLDER + query))
        until(lambda: browser.sees("main [role=grid]"), lambda: "a board; there is " + browser.text("body"))
        return browser

    return at


def wait_until_kept(browser: Browser) -> None:
    """Wait until every file is kept for the time without a network, and the page belongs to the service worker."""
    script = "const done = arguments[0]; navigator.serviceWorker.ready.then(r => done(r.active.state))"
    until(lambda: browser.driver.execute_async_script(script) == "activated", "the service worker")
    until(lambda: browser.js("return Boolean(navigator.serviceWorker.controller)"), "control")


def test_the_app_plays_on_without_a_network_and_loses_no_move(files: Files, visit: Callable[[str], Browser]) -> None:
    """After one visit the server goes; what was played is there after a reload, and can be played on."""
    browser = visit("?g=2048:classic%2342")
    wait_until_kept(browser)
    browser.press("ArrowLeft")
    browser.says("score")
    before = browser.rows()
    files.stop()
    browser.driver.refresh()
    browser.shows(before)
    browser.press("ArrowDown", "ArrowRight")
    until(lambda: browser.rows() != before and -1 not in sum(browser.rows(), ()), "a move")
    browser.errors()


@pytest.mark.parametrize("game", ["2048", "sudoku:easy%2342", "sudoku:killer%2342", "sudoku:lesson=xy-wing"])
def test_no_board_waits_for_what_is_fetched_later(game: str, files: Files, visit: Callable[[str], Browser]) -> None:
    """Where the rest of the library and the network of 2048 cannot be had, a puzzle is made and shown all the same."""
    later = [*(files.folder / FOLDER).glob("python/rest-*"), *(files.folder / FOLDER).glob("python/small-*")]
    assert len(later) == 2
    for path in later:
        path.unlink()
    browser = visit(f"?g={game}")
    assert len(browser.labels()) in {16, 81}
    browser.go("about:blank")
    browser.errors()  # it told of what it did not find


def test_the_app_can_be_installed_and_asks_nothing_of_another_host(
    files: Files, visit: Callable[[str], Browser]
) -> None:
    """Chromium finds nothing that an app lacks, and every request went to where the page came from."""
    browser = visit("?g=2048")
    assert browser.cdp("Page.getInstallabilityErrors")["installabilityErrors"] == []
    asked = browser.js("return performance.getEntriesByType('resource').map(e => e.name)")
    assert len(asked) > 10
    assert {name for name in asked if not name.startswith(files.url(FOLDER))} == set()


@pytest.mark.parametrize(
    ("size", "game", "lang"),
    [
        (SIZES[0], "2048", "en"),
        (SIZES[0], "sudoku:easy%2342", "zh"),
        (SIZES[-1], "2048", "zh"),
        (SIZES[-1], "sudoku:easy%2342", "en"),
    ],
)
def test_axe_finds_nothing(
    size: tuple[int, int], game: str, lang: str, visit: Callable[[str], Browser], browser: Browser, axe: str
) -> None:
    """On a phone and on a desk, in both languages."""
    browser.size(*size, phone=size[0] < 500)
    visit(f"?g={game}&lang={lang}")
    assert browser.js("return document.documentElement.lang").startswith(lang)
    assert violations(browser, axe) == []
    wait_until_kept(browser)  # its script is fetched meanwhile, and the console tells of it where the server has gone


def test_a_new_version_takes_over_whole(files: Files, visit: Callable[[str], Browser]) -> None:
    """At every visit page and scripts are of one version: the old one, and once it was fetched the new one."""
    browser = visit("?g=2048")
    wait_until_kept(browser)
    play = files.folder / FOLDER
    old = browser.js("return document.body.dataset.static")
    new = "0123456789ab"
    (play / old).rename(play / new)
    for name in ("index.html", "sw.js", "python.js"):
        path = play / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    def visited() -> bool:
        visit("?g=2048")
        shown: str = browser.js("return document.body.dataset.static")
        names = browser.js("return performance.getEntriesByType('resource').map(e => e.name)")
        other = {old, new} - {shown}
        assert not [name for name in names if any(f"/{one}/" in name for one in other)]
        return shown == new

    until(visited, "the new version")
    kept = "const done = arguments[0]; caches.open('tessella').then(c => c.keys()).then(k => done(k.map(r => r.url)))"
    browser.go("about:blank")
    until(
        lambda: (
            visit("?g=2048") and not [url for url in browser.driver.execute_async_script(kept) if f"/{old}/" in url]
        ),
        "the old version to go",
    )
