"""The server as a process: it ends in order, loses nothing, and says what it cannot do."""

import contextlib
import json
import os
import re
import select
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from support import postgres_server
from support.processes import CHECKOUT, run
from support.web_process import PATIENCE, Server, Web, web
from tessella.io.extras import install_command
from tessella.play.session import Session
from tessella.play.store import FILE, Store
from tessella.play.stored_game import StoredGame
from tessella.web.access import Access
from tessella.web.app import application
from tessella.web.hub import Hub
from tessella.web.server import _listen, configuration


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return the folder that the server and the terminal keep their games in."""
    return tmp_path / "shared home"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_stop_and_go_on(home: Path, name: str) -> None:
    """Asked to end, the server ends in order with code 0, and what was answered is there when it is started again."""
    with web(home) as running:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{20,}", running.address)
        with running.tab() as tab:
            for _move in range(5):
                tab.ask("play", move=tab.state["moves"][0])
            seen = tab.state
            assert running.stop(name) == 0
            assert tab.closed().code == 1012
        assert running.talk() == ""
        with web(home, "--port", str(running.port)) as again, again.tab(cookie=running.cookie) as tab:
            assert (tab.state["at"], tab.state["rows"]) == (seen["at"], seen["rows"])
            # The request that was on its way is sent again as it was, and counts once.
            move = tab.state["moves"][0]
            told = tab.ask("play", move=move, at=seen["at"], again=True)
            assert "error" not in told
            assert tab.ask("play", move=move, at=seen["at"], again=True)["state"]["at"] == told["state"]["at"]


def test_kill(home: Path) -> None:
    """A server that is killed has lost no move that it answered."""
    with web(home) as running, running.tab() as tab:
        for _move in range(5):
            tab.ask("play", move=tab.state["moves"][0])
        running.process.kill()
        running.process.wait()
    assert str(run("export", TESSELLA_HOME=str(home)).stdout).count("\n") >= 5 + 7


def test_the_terminal_goes_on(home: Path) -> None:
    """A move made in another process shows on the page by itself, and the terminal finds what the page did."""
    with web(home) as running, running.tab() as tab:
        tab.ask("play", move="left")
        store = Store.open(home / FILE)
        sitting = StoredGame.open(store, "2048")
        assert sitting.session.moves == ("left",)
        sitting.play("up")
        store.close()
        pushed = tab.receive()
        assert pushed["state"]["at"] == 2
        assert "error" not in tab.ask("play", move=tab.state["moves"][0])


def test_10_megabytes(home: Path) -> None:
    """A message of 10 MB is not read: the connection ends with the reason, and the game is as it was."""
    with web(home) as running:
        with running.tab(max_size=None) as tab:
            with contextlib.suppress(ConnectionClosed):  # it may be over before all of it is sent
                tab.socket.send(json.dumps({"do": "play", "move": "x" * (10 << 20)}))
            told = tab.closed()
            assert (told.code, "exceeds limit" in told.reason) == (1009, True)
        with running.tab() as tab:
            assert tab.ask("play", move="left")["state"]["step"] == 1
        status, _headers, _body = running.get("?token=" + "x" * 200_000)
        assert status in (400, 414, 431)
        assert "Traceback" not in running.talk()


def test_a_long_game_is_opened_from_its_file(home: Path) -> None:
    """What a player's own page has saved it can open, however long; visitors, who bring no games, cannot send that."""
    session = Session.open("2048:classic#42")
    session.play("left")
    for _time in range(5000):
        session.undo()
        session.redo()
    save = session.to_text()
    assert len(save) > 64 << 10
    with web(home) as running, running.tab() as tab:
        assert tab.ask("open", id=save)["state"]["undos"] == 5000
        assert tab.ask("get", what="share")["result"]["save"].splitlines()[:3] == save.splitlines()[:3]
    with web(home / "visitors", "--players") as running, running.tab("g=2048", cookie=running.let_in()) as tab:
        with contextlib.suppress(ConnectionClosed):
            tab.send("open", id=save)
        assert tab.closed().code == 1009


