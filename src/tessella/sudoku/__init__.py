"""Everything about Sudoku.

The law, the solver and the maker for people are plain Python and here at once; what works on arrays of puzzles needs
numpy and numba, and comes with the first use of its name.

>>> solve(Board.parse("1... ..2. .3.. ...4")).rows
((1, 2, 4, 3), (3, 4, 2, 1), (4, 3, 1, 2), (2, 1, 3, 4))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tessella.sudoku.board import Board, Problem, problems
from tessella.sudoku.generation import generate, generate_many, is_minimal, open_id, shuffle
from tessella.sudoku.rating.levels import LEVELS, level_name, level_of
from tessella.sudoku.rating.rater import RatedStep, Rating, rate, rate_many
from tessella.sudoku.solver import count, solutions, solve

if TYPE_CHECKING:
    from tessella.sudoku import notation
    from tessella.sudoku import rendering as picture
    from tessella.sudoku.bulk_solver import count_many, is_proper_many, solve_many
    from tessella.sudoku.canonical_form import canonical, canonical_many, transform_many
    from tessella.sudoku.techniques.registry import find_all
    from tessella.sudoku.techniques.step import Step
    from tessella.sudoku.tutor.hints import Hint, explain, hint

__all__ = [
    "LEVELS",
    "Board",
    "Hint",
    "Problem",
    "RatedStep",
    "Rating",
    "Step",
    "canonical",
    "canonical_many",
    "count",
    "count_many",
    "explain",
    "find_all",
    "generate",
    "generate_many",
    "hint",
    "is_minimal",
    "is_proper_many",
    "level_name",
    "level_of",
    "notation",
    "open_id",
    "picture",
    "problems",
    "rate",
    "rate_many",
    "shuffle",
    "solutions",
    "solve",
    "solve_many",
    "transform_many",
]

# The rooms of the names that are fetched when they are first used; a room of its own for "". A function that is named
# like its room (solve, generate) cannot wait: whoever imports the room first would put it in the function's place.
_LATER = {
    "Hint": "tutor.hints:Hint",
    "Step": "techniques.step:Step",
    "canonical": "canonical_form:canonical",
    "canonical_many": "canonical_form:canonical_many",
    "count_many": "bulk_solver:count_many",
    "explain": "tutor.hints:explain",
    "find_all": "techniques.registry:find_all",
    "hint": "tutor.hints:hint",
    "is_proper_many": "bulk_solver:is_proper_many",
    "notation": "notation",
    "picture": "rendering",
    "solve_many": "bulk_solver:solve_many",
    "transform_many": "canonical_form:transform_many",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    module, _, attribute = _LATER[name].partition(":")
    value: Any = import_module(f"{__name__}.{module}")
    if attribute:
        value = getattr(value, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
