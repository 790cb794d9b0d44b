"""Games of one player: requests that count once, games that are opened and left, and what cannot be done."""

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.page_client import PageClient
from support.page_messages import PUZZLE, any_request, json_values
from tessella import i18n
from tessella.ids import Opening
from tessella.play import database
from tessella.play.coach.preferences import SUDOKU
from tessella.play.store import FILE, Store
from tessella.sudoku import Board, solve
from tessella.web import player_games, protocol
from tessella.web.player_games import PlayerGames, Reply, advance, preferences


@pytest.fixture
def games() -> PlayerGames:
    """Return the games of a store in memory."""
    return PlayerGames(Store.in_memory())


def test_a_request_sent_again_counts_once(games: PlayerGames) -> None:
    """A request whose answer got lost is sent again as it was; what it asks for happens once, also after a pause."""
    for do, fields in (("play", {"move": "left"}), ("play", {"move": "up"}), ("undo", {}), ("redo", {})):
        tab = PageClient(games)
        seen = {"at": tab.state["at"], "of": tab.state["id"]}
        first = tab.ask(do, **fields)["state"]
        tab.ask("pause")
        answer = tab.ask(do, **fields, **seen, again=True)
        assert "error" not in answer
        assert (answer["state"]["at"], answer["state"]["rows"]) == (first["at"], first["rows"])
    tab = PageClient(games)
    seen = {"at": tab.state["at"], "of": tab.state["id"]}
    id = tab.ask("new")["state"]["id"]
    assert tab.ask("new", **seen, again=True)["state"]["id"] == id


def test_what_was_not_seen_is_not_played_on(games: PlayerGames) -> None:
    """A move for a position that is gone is refused, with the state as it is: two tabs both stay right."""
    one, other = PageClient(games), PageClient(games)
    one.ask("play", move="left")
    refused = other.ask("play", move="up")
    assert refused["error"].startswith("This game was changed in another window")
    assert refused["state"]["at"] == one.state["at"]
    assert "error" not in other.ask("play", move="up")
    again = one.ask("play", move="down", again=True)  # another event than the one that was stored
    assert again["error"]


def test_pauses_are_not_counted(games: PlayerGames) -> None:
    """A clock that stops does not make what a client has seen out of date."""
    tab = PageClient(games)
    tab.ask("play", move="left")
    at = tab.state["at"]
    tab.ask("pause")
    assert (tab.state["at"], tab.state["running"]) == (at, False)
    assert "error" not in tab.ask("play", move="up", at=at)


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"do": "play", "move": "sideways"}, "Expected one of left, right, up, down, got 'sideways'"),
        ({"do": "redo"}, "Nothing to"),
        ({"do": "review"}, "No move has been played yet."),
        ({"do": "check"}, "That is not available in this game."),
        ({"do": "follow"}, "Get a hint first."),
        ({"do": "open", "id": "2048:chess#1"}, "Expected rules such as"),
        ({"do": "new", "id": "sudoku:12345"}, "Expected"),
        ({"do": "new", "options": {"game": "2048", "size": "9x9"}}, "Expected a size from 2x2 to 8x8"),
        ({"do": "new", "options": {"game": "sudoku", "clues": "7"}}, "Expected 17 to 81 "),
        ({"do": "settings", "theme": "pink"}, "Expected one of auto, dark, light, contrast, colorblind, got 'pink'"),
        ({"do": "name", "name": "a\x00b"}, "Expected a name without control characters"),
        ({"do": "play"}, "Expected a request such as"),
        ([], "Expected a request such as"),
        (None, "Expected a request such as"),
    ],
)
def test_what_cannot_be_done_is_said(games: PlayerGames, request_: object, error: str) -> None:
    """A request that cannot be is answered with a sentence and the state, and changes nothing."""
    game = games.open("2048:classic#42")
    before = protocol.to_builtins(game.state())
    reply = games.reply(game, request_)
    answer = protocol.to_builtins(reply.answer)
    assert answer["error"].startswith(error)
    assert answer["state"]["rows"] == before["rows"]
    assert (reply.game, reply.is_news) == (game, False)


