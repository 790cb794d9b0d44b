"""The random numbers of `tessella.rng` in kernels: SplitMix64, bit for bit."""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel

U = np.uint64

GAMMA = U(0x9E37_79B9_7F4A_7C15)

Stream: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
"""A stream of random numbers: its state, an array of one number."""


@kernel
def mix64(z: np.uint64) -> np.uint64:
    """Return the 64 bits of z scrambled one to one."""
    z = (z ^ (z >> U(30))) * U(0xBF58_476D_1CE4_E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D0_49BB_1331_11EB)
    return z ^ (z >> U(31))


@kernel
def fold(words: Any) -> np.uint64:
    """Return 64 bits that depend on every word of a tuple of them, and on their order."""
    state = U(0)
    for word in words:
        state = mix64((state ^ word) + GAMMA)
    return state


@kernel
def random_below(stream: Stream, n: int) -> int:
    """Return the stream's next number from 0 to n - 1: the high word of a product, put together from halves."""
    stream[0] += GAMMA
    bits = mix64(stream[0])
    low = (bits & U(0xFFFF_FFFF)) * U(n) >> U(32)
    return int(np.int64((bits >> U(32)) * U(n) + low >> U(32)))


@kernel
def shuffle(stream: Stream, items: Any, n: int) -> None:
    """Put the first n items into random order."""
    for last in range(n - 1, 0, -1):
        other = random_below(stream, last + 1)
        items[last], items[other] = items[other], items[last]
