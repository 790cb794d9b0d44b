"""Stand-ins for the process that thinks: they answer at once or when they are told to, and remember who asked."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

from tessella.errors import PlayerError, TessellaError
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import Advice, Choice
from tessella.game2048.game_review import Mistake, Review

__all__ = ["Adviser"]


class Adviser:
    """Thinks that the last legal move is the best one. With `waits` each answer waits for `go`."""

    def __init__(self, *, waits: bool = False, fails: bool = False) -> None:
        self.is_warm = True
        self.asked: list[Board] = []
        self.fails = fails
        self._turns = threading.Semaphore(0 if waits else 1 << 30)
        self.has_asked = threading.Semaphore(0)
        self._is_free = threading.Event()
        self._is_free.set()

    def go(self, answers: int = 1) -> None:
        """Let answers be given."""
        self._turns.release(answers)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let no answer be given before the block has ended."""
        self._is_free.clear()
        try:
            yield
        finally:
            self._is_free.set()

    def _wait(self, board: Board) -> tuple[str, ...]:
        self.asked.append(board)
        self.has_asked.release()
        assert self._turns.acquire(timeout=600)
        assert self._is_free.wait(600)
        if self.fails:
            raise PlayerError("the player has no idea")
        return board.moves()[::-1]

    def answers_at_once(self, _board: Board) -> bool:
        """Return whether the coach need not give a first answer itself."""
        return self.is_warm

    def advise(self, board: Board, *_options: Any, **_how: Any) -> Advice:
        """Return advice in numbers that are easy to tell apart."""
        choices = [Choice(move, 900.0 - 100 * n, 1000.0 - 100 * n, 0.5) for n, move in enumerate(self._wait(board))]
        return Advice(board, "the test", tuple(choices), in_points=True)

    def best_move(self, board: Board, *_options: Any, **_how: Any) -> str:
        """Return the last legal move."""
        return self._wait(board)[0]

    def review(self, game: object, **_how: Any) -> Review:
        """Return a review that finds fault with the second move of a saved game."""
        from tessella.play.session import Session  # noqa: PLC0415 - only who reviews

        session = Session.from_text(str(game))
        if self.fails:
            raise TessellaError("nobody can review this")
        board = session.position_after(1)
        assert isinstance(board, Board)
        played = session.moves[1]
        better = next(move for move in board.moves() if move != played)
        return Review("the test", True, 2, 0.5, 120.0, (Mistake(1, board, played, better, 120.0),), ())  # noqa: FBT003

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        """Be asked no more."""

    def stop(self) -> None:
        """Be asked no more."""
