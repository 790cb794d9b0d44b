"""Slow work that a front end runs where it likes: in a thread, an executor, or at once."""

from collections.abc import Callable
from typing import Generic, TypeVar

from tessella import i18n
from tessella.errors import TessellaError

Value = TypeVar("Value")


class StoppedError(TessellaError):
    """Work that was cancelled."""


class Task(Generic[Value]):
    """Work that has not been done yet. `run` touches neither game nor store, so any thread may run it.

    >>> task = Task("sum", lambda: 1 + 1)
    >>> task.run()
    >>> task.result()
    2
    """

    def __init__(
        self,
        kind: str,
        work: Callable[[], Value],
        *,
        about: tuple[object, object] | None = None,
        cancel: Callable[[], None] | None = None,
    ) -> None:
        self.kind = kind
        """What is worked out: `hint`, `check`, `review`, `rating`, `move` of a watched player, or `open`."""
        self.about = about
        """What the result holds for."""
        self.is_cancelled = False
        self._work = work
        self._lang = i18n.language()  # the thread that works has no language of its own
        self._cancel = cancel
        self._values: list[Value] = []
        self._error: Exception | None = None

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
        if self._cancel:
            self._cancel()

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
