"""Worker threads of the server: pools for slow calls, and the one thread that touches games and store."""

import asyncio
import contextvars
import ctypes
import queue
import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar, cast

from tessella.errors import StoreError
from tessella.play.store import Store
from tessella.web.access import Person

Result = TypeVar("Result")

MAX_BATCH = 200  # calls whose events are stored in one commit


class _Stopped(BaseException):
    """What ends a call that nobody waits for."""


@dataclass
class Call:
    """A function to be called in a worker thread, and the future of who waits for it."""

    function: Callable[[], Any]
    redo: Callable[[Any], Any] | None = None  # what makes the result true again where the commit failed
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    future: "Future[Any]" = field(default_factory=Future)
    result: Any = None
    error: BaseException | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: int = 0  # the thread that runs it now
    _is_stopped: bool = False

    def run(self, function: Callable[[], Any]) -> None:
        """Keep what a function returns or raises."""
        try:
            with self._lock:
                if self._is_stopped:
                    return
                self._thread = threading.get_ident()
            try:
                self.result = self.context.run(function)
            finally:
                with self._lock:
                    self._thread = 0
        except (Exception, _Stopped) as error:  # noqa: BLE001 - whatever it is, who waits must hear of it
            self.error = error

    def stop(self) -> None:
        """End it where it runs: its thread raises what it does not handle, and a child process that it waits for ends.

        Python has no other way to break into a computation. It is for work that touches neither game nor store.
        """
        with self._lock:
            self._is_stopped = True
            if self._thread:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(_Stopped))

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


class FairPool(WorkerPool):
    """Worker threads that addresses take turns at, and at each address its persons.

    A person has one call running at most, and an address leaves a thread to the others. Calls that nobody waits for any
    more are not begun, or stopped.

        waiting   A: ann ann ann bob   C: cid      begun in this order   ann cid bob ann ann
    """

    def __init__(self, name: str, size: int) -> None:
        self._waiting: dict[str, dict[str, deque[Call]]] = {}  # by address and owner
        self._running: Counter[str | tuple[str]] = Counter()  # how many of each owner, and of each (address,)
        self._most = max(1, size - 1)  # of one address
        self._changed = threading.Condition()
        super().__init__(name, size)

    async def run_for(self, person: Person, function: Callable[[], Result]) -> Result:
        """Return what a function returns when its person's turn has come; cancelled, stop it."""
        call = Call(function)
        call.future.add_done_callback(lambda future: call.stop() if future.cancelled() else None)
        with self._changed:
            self._waiting.setdefault(person.address, {}).setdefault(person.owner, deque()).append(call)
            self._changed.notify()
        result: Result = await asyncio.wrap_future(call.future)
        return result

    def _take(self) -> tuple[Person, Call] | None:
        """Return the call whose turn it is, and put those who wait with it behind the others."""
        for address, persons in self._waiting.items():
            free = (owner for owner in persons if not self._running[owner])
            owner = None if self._running[address,] >= self._most else next(free, None)
            if owner is not None:
                calls = persons.pop(owner)
                call = calls.popleft()
                if calls:
                    persons[owner] = calls
                del self._waiting[address]
                if persons:
                    self._waiting[address] = persons
                return Person(owner, address), call
        return None

    def _work(self) -> None:
        while True:
            with self._changed:
                person, call = cast("tuple[Person, Call]", self._changed.wait_for(self._take))
                self._running.update((person.owner, (person.address,)))
            call.run(call.function)
            call.deliver()
            with self._changed:
                self._running.subtract((person.owner, (person.address,)))
                self._running += Counter()  # forgets those who have none
                self._changed.notify_all()


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
