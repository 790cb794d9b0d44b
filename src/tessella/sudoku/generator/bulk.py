"""Generation and search by the kernels: the puzzles of `clue_removal` and `search` by the million.

What comes back depends on the recipe, the seed and a puzzle's number alone: not on how many are asked for, nor on how
many threads share the work.
"""

import threading
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from tessella.errors import PuzzleError, whole_number
from tessella.i18n import _
from tessella.io.worker_threads import map_ahead
from tessella.rng import MASK
from tessella.sudoku.board import Board
from tessella.sudoku.bulk_solver import Puzzles, checked_threads
from tessella.sudoku.generator.clue_removal import (
    MAX_GRIDS,
    MAX_STEPS,
    MAX_STEPS_PER_GRID,
    RESTORED_ORBITS,
    VERSION,
    gave_up_error,
)
from tessella.sudoku.generator.recipe import MIN_BULK_CLUES, USUAL, Recipe, Series, recipe_of
from tessella.sudoku.generator.search import ABOVE_ALL, MAX_CANDIDATES, Misses, Search, search_for
from tessella.sudoku.generator.target import Target
from tessella.sudoku.kernels.generate import TASK, make_block
from tessella.sudoku.rating import rater
from tessella.sudoku.rating.scale import RATINGS

Ratings: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]

BLOCK_SIZE = 16384  # puzzles that one call of the kernel generates: about 0.4 s
MIN_BLOCK_SIZE = 2048  # a block is no smaller where threads share the work, for its last slots run alone
SPARSE_BLOCK_SIZES = {20: 512, 21: 2048, 22: 4096}  # by the number of clues: half a minute's work or less

SEARCH_BLOCK_SIZE = 32  # puzzles that are looked for together where candidates are generated in bulk
SLOW_BLOCK_SIZE = 4  # the same where they are generated one by one
FIRST_ROUND, GROWTH, MAX_ROUND = 16, 4, 512  # candidates a puzzle: in the first round, times more in each, at most
RATED_TOGETHER = 4  # candidates for one puzzle that are rated together
MIN_CANDIDATE_CLUES = 22  # clues below which the kernel may give up a candidate, and a whole block with it


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
    recipe = recipe_of(clues, symmetry, level=level, rating=rating, technique=technique, only=only)
    seed, n = whole_number(seed, "seed", 0, MASK, kind=PuzzleError), whole_number(n, "n")
    series = Series(recipe, seed, range(n))
    if recipe.target is None:
        blocks = list(generate_blocks(series, threads=threads))
    else:
        blocks = [puzzles for puzzles, _er in search_blocks(series, threads=threads)]
    return np.concatenate([np.zeros((0, 81), np.uint8), *blocks])


