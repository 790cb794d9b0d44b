"""Does the server let in whom it should, answer whatever is sent, and lose nothing?"""

import contextlib
import json
import os
import re
import socket
import sqlite3
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed

from support import postgres_server
from support.advisers import Adviser
from support.page_messages import any_request, json_values
from support.processes import CHECKOUT, run
from support.web_process import PATIENCE, Web, web
from tessella.play import advisor_process
from tessella.play.store import FILE, Store
from tessella.play.stored_game import StoredGame
from tessella.web import presenters, server

BASE = "http://127.0.0.1"
TALK = "ws://127.0.0.1/ws"
GAME = TALK + "?g=2048:classic%2342"
COOKIE = "tessella_0"

Serve = Callable[..., TestClient]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Return what starts a server in this process, over the same file each time."""
    running: list[TestClient] = []

    def start(*, let_in: bool = True, players: bool = False, **options: Any) -> TestClient:
        store = Store.open(tmp_path / FILE)
        house = server.House(store, server.Options(players=players, **options), token="right")  # noqa: S106 - the test's
        client = TestClient(server.application(house), base_url=BASE, follow_redirects=False)
        running.append(client.__enter__())
        if let_in:
            client.get("/" if players else "/?token=right")
        return client

    yield start
    for client in running:
        client.__exit__()


def first(client: TestClient, path: str = GAME, **headers: str) -> Any:
    """Return the first message of a connection."""
    with client.websocket_connect(path, headers=headers) as tab:
        return tab.receive_json()


# --- Who is let in ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=wrong", "/?token=righ", "/?g=2048", "/?token=%C3%A9"])
def test_without_the_token_there_is_no_page(serve: Serve, path: str) -> None:
    """Who has neither token nor cookie gets one sentence and no cookie, and the WebSocket closes with 4401."""
    client = serve(let_in=False)
    answer = client.get(path)
    assert (answer.status_code, dict(answer.cookies)) == (403, {})
    assert answer.text == "This page must be opened with the address that the server printed.\n"
    with client.websocket_connect(GAME) as tab, pytest.raises(WebSocketDisconnect) as closed:
        tab.receive_json()
    assert closed.value.code == server.NOT_LET_IN


def test_the_token_is_taken_once_and_a_cookie_follows(serve: Serve) -> None:
    """The token gives a cookie that scripts cannot read and other sites cannot send, and leaves the address."""
    client = serve(let_in=False)
    answer = client.get("/?token=right&g=2048:classic%2342")
    assert (answer.status_code, answer.headers["location"]) == (303, "/?g=2048%3Aclassic%2342")
    flags = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(flags)
    assert "Secure" not in flags
    assert client.get("/").status_code == 200
    assert "set-cookie" not in client.get("/?token=right").headers
    assert first(client)["state"]["id"] == "2048:classic#42"


def test_a_cookie_is_secure_over_https(serve: Serve) -> None:
    """Over https the cookie is never sent over http."""
    client = serve(let_in=False)
    client.base_url = client.base_url.copy_with(scheme="https")
    assert "Secure" in client.get("/?token=right").headers["set-cookie"].split("; ")


def test_a_device_is_known_after_a_restart(serve: Serve) -> None:
    """A cookie holds when the server is started again; one that was made up never does."""
    before = serve()
    secret = before.cookies[COOKIE]
    before.__exit__()
    again = serve(let_in=False)
    again.cookies.set(COOKIE, "A" * 43)
    assert again.get("/").status_code == 403
    again.cookies.set(COOKIE, secret)
    assert again.get("/").status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8048", 200),
        ("localhost:8048", 200),
        ("[::1]:8048", 200),
        ("192.168.1.7", 200),
        ("puzzles.example", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
        ("[", 421),
        ("[::1", 421),
    ],
)
def test_host(serve: Serve, host: str, status: int) -> None:
    """A name that somebody else made point at this machine is refused; an address, or a name we were told, is not."""
    client = serve(names=("puzzles.example",))
    assert client.get("/", headers={"Host": host}).status_code == status
    if status == 421:
        with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
            first(client, Host=host)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[", "http://127.0.0.1:1", "https://127.0.0.1.evil.example"]
)
def test_a_foreign_origin_is_refused(serve: Serve, origin: str) -> None:
    """Another site's page cannot talk to the game, cookie or not."""
    client = serve()
    with pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)):
        first(client, Origin=origin)
    assert first(client, Origin=BASE)["state"]["id"] == "2048:classic#42"


