"""Ratings of chains by their length, and the order of chains by rating.

A chain's rating is the base of its family and 0.1 for every limit that its complexity less 2 passes: 4, 6, 8, 12,
16, 24, ... The sums are made as Sudoku Explainer makes them, one tenth after another in floating point, as their
last digit decides which of two chains of families with different bases goes first: the lower rating, then the lower
complexity, then the lower kind.
"""

from bisect import bisect_left
from functools import lru_cache

Key = tuple[float, int, int]  # rating, complexity, kind

DOUBLE, X, Y, XY, CELL_KIND, REGION, CONTRADICTION = range(1, 8)


def _limits() -> list[int]:
    found = [4]
    while found[-1] < 1 << 20:
        found.append(found[-1] * (3 if len(found) % 2 else 4) // (2 if len(found) % 2 else 3))
    return found


LIMITS = _limits()


def _sums(base: int) -> list[float]:
    added, sums = 0.0, []
    for _limit in (0, *LIMITS):
        sums.append(base / 10 + added)
        added += 0.1
    return sums


_SUMS = {base: _sums(base) for base in (65, 66, 70, 75, 80, 85, 90, 95, 100, 105, 110)}


def key_of(base: int, complexity: int, kind: int) -> Key:
    """Return what decides which chain goes first, for a family's base in tenths.

    >>> key_of(70, 6, XY)[0], round(key_of(70, 7, XY)[0], 1), round(key_of(70, 11, XY)[0], 1)
    (7.0, 7.1, 7.3)
    """
    return _SUMS[base][bisect_left(LIMITS, complexity - 2)], complexity, kind


def tenths_of(key: Key) -> int:
    """Return a rating in tenths."""
    return int((key[0] + 0.05) * 10)


@lru_cache(maxsize=1024)
def longest(base: int, kind: int, best: Key) -> int:
    """Return the highest complexity with which a chain would still go before `best`, -1 for none.

    >>> longest(70, XY, key_of(70, 8, X)), longest(65, X, key_of(70, 4, X)), longest(70, XY, key_of(65, 4, X))
    (7, 18, -1)
    """
    low, high = 1, 1 << 20
    while low < high:
        middle = (low + high + 1) // 2
        if key_of(base, middle, kind) < best:
            low = middle
        else:
            high = middle - 1
    return low if low > 1 else -1
