"""At what pace does a player play that is watched: how fast, paused, or a step at a time?"""

import asyncio
import contextlib

from tessella.play.advisor_process import BEST, Who

__all__ = ["SPEEDS", "USUAL", "Pace"]

SPEEDS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 200.0)
"""Moves a second that the keys go through."""
USUAL = 5.0
"""Moves a second where nobody says how many."""


class Pace:
    """How a player that is watched goes on; every change wakes it from its rest between two moves."""

    def __init__(self, who: Who = BEST, speed: float = USUAL) -> None:
        self.who = who
        self.speed = speed
        self.is_paused = False
        self.moves = 0
        """How many moves were made."""
        self._steps = 0
        self._changed = asyncio.Event()

    @property
    def rests(self) -> bool:
        """Whether no move is wanted now."""
        return self.is_paused and not self._steps

    def faster(self) -> None:
        """Go on at the next higher speed."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)
        self._changed.set()

    def slower(self) -> None:
        """Go on at the next lower speed."""
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)
        self._changed.set()

    def pause(self) -> None:
        """Rest, or go on."""
        self.is_paused = not self.is_paused
        self._steps = 0
        self._changed.set()

    def step(self) -> None:
        """Make one move at once, and rest."""
        self.is_paused = True
        self._steps += 1
        self._changed.set()

    def moved(self) -> None:
        """Take note of a move."""
        self.moves += 1
        self._steps = max(0, self._steps - 1)

    async def wait(self, since: float) -> None:
        """Return when a move is due that follows one made at `since`, by the clock of the event loop."""
        loop = asyncio.get_running_loop()
        while self.rests or (not self._steps and loop.time() < since + 1 / self.speed):
            self._changed.clear()
            left = None if self.rests else since + 1 / self.speed - loop.time()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
