"""The compiled generator: the puzzles of the reference generator by the million.

What comes back depends on the recipe, the seed and a puzzle's number alone: not on how many are asked for, nor on how
many threads share the work.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeAlias, TypeVar

import numpy as np

from tessella.errors import PuzzleError, TessellaError
from tessella.i18n import _
from tessella.rng import MASK
from tessella.sudoku.bulk_solver import cores
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.reference import (
    MAX_GRIDS,
    MAX_STEPS,
    MAX_STEPS_PER_GRID,
    RESTORED_ORBITS,
    VERSION,
    gave_up_error,
)
from tessella.sudoku.kernels.generate import TASK, make_block

S = TypeVar("S")
T = TypeVar("T")
Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

MIN_CLUES = 20  # the fewest clues that are generated in bulk: below, a puzzle takes seconds, and most are given up

BLOCK_SIZE = 16384  # puzzles that one call of the kernel generates: about 0.4 s
MIN_BLOCK_SIZE = 2048  # a block is no smaller where threads share the work, for its last slots run alone
# by the number of clues, as many as half a minute or less gives of the puzzles that take long
SPARSE_BLOCK_SIZES = {20: 512, 21: 2048, 22: 4096}


def generate_blocks(series: Series, *, threads: int | None = None) -> Iterator[Puzzles]:
    """Yield the puzzles of a series in order, block by block.

    Raises `PuzzleError` at the first puzzle that the generator gives up; the blocks before it have been yielded.
    """
    recipe, seed, numbers = series
    workers = _checked(recipe, seed, threads)
    task = _task(recipe, seed)
    size = min(BLOCK_SIZE, max(MIN_BLOCK_SIZE, -(-len(numbers) // (4 * workers)))) if workers > 1 else BLOCK_SIZE
    if isinstance(recipe.clues, int):
        size = min(size, SPARSE_BLOCK_SIZES.get(recipe.clues, BLOCK_SIZE))

    def generate(start: int) -> tuple[Puzzles, Any]:
        part = numbers[start : start + size]
        puzzles, fewest = np.zeros((len(part), 81), np.int8), np.zeros(len(part), np.int64)
        make_block(task, part.start, puzzles, fewest)
        return puzzles.view(np.uint8), fewest

    starts = range(0, len(numbers), size)
    if workers == 1 or len(starts) == 1:
        for start in starts:
            yield _complete(*generate(start), recipe)
        return
    with ThreadPoolExecutor(workers) as pool:
        for puzzles, fewest in map_ahead(pool, generate, starts, 2 * workers):
            yield _complete(puzzles, fewest, recipe)


def map_ahead(pool: Executor, work: Callable[[S], T], items: Iterable[S], ahead: int) -> Iterator[T]:
    """Yield what `work` returns for each item in order; no more than `ahead` items are begun before they are taken."""
    rest = iter(items)
    waiting = deque(pool.submit(work, item) for item in islice(rest, ahead))
    while waiting:
        result = waiting.popleft().result()
        waiting.extend(pool.submit(work, item) for item in islice(rest, 1))
        yield result


def _task(recipe: Recipe, seed: int) -> Any:
    task = np.zeros(1, TASK)
    orbits = recipe.orbits()
    for i, orbit in enumerate(orbits):
        cells = [cell for cell in range(81) if orbit >> cell & 1]
        task["orbits"][0, i, : len(cells)] = cells
        task["sizes"][0, i] = len(cells)
    task["n"] = len(orbits)
    task["target"] = recipe.clues if isinstance(recipe.clues, int) else 0
    task["by_singles"] = recipe.by_singles
    task["maker"] = VERSION
    task["seed"] = seed
    task["grids"], task["steps_a_grid"], task["steps"], task["back"] = (
        MAX_GRIDS,
        MAX_STEPS_PER_GRID,
        MAX_STEPS,
        RESTORED_ORBITS,
    )
    return task


def _complete(puzzles: Puzzles, fewest: Any, recipe: Recipe) -> Puzzles:
    """Return a block, or raise where one of its puzzles was given up."""
    if fewest.any():
        clues = recipe.clues if isinstance(recipe.clues, int) else None
        raise gave_up_error(clues, int(fewest[fewest.nonzero()[0][0]]))
    return puzzles


def _checked(recipe: Recipe, seed: int, threads: int | None) -> int:
    """Return the number of threads, or raise for what is not made in bulk."""
    if recipe.box != (3, 3) or recipe.pattern is not None:
        message = _("expected boxes of 3x3 and no pattern, got {text}")
        raise PuzzleError(message, text=recipe, hint=_("generate() makes them one at a time"))
    if isinstance(recipe.clues, int) and recipe.clues < MIN_CLUES:
        message = _("expected at least {least} clues in bulk, got {clues}: with fewer, most attempts fail")
        raise PuzzleError(message, least=MIN_CLUES, clues=recipe.clues, hint=_("generate() tries one at a time"))
    if not 0 <= seed <= MASK:
        raise PuzzleError(
            _("expected a whole number from 0 to {largest} as {name}, got {text}"), largest=MASK, name="seed", text=seed
        )
    return checked_threads(threads)


def checked_threads(threads: int | None) -> int:
    """Return the number of threads, by default one a core; raises `TessellaError`."""
    if threads is not None and threads < 1:
        raise TessellaError(_("expected at least one thread, got {threads}"), threads=threads)
    return threads or cores()
