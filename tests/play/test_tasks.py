"""Tasks: work that runs where it may, and keeps what it came to."""

import threading

import pytest

from support.endless import LONG_TO_GENERATE
from tessella import i18n
from tessella.errors import MoveError, PuzzleError, StoppedError, TessellaError
from tessella.games import GAMES
from tessella.i18n import _
from tessella.play.tasks import Task, open_task


def test_work_speaks_the_language_of_who_asked() -> None:
    """A task that another thread runs speaks the language that was spoken when it was made."""
    with i18n.speaking("zh"):
        task = Task("hint", lambda: _("Undo"))
    thread = threading.Thread(target=task.run)
    thread.start()
    thread.join()
    with i18n.speaking("zh"):
        assert task.result() == _("Undo") != "Undo"


def test_errors_are_kept() -> None:
    """What the work raises is raised where the result is asked for; another error can be put in its place."""

    def refuse() -> None:
        raise MoveError("no")

    task = Task("move", refuse)
    task.run()
    with pytest.raises(MoveError, match="no"):
        task.result()
    task.fail(KeyError("a bug"))
    with pytest.raises(KeyError, match="a bug"):
        task.result()


def test_cancelling() -> None:
    """Cancelled work is not done, has no result, and what it would have used is told."""
    told: list[str] = []
    task = Task("open", lambda: told.append("worked"), cancel=lambda: told.append("cancelled"))
    task.cancel()
    task.run()
    assert told == ["cancelled"]
    with pytest.raises(StoppedError):
        task.result()


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
    task = open_task(LONG_TO_GENERATE)
    thread = threading.Thread(target=task.run)
    thread.start()
    task.cancel()
    thread.join(600)
    assert not thread.is_alive()
    with pytest.raises(StoppedError):
        task.result()


def test_opening_takes_no_longer_than_it_may() -> None:
    """With a timeout a puzzle that takes too long is an error with a sentence."""
    task = open_task(LONG_TO_GENERATE, timeout=0.5)
    task.run()
    with pytest.raises(PuzzleError, match="would take too long"):
        task.result()
