"""Connections: what tabs see of each other, limits, and games that nobody is shown any more."""

import time
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from support.advisers import Adviser
from support.endless import EndlessWork
from support.page_messages import any_request, json_values
from support.processes import until
from support.web_client import BASE, GAME, SOCKET, Serve, first, hub_of
from support.web_process import PATIENCE
from tessella.play.store import FILE
from tessella.web import player_games
from tessella.web.access import PERSONS, RateLimit
from tessella.web.hub import TOO_MANY_REQUESTS
from tessella.web.live_game import LiveGame
from tessella.web.protocol import PING


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
        assert refused["error"].startswith("This game was changed in another window")
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
    told = first(serve(), SOCKET + "?g=" + quote("2048:chess#1"))
    assert told["error"].startswith("Expected rules such as")
    assert told["state"]["game"] == "2048"


def test_a_hint_is_thought_out(serve: Serve) -> None:
    """What takes long comes all the same, each answer with its number."""
    with serve().websocket_connect(SOCKET + "?g=" + quote("sudoku:1.....2..3.....4")) as tab:
        tab.receive_json()
        tab.send_json({"n": 7, "do": "hint", "stage": 3})
        told = tab.receive_json()
        assert (told["n"], len(told["state"]["hint"]["sentences"])) == (7, 3)
        tab.send_json({"n": 8, "do": "new", "id": "sudoku:2x2"})
        assert tab.receive_json()["state"]["box"] == [2, 2]


