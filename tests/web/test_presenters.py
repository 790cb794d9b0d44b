"""Does a browser or notebook see the game as it is, and can it do no more than the law allows?"""

import json
import sqlite3
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.advisers import Adviser
from support.page_messages import PUZZLE, any_request, json_values
from tessella import game2048, i18n
from tessella.errors import PlayerError
from tessella.ids import Opening
from tessella.palette import THEMES
from tessella.play import advisor_process, database
from tessella.play.session import Session
from tessella.play.store import FILE, Store
from tessella.sudoku import Board, solve
from tessella.web import presenters
from tessella.web.presenters import Desk, View


class Tab:
    """A client as the page is one: it remembers what it has seen, and sends one request at a time."""

    def __init__(self, desk: Desk, id: str = "2048:classic#42") -> None:
        self.desk = desk
        self.view = desk.open(id)
        self.state = self.view.state()

    def ask(self, do: str, **fields: object) -> dict[str, Any]:
        """Send a request and return the answer; what was seen goes with it."""
        request = {"n": 1, "do": do, "at": self.state["at"], "of": self.state["id"], **fields}
        reply = self.desk.answer(self.view, request)
        self.view, self.state = reply.view, reply.message["state"]
        json.dumps(reply.message)
        self.thought = reply.thought
        return reply.message

    def wonder(self, do: str, **fields: object) -> presenters.Thought | None:
        """Send a request and return what is to be thought out for it."""
        assert "error" not in self.ask(do, **fields)
        return self.thought


@pytest.fixture
def desk() -> Desk:
    """Return the desk of a store in memory."""
    return Desk(Store.in_memory())


# --- The state --------------------------------------------------------------------------------------------------------

COMMON = {
    *("game", "id", "title", "at", "step", "score", "best", "undos", "hints", "assisted", "over", "won", "can_undo"),
    *("can_redo", "can_hint", "ms", "running", "moves", "say", "outcome", "notices", "unsaved", "counts"),
}


def test_the_state_is_what_the_docstring_promises(desk: Desk) -> None:
    """Every field that is promised is there, in both games, and no other; each one is named in the docstring."""
    of_2048, of_sudoku = Tab(desk).state, Tab(desk, PUZZLE).state
    assert set(of_2048) == COMMON | {
        *("rows", "target", "rules", "size", "gained", "motion", "thinking", "hint", "watch", "review")
    }
    assert set(of_sudoku) == COMMON | {
        *(
            "box",
            "size",
            "symbols",
            "givens",
            "digits",
            "marks",
            "blank",
            "clashes",
            "clash",
            "wrong",
            "facts",
            "lesson",
            "hint",
            "stages",
        )
    }
    assert presenters.__doc__ is not None
    assert [name for name in {*of_2048, *of_sudoku} if name not in presenters.__doc__] == []


@given(st.integers(0, 10**6), st.sampled_from(["classic", "cascade", "3x5/fours=50/coinflip"]), st.data())
@settings(max_examples=60)
def test_motion_leads_from_board_to_board(seed: int, rules: str, data: st.DataObject) -> None:
    """Carried where the motion says, the old tiles and the new one make up the new board, and all go one way."""
    board = game2048.open_id(f"2048:{rules}#{seed}").start
    for _step in range(data.draw(st.integers(1, 40))):
        if not board.moves():
            break
        before, move = board, data.draw(st.sampled_from(board.moves()))
        board = board.play(move)
    else:
        how = presenters.motion(before, move, board)
        height, width = len(board.rows), len(board.rows[0])
        made: dict[tuple[int, int], list[int]] = {}
        for tile in how["tiles"]:
            (r, c), (y, x) = tile["from"], tile["to"]
            assert before.rows[r][c] == tile["value"]
            steps = {
                "left": (y == r, x <= c),
                "right": (y == r, x >= c),
                "up": (x == c, y <= r),
                "down": (x == c, y >= r),
            }
            assert all(steps[move])
            made.setdefault((y, x), []).append(tile["value"])
        assert len({tuple(tile["from"]) for tile in how["tiles"]}) == sum(map(bool, sum(before.rows, ())))
        sums = {cell: sum(values) for cell, values in made.items()} | {tuple(how["spawn"]["at"]): how["spawn"]["value"]}
        assert tuple(tuple(sums.get((r, c), 0) for c in range(width)) for r in range(height)) == board.rows
        merged = {cell for cell, values in made.items() if len(values) > 1}
        assert {tuple(one["at"]) for one in how["merges"]} == merged
        assert {tuple(tile["to"]) for tile in how["tiles"] if tile["merged"]} == merged


