# ruff: noqa: C901, FBT001, PLR0911, PLR0913, PLR0917 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which step comes next, and how hard is a whole puzzle?

One step is taken at a time: the first that the first family in Sudoku Explainer's order offers. Then all is
looked at again from the top. `climb` takes simple steps for as long as there are any; where it stops, `cycle_step`
and then `forcing_step` find the one step that goes on, and `climb` takes it first of all when it is called again.
They are three so that each is compiled when the first puzzle needs it.

What is known of a puzzle is its tally, a row of numbers:

    0 hardest step so far (ER)    1 hardest up to the first digit (EP)    2 the first step's (ED)
    3 steps    4 steps as hard as the hardest    5 is there a digit?    6 on: how often each technique was used
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.rating_aligned import aligned_pair, aligned_triplet
from tessella.sudoku.kernels.rating_cycles import Links, best_cycle, new_links
from tessella.sudoku.kernels.rating_forcing import Forcing, best_forcing, new_forcing
from tessella.sudoku.kernels.rating_grid import GRID, PLACED, Ints, Numbers, fill, place, strike
from tessella.sudoku.kernels.rating_length import TENTHS, key
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
from tessella.sudoku.kernels.rating_steps import (
    BUG_1,
    CELL,
    DIGIT,
    DIRECT_POINTING,
    NAKED_TRIPLET,
    NAMES,
    POINTING,
    RATING,
    RATINGS,
    STEP,
    TECHNIQUE,
    XY_WING,
)
from tessella.sudoku.kernels.rating_unique import grave, unique_loop

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Wide: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]

__all__ = ["BLANKS_LEFT", "TALLY", "Room", "climb", "cycle_step", "forcing_step", "limit_of", "new_room"]

ER, EP, ED, STEPS, BOTTLENECKS, PLACED_ONE, USED = range(7)
BLANKS_LEFT = USED + len(NAMES)
TALLY = BLANKS_LEFT + 1
_TRIPLET = 3  # the family of chains that has the same base as aligned triplets


class Room(NamedTuple):
    """What the search for a step needs beside the position; one a thread."""

    step: Ints
    gone: Numbers
    links: Sequence[Links]
    forcing: Sequence[Forcing]


def new_room() -> Room:
    """Return empty room."""
    return Room(np.zeros(STEP, np.int64), np.zeros(81, np.int16), new_links(), new_forcing())


@kernel
def _simple(grid: Numbers, twin: Numbers, step: Ints, gone: Numbers, most: int) -> bool:
    """Find the first step that needs no chain.

    No family can give less than the least rating of the one before, so those that begin above `most` are left out.
    """
    if hidden_single(grid, step):
        return True
    if most < RATINGS[DIRECT_POINTING]:
        return False
    if direct_locking(grid, step) or direct_hidden_set(grid, 2, step):
        return True
    if naked_single(grid, step) or direct_hidden_set(grid, 3, step):
        return True
    if most < RATINGS[POINTING]:
        return False
    if locking(grid, 0, step, gone) >= 0:
        return True
    # Sets and fish take turns: naked, fish, hidden; of two, of three, and after the wings and loops of four.
    for size in range(2, 5):
        if size > 2 and most < RATINGS[NAKED_TRIPLET if size == 3 else XY_WING]:
            return False
        if size == 4 and (wing(grid, 2, step, gone) or wing(grid, 3, step, gone) or unique_loop(grid, step, gone)):
            return True
        if naked_set(grid, size, 0, step, gone) >= 0 or fish(grid, size, 0, step, gone) >= 0:
            return True
        if hidden_set(grid, size, 0, step, gone) >= 0:
            return True
    return most >= RATINGS[BUG_1] and (grave(grid, twin, step, gone) or aligned_pair(grid, step, gone))


@kernel
def _apply(grid: Numbers, step: Ints, gone: Numbers) -> None:
    """Do to a grid what a step says."""
    for cell in range(81):
        lost = gone[cell]
        for d in range(9):
            if lost >> d & 1:
                strike(grid, cell, d)
        gone[cell] = 0
    if step[CELL] >= 0:
        place(grid, step[CELL], step[DIGIT])


@kernel
def _note(tally: Ints, step: Ints) -> None:
    """Count a step."""
    rating = step[RATING]
    if tally[STEPS] == 0:
        tally[ED] = rating
    tally[STEPS] += 1
    if rating > tally[ER]:
        tally[ER] = rating
        tally[BOTTLENECKS] = 0
    tally[BOTTLENECKS] += rating == tally[ER]
    if not tally[PLACED_ONE]:
        tally[EP] = tally[ER]
        tally[PLACED_ONE] = step[CELL] >= 0
    tally[USED + step[TECHNIQUE]] += 1


@kernel
def climb(
    puzzles: Puzzles,
    grids: Table,
    tallies: Wide,
    step: Ints,
    gone: Numbers,
    go_on: bool,
    steps: Wide,
    losses: Table,
    most: int,
) -> None:
    """Take simple steps for as long as there are any that are rated up to `most`, in every grid.

    Begins with `puzzles`, or goes on with what stands in `grids` and takes `step` first. Writes every step and
    what it removes to `steps` and `losses` as far as these have room, and the rest to `tallies`. A step above
    `most` is not taken and ends the climb; the tally's ER is then above `most`.
    """
    twin = np.empty(GRID, np.int16)
    for p in range(len(puzzles)):
        grid, tally = grids[p], tallies[p]
        ready = go_on
        if not go_on:
            tally[:] = 0
            gone[:] = 0
            fill(grid, puzzles[p])
        while True:
            tally[BLANKS_LEFT] = 81
            for d in range(9):
                tally[BLANKS_LEFT] -= grid[PLACED + d]
            if tally[BLANKS_LEFT] == 0 or not (ready or _simple(grid, twin, step, gone, most)):
                break
            ready = False
            if step[RATING] > most:
                tally[ER] = step[RATING]
                break
            if tally[STEPS] < len(steps):
                steps[tally[STEPS]] = step
                losses[tally[STEPS]] = gone
            _note(tally, step)
            _apply(grid, step, gone)


@kernel
def cycle_step(grid: Numbers, links: Sequence[Links], step: Ints, gone: Numbers, limit: int) -> bool:
    """Find the cycle or forcing chain that goes first, or else an aligned triplet; its key is below `limit`."""
    if best_cycle(grid, links[0], step, gone, limit):
        return True
    return key(_TRIPLET, 1, 0) < limit and aligned_triplet(grid, step, gone)


@kernel
def forcing_step(
    grid: Numbers, forcing: Sequence[Forcing], links: Sequence[Links], step: Ints, gone: Numbers, limit: int
) -> bool:
    """Find the forcing chains that go first: Nishio; multiple; dynamic, with more and more inside."""
    k = 0
    while k < 8 and not best_forcing(grid, forcing[0], links[0], min(k, 2), max(k - 2, 0), step, gone, limit):
        k += 1
    return k < 8


def limit_of(most: int) -> int:
    """Return the least key of a chain that is rated above `most` tenths."""
    return int(np.searchsorted(TENTHS, most, side="right")) << 44
