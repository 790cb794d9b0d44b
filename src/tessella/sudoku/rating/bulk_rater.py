"""Ratings by the compiled kernels: one path, or the ratings of many puzzles."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np

from tessella.compiled.jit import is_cached
from tessella.sudoku.bulk_solver import cores, solve_many
from tessella.sudoku.kernels.rating import aligned_exclusion, cycles, forcing_chains
from tessella.sudoku.kernels.rating import path as rating
from tessella.sudoku.kernels.rating.grid import GRID
from tessella.sudoku.kernels.rating.path import Puzzles, Room, Table, Wide
from tessella.sudoku.kernels.rating.steps import NAMES, STEP
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.techniques.step import Places

__all__ = ["is_compiled", "path_of", "rate_many"]

_BEYOND = 200  # tenths, for what no technique solves, as the original has it
_NO_LIMIT = 1000  # tenths, above all ratings
_MAX_STEPS = 81 * 9  # each takes a candidate at least
_BLOCK = 256  # puzzles that a thread takes at once


def is_compiled() -> bool:
    """Return whether the kernels of the rater are on the disk as machine code."""
    kernels = rating.climb, aligned_exclusion.aligned_triplet, cycles.best_cycle, forcing_chains.search
    return all(map(is_cached, kernels))


def path_of(digits: tuple[int, ...]) -> Iterator[tuple[str, float, Places, Places, int]]:
    """Yield the steps of a puzzle with one solution: technique, rating, placements, eliminations, complexity."""
    puzzles = np.array([digits], np.uint8)
    tallies = np.zeros((1, rating.TALLY), np.int64)
    steps, losses = np.zeros((_MAX_STEPS, STEP), np.int64), np.zeros((_MAX_STEPS, 81), np.int16)
    _climb(puzzles, tallies, rating.new_room(), steps, losses, _NO_LIMIT)
    many = tallies[0, rating.STEPS]
    for (technique, cell, digit, tenths, *_rest, complexity), lost in zip(
        steps[:many].tolist(), losses[:many].tolist(), strict=True
    ):
        placed = ((digit + 1, cell // 9 + 1, cell % 9 + 1),) if cell >= 0 else ()
        gone = [
            (d, c // 9 + 1, c % 9 + 1) for c, mask in enumerate(lost) if mask for d in range(1, 10) if mask >> d - 1 & 1
        ]
        yield NAMES[technique], tenths / 10, placed, tuple(sorted(gone)), complexity


def rate_many(puzzles: Puzzles, most: float | None, threads: int | None) -> np.ndarray[tuple[int], Any]:
    """Return what `rater.rate_many` returns."""
    _solutions, status = solve_many(puzzles, threads=threads)
    proper = np.flatnonzero(status == 1)
    asked = np.ascontiguousarray(puzzles[proper])
    limit = _NO_LIMIT if most is None else math.floor(min(10 * most + 1e-6, _NO_LIMIT))
    tallies = np.zeros((len(asked), rating.TALLY), np.int64)
    rooms: SimpleQueue[Room] = SimpleQueue()

    def one(first: int) -> None:
        room = rating.new_room() if rooms.empty() else rooms.get()
        part = slice(first, first + _BLOCK)
        steps, losses = np.zeros((0, STEP), np.int64), np.zeros((0, 81), np.int16)
        _climb(asked[part], tallies[part], room, steps, losses, limit)
        rooms.put(room)

    blocks = range(0, len(asked), _BLOCK)
    workers = min(threads or cores(), len(blocks))
    if workers <= 1:
        for first in blocks:
            one(first)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for done in pool.map(one, blocks):
                assert done is None

    techniques = np.dtype([(name, np.int16) for name in NAMES])
    fields: list[tuple[str, Any]] = [("status", np.int8), ("er", float), ("ep", float), ("ed", float)]
    fields += [("level", np.int8), ("steps", np.int32), ("bottlenecks", np.int32), ("techniques", techniques)]
    result = np.zeros(len(puzzles), np.dtype(fields))
    result["status"] = status
    result["level"] = -1
    for name, place in (("er", rating.ER), ("ep", rating.EP), ("ed", rating.ED)):
        result[name] = np.nan
        result[name][proper] = np.where(tallies[:, place] > limit, np.inf, tallies[:, place] / 10)
    limits = [round(10 * highest) for highest in list(LEVELS.values())[:-1]]
    result["level"][proper] = np.where(
        tallies[:, rating.ER] > limit, -1, np.searchsorted(limits, tallies[:, rating.ER])
    )
    result["steps"][proper] = tallies[:, rating.STEPS]
    result["bottlenecks"][proper] = tallies[:, rating.BOTTLENECKS]
    for place, name in enumerate(NAMES):
        result["techniques"][name][proper] = tallies[:, rating.USED + place]
    return result


def _climb(  # noqa: PLR0913, PLR0917 - what a climb reads and writes
    puzzles: Puzzles, tallies: Wide, room: Room, steps: Wide, losses: Table, most: int
) -> None:
    """Solve puzzles with one solution each step by step, writing the tallies, and the steps as far as there is room.

    Where a step above `most` tenths is needed, that is what the tally says for ER, and for EP and ED if it is what
    they wait for.
    """
    grids = np.zeros((len(puzzles), GRID), np.int16)
    step, gone = room.step, room.gone
    rating.climb(puzzles, grids, tallies, step, gone, False, steps, losses, most)  # noqa: FBT003 - kernels take no names
    for i in np.flatnonzero(tallies[:, rating.BLANKS_LEFT]):
        this = slice(i, i + 1)
        gone[:] = 0
        while tallies[i, rating.BLANKS_LEFT] and tallies[i, rating.ER] <= most:
            if not rating.chain_step(grids[i], room, most):
                tallies[i, rating.ER] = _BEYOND if most >= _BEYOND else most + 1
                break
            rating.climb(puzzles[this], grids[this], tallies[this], step, gone, True, steps, losses, most)  # noqa: FBT003
        if tallies[i, rating.ER] > most:
            tallies[i, rating.ED] = tallies[i, rating.ED if tallies[i, rating.STEPS] else rating.ER]
            tallies[i, rating.EP] = tallies[i, rating.EP if tallies[i, rating.PLACED_ONE] else rating.ER]