def test_motion_is_said_of_the_last_move_alone(desk: Desk) -> None:
    """A state after a move tells how it went and from which state on; after an undo there is nothing to follow."""
    tab = Tab(desk)
    at = tab.state["at"]
    assert tab.ask("play", move="left")["state"]["motion"]["after"] == at
    assert tab.ask("undo")["state"]["motion"] is None


def test_what_a_move_did_is_said(desk: Desk) -> None:
    """The live region gets a sentence on every event, in the language of who reads it."""
    tab = Tab(desk, "2048:4x4/classic:22../..../..../....#1")
    said = tab.ask("play", move="left")["state"]["say"]
    assert said.startswith("Left; merged into 4; new ")
    assert said.endswith("; score 4")
    assert tab.ask("undo")["state"]["say"] == "Taken back."
    puzzle = Tab(desk, PUZZLE)
    assert puzzle.ask("play", move="r1c3=4")["state"]["say"] == "4 in row 1, column 3"
    assert puzzle.ask("play", move="r1c4~2")["state"]["say"] == "2 marked in row 1, column 4"
    assert puzzle.ask("play", move="r1c4~2")["state"]["say"] == "2 no longer marked in row 1, column 4"
    assert puzzle.ask("play", move="r1c3-")["state"]["say"] == "Row 1, column 3 erased"
    assert "holds 5 more than once" in puzzle.ask("play", move="r1c3=5")["state"]["say"]
    assert puzzle.state["clashes"] == [0, 2]
    assert puzzle.ask("play", move="~")["state"]["say"] == "Every candidate is marked"


def test_a_won_game_says_so_once(desk: Desk) -> None:
    """Reaching the target is said with the move that did it; the next move plays on, and an end stays said."""
    tab = Tab(desk, "2048:2x2/8/classic:44/..#1")
    assert "You win!" in tab.ask("play", move="left")["state"]["outcome"]
    tab.ask("play", move=tab.state["moves"][0])
    assert "You win!" not in tab.state["outcome"]
    solved = Tab(desk, "1...|..2.|.3..|...4".replace("|", ""))
    for row, col in product(range(4), repeat=2):
        digit = solve(Board.parse("1.....2..3.....4")).rows[row][col]
        if not solved.state["digits"][4 * row + col]:
            solved.ask("play", move=f"r{row + 1}c{col + 1}={digit}")
    assert (solved.state["outcome"], solved.state["over"]) == ("Solved. Well done!", True)


# --- Requests ---------------------------------------------------------------------------------------------------------


def test_a_request_sent_again_counts_once(desk: Desk) -> None:
    """A request whose answer got lost is sent again as it was; what it asks for happens once, also after a pause."""
    for do, fields in (("play", {"move": "left"}), ("play", {"move": "up"}), ("undo", {}), ("redo", {})):
        tab = Tab(desk)
        seen = {"at": tab.state["at"], "of": tab.state["id"]}
        first = tab.ask(do, **fields)["state"]
        tab.ask("pause")
        answer = tab.ask(do, **fields, **seen, again=True)
        assert "error" not in answer
        assert (answer["state"]["at"], answer["state"]["rows"]) == (first["at"], first["rows"])
    tab = Tab(desk)
    seen = {"at": tab.state["at"], "of": tab.state["id"]}
    id = tab.ask("new")["state"]["id"]
    assert tab.ask("new", **seen, again=True)["state"]["id"] == id


def test_what_was_not_seen_is_not_played_on(desk: Desk) -> None:
    """A move for a position that is gone is refused, with the state as it is: two tabs both stay right."""
    one, other = Tab(desk), Tab(desk)
    one.ask("play", move="left")
    refused = other.ask("play", move="up")
    assert refused["error"].startswith("This game went on in another window")
    assert refused["state"]["at"] == one.state["at"]
    assert "error" not in other.ask("play", move="up")
    again = one.ask("play", move="down", again=True)  # another event than the one that was stored
    assert again["error"]


