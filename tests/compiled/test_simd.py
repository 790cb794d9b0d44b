"""Tests of the vectors of 512 bits: each operation as machine code against its plain Python twin."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.compiled.jit import kernel
from tessella.compiled.simd import (
    LANES,
    Vectors,
    as_uint16,
    as_uint64,
    empty_aligned,
    equal,
    equal_bytes,
    interleave,
    load,
    load_widened,
    movemask,
    permute_xor,
    popcount,
    select,
    splat,
    store,
    store_narrowed,
    trailing_zeros,
)

if TYPE_CHECKING:
    from collections.abc import Callable

DTYPES = [np.uint64, np.uint32, np.uint16]


def vectors(dtype: Any, seed: int = 0, n: int = 22) -> Vectors:
    """Return random vectors, some lanes empty and some of the first two alike, the last one of small numbers."""
    luck = np.random.default_rng(seed)
    bits: Vectors = empty_aligned(n).view(dtype)
    bits[:] = luck.integers(0, np.iinfo(dtype).max, bits.shape, dtype, endpoint=True)
    bits[luck.random(bits.shape) < 0.3] = 0
    bits[1] = np.where(luck.random(bits.shape[1]) < 0.3, bits[0], bits[1])
    bits[-1] &= dtype(15)
    return bits


def operations(a: Vectors, numbers: Vectors) -> None:
    """Write what the operations on vectors 0 and 1 give into those from 2 on, and the numbers that come out."""
    x, y = load(a, 0), load(a, 1)
    store(a, 2, x & y)
    store(a, 3, x | y)
    store(a, 4, x ^ y)
    store(a, 5, ~x)
    store(a, 6, x << 5)
    store(a, 7, x >> 7)
    store(a, 8, permute_xor(x, 4))
    store(a, 9, permute_xor(x, 2))
    store(a, 10, permute_xor(x, 1))
    store(a, 11, splat(a[1, 3]))
    x &= y
    x |= y >> 1
    x ^= y << 1
    store(a, 12, x)
    store(a, 13, x + y)
    store(a, 14, x - y)
    z = x * y
    z += x
    z -= y
    z *= x
    store(a, 15, z)
    store(a, 16, equal(load(a, 0), y))
    store(a, 17, select(y, x, z))
    store(a, 18, select(equal(load(a, 0), y), x, y))
    store(a, 20, x << load(a, 21))
    store(a, 21, y >> load(a, 21))
    store(a, 19, x << np.int64(3))
    numbers[0, 0] = movemask(y)
    numbers[0, 1] = movemask(x ^ x)
    numbers[0, 2] = popcount(a[0, 1])


@pytest.mark.parametrize("dtype", DTYPES)
def test_operations_are_their_twins(dtype: Any) -> None:
    """Machine code and plain Python give the same vectors for the same vectors."""
    compiled: Callable[[Vectors, Vectors], None] = kernel(operations)
    for seed in range(20):
        machine, plain = vectors(dtype, seed), vectors(dtype, seed)
        found, expected = empty_aligned(1), empty_aligned(1)
        found[:] = expected[:] = 0
        compiled(machine, found)
        operations(plain, expected)
        assert (machine == plain).all()
        assert (found == expected).all()


def other_lanes(a: Vectors, rows: Vectors) -> None:
    """Write what becomes of vectors of 64-bit lanes that are taken for others, and interleaved."""
    x, y = load(a, 0), load(a, 1)
    store(rows, 0, as_uint16(x) + as_uint16(y))
    store(a, 2, as_uint64(load(rows, 1)))
    store(a, 3, interleave(x, y, 0))
    store(a, 4, interleave(x, y, 1))


def test_vectors_of_other_lanes_are_their_twins() -> None:
    """Machine code and plain Python see the same lanes in a vector, and interleave the same bytes."""
    compiled: Callable[[Vectors, Vectors], None] = kernel(other_lanes)
    for seed in range(20):
        machine, plain = vectors(np.uint64, seed), vectors(np.uint64, seed)
        found, expected = vectors(np.uint16, seed), vectors(np.uint16, seed)
        compiled(machine, found)
        other_lanes(plain, expected)
        assert (machine == plain).all()
        assert (found == expected).all()
    interleaved = plain[3:5].astype("<u8").view(np.uint8).reshape(-1, 2)
    assert (interleaved[:, 0] == plain[0].astype("<u8").view(np.uint8)).all()
    assert (interleaved[:, 1] == plain[1].astype("<u8").view(np.uint8)).all()


def _copied(numbers: np.ndarray[Any, Any], i: int, others: np.ndarray[Any, Any]) -> None:
    store_narrowed(others, i, load_widened(numbers, i))


@pytest.mark.parametrize("target", [np.uint8, np.uint32, np.int64, np.uint64, np.float64])
@pytest.mark.parametrize("source", [np.uint8, np.int32, np.uint32, np.int64])
def test_numbers_of_any_width(source: Any, target: Any) -> None:
    """Numbers of other widths come into a vector and out again, without their neighbours."""
    compiled: Callable[..., None] = kernel(_copied)
    numbers = np.arange(-12, 12).astype(source)
    for i in range(3):
        found, expected = np.full(24, 99, target), np.full(24, 99, target)
        compiled(numbers, i, found)
        _copied(numbers, i, expected)
        assert (found == expected).all()


def test_a_permutation_by_eight() -> None:
    """Sixteen lanes of 32 bits can be halved."""

    @kernel
    def halves(a: Vectors) -> None:
        store(a, 1, permute_xor(load(a, 0), 8))

    a = vectors(np.uint32)
    halves(a)
    assert (a[1] == permute_xor(a[0], 8)).all()
    assert a[1].tolist() == [*a[0, 8:], *a[0, :8]]


def test_vectors_lie_on_their_boundary() -> None:
    """A vector never straddles two cache lines."""
    for n in range(1, 20):
        fresh = empty_aligned(n)
        assert fresh.ctypes.data % (8 * LANES) == 0
        assert fresh.shape == (n, LANES)


@kernel
def _equal_bytes(numbers: np.ndarray[tuple[int], np.dtype[np.uint8]], i: int, n: int) -> int:
    return equal_bytes(numbers, i, n)


@given(st.lists(st.integers(0, 10), min_size=32, max_size=60), st.integers(0, 28), st.integers(0, 10))
def test_equal_bytes(numbers: list[int], start: int, n: int) -> None:
    """Thirty-two bytes are compared with a number at once."""
    start = min(start, len(numbers) - 32)
    array = np.array(numbers, np.uint8)
    expected = sum(1 << j for j in range(32) if numbers[start + j] == n)
    assert _equal_bytes(array, start, n) == equal_bytes(array, start, n) == expected


@kernel
def _bits(n: np.uint64) -> tuple[int, int]:
    return trailing_zeros(n), popcount(n)


@given(st.integers(1, 2**64 - 1))
def test_bits_of_a_number(n: int) -> None:
    """The lowest bit and the number of bits are as Python counts them."""
    assert (
        _bits(np.uint64(n))
        == (trailing_zeros(n), popcount(n))
        == (len(f"{n:b}") - len(f"{n:b}".rstrip("0")), f"{n:b}".count("1"))
    )
