"""Maker of puzzles that take seconds, in a child process that can be cancelled."""

from typing import Any

from tessella import games, ids
from tessella.games import Position
from tessella.io.child_process import ChildProcess


class PuzzleMaker(ChildProcess):
    """A child process that opens ids.

    >>> with PuzzleMaker() as maker:
    ...     maker.open_id("2048:classic#42").id
    '2048:classic#42'
    """

    module = __name__
    restarts = False

    def open_id(self, text: str, seed: int | None = None) -> ids.Opening[Position]:
        """Return what `games.open_id` returns, or raise what it raises; StoppedError after `stop`."""
        opening: ids.Opening[Any] = self.ask(_open_id, text, seed)
        return opening._replace(start=games.GAMES[opening.id].Board.parse(opening.start))


def _open_id(text: str, seed: int | None) -> ids.Opening[str]:
    """Return what an id stands for; the position comes as text."""
    opening: ids.Opening[Any] = games.open_id(text, seed=seed)
    return opening._replace(start=opening.start.to_text(), whole=None)