def test_a_game_that_is_over_takes_no_move(games: PlayerGames) -> None:
    """The end of a game is said to who plays on; undo is not forbidden."""
    tab = PageClient(games, "2048:2x2/classic:24/42#1")
    for request in ({"do": "play", "move": "left"}, {"do": "hint"}, {"do": "watch"}, {"do": "step"}):
        assert tab.ask(**request)["error"] == "The game is over; no more moves can be made."


@given(st.lists(any_request | json_values, min_size=1, max_size=8))
@settings(max_examples=120)
def test_no_message_breaks_it(requests: list[object]) -> None:
    """Whatever is asked, the answer is JSON with a state, and any error a sentence."""
    games = PlayerGames(Store.in_memory())
    game = games.open("2048:classic#42")
    for request in requests:
        reply = games.reply(game, json.loads(json.dumps(request)))
        game = reply.game
        answer = protocol.to_builtins(reply.answer)
        assert answer["state"]["id"]
        assert isinstance(answer.get("error", "sentence"), str)
        assert games.live[game.slot] is game


def test_a_new_game_elsewhere_leaves_the_other_tab_where_it_is(games: PlayerGames) -> None:
    """Who begins a game of another kind goes there; who looked on stays, and undo comes back to the same view."""
    one, other = PageClient(games), PageClient(games)
    one.ask("play", move="left")
    one.ask("new", options={"game": "2048", "size": "5x5"})
    assert (one.state["size"], one.game is other.game) == ([5, 5], False)
    assert other.ask("get", what="state")["state"]["id"] == "2048:classic#42"
    one.ask("undo")
    assert (one.state["id"], one.game is other.game) == ("2048:classic#42", True)


def test_a_new_game_of_the_same_kind_is_seen_by_both(games: PlayerGames) -> None:
    """A slot keeps one game, and two tabs on it see the same one."""
    one, other = PageClient(games), PageClient(games)
    one.ask("new")
    assert other.ask("get", what="state")["state"]["id"] == one.state["id"]
    assert one.game is other.game


@pytest.mark.parametrize(
    ("options", "beginning"),
    [
        ({"game": "2048", "rules": "sprint", "size": "５×４", "target": "64"}, "2048:5x4/64/sprint#"),
        ({"game": "sudoku", "level": "easy"}, "sudoku:easy#"),
    ],
)
def test_a_form_begins_a_game(games: PlayerGames, options: dict[str, str], beginning: str) -> None:
    """What a form asks for is made an id of by Python, full-width letters included; a level is remembered."""
    assert PageClient(games).ask("new", options=options)["state"]["id"].startswith(beginning)
    assert games.store.setting("level") == options.get("level", "")


def test_what_is_typed_opens(games: PlayerGames) -> None:
    """An id, what stands behind its colon, or a bare position opens a game, and a game in progress is resumed."""
    tab = PageClient(games)
    tab.ask("play", move="left")
    for typed, id in (
        ("sprint#7", "2048:sprint#7"),
        ("2..4/..../..../....", "2048:classic:2..4/..../..../....#0"),
        (PUZZLE, f"sudoku:{PUZZLE}"),
        ("2048:classic#42", "2048:classic#42"),
    ):
        assert tab.ask("open", id=typed)["state"]["id"] == id
    assert tab.state["step"] == 1


def test_nobody_looks_any_more(games: PlayerGames) -> None:
    """A view that is closed stops the clock and is forgotten; opened again, the game is as it was."""
    tab = PageClient(games)
    tab.ask("play", move="left")
    games.close(tab.game)
    assert games.live == {}
    again = PageClient(games)
    assert (again.state["at"], again.state["running"], again.state["rows"]) == (1, False, tab.state["rows"])


def test_what_is_not_stored_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that could not be stored stays in its slot when the menu asks for the last one there."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)
    store = Store.open(tmp_path / FILE)
    tab = PageClient(PlayerGames(store))
    holder = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    fresh = tab.ask("new")["state"]
    moved = tab.ask("play", move=fresh["moves"][0])["state"]
    assert moved["unsaved"]
    answer = tab.ask("open", id="2048:classic")["state"]
    holder.close()
    assert (answer["id"], answer["rows"]) == (fresh["id"], moved["rows"])
    tab.game.stored.save()
    assert store.export().id == fresh["id"]
    store.close()


