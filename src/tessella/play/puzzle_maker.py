"""Maker of puzzles that take seconds, in a child process that can be cancelled."""

from typing import Any, ClassVar

from tessella import games, ids
from tessella.games import Position
from tessella.play.child_process import ChildProcess, Request, serve


class OpenGame(Request, frozen=True):
    """Ask what an id stands for; the position comes as text."""

    id: str

    def perform(self) -> ids.Opening[str]:
        """Return the opening."""
        opening: ids.Opening[Any] = games.open_id(self.id)
        return opening._replace(start=opening.start.to_text())


class PuzzleMaker(ChildProcess):
    """A child process that opens ids.

    >>> with PuzzleMaker() as maker:
    ...     maker.open_id("2048:classic#42").id
    '2048:classic#42'
    """

    module: ClassVar = __name__

    def open_id(self, text: str) -> ids.Opening[Position]:
        """Return what `games.open_id` returns, or raise what it raises; StoppedError after `stop`."""
        opening: ids.Opening[Any] = self.ask(OpenGame(id=text), ids.Opening[str], stops=0)
        return opening._replace(start=games.GAMES[opening.id].Board.parse(opening.start))


if __name__ == "__main__":
    serve(OpenGame)
