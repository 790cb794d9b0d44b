"""The web server as a player starts it, in a process of its own."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from support.processes import CHECKOUT, COMMAND, PATIENCE, held_port


class Server:
    """A running server, by its address."""

    def __init__(self, address: str) -> None:
        self.address = address
        """What was printed: the address with its token."""
        split = urlsplit(address)
        self.base = f"{split.scheme}://{split.netloc}/"
        self.port = split.port
        self.cookie = ""

    def get(self, path: str = "", **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of an answer; a redirection is not followed."""
        request = urllib.request.Request(self.base + path, headers=headers)  # noqa: S310 - our own server
        try:
            with _opener.open(request, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers.items()), answer.read()
        except HTTPError as error:
            with contextlib.suppress(OSError):  # a request that is refused is not read to its end
                return error.code, dict(error.headers.items()), error.read()
            return error.code, {}, b""

    def let_in(self) -> str:
        """Take the token, and return the cookie."""
        _status, headers, _body = self.get(self.address.removeprefix(self.base))
        self.cookie = headers["set-cookie"].partition(";")[0]
        return self.cookie

    @contextlib.contextmanager
    def tab(self, query: str = "g=2048:classic%2342", *, cookie: str | None = None, **more: Any) -> Iterator["Tab"]:
        """Open a tab, as a browser does."""
        headers = {"Cookie": cookie or self.cookie or self.let_in()}
        address = self.base.replace("http", "ws", 1) + f"ws?{query}"
        more |= {"additional_headers": headers, "origin": Origin(self.base.rstrip("/"))}
        with connect(address, open_timeout=PATIENCE, ping_interval=None, **more) as socket:  # slow is not dead
            yield Tab(socket)


class Web(Server):
    """A server in a process of its own."""

    def __init__(self, home: Path, *options: str) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [*COMMAND, "web", "--no-browser", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=os.environ | CHECKOUT | {"TESSELLA_HOME": str(home)},
        )
        assert self.process.stdout is not None
        super().__init__(self.process.stdout.readline().strip())
        self._talk: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._talk.put(line)

    def talk(self) -> str:
        """Return what it has said on standard error."""
        lines = []
        while not self._talk.empty():
            lines.append(self._talk.get())
        return "".join(lines)

    def stop(self, name: str = "SIGINT") -> int:
        """Ask it to end, and return its exit code."""
        self.process.send_signal(getattr(signal, name))
        return self.process.wait(timeout=PATIENCE)


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: object) -> None:
        """Follow nothing."""


_opener = urllib.request.build_opener(_Stay)


class Tab:
    """A page that is open."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        first = self.receive()
        self.hello = first["hello"]
        self.state = first["state"]
        self._n = 0

    def receive(self) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        if "state" in message:
            self.state = message["state"]
        return message

    def closed(self) -> Close:
        """Return how the server closed the connection, whatever came before."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.receive()
        told = self.socket.protocol.close_rcvd
        assert told is not None
        return told

    def send(self, do: str, **fields: object) -> int:
        """Send a request with what was seen."""
        self._n += 1
        seen = {"n": self._n, "do": do, "at": self.state["at"], "of": self.state["id"]}
        self.socket.send(json.dumps(seen | fields))
        return self._n

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a request and return its answer; what is pushed meanwhile is seen too."""
        n = self.send(do, **fields)
        while (answer := self.receive()).get("n", 0) != n:
            pass
        return answer


@contextlib.contextmanager
def web(home: Path, *options: str) -> Iterator[Web]:
    """Run a server until the block ends."""
    with held_port() as port:
        server = Web(home, *(options if "--port" in options else ("--port", str(port), *options)))
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.process.kill()
            server.process.wait(timeout=PATIENCE)
            for stream in (server.process.stdout, server.process.stderr):
                if stream:
                    stream.close()


__all__ = ["PATIENCE", "Server", "Tab", "Web", "web"]
