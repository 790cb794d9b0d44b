"""The page around the games: addresses, tabs, reload, a server that goes away, settings, and access for everybody."""

import json
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from support.accessibility import violations, violations_in_every_theme
from support.browser import Browser, Server, serving, until
from support.endless import LONG_TO_GENERATE
from support.processes import PATIENCE
from tessella.game2048 import RULES, Board
from tessella.palette import THEMES

Play = Callable[[str], Browser]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def address(browser: Browser) -> str:
    """Return the query of the address as a person reads it."""
    return str(browser.js("return decodeURIComponent(location.search)"))


# --- Ways in --------------------------------------------------------------------------------------------------------


def test_the_menu_begins_games_and_goes_on_with_them(browser: Browser, server: Server) -> None:
    """The menu begins a game of each kind, shows what is in progress, and the browser's Back returns to it."""
    browser.go(server.url())
    browser.click(browser.find("main .card", "2048 sprint"))
    until(lambda: address(browser).startswith("?g=2048:game="), "the game's address")

    def moves() -> int:
        return int(browser.texts("main .figure dd")[2])

    def plays_on() -> bool:
        browser.press("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")  # the tiles are random, and may not move
        return moves() >= 3

    until(plays_on, "moves")
    there = moves()
    browser.js("history.back()")
    browser.click(browser.find("main .card", "2048 sprint"))
    until(lambda: browser.sees("main .tiles"), "the board")
    assert moves() >= there
    browser.click("header .brand")
    browser.find("main h1", "Tessella")


def test_a_level_makes_a_puzzle(browser: Browser, server: Server) -> None:
    """A level in the menu leads to a puzzle of that level, whose address opens it again; the page begins at its top."""
    browser.size(390, 500)
    browser.go(server.url())
    browser.click(browser.find("main .row button", "beginner"))
    until(lambda: browser.sees("main .lattice"), "the grid")
    assert browser.js("return scrollY") == 0
    assert address(browser).startswith("?g=sudoku:game=")
    assert browser.text("main h1") == "Sudoku · beginner"


def test_a_puzzle_that_takes_long_is_waited_for_or_not(browser: Browser, server: Server) -> None:
    """Who opens an address, asks for a puzzle in a dialog or by its id learns that it is being made, and may cancel."""
    browser.go(server.url(LONG_TO_GENERATE))
    browser.find(".waiting p", "Generating the puzzle ...")
    browser.press("Enter")  # the focus is on Cancel
    browser.find("main h1", "Tessella")
    assert address(browser) == ""
    browser.type("main input", LONG_TO_GENERATE)
    browser.press("Enter")
    browser.find("main .waiting p", "Generating the puzzle ...")
    browser.press("Escape")
    until(lambda: not browser.sees(".waiting") and browser.sees("main input"), "the menu again")
    browser.type("main input", LONG_TO_GENERATE)
    browser.press("Enter")
    browser.find("main .waiting p", "Generating the puzzle ...")
    browser.js("document.querySelector('header .brand').click()")
    until(lambda: not browser.sees(".waiting"), "the menu once more")
    browser.go(server.url(f"sudoku:{PUZZLE}"))
    until(lambda: browser.sees("main .lattice"), "the grid")
    browser.press("n")
    browser.click(browser.find("dialog .chip", "any"))
    browser.type("#new-clues", "17")
    browser.click("dialog [type=submit]")
    until(lambda: "Gave up" in browser.text("dialog .error"), "the reason")
    assert browser.js("return document.activeElement.type") == "submit"  # Enter tries again
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    for leave in (
        lambda: browser.press("Enter"),
        lambda: browser.js("document.querySelector('dialog .quiet').click()"),
    ):
        browser.js("old = true")
        browser.press("n")
        browser.click(browser.find("dialog .chip", "16x16"))
        browser.type("#new-clues", "70")
        browser.click("dialog [type=submit]")
        browser.find("dialog .waiting p", "Generating the puzzle ...")
        leave()
        until(lambda: not browser.js("return self.old") and browser.sees("main .lattice"), "what was there before")
        assert address(browser) == f"?g=sudoku:{PUZZLE}"


