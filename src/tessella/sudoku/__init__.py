"""Everything about Sudoku.

The law and the solver for people are plain Python and here at once; what works on arrays of puzzles needs numpy and
numba, and comes with the first use of its name.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tessella.sudoku.board import Board, Problem, problems
from tessella.sudoku.generate import generate, is_minimal, open_id, shuffle
from tessella.sudoku.solve import count, solutions, solve

if TYPE_CHECKING:
    from tessella.sudoku import notation
    from tessella.sudoku.canonical import canonical, canonical_many, transform_many
    from tessella.sudoku.mint import generate_many

__all__ = [
    "Board",
    "Problem",
    "canonical",
    "canonical_many",
    "count",
    "generate",
    "generate_many",
    "is_minimal",
    "notation",
    "open_id",
    "problems",
    "shuffle",
    "solutions",
    "solve",
    "transform_many",
]

# Where the names live that are fetched when they are first used.
_LATER = {
    "canonical": "canonical",
    "canonical_many": "canonical",
    "generate_many": "mint",
    "notation": "",
    "transform_many": "canonical",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    room = _LATER[name]
    value = getattr(import_module(f"{__name__}.{room}"), name) if room else import_module(f"{__name__}.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
