"""Sets as rows of 64-bit words: element n is bit n % 64 of word n // 64."""

from typing import TypeAlias

import numpy as np

from tessella.compiled.jit import kernel

Row: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]


@kernel(inline=True)
def has_bit(row: Row, n: int) -> bool:
    """Return whether a set has element n."""
    return bool(row[n >> 6] >> np.uint64(n & 63) & np.uint64(1))


@kernel(inline=True)
def set_bit(row: Row, n: int) -> None:
    """Add element n to a set."""
    row[n >> 6] |= np.uint64(1) << np.uint64(n & 63)


@kernel(inline=True)
def clear_bit(row: Row, n: int) -> None:
    """Take element n out of a set."""
    row[n >> 6] &= ~(np.uint64(1) << np.uint64(n & 63))
