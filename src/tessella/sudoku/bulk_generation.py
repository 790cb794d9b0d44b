"""Arrays of generated puzzles."""

import numpy as np

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.sudoku.generation import USUAL, recipe_of
from tessella.sudoku.generator.bulk import Puzzles, generate_blocks
from tessella.sudoku.generator.bulk_search import search_blocks
from tessella.sudoku.generator.recipe import Series


def generate_many(  # noqa: PLR0913 - all that can be asked of a puzzle
    n: int,
    *,
    clues: int | str | None = USUAL,
    symmetry: str = "none",
    seed: int = 0,
    level: str | None = None,
    rating: str | float | tuple[float, float] | None = None,
    technique: str | None = None,
    only: bool = False,
    threads: int | None = None,
) -> Puzzles:
    """Return puzzles 0 to n - 1 of a seed, (n, 81) uint8, 0 for a blank; each has exactly one solution.

    Row k is what `generate(seed, k, ...)` gives with the same options. `threads` is how many share the work, by default
    one a core. Raises `PuzzleError` for what cannot be had, for fewer than 20 clues, and where the generator gives up.

    >>> generate_many(2, seed=42).shape
    (2, 81)
    """
    if n < 0:
        raise TessellaError(_("expected a number of puzzles from 0 up, got {text}"), text=n)
    recipe = recipe_of(clues=clues, symmetry=symmetry, level=level, rating=rating, technique=technique, only=only)
    series = Series(recipe, seed, range(n))
    if recipe.target is None:
        blocks = list(generate_blocks(series, threads=threads))
    else:
        blocks = [puzzles for puzzles, _er in search_blocks(series, threads=threads)]
    return np.concatenate([np.zeros((0, 81), np.uint8), *blocks])
