"""Sudoku: boards, generation, solving, rating, hints, pictures and environments for learning.

Names are imported at their first use: what works on arrays of puzzles loads numpy and numba, all else is plain Python.

>>> solve(Board.parse("1... ..2. .3.. ...4")).rows
((1, 2, 4, 3), (3, 4, 2, 1), (4, 3, 1, 2), (2, 1, 3, 4))
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tessella.errors import missing

if TYPE_CHECKING:
    from tessella.sudoku import notation
    from tessella.sudoku.board import Board, Problem, problems, render
    from tessella.sudoku.bulk_solver import count_many, is_proper_many, solve_many
    from tessella.sudoku.canonical_form import canonical, canonical_many, transform_many
    from tessella.sudoku.env import make_env
    from tessella.sudoku.generation import generate, open_id
    from tessella.sudoku.generator.bulk import generate_many
    from tessella.sudoku.generator.clue_removal import is_minimal
    from tessella.sudoku.generator.full_grid import shuffle
    from tessella.sudoku.rating.levels import LEVELS, level_name, level_of
    from tessella.sudoku.rating.rater import RatedStep, Rating, rate, rate_many
    from tessella.sudoku.rules.ruleset import Rules
    from tessella.sudoku.solver import count, solutions, solve
    from tessella.sudoku.techniques.registry import find_all
    from tessella.sudoku.techniques.step import Step
    from tessella.sudoku.tutor.hints import Hint, explain, hint
    from tessella.sudoku.tutor.solve_review import Review, review

__all__ = [
    "LEVELS",
    "Board",
    "Hint",
    "Problem",
    "RatedStep",
    "Rating",
    "Review",
    "Rules",
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
    "make_env",
    "notation",
    "open_id",
    "problems",
    "rate",
    "rate_many",
    "render",
    "review",
    "shuffle",
    "solutions",
    "solve",
    "solve_many",
    "transform_many",
]

_LAZY = {  # the names that each module holds
    "board": ("Board", "Problem", "problems", "render"),
    "bulk_solver": ("count_many", "is_proper_many", "solve_many"),
    "canonical_form": ("canonical", "canonical_many", "transform_many"),
    "env": ("make_env",),
    "generation": ("generate", "open_id"),
    "generator.bulk": ("generate_many",),
    "generator.clue_removal": ("is_minimal",),
    "generator.full_grid": ("shuffle",),
    "rating.levels": ("LEVELS", "level_name", "level_of"),
    "rating.rater": ("RatedStep", "Rating", "rate", "rate_many"),
    "rules.ruleset": ("Rules",),
    "solver": ("count", "solutions", "solve"),
    "techniques.registry": ("find_all",),
    "techniques.step": ("Step",),
    "tutor.hints": ("Hint", "explain", "hint"),
    "tutor.solve_review": ("Review", "review"),
}
_MODULE_OF = {name: module for module, names in _LAZY.items() for name in names}


def __getattr__(name: str) -> Any:
    if name == "notation":
        return import_module(f"{__name__}.notation")
    if name not in _MODULE_OF:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    try:
        value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    except ModuleNotFoundError as error:
        raise missing(name, error) from error
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
