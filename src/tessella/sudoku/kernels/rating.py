"""Which step comes next, and how hard is a whole puzzle?

One step is taken at a time: the first that the first family in Sudoku Explainer's order offers. Then all is
looked at again from the top.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.rating_aligned import aligned_pair, aligned_triplet
from tessella.sudoku.kernels.rating_cycles import Links, best_cycle, new_links
from tessella.sudoku.kernels.rating_forcing import Forcing, best_forcing, new_forcing
from tessella.sudoku.kernels.rating_grid import GRID, PLACED, Flags, Ints, Numbers, fill, place, strike
from tessella.sudoku.kernels.rating_simple import (
    direct_hidden_set,
    direct_locking,
    fish,
    hidden_set,
    hidden_single,
    locking,
    naked_set,
    naked_single,
    wing,
)
from tessella.sudoku.kernels.rating_steps import CELL, DIGIT, RATING, STEP
from tessella.sudoku.kernels.rating_unique import grave, unique_loop

Steps: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Losses: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]

__all__ = ["Room", "next_step", "new_room", "solve_path"]


class Room(NamedTuple):
    """All that rating needs beside the puzzle; one a thread."""

    grid: Numbers
    twin: Numbers
    step: Ints
    gone: Numbers
    links: Links
    forcing: Forcing


def new_room() -> Room:
    """Return empty room."""
    return Room(
        np.zeros(GRID, np.int16),
        np.zeros(GRID, np.int16),
        np.zeros(STEP, np.int64),
        np.zeros(81, np.int16),
        new_links(),
        new_forcing(),
    )


@kernel
def _simple(grid: Numbers, twin: Numbers, step: Ints, gone: Numbers) -> bool:  # noqa: PLR0911 - the order of families
    if hidden_single(grid, step):
        return True
    if direct_locking(grid, step) or direct_hidden_set(grid, 2, step):
        return True
    if naked_single(grid, step) or direct_hidden_set(grid, 3, step):
        return True
    if locking(grid, 0, step, gone) >= 0:
        return True
    if naked_set(grid, 2, 0, step, gone) >= 0 or fish(grid, 2, 0, step, gone) >= 0:
        return True
    if hidden_set(grid, 2, 0, step, gone) >= 0 or naked_set(grid, 3, 0, step, gone) >= 0:
        return True
    if fish(grid, 3, 0, step, gone) >= 0 or hidden_set(grid, 3, 0, step, gone) >= 0:
        return True
    if wing(grid, 2, step, gone) or wing(grid, 3, step, gone) or unique_loop(grid, step, gone):
        return True
    if naked_set(grid, 4, 0, step, gone) >= 0 or fish(grid, 4, 0, step, gone) >= 0:
        return True
    return hidden_set(grid, 4, 0, step, gone) >= 0 or grave(grid, twin, step, gone) or aligned_pair(grid, step, gone)


@kernel
def next_step(room: Room) -> bool:
    """Find the next step of `room.grid`, in `room.step` and `room.gone`."""
    room.gone[:] = 0
    if _simple(room.grid, room.twin, room.step, room.gone):
        return True
    if best_cycle(room.grid, room.links, room.step, room.gone) or aligned_triplet(room.grid, room.step, room.gone):
        return True
    # Nishio; multiple; dynamic, dynamic with more and more inside.
    for k in range(8):
        nishio, dynamic, level = k == 0, k != 1, max(k - 2, 0)
        if best_forcing(room.grid, room.forcing, room.links, level, nishio, dynamic, room.step, room.gone):
            return True
    return False


@kernel
def apply(grid: Numbers, step: Ints, gone: Numbers) -> None:
    """Do to a grid what a step says."""
    for cell in range(81):
        lost = gone[cell]
        for d in range(9):
            if lost >> d & 1:
                strike(grid, cell, d)
    if step[CELL] >= 0:
        place(grid, step[CELL], step[DIGIT])


@kernel
def blanks(grid: Numbers) -> int:
    """Return how many cells are blank."""
    many = 81
    for d in range(9):
        many -= grid[PLACED + d]
    return many


@kernel
def solve_path(puzzle: Flags, room: Room, steps: Steps, losses: Losses) -> int:
    """Solve a puzzle step by step; return how many steps, each in a row of `steps` and `losses`.

    Ends early where no technique goes on: the number is then negative, less one (-1: none at all).
    """
    fill(room.grid, puzzle)
    many = 0
    while blanks(room.grid):
        if not next_step(room):
            return -1 - many
        steps[many] = room.step
        losses[many] = room.gone
        many += 1
        apply(room.grid, room.step, room.gone)
    return many