def test_pauses_are_not_counted(desk: Desk) -> None:
    """A clock that stops does not make what a client has seen out of date."""
    tab = Tab(desk)
    tab.ask("play", move="left")
    at = tab.state["at"]
    tab.ask("pause")
    assert (tab.state["at"], tab.state["running"]) == (at, False)
    assert "error" not in tab.ask("play", move="up", at=at)


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        ({"do": "play", "move": "sideways"}, "Expected one of left, right, up, down, got 'sideways'"),
        ({"do": "play"}, "Expected a move, got ''"),
        ({"do": "play", "move": "x" * 5000}, "Expected a text of at most 2000 characters as move, got 'xxx"),
        ({"do": "play", "move": 7}, "Expected a text of at most 2000 characters as move, got '7'"),
        ({"do": "play", "move": "left", "at": -1}, "Expected a whole number as at, got '-1'"),
        ({"do": "play", "move": "left", "at": True}, "Expected a whole number as at, got 'True'"),
        ({"do": "fly"}, "Expected one of back, candidates, "),
        ({"do": "redo"}, "Nothing to redo"),
        ({"do": "review"}, "A game of 2048 is reviewed when it is over."),
        ({"do": "watch", "speed": 99}, "Expected from 0.2 to 20.0 moves a second, got '99'"),
        ({"do": "watch", "speed": "fast"}, "Expected from 0.2 to 20.0 moves a second, got 'fast'"),
        ({"do": "back", "step": -1}, "Expected a whole number as step, got '-1'"),
        ({"do": "check"}, "There is something to check in Sudoku alone."),
        ({"do": "follow"}, "Ask for a hint first."),
        ({"do": "open", "id": "2048:chess#1"}, "Expected rules such as"),
        ({"do": "new", "id": "sudoku:12345"}, "Expected"),
        ({"do": "new", "wishes": []}, "Expected an object as wishes, got '[]'"),
        ({"do": "new", "wishes": {"game": "2048", "size": "9x9"}}, "Expected a size from 2x2 to 8x8"),
        ({"do": "new", "wishes": {"game": "sudoku", "clues": "7"}}, "Expected 17 to 81 clues, got 7"),
        ({"do": "settings", "theme": "pink"}, "Expected one of auto, dark, light, contrast, colorblind, got 'pink'"),
        ({"do": "name", "name": "a\x00b"}, "Expected a name in letters"),
        ({"n": 1}, "Expected a request such as"),
        ([], "Expected a request such as"),
        (None, "Expected a request such as"),
    ],
)
def test_what_cannot_be_done_is_said(desk: Desk, request_: object, error: str) -> None:
    """A request that cannot be is answered with a sentence and the state, and changes nothing."""
    looked_at = desk.open("2048:classic#42")
    before = looked_at.state()
    reply = desk.answer(looked_at, request_)
    assert reply.message["error"].startswith(error)
    assert reply.message["state"]["rows"] == before["rows"]
    assert (reply.view, reply.is_news) == (looked_at, False)


def test_a_game_that_is_over_takes_no_move(desk: Desk) -> None:
    """The end of a game is said to who plays on; undo is not forbidden."""
    tab = Tab(desk, "2048:2x2/classic:24/42#1")
    for request in ({"do": "play", "move": "left"}, {"do": "hint"}, {"do": "watch"}, {"do": "step"}):
        assert tab.ask(**request)["error"] == "The game is over; it takes no move."


@given(st.lists(any_request | json_values, min_size=1, max_size=8))
@settings(max_examples=120)
def test_no_message_breaks_it(requests: list[object]) -> None:
    """Whatever is asked, the answer is JSON with a state, and any error a sentence."""
    desk = Desk(Store.in_memory())
    looked_at = desk.open("2048:classic#42")
    for request in requests:
        message = json.loads(json.dumps(request))
        reply = desk.answer(looked_at, message)
        looked_at = reply.view
        answer = json.loads(json.dumps(reply.message))
        assert answer["state"]["id"]
        assert isinstance(answer.get("error", "sentence"), str)
        assert desk.views[looked_at.slot] is looked_at


