"""The change from plain Python to compiled code in the middle of a job."""

import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Self

from tessella.compiled import warming
from tessella.compiled.warming import WarmUp
from tessella.io.worker_threads import in_thread

LOADING_SECONDS = 0.5  # seconds of work in plain Python that are worth loading compiled code
COMPILING_SECONDS = 20.0  # the same for code that is not compiled yet, which takes as long on two cores
UNKNOWN_SECONDS = 1.5  # seconds after which a job of unknown length is taken for a long one
FIRST = 4  # puzzles that count as the usual ones beside those that were done, until there are many


class Changeover:
    """Compiled code for a job that begins in plain Python: it is got ready beside that, once enough is left to do.

    `puzzles` is how many there are, None where nobody knows; `usual` the seconds that plain Python takes for one.
    What still compiles when the job ends is stopped.
    """

    def __init__(self, load: Callable[[], Any], *groups: str, usual: float, puzzles: float | None = None) -> None:
        self._load, self._groups, self._usual, self._puzzles = load, groups, usual, puzzles
        self._begun = time.thread_time()  # what others do meanwhile does not count, nor waiting for input
        self._work: WarmUp | None = None
        self._code: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._work:
            self._work.stop()

    @cached_property
    def is_ready(self) -> bool:
        """Whether all was compiled before."""
        return warming.is_ready(*self._groups)

    def begin(self) -> WarmUp:
        """Begin to compile what is not ready."""
        if self._work is None:
            self._work = WarmUp(*self._groups)
        return self._work

    def code(self, begun: int) -> Any:
        """Return the compiled code, None as long as it is not ready; `begun` puzzles were begun without."""
        if self._code is None and self._is_worth(begun):
            self.begin()
        if self._code is None and begun and self._work and self._work.is_done:
            self._code = in_thread(self._load)
        return self._code

    def wait(self) -> Any:
        """Return the compiled code once it is ready, for what plain Python does not do."""
        self.begin().wait()
        return self.code(1)

    def _is_worth(self, begun: int) -> bool:
        if self._work:
            return False
        spent = time.thread_time() - self._begun
        if self._puzzles is None:
            return spent > UNKNOWN_SECONDS
        left = (self._puzzles - begun) * (spent + FIRST * self._usual) / (begun + FIRST)
        return left > LOADING_SECONDS and (left > COMPILING_SECONDS or self.is_ready)
