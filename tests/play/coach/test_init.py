"""Coaches by game, and puzzles that take seconds."""

import threading

import pytest

from tessella.errors import PuzzleError, TessellaError
from tessella.games import GAMES
from tessella.play.coach import COACHES, StoppedError, coach_for, open_task
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame

SLOW = "sudoku:rating=9.5..9.5/minimal#1"
"""A puzzle that takes minutes."""


def test_every_game_has_a_coach() -> None:
    """Each game of the registry has a coach, which offers hints and does what they say."""
    assert list(COACHES) == list(GAMES)
    for name in GAMES:
        coach = coach_for(StoredGame.open(Store.in_memory(), f"{name}:#1" if name == "sudoku" else f"{name}:classic#1"))
        assert {"hint", "follow"} <= coach.verbs


@pytest.mark.parametrize("id", ["2048:classic#42", "sudoku:#1", "sudoku:easy#7"])
def test_an_id_is_opened(id: str) -> None:
    """What a task opens is what the id stands for, made in a child process or at once."""
    task = open_task(id)
    task.run()
    assert task.result() == GAMES[id].open_id(id)


@pytest.mark.parametrize("id", ["sudoku:search=2/hard#5", "sudoku:clues=4/hard#1", "sudoku:hard#x"])
def test_what_cannot_be_opened_is_said(id: str) -> None:
    """An id that can be seen to be none is refused at once."""
    with pytest.raises(TessellaError, match="expected"):
        open_task(id)


def test_opening_is_cancelled() -> None:
    """A puzzle that nobody wants any more ends at once, whether it is being made or has not been begun."""
    task = open_task(SLOW)
    thread = threading.Thread(target=task.run)
    thread.start()
    task.cancel()
    thread.join(60)
    assert not thread.is_alive()
    with pytest.raises(StoppedError):
        task.result()


def test_opening_takes_no_longer_than_it_may() -> None:
    """With a timeout a puzzle that takes too long is an error with a sentence."""
    task = open_task(SLOW, timeout=0.5)
    task.run()
    with pytest.raises(PuzzleError, match="takes too long"):
        task.result()
