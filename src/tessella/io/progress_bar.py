"""A progress bar for a terminal, and the cancellation of a long job by Ctrl-C."""

import signal
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any, Self, TypeVar

from tessella.i18n import _

T = TypeVar("T")

DELAY, INTERVAL = 1.0, 0.1
"""Seconds until the bar is first shown, and between two changes of it."""


class ProgressBar:
    """A line that shows how much of a job is done, how fast, and how much time is left.

    `share` gives what is done, from 0 to 1, or None where nobody knows; `label` puts a number of steps into words.
    Nothing is shown in the first second, nor where the stream is no terminal. While it is entered, Ctrl-C ends the job
    between two items, so that what is written is whole; `stopped` says that it did.
    """

    def __init__(
        self,
        stream: IO[str] | None = None,
        share: Callable[[], float | None] | None = None,
        label: Callable[[int], str] = str,
    ) -> None:
        self.stream = stream if stream is not None and stream.isatty() else None
        self.share = share or (lambda: None)
        self.label = label
        self.steps = 0
        self.begun = self.shown = time.monotonic()
        self.width = 0
        self.stopped = False
        self.entered = self.waiting = False
        self._old_handler: Any = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._old_handler = signal.signal(signal.SIGINT, self._interrupted)
            self.entered = True
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.entered:
            signal.signal(signal.SIGINT, self._old_handler)
            self.entered = False
        self.clear()

    def _interrupted(self, *_signal: object) -> None:
        """Break off the wait for the next item; while one is written, wait for that; whoever insists is heard."""
        if self.waiting or self.stopped:
            self.waiting = False
            raise KeyboardInterrupt
        self.stopped = True

    def until_stopped(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and end early at Ctrl-C: at once while an item is being made, else before the next one."""
        iterator = iter(items)
        while not self.stopped:
            try:
                self.waiting = self.entered
                item = next(iterator)
                self.waiting = False
            except StopIteration:
                self.waiting = False
                return
            except KeyboardInterrupt:
                if not self.entered:
                    raise
                self.stopped = True
                return
            yield item

    @property
    def is_shown(self) -> bool:
        """Whether there is a terminal to show it on."""
        return self.stream is not None

    def step(self, steps: int = 1) -> None:
        """Count some steps, and show the bar where it is time to."""
        self.steps += steps
        now = time.monotonic()
        if self.stream is None or now - self.begun < DELAY or now - self.shown < INTERVAL:
            return
        self.shown = now
        line = self._line(now - self.begun)
        width = display_width(line)
        self.stream.write("\r" + line + " " * (self.width - width))
        self.stream.flush()
        self.width = width

    def _line(self, seconds: float) -> str:
        line = f"{self.label(self.steps)}  {self.steps / seconds:.0f}/s"
        share = self.share()
        if not share:
            return line
        minutes, left = divmod(round(seconds * (1 - share) / share), 60)
        line = f"[{'#' * int(20 * share):-<20}] {share:4.0%}  {line}  "
        return line + _("{time} left").format(time=f"{minutes}:{left:02}")

    def note(self, sentence: str) -> None:
        """Show a sentence until there is more to show."""
        if self.stream is not None:
            self.clear()
            self.stream.write("\r" + sentence)
            self.stream.flush()
            self.width = display_width(sentence)

    def clear(self) -> None:
        """Take the line away, as before other text."""
        if self.stream is not None and self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
            self.width = 0


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Chinese character takes two.

    >>> display_width("12/s"), display_width("12 道")
    (4, 5)
    """
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)
