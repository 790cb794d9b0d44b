"""A visit to the built site: files served as they are, and a browser that is killed and comes back with its profile."""

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from support.browser import Browser, until


class _Quiet(http.server.SimpleHTTPRequestHandler):
    failing: ClassVar[set[str]] = set()  # parts of names whose files are refused once

    def do_GET(self) -> None:
        """Send a file."""
        if found := next((part for part in self.failing if part in self.path), None):
            self.failing.remove(found)
            self.send_error(503)
        else:
            super().do_GET()

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serving_files(folder: Path, failing: str = "") -> Iterator[str]:
    """Serve a folder with Python's own server, and give the address of its `play/`; one file may fail at first."""
    _Quiet.failing = {failing} - {""}
    handler = functools.partial(_Quiet, directory=str(folder.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{folder.name}/play/"
        server.shutdown()


class Visit:
    """The page without a server, as a person uses it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, id: str = "", **query: str) -> Browser:
        """Open a game, or the menu, and wait until it is there."""
        asked = "&".join(f"{name}={value.replace('#', '%23')}" for name, value in {"g": id, **query}.items() if value)
        self.browser.go(self.address + (f"?{asked}" if asked else ""))
        self.wait("main [role=grid]" if id else "main .menu")
        return self.browser

    def wait(self, selector: str) -> None:
        """Wait until something can be seen."""
        browser = self.browser
        until(
            lambda: browser.sees(selector),
            lambda: f"{selector}, and there is {browser.text('body')!r}, {browser.errors()}",
        )
