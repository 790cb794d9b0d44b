"""Tests of the server in a browser's worker, in this Python: answers, tabs, and work that is done elsewhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.browser_host import BrowserHost
from support.page_messages import PUZZLE, any_request
from tessella.play.advisor import Advisor, shared_advisor
from tessella.play.store import Store
from tessella.play.tasks import OPEN_TIMEOUT
from tessella.web.site import browser_server

GAME = "2048:classic#42"
SUDOKU = f"sudoku:{PUZZLE}"


@pytest.fixture(autouse=True, scope="module")
def _one_advisor() -> Iterator[None]:
    """Let the advisor of this process do all work: in a browser none starts a process, here each would keep its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Advisor, "__reduce__", lambda _advisor: (shared_advisor, ()))
        yield


@pytest.fixture
def host() -> BrowserHost:
    """Return a server with nothing in its store."""
    return BrowserHost(Store.in_memory())


def test_a_tab_is_greeted_and_every_move_is_answered(host: BrowserHost) -> None:
    """The messages are those of the server that `tessella web` starts."""
    hello = host.open(GAME)
    assert hello["hello"]["settings"]["preferences"]["lang"] == "en"
    assert hello["state"]["id"] == GAME
    answer = host.ask("play", move="left", at=0)
    assert (answer["state"]["at"], answer["state"]["step"]) == (1, 1)
    assert host.ask("play", move="nowhere")["error"]
    assert not host.work, "moves are not taken elsewhere"


def test_a_puzzle_of_an_address_is_waited_for(host: BrowserHost) -> None:
    """A tab is told at once that its puzzle is being generated, and closing it stops that."""
    host.server.open("one", "sudoku:easy#3")
    assert host.sent["one"] == [{"generating": True}]
    host.server.close("one")
    host.pass_time(browser_server.SHORT)
    assert host.stopped == [browser_server.MOVES]
    host.open("sudoku:easy#3", tab="two")
    assert [*map(sorted, host.sent["two"])] == [["generating"], ["hello", "state"]]


def test_the_page_speaks_the_first_language_of_the_browser_that_there_is(host: BrowserHost) -> None:
    """Until another one is chosen."""
    host = BrowserHost(Store.in_memory(), "fr-FR,zh-CN,en")
    assert host.open(GAME)["hello"]["settings"]["preferences"]["lang"] == "zh"
    host.ask("settings", lang="en")
    assert host.open(GAME, tab="two")["hello"]["settings"]["preferences"]["lang"] == "en"


def test_games_are_there_again_after_the_worker_was_ended(tmp_path: Path) -> None:
    """What an answer tells of lies in the file."""
    before = BrowserHost(tmp_path / "games.sqlite3")
    before.open(SUDOKU)
    state = before.ask("play", move="r1c3=4")["state"]
    after = BrowserHost(tmp_path / "games.sqlite3")
    assert after.open(SUDOKU)["state"]["digits"] == state["digits"]


def test_hints_of_sudoku_are_worked_out_by_the_second_worker_in_stages(host: BrowserHost) -> None:
    """Another tab plays on meanwhile; what this one sends waits for its turn."""
    host.open(SUDOKU)
    host.open(GAME, tab="two")
    host.put("hint")
    number = host.put("play", move="r1c3=4")
    assert host.ask("play", tab="two", move="left")["state"]["at"] == 1
    assert len(host.work) == 1
    assert host.state()["hint"] is None
    host.compute_all()
    assert host.sent["one"][-2]["state"]["hint"]["stage"] == 1
    assert host.sent["one"][-1]["n"] == number
    assert [len(host.ask("hint", stage=stage)["state"]["hint"]["sentences"]) for stage in (1, 2, 3)] == [1, 2, 3]


def test_tabs_at_one_game_see_the_same(host: BrowserHost) -> None:
    """A move in one of them is sent to the other."""
    host.open(GAME)
    host.open(GAME, tab="two")
    host.ask("play", move="left")
    assert host.state("two")["rows"] == host.state()["rows"]
    host.server.close("one")
    assert host.ask("play", tab="two", move="up")["state"]["at"] == 2
    host.server.close("two")
    assert not host.server.games.live


