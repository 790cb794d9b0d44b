"""Tests of sets as rows of words."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tessella.compiled.bits import Row, clear_bit, has_bit, set_bit
from tessella.compiled.jit import kernel

ELEMENTS = st.lists(st.integers(0, 255))


@kernel
def _change(row: Row, put: np.ndarray, take: np.ndarray, found: np.ndarray) -> None:
    for n in put:
        set_bit(row, n)
    for n in take:
        clear_bit(row, n)
    for n in range(256):
        found[n] = has_bit(row, n)


@given(put=ELEMENTS, take=ELEMENTS)
def test_rows_of_words_are_sets(put: list[int], take: list[int]) -> None:
    """A row holds what was put in and not taken out, and nothing else."""
    found = np.zeros(256, np.int64)
    _change(np.zeros(4, np.uint64), np.array(put, np.int64), np.array(take, np.int64), found)
    assert set(found.nonzero()[0].tolist()) == set(put) - set(take)
