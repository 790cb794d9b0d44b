"""Tests of the words of many lanes: each operation as machine code against its plain Python twin."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.compiled.kernel import kernel
from tessella.compiled.simd import (
    LANES,
    Words,
    aligned,
    by16,
    by64,
    choose,
    equal,
    every,
    high,
    lanes,
    load,
    low,
    lowest,
    ones,
    powers,
    put,
    same,
    store,
    swap,
    take,
    weave,
)

if TYPE_CHECKING:
    from collections.abc import Callable

DTYPES = [np.uint64, np.uint32, np.uint16]


def words(dtype: Any, seed: int = 0, n: int = 20) -> Words:
    """Return random words, some lanes empty and some of the first two alike, the last one of small numbers."""
    luck = np.random.default_rng(seed)
    bits: Words = aligned(n).view(dtype)
    bits[:] = luck.integers(0, np.iinfo(dtype).max, bits.shape, dtype, endpoint=True)
    bits[luck.random(bits.shape) < 0.3] = 0
    bits[1] = np.where(luck.random(bits.shape[1]) < 0.3, bits[0], bits[1])
    bits[-1] &= dtype(15)
    return bits


def operations(a: Words, numbers: Words) -> None:
    """Write what the operations on words 0 and 1 give into the words from 2 on, and the numbers that come out."""
    x, y = load(a, 0), load(a, 1)
    store(a, 2, x & y)
    store(a, 3, x | y)
    store(a, 4, x ^ y)
    store(a, 5, ~x)
    store(a, 6, high(x, 5))
    store(a, 7, low(x, 7))
    store(a, 8, swap(x, 4))
    store(a, 9, swap(x, 2))
    store(a, 10, swap(x, 1))
    store(a, 11, every(a[1, 3]))
    x &= y
    x |= low(y, 1)
    x ^= high(y, 1)
    store(a, 12, x)
    store(a, 13, x + y)
    store(a, 14, x - y)
    z = x * y
    z += x
    z -= y
    z *= x
    store(a, 15, z)
    store(a, 16, equal(load(a, 0), y))
    store(a, 17, choose(y, x, z))
    store(a, 18, choose(equal(load(a, 0), y), x, y))
    store(a, 19, powers(load(a, 19)))
    numbers[0, 0] = lanes(y)
    numbers[0, 1] = lanes(x ^ x)
    numbers[0, 2] = ones(a[0, 1])


@pytest.mark.parametrize("dtype", DTYPES)
def test_operations_are_their_twins(dtype: Any) -> None:
    """Machine code and plain Python give the same words for the same words."""
    compiled: Callable[[Words, Words], None] = kernel(operations)
    for seed in range(20):
        machine, plain = words(dtype, seed), words(dtype, seed)
        found, expected = aligned(1), aligned(1)
        found[:] = expected[:] = 0
        compiled(machine, found)
        operations(plain, expected)
        assert (machine == plain).all()
        assert (found == expected).all()


def other_lanes(a: Words, rows: Words) -> None:
    """Write what becomes of 64-bit words that are taken for others, and woven."""
    x, y = load(a, 0), load(a, 1)
    store(rows, 0, by16(x) + by16(y))
    store(a, 2, by64(load(rows, 1)))
    store(a, 3, weave(x, y, 0))
    store(a, 4, weave(x, y, 1))


def test_words_of_other_lanes_are_their_twins() -> None:
    """Machine code and plain Python see the same lanes in a word, and weave the same bytes."""
    compiled: Callable[[Words, Words], None] = kernel(other_lanes)
    for seed in range(20):
        machine, plain = words(np.uint64, seed), words(np.uint64, seed)
        found, expected = words(np.uint16, seed), words(np.uint16, seed)
        compiled(machine, found)
        other_lanes(plain, expected)
        assert (machine == plain).all()
        assert (found == expected).all()
    woven = plain[3:5].astype("<u8").view(np.uint8).reshape(-1, 2)
    assert (woven[:, 0] == plain[0].astype("<u8").view(np.uint8)).all()
    assert (woven[:, 1] == plain[1].astype("<u8").view(np.uint8)).all()


def _taken_and_put(numbers: np.ndarray[Any, Any], i: int, others: np.ndarray[Any, Any]) -> None:
    put(others, i, take(numbers, i))


@pytest.mark.parametrize("target", [np.uint8, np.uint32, np.int64, np.uint64, np.float64])
@pytest.mark.parametrize("source", [np.uint8, np.int32, np.uint32, np.int64])
def test_numbers_of_any_width(source: Any, target: Any) -> None:
    """Numbers of other widths come into a word and out again, without their neighbours."""
    compiled: Callable[..., None] = kernel(_taken_and_put)
    numbers = np.arange(-12, 12).astype(source)
    for i in range(3):
        found, expected = np.full(24, 99, target), np.full(24, 99, target)
        compiled(numbers, i, found)
        _taken_and_put(numbers, i, expected)
        assert (found == expected).all()


def test_a_swap_by_eight() -> None:
    """Sixteen lanes of 32 bits can be halved."""

    @kernel
    def halves(a: Words) -> None:
        store(a, 1, swap(load(a, 0), 8))

    a = words(np.uint32)
    halves(a)
    assert (a[1] == swap(a[0], 8)).all()
    assert a[1].tolist() == [*a[0, 8:], *a[0, :8]]


def test_words_lie_on_their_boundary() -> None:
    """A word never straddles two cache lines."""
    for n in range(1, 20):
        fresh = aligned(n)
        assert fresh.ctypes.data % (8 * LANES) == 0
        assert fresh.shape == (n, LANES)


@kernel
def _same(numbers: np.ndarray[tuple[int], np.dtype[np.uint8]], i: int, n: int) -> int:
    return same(numbers, i, n)


@given(st.lists(st.integers(0, 10), min_size=32, max_size=60), st.integers(0, 28), st.integers(0, 10))
def test_same_bytes(numbers: list[int], start: int, n: int) -> None:
    """Thirty-two bytes are compared with a number at once."""
    start = min(start, len(numbers) - 32)
    array = np.array(numbers, np.uint8)
    expected = sum(1 << j for j in range(32) if numbers[start + j] == n)
    assert _same(array, start, n) == same(array, start, n) == expected


@kernel
def _bits(n: np.uint64) -> tuple[int, int]:
    return lowest(n), ones(n)


@given(st.integers(1, 2**64 - 1))
def test_bits_of_a_number(n: int) -> None:
    """The lowest bit and the number of bits are as Python counts them."""
    assert (
        _bits(np.uint64(n)) == (lowest(n), ones(n)) == (len(f"{n:b}") - len(f"{n:b}".rstrip("0")), f"{n:b}".count("1"))
    )
