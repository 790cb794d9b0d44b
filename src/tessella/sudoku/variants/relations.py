"""Relations between two digits: for each digit of the first cell, by index, a mask of those of the second."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

Relation: TypeAlias = tuple[int, ...]
_HALF = 256


def relation(allowed: Callable[[int, int], bool], size: int, lowest: int) -> Relation:
    """Return the relation for which a function of two values holds.

    >>> relation(lambda a, b: a < b, 4, 1)
    (14, 12, 8, 0)
    """
    values = range(lowest, lowest + size)
    return tuple(sum(1 << d for d, b in enumerate(values) if allowed(a, b)) for a in values)


@lru_cache(maxsize=512)
def transposed(rows: Relation) -> Relation:
    """Return the relation with its cells exchanged.

    >>> transposed((14, 12, 8, 0))
    (0, 1, 3, 7)
    """
    return tuple(sum(1 << a for a, row in enumerate(rows) if row >> b & 1) for b in range(len(rows)))


@lru_cache(maxsize=512)
def is_transitive(rows: Relation) -> bool:
    """Return whether a goes with c where a goes with b and b with c: then no digit has to stand in one of two cells.

    >>> is_transitive((14, 12, 8, 0)), is_transitive((2, 5, 10, 4))
    (True, False)
    """
    return all(rows[b] & ~row == 0 for row in rows for b in range(len(rows)) if row >> b & 1)


@lru_cache(maxsize=512)
def table_of(rows: Relation) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return what goes with each mask of low digits, and of high digits, in the first cell; then in the second."""
    return np.concatenate([_unions(side[at : at + 8]) for side in (rows, transposed(rows)) for at in (0, 8)])


def _unions(rows: Relation) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Return what goes with each mask of up to eight digits."""
    table = np.zeros(1, np.int32)
    for row in rows:
        table = np.concatenate([table, table | row])
    return np.resize(table, _HALF)
