"""2048 and Sudoku: to play, to learn, to make puzzles and to study.

Importing this package costs nothing: `tessella.game2048` and `tessella.sudoku` are imported at their first use. In a
notebook `tessella.play("2048")` and `tessella.watch("corner")` bring a game into the cell.

>>> import tessella
>>> dir(tessella)
['__version__', 'game2048', 'in_progress', 'play', 'sudoku', 'watch']
>>> tessella.sudoku.solve(tessella.sudoku.Board.parse("1... ..2. .3.. ...4")).rows[0]
(1, 2, 4, 3)
"""

from importlib import import_module as _import_module

TYPE_CHECKING = False  # that of `typing`, which would take longer to import than all else here
if TYPE_CHECKING:
    from tessella import game2048, sudoku
    from tessella.notebook.api import in_progress, play, watch

__all__ = ["__version__", "game2048", "in_progress", "play", "sudoku", "watch"]

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    if name in ("game2048", "sudoku"):
        return _import_module(f"tessella.{name}")
    if name in ("in_progress", "play", "watch"):
        return getattr(_import_module("tessella.notebook.api"), name)
    raise AttributeError(f"module 'tessella' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
