"""Background computations: play goes on meanwhile, and nobody waits for who asks much."""

import asyncio
import contextlib
import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from support.advisers import Adviser
from support.endless import EndlessWork
from support.web_client import BASE, GAME, SOCKET, Serve, first, hub_of, shows
from support.web_process import PATIENCE
from tessella.game2048 import Board
from tessella.play.store import Store
from tessella.play.tasks import Task
from tessella.web.access import Person
from tessella.web.hub import BackgroundTasks
from tessella.web.player_games import PlayerGames
from tessella.web.workers import StoreThread


def test_play_goes_on_while_a_hint_is_thought_out(serve: Serve, waiting_advisor: Adviser) -> None:
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
        waiting_advisor.go(2)
        there = shows(tab, lambda state: state["hint"])
        assert (there["hints"], there["step"]) == (1, 1)
        assert shows(other, lambda state: state["hint"])["hint"] == there["hint"]
        assert [board.ply for board in waiting_advisor.asked] == [0, 1]


def test_who_asks_much_keeps_nobody_waiting(serve: Serve, waiting_advisor: Adviser) -> None:
    """One thought of a visitor is in the queue, one more waits, and an older one is told that it comes to nothing."""
    one = serve(players=True)
    other = TestClient(one.app, base_url=BASE)
    other.get("/")
    with contextlib.ExitStack() as stack:
        tabs = [
            stack.enter_context(one.websocket_connect(SOCKET + f"?g=2048:{3 + n}x4/classic%23{n}")) for n in range(4)
        ]
        guest = stack.enter_context(other.websocket_connect(SOCKET + "?g=2048:8x8/classic%231"))
        for tab in tabs:
            tab.receive_json()
            tab.send_json({"n": 1, "do": "hint"})
            assert tab.receive_json()["state"]["thinking"]
            if tab is tabs[0]:
                assert waiting_advisor.has_asked.acquire(timeout=PATIENCE)
        guest.receive_json()
        guest.send_json({"n": 1, "do": "hint"})
        assert guest.receive_json()["state"]["thinking"]
        for tab in tabs[1:3]:
            assert shows(tab, lambda state: state["notices"])["thinking"] == ""
        waiting_advisor.go(3)
        for tab in (tabs[0], guest, tabs[3]):
            shows(tab, lambda state: state["hint"])
        assert [len(board.rows) for board in waiting_advisor.asked] == [3, 8, 6]


def test_nothing_is_computed_for_who_has_left(serve: Serve, waiting_advisor: Adviser) -> None:
    """A hint that waits for its turn is given up with its game: a crowd that leaves keeps neither queue nor memory."""
    one = serve(players=True)
    other = TestClient(one.app, base_url=BASE)
    other.get("/")
    with one.websocket_connect(GAME) as tab:
        tab.receive_json()
        tab.send_json({"n": 1, "do": "hint"})
        assert tab.receive_json()["state"]["thinking"]
        assert waiting_advisor.has_asked.acquire(timeout=PATIENCE)
        with other.websocket_connect(SOCKET + "?g=2048:8x8/classic%231") as guest:
            guest.receive_json()
            guest.send_json({"n": 1, "do": "hint"})
            assert guest.receive_json()["state"]["thinking"]
        end = time.monotonic() + PATIENCE
        while len(hub_of(one)._shown) > 1 and time.monotonic() < end:
            one.get("/themes.css")  # the loop goes on meanwhile
        waiting_advisor.go(3)
        shows(tab, lambda state: state["hint"])
        tab.send_json({"n": 2, "do": "play", "move": "left"})
        tab.send_json({"n": 3, "do": "hint"})
        shows(tab, lambda state: state["hint"] and state["step"] == 1)
    assert [len(board.rows) for board in waiting_advisor.asked] == [4, 4]


