"""The path of a puzzle: its steps in Sudoku Explainer's order, and the ratings that follow from them.

One step is taken at a time: the first that the first family in Sudoku Explainer's order offers. Then all is looked at
again from the top. `take_basic_steps` takes steps without chains for as long as there are any; where it stops,
`find_chain_step` finds the one step that goes on, and `take_basic_steps` takes it first of all when it is called again.
The kernels are compiled when the first puzzle needs them: those of cycles only where there are cycles to be looked for,
and so on.

Dead ends: kernels without a wrapper for Python where only kernels call them (43.0 s instead of 40.0 to compile all,
which is noise); numba's `copy`, `sort` and `in` of a tuple (a tenth of a second each to compile); a record instead of
an array of one (17 microseconds a call to tell its type).

What is known of a puzzle is its summary, a row of numbers:

    ER the hardest step | EP the hardest up to the first digit | ED the first step | STEPS how many |
    BOTTLENECKS as hard as the hardest | HAS_DIGIT is there one? | USED on: by technique | BLANKS_LEFT
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.aligned_exclusion import aligned_pair, aligned_triplet
from tessella.sudoku.kernels.rating.basic_steps import (
    direct_hidden_set,
    direct_locked,
    fish,
    house_set,
    locked,
    single_in_cell,
    single_in_house,
    wing,
)
from tessella.sudoku.kernels.rating.chain_length import TENTHS
from tessella.sudoku.kernels.rating.cycles import best_cycle
from tessella.sudoku.kernels.rating.forcing_chains import search
from tessella.sudoku.kernels.rating.grid import FIRST, GRID, PLACED, Ints, Numbers, copy, eliminate, place, set_up
from tessella.sudoku.kernels.rating.links import new_links
from tessella.sudoku.kernels.rating.runs import new_searches
from tessella.sudoku.kernels.rating.steps import CELL, DIGIT, ELIMINATED, NAMES, RATING, RATINGS, STEP, TECHNIQUE
from tessella.sudoku.kernels.rating.uniqueness import bug, unique_loop

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]

ER, EP, ED, STEPS, BOTTLENECKS, HAS_DIGIT, USED = range(7)
BLANKS_LEFT = USED + len(NAMES)
SUMMARY = BLANKS_LEFT + 1

MAX_STEPS = 81 * 9  # no path is longer: each step takes a candidate at least
NO_LIMIT = 1000  # in tenths, above all ratings
UNSOLVED = 200  # in tenths, the rating of what no technique solves, as the original has it

# The families of basic steps in their order: the finder, the size of its sets or the like, and the first technique.
_HOUSE, _CELL, _DIRECT_LOCKED, _DIRECT_HIDDEN, _LOCKED, _NAKED, _HIDDEN, _FISH, _WING, _LOOP, _BUG, _ALIGNED = range(12)
_FAMILIES = np.array(
    [
        (_HOUSE, 1, steps.FULL_HOUSE),
        (_DIRECT_LOCKED, 1, steps.DIRECT_POINTING),
        (_DIRECT_HIDDEN, 2, steps.DIRECT_HIDDEN_PAIR),
        (_CELL, 1, steps.NAKED_SINGLE),
        (_DIRECT_HIDDEN, 3, steps.DIRECT_HIDDEN_TRIPLE),
        (_LOCKED, 1, steps.POINTING),
        (_NAKED, 2, steps.NAKED_PAIR),
        (_FISH, 2, steps.X_WING),
        (_HIDDEN, 2, steps.HIDDEN_PAIR),
        (_NAKED, 3, steps.NAKED_TRIPLE),
        (_FISH, 3, steps.SWORDFISH),
        (_HIDDEN, 3, steps.HIDDEN_TRIPLE),
        (_WING, 2, steps.XY_WING),
        (_WING, 3, steps.XYZ_WING),
        (_LOOP, 2, steps.UNIQUE_RECTANGLE),
        (_NAKED, 4, steps.NAKED_QUAD),
        (_FISH, 4, steps.JELLYFISH),
        (_HIDDEN, 4, steps.HIDDEN_QUAD),
        (_BUG, 2, steps.BUG_1),
        (_ALIGNED, 2, steps.ALIGNED_PAIR),
    ],
    np.int64,
)


# The position and the step at hand. numba counts references to arrays at every call, but not to fields of a record.
ROOM = np.dtype([("step", np.int64, (STEP,)), ("grid", np.int16, (GRID,))], align=True)


class Workspace(NamedTuple):
    """What the search for a step needs beside the position; one a thread."""

    step: Ints
    links: Any
    searches: Any


def new_workspace() -> Workspace:
    """Return an empty workspace."""
    return Workspace(np.zeros(STEP, np.int64), new_links(), new_searches())


def new_trace() -> Rows:
    """Return room for all steps of one puzzle."""
    return np.zeros((MAX_STEPS, STEP), np.int64)


@kernel(early=True)
def _count(summary: Ints, step: Ints) -> None:
    rating = step[RATING]
    if summary[STEPS] == 0:
        summary[ED] = rating
    summary[STEPS] += 1
    if rating > summary[ER]:
        summary[ER] = rating
        summary[BOTTLENECKS] = 0
    summary[BOTTLENECKS] += rating == summary[ER]
    if not summary[HAS_DIGIT]:
        summary[EP] = summary[ER]
        summary[HAS_DIGIT] = step[CELL] >= 0
    summary[USED + step[TECHNIQUE]] += 1


@kernel(early=True)
def _find_basic(grid: Numbers, finder: int, size: int, step: Ints) -> bool:
    if finder == _HOUSE:
        return single_in_house(grid, step)
    if finder == _CELL:
        return single_in_cell(grid, step)
    if finder == _DIRECT_LOCKED:
        return direct_locked(grid, step)
    if finder == _DIRECT_HIDDEN:
        return direct_hidden_set(grid, size, step)
    if finder == _LOCKED:
        return locked(grid, 0, step) >= 0
    if _NAKED <= finder <= _HIDDEN:
        return house_set(grid, size, int(finder == _HIDDEN), 0, step) >= 0
    if finder == _FISH:
        return fish(grid, size, 0, step) >= 0
    if finder == _WING:
        return wing(grid, size, step)
    if finder == _LOOP:
        return unique_loop(grid, step)
    return bug(grid, step) if finder == _BUG else aligned_pair(grid, step)


@kernel(early=True)
def _apply(grid: Numbers, step: Ints) -> None:
    for cell in range(81):
        lost = step[ELIMINATED + cell]
        while lost:
            eliminate(grid, cell, FIRST[lost])
            lost &= lost - 1
    if step[CELL] >= 0:
        place(grid, step[CELL], step[DIGIT])


@kernel
def take_basic_steps(
    puzzles: Puzzles, grids: Any, summaries: Rows, next_step: Ints, resume: int, trace: Rows, most: int
) -> None:
    """Take basic steps for as long as there are any that are rated up to `most`, in every grid.

    Begins with `puzzles`, or to `resume` goes on with what stands in `grids` and takes `next_step` first. Writes every
    step to `trace` as far as that has room, and the rest to `summaries`. A step above `most` is not taken and ends the
    path; the summary's ER is then above `most`.
    """
    room = np.zeros(1, ROOM)
    grid, step = room[0].grid[:], room[0].step[:]
    for p in range(len(puzzles)):
        summary = summaries[p]
        ready = resume == 1
        if resume:
            copy(grid, grids[p])
            copy(step, next_step)
        else:
            summary[:] = 0
            set_up(grid, puzzles[p])
        while True:
            summary[BLANKS_LEFT] = 81
            for d in range(9):
                summary[BLANKS_LEFT] -= grid[PLACED + d]
            if summary[BLANKS_LEFT] == 0:
                break
            # No family gives less than the least rating of the one before, so those above `most` are left out.
            family = 0
            while not ready and family < len(_FAMILIES) and RATINGS[_FAMILIES[family, 2]] <= most:
                ready = _find_basic(grid, _FAMILIES[family, 0], _FAMILIES[family, 1], step)
                family += 1
            if not ready:
                break
            ready = False
            if step[RATING] > most:
                summary[ER] = step[RATING]
                break
            if summary[STEPS] < len(trace):
                copy(trace[summary[STEPS]], step)
            _count(summary, step)
            _apply(grid, step)
        copy(grids[p], room[0].grid)


# --- Steps with chains -----------------------------------------------------------------------------------------------

_TRIPLETS = 1  # the place of aligned triplets among the families that come after all others
_CHAINS = 10  # cycles, aligned triplets, and the eight of forcing chains
_ALL = 200  # tenths, above all ratings


def find_chain_step(grid: Numbers, workspace: Workspace, most: int) -> bool:
    """Find the step that goes first of those that need chains, and aligned triplets, if it is rated up to `most`.

    These are cycles and forcing chains; then Nishio; multiple; dynamic, with more and more inside. Each kernel is
    called from here, as a kernel that calls others is compiled together with all of them once more.
    """
    limit = int(np.searchsorted(TENTHS, most, side="right")) << 44
    for family in range(_CHAINS):
        if family == _TRIPLETS and most < RATINGS[steps.ALIGNED_TRIPLET]:
            continue
        if _finds(grid, workspace, family, limit):
            break
    else:
        return False
    if most >= _ALL or family == 0:
        return True
    # A step above `most` of a family before would go first all the same; that is looked up only where it matters.
    step = workspace.step.copy()
    no_limit = len(TENTHS) << 44
    above = any(_finds(grid, workspace, before, no_limit) for before in range(family) if before != _TRIPLETS)
    workspace.step[:] = step
    return not above


def _finds(grid: Numbers, workspace: Workspace, family: int, limit: int) -> bool:
    step, links, searches = workspace
    if family == 0:
        return best_cycle(grid, links, step, limit)
    if family == _TRIPLETS:
        return aligned_triplet(grid, step)
    k = family - 2
    searches["limit"][0] = limit
    return search(grid, searches, links, 0, max(k - 2, 0), min(k, 2), step)


def rate_block(puzzles: Puzzles, workspace: Workspace, most: int = NO_LIMIT, trace: Rows | None = None) -> Rows:
    """Solve puzzles with one solution step by step; return their summaries, and write the steps to `trace`.

    Where a step above `most` tenths is needed, that is what the summary says for ER, and for EP and ED if it is what
    they wait for.
    """
    summaries = np.zeros((len(puzzles), SUMMARY), np.int64)
    grids = np.zeros((len(puzzles), GRID), np.int16)
    trace = np.zeros((0, STEP), np.int64) if trace is None else trace
    take_basic_steps(puzzles, grids, summaries, workspace.step, 0, trace, most)
    for i in np.flatnonzero(summaries[:, BLANKS_LEFT]):
        this, summary = slice(i, i + 1), summaries[i]
        while summary[BLANKS_LEFT] and summary[ER] <= most:
            if not find_chain_step(grids[i], workspace, most):
                summary[ER] = UNSOLVED if most >= UNSOLVED else most + 1
                break
            take_basic_steps(puzzles[this], grids[this], summaries[this], workspace.step, 1, trace, most)
        if summary[ER] > most:
            summary[ED] = summary[ED if summary[STEPS] else ER]
            summary[EP] = summary[EP if summary[HAS_DIGIT] else ER]
    return summaries


def warm_up(part: str) -> None:
    """Call the kernels of steps, cycles, triplets or chains, so that they are compiled."""
    puzzle, workspace = np.zeros((1, 81), np.uint8), new_workspace()
    if part == "steps":
        rate_block(puzzle, workspace, -1)
    else:
        _finds(np.zeros(GRID, np.int16), workspace, {"cycles": 0, "triplets": _TRIPLETS, "chains": 2}[part], 1)
