"""Slow work that a front end runs where it likes: in a thread, an executor, or at once."""

import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from tessella import games, i18n, ids
from tessella.errors import PuzzleError, StoppedError, TessellaError
from tessella.games import Position
from tessella.i18n import _
from tessella.io import own_process

OPEN_TIMEOUT = 120.0  # seconds for a puzzle where nobody can cancel; a new machine compiles the engine meanwhile

Value = TypeVar("Value")


class Task(Generic[Value]):
    """Work that has not been done yet. `run` touches neither game nor store, so any thread may run it.

    `kind` is what is worked out: `hint`, `check`, `review`, `rating`, `move` of a watched player, or `open`.

    >>> task = Task("sum", lambda: 1 + 1)
    >>> task.run()
    >>> task.result()
    2
    """

    def __init__(self, kind: str, work: Callable[[], Value], *, cancel: Callable[[], None] = lambda: None) -> None:
        self.kind = kind
        self.is_cancelled = False
        self._work = work
        self._lang = i18n.language()  # the thread that works has no language of its own
        self._cancel = cancel
        self._values: list[Value] = []
        self._error: Exception | None = None

    @property
    def work(self) -> Callable[[], Value]:
        """What is to be done; most of it can be pickled, and done elsewhere."""
        return self._work

    def __call__(self) -> None:
        """Do what `run` does."""
        self.run()

    def run(self) -> None:
        """Do the work, in the language of whoever asked for it; what it raises is kept for `result`."""
        if self.is_cancelled:
            return
        try:
            with i18n.speaking(self._lang):
                self._values.append(self._work())
        except TessellaError as error:
            self._error = error

    def cancel(self) -> None:
        """Give up: `result` raises StoppedError; a child process that is working ends at once."""
        self.is_cancelled = True
        self._cancel()

    def succeed(self, value: Value) -> None:
        """Let `result` return a value that was worked out elsewhere."""
        self._values.append(value)

    def fail(self, error: Exception) -> None:
        """Let `result` raise an error that `run` has not kept."""
        self._error = error

    def result(self) -> Value:
        """Return what the work came to; raise what it raised, or StoppedError where it was cancelled."""
        if self.is_cancelled:
            raise StoppedError("cancelled")
        if self._error:
            raise self._error
        return self._values[0]


def open_task(text: str, *, timeout: float | None = None, seed: int | None = None) -> Task[ids.Opening[Position]]:
    """Return the task of opening an id; one that takes seconds is made in a child process, which `cancel` ends.

    With a `timeout` in seconds PuzzleError says that it took too long; `seed` is for an id that leaves it open.

    >>> task = open_task("2048:classic#42")
    >>> task.run()
    >>> task.result().id
    '2048:classic#42'
    """
    if not (own_process.AVAILABLE and games.takes_long(text)):
        return Task("open", partial(games.open_id, text, seed=seed))
    from tessella.play.puzzle_maker import PuzzleMaker  # noqa: PLC0415 - the door to the process that works

    maker = PuzzleMaker()

    def make() -> ids.Opening[Position]:
        alarm = threading.Timer(timeout or threading.TIMEOUT_MAX, maker.stop)
        alarm.daemon = True
        alarm.start()
        try:
            with maker:
                return maker.open_id(text, seed)
        except StoppedError:
            raise PuzzleError(_("generating this puzzle would take too long: {text}"), text=text) from None
        finally:
            alarm.cancel()

    return Task("open", make, cancel=maker.stop)


def logged(error: Exception) -> TessellaError:
    """Print an error that nobody expected where a program's errors go; return what the player is told."""
    sys.excepthook(type(error), error, error.__traceback__)
    return TessellaError(_("Something went wrong. Your game is saved."))
