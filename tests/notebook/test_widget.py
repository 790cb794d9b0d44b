"""The notebook widget without a browser: the same games as the terminal, and state both ways."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import comm
import pytest

import tessella
from support.advisers import Adviser
from support.cells import SMALL, START, ask
from tessella import sudoku
from tessella.errors import MoveError, ParseError, PlayerError
from tessella.notebook.widget import LOCK
from tessella.play.session import Session
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import Task
from tessella.sudoku.tutor import hints as teach


def test_it_is_whole_when_it_is_announced(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """JupyterLab may ask for all states while a cell still runs, and its answer then overwrites a later one."""
    announced: list[dict[str, Any]] = []
    create = comm.create_comm

    def record(**given: Any) -> object:
        announced.append(given["data"]["state"])
        return create(**given)

    monkeypatch.setattr(comm, "create_comm", record)
    widget = tessella.watch("corner", "2048:classic#42", store=store, running=False)
    [state] = [one for one in announced if "picture" in one]  # others are of the layout
    assert state["state"] == widget.state
    assert state["state"]["rows"] == [list(row) for row in START.rows]


def test_a_move_from_python_is_drawn(store: Store) -> None:
    """A move made from Python is in the state that the cell draws, and observers of the board get the new one."""
    widget = tessella.play("2048:classic#42", store=store)
    assert widget.state["rows"] == [list(row) for row in START.rows]
    seen: list[object] = []
    widget.observe(lambda change: seen.append(change["new"]), "board")
    widget.play("left")
    widget.play("down")
    widget.undo()
    left = START.play("left")
    assert seen == [left, left.play("down"), left]
    assert widget.state["rows"] == [list(row) for row in left.rows]
    assert (widget.board, widget.session.moves, widget.session.undos) == (left, ("left",), 1)


def test_a_move_from_the_cell_is_seen_by_python(store: Store) -> None:
    """What the cell asks for is done on the same session, and its answer comes behind the new state."""
    widget = tessella.play("2048:classic#42", store=store)
    assert ask(widget, do="play", move="left") == {"n": None}
    assert (widget.board, widget.state["step"]) == (START.play("left"), 1)
    assert "error" in ask(widget, do="play", move="sideways")
    assert "error" in ask(widget, do=7)
    assert widget.board == START.play("left")


def test_a_move_that_cannot_be_played_is_refused(store: Store) -> None:
    """A move that the law refuses raises MoveError, and nothing changes."""
    widget = tessella.play("2048:classic:2.../..../..../....#1", store=store)
    with pytest.raises(MoveError, match="Nothing moves that way"):
        widget.play("left")
    assert widget.session.step == 0


def test_two_widgets_at_one_game_show_the_same(store: Store) -> None:
    """What one widget does shows in every other one at that game."""
    one, other = (tessella.play("2048:classic#42", store=store) for _widget in range(2))
    one.play("left")
    assert other.board == START.play("left")
    ask(other, do="undo")
    assert one.state["rows"] == [list(row) for row in START.rows]


def test_the_game_is_the_terminals(tmp_path: Path) -> None:
    """A game goes on in the notebook where the terminal left it, and the other way, also while both look at it."""
    path = tmp_path / "games.sqlite3"
    terminal = StoredGame.open(Store.open(path), "2048:classic#42")
    terminal.play("left")
    widget = tessella.play("2048", store=Store.open(path))
    assert widget.session.moves == ("left",)
    widget.play("down")
    assert terminal.refresh()
    assert terminal.session.moves == ("left", "down")
    terminal.undo()
    ask(widget, do="resume")  # as the cell does when it gets the focus
    assert widget.session.moves == ("left",)


def test_new_and_back(store: Store) -> None:
    """New begins another game of the same kind, undo brings the old one back; another game needs its own widget."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.play("left")
    widget.new("2048:classic#43")
    assert widget.session.id == "2048:classic#43"
    widget.undo()
    assert (widget.session.id, widget.session.step) == ("2048:classic#42", 1)
    with pytest.raises(ParseError, match="expected an id of 2048, got 'sudoku:easy'"):
        widget.new("sudoku:easy")
    ask(widget, do="open", id="sudoku:" + SMALL)
    assert widget.state["game"] == "2048"
    assert tessella.play("2048:classic#42", new=True, store=store).session.step == 0


def test_hints(store: Store) -> None:
    """A hint from Python is that of `teach`, is shown in the cell, and counts."""
    widget = tessella.play("sudoku:" + SMALL, store=store)
    hint = teach.hint(sudoku.Board.parse(SMALL))
    assert widget.hint(1) == hint.where
    assert widget.hint() == hint.reason
    assert widget.state["hint"]["moves"] == list(hint.moves)
    assert widget.session.hints == 1