# --- The page and its files -------------------------------------------------------------------------------------------


def test_every_answer_is_safe(serve: Serve) -> None:
    """Every answer forbids inline code, guessing of types and telling others where one came from."""
    client = serve()
    for path in ("/", "/themes.css", "/static/none", "/nowhere", "/?token=right"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    page = client.get("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)|<style|\son\w+=|\sstyle=|javascript:", page)
    assert "{{" not in page


def test_files_are_cached_and_packed(serve: Serve) -> None:
    """A file is sent once: packed, with a tag; under the address with the version it never changes."""
    client = serve()
    answer = client.get("/themes.css", headers={"Accept-Encoding": "gzip"})
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("gzip", "no-cache")
    assert answer.text == presenters.stylesheet()
    assert client.get("/themes.css", headers={"Accept-Encoding": ""}).text == presenters.stylesheet()
    again = client.get("/themes.css", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    shelf = client.app.state.shelf  # type: ignore[attr-defined]  # Starlette's own
    for name, file in shelf.files.items():
        kept = client.get(f"/static/{shelf.version}/{name}")
        assert (kept.status_code, kept.content) == (200, file.body)
        assert "immutable" in kept.headers["cache-control"]
        assert client.get(f"/static/{name}").headers["cache-control"] == "no-cache"


def test_the_page_is_small(serve: Serve) -> None:
    """The page with everything that it loads is at most 100 kB, packed."""
    shelf = serve().app.state.shelf  # type: ignore[attr-defined]  # Starlette's own
    files = [shelf.index("en", "auto"), shelf.themes, *shelf.files.values()]
    assert sum(len(file.packed or file.body) for file in files) <= 100_000


@pytest.mark.parametrize(
    "path",
    [
        "/static/../web.py",
        "/static/..%2fweb.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/static/....//web.py",
        "/static//etc/passwd",
        "/static/..%5cweb.py",
        "/static/__init__.py",
        "/static/%00",
        "/static/",
        "//etc/passwd",
    ],
)
def test_no_path_leads_out(serve: Serve, path: str) -> None:
    """A path that is none of the page's files leads nowhere."""
    answer = serve().get(BASE + path)
    assert answer.status_code == 404
    assert b"import" not in answer.content


def test_languages(serve: Serve) -> None:
    """A browser is spoken to in its language, unless the server was told one or the player has chosen."""
    client = serve()
    chinese = {"Accept-Language": "fr, zh-CN;q=0.9, en;q=0.8"}
    assert '<html lang="zh-Hans"' in client.get("/", headers=chinese).text
    assert '<html lang="en"' in client.get("/").text
    assert first(client, **chinese)["hello"]["words"]["undo"] == "撤销"
    with client.websocket_connect(GAME) as tab, client.websocket_connect(GAME, headers=chinese) as other:
        assert tab.receive_json()["hello"]["words"]["undo"] == "Undo"
        other.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left", "at": 0})
        assert tab.receive_json()["state"]["counts"][0][0] == "Score"
        assert other.receive_json()["state"]["counts"][0][0] == "得分"
        tab.send_json({"n": 2, "do": "settings", "lang": "zh"})
        tab.receive_json()
    assert '<html lang="zh-Hans"' in client.get("/").text
    assert '<html lang="en"' in serve(lang="en", players=True).get("/", headers=chinese).text


# --- Talking ----------------------------------------------------------------------------------------------------------


def test_two_tabs_see_the_same(serve: Serve) -> None:
    """What one tab does is pushed to the other, and what the other has not seen it cannot play on."""
    client = serve()
    with client.websocket_connect(GAME) as one, client.websocket_connect(GAME) as other:
        state = one.receive_json()["state"]
        other.receive_json()
        one.send_json({"n": 1, "do": "play", "move": "left", "at": state["at"], "of": state["id"]})
        told = one.receive_json()
        assert (told["n"], told["state"]["step"]) == (1, 1)
        pushed = other.receive_json()
        assert (pushed["state"]["rows"], "n" in pushed) == (told["state"]["rows"], False)
        other.send_json({"n": 1, "do": "play", "move": "up", "at": state["at"], "of": state["id"]})
        refused = other.receive_json()
        assert refused["error"].startswith("This game went on in another window")
        assert refused["state"]["at"] == told["state"]["at"]


def test_who_comes_back_begins_nothing(serve: Serve) -> None:
    """A page that was away while another tab began a new game comes back to that one, and does not take its place."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
        tab.send_json({"n": 2, "do": "new"})
        fresh = tab.receive_json()["state"]
        assert first(client, GAME + "&back=1")["state"]["id"] == fresh["id"]
    assert first(client, GAME + "&back=1")["state"]["id"] == fresh["id"]


def test_an_id_that_cannot_be_is_said(serve: Serve) -> None:
    """A shared address that is no game's says so, and the game played last is there."""
    told = first(serve(), TALK + "?g=" + quote("2048:chess#1"))
    assert told["error"].startswith("Expected rules such as")
    assert told["state"]["game"] == "2048"


def test_a_hint_is_thought_out(serve: Serve) -> None:
    """What takes long comes all the same, each answer with its number."""
    with serve().websocket_connect(TALK + "?g=" + quote("sudoku:1.....2..3.....4")) as tab:
        tab.receive_json()
        tab.send_json({"n": 7, "do": "hint", "stage": 3})
        told = tab.receive_json()
        assert (told["n"], len(told["state"]["hint"]["sentences"])) == (7, 3)
        tab.send_json({"n": 8, "do": "new", "id": "sudoku:2x2"})
        assert tab.receive_json()["state"]["box"] == [2, 2]


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return who is asked for advice in place of the process that thinks, and waits until it is told to answer."""
    stands_in = Adviser(waits=True)
    monkeypatch.setattr(advisor_process, "shared", lambda: stands_in)
    monkeypatch.setattr(advisor_process, "Thinker", lambda: stands_in)
    return stands_in


def shows(tab: Any, look: Callable[[Any], object]) -> Any:
    """Return the first state to come in which a look sees something."""
    while not look(state := tab.receive_json()["state"]):
        pass
    return state


def test_play_goes_on_while_a_hint_is_thought_out(serve: Serve, adviser: Adviser) -> None:
    """Moves are answered meanwhile; the hint comes when it is there, to every tab, and one for an old board never."""
    client = serve()
    with client.websocket_connect(GAME) as tab, client.websocket_connect(GAME) as other:
        tab.receive_json()
        other.receive_json()
        tab.send_json({"n": 1, "do": "hint"})
        assert tab.receive_json()["state"]["thinking"]
        tab.send_json({"n": 2, "do": "play", "move": "left"})
        assert tab.receive_json()["state"]["thinking"] == ""
        tab.send_json({"n": 3, "do": "hint"})
        assert tab.receive_json()["state"]["thinking"]
        adviser.go(2)
        there = shows(tab, lambda state: state["hint"])
        assert (there["hints"], there["step"]) == (1, 1)
        assert shows(other, lambda state: state["hint"])["hint"] == there["hint"]
        assert [board.ply for board in adviser.asked] == [0, 1]


def test_who_asks_much_keeps_nobody_waiting(serve: Serve, adviser: Adviser) -> None:
    """One thought of a visitor is in the queue, one more waits, and an older one is told that it comes to nothing."""
    one = serve(players=True)
    other = TestClient(one.app, base_url=BASE)
    other.get("/")
    with contextlib.ExitStack() as stack:
        tabs = [stack.enter_context(one.websocket_connect(TALK + f"?g=2048:{3 + n}x4/classic%23{n}")) for n in range(4)]
        guest = stack.enter_context(other.websocket_connect(TALK + "?g=2048:8x8/classic%231"))
        for tab in tabs:
            tab.receive_json()
            tab.send_json({"n": 1, "do": "hint"})
            assert tab.receive_json()["state"]["thinking"]
            if tab is tabs[0]:
                assert adviser.has_asked.acquire(timeout=PATIENCE)
        guest.receive_json()
        guest.send_json({"n": 1, "do": "hint"})
        assert guest.receive_json()["state"]["thinking"]
        for tab in tabs[1:3]:
            assert shows(tab, lambda state: state["notices"])["thinking"] == ""
        adviser.go(3)
        for tab in (tabs[0], guest, tabs[3]):
            shows(tab, lambda state: state["hint"])
        assert [len(board.rows) for board in adviser.asked] == [3, 8, 6]


def test_the_engine_plays_for_who_watches(serve: Serve, adviser: Adviser) -> None:
    """It goes on until somebody pauses it, and rests when nobody looks any more; its game ranks apart."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        adviser.go(3)
        tab.send_json({"n": 1, "do": "watch", "speed": 20})
        state = shows(tab, lambda state: state["step"] == 3)
        assert (state["hints"], state["assisted"], state["watch"]["running"]) == (3, True, True)
        tab.send_json({"n": 2, "do": "watch", "running": False})
        assert shows(tab, lambda state: not state["watch"]["running"])["step"] == 3
        tab.send_json({"n": 3, "do": "watch"})
        assert shows(tab, lambda state: state["watch"]["running"])["step"] == 3
        adviser.go()
        shows(tab, lambda state: state["step"] == 4)
    adviser.go(100)
    house: server.House = client.app.state.house  # type: ignore[attr-defined]  # Starlette's own
    end = time.monotonic() + PATIENCE
    while house._desks and time.monotonic() < end:
        client.get("/themes.css")  # the loop goes on meanwhile
    assert house._desks == {}
    assert first(client)["state"]["step"] <= 5


def test_a_game_is_reviewed_in_the_background(serve: Serve, adviser: Adviser) -> None:
    """The review of a finished game comes by itself; so does the sentence where there can be none."""
    client = serve()
    with client.websocket_connect(TALK + "?g=2048:2x2/classic%231") as tab:
        state = tab.receive_json()["state"]
        while not state["over"]:
            tab.send_json({"n": 1, "do": "play", "move": state["moves"][0]})
            state = tab.receive_json()["state"]
        adviser.fails = True
        tab.send_json({"n": 2, "do": "review"})
        assert shows(tab, lambda state: state["notices"])["notices"] == ["Nobody can review this"]
        adviser.fails = False
        tab.send_json({"n": 3, "do": "review"})
        assert shows(tab, lambda state: state["review"] and state["review"]["moves"])["review"]["thinking"] == ""


@given(st.lists(any_request | json_values, min_size=1, max_size=12), st.lists(st.text() | st.binary(), max_size=3))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_message_breaks_the_connection(
    serve: Serve, adviser: Adviser, requests: list[object], noise: list[str | bytes]
) -> None:
    """Whatever is sent is answered with a state or a sentence, and the connection goes on."""
    client = serve()
    try:
        with client.websocket_connect(GAME) as tab:
            tab.receive_json()
            for data in noise:
                tab.send_bytes(data) if isinstance(data, bytes) else tab.send_text(data)
                assert tab.receive_json()["error"]
            tab.send_text("[" * 20_000)
            assert tab.receive_json()["error"]
            for request in requests:
                tab.send_json(request)
                answer = tab.receive_json()
                assert answer.get("error", "sentence")
                assert "Traceback" not in str(answer)
            adviser.go(100)
            tab.send_json({"n": 5, "do": "state"})
            while tab.receive_json().get("n") != 5:  # what was thought out comes in between
                pass
    finally:
        client.__exit__()


def test_too_many_requests(serve: Serve) -> None:
    """Who asks too much is told, and let go when it does not stop; another one is not kept waiting."""
    client = serve()
    with client.websocket_connect(GAME) as tab, client.websocket_connect(GAME) as other:
        tab.receive_json()
        other.receive_json()
        for n in range(400):
            tab.send_json({"n": n, "do": "state"})
        answers = [tab.receive_json() for _answer in range(150)]
        assert "error" not in answers[0]
        assert answers[-1]["error"] == "Too many requests; wait a moment."
        other.send_json({"n": 1, "do": "state"})
        assert "error" not in other.receive_json()

        def listen() -> None:
            for _answer in range(400):
                tab.receive_json()

        with pytest.raises(WebSocketDisconnect) as closed:
            listen()
        assert closed.value.code == server.TOO_MUCH


def test_a_bug_is_no_traceback(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where something goes wrong in the server, the player gets a sentence and plays on; the log has the rest."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        with monkeypatch.context() as broken:
            broken.setattr(presenters.View, "play", lambda _view, _move: 1 // 0)
            tab.send_json({"n": 1, "do": "play", "move": "left"})
            assert tab.receive_json()["error"] == "Something went wrong here. The game is kept."
        assert "ZeroDivisionError" in capsys.readouterr().err
        tab.send_json({"n": 2, "do": "play", "move": "left"})
        assert tab.receive_json()["state"]["step"] == 1


def test_a_file_that_could_not_be_read_is_told_of(serve: Serve, tmp_path: Path) -> None:
    """Where the file was damaged and another one begun, the page says so."""
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    [notice] = first(serve())["state"]["notices"]
    assert "damaged" in notice


# --- Several people ---------------------------------------------------------------------------------------------------


def test_visitors_have_games_of_their_own(serve: Serve) -> None:
    """At a party everybody is let in with a cookie, sees the own games, and stands in one leaderboard."""
    one = serve(players=True)
    other = TestClient(one.app, base_url=BASE)
    other.get("/")
    assert one.cookies[COOKIE] != other.cookies[COOKIE]
    for client, moves in ((one, ["left", "up", "right"]), (other, ["down"])):
        with client.websocket_connect(GAME) as tab:
            assert tab.receive_json()["state"]["step"] == 0
            for move in moves:
                tab.send_json({"n": 1, "do": "play", "move": move, "score": 99999})
                tab.receive_json()
            tab.send_json({"n": 2, "do": "name", "name": moves[0]})
            tab.receive_json()
            tab.send_json({"n": 3, "do": "scores"})
            board = tab.receive_json()["scores"]
    assert board["name"] == "down"
    assert [(row[1], row[2]) for table in board["tables"] for row in table["rows"]] == [("left", "4")]
    nobody = TestClient(one.app, base_url=BASE)
    with nobody.websocket_connect(GAME) as tab, pytest.raises(WebSocketDisconnect):
        tab.receive_json()


def test_the_players_own_games_are_not_shown_at_a_party(serve: Serve) -> None:
    """A party server keeps the games of who runs it out of sight."""
    alone = serve()
    with alone.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
    alone.__exit__()
    assert first(serve(players=True))["state"]["step"] == 0


def test_a_desk_is_put_away(serve: Serve) -> None:
    """Who is gone takes up no memory: the games are in the store."""
    client = serve(players=True)
    house: server.House = client.app.state.house  # type: ignore[attr-defined]  # Starlette's own
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
        assert (house.clients, len(house._desks)) == (1, 1)
    end = time.monotonic() + PATIENCE
    while house._desks and time.monotonic() < end:
        client.get("/themes.css")  # the loop goes on meanwhile
    assert (house.clients, house._desks) == (0, {})


# --- The real server --------------------------------------------------------------------------------------------------


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
            tab.ask("state")
        assert memory(running) - before < 30 << 20
        for raw in slow:
            raw.close()
        assert running.stop() == 0
        assert "Traceback" not in running.talk()


def test_what_cannot_be_served_is_said(home: Path) -> None:
    """An address in use, a port or database that cannot be: one sentence, exit code 2."""
    with web(home) as running:
        for options, said in (
            (["--port", str(running.port)], "expected an address that can be listened at, got '127.0.0.1:"),
            (["--port", "eighty"], "expected a port from 0 to 65535, got 'eighty'"),
            (["--port", "0", "--host", "no.such.host.invalid"], "expected an address that can be listened at"),
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
    assert done.stderr.splitlines() == [
        f"this needs {missing}, which is not installed",
        f"hint: install it with: python -m pip install 'tessella[{extra}]'",
    ]


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
        assert "the game goes on unsaved" in told["state"]["notices"][0]
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
                    assert "cannot be written" in " ".join(told["notices"])
                postgres.start()
                for one in (tab, other):
                    while one.state["unsaved"]:
                        one.receive()
                    assert one.ask("play", move=one.state["moves"][0])["state"]["step"] == 3
            assert running.stop() == 0
            assert "Traceback" not in running.talk()
        with web(home, "--players", "--port", str(running.port), "--database", url) as again:  # noqa: SIM117 - in turn
            with again.tab(cookie=running.cookie) as tab:
                assert tab.state["step"] == 3