def test_a_technique_is_practised(browser: Browser, server: Server) -> None:
    """A technique without a lesson leads from the menu to the first puzzle of its course."""
    browser.go(server.url())
    browser.click(browser.find("main .row button", "Sudoku lessons and practice"))
    browser.click(browser.find("dialog summary"))
    browser.click(browser.find("dialog .card", "Direct pointing"))
    until(lambda: browser.sees("main .lattice") and not browser.sees("dialog"), "the grid")
    assert address(browser).startswith("?g=sudoku:technique=direct-pointing#")


def test_a_form_asks_what_a_new_game_should_be_like(play: Play) -> None:
    """N opens a form; what it asks for begins, undo brings the old game back, and what cannot be is explained."""
    browser = play("2048:classic#20")
    old = browser.rows()
    browser.press("n")
    browser.find("dialog h2", "New game")
    browser.type("#new-size", "1x9")
    browser.click("dialog [type=submit]")
    until(lambda: "expected a size" in browser.text("dialog .error").lower(), "the reason")
    browser.type("#new-size", "3x5")
    browser.click("dialog [type=submit]")
    until(lambda: len(browser.rows()) == 3 and not browser.sees("dialog"), "the new board")
    assert "3x5" in browser.text("main h1")
    browser.press("u")
    browser.shows(old)


def test_an_id_that_is_none_is_explained(browser: Browser, server: Server) -> None:
    """An unknown id leads to the menu with a sentence that quotes it; so does one typed into the field."""
    browser.go(server.url("2048:nonsense#1"))
    until(lambda: "nonsense" in browser.text("main .error"), "the reason")
    browser.type("#id", "sudoku:53")
    browser.press("Enter")
    until(lambda: "'53'" in browser.text("main .error"), "the other reason")
    top = "return document.querySelector('main .error').getBoundingClientRect().top"
    assert -1 <= float(browser.js(top)) < float(browser.js("return innerHeight"))  # in sight
    browser.type("#id", "2048:classic#21")
    browser.press("Enter")
    browser.shows(Board.start(RULES["classic"], 21).rows)


def test_the_address_needs_its_token_once(browser: Browser, home: Path) -> None:
    """Without the printed token there is no page; with it the device is let in, and the token leaves the address."""
    with serving(home) as own:
        browser.go(own.url())
        assert "address that the server printed" in browser.text("body")
        browser.go(own.address)
        browser.find("main h1", "Tessella")
        assert address(browser) == ""
        browser.go(own.url("2048:classic#1"))
        browser.shows(Board.start(RULES["classic"], 1).rows)
        browser.go("about:blank")
        browser.errors()  # the first answer was a 403


# --- One game in several places -------------------------------------------------------------------------------------


def test_reload_in_mid_game(play: Play) -> None:
    """A reload shows the game as it was left, undo included."""
    browser, board = play("2048:classic#22"), Board.start(RULES["classic"], 22)
    browser.press("ArrowLeft", "ArrowDown")
    there = board.play("left").play("down")
    browser.shows(there.rows)
    browser.driver.refresh()
    until(lambda: browser.sees("main .tiles"), "the board")
    browser.shows(there.rows)
    browser.press("u")
    browser.shows(board.play("left").rows)


def test_two_tabs_on_one_game(play: Play) -> None:
    """What one tab does the other shows by itself, and goes on from there."""
    browser, board = play("2048:classic#23"), Board.start(RULES["classic"], 23)
    first, url = browser.driver.current_window_handle, browser.driver.current_url
    browser.driver.switch_to.new_window("tab")
    try:
        browser.go(url)
        until(lambda: browser.sees("main .tiles"), "the board")
        browser.press("ArrowLeft")
        browser.shows(board.play("left").rows)
        second = browser.driver.current_window_handle
        browser.driver.switch_to.window(first)
        browser.shows(board.play("left").rows)
        browser.press("ArrowDown")
        browser.shows(board.play("left").play("down").rows)
        browser.driver.switch_to.window(second)
        browser.shows(board.play("left").play("down").rows)
        assert browser.texts("main .figure dd")[2] == "2"
    finally:
        browser.driver.close()
        browser.driver.switch_to.window(first)


