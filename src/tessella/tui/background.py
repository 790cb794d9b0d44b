"""Work in a thread while the screen goes on.

Nobody waits for that thread at the end: a player who quits while it works quits at once.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


async def run_in_thread(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises, from a thread that dies with the program."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(future)