def test_hints_of_2048(store: Store, advisor: Adviser) -> None:
    """A hint from Python waits for the thought, returns its reason, counts, and can be followed in the cell."""
    widget = tessella.play("2048:classic#42", store=store)
    reason = widget.hint()
    assert reason == widget.state["hint"]["reason"]
    assert (widget.session.hints, widget.state["hint"]["best"]) == (1, START.moves()[-1])
    ask(widget, do="follow")
    assert widget.board == START.play(START.moves()[-1])
    advisor.fails = True
    with pytest.raises(PlayerError, match="has no idea"):
        widget.hint()
    assert widget.session.hints == 1


def test_a_hint_in_the_cell_comes_later(store: Store) -> None:
    """The cell has its answer at once, plays on, and is sent the hint when it has been thought out."""
    with pytest.MonkeyPatch.context() as patch:
        advisor = Adviser(waits=True)
        patch.setattr("tessella.play.advisor.shared_advisor", lambda: advisor)
        widget = tessella.play("2048:classic#42", store=store)
        told = Event()
        assert ask(widget, do="hint") == {"n": None}
        assert widget.state["thinking"]
        widget.send = lambda content, buffers=None: told.set()
        advisor.go()
        assert told.wait(600)
        assert (widget.state["thinking"], widget.state["hints"]) == ("", 1)


def test_a_hint_that_is_late_comes_to_its_own_game(store: Store) -> None:
    """A game that was left meanwhile has its hint, is not thought about for ever, and the other game has none."""
    with pytest.MonkeyPatch.context() as patch:
        advisor = Adviser(waits=True)
        patch.setattr("tessella.play.advisor.shared_advisor", lambda: advisor)
        widget = tessella.play("2048:classic#42", store=store)
        before, told = widget.game, Event()
        ask(widget, do="hint")
        complete = before.complete

        def completed(task: Task[Any]) -> bool:
            is_new = complete(task)
            told.set()
            return is_new

        patch.setattr(before, "complete", completed)
        widget.new("2048:sprint#1")
        assert widget.game is not before
        advisor.go()
        assert told.wait(600)
        assert not before.coach.is_pending("hint")
        assert (widget.state["hint"], widget.session.hints) == (None, 0)


async def test_the_engine_takes_a_turn_in_ones_own_game(store: Store, advisor: Adviser) -> None:
    """V in the cell lets the engine play: its moves count as hints, and a move of one's own takes over."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.speed = 20
    moved = asyncio.Event()
    loop = asyncio.get_running_loop()
    widget.observe(lambda _change: loop.call_soon_threadsafe(moved.set), "board")
    ask(widget, do="watch")
    assert (widget.player, widget.running) == ("The AI", True)
    await asyncio.wait_for(moved.wait(), 600)
    with LOCK:  # the engine makes no move meanwhile
        ask(widget, do="play", move=widget.board.moves()[0])
    steps, hints = widget.session.step, widget.session.hints
    assert not widget.running
    assert steps == hints + 1
    ask(widget, do="step")
    assert (widget.session.step, widget.session.hints) == (steps + 1, hints + 1)


def test_the_cell_and_python_at_once(tmp_path: Path) -> None:
    """A kernel answers the cell in a thread of its own: whatever comes together, the stored game can be replayed."""
    path = tmp_path / "games.sqlite3"
    widget = tessella.play("2048:7x7/classic#42", store=Store.open(path))
    wrong: list[str] = []

    def play(choose: Callable[[tuple[str, ...]], str]) -> None:
        for _move in range(60):
            answer, _task = widget._answer({"do": "play", "move": choose(widget.board.moves())})
            wrong.extend([answer.error] if answer.error and "Nothing moves that way" not in answer.error else [])

    threads = [Thread(target=play, args=(choose,)) for choose in (min, max)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    stored = StoredGame.open(Store.open(path), "2048").session
    assert stored.step > 60
    assert Session.from_text(stored.to_text()).position == widget.board


def test_the_clock_is_for_who_sits_at_the_board(store: Store) -> None:
    """It runs while the board has the focus; a move from Python does not start it."""
    widget = tessella.play("2048:classic#42", store=store)
    widget.play("left")
    assert not widget.session.is_running
    assert not widget.state["running"]
    ask(widget, do="resume")
    widget.play("down")
    assert widget.session.is_running
    ask(widget, do="pause")
    assert not widget.state["running"]


def test_a_widget_that_is_closed_stops_the_clock(store: Store) -> None:
    """The clock runs as long as one widget shows the game; the game is kept."""
    one, other = (tessella.play("2048:classic#42", store=store) for _widget in range(2))
    ask(one, do="resume")
    ask(one, do="play", move="left")
    one.close()
    assert other.session.is_running
    other.close()
    assert not other.session.is_running
    assert tessella.play("2048:classic#42", store=store).session.step == 1