def test_a_server_that_goes_away_and_comes_back(browser: Browser, home: Path) -> None:
    """When the server is gone the page says so and takes no moves; it comes back by itself, and nothing is lost."""
    with serving(home, "--players") as own:
        browser.go(own.url("2048:classic#24"))
        board = Board.start(RULES["classic"], 24)
        browser.shows(board.rows)
        browser.press("ArrowLeft")
        browser.shows(board.play("left").rows)
        own.stop(signal.SIGKILL)
        browser.find(".status", "Cannot reach the server")
        browser.press("ArrowDown", "ArrowRight", "u", offline=True)
        assert browser.js("return document.querySelector('[data-tool=undo]').ariaDisabled") == "true"
        own.start()
        browser.find(".status", "Connected again")
        assert browser.rows() == board.play("left").rows
        browser.press("ArrowDown")
        browser.shows(board.play("left").play("down").rows)
        assert browser.texts("main .figure dd")[2] == "2"
        browser.go("about:blank")
        browser.errors()  # the tries to connect


def test_what_is_typed_in_the_menu_stays(browser: Browser, home: Path) -> None:
    """When the server is back the menu is drawn anew, around the field and what is being typed there."""
    with serving(home, "--players") as own:
        browser.go(own.url())
        browser.find("main h1", "Tessella")
        browser.type("#id", "2048:3x")
        browser.js("document.querySelector('.menu').old = true")
        own.stop(signal.SIGKILL)
        browser.find(".status", "Cannot reach the server")
        own.start()
        browser.find(".status", "Connected again")
        until(lambda: browser.js("return !document.querySelector('.menu').old"), "the menu to be drawn")
        browser.cdp("Input.insertText", text="3#1")
        browser.press("Enter")
        until(lambda: len(browser.rows()) == 3, "the game")
        browser.go("about:blank")
        browser.errors()


def test_a_server_that_hangs_is_noticed(browser: Browser, home: Path) -> None:
    """When the server says nothing any more, what was not sent is given up and named; what was sent counts once."""
    with serving(home, "--players") as own:
        browser.go(own.url("2048:classic#24"))
        board = Board.start(RULES["classic"], 24)
        browser.shows(board.rows)
        assert own.process
        own.process.send_signal(signal.SIGSTOP)
        browser.strike("ArrowLeft", "ArrowDown", "ArrowRight")
        browser.find(
            ".status", "Cannot reach the server. You can continue once it is back. Moves that were not sent: 2."
        )
        browser.press("ArrowDown", "ArrowUp", offline=True)
        own.process.send_signal(signal.SIGCONT)
        browser.find(".status", "Connected again")
        browser.shows(board.play("left").rows)
        until(lambda: browser.texts("main .figure dd")[2] == "1", "one move")
        browser.press("ArrowDown")
        browser.shows(board.play("left").play("down").rows)
        assert browser.texts("main .figure dd")[2] == "2"
        browser.go("about:blank")
        browser.errors()  # the tries to connect


def test_a_network_that_is_cut_is_noticed(browser: Browser, server: Server) -> None:
    """Where nothing gets through, the page says so and asks again until something does."""
    with wire(server) as between:
        browser.go(server.url("2048:classic#26", between.port))
        board = Board.start(RULES["classic"], 26)
        browser.shows(board.rows)
        between.is_dead = True
        browser.find(".status", "Cannot reach the server")
        browser.press("ArrowLeft", offline=True)
        between.is_dead = False
        browser.find(".status", "Connected again")
        assert browser.rows() == board.rows
        browser.press("ArrowLeft")
        browser.shows(board.play("left").rows)
        browser.go("about:blank")
        browser.errors()  # the cut


FIRST_ANSWERS_FAIL = """
  window.WebSocket = class extends WebSocket {
    set onmessage(take) {
      super.onmessage = ({ data }) => {
        const isBroken = !window.isMended && data.includes('"hello":{');
        take({ data: isBroken ? JSON.stringify({ n: null, error: "the disk is on fire" }) : data });
      };
    }
  };
"""


def test_a_game_that_cannot_be_opened_is_tried_again(browser: Browser, server: Server) -> None:
    """Where the first answer is an error, the page says so and asks again, until the game is there."""
    script = browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=FIRST_ANSWERS_FAIL)
    try:
        browser.go(server.url("2048:classic#28"))
        browser.find(".status", "the disk is on fire")
        browser.js("window.isMended = true")
        browser.shows(Board.start(RULES["classic"], 28).rows)
        browser.press("ArrowLeft")
        browser.shows(Board.start(RULES["classic"], 28).play("left").rows)
    finally:
        browser.cdp("Page.removeScriptToEvaluateOnNewDocument", **script)


