"""A progress bar for a terminal, and the cancellation of a long job by Ctrl-C."""

import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import IO, Self, TypeVar

from tessella.i18n import _, clock
from tessella.io import interrupts
from tessella.io.interrupts import as_interrupts

T = TypeVar("T")

DELAY, INTERVAL = 1.0, 0.1  # seconds until the bar is first shown, and between two changes of it


class ProgressBar:
    """A line that shows how much of a job is done, how fast, and how much time is left.

    `share` gives what is done, from 0 to 1, or None where nobody knows; `label` puts a number of steps into words.
    Nothing is shown in the first second, nor where the stream is no terminal. While it is entered, Ctrl-C or SIGTERM
    ends the job between two items, so that what is written is whole; `stopped` says that it did.
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
        self._handlers = ExitStack()

    def __enter__(self) -> Self:
        self.entered = threading.current_thread() is threading.main_thread()
        self._handlers.enter_context(interrupts.handled_by(self._interrupted))
        self._handlers.enter_context(as_interrupts())
        return self

    def __exit__(self, *_exception: object) -> None:
        self._handlers.close()
        self.entered = False
        self.clear()

    def _interrupted(self, *_signal: object) -> None:
        """Break off the wait for the next item; while one is written, wait for that; whoever insists is heard."""
        interrupts.taken()
        if self.waiting or self.stopped:
            raise KeyboardInterrupt
        self.stopped = True

    def until_stopped(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items, and end early at Ctrl-C: at once while an item is being made, else before the next one."""
        iterator = iter(items)
        while not self.stopped:
            try:
                self.waiting = self.entered
                item = next(iterator if not self.stopped else iter(()))  # what came before it was known to wait
                self.waiting = False
            except StopIteration:
                self.waiting = False
                return
            except KeyboardInterrupt:
                if not self.entered:
                    raise
                self.stopped, self.waiting = True, False
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
        self._show(self._line(now - self.begun))

    def _line(self, seconds: float) -> str:
        line = f"{self.label(self.steps)}  {self.steps / seconds:.0f}/s"
        share = self.share()
        return bar(share, line, seconds * (1 - share) / share) if share else line

    def note(self, sentence: str) -> None:
        """Show a sentence until there is more to show."""
        self._show(sentence)

    def clear(self) -> None:
        """Take the line away, as before other text."""
        if self.width:
            self._show("", "\r")

    def _show(self, line: str, end: str = "") -> None:
        if self.stream is not None:
            self.stream.write("\r" + pad(line, self.width) + end)
            self.stream.flush()
            self.width = display_width(line)


def bar(share: float, text: str, seconds_left: float | None) -> str:
    """Return a line with a bar, the share done in percent, a text, and the time left where it is known.

    >>> bar(0.5, "12/s", 75)
    '[##########----------]  50%  12/s  1:15 left'
    """
    line = f"[{'#' * int(20 * share):-<20}] {share:4.0%}  {text}"
    return line if seconds_left is None else line + "  " + _("{time} left").format(time=clock(seconds_left))


def display_width(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Chinese character takes two.

    >>> display_width("12/s"), display_width("12 道")
    (4, 5)
    """
    return sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in text)


def pad(text: str, width: int, *, right: bool = False) -> str:
    """Return a text with blanks behind it, or in front of it, so that it takes so many columns."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def pad_all(texts: Sequence[str], *, right: bool = False) -> list[str]:
    """Return texts as the rows of a column, as wide as the widest.

    >>> pad_all(["AI", "games"]), pad_all(["7", "12"], right=True)
    (['AI   ', 'games'], [' 7', '12'])
    """
    width = max(map(display_width, texts))
    return [pad(text, width, right=right) for text in texts]


def aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the rows of a table as lines, the first column to the left and the others to the right.

    >>> aligned([("table", "size"), ("L3-16", "12 MB")])
    ['table    size', 'L3-16   12 MB']
    """
    columns = [pad_all(cells, right=at > 0) for at, cells in enumerate(zip(*rows, strict=True))]
    return ["   ".join(row).rstrip() for row in zip(*columns, strict=True)]
