"""The path of a puzzle: its steps in Sudoku Explainer's order, and the ratings that follow from them.

One step is taken at a time: the first that the first family in Sudoku Explainer's order offers. Then all is looked at
again from the top. `take_basic_steps` takes steps without chains for as long as there are any; where it stops,
`find_chain_steps` finds the one step that goes on, and `take_basic_steps` takes it first of all when it is called
again. Both do so for all puzzles of a block at once, so that Python, which one thread at a time can run, has little to
do. The kernels are compiled when the first puzzle needs them: those of cycles only where there are cycles to be looked
for, and so on.

Dead ends: kernels without a wrapper for Python where only kernels call them (43.0 s instead of 40.0 to compile all,
which is noise); numba's `copy`, `sort` and `in` of a tuple (a tenth of a second each to compile); a record instead of
an array of one (17 microseconds a call to tell its type).

What is known of a puzzle is its summary, a row of numbers:

    ER the hardest step | EP the hardest up to the first digit | ED the first step | STEPS how many |
    BOTTLENECKS as hard as the hardest | HAS_DIGIT is there one? | USED on: by technique | BLANKS_LEFT
    WORK nodes of chains that were followed | IS_GIVEN_UP was that too many?
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.aligned_exclusion import aligned_pair, aligned_triplets
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
from tessella.sudoku.kernels.rating.chain_length import BASES, TENTHS
from tessella.sudoku.kernels.rating.cycles import best_cycles
from tessella.sudoku.kernels.rating.forcing_chains import search
from tessella.sudoku.kernels.rating.grid import FIRST, GRID, PLACED, Ints, Numbers, Rows, copy, eliminate, place, set_up
from tessella.sudoku.kernels.rating.links import new_links
from tessella.sudoku.kernels.rating.runs import new_searches
from tessella.sudoku.kernels.rating.steps import (
    CELL,
    CHAINS,
    CYCLES,
    DIGIT,
    ELIMINATED,
    GIVEN_UP,
    NAMES,
    NO_FAMILY,
    RATING,
    RATINGS,
    STEP,
    TECHNIQUE,
    Positions,
)
from tessella.sudoku.kernels.rating.uniqueness import bug, unique_loop

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

ER, EP, ED, STEPS, BOTTLENECKS, HAS_DIGIT, USED = range(7)
BLANKS_LEFT = USED + len(NAMES)
WORK, IS_GIVEN_UP = BLANKS_LEFT + 1, BLANKS_LEFT + 2
SUMMARY = BLANKS_LEFT + 3

MAX_STEPS = 81 * 9  # no path is longer: each step takes a candidate at least
NO_LIMIT = 1000  # in tenths, above all ratings
NO_BUDGET = 1 << 62
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

    links: Any
    searches: Any


def new_workspace() -> Workspace:
    """Return an empty workspace."""
    return Workspace(new_links(), new_searches())


def new_positions(many: int) -> Positions:
    """Return room for so many positions."""
    grids, steps = np.zeros((many, GRID), np.int16), np.zeros((many, STEP), np.int64)
    return Positions(np.arange(many), grids, steps, np.zeros(many, np.int64), np.zeros(many, np.int64))


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
    puzzles: Puzzles, positions: Positions, summaries: Rows, resume: int, trace: Rows, most: int
) -> None:
    """Take basic steps for as long as there are any that are rated up to `most`, in every position.

    Begins with `puzzles`, or to `resume` goes on with the positions as they are and takes their next step first. Writes
    every step to `trace` as far as that has room, and the rest to `summaries`. A step above `most` is not taken and
    ends the path; the summary's ER is then above `most`.
    """
    room = np.zeros(1, ROOM)
    grid, step = room[0].grid[:], room[0].step[:]
    for p in positions.which:
        summary = summaries[p]
        ready = resume == 1
        if resume:
            copy(grid, positions.grids[p])
            copy(step, positions.steps[p])
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
        copy(positions.grids[p], room[0].grid)


# --- Steps with chains -----------------------------------------------------------------------------------------------

_ALL = 200  # tenths, above all ratings


def find_chain_steps(stuck: Positions, workspace: Workspace, most: int) -> None:
    """Find in every position the step that goes first of those that need chains, and aligned triplets.

    These are cycles and forcing chains; then Nishio; multiple; dynamic, with more and more inside. `stuck.family` is
    NO_FAMILY where there is none, or the first one is rated above `most`. Each kernel is called from here, as a kernel
    that calls others is compiled together with all of them once more.
    """
    stuck.family[stuck.which] = NO_FAMILY
    if most < BASES[0]:
        return
    rank = int(np.searchsorted(TENTHS, most, side="right"))
    _find(stuck, workspace, rank, with_triplets=most >= RATINGS[steps.ALIGNED_TRIPLET])
    family = stuck.family[stuck.which]
    later = stuck.which[(family > CYCLES) & (family < NO_FAMILY)]
    if most >= _ALL or not len(later):
        return
    # A step above `most` of a family before would go first all the same; that is looked up only where it matters.
    before = Positions(later, stuck.grids, np.empty_like(stuck.steps), stuck.family.copy(), stuck.work)
    _find(before, workspace, len(TENTHS), with_triplets=False)
    stuck.family[before.family < stuck.family] = NO_FAMILY


def _find(stuck: Positions, workspace: Workspace, rank: int, *, with_triplets: bool) -> None:
    """Find the first step whose rating is below one by its rank."""
    links, searches = workspace
    best_cycles(stuck, links, rank << 44)
    stuck = _left(stuck)
    if with_triplets and len(stuck.which):
        aligned_triplets(stuck)
        stuck = _left(stuck)
    if len(stuck.which):
        searches["limit"][0] = rank << 44
        search(stuck, searches, links, 0, 0)


def _left(stuck: Positions) -> Positions:
    """Return the positions without those that need no chains."""
    return stuck._replace(which=stuck.which[stuck.family[stuck.which] >= CHAINS])


def rate_block(
    puzzles: Puzzles,
    workspace: Workspace,
    most: int = NO_LIMIT,
    trace: Rows | None = None,
    budget: int = NO_BUDGET,
) -> Rows:
    """Solve puzzles with one solution step by step; return their summaries, and write the steps to `trace`.

    Where a step above `most` tenths is needed, that is what the summary says for ER, and for EP and ED if it is what
    they wait for. Where more than `budget` nodes of chains are followed, they are the least that the next step can be.
    """
    workspace.searches["budget"] = budget
    many = len(puzzles)
    summaries = np.zeros((many, SUMMARY), np.int64)
    positions = new_positions(many)
    trace = np.zeros((0, STEP), np.int64) if trace is None else trace
    take_basic_steps(puzzles, positions, summaries, 0, trace, most)
    while True:
        which = positions.which
        which = which[(summaries[which, BLANKS_LEFT] > 0) & (summaries[which, ER] <= most)]
        if not len(which):
            break
        positions = positions._replace(which=which)
        find_chain_steps(positions, workspace, most)
        family = positions.family[which]
        found = family < NO_FAMILY
        summaries[which[family == NO_FAMILY], ER] = UNSOLVED if most >= UNSOLVED else most + 1
        given_up = which[family > GIVEN_UP]
        summaries[given_up, IS_GIVEN_UP] = 1
        least = np.array(BASES)[positions.family[given_up] - GIVEN_UP]
        summaries[given_up, ER] = np.maximum(summaries[given_up, ER], least)
        positions = positions._replace(which=which[found])
        take_basic_steps(puzzles, positions, summaries, 1, trace, most)
    # Where the path was given up, that is what is known of what it waits for.
    summaries[:, WORK] = positions.work
    over = (summaries[:, ER] > most) | (summaries[:, IS_GIVEN_UP] > 0)
    for column, seen in ((ED, STEPS), (EP, HAS_DIGIT)):
        waits = over & (summaries[:, seen] == 0)
        summaries[waits, column] = summaries[waits, ER]
    return summaries


def warm_up(part: str) -> None:
    """Call the kernels of steps, cycles, triplets or chains, so that they are compiled."""
    if part == "steps":
        rate_block(np.zeros((1, 81), np.uint8), new_workspace(), -1)
        return
    links, searches = new_workspace()
    arguments: dict[str, tuple[Any, ...]] = {"cycles": (best_cycles, links, 1), "triplets": (aligned_triplets,)}
    find, *rest = arguments.get(part, (search, searches, links, 0, 0))
    find(new_positions(1), *rest)
