"""How is something worked out while the screen goes on?

In a thread of its own that nobody waits for at the end: who leaves while it works leaves at once. What takes seconds
and can be called off, the making of a puzzle, is a process of its own, so that it can be ended, and takes nothing from
the screen.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import TypeVar

__all__ = ["aside"]

Result = TypeVar("Result")


async def aside(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises, from a thread that dies with the program."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def tell(result: Result | None, error: BaseException | None) -> None:
        if future.done():  # nobody waits for it any more
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]  # there is a result where there is no error
        else:
            future.set_exception(error)

    def run() -> None:
        result, failed = None, None
        try:
            result = work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failed = error
        with contextlib.suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(tell, result, failed)

    threading.Thread(target=run, daemon=True).start()
    return await future
