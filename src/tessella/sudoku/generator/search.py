"""A search for puzzles of a level or a rating, or that need a technique.

The first candidate that is on target is the puzzle. Here they are looked at one by one in plain Python, where nothing
above 7.5 must be told apart: a quick screening first, then steps in Sudoku Explainer's order until it is clear that the
puzzle fits or does not. `bulk_search` finds the same puzzles many at a time.
"""

from functools import lru_cache

from tessella.sudoku.board import Board
from tessella.sudoku.generator import reference
from tessella.sudoku.generator.candidates import Misses, candidates, check_path, screened, search_for
from tessella.sudoku.generator.recipe import Recipe


def generate(recipe: Recipe, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed; raise `PuzzleError` where the generator or the search reaches its limits first.

    A target that only ratings above 7.5 tell apart, or that few puzzles meet, is left to the compiled search. What was
    found last is remembered, so that whoever asks again need not wait again.
    """
    return reference.generate(recipe, seed, k) if recipe.target is None else _found(recipe, seed, k)


@lru_cache(maxsize=256)
def _found(recipe: Recipe, seed: int, k: int) -> Board:
    search = search_for(recipe)
    if not search.is_plain:
        # Only here: the kernels are for what plain Python does not find in good time.
        from tessella.sudoku.generator import bulk_search  # noqa: PLC0415

        return bulk_search.find(search, seed, k)
    misses = Misses(search)
    for board in candidates(recipe, seed, k):
        er = screened(board.givens)
        if er >= search.target.lowest:
            if search.eases and er <= search.target.highest:
                return board
            fits, er = check_path(board, search.target)
            if fits:
                return board
        if misses.add(board.givens, er):
            break
    raise misses.error()


def is_plain(recipe: Recipe) -> bool:
    """Return whether plain Python finds such puzzles, each in seconds at most."""
    return recipe.target is None or search_for(recipe).is_plain
