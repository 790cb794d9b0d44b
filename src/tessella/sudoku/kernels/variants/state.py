"""The state of a search: candidates of each cell, and the queue of propagators that wait for their turn.

The candidates of a cell are a mask: bit 0 stands for the lowest digit of the puzzle. What does not change in a search
is the *code*, one array of numbers that `variants.encoding` writes: a head (the names below), then tables and the
records of the propagators. A record begins with its kind, its level and its number of cells. Level 0 has its turn
before level 1, and so on. What changes is the *grid*, a mask a cell, and the *work*: the queues and scratch memory.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np

from tessella.compiled import jit
from tessella.compiled.simd import popcount

P = ParamSpec("P")
R = TypeVar("R")

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int32]]
Grids: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
Sets: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]

# The head of the code; a name that ends in AT says where a table begins.
(
    DIGITS,
    CELLS,
    PROPAGATORS,
    FULL,
    LARGEST_SUM,
    TRIGGERS_AT,  # where the propagators of each cell begin, and one more
    FIXED_AT,  # where the propagators begin that each cell wakes once its digit is known, and one more
    PEERS_AT,  # where the peers of each cell begin, and one more
    RECORDS_AT,  # where the record of each propagator begins
    COMBINATIONS_AT,  # where the digit sets of each size and sum begin, and one more
    REVERSED_AT,  # each mask read from the other end
    HOUSES_AT,
    HOUSES,
    # Places in the work
    FLAGS_AT,
    RING_AT,
    RING,  # its length less one, a power of two less one
    SINGLES_AT,
    MARKS_AT,  # scratch memory that is all zeros between two propagators
    SCRATCH_AT,
    WORK,  # how long it is
    HEAD,
) = range(21)

LEVELS = 3

# The head of the work
_FIRST, _LAST = 0, 1  # of level 0, then of the others
SINGLES = 2 * LEVELS
FAILED = 2 * LEVELS + 1  # the propagator that failed last, or -1
LAST_SINGLE = 2 * LEVELS + 2  # the cell that was known last
WORK_HEAD = 9

# The head of a record
KIND, LEVEL, SIZE, BODY = range(4)


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Return a kernel that counts no references to its arrays, as the caller holds them.

    Kernels that are as small as these and call each other would do little else.
    """
    made = jit.kernel(function)
    options: dict[str, bool] = getattr(made, "targetoptions", {})
    options["_nrt"] = False
    return made


@jit.kernel(inline=True)
def highest(mask: int) -> int:
    """Return the index of the highest bit that is set in a mask of 16 bits that is not 0."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return popcount(mask) - 1


@kernel
def awaken(code: Numbers, work: Numbers, p: int) -> None:
    """Put a propagator at the end of its queue, where it is not in it."""
    if work[code[FLAGS_AT] + p] == 0:
        work[code[FLAGS_AT] + p] = 1
        level = int(code[code[code[RECORDS_AT] + p] + LEVEL])
        end = int(work[2 * level + _LAST])
        work[code[RING_AT] + level * (code[RING] + 1) + end] = p
        work[2 * level + _LAST] = (end + 1) & code[RING]


@kernel
def narrow(grid: Numbers, code: Numbers, work: Numbers, cell: int, keep: int) -> bool:
    """Leave a cell those of its candidates that are in a mask; return False if none is left."""
    old = int(grid[cell])
    new = old & keep
    if new == old:
        return True
    grid[cell] = new
    if new == 0:
        return False
    if new & (new - 1) == 0:
        work[code[SINGLES_AT] + work[SINGLES]] = cell
        work[SINGLES] += 1
    triggers = int(code[TRIGGERS_AT])
    flags = int(code[FLAGS_AT])
    for i in range(code[triggers + cell], code[triggers + cell + 1]):
        if work[flags + code[i]] == 0:
            awaken(code, work, int(code[i]))
    return True


@kernel
def next_waiting(code: Numbers, work: Numbers) -> int:
    """Take the propagator whose turn it is out of its queue; -1 if none waits."""
    for level in range(LEVELS):
        begin = int(work[2 * level + _FIRST])
        if begin != work[2 * level + _LAST]:
            p = int(work[code[RING_AT] + level * (code[RING] + 1) + begin])
            work[2 * level + _FIRST] = (begin + 1) & code[RING]
            work[code[FLAGS_AT] + p] = 0
            return p
    return -1


@kernel
def forget(code: Numbers, work: Numbers) -> None:
    """Empty the queues."""
    while next_waiting(code, work) >= 0:
        pass
    work[SINGLES] = 0
