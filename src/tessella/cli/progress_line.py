"""A line that shows how far a training or an evaluation is."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

from tessella.i18n import _, short
from tessella.io import interrupts
from tessella.io.progress_bar import ProgressBar, bar

INSISTENCE = 1.0  # seconds after which a second Ctrl-C means it: the training ends without being saved


@contextmanager
def starting_line() -> "Iterator[ProgressLine]":
    """Show on a terminal that the AI is starting, until there is more to show; Ctrl-C simply ends the wait."""
    progress = ProgressLine(sys.stderr)
    progress.note(_("Starting the AI (about 20 s the first time) ..."))
    try:
        yield progress
    finally:
        progress.clear()


class ProgressLine(ProgressBar):
    """A line that shows how far a job is; while it is entered, Ctrl-C sets `stopped`, as SIGTERM does."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__(stream)
        self._details: Callable[[], str] = str
        self._share_at_start = 0.0
        self._interrupted_at = 0.0

    def _interrupted(self, *signal_and_frame: object) -> None:
        """Take a signal that comes at once after another for the same one: `timeout` sends each of its own twice."""
        interrupts.taken()
        now = time.monotonic()
        if not self.stopped:
            self._interrupted_at = now
        if not self.stopped or now - self._interrupted_at >= INSISTENCE:
            super()._interrupted(*signal_and_frame)

    def follow(self, share: Callable[[], float], details: Callable[[], str]) -> None:
        """Show a job from now on: how much of it is done, from 0 to 1, and what else there is to say."""
        self._details, self._share_at_start, self.share = details, share(), share
        self.begun = time.monotonic()  # starting up does not count
        self.clear()

    def show(self, done: int, total: int, moves: int = 0) -> None:
        """Show that `done` of `total` are done, and that so many moves were played."""
        more = "  " + _("{moves} moves").format(moves=short(moves)) if moves else ""
        self.share, self._details = lambda: done / total, lambda: f"{done:,} / {total:,}{more}"
        self.step(0)

    def _line(self, seconds: float) -> str:
        share = self.share() or 0.0
        since = share - self._share_at_start
        return bar(share, self._details(), seconds * (1 - share) / since if since > 0 else None)
