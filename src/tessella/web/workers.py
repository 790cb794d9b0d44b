"""Worker threads of the server: pools for slow calls, and the one thread that touches games and store."""

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from tessella.errors import StoreError
from tessella.play.store import Store

Result = TypeVar("Result")

MAX_BATCH = 200  # calls whose events are stored in one commit


@dataclass
class Call:
    """A function to be called in a worker thread, and the future of who waits for it."""

    function: Callable[[], Any]
    redo: Callable[[Any], Any] | None = None  # what makes the result true again where the commit failed
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    future: "Future[Any]" = field(default_factory=Future)
    result: Any = None
    error: BaseException | None = None

    def run(self, function: Callable[[], Any]) -> None:
        """Keep what a function returns or raises."""
        try:
            self.result = self.context.run(function)
        except Exception as error:  # noqa: BLE001 - whatever it is, who waits must hear of it
            self.error = error

    def deliver(self) -> None:
        """Tell who waits, unless nobody does any more."""
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(self.error) if self.error else self.future.set_result(self.result)


class WorkerPool:
    """Daemon threads that take calls from a queue; what still runs when the process ends is given up."""

    def __init__(self, name: str, size: int) -> None:
        self._calls: queue.SimpleQueue[Call] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=name, daemon=True) for _number in range(size)]
        for thread in self._threads:
            thread.start()

    async def run(self, function: Callable[[], Result], redo: Callable[[Result], Result] | None = None) -> Result:
        """Return what a function returns, called in the language of the caller."""
        call = Call(function, redo)
        self._calls.put(call)
        result: Result = await asyncio.wrap_future(call.future)
        return result

    def _work(self) -> None:
        while True:
            call = self._calls.get()
            call.run(call.function)
            call.deliver()


class StoreThread(WorkerPool):
    """The one thread that touches games and store; calls that have gathered share a commit, then they are answered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_stopping = False
        super().__init__("store", 1)

    def stop(self) -> None:
        """Finish what was asked for, and end the thread."""
        self._is_stopping = True
        self._calls.put(Call(bool))  # wakes the thread
        self._threads[0].join()

    def _work(self) -> None:
        while not self._is_stopping or not self._calls.empty():
            batch = [self._calls.get()]
            while len(batch) < MAX_BATCH and not self._calls.empty():
                batch.append(self._calls.get())
            self._run(batch)
            for call in batch:
                call.deliver()

    def _run(self, batch: list[Call]) -> None:
        try:
            with self._store.together():
                for call in batch:
                    call.run(call.function)
        except StoreError:  # rolled back: each for itself, then
            for call in batch:
                if call.redo and not call.error:
                    call.run(partial(call.redo, call.result))
        except Exception as error:  # noqa: BLE001 - the thread works on, and those who wait must hear of it
            for call in batch:
                call.error = call.error or error
