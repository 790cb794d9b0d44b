"""Ctrl-C: a command ends at once whatever it is doing, and what must be whole becomes whole first.

    heed()                      # the program ends within GRACE seconds of Ctrl-C, wherever it is ...
    with handled_by(handler):   # ... except here, where a handler has it instead,
    with uninterrupted():       # here, where it waits until the block is done,
    with handled_by(cancel):    # here, where somebody catches the KeyboardInterrupt and goes on,
    taken()                     # or where a handler has heard it
    with as_interrupts():       # SIGTERM and SIGHUP do the same: what is half done is finished or tidied away
    with regained():            # in anybody's program: here Ctrl-C is not lost where Python drops exceptions

Python alone hears Ctrl-C between two instructions of the main thread. It does not while that runs a kernel or waits for
threads to end, and loses it in destructors and where a library written in C calls Python: numba's compiler does all.
"""

import _thread
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import CodeType, FrameType
from typing import Any, NoReturn

EXIT_CODE = 130
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
GRACE = 0.4  # seconds that the program may take to end in order

_is_taken = False
_received: list[int] = []  # signals of ENDING that have come


def heed() -> None:
    """Let Ctrl-C end this program from now on, unless it is to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    low: list[int] = []
    while min(ends := os.pipe()) <= 2:  # the place of a stream that was closed, which stays so
        low += ends
    for end in low:
        os.close(end)
    signals, alarm = ends
    if sys.platform != "win32":
        os.set_blocking(alarm, False)
    threading.Thread(target=_end_late, args=(signals,), daemon=True).start()
    sys.unraisablehook = partial(_raise_again, sys.unraisablehook)
    signal.signal(signal.SIGINT, _interrupted)
    signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)


def leave(code: int = EXIT_CODE) -> NoReturn:
    """End the process as interrupted, without waiting for threads; what is to be kept has been kept."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, RuntimeError, ValueError):  # nobody reads it; or Ctrl-C came while it was written to
            stream.flush()
    os._exit(code)


def finish() -> None:
    """Say that all is done: Ctrl-C need not be told of any more."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_received: leave())


def taken() -> None:
    """Say that an interrupt has been heard and the program goes on."""
    global _is_taken  # noqa: PLW0603 - one program, one Ctrl-C
    _is_taken = True


def cancel(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt for somebody who catches it and goes on, whatever is to be tidied away until then."""
    taken()
    _interrupted(number, frame)


@contextmanager
def handled_by(handler: Callable[..., object]) -> Iterator[None]:
    """Let Ctrl-C call a handler, until the block is done; in other threads than the main one, change nothing."""
    is_ignored = handler is cancel and signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # in a script's background
    if is_ignored or threading.current_thread() is not threading.main_thread():
        yield  # signals reach the main thread alone
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)  # None for one that is not of Python


@contextmanager
def regained() -> Iterator[None]:
    """Raise a KeyboardInterrupt again that a callback or a destructor loses meanwhile; in other threads, do nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = sys.unraisablehook
    sys.unraisablehook = partial(_raise_again, before)
    try:
        yield
    finally:
        sys.unraisablehook = before


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the block is done: what is on the disk and what the program believes stay the same."""
    caught: list[tuple[int, FrameType | None]] = []
    try:
        with handled_by(lambda number, frame: caught.append((number, frame))):
            yield
    finally:
        if caught and callable(handler := signal.getsignal(signal.SIGINT)):
            handler(*caught[-1])  # and not by another signal, which whoever takes this one would not have taken
        elif caught:
            signal.raise_signal(signal.SIGINT)


def _interrupted(_signal: int, frame: FrameType | None) -> None:
    if any(code.co_filename == "<frozen importlib._bootstrap>" for code in _running(frame)):
        leave()  # some modules written in C turn what is raised while they are imported into errors of their own
    raise KeyboardInterrupt


def _running(frame: FrameType | None) -> Iterator[CodeType]:
    """Yield the code of a frame and of those that called it."""
    while frame:
        yield frame.f_code
        frame = frame.f_back


def _raise_again(otherwise: Callable[[Any], object], lost: Any) -> None:
    """Raise a KeyboardInterrupt once more that was lost, in a callback or a destructor: behind that, not here."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Thread(target=_interrupt, daemon=True).start()
    else:
        otherwise(lost)


def _interrupt() -> None:
    """Send Ctrl-C to the main thread, which wakes it where it waits; not in `_raise_again`, which would lose it."""
    main = threading.main_thread().ident or 0
    while _raise_again.__code__ in _running(sys._current_frames()[main]):  # noqa: SLF001 - there is no public name for it
        time.sleep(0.01)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()  # heard between two instructions: POLL sees to them


def _end_late(signals: int) -> None:
    """End the process where Ctrl-C has not ended it in time, and nobody has taken it."""
    global _is_taken  # noqa: PLW0603 - one program, one Ctrl-C
    while True:
        if signal.SIGINT not in os.read(signals, 100):
            continue
        time.sleep(GRACE)
        while sys.platform != "win32" and select.select([signals], [], [], 0)[0]:
            os.read(signals, 100)  # insistence
        while signal.getsignal(signal.SIGINT) is not _interrupted and not _is_taken:
            time.sleep(GRACE / 10)  # it waits, or somebody else has it
        if not _is_taken:  # looked at last: who takes it gives the signal back at once
            os._exit(EXIT_CODE)
        _is_taken = False


# --- The signals that end a program -----------------------------------------------------------------------------------


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Do for SIGTERM and SIGHUP what Ctrl-C does meanwhile; in a thread that hears no signals, nothing."""
    is_main = threading.current_thread() is threading.main_thread()
    old = {one: signal.getsignal(one) for one in ENDING} if is_main else {}
    heard = {one: handler for one, handler in old.items() if handler not in (signal.SIG_IGN, None)}  # nohup stays so
    try:
        for one in heard:
            signal.signal(one, _end)
        yield
    finally:
        for one, handler in heard.items():
            signal.signal(one, handler)


def _end(number: int, frame: Any) -> None:
    _received.append(number)
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # ignored, as in the background of a shell
        raise KeyboardInterrupt
    handler(number, frame)


def exit_code() -> int:
    """Return the exit code of an interrupted program: 128 and the signal, 130 for Ctrl-C."""
    return 128 + (_received or [signal.SIGINT])[0]