async def test_an_unexpected_error_holds_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A result that cannot be taken is told to who asked for it and logged; what waits behind it is computed."""
    games = PlayerGames(Store.in_memory())
    broken, sound = games.open("2048:3x4/classic#1"), games.open("2048:5x4/classic#1")
    monkeypatch.setattr(broken, "complete", lambda _task: 1 // 0)
    monkeypatch.setattr(sound, "complete", lambda _task: True)
    told: asyncio.Queue[object] = asyncio.Queue()
    thread = StoreThread(games.store)
    background = BackgroundTasks(thread, {broken: set(), sound: set()}, told.put_nowait)
    background.submit(Person("", ""), broken, Task("hint", str))
    await asyncio.sleep(0)  # it has begun
    background.submit(Person("", ""), sound, Task("hint", str))
    assert [await asyncio.wait_for(told.get(), PATIENCE) for _game in range(2)] == [broken, sound]
    assert broken.state().notices == ["Something went wrong. Your game is saved."]
    assert "ZeroDivisionError" in capsys.readouterr().err
    thread.stop()


def test_the_engine_plays_for_who_watches(serve: Serve, waiting_advisor: Adviser) -> None:
    """It goes on until somebody pauses it, and rests when nobody looks any more; its game ranks apart."""
    client = serve()
    with client.websocket_connect(GAME) as tab:
        tab.receive_json()
        waiting_advisor.go(3)
        tab.send_json({"n": 1, "do": "watch", "speed": 20})
        state = shows(tab, lambda state: state["step"] == 3)
        assert (state["hints"], state["assisted"], state["watch"]["running"]) == (3, True, True)
        tab.send_json({"n": 2, "do": "watch", "running": False})
        assert shows(tab, lambda state: not state["watch"]["running"])["step"] == 3
        tab.send_json({"n": 3, "do": "watch"})
        assert shows(tab, lambda state: state["watch"]["running"])["step"] == 3
        waiting_advisor.go()
        shows(tab, lambda state: state["step"] == 4)
    waiting_advisor.go(100)
    hub = hub_of(client)
    end = time.monotonic() + PATIENCE
    while hub._games and time.monotonic() < end:
        client.get("/themes.css")  # the loop goes on meanwhile
    assert hub._games == {}
    assert first(client)["state"]["step"] <= 5


def test_a_game_is_reviewed_in_the_background(serve: Serve, waiting_advisor: Adviser) -> None:
    """The review of a finished game comes by itself; so does the sentence where there can be none."""
    client = serve()
    with client.websocket_connect(SOCKET + "?g=2048:2x2/classic%231") as tab:
        state = tab.receive_json()["state"]
        while not state["over"]:
            tab.send_json({"n": 1, "do": "play", "move": state["moves"][0]})
            state = tab.receive_json()["state"]
        waiting_advisor.fails = True
        tab.send_json({"n": 2, "do": "review"})
        assert shows(tab, lambda state: state["notices"])["notices"] == ["Nobody can review this"]
        waiting_advisor.fails = False
        tab.send_json({"n": 3, "do": "review"})
        assert shows(tab, lambda state: state["review"] and state["review"]["moves"])["review"]["thinking"] == ""


async def test_a_review_ends_when_nobody_is_shown_its_game() -> None:
    """What is computed for a game that its player has left stops, and the next player's review begins."""
    games = PlayerGames(Store.in_memory())
    left, other = games.open("2048:3x4/classic#1"), games.open("2048:5x4/classic#1")
    review, told = EndlessWork(), list[object]()

    thread = StoreThread(games.store)
    background = BackgroundTasks(thread, {left: set(), other: set()}, told.append)
    task, after = Task("review", review), Task("review", review.ended.is_set)
    background.submit(Person("ann", ""), left, task)
    background.submit(Person("bob", ""), other, after)
    await asyncio.to_thread(review.begun.wait, PATIENCE)
    background.leave(left)
    await asyncio.gather(*background._running)
    assert (task.is_cancelled, after.result(), told) == (True, True, [])
    thread.stop()


async def test_no_move_is_made_for_who_has_left() -> None:
    """The AI may have begun to think; who opens the game again has another object of it, which knows of no move."""
    games = PlayerGames(Store.in_memory())
    game = games.open("2048:classic#42")
    begun, go = threading.Event(), threading.Event()
    advisor = Adviser()

    def think(board: Board, *_options: object) -> str:
        begun.set()
        assert go.wait(PATIENCE)
        return board.moves()[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advisor, "best_move", think)
        patch.setattr("tessella.web.live_game.Advisor", lambda: advisor)
        patch.setattr("tessella.play.advisor.shared_advisor", lambda: advisor)
        thread, shown = StoreThread(games.store), {game: set[Any]()}
        background = BackgroundTasks(thread, shown, lambda _game: None)
        game.coach.watch()
        background.watch(Person("ann", ""), game)
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        del shown[game]
        go.set()
        await asyncio.gather(*background._running)
        assert game.stored.session.step == 0
        thread.stop()


DRAFT = SOCKET + "?g=setting:4x4%231"


def test_what_is_known_of_a_draft_comes_by_itself(serve: Serve) -> None:
    """A change is answered at once; how many solutions there are comes later, to every tab, from a real process."""
    client = serve(players=True)
    with client.websocket_connect(DRAFT) as tab, client.websocket_connect(DRAFT) as other:
        for one in (tab, other):
            assert shows(one, lambda state: not state["busy"])["summary"].startswith("Several solutions")
        cages = "+killer:sum=7:r1c1r1c2;+killer:sum=7:r2c1r2c2"
        tab.send_json({"n": 1, "do": "play", "move": cages})
        assert shows(tab, lambda state: state["clues"])["summary"] == "Looking for solutions ..."
        for one in (tab, other):
            assert shows(one, lambda state: not state["busy"] and state["clues"])["summary"] == "No solution."


def test_a_draft_that_nobody_is_shown_is_not_looked_at(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that takes long is broken off when its page is closed, and so is one at a draft that has changed."""
    look = EndlessWork()
    client = serve(players=True)
    with monkeypatch.context() as patched:
        patched.setattr("tessella.play.draft_solver.Look.__call__", look)
        with client.websocket_connect(DRAFT) as tab:
            tab.receive_json()
            assert look.begun.wait(PATIENCE)
        assert look.ended.wait(PATIENCE)
    with client.websocket_connect(DRAFT) as tab:
        tab.receive_json()
        assert shows(tab, lambda state: not state["busy"])["summary"].startswith("Several solutions")