def generate_blocks(series: Series, *, threads: int | None = None) -> Iterator[Puzzles]:
    """Yield the puzzles of a series in order, block by block.

    Raises `PuzzleError` at the first puzzle that the generator gives up; the blocks before it have been yielded.
    """
    recipe, seed, numbers = series
    check(recipe, seed)
    workers = checked_threads(threads)
    task = _task(recipe, seed)
    size = min(BLOCK_SIZE, max(MIN_BLOCK_SIZE, -(-len(numbers) // (4 * workers)))) if workers > 1 else BLOCK_SIZE
    size = min(size, SPARSE_BLOCK_SIZES.get(recipe.exact_clues or 0, BLOCK_SIZE))

    parts = (numbers[start : start + size] for start in range(0, len(numbers), size))
    return map_ahead(lambda part: _generated(task, part), parts, workers)


def _generated(task: Any, numbers: range) -> Puzzles:
    puzzles, fewest = np.zeros((len(numbers), 81), np.int8), np.zeros(len(numbers), np.int64)
    make_block(task, numbers.start, puzzles, fewest)
    if fewest.any():
        raise gave_up_error(int(task["target"][0]) or None, int(fewest[fewest.nonzero()[0][0]]))
    return puzzles.view(np.uint8)


def check(recipe: Recipe, seed: int) -> None:
    """Refuse what is not generated in bulk; raises `PuzzleError`."""
    if recipe.box != (3, 3) or recipe.pattern is not None:
        message = _("expected boxes of 3x3 and no pattern, got {text}")
        raise PuzzleError(message, text=recipe, hint=_("generate() makes them one at a time"))
    if not recipe.is_for_bulk:
        message = _("expected at least {least} clues in bulk, got {clues}: with fewer, most attempts fail")
        raise PuzzleError(message, least=MIN_BULK_CLUES, clues=recipe.clues, hint=_("generate() tries one at a time"))
    whole_number(seed, "seed", 0, MASK, kind=PuzzleError)


def _task(recipe: Recipe, seed: int) -> Any:
    """Return what the kernel is told."""
    task = np.zeros(1, TASK)
    orbits = recipe.orbits()
    for i, orbit in enumerate(orbits):
        cells = [cell for cell in range(81) if orbit >> cell & 1]
        task["orbits"][0, i, : len(cells)] = cells
        task["sizes"][0, i] = len(cells)
    task["n"] = len(orbits)
    task["target"] = recipe.exact_clues or 0
    task["by_singles"] = recipe.by_singles
    task["maker"] = VERSION
    task["seed"] = seed
    task["grids"] = MAX_GRIDS
    task["steps_a_grid"] = MAX_STEPS_PER_GRID
    task["steps"] = MAX_STEPS
    task["back"] = RESTORED_ORBITS
    return task


def search_blocks(series: Series, *, threads: int | None = None) -> Iterator[tuple[Puzzles, Ratings]]:
    """Yield the puzzles of a series in order, block by block, and the ER of each.

    The puzzles are those that `search.find` gives. Raises `PuzzleError` where it does; the blocks before have been
    yielded.
    """
    recipe, seed, numbers = series
    search = search_for(recipe)
    workers = checked_threads(threads)
    size = max(1, min(SLOW_BLOCK_SIZE if search.is_slow else SEARCH_BLOCK_SIZE, -(-len(numbers) // workers)))
    stop = threading.Event()

    def find_block(start: int) -> list[tuple[Any, float]]:
        return list(_find(search, seed, numbers[start : start + size], stop))

    try:
        for found in map_ahead(find_block, range(0, len(numbers), size), workers):
            yield np.array([row for row, _er in found], np.uint8), np.array([er for _row, er in found])
    finally:
        stop.set()


def find(search: Search, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed."""
    row, _er = next(_find(search, seed, [k], threading.Event()))
    return Board.of_givens(row.tolist())


def _find(search: Search, seed: int, numbers: Sequence[int], stop: threading.Event) -> Iterator[tuple[Any, float]]:
    """Yield the puzzles with these numbers, each a row of digits with its ER.

    All of them are looked for together: each round generates more candidates for those that are still without, and
    rates a few for each at a time. Nothing comes where it is told to stop.
    """
    found: dict[int, tuple[Any, float]] = {}
    misses = {k: Misses(search) for k in numbers}
    done, more = 0, 1 if search.is_slow else FIRST_ROUND
    while missing := [k for k in numbers if k not in found]:
        if stop.is_set():
            return
        if done >= MAX_CANDIDATES:
            raise misses[missing[0]].error()
        rows = {k: _candidates(search, search.source(seed, k), range(done, done + more)) for k in missing}
        for start in range(0, more, RATED_TOGETHER):
            some = [(k, row) for k in missing if k not in found for row in rows[k][start : start + RATED_TOGETHER]]
            for (k, row), (fits, er) in zip(some, _rated(search.target, [row for _k, row in some]), strict=True):
                if k in found:
                    continue
                if fits:
                    found[k] = row, er / 10
                elif misses[k].add(row, er):
                    raise misses[k].error()
        done += more
        more = 1 if search.is_slow else min(more * GROWTH, MAX_ROUND, MAX_CANDIDATES - done)
    yield from (found[k] for k in numbers)


def _rated(target: Target, rows: list[Any]) -> Iterator[tuple[bool, int]]:
    """Yield whether each row of digits is on target, and its ER in tenths as far as that had to be found out."""
    if not rows:
        return
    most = None if target.is_unbounded else target.highest / 10
    for one in rater.rate_many(np.array(rows, np.uint8), most=most, threads=1):
        er = round(10 * one["er"]) if np.isfinite(one["er"]) else ABOVE_ALL
        used = dict(zip(RATINGS, one["techniques"].item(), strict=True)) if target.technique else {}
        yield target.fits(er, used), er


def _candidates(search: Search, source: int, numbers: range) -> Puzzles:
    """Return candidates as rows of digits."""
    recipe = search.recipe.without_target()
    is_sparse = (recipe.exact_clues or MIN_CANDIDATE_CLUES) < MIN_CANDIDATE_CLUES
    if search.is_slow or recipe.pattern is not None or is_sparse:
        return np.array([search.candidate(source, number).givens for number in numbers], np.uint8)
    return _generated(_task(recipe, source), numbers)


def warm_up() -> None:
    """Call the kernel, so that it is compiled."""
    list(generate_blocks(Series(Recipe(), 0, range(1)), threads=1))
