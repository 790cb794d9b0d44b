"""The compiled search: candidates generated and rated by the kernels, many at a time."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np

from tessella.sudoku.board import Board
from tessella.sudoku.bulk_solver import checked_threads
from tessella.sudoku.generator.bulk import Puzzles, generate_blocks, map_ahead
from tessella.sudoku.generator.candidates import ABOVE_ALL, MAX_CANDIDATES, Misses, Search, search_for
from tessella.sudoku.generator.recipe import Series
from tessella.sudoku.generator.target import Target
from tessella.sudoku.rating.rater import rate_many
from tessella.sudoku.rating.scale import RATINGS

Ratings: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]

BLOCK_SIZE, SLOW_BLOCK_SIZE = 32, 4
"""Puzzles that are looked for together: where candidates are generated in bulk, and one by one."""
FIRST_ROUND, GROWTH, MAX_ROUND = 16, 4, 512
"""Candidates for one puzzle: in the first round, how many times more in each, at most."""
RATED_TOGETHER = 4  # candidates for one puzzle that are rated together
MIN_BULK_CLUES = 22  # clues below which the kernel may give up a candidate, and a whole block with it


def search_blocks(series: Series, *, threads: int | None = None) -> Iterator[tuple[Puzzles, Ratings]]:
    """Yield the puzzles of a series in order, block by block, and the ER of each.

    The puzzles are those that `search.generate` gives. Raises `PuzzleError` where it does; the blocks before have been
    yielded.
    """
    recipe, seed, numbers = series
    search = search_for(recipe)
    workers = checked_threads(threads)
    size = max(1, min(SLOW_BLOCK_SIZE if search.is_slow else BLOCK_SIZE, -(-len(numbers) // workers)))
    stop = threading.Event()

    def find_block(start: int) -> list[tuple[Any, float]]:
        return list(_find(search, seed, numbers[start : start + size], stop))

    with ThreadPoolExecutor(workers) as pool:
        try:
            for found in map_ahead(pool, find_block, range(0, len(numbers), size), 2 * workers):
                yield np.array([row for row, _er in found], np.uint8), np.array([er for _row, er in found])
        finally:  # whoever takes no more does not wait for what was begun
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


def find(search: Search, seed: int, k: int) -> Board:
    """Return puzzle `k` of a seed."""
    row, _er = next(_find(search, seed, [k]))
    return Board.of_givens(row.tolist())


def _find(
    search: Search, seed: int, numbers: Sequence[int], stop: threading.Event | None = None
) -> Iterator[tuple[Any, float]]:
    """Yield the puzzles with these numbers, each a row of digits with its ER.

    All of them are looked for together: each round generates more candidates for those that are still without, and
    rates a few for each at a time. Nothing comes where it is told to stop.
    """
    found: dict[int, tuple[Any, float]] = {}
    misses = {k: Misses(search) for k in numbers}
    done, more = 0, 1 if search.is_slow else FIRST_ROUND
    while missing := [k for k in numbers if k not in found]:
        if stop is not None and stop.is_set():
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
    for one in rate_many(
        np.array(rows, np.uint8), most=None if target.is_unbounded else target.highest / 10, threads=1
    ):
        er = round(10 * one["er"]) if np.isfinite(one["er"]) else ABOVE_ALL
        used = dict(zip(RATINGS, one["techniques"].item(), strict=True)) if target.technique else {}
        yield target.fits(er, used), er


def _candidates(search: Search, source: int, numbers: range) -> Puzzles:
    """Return candidates as rows of digits."""
    recipe = search.recipe.without_target()
    is_sparse = isinstance(recipe.clues, int) and recipe.clues < MIN_BULK_CLUES
    if search.is_slow or recipe.pattern is not None or is_sparse:
        return np.array([search.candidate(source, number).givens for number in numbers], np.uint8)
    return np.concatenate(list(generate_blocks(Series(recipe, source, numbers), threads=1)))
