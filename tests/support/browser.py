"""A real browser and a real server, as a player has them."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import pytest

from support.processes import CHECKOUT, COMMAND, PATIENCE, held_port

CHROMIUM, DRIVER = Path("/usr/bin/chromium"), Path("/usr/bin/chromedriver")
SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--lang=en-GB"),
    "--disable-dev-shm-usage",
)

SIZES = ((360, 640), (768, 1024), (1280, 800))
"""Sizes of a phone, a tablet and a desk, in CSS pixels."""

Found = TypeVar("Found")


def lacking(what: str) -> None:
    """Skip a test for what is not installed here; where everything has to be, that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def until(look: Callable[[], Found], what: str | Callable[[], str], patience: float = PATIENCE) -> Found:
    """Return what a look sees, as soon as it sees something; `what` is waited for, told at the end if it is called."""
    end = time.monotonic() + patience
    while not (found := look()):
        assert time.monotonic() < end, f"waited {patience} s for {what if isinstance(what, str) else what()}"
        time.sleep(0.03)  # a look takes the processor time that others may need to come to what is waited for
    return found


@contextmanager
def chromium(profile: Path | None = None) -> "Iterator[Browser]":
    """Start Chromium, with a fresh profile unless one is given, which is left as it is."""
    if not CHROMIUM.exists() or not DRIVER.exists():
        lacking("no Chromium to drive: Debian's packages are chromium and chromium-driver")
    try:
        from selenium import webdriver  # noqa: PLC0415 - a test dependency that may be missing
        from selenium.webdriver.chrome.service import Service  # noqa: PLC0415 - the same
    except ImportError:
        lacking("no selenium: pip install tessella[test]")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    folder = str(profile or tempfile.mkdtemp(prefix="tessella-chromium-"))
    for switch in (*SWITCHES, f"--user-data-dir={folder}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option("browserStartupTimeout", round(1000 * PATIENCE))
    with held_port() as port:
        driver: Any = webdriver.Chrome(options=options, service=Service(executable_path=str(DRIVER), port=port))
    driver.set_script_timeout(PATIENCE)
    driver.set_page_load_timeout(PATIENCE)
    driver.command_executor.client_config.timeout = 2 * PATIENCE
    try:
        yield Browser(driver)
    finally:
        driver.quit()
        if profile is None:
            shutil.rmtree(folder, ignore_errors=True)


def kill(profile: Path) -> None:
    """Kill the Chromium of a profile, and all of its processes."""
    mine = f"--user-data-dir={profile}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            if mine in (process / "cmdline").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


class Browser:
    """Chromium, driven: what a player does and sees."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    # --- What is done ---

    def go(self, url: str) -> None:
        """Open an address."""
        self.driver.get(url)

    def size(self, wide: int, high: int, *, phone: bool = False) -> None:
        """Give the page a size in CSS pixels; a phone has touch."""
        shape = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": phone}
        self.cdp("Emulation.setDeviceMetricsOverride", **shape)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=phone)

    def prefer(self, **features: str) -> None:
        """Prefer something, as a system can: `prefers_color_scheme="dark"`."""
        listed = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", features=listed)

    def press(self, *keys: str, shift: bool = False, offline: bool = False) -> None:
        """Press keys by their names in the DOM: "a", "ArrowLeft", "5"; unless `offline`, when the page has its server.

        A busy machine may leave a page without an answer for so long that it takes no keys for a moment.
        """
        if not offline:
            until(lambda: not self.sees("main .offline"), "the server")
        for key in keys:
            code, number = _code(key)
            text = key if len(key) == 1 else "\r" if key == "Enter" else ""
            stroke = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": 8 if shift else 0}
            self.cdp("Input.dispatchKeyEvent", type="keyDown", **stroke, **({"text": text} if text else {}))
            self.cdp("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def strike(self, *keys: str) -> None:
        """Press keys in one go, so that no answer comes in between."""
        event = "new KeyboardEvent('keydown', { key, bubbles: true })"
        self.js(f"for (const key of arguments) document.activeElement.dispatchEvent({event})", *keys)

    def middle(self, selector: str) -> tuple[float, float]:
        """Return where the middle of an element is, scrolled into view."""
        x, y = self.js(
            "const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'nearest'});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]",
            selector,
        )
        return x, y

    def click(self, selector: str) -> None:
        """Click on an element."""
        x, y = self.middle(selector)
        self.drag(x, y, x, y)

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Press the mouse button, move, and let it go."""
        button = {"button": "left", "clickCount": 1}
        self.cdp("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **button)
        self.cdp("Input.dispatchMouseEvent", type="mouseMoved", x=to_x, y=to_y, button="left", buttons=1)
        self.cdp("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, **button)

    def tap(self, selector: str) -> None:
        """Touch an element."""
        self.swipe(selector, 0, 0)

    def swipe(self, selector: str, right: float, down: float) -> None:
        """Touch an element, and move the finger."""
        x, y = self.middle(selector)
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for part in (0.25, 0.5, 0.75, 1) if right or down else ():
            point = {"x": x + part * right, "y": y + part * down}
            self.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[point])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def choose(self, selector: str, value: str) -> None:
        """Choose an option of a select."""
        self.js(
            "const e = document.querySelector(arguments[0]); e.value = arguments[1];"
            "e.dispatchEvent(new Event('change', {bubbles: true}))",
            selector,
            value,
        )

    def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.js("document.querySelector(arguments[0]).select()", selector)
        self.cdp("Input.insertText", text=text)

    # --- What is seen ---

    def js(self, script: str, *arguments: object) -> Any:
        """Return what a script returns."""
        return self.driver.execute_script(script, *arguments)

    def cdp(self, command: str, **values: object) -> Any:
        """Do a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(command, values)

    def text(self, selector: str) -> str:
        """Return the text of an element, "" where there is none."""
        return str(self.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def texts(self, selector: str) -> list[str]:
        """Return the text of every such element."""
        return list(self.js("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector))

    def sees(self, selector: str) -> bool:
        """Return whether such an element can be seen."""
        script = "return [...document.querySelectorAll(arguments[0])].some(e => e.checkVisibility())"
        return bool(self.js(script, selector))

    def find(self, selector: str, saying: str = "") -> str:
        """Return a selector of the one such element that says something, once it is there."""
        script = (
            "document.querySelectorAll('[data-found]').forEach(e => delete e.dataset.found);"
            "const e = [...document.querySelectorAll(arguments[0])].find("
            "e => e.checkVisibility() && e.textContent.includes(arguments[1]));"
            "if (e) e.dataset.found = ''; return Boolean(e)"
        )
        until(lambda: self.js(script, selector, saying), f"{selector} saying {saying!r}")
        return "[data-found]"

    def errors(self) -> list[str]:
        """Return what the console took for an error since it was last asked, violations of the policy included."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    # --- Boards ---

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Return the tiles of 2048 as they are drawn, 0 where there is none."""
        shape, tiles = self.js(
            "const t = document.querySelector('main .tiles'); if (!t) return [[0, 0], []];"
            "return [[t.querySelectorAll('[role=row]').length, t.querySelector('[role=row]').children.length],"
            "[...t.querySelectorAll('.tile')].map(e => [e.style.getPropertyValue('--r'),"
            "e.style.getPropertyValue('--c'), e.dataset.value].map(Number))]"
        )
        found = [[0] * shape[1] for _row in range(shape[0])]
        for row, col, value in tiles:
            found[row][col] = value if not found[row][col] else -1
        return tuple(map(tuple, found))

    def places(self) -> dict[str, list[float]]:
        """Return where the board and each button stand on the page; a button may have another label later."""
        script = (
            "return Object.fromEntries([...document.querySelectorAll('header button, main button, main :is(.lattice,"
            ".tiles)')].filter(e => e.checkVisibility() && !e.closest('.banner')).map((e, n) => {"
            "const r = e.getBoundingClientRect(); return [n + (e.dataset.tool ?? ''),"
            "[r.x, r.y + scrollY, r.width, r.height].map(Math.round)]; }))"
        )
        return dict(self.js(script))

    def labels(self) -> list[str]:
        """Return what a screen reader is told of each cell."""
        script = "return [...document.querySelectorAll('main [role=gridcell]')].map(e => e.getAttribute('aria-label'))"
        return list(self.js(script))

    def cell(self, row: int, col: int) -> str:
        """Return a selector of a Sudoku cell, counted from 1."""
        return f"main .lattice .row:nth-child({row}) .cell:nth-child({col})"

    def shows(self, rows: tuple[tuple[int, ...], ...]) -> None:
        """Wait until these tiles are drawn."""
        until(lambda: self.rows() == rows, lambda: f"{rows}, and there is {self.rows()}")

    def says(self, part: str, selector: str = "main .only-read") -> str:
        """Return what is said to a screen reader, once it has this part."""
        said = until(
            lambda: part in (said := self.text(selector)) and said, lambda: f"{part!r} in {self.text(selector)!r}"
        )
        return said or ""


def _code(key: str) -> tuple[str, int]:
    """Return code and number of a key on an American keyboard."""
    arrows = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
    named = {"Escape": 27, "Enter": 13, "Tab": 9, "Backspace": 8, "Delete": 46, "Home": 36, "End": 35, " ": 32}
    if key in arrows:
        return key, arrows[key]
    if key in named:
        return {" ": "Space"}.get(key, key), named[key]
    if key.isdecimal():
        return f"Digit{key}", ord(key)
    return f"Key{key.upper()}", ord(key.upper())


class Server:
    """The real program's `web` command."""

    def __init__(self, home: Path, port: int, *arguments: str) -> None:
        self.home = home
        self.port = port
        self.arguments = arguments
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start, at the same port each time."""
        environment = os.environ | CHECKOUT | {"TESSELLA_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [*COMMAND, "web", "--port", str(self.port), "--no-browser", "--lang", "en", *self.arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout
        found = None
        for line in self.process.stdout:
            if found := re.search(rf"http://127\.0\.0\.1:{self.port}/\S*", line):
                break
        assert found, "the server printed no address"
        self.address = found[0]

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End the process, gracefully or not."""
        assert self.process
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()

    def url(self, id: str = "", port: int = 0) -> str:
        """Return the address of a game, or of the menu."""
        query = "?g=" + quote(id, safe="") if id else ""
        return f"http://127.0.0.1:{port or self.port}/{query}"


@contextmanager
def serving(home: Path, *arguments: str) -> Iterator[Server]:
    """Start a server, and end it."""
    with held_port() as port:
        server = Server(home, port, *arguments)
        server.start()
        try:
            yield server
        finally:
            if server.process and server.process.poll() is None:
                server.stop()
