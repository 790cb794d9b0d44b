"""2048 and Sudoku: to play, to learn, to make and to study.

Importing this package costs nothing; take what you need from `tessella.game2048` and `tessella.sudoku`. In a notebook
`tessella.play("2048")` and `tessella.watch("corner")` bring a game into the cell.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tessella.notebook.api import play, watch

__all__ = ["__version__", "play", "watch"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in ("play", "watch"):
        from tessella.notebook import api  # noqa: PLC0415 - only a notebook has what it needs

        return getattr(api, name)
    message = f"module 'tessella' has no attribute {name!r}"
    raise AttributeError(message)