def test_the_page_goes_by_what_the_browser_knows(play: Play) -> None:
    """When the browser is offline the page says so at once, and shows the menu of before; back online it goes on."""
    browser = play("sudoku:2x2#27")
    conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.cdp("Network.enable")
    browser.cdp("Network.emulateNetworkConditions", offline=True, **conditions)
    try:
        browser.find(".status", "Cannot reach the server")
        browser.click(".brand")
        browser.find(".menu h2", "New game")
        browser.js("history.back()")
        until(lambda: browser.sees("main [role=grid]"), "the board")
    finally:
        browser.cdp("Network.emulateNetworkConditions", offline=False, **conditions)
    until(lambda: not browser.sees("main .offline"), "the connection")
    browser.errors()  # the tries to connect


class Wire:
    """What stands between browser and server, and can lose what they send."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self.is_losing = False  # answers
        self.is_dead = False  # whether nothing gets through either way
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listening.accept()
                self._open.append(near)
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open.append(far)
                threading.Thread(target=self._carry, args=(near, far, False), daemon=True).start()
                threading.Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, are_answers: bool) -> None:  # noqa: FBT001 - which way
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if not (self.is_dead or (are_answers and self.is_losing)):
                    target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """End every connection."""
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def close(self) -> None:
        """End everything, a connection that is just being accepted too."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread
        self._listening.close()
        self._accepting.join()
        self.cut()


@contextmanager
def wire(server: Server) -> Iterator[Wire]:
    """Stand between browser and server."""
    between = Wire(server.port)
    try:
        yield between
    finally:
        between.close()


def test_a_move_whose_answer_is_lost_counts_once(browser: Browser, server: Server) -> None:
    """A move that the server played, but could not answer, is sent again with its number and is not played twice."""
    start = "2048:classic:2,.,.,./.,.,.,./.,.,.,./.,.,.,.#25"
    with wire(server) as between:
        browser.go(server.url(start, between.port))
        until(lambda: browser.sees("main .tiles"), "the board")
        between.is_losing = True
        browser.press("ArrowRight", offline=True)
        moved = Board.parse(start).play("right")
        until(lambda: _steps(browser, server, start) == 1, "the server to play it")
        between.cut()
        between.is_losing = False
        browser.shows(moved.rows)
        until(lambda: browser.texts("main .figure dd")[2] == "1", "one move")
        browser.press("ArrowDown")
        browser.shows(moved.play("down").rows)
        browser.go("about:blank")
        browser.errors()  # the cut


def _steps(browser: Browser, server: Server, id: str) -> int:
    """Return how many moves a game has, as a second connection of the same visitor sees it."""
    from websockets.sync.client import connect  # noqa: PLC0415 - comes with the extra web, as the server does

    cookie = "; ".join(f"{one['name']}={one['value']}" for one in browser.driver.get_cookies())
    address = server.url(id).replace("http", "ws").replace("/?", "/ws?")
    with connect(address, additional_headers={"Cookie": cookie}, open_timeout=PATIENCE) as line:
        return int(json.loads(line.recv())["state"]["step"])


def test_the_page_opens_without_its_server(browser: Browser, home: Path) -> None:
    """A page that was open before opens where the server cannot be reached, says so, and plays on when it is back."""
    with serving(home, "--players") as own:
        browser.go(own.url("2048:classic#32"))
        board = Board.start(RULES["classic"], 32)
        move = board.moves()[0]
        until(lambda: browser.js("return Boolean(navigator.serviceWorker.controller)"), "the service worker")
        browser.driver.refresh()
        browser.shows(board.rows)
        own.stop()
        browser.driver.refresh()
        browser.find(".status", "Cannot reach the server")
        browser.shows(board.rows)
        browser.press(f"Arrow{move.capitalize()}", offline=True)
        own.start()
        until(lambda: not browser.sees("main .offline"), "the connection")
        assert browser.rows() == board.rows
        browser.press(f"Arrow{move.capitalize()}")
        browser.shows(board.play(move).rows)
        browser.go("about:blank")
        browser.errors()  # the tries to connect


# --- What stands around ---------------------------------------------------------------------------------------------