@given(
    st.lists(any_request | json_values, min_size=1, max_size=12),
    st.lists(st.text().filter(lambda text: text != PING) | st.binary(), max_size=3),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_no_message_breaks_the_connection(
    serve: Serve, waiting_advisor: Adviser, requests: list[object], noise: list[str | bytes]
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
            waiting_advisor.go(100)
            tab.send_json({"n": 5, "do": "get", "what": "state"})
            while tab.receive_json().get("n") != 5:  # what was thought out comes in between
                pass
    finally:
        client.__exit__()


def test_too_many_requests(serve: Serve) -> None:
    """Who asks too much is told, in all tabs, and let go when it does not stop; another one is not kept waiting."""
    client = serve(players=True)
    hub_of(client).requests = RateLimit(60, 0)  # on a slow machine requests would come no faster than allowed again
    neighbour = TestClient(client.app, base_url=BASE)
    neighbour.get("/")
    with (
        client.websocket_connect(GAME) as tab,
        client.websocket_connect(GAME) as same,
        neighbour.websocket_connect(GAME) as other,
    ):
        for one in (tab, same, other):
            one.receive_json()
        for n in range(150):
            tab.send_json({"n": n, "do": "get", "what": "state"})
        answers = [tab.receive_json() for _answer in range(150)]
        assert "error" not in answers[0]
        for told in (answers[-1], ask(same)):
            assert told["error"] == "Too many requests; wait a moment."
        assert "error" not in ask(other)

        for n in range(250):
            tab.send_json({"n": n, "do": "get", "what": "state"})

        def listen() -> None:
            for _answer in range(400):
                tab.receive_json()

        with pytest.raises(WebSocketDisconnect) as closed:
            listen()
        assert closed.value.code == TOO_MANY_REQUESTS


def ask(tab: WebSocketTestSession) -> Any:
    """Return the answer to a request that can always be answered."""
    tab.send_json({"n": 1, "do": "get", "what": "state"})
    return tab.receive_json()


def test_an_address_has_a_limit_too(serve: Serve) -> None:
    """Identities cost nothing, so those of one address share a limit: that of as many persons as a class has."""
    client = serve(players=True)
    hub_of(client).requests = RateLimit(1, 0)
    answers = []
    for _visitor in range(PERSONS + 1):
        visitor = TestClient(client.app, base_url=BASE)
        visitor.get("/")
        with visitor.websocket_connect(GAME) as tab:
            tab.receive_json()
            answers.append(ask(tab).get("error", ""))
    assert answers == [*[""] * PERSONS, "Too many requests; wait a moment."]


def test_slow_work_ends_when_its_player_leaves(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that is looked for is not looked for any more when its tab is closed, and the next one asks anew."""
    search = EndlessWork()

    client, puzzle = serve(), SOCKET + "?g=" + quote("sudoku:1.....2..3.....4")
    with client.websocket_connect(puzzle) as stays:
        stays.receive_json()
        with monkeypatch.context() as patched, client.websocket_connect(puzzle) as leaves:
            patched.setattr("tessella.sudoku.tutor.practice.hint", search)
            leaves.receive_json()
            leaves.send_json({"n": 1, "do": "hint"})
            leaves.send_json({"n": 2, "do": "hint"})
            assert search.begun.wait(PATIENCE)
        assert search.ended.wait(PATIENCE)
        numbers = count(1)

        def hint() -> Any:
            stays.send_json({"n": next(numbers), "do": "hint", "stage": 3})
            while "n" not in (told := stays.receive_json()):
                pass
            return told["state"]["hint"]

        until(hint)  # the game learns a moment later that its search has ended


def test_who_waits_for_a_puzzle_is_told_so(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new connection learns that its puzzle is being generated; when it goes, that is stopped."""
    search = EndlessWork()
    monkeypatch.setattr("tessella.web.player_games._dealt", search)
    with serve().websocket_connect(SOCKET + "?g=" + quote("sudoku:clues=17#3")) as tab:
        assert tab.receive_json() == {"generating": True}
        assert search.begun.wait(PATIENCE)
        tab.close()
        assert search.ended.wait(PATIENCE)


def test_a_bug_is_no_traceback(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where something goes wrong in the server, the player gets a sentence and plays on; the log has the rest."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        with monkeypatch.context() as broken:
            broken.setattr(LiveGame, "play", lambda _game, _move: 1 // 0)
            tab.send_json({"n": 1, "do": "play", "move": "left"})
            assert tab.receive_json()["error"] == "Something went wrong. Your game is saved."
        assert "ZeroDivisionError" in capsys.readouterr().err
        tab.send_json({"n": 2, "do": "play", "move": "left"})
        assert tab.receive_json()["state"]["step"] == 1


def test_a_file_that_could_not_be_read_is_told_of(serve: Serve, tmp_path: Path) -> None:
    """Where the file was damaged and another one begun, the page says so."""
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    [notice] = first(serve())["state"]["notices"]
    assert "damaged" in notice


def test_games_that_nobody_is_shown_are_forgotten(serve: Serve) -> None:
    """Who is gone takes up no memory: the games are in the store."""
    client = serve(players=True)
    hub = hub_of(client)
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
        assert (hub.connections.total(), len(hub._games)) == (1, 1)
    end = time.monotonic() + PATIENCE
    while hub._games and time.monotonic() < end:
        client.get("/themes.css")  # the loop goes on meanwhile
    assert (hub.connections.total(), hub._games) == (0, {})


def test_a_page_hears_that_the_server_is_there_while_it_waits(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ping comes back at once, before a puzzle that takes its time."""
    go_on, dealt = Event(), player_games._dealt
    with serve().websocket_connect(GAME) as tab:
        tab.receive_json()
        monkeypatch.setattr(player_games, "_dealt", lambda *asked: go_on.wait(PATIENCE) and dealt(*asked))
        tab.send_json({"n": 1, "do": "open", "id": "sudoku:medium#1"})
        tab.send_text(PING)
        assert tab.receive_text() == PING
        go_on.set()
        assert tab.receive_json()["state"]["id"] == "sudoku:medium#1"


def test_a_link_in_another_tab_is_news(serve: Serve) -> None:
    """Who is shown a game that gives way to another tab's link is shown what has come, and told where theirs is."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "play", "move": "left"})
        tab.receive_json()
        with client.websocket_connect(GAME.replace("42", "7")) as other:
            assert other.receive_json()["state"]["id"] == "2048:classic#7"
            seen = tab.receive_json()["state"]
            assert seen["id"] == "2048:classic#7"
            assert seen["notices"] == ["2048:classic#42 is kept among the games to continue"]