def test_a_link_leaves_the_game_in_progress_in_the_list(games: PlayerGames) -> None:
    """Whoever opens another id is told where the game before is, and finds it by id or in the menu, move for move."""
    tab = PageClient(games)
    tab.ask("play", move="left")
    other = tab.ask("open", id="2048:classic#7")["state"]
    assert other["notices"] == ["2048:classic#42 is kept among the games to continue"]
    tab.ask("play", move=other["moves"][0])
    back = tab.ask("open", id="2048:classic#42")["state"]
    assert (back["id"], back["step"], back["announcement"]) == ("2048:classic#42", 1, "")
    menu = tab.ask("get", what="menu")["result"]["in_progress"]
    assert [entry["id"] for entry in menu] == ["2048:classic#42", "2048:classic#7"]
    again = tab.ask("open", number=menu[1]["number"])["state"]
    assert (again["id"], again["step"]) == ("2048:classic#7", 1)
    refused = tab.ask("open", number=999)
    assert refused["error"].startswith("Expected a game of your own")
    assert refused["state"]["id"] == "2048:classic#7"


def test_a_page_that_comes_back_brings_no_game_back(games: PlayerGames) -> None:
    """A page that was cut off is shown what lies in the slot by now, and takes it from nobody."""
    tab = PageClient(games)
    tab.ask("play", move="left")
    tab.ask("open", id="2048:classic#7")
    assert player_games.finish(games.go_to("2048:classic#42", is_back=True)).id == "2048:classic#7"
    games.live.clear()
    assert player_games.finish(games.go_to("2048:classic#42", is_back=True)).id == "2048:classic#7"


def test_a_slow_hint_is_taken_for_its_position_alone(games: PlayerGames) -> None:
    """A hint that was computed for a position that is gone is not shown for the one that is there."""
    tab = PageClient(games, PUZZLE)
    steps = games.respond(tab.game, {"do": "hint", "stage": 3})
    work = advance(steps)
    assert not isinstance(work, Reply)
    work()
    tab.ask("play", move="r1c3=4")
    reply = advance(steps, None)
    assert isinstance(reply, Reply)
    assert protocol.to_builtins(reply.answer)["state"]["hint"] is None
    assert tab.ask("get", what="state")["state"]["hints"] == 0