def test_settings_hold_for_language_and_theme(play: Play) -> None:
    """Language and theme change at once, on the root for reader and style sheet, and are there after a reload."""
    browser = play("2048:classic#26")
    browser.click("header nav button:last-child")
    browser.choose("#set-theme", "contrast")
    until(lambda: browser.js("return document.documentElement.dataset.theme") == "contrast", "the theme")
    paper = "return getComputedStyle(document.body).backgroundColor"
    assert browser.js(paper) == "rgb(0, 0, 0)"
    browser.choose("#set-lang", "zh")
    until(lambda: browser.js("return document.documentElement.lang") == "zh-Hans", "the language")
    browser.find("dialog label", "主题")
    browser.driver.refresh()
    until(lambda: browser.sees("main .tiles"), "the board")
    assert browser.text("[data-tool=undo] span") == "撤销"
    assert browser.js(paper) == "rgb(0, 0, 0)"


@pytest.mark.parametrize(("system", "theme"), [("dark", "dark"), ("light", "light")])
def test_the_system_decides_about_light_and_dark(play: Play, system: str, theme: str) -> None:
    """Who has chosen no theme gets the one that the system prefers."""
    browser = play("2048:classic#27")
    browser.prefer(prefers_color_scheme=system)
    paper = THEMES[theme].background
    wanted = f"rgb({int(paper[1:3], 16)}, {int(paper[3:5], 16)}, {int(paper[5:], 16)})"
    assert browser.js("return getComputedStyle(document.body).backgroundColor") == wanted


def test_the_replay_goes_to_any_move(play: Play) -> None:
    """The slider shows every position from the start to here, and the game itself stays where it is."""
    browser, board = play("2048:classic#28"), Board.start(RULES["classic"], 28)
    boards = [board]
    for move in ("left", "down", "right"):
        browser.press(f"Arrow{move.capitalize()}")
        boards.append(boards[-1].play(move))
        browser.shows(boards[-1].rows)
    browser.click(browser.find("main .footer button", "Replay"))
    shown = (
        "return [...document.querySelectorAll('dialog .tile')].map(t => [t.style.getPropertyValue('--r'),"
        "t.style.getPropertyValue('--c'), t.dataset.value].map(Number)).sort().join(' ')"
    )

    def drawn(at: Board) -> str:
        tiles = [f"{r},{c},{tile}" for r, row in enumerate(at.rows) for c, tile in enumerate(row) if tile]
        return " ".join(sorted(tiles))

    until(lambda: browser.text("dialog .where") == "Move 3 of 3", "the last position")
    for step in (0, 2, 1):
        browser.js(
            "const s = document.querySelector('dialog [type=range]'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input'))",
            step,
        )
        until(lambda step=step: browser.text("dialog .where") == f"Move {step} of 3", "the position")  # type: ignore[misc]
        assert browser.js(shown) == drawn(boards[step])
    browser.press("ArrowRight")  # moves the slider, not the game
    until(lambda: browser.text("dialog .where") == "Move 2 of 3", "the next position")
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    assert browser.rows() == boards[-1].rows


def test_a_game_is_shared_by_its_address(play: Play) -> None:
    """The address that is shared opens the same game for somebody else."""
    browser = play("sudoku:" + PUZZLE)
    browser.click(browser.find("main .footer button", "Share"))
    browser.find("dialog h2", "Share")
    shared = browser.js("return document.querySelector('#share-url').value")
    browser.cdp("Network.clearBrowserCookies")
    browser.go(shared)
    until(lambda: browser.sees("main .lattice"), "the grid")
    assert browser.texts("main .cell.given") == [sign for sign in PUZZLE if sign != "."]


def test_a_game_that_was_dealt_is_shared_when_it_has_ended(play: Play) -> None:
    """The page says why a game cannot be shared yet; at its end the address is the id, and it can."""
    browser = play("2048:2x2")
    assert address(browser).startswith("?g=2048:game=")
    browser.click(browser.find(".footer button", "Share"))
    browser.find("dialog p", "This game can be shared when it has ended: until then its seed is secret.")
    browser.press("Escape")

    def ends() -> bool:
        browser.press("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp")
        return address(browser).startswith("?g=2048:2x2/classic#")

    until(ends, "the end")
    browser.click(browser.find(".footer button", "Share"))
    browser.find("dialog label", "Game id, the same on every device:")
    id = browser.js("return document.querySelector('#share-id').value")
    assert address(browser) == f"?g={id}"


