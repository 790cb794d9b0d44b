"""The compiled generator for batch jobs: blocks of puzzles with and without a target."""

from collections.abc import Iterator

from tessella.compiled.jit import is_cached
from tessella.sudoku.batch.block_solver import solve_block
from tessella.sudoku.batch.blocks import PuzzleBlock
from tessella.sudoku.generator.bulk import MIN_CLUES, generate_blocks
from tessella.sudoku.generator.bulk_search import search_blocks
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.kernels.generate import make_block
from tessella.sudoku.rating import rater


def takes(recipe: Recipe) -> bool:
    """Return whether puzzles like that can be generated in blocks."""
    is_sparse = isinstance(recipe.clues, int) and recipe.clues < MIN_CLUES
    return recipe.box == (3, 3) and recipe.pattern is None and not is_sparse


def is_compiled() -> bool:
    """Return whether all that the search needs has been compiled before."""
    return rater.is_compiled() and is_cached(make_block)


def blocks(series: Series, threads: int | None) -> Iterator[PuzzleBlock]:
    """Yield the puzzles of a series, many at a time."""
    return (PuzzleBlock(0, puzzles, None) for puzzles in generate_blocks(series, threads=threads))


def text(block: PuzzleBlock, form: str, threads: int | None) -> str:
    """Return a line a puzzle; in CSV with its solution."""
    return solve_block(block, threads).text(form) if form == "csv" else block.text(form)


def search(series: Series, threads: int | None) -> Iterator[tuple[list[list[int]], list[float]]]:
    """Yield the puzzles of a series with a target as rows of digits, and the ER of each, many at a time."""
    return ((puzzles.tolist(), ers.tolist()) for puzzles, ers in search_blocks(series, threads=threads))