def test_advice_on_2048_comes_beside_the_game_and_a_move_overtakes_it(host: BrowserHost) -> None:
    """Advice on a position that has gone is not shown."""
    host.open(GAME)
    host.ask("hint")
    host.ask("play", move="left")
    host.compute_all()
    assert host.state()["hint"] is None
    host.ask("hint")
    host.compute_all()
    assert host.state()["hint"]["best"] in host.state()["moves"]


def test_a_watched_player_moves_at_its_pace_until_somebody_takes_over(host: BrowserHost) -> None:
    """Its moves come to every tab; it rests where nobody looks."""
    host.open(GAME)
    host.ask("watch", running=True, speed=2.0)
    for at in (1, 2, 3):
        host.compute_next()
        host.compute_all()
        host.pass_time(1.0)
        assert host.state()["step"] == at
    host.ask("play", move=host.state()["moves"][0])
    host.compute_all()
    host.pass_time(1.0)
    assert host.state()["step"] <= 5
    assert not host.work


def test_reviews_have_a_worker_of_their_own_that_is_ended_where_nobody_looks(host: BrowserHost) -> None:
    """A hint does not wait for a review."""
    host.open(SUDOKU)
    host.ask("play", move="r1c3=1")
    host.open(GAME, tab="two")
    host.ask("play", tab="two", move="left")
    host.put("review", tab="two")
    host.put("hint")
    assert sorted(lane for lane, _number, _work in host.work) == [browser_server.MOVES, browser_server.REVIEWS]
    host.server.close("two")
    host.pass_time(browser_server.SHORT)
    assert host.stopped == [browser_server.REVIEWS]
    host.compute_all()
    assert host.state()["hint"]


def test_a_puzzle_that_takes_too_long_is_given_up_with_a_sentence(host: BrowserHost) -> None:
    """The tab can go on."""
    host.open(GAME)
    number = host.put("open", id="sudoku:extreme#1")
    host.pass_time(OPEN_TIMEOUT)
    answer = host.sent["one"][-1]
    assert (answer["n"], answer["error"]) == (number, "Gave up after 120 seconds")
    assert host.stopped == [browser_server.MOVES]
    assert "error" not in host.ask("play", move="left")


def test_work_that_is_lost_is_an_error_and_not_a_silence(host: BrowserHost) -> None:
    """A worker may fail for want of memory."""
    host.open(SUDOKU)
    host.put("hint")
    host.server.computed(host.work.popleft()[1], None)
    assert host.sent["one"][-1]["error"] == "The task was stopped"
    assert host.ask("hint")["state"]["hint"]


def test_a_browser_that_takes_nothing_any_more_is_told_of(host: BrowserHost) -> None:
    """Once, as the store tells it where a disk is full."""
    host.open(GAME)
    host.server.cannot_save()
    host.server.cannot_save()
    notices = host.ask("play", move="left")["state"]["notices"]
    assert notices == ["Cannot write IndexedDB; the game continues unsaved"]


def test_a_file_that_is_none_of_tessella_s_does_not_take_the_place_of_the_games(tmp_path: Path) -> None:
    """A file of games does."""
    host = BrowserHost(tmp_path / "games.sqlite3")
    (tmp_path / "other").write_bytes(b"no games at all" * 100)
    assert host.server.problem_of(str(tmp_path / "other")) == "expected a file of games that Tessella has written"
    BrowserHost(tmp_path / "third")
    assert host.server.problem_of(str(tmp_path / "third")) == ""


@pytest.fixture(scope="module")
def tried() -> BrowserHost:
    """Return a server that all kinds of requests are sent to."""
    host = BrowserHost(Store.in_memory())
    host.open(GAME)
    return host


@given(st.lists(any_request | st.text(max_size=20), max_size=3))
@settings(max_examples=40, deadline=None)
def test_whatever_a_page_sends_is_answered(tried: BrowserHost, requests: list[object]) -> None:
    """One answer each, and no traceback."""
    for request in requests:
        before = sum("hello" not in one and "n" in one for one in tried.sent["one"])
        tried.server.receive("one", json.dumps(request))
        tried.compute_all()
        assert sum("hello" not in one and "n" in one for one in tried.sent["one"]) >= before
    assert tried.ask("get")["state"]
