"""A child process that does next to nothing, so that it starts soon."""

import os
import signal
import time
from typing import NoReturn

from tessella.errors import MoveError
from tessella.io.child_process import ChildProcess


class Calculator(ChildProcess):
    """Halves even numbers, each in the child."""

    module = __name__

    def half(self, n: int) -> int:
        """Return half of a number; raises MoveError where there is none."""
        return self.ask(_half, n)

    def allocate(self, size: int) -> int:
        """Return so many bytes' size once they were there."""
        return self.ask(_allocate, size)

    def die(self) -> None:
        """End in the middle of the answer."""
        self.ask(_die)

    def never(self) -> None:
        """Compute for ever."""
        self.ask(_never)


def _half(n: int) -> int:
    if n % 2:
        raise MoveError(f"expected an even number, got '{n}'")
    return n // 2


def _allocate(size: int) -> int:
    return len(bytes(size))


def _die() -> NoReturn:
    os.write(1, b'{"type":')
    os.close(1)
    os.closerange(3, 64)  # the answer ends before the process does
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _never() -> NoReturn:
    while True:
        pass