def test_a_slow_new_game_takes_no_other_ones_place(games: PlayerGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that was asked for before another tab played on is not begun."""
    tab = PageClient(games, PUZZLE)
    monkeypatch.setattr(player_games, "make", lambda text: Opening(text, Board.parse(PUZZLE), "s", "t", again="sudoku"))
    request = {"do": "new", "id": "sudoku:hard#1", "at": tab.state["at"], "of": tab.state["id"]}
    steps = games.respond(tab.game, request)
    work = advance(steps)
    assert not isinstance(work, Reply)
    opening = work()
    tab.ask("play", move="r1c3=4")
    reply = advance(steps, opening)
    assert isinstance(reply, Reply)
    assert reply.answer.error.startswith("This game was changed in another window")
    assert reply.game is tab.game


def test_practice(games: PlayerGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """A technique that is practised has a course: its puzzles come one after the other, and what is done is counted."""
    tab = PageClient(games)
    lessons = tab.ask("get", what="lessons")["result"]
    first = {"technique": "full-house", "label": "Full house", "so_far": "", "id": "sudoku:lesson=full-house"}
    assert lessons[0] == first
    assert {"technique": "naked-quad", "label": "Naked quad", "so_far": "", "id": ""} in lessons
    refused = tab.ask("practise", technique="sorcery")
    assert (refused["error"], refused["hint"][:12]) == (
        "Expected a technique to practise, got 'sorcery'",
        "Techniques: ",
    )
    games.store.choose("practice:naked-quad", "7")
    assert PageClient(games, PUZZLE).ask("practise")["error"] == "Expected a technique to practise, got ''"
    monkeypatch.setattr(
        player_games, "make", lambda text: Opening(text, Board.parse(PUZZLE), text, "t", again="sudoku")
    )
    assert tab.ask("practise", technique="naked-quad")["state"]["id"] == "sudoku:technique=naked-quad#7"
    for cell, digit in enumerate(solve(Board.parse(PUZZLE)).digits):
        if not tab.state["digits"][cell]:
            tab.ask("play", move=f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}")
    assert ["Practice", "naked quad: 1 of 20"] in tab.state["facts"]
    solved = {"technique": "naked-quad", "label": "Naked quad", "so_far": "1 of 20", "id": ""}
    assert solved in tab.ask("get", what="lessons")["result"]
    assert tab.ask("practise")["state"]["id"] == "sudoku:technique=naked-quad#7.1"
    assert tab.ask("get", what="statistics")["result"]["notes"] == ["naked quad: 1 of 20"]


def test_replay(games: PlayerGames) -> None:
    """The frames lead from the start to the position now, in pieces."""
    tab = PageClient(games)
    for _move in range(7):
        tab.ask("play", move=tab.state["moves"][0])
    whole = tab.ask("replay")["result"]
    assert [frame["step"] for frame in whole["frames"]] == list(range(8))
    assert whole["frames"][-1]["rows"] == tab.state["rows"]
    board = games.open(whole["id"]).stored.session.start
    for frame in whole["frames"][1:]:
        board = board.play(frame["move"])
        assert frame["score"] == board.score
    part = tab.ask("replay", first=3, count=2)["result"]
    assert (part["last"], part["frames"]) == (7, whole["frames"][3:5])
    assert tab.ask("replay", first=99)["result"]["frames"] == whole["frames"][7:]


def test_share(games: PlayerGames) -> None:
    """A game is shared by an address that leads to it, its id and its position."""
    shared = PageClient(games).ask("get", what="share")["result"]
    assert (shared["query"], shared["id"]) == ("?g=2048:classic%2342", "2048:classic#42")
    assert PageClient(games, shared["position"]).state["rows"] == PageClient(games).state["rows"]
    for link in ("http://127.0.0.1:8000/" + shared["query"], "https://x.org/play/?g=2048:classic#42&lang=zh"):
        assert PageClient(games).ask("open", id=link)["state"]["id"] == "2048:classic#42"


def test_settings_are_remembered(games: PlayerGames) -> None:
    """Language, theme and motion are kept, and the labels come in the language that was chosen."""
    settings_ = PageClient(games).ask("settings", lang="zh", theme="contrast", motion="off")["result"]
    usual = {name: one.default for name, one in SUDOKU.items()}
    assert settings_["preferences"] == {"lang": "zh", "theme": "contrast", "motion": "off", "sudoku": usual}
    assert protocol.to_builtins(preferences(games.store)) == settings_["preferences"]
    kept = PageClient(games).ask("settings", sudoku={"marks": "keep"})["result"]
    assert kept["preferences"]["sudoku"] == {**usual, "marks": "keep"}
    refused = PageClient(games).ask("settings", sudoku={"marks": "strike", "clock": "pink"})
    assert "pink" in refused["error"]
    assert preferences(games.store).sudoku["marks"] == "keep"
    assert settings_["labels"]["undo"] == "撤销"
    assert i18n.language() == "en"


def test_a_game_is_handed_over_by_its_save_text() -> None:
    """From one store to another; what lay in its slot there can be continued."""
    here = PageClient(PlayerGames(Store.in_memory()), "2048:classic#42")
    for move in ("left", "up"):
        here.ask("play", move=move)
    save = here.ask("get", what="share")["result"]["save"]
    store = Store.in_memory()
    there = PageClient(PlayerGames(store), "2048:classic#7")
    there.ask("play", move="left")
    taken = there.ask("open", id=save)["state"]
    assert (taken["rows"], taken["step"]) == (here.state["rows"], 2)
    kept = store.in_slot("2048:classic")
    assert kept
    assert kept.session.moves == ("left", "up")
    assert "2048:classic#7" in {game.id for game in store.in_progress()}
    assert there.ask("play", move="down")["state"]["step"] == 3
    assert there.ask("open", id=save)["state"]["step"] == 2


def test_a_save_that_does_not_hold_is_refused_with_a_sentence() -> None:
    """And where people compete, none is taken at all."""
    own, party = PlayerGames(Store.in_memory()), PlayerGames(Store.in_memory(), multi_user=True)
    save = own.open("2048:classic#42").stored.session.to_text()
    forged = save.replace("score 0", "score 9000")
    assert PageClient(own).ask("open", id=forged)["error"].startswith("Expected score 0, as the moves give")
    assert PageClient(party).ask("open", id=save)["error"]
