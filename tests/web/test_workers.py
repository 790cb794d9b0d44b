"""Worker threads: results and errors, languages, shared commits, and what is done again after a rollback."""

import asyncio
import threading
from functools import partial

import pytest

from support.endless import LONG_TO_GENERATE, EndlessWork
from support.processes import until
from support.web_process import PATIENCE
from tessella import i18n
from tessella.errors import StoreError
from tessella.play.puzzle_maker import PuzzleMaker
from tessella.play.store import Store
from tessella.web.access import Person
from tessella.web.workers import FairPool, StoreThread, WorkerPool


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
    both = threading.Barrier(2, timeout=600)
    assert sorted(await asyncio.gather(pool.run(both.wait), pool.run(both.wait))) == [0, 1]


async def test_what_was_rolled_back_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the commit of a batch fails, each result is made true again; what raised stays an error."""
    store = Store.in_memory()
    thread = StoreThread(store)
    begun, may_go_on = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        assert may_go_on.wait(600)

    held = asyncio.create_task(thread.run(hold))
    await asyncio.to_thread(begun.wait, 600)

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


ANN, BOB, CID = Person("ann", "192.0.2.1"), Person("bob", "192.0.2.1"), Person("cid", "192.0.2.2")


async def test_addresses_and_persons_take_turns() -> None:
    """Whoever asks for much waits behind who asks for little, also with a second identity at the same address."""
    pool, order = FairPool("test", 1), list[str]()
    begun, may_go_on = threading.Event(), threading.Event()

    def hold() -> None:
        begun.set()
        assert may_go_on.wait(PATIENCE)

    waiting = [asyncio.create_task(pool.run_for(ANN, hold))]
    await asyncio.to_thread(begun.wait, PATIENCE)
    for person in (ANN, ANN, ANN, BOB, BOB, CID):
        waiting.append(asyncio.create_task(pool.run_for(person, partial(order.append, person.owner))))
        await asyncio.sleep(0)  # it is in the queue
    may_go_on.set()
    await asyncio.gather(*waiting)
    assert order == ["ann", "cid", "bob", "ann", "bob", "ann"]


async def test_an_address_leaves_a_thread_to_the_others() -> None:
    """However much one person or address has begun, somebody from elsewhere need not wait for any of it."""
    pool, may_go_on = FairPool("test", 3), threading.Event()
    waiting = [asyncio.create_task(pool.run_for(one, lambda: may_go_on.wait(PATIENCE))) for one in (ANN, ANN, BOB, BOB)]
    assert await asyncio.wait_for(pool.run_for(CID, lambda: "here"), PATIENCE) == "here"
    may_go_on.set()
    await asyncio.gather(*waiting)


async def test_work_that_nobody_waits_for_stops() -> None:
    """Cancelled, a computation ends in its thread, which goes on with the next; a child process is ended."""
    pool, maker = FairPool("test", 1), PuzzleMaker()
    compute = EndlessWork()

    computing, next_one = (asyncio.create_task(pool.run_for(ANN, work)) for work in (compute, compute.ended.is_set))
    never = asyncio.create_task(pool.run_for(ANN, lambda: 1 // 0))
    await asyncio.to_thread(compute.begun.wait, PATIENCE)
    computing.cancel()
    never.cancel()
    assert await asyncio.wait_for(next_one, PATIENCE)
    making = asyncio.create_task(pool.run_for(ANN, lambda: maker.open_id(LONG_TO_GENERATE)))
    await asyncio.to_thread(until, lambda: maker._child is not None)
    child = maker._child
    assert child
    making.cancel()
    assert await asyncio.to_thread(child.process.wait, PATIENCE) != 0
    assert await pool.run_for(ANN, lambda: "on") == "on"
