"""Fair play among visitors: seeds that nobody can know, and what ranks where."""

import contextlib
import json
import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from support.web_client import BASE, SOCKET, Serve, hub_of
from tessella.sudoku import Board, solve
from tessella.web import protocol
from tessella.web.access import RateLimit


class Visitor:
    """A visitor with a cookie, who keeps every message that the server sends."""

    def __init__(self, server: TestClient) -> None:
        self.client = TestClient(server.app, base_url=BASE)
        self.seen = [str(self.client.get("/").headers)]
        self.state: Any = None

    @contextlib.contextmanager
    def at(self, id: str) -> Iterator["Visitor"]:
        """Open a tab at a game."""
        with self.client.websocket_connect(f"{SOCKET}?g={id.replace('#', '%23')}") as self.tab:
            while "state" not in self.receive():  # before it, that a puzzle is being generated
                pass
            yield self

    def receive(self) -> Any:
        """Return the next message."""
        self.seen.append(self.tab.receive_text())
        message = json.loads(self.seen[-1])
        self.state = message.get("state") or self.state
        return message

    def ask(self, do: str, **fields: Any) -> Any:
        """Return the answer to a request."""
        n = len(self.seen)
        self.tab.send_json({"n": n, "do": do, "at": self.state["at"], "of": self.state["id"]} | fields)
        while (answer := self.receive()).get("n", 0) != n:
            assert answer.get("n", 0) is not None, answer["error"]
        return answer

    def finish(self) -> None:
        """Play the game to its end: solve a Sudoku, and play 2048 as it comes."""
        if self.state["game"] == "sudoku":
            board = Board.parse("".join(map(str, self.state["givens"])))
            digits = solve(board).digits
            for cell, digit in enumerate(digits):
                if self.state["digits"][cell] != digit:
                    row, column = divmod(cell, self.state["size"])
                    self.ask("play", move=f"r{row + 1}c{column + 1}={digit}")
        choose = random.Random(1)
        while not self.state["over"]:
            self.ask("play", move=choose.choice(self.state["moves"]))


@pytest.fixture
def server(serve: Serve) -> TestClient:
    """Return a server for several visitors, who may ask as much as they like."""
    client = serve(players=True)
    hub_of(client).requests = hub_of(client).slow_requests = RateLimit(10**6, 0)
    return client


def dealt(server: TestClient) -> list[Any]:
    """Return the rows of the games that the server dealt."""
    return hub_of(server).store._db.execute("SELECT id, score_table, dealt, over FROM game WHERE dealt > 0")


SMALL = {"2048": {"game": "2048", "size": "2x2"}, "sudoku": {"game": "sudoku", "size": "4x4"}}
WHAT = get_args(protocol.Get.__annotations__["what"])


@pytest.mark.parametrize("game", ["2048", "sudoku"])
def test_the_seed_is_told_at_the_end(server: TestClient, game: str) -> None:
    """No message of the server has the seed of a game that it has dealt, to anybody, before the game has ended."""
    ann, bob = Visitor(server), Visitor(server)
    with ann.at(game), bob.at("2048"):
        ann.ask("new", options=SMALL[game])
        handle = ann.state["id"]
        move = ann.state["moves"][0] if game == "2048" else "~"
        for do, fields in (("play", {"move": move}), ("undo", {}), ("redo", {}), ("back", {"step": 0})):
            ann.ask(do, **fields)
        for do, fields in (
            ("play", {"move": move}),
            ("replay", {}),
            ("pause", {}),
            ("resume", {}),
            ("open", {"id": handle}),
        ):
            assert "error" not in ann.ask(do, **fields)
        for what in WHAT:
            ann.ask("get", what=what)
            bob.ask("get", what=what)
        for do, fields in (("name", {"name": "Ann"}), ("settings", {"lang": "zh"}), ("play", {"move": "nowhere"})):
            ann.ask(do, **fields)
        assert "error" in bob.ask("open", id=handle)  # only Ann's cookie opens it
        assert ann.ask("new", of="another")["error"]
        ann.ask("new")
        ann.ask("undo")
        ann.ask("open", id="2048:classic#7" if game == "sudoku" else "sudoku:2x2#7")
        [entry, *_more] = [one for one in ann.ask("get", what="menu")["result"]["in_progress"] if game in one["id"]]
        ann.ask("open", number=entry["number"])
        assert ann.state["id"] == handle
    with ann.at(handle), ann.at(handle + "&back=1"):
        pages = [ann.client.get("/").text, ann.client.get(f"/?g={handle}").text]
        seeds = [row["id"].partition("#")[2] for row in dealt(server)]
        assert len(set(seeds)) >= 3
        told = "".join([*ann.seen, *bob.seen, *pages])
        assert ann.state["shared_id"] == ""
        assert not [seed for seed in seeds if seed in told]
        ann.finish()
        [row] = [row for row in dealt(server) if row["over"]]
        assert ann.state["shared_id"] == ann.ask("get", what="share")["result"]["id"] == row["id"]
        assert ann.state["id"] == handle
        with bob.at(row["id"]):
            assert bob.state["shared_id"] == row["id"]


