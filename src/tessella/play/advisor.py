"""Advisor of 2048: a child process that holds the network and the compiled engine.

The one that draws stays small, and never waits for a lock of the interpreter's.
"""

import atexit
from functools import cache
from typing import ClassVar, NamedTuple

from tessella.game2048 import game_review
from tessella.game2048.advice import advisor as engine
from tessella.game2048.advice.advisor import Advice
from tessella.game2048.board import Board
from tessella.game2048.game_review import Review
from tessella.play.child_process import ChildProcess, Request, serve
from tessella.play.session import Session


class PlayerOptions(NamedTuple):
    """Which player of 2048 is asked, and how far it looks ahead."""

    player: str | None = None
    ply: int | None = None
    seconds: float | None = None


DEFAULT_PLAYER = PlayerOptions()  # the best player there is for a board


class Advise(Request, frozen=True):
    """Ask what each move on a board is worth."""

    board: str
    player: PlayerOptions

    def perform(self) -> Advice:
        """Return the advice."""
        return engine.advise(Board.parse(self.board), **self.player._asdict())


class ChooseMove(Request, frozen=True):
    """Ask for the move of a player."""

    board: str
    player: PlayerOptions

    def perform(self) -> str:
        """Return the move."""
        return engine.best_move(Board.parse(self.board), **self.player._asdict())


class ReviewGame(Request, frozen=True):
    """Ask which moves of a game cost most."""

    save: str
    player: PlayerOptions
    most: int

    def perform(self) -> Review:
        """Return the review."""
        session = Session.from_text(self.save)
        return game_review.review(session, most=self.most, **self.player._asdict())


class Advisor(ChildProcess):
    """A child process that advises on 2048; any thread may ask."""

    module: ClassVar = __name__

    def advise(self, board: Board, player: PlayerOptions = DEFAULT_PLAYER) -> Advice:
        """Return what each move on a board is worth to a player."""
        return self.ask(Advise(board=board.to_text(), player=player), Advice)

    def best_move(self, board: Board, player: PlayerOptions = DEFAULT_PLAYER) -> str:
        """Return the move that a player makes."""
        return self.ask(ChooseMove(board=board.to_text(), player=player), str)

    def review(self, save: str, player: PlayerOptions = DEFAULT_PLAYER, *, most: int = 10) -> Review:
        """Return the moves of a saved game that cost most."""
        return self.ask(ReviewGame(save=save, player=player, most=most), Review)


@cache
def shared_advisor() -> Advisor:
    """Return the advisor of this process."""
    advisor = Advisor()
    atexit.register(advisor.stop)
    return advisor


if __name__ == "__main__":
    serve(Advise | ChooseMove | ReviewGame)
