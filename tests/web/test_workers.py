"""Worker threads: results and errors, languages, shared commits, and what is done again after a rollback."""

import asyncio
import threading

import pytest

from tessella import i18n
from tessella.errors import StoreError
from tessella.play.store import Store
from tessella.web.workers import StoreThread, WorkerPool


async def test_a_call_returns_or_raises() -> None:
    """What a function returns or raises in its thread comes back to who waits, in the caller's language."""
    pool = WorkerPool("test", 2)
    assert await pool.run(lambda: threading.current_thread().name) == "test"
    with i18n.speaking("zh"):
        assert await pool.run(i18n.language) == "zh"
    with pytest.raises(ZeroDivisionError):
        await pool.run(lambda: 1 // 0)


async def test_calls_run_at_the_same_time() -> None:
    """As many calls run at once as the pool has threads."""
    pool = WorkerPool("test", 2)
    both = threading.Barrier(2, timeout=180)
    assert sorted(await asyncio.gather(pool.run(both.wait), pool.run(both.wait))) == [0, 1]


async def test_what_was_rolled_back_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the commit of a batch fails, each result is made true again; what raised stays an error."""
    store = Store.in_memory()
    thread = StoreThread(store)
    begun, may_go_on = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        assert may_go_on.wait(180)

    held = asyncio.create_task(thread.run(hold))
    await asyncio.to_thread(begun.wait, 180)

    class Failing:
        def __enter__(self) -> None:
            """Begin a transaction."""

        def __exit__(self, *_error: object) -> None:
            raise StoreError("disk full")

    monkeypatch.setattr(store, "together", Failing)
    calls = [thread.run(lambda: "first", lambda result: f"{result}, again"), thread.run(lambda: 1 // 0)]
    waiting = [asyncio.create_task(call) for call in calls]
    await asyncio.sleep(0)
    may_go_on.set()
    await held
    assert await waiting[0] == "first, again"
    with pytest.raises(ZeroDivisionError):
        await waiting[1]
    thread.stop()


async def test_a_thread_that_stops_finishes_what_was_asked_for() -> None:
    """Calls that came before the stop are answered."""
    thread = StoreThread(Store.in_memory())
    waiting = [asyncio.create_task(thread.run(lambda number=number: number)) for number in range(50)]  # type: ignore[misc]  # mypy knows no default of a lambda
    await asyncio.sleep(0)
    await asyncio.to_thread(thread.stop)
    assert await asyncio.gather(*waiting) == list(range(50))
