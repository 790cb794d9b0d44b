"""Coaching: hints, advice, check, watch, review and practice, the same for every front end."""

import threading
from typing import Any

from tessella import games, ids
from tessella.errors import PuzzleError, quote
from tessella.games import PerGame, Position
from tessella.i18n import _
from tessella.play.coach.base import Coach, Followed, WatchedMove, Watching, WentBack
from tessella.play.stored_game import StoredGame
from tessella.play.tasks import StoppedError, Task

__all__ = [
    "OPEN_TIMEOUT",
    "Coach",
    "Followed",
    "StoppedError",
    "Task",
    "WatchedMove",
    "Watching",
    "WentBack",
    "coach_for",
    "open_task",
]

OPEN_TIMEOUT = 120.0
"""Seconds that a puzzle may take where nobody can cancel; on a new machine the engine is compiled meanwhile."""

COACHES: PerGame[type[Coach]] = PerGame(
    {"2048": "tessella.play.coach.game2048:Coach2048", "sudoku": "tessella.play.coach.sudoku:SudokuCoach"}
)


def coach_for(game: StoredGame, **options: Any) -> Coach:
    """Return the coach for a stored game; `options` are those of its class."""
    return COACHES[game.session.id](game, **options)


def open_task(text: str, *, timeout: float | None = None) -> Task[ids.Opening[Position]]:
    """Return the task of opening an id; one that takes seconds is made in a child process, which `cancel` ends.

    With a `timeout` in seconds PuzzleError says that it took too long.

    >>> task = open_task("2048:classic#42")
    >>> task.run()
    >>> task.result().id
    '2048:classic#42'
    """
    if not games.takes_long(text):
        return Task("open", lambda: games.open_id(text))
    from tessella.play.puzzle_maker import PuzzleMaker  # noqa: PLC0415 - the door to the process that works

    maker = PuzzleMaker()

    def make() -> ids.Opening[Position]:
        alarm = threading.Timer(timeout or 0, maker.stop)
        alarm.daemon = True
        if timeout:
            alarm.start()
        try:
            with maker:
                return maker.open_id(text)
        except StoppedError:
            raise PuzzleError(
                _("generating this puzzle would take too long: {text}").format(text=quote(text))
            ) from None
        finally:
            alarm.cancel()

    return Task("open", make, cancel=maker.stop)