def test_statistics_and_leaderboard(play: Play) -> None:
    """What was played is counted, and a game without help stands on the leaderboard under the person's name."""
    browser = play("2048:classic#29")
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown") * 4:
        browser.press(key)
        browser.js("return 0")
    until(lambda: int(browser.texts("main .figure dd")[0]) > 0, "points")
    browser.click(browser.find("main .footer button", "Statistics"))
    browser.find("dialog td", "2048:classic")
    browser.press("Escape")
    browser.click(browser.find("header nav button", "Leaderboard"))
    browser.find("dialog tr.mine")
    browser.type("#name", "Ada")
    browser.click("dialog [type=submit]")
    browser.find("dialog tr.mine td", "Ada")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_everything_to_be_seen(play: Play, scheme: str) -> None:
    """With a system's few colours there are lines for boxes and tiles, and selection and hints stand out."""
    browser = play(f"sudoku:{PUZZLE}")
    browser.prefer(forced_colors="active", prefers_color_scheme=scheme)
    for stage in (1, 2, 3):
        browser.press("t")
        until(lambda stage=stage: len(browser.texts("main .steps li")) == stage, "the stage")  # type: ignore[misc]
    ground = _style(browser, "body", "backgroundColor")
    thin, boxes = (_style(browser, f"main .lines {one}", "stroke") for one in ("path:not(.boxes)", ".boxes"))
    selected = _style(browser, "main .cell.selected", "borderTopColor", "::before")
    lit, placed = (_style(browser, f"main .overlay {one}", "stroke") for one in ("rect", ".placement"))
    assert len({ground, thin, boxes, lit}) == 4
    assert ground not in (selected, placed)
    browser.press("m")
    pressed = "main [data-tool=centre][aria-checked=true]"
    until(lambda: browser.sees(pressed), "the switch")
    assert _style(browser, pressed, "backgroundColor") not in (ground, _style(browser, pressed, "color"))
    play("2048:classic:2,4,.,./.,.,.,./.,.,.,./.,.,.,.#5")
    for element in ("main .tile", "main [role=gridcell]"):
        assert _style(browser, element, "borderTopStyle") == "solid"
        assert _style(browser, element, "borderTopColor") != ground


def _style(browser: Browser, element: str, name: str, part: str = "") -> str:
    script = "return getComputedStyle(document.querySelector(arguments[0]), arguments[2])[arguments[1]]"
    return str(browser.js(script, element, name, part or None))


def test_paper_has_the_puzzle_and_no_buttons(play: Play) -> None:
    """The print view is the grid with its title, black on white; buttons and menu stay on the screen."""
    browser = play("sudoku:" + PUZZLE)
    browser.cdp("Emulation.setEmulatedMedia", media="print")
    try:
        assert browser.sees("main .lattice")
        assert not any(browser.sees(part) for part in ("header nav", "main .tools", "main .pad", "main .footer"))
        assert browser.js("return getComputedStyle(document.querySelector('main .cell.given')).color") == "rgb(0, 0, 0)"
    finally:
        browser.cdp("Emulation.setEmulatedMedia", media="")


def test_paper_has_the_clues_of_a_variant(play: Play) -> None:
    """Cages, lines and signs are printed with the grid, and its rules in words; what a hint draws is not."""
    browser = play("sudoku:" + "." * 81 + ";killer:sum=3:r1c1r1c2")
    browser.cdp("Emulation.setEmulatedMedia", media="print")
    try:
        assert browser.sees("main .overlay.rules.signs")
        assert not browser.sees("main .overlay.strokes")
    finally:
        browser.cdp("Emulation.setEmulatedMedia", media="")


def test_keyboard_alone_reaches_everything(play: Play) -> None:
    """Tab leads first to the link that skips to the board, and later to every button; ? shows the keys."""
    browser = play("2048:classic#30")
    browser.press("Tab")
    assert browser.js("return document.activeElement.className") == "skip"
    browser.press("Enter")
    assert browser.js("return document.activeElement.getAttribute('role')") == "grid"
    reached = set()
    for _button in range(12):
        browser.press("Tab")
        reached.add(browser.js("return document.activeElement.textContent"))
    assert {"Undo", "New", "Share", "Replay", "Statistics", "Print"} <= reached
    browser.press("?")
    browser.find("dialog h2", "Keyboard shortcuts")
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")


