"""Tasks: work that runs where it may, and keeps what it came to."""

import threading

import pytest

from tessella import i18n
from tessella.errors import MoveError
from tessella.i18n import _
from tessella.play.tasks import StoppedError, Task


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
