"""Advisor of 2048: a child process that holds network and engine, so that the one that draws stays small and quick."""

import atexit
from functools import cache
from typing import NamedTuple

from tessella.game2048 import game_review
from tessella.game2048.advice import advisor as engine
from tessella.game2048.advice.advisor import Advice
from tessella.game2048.board import Board
from tessella.game2048.game_review import Review
from tessella.game2048.players.registry import is_compiled
from tessella.io import own_process
from tessella.io.child_process import ChildProcess
from tessella.play.session import Session


class PlayerOptions(NamedTuple):
    """Which player of 2048 is asked, and how far it looks ahead."""

    player: str | None = None
    ply: int | None = None
    seconds: float | None = None


DEFAULT_PLAYER = PlayerOptions()  # the best player there is for a board


class Advisor(ChildProcess):
    """A child process that advises on 2048; any thread may ask."""

    module = __name__
    has_answered = False  # in a browser, where another worker answers for it: whether that one has

    def answers_at_once(self, board: Board) -> bool:
        """Return whether advice on a board comes in a moment: the process has started, and its kernels are compiled."""
        return self.is_warm and is_compiled(board) and (own_process.AVAILABLE or self.has_answered)

    def advise(self, board: Board, player: PlayerOptions = DEFAULT_PLAYER) -> Advice:
        """Return what each move on a board is worth to a player."""
        return self.ask(_advise, board.to_text(), player)

    def best_move(self, board: Board, player: PlayerOptions = DEFAULT_PLAYER) -> str:
        """Return the move that a player makes."""
        return self.ask(_choose_move, board.to_text(), player)

    def review(self, save: str, player: PlayerOptions = DEFAULT_PLAYER, *, most: int = 10) -> Review:
        """Return the moves of a saved game that cost most."""
        return self.ask(_review, save, player, most)


@cache
def shared_advisor() -> Advisor:
    """Return the advisor of this process."""
    advisor = Advisor()
    atexit.register(advisor.stop)
    return advisor


# --- In the child ---------------------------------------------------------------------------------------------------


def _advise(board: str, player: PlayerOptions) -> Advice:
    return engine.advise(Board.parse(board), **player._asdict())


def _choose_move(board: str, player: PlayerOptions) -> str:
    return engine.best_move(Board.parse(board), **player._asdict())


def _review(save: str, player: PlayerOptions, most: int) -> Review:
    return game_review.review(Session.from_text(save), most=most, **player._asdict())