# --- Going from game to game ------------------------------------------------------------------------------------------


def test_a_new_game_elsewhere_leaves_the_other_tab_where_it_is(desk: Desk) -> None:
    """Who begins a game of another kind goes there; who looked on stays, and undo comes back to the same view."""
    one, other = Tab(desk), Tab(desk)
    one.ask("play", move="left")
    one.ask("new", wishes={"game": "2048", "size": "5x5"})
    assert (one.state["size"], one.view is other.view) == ([5, 5], False)
    assert other.ask("state")["state"]["id"] == "2048:classic#42"
    one.ask("undo")
    assert (one.state["id"], one.view is other.view) == ("2048:classic#42", True)


def test_a_new_game_of_the_same_kind_is_seen_by_both(desk: Desk) -> None:
    """A slot keeps one game, and two tabs on it see the same one."""
    one, other = Tab(desk), Tab(desk)
    one.ask("new")
    assert other.ask("state")["state"]["id"] == one.state["id"]
    assert one.view is other.view


@pytest.mark.parametrize(
    ("wishes", "beginning"),
    [
        ({"game": "2048", "rules": "sprint", "size": "５×４", "target": "64"}, "2048:5x4/64/sprint#"),
        ({"game": "2048"}, "2048:classic#"),
        ({"game": "2048", "fours": "25%"}, "2048:fours=25/classic#"),
        ({"game": "sudoku", "size": "6x6", "symmetry": "180"}, "sudoku:2x3/180#"),
        ({"game": "sudoku", "symmetry": "none"}, "sudoku:easy#"),
        ({"game": "sudoku", "level": "easy"}, "sudoku:easy#"),
        ({"game": "sudoku", "clues": "30"}, "sudoku:clues=30#"),
    ],
)
def test_wishes(desk: Desk, wishes: dict[str, str], beginning: str) -> None:
    """What a form asks for is made an id of by Python, full-width letters included."""
    assert Tab(desk).ask("new", wishes=wishes)["state"]["id"].startswith(beginning)


def test_what_is_typed_opens(desk: Desk) -> None:
    """An id, what stands behind its colon, or a bare position opens a game, and a game in progress is resumed."""
    tab = Tab(desk)
    tab.ask("play", move="left")
    for typed, id in (
        ("sprint#7", "2048:sprint#7"),
        ("2..4/..../..../....", "2048:classic:2..4/..../..../....#0"),
        (PUZZLE, f"sudoku:{PUZZLE}"),
        ("2048:classic#42", "2048:classic#42"),
    ):
        assert tab.ask("open", id=typed)["state"]["id"] == id
    assert tab.state["step"] == 1


def test_nobody_looks_any_more(desk: Desk) -> None:
    """A view that is closed stops the clock and is forgotten; opened again, the game is as it was."""
    tab = Tab(desk)
    tab.ask("play", move="left")
    desk.close(tab.view)
    assert desk.views == {}
    again = Tab(desk)
    assert (again.state["at"], again.state["running"], again.state["rows"]) == (1, False, tab.state["rows"])


def test_what_is_not_stored_is_not_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that could not be stored stays in its slot when the menu asks for the last one there."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)
    store = Store.open(tmp_path / FILE)
    tab = Tab(Desk(store))
    holder = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    fresh = tab.ask("new")["state"]
    moved = tab.ask("play", move=fresh["moves"][0])["state"]
    assert moved["unsaved"]
    answer = tab.ask("open", id="2048:classic")["state"]
    holder.close()
    assert (answer["id"], answer["rows"]) == (fresh["id"], moved["rows"])
    tab.view.sitting.save()
    assert store.export().id == fresh["id"]
    store.close()


# --- Help -------------------------------------------------------------------------------------------------------------


