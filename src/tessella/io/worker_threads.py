"""Worker threads that nobody waits for: work on many items in their order, and Ctrl-C heard all the while.

The threads of `concurrent.futures` are waited for at the end of a `with` and when the interpreter ends, however long
their work still takes. These end with the process.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from queue import SimpleQueue
from threading import Thread
from typing import TypeAlias, TypeVar

from tessella.io.interrupts import regained

POLL = 0.1  # seconds between two looks for Ctrl-C, which some systems do not hear while a thread waits

R = TypeVar("R")
S = TypeVar("S")
_Tasks: TypeAlias = SimpleQueue[tuple[Future[R], S] | None]


def cores() -> int:
    """Return how many cores this process may use."""
    available = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(available(0)) if available else os.cpu_count() or 1


def map_ahead(work: Callable[[S], R], items: Iterable[S], workers: int) -> Iterator[R]:
    """Yield what the work on each item gives, in their order, done by so many threads; few are begun ahead.

    Whoever takes no more does not wait for what was begun.
    """
    tasks: _Tasks[R, S] = SimpleQueue()
    waiting = deque[Future[R]]()
    threads = list[Thread]()
    try:
        for item in items:
            waiting.append(Future())
            tasks.put((waiting[-1], item))
            if len(threads) < workers:
                threads.append(Thread(target=_serve, args=(work, tasks), daemon=True))
                threads[-1].start()
            while len(waiting) > 2 * workers or (waiting and waiting[0].done()):
                yield _result(waiting.popleft())
        while waiting:
            yield _result(waiting.popleft())
    finally:
        for future in waiting:
            future.cancel()
        for _thread in threads:
            tasks.put(None)


def _serve(work: Callable[[S], R], tasks: _Tasks[R, S]) -> None:
    while task := tasks.get():
        future, item = task
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work(item))
            except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
                future.set_exception(error)


def in_thread(work: Callable[[], R]) -> R:
    """Return what some work gives that is done in a thread of its own, as what cannot be broken off is."""
    return next(map_ahead(lambda task: task(), [work], 1))


@regained()
def _result(future: Future[R]) -> R:
    while not wait([future], POLL).done:
        pass
    return future.result()
