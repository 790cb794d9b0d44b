"""Ratings and order of chains by their length.

A chain's rating is the base of its family and 0.1 for every limit that its complexity less 2 passes: 4, 6, 8,
12, 16, 24, ... The sums are made as Sudoku Explainer makes them, one tenth after another in floating point, as
their last digit decides which of two chains of families with different bases goes first. `RANK` holds all of
them as whole numbers in the same order, so that a chain's key is one number:

    bit 44 and up  rank of the rating        bit 24 .. 43  complexity
    bit 20 .. 23   kind                      bit  0 .. 19  for a number, so that sorting keeps their order

The lowest key goes first, and of equals the first one found.
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.grid import Ints
from tessella.sudoku.kernels.rating.steps import COMPLEXITY, RATING

# The families' bases, in tenths; a family is known by its place in this row.
BASES = (65, 66, 70, 75, 80, 85, 90, 95, 100, 105, 110)
# The kinds: X and Y of links through houses and cells alone, BIDIRECTIONAL of both; the others of forcing chains.
DOUBLE, X, Y, BIDIRECTIONAL, CELL, REGION, CONTRADICTION = range(1, 8)

_LIMITS = [4]
while _LIMITS[-1] < 1 << 20:
    _LIMITS.append(_LIMITS[-1] * (3 if len(_LIMITS) % 2 else 4) // (2 if len(_LIMITS) % 2 else 3))
LIMITS = np.array(_LIMITS, np.int64)
PASSED = np.array([sum(n - 2 > limit for limit in _LIMITS) for n in range(1024)], np.int64)


def _sums() -> list[list[float]]:
    table = []
    for base in BASES:
        added, row = 0.0, []
        for _limit in [0, *_LIMITS]:
            row.append(base / 10 + added)
            added += 0.1
        table.append(row)
    return table


_SUMS = _sums()
_ORDER = sorted({value for row in _SUMS for value in row})
RANK = np.array([[_ORDER.index(value) for value in row] for row in _SUMS], np.int64)
TENTHS = np.array([int((value + 0.05) * 10) for value in _ORDER], np.int64)  # of every rank


@kernel
def thresholds(complexity: int) -> int:
    """Return how many limits a complexity passes.

    >>> thresholds(6), thresholds(7), thresholds(10), thresholds(11)
    (0, 1, 2, 3)
    """
    if complexity < len(PASSED):
        return int(PASSED[complexity])
    many = int(PASSED[-1])
    while complexity - 2 > LIMITS[many]:
        many += 1
    return many


@kernel
def key(family: int, complexity: int, kind: int) -> int:
    """Return the key of a chain: its rank, complexity and kind as one number."""
    return int(RANK[family, thresholds(complexity)] << 44 | complexity << 24 | kind << 20)


@kernel
def complexity_of(key: int) -> int:
    """Return the complexity in a key."""
    return key >> 24 & 0xFFFFF


@kernel
def rate_chain(step: Ints, key: int) -> None:
    """Set the rating and the complexity of a step to those of the chain with this key."""
    step[RATING] = TENTHS[key >> 44]
    step[COMPLEXITY] = complexity_of(key)


@kernel
def longest(family: int, kind: int, best: int) -> int:
    """Return the highest complexity with which a chain would still go before `best`, -1 for none."""
    complexity = 1
    while complexity < 512 and key(family, complexity + 1, kind) < best:
        complexity += 1
    return complexity if complexity > 1 else -1


@kernel
def sort(keys: Ints, values: Ints, many: int) -> None:
    """Sort the first `many` keys, all different, lowest first, and take the values along (Shell's sort)."""
    gap = 1
    while 3 * gap < many:
        gap = 3 * gap + 1
    while gap:
        for i in range(gap, many):
            moved, value = keys[i], values[i]
            j = i
            while j >= gap and keys[j - gap] > moved:
                keys[j], values[j] = keys[j - gap], values[j - gap]
                j -= gap
            keys[j], values[j] = moved, value
        gap //= 3