def test_a_hint_tells_more_and_more(desk: Desk) -> None:
    """A hint says where to look, then the technique with cells lit, then all of it; it counts once, and can be done."""
    tab = Tab(desk, PUZZLE)
    hints = [tab.ask("hint", stage=stage)["state"]["hint"] for stage in (1, 2, 3)]
    assert [len(hint["sentences"]) for hint in hints] == [1, 2, 3]
    assert [bool(hint["cells"]) for hint in hints] == [False, True, True]
    assert [bool(hint["placed"]) for hint in hints] == [False, False, True]
    assert (tab.state["hints"], tab.state["assisted"]) == (1, True)
    [[cell, digit]] = hints[2]["placed"]
    assert solve(Board.parse(PUZZLE)).digits[cell] == digit
    tab.ask("follow")
    assert tab.state["digits"][cell] == digit
    assert tab.state["hint"] is None


def test_a_thought_is_taken_for_its_position_alone(desk: Desk) -> None:
    """A hint that was thought out for a position that is gone is not shown for the one that is there."""
    tab = Tab(desk, PUZZLE)
    thought = desk.think(tab.view, {"do": "hint"})
    assert thought is not None
    found = thought()
    tab.ask("play", move="r1c3=4")
    tab.ask("play", move="r1c4=6")
    reply = desk.answer(tab.view, {"do": "hint", "stage": 3}, found)
    for cell, digit in reply.message["state"]["hint"]["placed"]:
        assert solve(Board.parse(PUZZLE)).digits[cell] == digit
        assert not reply.message["state"]["digits"][cell]


def test_check(desk: Desk) -> None:
    """A check shows the wrong digits and counts as help; asked again, it goes back to before the first of them."""
    tab = Tab(desk, PUZZLE)
    for move in ("r1c3=4", "r1c4=2", "r1c6=8"):
        tab.ask("play", move=move)
    said = tab.ask("check")["state"]
    solution = solve(Board.parse(PUZZLE)).digits
    assert said["wrong"] == [cell for cell in (2, 3, 5) if said["digits"][cell] != solution[cell]]
    assert (said["hints"], said["say"].startswith("1 digit is wrong.")) == (1, True)
    back = tab.ask("check")["state"]
    assert all(digit in (0, right) for digit, right in zip(back["digits"], solution, strict=True))
    assert back["can_redo"]


def test_candidates(desk: Desk) -> None:
    """What fits each cell is told to who asks, and is no part of the state."""
    tab = Tab(desk, PUZZLE)
    fitting = tab.ask("candidates")["candidates"]
    assert (fitting[0], fitting[2]) == ([], [1, 2, 4])


