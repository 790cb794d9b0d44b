"""The clock by which searches are given up: that of the wall, or of the processor where many share one.

A search on a busy machine gets as far in its own seconds as on an idle one, and takes no more from others.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_OWN: Callable[[], float] = getattr(time, "thread_time", time.monotonic)  # which a browser's Python lacks
_clock: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.monotonic)


def now() -> float:
    """Return the seconds since some moment."""
    return _clock.get()()


@contextmanager
def own_time() -> Iterator[None]:
    """Count the processor time of this thread alone, as long as this is entered."""
    token = _clock.set(_OWN)
    try:
        yield
    finally:
        _clock.reset(token)