def test_new_game_in_practice_tells_no_seed(server: TestClient) -> None:
    """What comes after a puzzle whose seed is secret is not the next one of that seed; after the end it is."""
    ann = Visitor(server)
    with ann.at("sudoku:technique=full-house"):
        ann.ask("new")
        assert ann.state["shared_id"] == ""
        assert not [row["id"] for row in dealt(server) if row["id"] in "".join(ann.seen)]
        ann.finish()
        solved = ann.state["shared_id"]
        ann.ask("new")
        assert ann.state["shared_id"] == f"{solved}.1"


def test_a_seed_cannot_be_tried_out(server: TestClient) -> None:
    """Seeds have 64 bits: all nine digits of the usual ones can be tried against the first tiles in minutes."""
    ann = Visitor(server)
    with ann.at("2048"):
        for _game in range(20):
            ann.ask("new")
    assert max(int(row["id"].partition("#")[2]) for row in dealt(server)) > 2**56


def tables(visitor: Visitor) -> dict[str, list[list[str]]]:
    """Return the leaderboards by their titles, with the games that made a point: one of 2x2 may end with none."""
    return {table["title"]: table["rows"] for table in visitor.ask("get", what="scores")["result"]["tables"]}


EDITED = "131072,131072,65536/32768,16384,8192/16,32,64"


def test_only_what_was_dealt_ranks_with_the_rest(server: TestClient) -> None:
    """A game opened by its id ranks under "known seed", one that was edited nowhere."""
    ann, bob, eve = Visitor(server), Visitor(server), Visitor(server)
    with ann.at("2048:3x3"), bob.at("2048:3x3#7"), eve.at(f"2048:3x3/classic:{EDITED}"):
        for visitor in (ann, bob, eve):
            assert "error" not in visitor.ask("play", move=visitor.state["moves"][0])
            visitor.finish()
        ranked = tables(ann)
        [mine] = ranked["2048:3x3/classic, without help"]
        [his] = ranked["2048:3x3/classic, without help (known seed)"]
        assert (mine[-1], his[-1]) == (ann.state["shared_id"], "2048:3x3/classic#7")
        assert (mine[2], his[2]) == (str(ann.state["score"]), str(bob.state["score"]))
        assert len(ranked) == 2
        assert (mine[-3:-1], mine[3]) == (["0", "0"], str(ann.state["step"]))


def test_an_engine_with_the_id_does_not_get_into_the_ranks(server: TestClient) -> None:
    """Whoever lets an engine play an id, and types its moves into another cookie, ranks under "known seed"."""
    mallory, puppet = Visitor(server), Visitor(server)
    with mallory.at("2048:2x2#99"):
        mallory.finish()
        with puppet.at(mallory.state["shared_id"]):
            for frame in mallory.ask("replay")["result"]["frames"][1:]:
                puppet.ask("play", move=frame["move"])
            assert puppet.state["score"] == mallory.state["score"]
            assert all("known seed" in title for title in tables(puppet))


def test_what_is_played_on_after_the_end_ranks_with_the_known(server: TestClient) -> None:
    """The end tells the seed: what was reached before stays where it ranks, what is reached after an undo does not."""
    ann = Visitor(server)
    with ann.at("2048:3x3"):
        ann.finish()
        before = ann.state["score"]
        ann.ask("undo")
        assert ann.state["shared_id"]
        ann.finish()
        ranked = tables(ann)
        assert [row[2] for row in ranked["2048:3x3/classic, without help"]] == [str(before)]
        assert "2048:3x3/classic, with help" not in ranked
        assert len(ranked["2048:3x3/classic, with help (known seed)"]) == 1


def test_one_visitor_alone_sees_ids_as_ever(serve: Serve) -> None:
    """Alone, nothing is secret: the id is short, in every message, and can be shared at once."""
    server = serve()
    with server.websocket_connect(SOCKET + "?g=2048") as tab:
        state = tab.receive_json()["state"]
        assert state["id"] == state["shared_id"]
        assert int(state["id"].removeprefix("2048:classic#")) < 10**9
    assert not dealt(server)
