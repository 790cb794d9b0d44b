"""How far is a long job, and is it to end early?

A `Watch` shows a line on a terminal: what is done, how fast, and how much time is left. While it is entered, Ctrl-C
ends the job between two puzzles, so that what is written is whole.
"""

import signal
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Self, TypeVar

from tessella.i18n import _, ngettext

__all__ = ["Watch", "columns"]

T = TypeVar("T")


class Watch:
    """A line that says how far a job is, and the end of the job at Ctrl-C.

    `share` tells how much is done, from 0 to 1. Nothing is shown in the first second, nor where the stream is no
    terminal.
    """

    def __init__(self, stream: IO[str] | None = None, share: Callable[[], float | None] | None = None) -> None:
        self.stream = stream if stream is not None and stream.isatty() else None
        self.share = share or (lambda: None)
        self.puzzles = 0
        self.begun = self.shown = time.monotonic()
        self.width = 0
        self.stopped = False
        self.entered = self.waiting = False
        self.before: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._interrupted)
            self.entered = True
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.entered:
            signal.signal(signal.SIGINT, self.before)
            self.entered = False
        self.clear()

    def _interrupted(self, *_signal: object) -> None:
        """Break off the wait for the next puzzle; while one is written, wait for that; whoever insists is heard."""
        if self.waiting or self.stopped:
            self.waiting = False
            raise KeyboardInterrupt
        self.stopped = True

    def until_stopped(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and end early at Ctrl-C: at once while an item is being made, else before the next one."""
        makes = iter(items)
        none = object()
        while not self.stopped:
            try:
                self.waiting = self.entered
                item: Any = next(makes, none)
                self.waiting = False
            except KeyboardInterrupt:
                if not self.entered:
                    raise
                self.stopped = True
                return
            if item is none:
                return
            yield item

    # --- the line -----------------------------------------------------------------------------------------

    def step(self, puzzles: int = 1) -> None:
        """Count some puzzles, and show the line where it is time to."""
        self.puzzles += puzzles
        if self.stream is None:
            return
        now = time.monotonic()
        if now - self.begun < 1 or now - self.shown < 0.1:
            return
        self.shown = now
        line = self._line(now - self.begun)
        wide = columns(line)
        self.stream.write("\r" + line + " " * (self.width - wide))
        self.stream.flush()
        self.width = wide

    def _line(self, seconds: float) -> str:
        done = ngettext("{n} puzzle", "{n} puzzles", self.puzzles).format(n=self.puzzles)
        line = f"{done}  {self.puzzles / seconds:.0f}/s"
        share = self.share()
        if not share:
            return line
        minutes, left = divmod(round(seconds * (1 - share) / share), 60)
        line = f"[{'#' * int(20 * share):-<20}] {share:4.0%}  {line}  "
        return line + _("{time} left").format(time=f"{minutes}:{left:02}")

    def note(self, sentence: str) -> None:
        """Show a sentence until there is more to say."""
        if self.stream is not None:
            self.clear()
            self.stream.write("\r" + sentence)
            self.stream.flush()
            self.width = columns(sentence)

    def clear(self) -> None:
        """Take the line away, as before other talk."""
        if self.stream is not None and self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Chinese sign takes two.

    >>> columns("12/s"), columns("12 道")
    (4, 5)
    """
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)