@pytest.mark.parametrize("id", ["2048:classic#31", "sudoku:" + PUZZLE])
def test_twice_as_large_text_needs_no_sideways_scrolling(play: Play, id: str) -> None:
    """At 200 % zoom, which halves the window, and on a phone lying down, all of it can be reached by scrolling down."""
    browser = play(id)
    for wide, high in ((640, 400), (740, 360), (320, 640)):
        browser.size(wide, high)
        assert browser.js("return document.documentElement.scrollWidth") <= wide
        assert browser.js("return document.querySelector('main .place').getBoundingClientRect().width") > 250


# --- Everybody ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "id", ["2048:classic:2,4,8,16/32,64,128,256/512,1024,2048,4096/8192,16384,.,2#1", "sudoku:" + PUZZLE]
)
def test_axe_finds_nothing_in_either_game(play: Play, axe: str, id: str, lang: str) -> None:
    """axe-core finds no violation: either game, every theme, both languages, hint and conflict on show."""
    browser = play(id)
    browser.click("header nav button:last-child")
    browser.choose("#set-lang", lang)
    until(lambda: browser.js("return document.documentElement.lang").startswith(lang), "the language")
    browser.press("Escape")
    until(lambda: not browser.sees("dialog"), "the dialog to close")
    if id.startswith("sudoku"):
        browser.press("5")
        until(lambda: browser.sees("main .cell.wrong"), "the conflict")
    assert violations_in_every_theme(browser, axe) == {}
    if id.startswith("sudoku"):
        browser.press("u", "t", "t", "t")
        until(lambda: browser.sees("main .steps"), "the hint")
        assert violations(browser, axe) == []
    browser.size(360, 740, phone=True)
    assert violations(browser, axe) == []


@pytest.mark.slow
@pytest.mark.usefixtures("_engine")
def test_axe_finds_nothing_in_hints_and_reviews(play: Play, axe: str) -> None:
    """axe-core finds no violation with a hint of 2048, a player that is watched or a review on show, in any theme."""
    browser = play("2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/4,2,8,8#33")
    browser.press("t")
    until(lambda: browser.sees("main .advice"), "the advice")
    assert violations_in_every_theme(browser, axe) == {}
    browser.js("document.querySelector('main .advice').style.maxHeight = '3rem'")  # so that it has to be scrolled
    until(lambda: browser.js("return document.querySelector('main .advice').tabIndex") == 0, "keys to reach it")
    assert violations(browser, axe) == []
    browser.js("document.querySelector('main .advice').style.maxHeight = ''")
    until(lambda: browser.js("return document.querySelector('main .advice').tabIndex") == -1, "room for all of it")
    browser.press("v")
    until(lambda: browser.sees("main .watch"), "the player")
    browser.press("v")  # tiles that come and go are pale for a moment
    until(lambda: browser.sees('[data-tool="watch"][aria-pressed="false"]'), "the player at rest")
    assert violations_in_every_theme(browser, axe) == {}
    browser = play("2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/4,2,8,8#5")
    browser.press("ArrowLeft")
    browser.click(browser.find("main .banner button", "Review"))
    until(lambda: browser.sees("main .review li button"), "the review")
    browser.click(browser.find("main .review li button", "Move 1"))
    assert violations_in_every_theme(browser, axe) == {}
    browser = play("sudoku:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    browser.press("1", "ArrowRight", "6", "e")
    browser.click(browser.find("main .review li button", "r1c3"))
    assert violations_in_every_theme(browser, axe) == {}


@pytest.mark.slow
def test_axe_finds_nothing_around_the_games(play: Play, axe: str) -> None:
    """axe-core finds no violation in the menu and in the dialogs."""
    browser = play("2048:classic:2,2,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    browser.press("ArrowLeft")
    for name in ("Share", "Replay", "Statistics", "Settings", "Help", "Leaderboard", "New"):
        browser.click(browser.find("main .footer button, header nav button, main .tools button", name))
        browser.find("dialog h2")
        assert violations(browser, axe) == [], name
        browser.press("Escape")
        until(lambda: not browser.sees("dialog"), "the dialog to close")
    browser.click("header .brand")
    browser.find("main h1", "Tessella")
    assert violations(browser, axe) == []
    browser.click(browser.find("main .row button", "Sudoku lessons and practice"))
    browser.find("dialog .card")
    assert violations(browser, axe) == []
