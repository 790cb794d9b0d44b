"""Players that are watched in a notebook."""

import asyncio

import pytest

import tessella
from support.advisers import Adviser
from support.cells import SMALL, START, ask
from tessella import game2048
from tessella.game2048.players import registry
from tessella.notebook.players import PLAYERS


@pytest.mark.parametrize("name", ["random", "corner"])
def test_players_of_2048_play_to_the_end(name: str) -> None:
    """A named player plays moves that the law takes until there is none."""
    widget = tessella.watch(name, "2048:3x3/classic#5")
    while not widget.board.is_over():
        widget.step()
    assert widget.session.step > 10
    widget.step()
    assert widget.board.is_over()


def test_the_player_of_hints_solves() -> None:
    """Who follows the hints solves the puzzle, and never asks for more than the board tells."""
    widget = tessella.watch("hints", "sudoku:" + SMALL)
    while not widget.board.is_over():
        widget.step()
    assert widget.board.is_won()


def test_any_function_is_a_player() -> None:
    """A player is a function from a board to a move; what it does wrong is said, and stops it."""

    def upwards(board: game2048.Board) -> str:
        return "up" if "up" in board.moves() else "left"

    widget = tessella.watch(upwards, "2048:classic#42")
    assert widget.player == "upwards"
    widget.step()
    assert widget.session.moves == (upwards(START),)
    broken = tessella.watch(lambda board: 1 // 0, "2048:classic#42")  # type: ignore[arg-type, return-value]
    assert "ZeroDivisionError" in ask(broken, do="step")["error"]
    assert broken.session.step == 0


async def test_a_player_plays_by_itself_until_somebody_takes_over() -> None:
    """It plays while it runs; pause stops it, and so does a move of one's own."""
    widget = tessella.watch("corner", "2048:classic#42", speed=20)
    assert widget.running
    moved = asyncio.Event()
    widget.observe(lambda _change: moved.set(), "board")
    await asyncio.wait_for(moved.wait(), 20)
    ask(widget, do="play", move=widget.board.moves()[0])
    steps = widget.session.step
    assert (widget.running, steps >= 2) == (False, True)
    widget.running = True
    moved.clear()
    await asyncio.wait_for(moved.wait(), 20)
    widget.running = False
    assert widget.session.step > steps


async def test_a_player_stops_at_the_end() -> None:
    """When the game is over the player does not run any more."""
    widget = tessella.watch("corner", "2048:2x2/16/classic#1", speed=20)
    ended = asyncio.Event()
    widget.observe(lambda _change: ended.set(), "running")
    await asyncio.wait_for(ended.wait(), 60)
    assert widget.board.is_over()


def test_players_have_a_game(advisor: Adviser) -> None:
    """Each named player begins at a game that it can play, and its moves count as hints."""
    for name in PLAYERS:
        widget = tessella.watch(name, running=False)
        widget.step()
        assert (widget.session.step, widget.session.hints) == (1, 1)


def test_players_of_the_library_are_watched() -> None:
    """A player of `game2048.solve` is one here, and `network:` names weights of one's own."""
    widget = tessella.watch(registry.player("corner"), running=False)
    assert widget.player == "corner"
    while not widget.board.is_over():
        widget.step()
    assert widget.session.step > 10
    own = tessella.watch("network:nowhere.bin", running=False)
    assert "nowhere.bin" in ask(own, do="step")["error"]
