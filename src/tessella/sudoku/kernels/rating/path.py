# ruff: noqa: C901, FBT001, PLR0912, PLR0913, PLR0915, PLR0917 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which step comes next, and how hard is a whole puzzle?

One step is taken at a time: the first that the first family in Sudoku Explainer's order offers. Then all is
looked at again from the top. `climb` takes simple steps for as long as there are any; where it stops, `chain_step`
finds the one step that goes on, and `climb` takes it first of all when it is called again. The kernels are compiled
when the first puzzle needs them: those of cycles only where there are cycles to be looked for, and so on.

Tried and dropped: kernels without a wrapper for Python where only kernels call them (43.0 s instead of 40.0 to compile
all, which is noise); numba's `copy`, `sort` and `in` of a tuple (a tenth of a second each to compile); a record
instead of an array of one (17 microseconds a call to tell its type).

What is known of a puzzle is its tally, a row of numbers:

    0 hardest step so far (ER)    1 hardest up to the first digit (EP)    2 the first step's (ED)
    3 steps    4 steps as hard as the hardest    5 is there a digit?    6 on: how often each technique was used
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.aligned_exclusion import aligned_pair, aligned_triplet
from tessella.sudoku.kernels.rating.basic_steps import (
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
from tessella.sudoku.kernels.rating.chain_length import TENTHS
from tessella.sudoku.kernels.rating.cycles import Links, best_cycle, new_links
from tessella.sudoku.kernels.rating.forcing_chains import Forcing, new_forcing, search
from tessella.sudoku.kernels.rating.grid import FIRST, GRID, PLACED, Ints, Numbers, copy, fill, place, strike
from tessella.sudoku.kernels.rating.steps import (
    ALIGNED_PAIR,
    ALIGNED_TRIPLET,
    BUG_1,
    CELL,
    DIGIT,
    DIRECT_HIDDEN_PAIR,
    DIRECT_HIDDEN_TRIPLET,
    DIRECT_POINTING,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_TRIPLET,
    JELLYFISH,
    LAST_VALUE,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_SINGLE,
    NAKED_TRIPLET,
    NAMES,
    POINTING,
    RATING,
    RATINGS,
    STEP,
    SWORDFISH,
    TECHNIQUE,
    UNIQUE_RECTANGLE,
    X_WING,
    XY_WING,
    XYZ_WING,
)
from tessella.sudoku.kernels.rating.uniqueness import grave, unique_loop

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Wide: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]

__all__ = ["BLANKS_LEFT", "TALLY", "Room", "chain_step", "climb", "new_room"]

ER, EP, ED, STEPS, BOTTLENECKS, PLACED_ONE, USED = range(7)
BLANKS_LEFT = USED + len(NAMES)
TALLY = BLANKS_LEFT + 1

# The families in their order, and the least rating of each. Sets and fish take turns: naked, fish, hidden; of two, of
# three, and after the wings and loops of four.
_LEAST = RATINGS[
    [
        *(LAST_VALUE, DIRECT_POINTING, DIRECT_HIDDEN_PAIR, NAKED_SINGLE, DIRECT_HIDDEN_TRIPLET, POINTING),
        *(NAKED_PAIR, X_WING, HIDDEN_PAIR, NAKED_TRIPLET, SWORDFISH, HIDDEN_TRIPLET),
        *(XY_WING, XYZ_WING, UNIQUE_RECTANGLE),
        *(NAKED_QUAD, JELLYFISH, HIDDEN_QUAD, BUG_1, ALIGNED_PAIR),
    ]
]
_WINGS, _LOOPS, _GRAVES = 12, 14, 18


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
            if tally[BLANKS_LEFT] == 0:
                break
            # No family gives less than the least rating of the one before, so those above `most` are left out.
            family = 0
            while not ready and family < len(_LEAST) and _LEAST[family] <= most:
                size = 2 if family < 9 else 3 if family < 12 else 4
                if family == 0:
                    ready = hidden_single(grid, step)
                elif family == 1:
                    ready = direct_locking(grid, step)
                elif family < 5 and family % 2 == 0:
                    ready = direct_hidden_set(grid, family // 2 + 1, step)
                elif family == 3:
                    ready = naked_single(grid, step)
                elif family == 5:
                    ready = locking(grid, 0, step, gone) >= 0
                elif _WINGS <= family < _LOOPS:
                    ready = wing(grid, family - _WINGS + 2, step, gone)
                elif family == _LOOPS:
                    ready = unique_loop(grid, step, gone)
                elif family == _GRAVES:
                    ready = grave(grid, twin, step, gone)
                elif family == _GRAVES + 1:
                    ready = aligned_pair(grid, step, gone)
                elif family % 3 == 0:
                    ready = naked_set(grid, size, 0, step, gone) >= 0
                elif family % 3 == 1:
                    ready = fish(grid, size, 0, step, gone) >= 0
                else:
                    ready = hidden_set(grid, size, 0, step, gone) >= 0
                family += 1
            if not ready:
                break
            ready = False
            if step[RATING] > most:
                tally[ER] = step[RATING]
                break
            if tally[STEPS] < len(steps):
                copy(steps[tally[STEPS]], step)
                copy(losses[tally[STEPS]], gone)
            _note(tally, step)
            # Do what it says.
            for cell in range(81):
                lost = gone[cell]
                while lost:
                    strike(grid, cell, FIRST[lost])
                    lost &= lost - 1
                gone[cell] = 0
            if step[CELL] >= 0:
                place(grid, step[CELL], step[DIGIT])


def chain_step(grid: Numbers, room: Room, most: int) -> bool:
    """Find the step that goes first of those that need chains, and aligned triplets, if it is rated up to `most`.

    These are cycles and forcing chains; then Nishio; multiple; dynamic, with more and more inside. Each kernel is
    called from here, as a kernel that calls others is compiled together with all of them once more.
    """
    limit = int(np.searchsorted(TENTHS, most, side="right")) << 44
    for family in range(_CHAINS):
        if family == _TRIPLETS and most < RATINGS[ALIGNED_TRIPLET]:
            continue
        if _finds(grid, room, family, limit):
            break
    else:
        return False
    if most >= _ALL or family == 0:
        return True
    # A step above `most` of a family before would go first all the same; that is looked up only where it matters.
    step, gone = room.step.copy(), room.gone.copy()
    room.gone[:] = 0
    above = any(_finds(grid, room, before, _NO_LIMIT) for before in range(family) if before != _TRIPLETS)
    room.step[:], room.gone[:] = step, 0 if above else gone
    return not above


_TRIPLETS = 1  # the place of aligned triplets among the families that come after all others
_CHAINS = 10  # cycles, aligned triplets, and the eight of forcing chains
_ALL = 200  # tenths, above all ratings
_NO_LIMIT = len(TENTHS) << 44


def _finds(grid: Numbers, room: Room, family: int, limit: int) -> bool:
    """Find the best step of a family below a limit."""
    if family == 0:
        return best_cycle(grid, room.links, room.step, room.gone, limit)
    if family == _TRIPLETS:
        return aligned_triplet(grid, room.step, room.gone)
    k = family - 2
    return search(grid, room.forcing, room.links, 0, max(k - 2, 0), min(k, 2), room.step, room.gone, limit)
