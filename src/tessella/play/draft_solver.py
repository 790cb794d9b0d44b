"""Solver of drafts, in child processes that all setters share; what takes longer or more memory than it may is ended.

Seconds of a search are those of the processor: on a busy machine the answer comes later, and is the same.

A child that is ended starts again with the next request, in a second or two. So what is not wanted any more is ended
only where it would go on for longer than that.
"""

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Generic, TypeVar

from tessella.errors import TessellaError
from tessella.io.child_process import ChildProcess
from tessella.sudoku.setting import analysis
from tessella.sudoku.setting.draft import Draft
from tessella.sudoku.variants import clock

CHILDREN = 2  # how many drafts are worked on at a time
GRACE = 10.0  # seconds for what is done before a search begins, a cold start among it
SHARE = 4  # seconds of the wall that one of the processor may take on a busy machine
MEMORY = 2 << 30  # bytes of a child: many times what a grid of sixteen rows takes
SHORT = 1.0  # seconds of a search that is waited for where nobody wants it any more

Value = TypeVar("Value")


class DraftSolver(ChildProcess):
    """A child process that looks at drafts."""

    module, memory = __name__, MEMORY


@cache
def _idle() -> "queue.SimpleQueue[DraftSolver]":
    children: queue.SimpleQueue[DraftSolver] = queue.SimpleQueue()
    for _child in range(CHILDREN):
        children.put(DraftSolver())
    return children


@contextlib.contextmanager
def _borrowed() -> Iterator[DraftSolver]:
    child = _idle().get()
    try:
        yield child
    finally:
        _idle().put(child)


class Look(Generic[Value]):
    """One look at a draft: a call of one of the functions below, whose last argument are its seconds.

    It comes to `otherwise` where much more time than that has passed, or where it fails.
    """

    def __init__(self, do: Callable[..., Value], *args: object, seconds: float, otherwise: Value) -> None:
        self._do, self._args, self._seconds, self._otherwise = do, args, seconds, otherwise
        self._child: DraftSolver | None = None
        self._is_over = False  # nobody waits for the answer any more
        self._changing = threading.Lock()  # so that no child is ended that works for another look already

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what looks where it is unpickled, so that it is ended from outside where it takes too long."""
        return partial, (self._do, *self._args, self._seconds)

    def __call__(self) -> Value:
        """Return what the function returns."""
        with _borrowed() as child:
            stops = child.stops
            with self._changing:
                if self._is_over:
                    return self._otherwise
                self._child = child
            alarm = threading.Timer(SHARE * self._seconds + GRACE, self._end)
            alarm.daemon = True
            alarm.start()
            try:
                return child.ask_since(stops, self._do, *self._args, self._seconds)
            except TessellaError:  # stopped, or out of memory: others are to be looked at all the same
                return self._otherwise
            finally:
                alarm.cancel()
                with self._changing:
                    self._child = None

    def stop(self) -> None:
        """End it, where it would go on for long."""
        if self._seconds > SHORT:
            self._end()

    def _end(self) -> None:
        with self._changing:
            self._is_over = True
            if self._child:
                self._child.stop()


# --- In the child -----------------------------------------------------------------------------------------------------


def solutions(draft: str, seconds: float) -> analysis.Solutions:
    """Return how many solutions a draft has."""
    with clock.own_time():
        return analysis.solutions(Draft.parse(draft), seconds)


def true_candidates(draft: str, known: list[int], seconds: float) -> analysis.Candidates:
    """Return the candidates that stand in some solution of a draft, those that are known among them."""
    with clock.own_time():
        return analysis.true_candidates(Draft.parse(draft), seconds, known)


def judged(draft: str, count: int, first: int, seconds: float) -> list[bool | None]:
    """Return for the clues of a draft from number `first` on whether it could do without each."""
    with clock.own_time():
        return analysis.judged(Draft.parse(draft), count, first, seconds)
