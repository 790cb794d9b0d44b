"""The state of a search: candidates of each cell, and the queue of propagators that wait for their turn.

The candidates of a cell are a mask: bit 0 stands for the lowest digit of the puzzle. What does not change in a search
is the *code*, one array of numbers that `variants.encoding` writes: a head (the names below), then tables and the
records of the propagators. A record begins with its kind, its level and its number of cells. Level 0 has its turn
before level 1, and so on. What changes is the *grid*, a mask a cell, and the *work*: the queues and scratch memory.
"""

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np

from tessella.compiled import jit
from tessella.compiled.simd import popcount, trailing_zeros

P = ParamSpec("P")
R = TypeVar("R")
U = np.uint64

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int32]]
Grids: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Bits: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
Sets: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]

# The head of the code; a name that ends in AT says where a table begins.
(
    DIGITS,
    CELLS,
    PROPAGATORS,
    FULL,
    LARGEST_SUM,
    PEERS_AT,  # where the peers of each cell begin, and one more
    RECORDS_AT,  # where the record of each propagator begins
    COMBINATIONS_AT,  # where the digit sets of each size and sum begin, and one more
    REVERSED_AT,  # each mask read from the other end
    HOUSES_AT,
    HOUSES,
    WIDE,  # whether the search chooses digits that have more than two places in a house
    LEVEL_ENDS,  # how many words the propagators of level 0 take, of 0 and 1, and of all
    _LEVEL_1,
    _LEVEL_2,
    # Places in the work
    SINGLES_AT,
    MARKS_AT,  # scratch memory that is all zeros between two propagators
    SCRATCH_AT,
    WORK,  # how long it is
    HEAD,
) = range(20)

LEVELS = 3

# The head of the work
CURSORS = 0  # of each level: where the search for the next propagator goes on
SINGLES = LEVELS  # how many cells wait for their digit to be taken out of their peers
BLAMED = LEVELS + 1  # a cell, drawn by lot, of those whose digits were known last
BLAMED_DIGIT = LEVELS + 2  # its digit, counted from 0, or -1
LOT = LEVELS + 3  # the state of the generator of random numbers that draws it
CHANGED = LEVELS + 4  # the cells that have changed, 16 bits a number
WORK_HEAD = CHANGED + 16

# The head of a record
KIND, LEVEL, SIZE, BODY = range(4)


def kernel(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    """Return a kernel that counts no references to its arrays, as the caller holds them; the options of `jit.kernel`.

    Kernels that are as small as these and call each other would do little else.
    """
    made = jit.kernel(**options)(function)
    kept: dict[str, bool] = getattr(made, "targetoptions", {})
    kept["_nrt"] = False
    return made


inlined, early = partial(kernel, inline=True), partial(kernel, early=True)


@inlined
def highest(mask: int) -> int:
    """Return the index of the highest bit that is set in a mask of 16 bits that is not 0."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return popcount(mask) - 1


@inlined
def narrow(grid: Numbers, _code: Numbers, work: Numbers, cell: int, keep: int) -> bool:
    """Leave a cell those of its candidates that are in a mask; return False if none is left."""
    old = int(grid[cell])
    new = old & keep
    if new != old:
        grid[cell] = new
        work[CHANGED + (cell >> 4)] |= 1 << (cell & 15)
    return new != 0


@kernel
def notice(grid: Numbers, code: Numbers, work: Numbers, wakes: Sets, waiting: Bits) -> None:
    """Have the propagators of all cells that have changed wait for their turn."""
    cells = int(code[CELLS])
    words = len(waiting)
    for w in range((cells + 15) >> 4):
        changed = int(work[CHANGED + w])
        work[CHANGED + w] = 0
        while changed:
            cell = 16 * w + trailing_zeros(changed)
            changed &= changed - 1
            for i in range(words):
                waiting[i] |= wakes[cell, i]
            mask = int(grid[cell])
            if mask & (mask - 1) == 0:
                for i in range(words):
                    waiting[i] |= wakes[cells + cell, i]
                work[code[SINGLES_AT] + work[SINGLES]] = cell
                work[SINGLES] += 1


@kernel
def next_waiting(code: Numbers, work: Numbers, waiting: Bits) -> int:
    """Take the propagator whose turn it is out of those that wait; -1 if none waits."""
    end = 0
    for level in range(LEVELS):
        first, end = end, int(code[LEVEL_ENDS + level])
        word = int(work[CURSORS + level])
        for _word in range(first, end):
            if waiting[word]:
                bits = waiting[word]
                waiting[word] = bits & (bits - U(1))
                work[CURSORS + level] = word
                return 64 * word + int(trailing_zeros(bits))
            word += 1
            if word == end:
                word = first
    return -1