def unread(running: Web) -> socket.socket:
    """Return a WebSocket whose answers nobody reads, in a window as small as can be."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE)
    raw.connect(("127.0.0.1", running.port))
    raw.sendall(
        f"GET /ws?g=2048:classic%2342 HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nCookie: {running.cookie}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert b" 101 " in raw.recv(64)
    return raw


def frame(message: object) -> bytes:
    """Return a message as a WebSocket frame (RFC 6455, section 5.2), masked with zeros."""
    data = json.dumps(message).encode()
    return struct.pack("!BBH4x", 0x81, 0x80 | 126, len(data)) + data


def memory(running: Web) -> int:
    """Return the bytes of memory that a server holds."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{running.process.pid}/status").read_text(encoding="ascii"))
    assert found
    return int(found[1]) * 1024


def test_small_answers_are_sent_at_once() -> None:
    """The listening socket names its protocol: without it asyncio leaves TCP_NODELAY off, and answers wait 40 ms."""
    with _listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_slow_readers(home: Path) -> None:
    """Clients that ask much and read nothing fill no memory, and keep nobody else waiting."""
    with web(home) as running, running.tab() as tab:
        for _move in range(40):
            tab.ask("play", move=tab.state["moves"][0])
        before = memory(running)
        slow = [unread(running) for _client in range(15)]
        for raw in slow:
            raw.sendall(frame({"n": 1, "do": "replay"}) * 500)
        for _round in range(15):
            tab.ask("get", what="state")
        assert memory(running) - before < 30 << 20
        for raw in slow:
            raw.close()
        assert running.stop() == 0
        assert "Traceback" not in running.talk()