def test_practice(desk: Desk) -> None:
    """A technique that is practised has a course: its puzzles come one after the other, and what is done is counted."""
    tab = Tab(desk)
    lessons = tab.ask("lessons")["lessons"]
    assert {"technique": "naked-pair", "label": "Naked pair", "solved": 0, "of": 20} in lessons
    assert tab.ask("practise")["error"] == "Expected a technique to practise, got ''"
    refused = tab.ask("practise", technique="magic")
    assert (refused["error"], refused["hint"][:12]) == ("Expected a technique to practise, got 'magic'", "techniques: ")
    seed = "7"
    desk.store.choose("practice:naked-pair", seed)
    course = [
        Opening(f"sudoku:technique=naked-pair#{seed}{tail}", Board.parse(PUZZLE), slot, "t", again="sudoku")
        for tail, slot in (("", "one"), (".1", "two"))
    ]
    thoughts = iter(course)
    reply = desk.answer(tab.view, {"do": "practise", "technique": "naked-pair"}, next(thoughts))
    assert reply.message["state"]["id"] == course[0].id
    for cell, digit in enumerate(solve(Board.parse(PUZZLE)).digits):
        if not reply.message["state"]["digits"][cell]:
            reply = desk.answer(reply.view, {"do": "play", "move": f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}"})
    assert ["Practice", "naked pair: 1 of 20"] in [list(pair) for pair in reply.message["state"]["facts"]]
    reply = desk.answer(reply.view, {"do": "practise"}, next(thoughts))
    assert reply.message["state"]["id"] == course[1].id
    assert desk.answer(reply.view, {"do": "stats"}).message["stats"]["notes"] == ["naked pair: 1 of 20"]


# --- 2048's engine ----------------------------------------------------------------------------------------------------


@pytest.fixture
def adviser(monkeypatch: pytest.MonkeyPatch) -> Adviser:
    """Return who is asked for advice in place of the process that thinks."""
    stands_in = Adviser()
    monkeypatch.setattr(advisor_process, "shared", lambda: stands_in)
    monkeypatch.setattr(advisor_process, "Thinker", lambda: stands_in)
    return stands_in


def test_a_hint_of_2048_is_thought_out_meanwhile(desk: Desk, adviser: Adviser) -> None:
    """The answer comes at once and says so; the hint counts when it is there, and once for a board."""
    tab = Tab(desk)
    at = tab.state["at"]
    thought = tab.wonder("hint")
    assert (tab.state["thinking"], tab.state["hint"], tab.state["hints"]) == ("Thinking ...", None, 0)
    assert tab.wonder("hint") is None  # it is on its way
    assert thought
    assert tab.view.learn(thought, thought.think())
    state = tab.ask("state")["state"]
    moves = tab.view.position.moves()
    assert (state["hint"]["best"], state["thinking"], state["hints"]) == (moves[-1], "", 1)
    assert [choice["move"] for choice in state["hint"]["choices"]] == list(moves[::-1])
    assert [choice["score"] for choice in state["hint"]["choices"]] == ["1,000", "900", "800", "700"]
    assert {choice["chance"] for choice in state["hint"]["choices"]} == {"50 %"}
    assert state["hint"]["about"].endswith("chance of 8")
    assert state["hint"]["reason"] in state["say"]
    assert (state["at"], state["assisted"]) == (at, True)  # a move that is on its way is not out of date
    assert tab.wonder("hint") is None
    assert (tab.state["hints"], tab.state["say"]) == (1, state["say"])
    assert tab.ask("follow")["state"]["step"] == 1
    assert tab.view.sitting.session.moves == (moves[-1],)
    assert (tab.state["hint"], tab.state["hints"]) == (None, 1)


def test_a_hint_for_a_board_that_is_gone_is_dropped(desk: Desk, adviser: Adviser) -> None:
    """Who plays on while a hint is thought out gets none, and none is counted."""
    tab = Tab(desk)
    thought = tab.wonder("hint")
    tab.ask("play", move="left")
    assert thought
    assert tab.state["thinking"] == ""
    assert not tab.view.learn(thought, thought.think())
    assert (tab.ask("state")["state"]["hint"], tab.state["hints"]) == (None, 0)


def test_a_hint_counts_in_each_game_that_it_helps(desk: Desk, adviser: Adviser) -> None:
    """Who begins the same game anew has not asked there for the hint of the last one."""
    tab = Tab(desk)
    thought = tab.wonder("hint")
    assert thought
    tab.view.learn(thought, thought.think())
    again = tab.ask("new", id="2048:classic#42")["state"]
    assert (again["step"], again["hints"], again["hint"]) == (0, 0, None)
    assert tab.ask("follow")["error"] == "Ask for a hint first."
    thought = tab.wonder("hint")
    assert thought
    tab.view.learn(thought, thought.think())
    assert tab.ask("state")["state"]["hints"] == 1


def test_the_reason_is_in_the_language_of_who_looks(desk: Desk, adviser: Adviser) -> None:
    """A hint is told in the language that is spoken when it is looked at."""
    tab = Tab(desk)
    thought = tab.wonder("hint")
    assert thought
    tab.view.learn(thought, thought.think())
    with i18n.speaking("zh"):
        label = tab.ask("state")["state"]["hint"]["choices"][0]["label"]
        assert label == i18n._({"left": "Left", "right": "Right", "up": "Up", "down": "Down"}[tab.view.advice[1].best])  # type: ignore[index]


def test_a_player_that_cannot_think_says_so(desk: Desk, adviser: Adviser) -> None:
    """What goes wrong with a hint is a sentence to see, counts nothing, and stops a player that is watched."""
    adviser.fails = True
    tab = Tab(desk)
    thought = tab.wonder("hint")
    assert thought
    with pytest.raises(PlayerError) as error:
        thought.think()
    assert tab.view.learn(thought, error.value)
    assert tab.ask("state")["state"]["notices"] == ["The player has no idea"]
    assert tab.state["hints"] == 0
    tab.ask("watch")
    thought = tab.view.ask_move()
    assert thought
    tab.view.learn(thought, error.value)
    assert (tab.ask("state")["state"]["watch"], tab.state["step"]) == (None, 0)


def test_the_engine_is_watched(desk: Desk, adviser: Adviser) -> None:
    """Its moves count as hints; it can be paused, stepped, sped up, and no late move is played."""
    tab = Tab(desk)
    assert tab.ask("watch", speed=4)["state"]["watch"] == {"name": "The engine", "running": True, "speed": 4.0}
    for step in (1, 2):
        thought = tab.view.ask_move()
        assert thought
        assert tab.view.learn(thought, thought.think())
        assert (tab.ask("state")["state"]["step"], tab.state["hints"]) == (step, step)
    thought = tab.view.ask_move()
    tab.ask("watch", running=False, speed=8)
    assert thought
    tab.view.learn(thought, thought.think())
    assert tab.view.ask_move() is None
    assert (tab.ask("state")["state"]["step"], tab.state["watch"]["speed"]) == (2, 8.0)
    thought = tab.wonder("step")
    assert thought
    tab.view.learn(thought, thought.think())
    assert tab.ask("state")["state"]["step"] == 3
    assert "; new " in tab.state["say"]
    assert tab.state["watch"]["running"] is False
    assert Session.from_text(tab.view.sitting.session.to_text()).hints == 3


def test_who_plays_takes_over(desk: Desk, adviser: Adviser) -> None:
    """A move for the board as it is is played, one for a board that the engine has left only stops it."""
    tab = Tab(desk)
    tab.ask("watch")
    seen = {"at": tab.state["at"], "of": tab.state["id"]}
    thought = tab.view.ask_move()
    assert thought
    tab.view.learn(thought, thought.think())
    late = tab.ask("play", move="left", **seen)
    assert "error" not in late
    assert (late["state"]["step"], late["state"]["watch"], late["state"]["say"]) == (1, None, "It is your move now.")
    tab.ask("watch")
    move = tab.state["moves"][0]
    assert tab.ask("play", move=move)["state"]["step"] == 2
    assert (tab.state["watch"], tab.state["hints"]) == (None, 1)
    tab.ask("watch")
    tab.wonder("hint")
    assert tab.state["watch"]["running"] is False


def test_the_engine_stops_at_the_end(desk: Desk, adviser: Adviser) -> None:
    """When no move is left nobody plays any more."""
    tab = Tab(desk, "2048:2x2/classic#1")
    tab.ask("watch")
    while thought := tab.view.ask_move():
        tab.view.learn(thought, thought.think())
    assert tab.ask("state")["state"]["over"]
    assert tab.state["watch"]["running"] is False


def test_a_finished_game_is_reviewed(desk: Desk, adviser: Adviser) -> None:
    """The costliest moves are told with the board before; one can go back there, each move an undo, and play on."""
    tab = Tab(desk, "2048:2x2/classic#1")
    boards = [tab.state["rows"]]
    while not tab.state["over"]:
        boards.append(tab.ask("play", move=tab.state["moves"][0])["state"]["rows"])
    thought = tab.wonder("review")
    assert (tab.state["review"]["thinking"], tab.state["review"]["moves"]) == ("Looking through the game ...", [])
    assert tab.wonder("review") is None
    assert thought
    assert tab.view.learn(thought, thought.think())
    [move] = tab.ask("state")["state"]["review"]["moves"]
    assert (move["step"], move["rows"], move["cost"]) == (1, boards[1], "-120")
    assert move["label"].startswith("Move 2: ")
    assert "50 %" in tab.state["review"]["title"]
    last, at = len(boards) - 1, tab.state["at"]
    back = tab.ask("back", step=1)["state"]
    assert (back["rows"], back["undos"], back["over"], back["review"]) == (boards[1], last - 1, False, None)
    again = tab.ask("back", step=1, at=at, again=True)
    assert "error" not in again
    assert again["state"]["undos"] == last - 1
    assert tab.ask("back", step=999)["error"] == "Nothing to undo"
    assert tab.state["undos"] == last - 1


# --- What does not hang on a position ---------------------------------------------------------------------------------


def test_replay(desk: Desk) -> None:
    """The frames lead from the start to the position now, in pieces."""
    tab = Tab(desk)
    for _move in range(7):
        tab.ask("play", move=tab.state["moves"][0])
    whole = tab.ask("replay")["replay"]
    assert [frame["step"] for frame in whole["frames"]] == list(range(8))
    assert whole["frames"][-1]["rows"] == tab.state["rows"]
    board = game2048.open_id(whole["id"]).start
    for frame in whole["frames"][1:]:
        board = board.play(frame["move"])
        assert frame["rows"] == [list(row) for row in board.rows]
    part = tab.ask("replay", first=3, count=2)["replay"]
    assert (part["last"], part["frames"]) == (7, whole["frames"][3:5])
    assert tab.ask("replay", first=99)["replay"]["frames"] == whole["frames"][7:]


def test_share_statistics_and_menu(desk: Desk) -> None:
    """A game is shared by an address that leads to it, and what was played is told in words."""
    tab = Tab(desk)
    assert tab.ask("stats")["stats"]["tables"] == []
    tab.ask("play", move="left")
    assert tab.ask("share")["share"]["query"] == "?g=2048:classic%2342"
    [table, *_rest] = tab.ask("stats")["stats"]["tables"]
    assert len(table["head"]) == len(table["rows"][0])
    assert table["rows"][0][:2] == ["2048:classic", "1"]
    entries = tab.ask("menu")["menu"]
    assert entries[0] == {"id": "2048:classic#42", "label": "Go on with 2048:classic#42", "new": False, "going": True}


def test_settings_are_remembered(desk: Desk) -> None:
    """Language, theme and motion are kept, and the words come in the language that was chosen."""
    told = Tab(desk).ask("settings", lang="zh", theme="contrast", motion="off")
    assert told["settings"] == {"lang": "zh", "theme": "contrast", "motion": "off"}
    assert told["words"]["undo"] == "撤销"
    assert presenters.settings(desk.store) == told["settings"]
    assert i18n.language() == "en"


def test_the_leaderboard(desk: Desk) -> None:
    """Everybody stands there once by name, what was forged does not, and the own row is known."""
    store = desk.store
    for owner, moves in (("ann", 20), ("bob", 30)):
        tab = Tab(Desk(store.of(owner)), "2048:classic#42")
        tab.ask("name", name=f" {owner}  A.")
        for _move in range(moves):
            tab.ask("play", move=tab.state["moves"][0])
    store._db.execute("UPDATE game SET fair_score = 99999 WHERE owner = 'ann'")
    [table] = [one for one in tab.ask("scores")["scores"]["tables"] if "2048:classic, without help" in one["title"]]
    assert [row[1] for row in table["rows"]] == ["bob A."]
    assert table["mine"] == 0


@pytest.mark.parametrize("lang", list(i18n.LANGUAGES))
def test_words_and_forms(lang: str) -> None:
    """Every label, form and theme has a name in every language."""
    with i18n.speaking(lang):
        assert all(presenters.words().values())
        assert set(presenters.theme_names()) == {"auto", *THEMES}
        for fields in presenters.forms().values():
            assert all(field["label"] for field in fields)


@pytest.mark.parametrize("theme", list(THEMES))
def test_look(theme: str) -> None:
    """Every theme has every variable, and the tiles of 2 and 2048 have their paint."""
    variables = presenters.look(theme)
    assert variables.keys() == presenters.look("dark").keys()
    assert (variables["--tile-1"], variables["--tile-1-ink"]) == THEMES[theme].tile(2)
    assert (variables["--tile-11"], variables["--tile-11-ink"]) == THEMES[theme].tile(2048)
    assert f'[data-theme="{theme}"]' in presenters.stylesheet()


def test_a_view_of_another_process(desk: Desk) -> None:
    """A game that another process has moved in is taken over at a look, and said to have gone on."""
    tab = Tab(desk)
    elsewhere = View(tab.view.sitting.__class__.open(desk.store, "2048:classic#42"))
    elsewhere.play("left")
    assert tab.view.sitting.refresh()
    assert tab.ask("state")["state"]["rows"] == elsewhere.state()["rows"]
    assert not tab.view.sitting.refresh()
