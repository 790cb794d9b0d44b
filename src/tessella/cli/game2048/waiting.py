"""A line on a terminal that says why an answer takes a while, and how far it is."""

import sys
import threading
from types import TracebackType
from typing import Self

from tessella.i18n import _

__all__ = ["WaitingLine"]

NOTICE_DELAY = 2.0
"""Seconds until somebody at a terminal is told why nothing happens."""


class WaitingLine:
    """A line that appears on standard error after a while, if that is a terminal; call it to show progress."""

    def __init__(self) -> None:
        self._timer = threading.Timer(NOTICE_DELAY, self._notify)
        self._timer.daemon = True
        self._is_terminal = sys.stderr.isatty()
        self._percent = -1

    def __enter__(self) -> Self:
        if self._is_terminal:
            self._timer.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        if self._percent >= 0:
            print("\r     \r", end="", file=sys.stderr, flush=True)

    def _notify(self) -> None:
        print(_("Starting the AI (about 20 s the first time) ..."), file=sys.stderr)

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done."""
        self._timer.cancel()
        percent = 100 * done // max(total, 1)
        if self._is_terminal and percent != self._percent:
            self._percent = percent
            print(f"\r{percent:3d} %", end="", file=sys.stderr, flush=True)