def test_what_cannot_be_served_is_said(home: Path) -> None:
    """An address in use, a port or database that cannot be: one sentence, exit code 2."""
    with web(home) as running:
        for options, said in (
            (["--port", str(running.port)], "cannot listen on '127.0.0.1:"),
            (["--port", "eighty"], "expected a port from 0 to 65535, got 'eighty'"),
            (["--port", "0", "--host", "no.such.host.invalid"], "cannot listen on"),
            (["--port", "0", "--database", "mysql://x"], "expected the URL of a PostgreSQL database"),
            (
                ["--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/x"],
                "got 'postgresql://me:...@127.0.0.1",
            ),
        ):
            done = run("web", "--no-browser", *options, TESSELLA_HOME=str(home))
            assert (done.returncode, done.stdout) == (2, "")
            assert said in done.stderr
            assert "secret" not in done.stderr
            assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("missing", "options", "extra"),
    [("starlette", [], "web"), ("psycopg", ["--database", "postgresql://localhost/x"], "postgres")],
)
def test_what_is_not_installed_is_said(missing: str, options: list[str], extra: str) -> None:
    """Without the packages of an extra, one sentence names it and how it is installed."""
    script = (
        f"import sys; sys.modules[{missing!r}] = None; from tessella.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "web", "--no-browser", *options],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | CHECKOUT,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    [said] = done.stderr.splitlines()
    assert said.startswith(f"expected the package {missing} for ")
    assert said.endswith(f"; install it with: {install_command(extra)}")


def test_other_devices(home: Path) -> None:
    """Reachable by others, the server prints an address for them and the same as a QR code."""
    with web(home, "--host", "0.0.0.0") as running:  # noqa: S104 - what is tested
        _base, _question, token = running.address.partition("?token=")
        running.base = f"http://127.0.0.1:{running.port}/"
        status, headers, _body = running.get(f"?token={token}")
        assert (status, "set-cookie" in headers) == (303, True)
        assert running.stop() == 0
        assert "█" in running.talk()


def test_a_file_that_takes_nothing(home: Path) -> None:
    """Where the file cannot be written, the page says that the game is unsaved; when it can again, that it is saved."""
    with web(home) as running, running.tab() as tab:
        tab.ask("play", move=tab.state["moves"][0])
        holder = sqlite3.connect(home / FILE, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        told = tab.ask("play", move=tab.state["moves"][0])
        assert told["state"]["unsaved"]
        assert "the game continues unsaved" in told["state"]["notices"][0]
        holder.execute("ROLLBACK")
        holder.close()
        while tab.state["unsaved"]:
            tab.receive()
        assert running.stop() == 0
    store = Store.open(home / FILE)
    assert len(store.export().moves) == 2
    store.close()


def test_a_database_that_goes_away_and_comes_back(home: Path) -> None:
    """While PostgreSQL is away the players play on and are told; when it is back, nothing is lost."""
    if why := postgres_server.missing():
        postgres_server.skip_or_fail(why)
    with postgres_server.server() as postgres:
        url = postgres.new_database("party")
        with web(home, "--players", "--database", url) as running:
            with running.tab() as tab, running.tab(cookie=running.let_in()) as other:
                for one in (tab, other):
                    one.ask("play", move=one.state["moves"][0])
                postgres.stop()
                for one in (tab, other):
                    told = one.ask("play", move=one.state["moves"][0])["state"]
                    assert told["unsaved"]
                    assert "Cannot write" in " ".join(told["notices"])
                postgres.start()
                for one in (tab, other):
                    while one.state["unsaved"]:
                        one.receive()
                    assert one.ask("play", move=one.state["moves"][0])["state"]["step"] == 3
            assert running.stop() == 0
            assert "Traceback" not in running.talk()
            options = ("--players", "--port", str(running.port), "--database", url)
            with web(home, *options) as again, again.tab(cookie=running.cookie) as tab:
                assert tab.state["step"] == 3


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[Server]:
    """Return a server, in a thread of this process, that waits two seconds for a request and five for a pong."""
    store, listening = Store.open(tmp_path / FILE), _listen("127.0.0.1", 0)
    hub = Hub(store, multi_user=True)
    app = application(hub, Access(store, multi_user=True, hosts=set()))
    server = uvicorn.Server(configuration(app, idle=2, heartbeat=5))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}/")
    server.should_exit = True
    thread.join(PATIENCE)
    assert hub.connections.total() == 0


def talk(server: Server, *parts: str) -> Iterator[bytes]:
    """Send parts of requests on one connection, each behind what has come; yield what comes, until it is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
        for part in (*parts, ""):
            connection.sendall(part.replace("\n", "\r\n").encode())
            if not (came := connection.recv(1 << 16)):
                return
            yield came
        while came := connection.recv(1 << 16):
            yield came


WHOLE = "GET /themes.css HTTP/1.1\nHost: 127.0.0.1\n"


@pytest.mark.parametrize(
    "parts", [("",), ("GET / HT",), (WHOLE,), (f"{WHOLE}\n", WHOLE), (f"{WHOLE}Content-Length: 9\n\n",)]
)
def test_half_a_request_is_not_waited_for(impatient: Server, parts: tuple[str, ...]) -> None:
    """A connection that sends nothing, a part of a head, or no more after an answer, is closed by the server."""
    assert len(list(talk(impatient, *parts))) >= sum(part.endswith("\n\n") for part in parts)


def test_a_head_in_drops_is_not_waited_for(impatient: Server) -> None:
    """What goes on to come does not make the wait longer."""
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=0.05) as drops:
        drops.sendall(WHOLE.replace("\n", "\r\n").encode())
        came = None
        while came is None:
            with contextlib.suppress(TimeoutError):
                try:
                    drops.sendall(b"X: y\r\n")
                    came = drops.recv(1)
                except ConnectionError:
                    came = b""
        assert came == b""


def test_an_answer_that_is_not_read_is_not_kept(impatient: Server) -> None:
    """Whoever asks again and again and reads nothing is dropped; what is not sent yet is not waited for."""
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=0.05) as asks:
        with contextlib.suppress(TimeoutError, ConnectionError):
            while True:
                asks.sendall(f"{WHOLE}\n".replace("\n", "\r\n").encode())
        hung_up = select.poll()
        hung_up.register(asks, select.POLLHUP)
        assert hung_up.poll(1000 * PATIENCE)


def test_a_silent_websocket_ends(impatient: Server) -> None:
    """A WebSocket whose other side answers no ping is closed; one that does stays, and is served on."""
    handshake = f"GET /ws HTTP/1.1\nHost: 127.0.0.1\nCookie: {impatient.let_in()}\n"
    handshake += "Connection: Upgrade\nUpgrade: websocket\n"
    handshake += "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n"
    with impatient.tab() as tab:
        assert b"101 Switching Protocols" in next(parts := talk(impatient, handshake))
        assert b"keepalive ping timeout" in b"".join(parts)
        assert "error" not in tab.ask("play", move="left")
