"""The signals that end a program, taken as Ctrl-C is: what is half done is finished or tidied away."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

_received: list[int] = []  # those that have come


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Do for SIGTERM and SIGHUP what Ctrl-C does meanwhile; in a thread that hears no signals, nothing."""
    is_main = threading.current_thread() is threading.main_thread()
    old = {one: signal.getsignal(one) for one in ENDING} if is_main else {}
    heard = {one: handler for one, handler in old.items() if handler not in (signal.SIG_IGN, None)}  # nohup stays so
    try:
        for one in heard:
            signal.signal(one, _interrupt)
        yield
    finally:
        for one, handler in heard.items():
            signal.signal(one, handler)


def _interrupt(number: int, frame: Any) -> None:
    _received.append(number)
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # ignored, as in the background of a shell
        raise KeyboardInterrupt
    handler(number, frame)


def exit_code() -> int:
    """Return the exit code of an interrupted program: 128 and the signal, 130 for Ctrl-C."""
    return 128 + (_received or [signal.SIGINT])[0]
