"""Program under test: a child process that is asked questions, and may neither hang nor flood.

A thread of its own watches the clock and ends a program that owes an answer: a read or a write that waits for it ends
too, on every system.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, Self

from tessella.errors import TessellaError, os_reason
from tessella.i18n import _
from tessella.io import own_process

MAX_LINE_BYTES = 1 << 14  # what an answer may take; the chances of 64 cells have room
PATIENCE = 2.0  # seconds that a program has to end after `quit`
TICK = 0.05  # seconds between two looks at the clock


class ProgramError(TessellaError):
    """What ends a program: the sentence says how it did."""


class Program:
    """A running program; `seconds` is how long it may take for an answer. Whoever opens it closes it: use `with`."""

    def __init__(self, command: Sequence[str], seconds: float, log: IO[bytes] | None = None) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what its user asks for
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, bufsize=0, **own_process.group()
            )
        except (OSError, ValueError) as error:
            raise TessellaError(_("cannot start {text}: {why}"), text=command[0], why=os_reason(error)) from None
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin, self._process.stdout
        self.seconds = seconds
        self._killed_at = 0.0  # on the monotonic clock; 0 while it is not killed
        self._has_ended = False  # as far as whoever asks it has heard
        self._due = float("inf")
        self._is_late = False
        self._rest = b""
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_rest: object) -> None:
        """End the program: in order after a match, at once after Ctrl-C or an error."""
        in_order = kind is None and not self._killed_at
        self._due = time.monotonic() + PATIENCE
        with suppress(OSError):
            if in_order:
                self._to.write(b"quit\n")
        with suppress(OSError):
            self._to.close()
        if in_order:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE)
        if self._process.poll() is None:
            self.kill()
        self._closed.set()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self._from.close()

    def tell(self, text: str) -> None:
        """Write questions, each with its line feed; raises `ProgramError`."""
        if self._rest:
            raise ProgramError(_("the program wrote what nobody had asked for: {text}"), text=_shown(self._rest))
        self._due = time.monotonic() + self.seconds
        data = text.encode()
        try:
            while data:
                data = data[self._to.write(data) or 0 :]
        except (OSError, ValueError):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(PATIENCE / 2)
            if self._is_late or self._process.returncode is None:
                raise self._ended() from None
            # It has ended: what it wrote before says more, and who waits for the answer hears of the end.

    def answer(self) -> str:
        """Return the next line of the program, without its end; raises `ProgramError`."""
        while True:
            line, feed, rest = self._rest.partition(b"\n")
            if len(line) > MAX_LINE_BYTES:
                self.kill()
                self._has_ended = True
                message = _("expected a line of at most {limit} bytes, got {text}")
                raise ProgramError(message, limit=MAX_LINE_BYTES, text=_shown(line))
            if feed:
                self._rest = rest
                self._due = time.monotonic() + self.seconds if rest else float("inf")
                return line.decode("utf-8", "replace").rstrip("\r")
            try:
                chunk = self._from.read(1 << 16)
            except (OSError, ValueError):
                chunk = b""
            if not chunk:
                raise self._ended()
            self._rest += chunk

    def kill(self) -> None:
        """End the program at once, with the processes that it has started."""
        self._killed_at = self._killed_at or time.monotonic()
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def is_stuck(self) -> bool:
        """Return whether it was killed, and a process that left its group still keeps whoever asks it waiting."""
        late = self._killed_at and time.monotonic() - self._killed_at > PATIENCE
        return bool(late) and not self._has_ended

    def _watch(self) -> None:
        while not self._closed.wait(TICK):
            if time.monotonic() > self._due:
                self._is_late = True
                self.kill()
                return

    def _ended(self) -> ProgramError:
        """Return why there is no answer."""
        self._has_ended, self._due = True, float("inf")
        if self._is_late:
            return ProgramError(_("no answer from the program within {seconds:g} s").format(seconds=self.seconds))
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE / 2)
        code = self._process.returncode
        if code is None:
            return ProgramError(_("the program closed its input or output"))
        if code < 0:
            return ProgramError(_("the program was ended by signal {number}").format(number=-code))
        return ProgramError(_("the program ended with exit code {code}").format(code=code))


def _shown(data: bytes) -> str:
    return data[:200].decode("utf-8", "replace")
