"""How are puzzles made by the million?

`blocks` gives the puzzles that `maker.make` gives, 512 at a time. What comes back depends on the recipe, the seed
and a puzzle's number alone: not on how many are asked for, nor on how many threads share the work.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias

import numpy as np

from tessella.errors import PuzzleError, TessellaError, quote
from tessella.i18n import _
from tessella.rng import MASK
from tessella.sudoku.bulk_solver import cores
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.reference import BACK, GRIDS, MAKER, STEPS, STEPS_A_GRID, gave_up
from tessella.sudoku.kernels.generate import TASK, make_block

__all__ = ["LEAST", "blocks"]

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

LEAST = 20
"""The fewest clues that are made in bulk: below, a puzzle takes seconds, and most are given up."""

BLOCK = 16384  # puzzles that one call of the kernel makes: about 0.4 s
SHARE = 2048  # a block is no smaller where threads share the work, for its last columns run alone
RARE = {20: 512, 21: 2048, 22: 4096}  # as many as half a minute or less gives of the puzzles that take long


def blocks(
    n: int, recipe: Recipe, seed: int, *, first: int = 0, threads: int | None = None
) -> Iterator[tuple[int, Puzzles]]:
    """Yield puzzles `first` to `first + n - 1` of a seed in order, block by block, with the place of each block.

    Raises `PuzzleError` at the first puzzle that the maker gives up; the blocks before it have been yielded.
    """
    workers = _checked(recipe, seed, threads)
    task = _task(recipe, seed)

    def make(start: int) -> tuple[Puzzles, Any]:
        made = np.zeros((min(size, n - start), 81), np.int8)
        fewest = np.zeros(len(made), np.int64)
        make_block(task, first + start, made, fewest)
        return made.view(np.uint8), fewest

    size = min(BLOCK, max(SHARE, -(-n // (4 * workers)))) if workers > 1 else BLOCK
    if isinstance(recipe.clues, int):
        size = min(size, RARE.get(recipe.clues, BLOCK))
    starts = range(0, n, size)
    if workers == 1 or len(starts) == 1:
        for start in starts:
            yield start, _whole(*make(start), recipe)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(make, start) for start in starts[: 2 * workers]]
        for number, start in enumerate(starts):
            made, fewest = waiting[0].result()
            del waiting[0]
            # A few blocks ahead, and no more: what is made must be taken, or it fills the memory.
            waiting += [pool.submit(make, later) for later in starts[number + 2 * workers : number + 2 * workers + 1]]
            yield start, _whole(made, fewest, recipe)


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
    task["maker"] = MAKER
    task["seed"] = seed
    task["grids"], task["steps_a_grid"], task["steps"], task["back"] = GRIDS, STEPS_A_GRID, STEPS, BACK
    return task


def _whole(made: Puzzles, fewest: Any, recipe: Recipe) -> Puzzles:
    """Return a block, or raise where the maker gave up one of its puzzles."""
    if fewest.any():
        target = recipe.clues if isinstance(recipe.clues, int) else None
        raise gave_up(target, int(fewest[fewest.nonzero()[0][0]]))
    return made


def _checked(recipe: Recipe, seed: int, threads: int | None) -> int:
    """Return the number of threads, or raise for what is not made in bulk."""
    if recipe.box != (3, 3) or recipe.pattern is not None:
        message = _("expected boxes of 3x3 and no pattern, got {text}")
        raise PuzzleError(message.format(text=quote(recipe)), hint=_("one at a time, generate makes them"))
    if isinstance(recipe.clues, int) and recipe.clues < LEAST:
        message = _("expected at least {least} clues in bulk, got {clues}: below, most puzzles are given up")
        raise PuzzleError(message.format(least=LEAST, clues=recipe.clues), hint=_("one at a time, generate tries"))
    if not 0 <= seed <= MASK:
        message = _("expected a whole number from 0 to {largest} as {name}, got {text}")
        raise PuzzleError(message.format(largest=MASK, name="seed", text=quote(seed)))
    if threads is not None and threads < 1:
        raise TessellaError(_("expected at least one thread, got {threads}").format(threads=threads))
    return threads or cores()
