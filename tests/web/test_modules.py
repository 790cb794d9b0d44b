"""The games' modules as a notebook loads them: one text each, and a model with the interface of anywidget."""

from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest

from support.browser import Browser, until
from tessella import games
from tessella.notebook.bundle import script
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.web import labels, protocol
from tessella.web.live_game import LiveGame, live_game

LOAD = """
const [source, style, state, labels, preferences, done] = arguments;
document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
document.body.innerHTML = "<button id=before>before</button><div id=cell></div>";
const listeners = {};
window.heard = [];
window.sent = [];
window.model = {
  values: { state, labels, preferences },
  get(name) { return this.values[name]; },
  set(name, value) { this.values[name] = value; },
  save_changes() {},
  on(name, listener) { (listeners[name] ??= []).push(listener); },
  off(name, listener) { listeners[name] = listeners[name].filter((one) => one !== listener); },
  send(message) { window.sent.push(message); },
  tell(message) { this.values.state = message.state; listeners["msg:custom"].forEach((one) => one(message)); },
  listeners,
};
document.addEventListener("keydown", (event) => window.heard.push(event.key));
import(URL.createObjectURL(new Blob([source], { type: "text/javascript" }))).then(({ default: { render } }) => {
  window.end = render({ model: window.model, el: document.querySelector("#cell") });
  done(true);
});
"""


def state_of(game: LiveGame) -> dict[str, Any]:
    """Return the state of a game as JSON stands for it."""
    return protocol.to_builtins(game.state())


@pytest.fixture
def notebook(browser: Browser) -> Callable[[str], LiveGame]:
    """Return what shows a game in an empty document, and the game's view."""

    def show(id: str) -> LiveGame:
        shown = live_game(StoredGame.open(Store.in_memory(), id))
        browser.go("about:blank")
        preferences = {"lang": "en", "theme": "light", "motion": "off"}
        text = script(games.name_of(id))
        folder = resources.files("tessella.web") / "static"
        style = labels.stylesheet(".tessella") + (folder / "tessella.css").read_text(encoding="utf-8")
        assert browser.driver.execute_async_script(LOAD, text, style, state_of(shown), labels.labels(), preferences)
        return shown

    return show


def test_keys_belong_to_the_board_while_it_has_the_focus(browser: Browser, notebook: Callable[[str], LiveGame]) -> None:
    """Outside of the game keys are the notebook's; inside they are the game's alone, those that mean nothing too."""
    notebook("2048:classic#42")
    browser.js("document.querySelector('#before').focus()")
    browser.press("ArrowLeft", "d")
    assert browser.js("return [window.sent, window.heard]") == [[], ["ArrowLeft", "d"]]
    browser.js("document.querySelector('.tiles').focus()")
    browser.press("ArrowLeft", "x", "d")
    assert browser.js("return window.heard") == ["ArrowLeft", "d"]
    assert browser.js("return window.sent.filter(m => m.do === 'play').map(m => m.move)") == ["left", "right"]
    assert browser.js("return document.querySelector('.stage').dataset.lmSuppressShortcuts") == "true"


def test_an_answer_and_a_move_from_python_are_drawn(browser: Browser, notebook: Callable[[str], LiveGame]) -> None:
    """The answer to a request and a state that comes by itself are drawn and said."""
    shown = notebook("2048:classic#42")
    shown.play("left")
    browser.js("window.model.tell({n: null, state: arguments[0]})", state_of(shown))
    until(lambda: browser.text(".only-read").startswith("Left"), "the move to be said")
    shown.play("down")
    browser.js("window.model.tell({state: arguments[0]})", state_of(shown))
    tiles = sum(tile > 0 for row in state_of(shown)["rows"] for tile in row)
    assert len(browser.texts(".tile")) == tiles
    assert browser.texts(".figure dd")[2] == "2"


def test_sudoku_in_a_notebook(browser: Browser, notebook: Callable[[str], LiveGame]) -> None:
    """Keys send moves as text, New a request where no page asks what kind, and the end leaves nothing behind."""
    notebook("sudoku:" + "." * 81)
    browser.click(".lattice .row:nth-child(3) .cell:nth-child(5)")
    browser.press("7")
    browser.press("8", shift=True)
    browser.click("[data-tool=new]")
    requests = browser.js("return window.sent.map(m => m.move ?? m.do).filter(m => m !== 'resume')")
    assert requests == ["r3c5=7", "r3c5~8", "new"]
    browser.js("window.end()")
    assert browser.js("return document.querySelector('#cell').children.length") == 0
    assert browser.js("return Object.values(window.model.listeners).flat().length") == 0
