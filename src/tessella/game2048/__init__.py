"""The game of 2048: rules and boards, computer players, advice, reviews and environments for learning.

The rules are plain Python and here at once; what computes loads numpy and numba with the first use of its name.

>>> board = generate("classic", seed=42).play("left")
>>> board.score, board.is_over()
(0, False)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tessella.errors import missing
from tessella.game2048.board import Board, render
from tessella.game2048.generation import generate, open_id
from tessella.game2048.rules import RULES, Rules
from tessella.game2048.sliding import DIRECTIONS, Slide, slide

if TYPE_CHECKING:
    from tessella.game2048.advice.advisor import Advice, advise, best_move
    from tessella.game2048.env import make_env
    from tessella.game2048.evaluation import evaluate
    from tessella.game2048.game_review import Review, review
    from tessella.game2048.players.registry import player

__all__ = [
    "DIRECTIONS",
    "RULES",
    "Advice",
    "Board",
    "Review",
    "Rules",
    "Slide",
    "advise",
    "best_move",
    "evaluate",
    "generate",
    "make_env",
    "open_id",
    "player",
    "render",
    "review",
    "slide",
]

_LAZY = {  # the names that are fetched at their first use, and the modules that hold them
    "Advice": "advice.advisor",
    "Review": "game_review",
    "advise": "advice.advisor",
    "best_move": "advice.advisor",
    "evaluate": "evaluation",
    "make_env": "env",
    "player": "players.registry",
    "review": "game_review",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    try:
        value = globals()[name] = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    except ModuleNotFoundError as error:
        raise missing(name, error) from error
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
