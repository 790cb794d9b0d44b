"""One browser and one server for all tests of the page; to the server each test is a visitor of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import resources
from pathlib import Path

import pytest

from support import web_client
from support.advisers import Adviser
from support.browser import Browser, Server, chromium, lacking, serving, until
from support.processes import CHECKOUT, COMMAND
from support.site import built_site
from support.web_client import Serve

__all__ = ["built_site"]


PATIENT = """{
  const { setTimeout } = window, patience = [2500, 5000, 7500]; // of the first tries to connect
  window.setTimeout = (call, delay, ...more) => {
    const isToBeSeen = String(call).includes("clearStatus"); // that the server is back
    return setTimeout(call, isToBeSeen ? 600000 : patience.includes(delay) ? 10000 : delay, ...more);
  };
}"""
"""A page on a busy machine waits longer before it gives its server up, and shows until the end that it has it again."""


SHOWN = """
const { activeElement, body } = document;
return [location.href, `${activeElement?.outerHTML}`.slice(0, 300), body.innerText.slice(0, 2000)];
"""


@pytest.fixture(scope="session")
def _browser() -> Iterator[Browser]:
    with chromium() as browser:
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=PATIENT)
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a party server, where every visitor has games and settings of their own."""
    try:
        import starlette  # noqa: F401, PLC0415 - an extra that may be missing
        import uvicorn  # noqa: F401, PLC0415 - the same
    except ImportError:
        lacking("no web server: pip install tessella[web]")
    with serving(tmp_path_factory.mktemp("served"), "--players") as started:
        yield started


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """Return the browser, as a person has it who never chose anything; its console takes nothing for an error."""
    _browser.size(1280, 800)
    _browser.prefer()
    _browser.cdp("Network.clearBrowserCookies")
    _browser.errors()
    yield _browser
    sys.stdout.write("\n".join(_browser.js(SHOWN)))  # told of a test that has failed
    found = _browser.errors()
    _browser.go("about:blank")
    assert not found, "the console says: " + "; ".join(found)


@pytest.fixture
def play(browser: Browser, server: Server) -> Callable[[str], Browser]:
    """Return what opens a game on the page and waits for its board."""

    def at(id: str) -> Browser:
        browser.go(server.url(id))
        until(lambda: browser.sees("main [role=grid]"), "a board")
        return browser

    return at


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Return what starts a server in this process, over the same file each time."""
    with web_client.serving(tmp_path) as start:
        yield start


@pytest.fixture
def advisor(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return who is asked for advice in place of the process that computes it."""
    return _replace_advisor(monkeypatch, Adviser())


@pytest.fixture
def waiting_advisor(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return the same, which waits until it is told to answer."""
    return _replace_advisor(monkeypatch, Adviser(waits=True))


def _replace_advisor(monkeypatch: pytest.MonkeyPatch, stand_in: Adviser) -> Adviser:
    monkeypatch.setattr("tessella.play.advisor.shared_advisor", lambda: stand_in)
    monkeypatch.setattr("tessella.web.live_game.Advisor", lambda: stand_in)
    return stand_in


@pytest.fixture(scope="session")
def _engine() -> None:
    """Have the engine ready: the first time of all it is compiled, which takes longer than a page is waited for."""
    command = [*COMMAND, "2048", "hint", "2 4 2 4/. . . ./. . . ./. . . ."]
    subprocess.run(command, env=os.environ | CHECKOUT, stdout=subprocess.DEVNULL, check=True, timeout=600)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder for the games of a server of its own."""
    return tmp_path / "games"


@pytest.fixture(scope="session")
def axe() -> str:
    """Return axe-core, which finds what keeps people out."""
    for package in ("axe_playwright_python", "axe_core_python"):
        with suppress(ModuleNotFoundError):
            return (resources.files(package) / "axe.min.js").read_text(encoding="utf-8")
    lacking("no axe-core: pip install tessella[test]")
    raise AssertionError
