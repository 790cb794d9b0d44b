"""Work in a thread that nobody waits for at the end."""

import asyncio
import threading

import pytest

from tessella.errors import PuzzleError
from tessella.tui.background import run_in_thread


async def test_what_the_work_comes_to_is_returned() -> None:
    """The work runs in a thread of its own, and its value is returned to the loop."""
    thread = await run_in_thread(threading.current_thread)
    assert thread is not threading.current_thread()
    assert thread.daemon


async def test_what_the_work_raises_is_raised() -> None:
    """An error of the work is raised where it is waited for."""

    def fail() -> None:
        raise PuzzleError("no solution")

    with pytest.raises(PuzzleError, match="no solution"):
        await run_in_thread(fail)


async def test_who_stops_waiting_hears_nothing() -> None:
    """Work that nobody waits for any more goes on, and its value is dropped without a word."""
    done = threading.Event()
    waiting = asyncio.create_task(run_in_thread(lambda: done.wait(600)))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    done.set()
