"""The compiled generator for batch jobs: blocks of puzzles, and of puzzles of a wanted kind."""

from collections.abc import Iterator

from tessella.compiled.jit import is_cached
from tessella.sudoku.batch.block_solver import solve_block
from tessella.sudoku.batch.blocks import PuzzleBlock
from tessella.sudoku.generator import bulk, search
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.kernels.generate import make_block
from tessella.sudoku.rating import rater

__all__ = ["blocks", "is_compiled", "search_many", "takes", "text"]


def takes(recipe: Recipe) -> bool:
    """Return whether puzzles like that can be generated in blocks."""
    is_sparse = isinstance(recipe.clues, int) and recipe.clues < bulk.LEAST
    return recipe.box == (3, 3) and recipe.pattern is None and not is_sparse


def is_compiled() -> bool:
    """Return whether all that the search needs has been compiled before."""
    return rater.is_compiled() and is_cached(make_block)


def blocks(recipe: Recipe, seed: int, numbers: range, threads: int | None) -> Iterator[PuzzleBlock]:
    """Yield the puzzles with these numbers, many at a time."""
    for start, puzzles in bulk.blocks(len(numbers), recipe, seed, first=numbers.start, threads=threads):
        yield PuzzleBlock(start, puzzles, None)


def text(block: PuzzleBlock, form: str, threads: int | None) -> str:
    """Return a line a puzzle; in CSV with its solution."""
    return solve_block(block, threads).text(form) if form == "csv" else block.text(form)


def search_many(
    recipe: Recipe, seed: int, numbers: range, threads: int | None
) -> Iterator[tuple[list[list[int]], list[float]]]:
    """Yield rows of digits with their ER, many at a time."""
    for _start, puzzles, ratings in search.blocks(len(numbers), recipe, seed, first=numbers.start, threads=threads):
        yield puzzles.tolist(), ratings.tolist()
