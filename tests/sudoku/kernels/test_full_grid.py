"""Tests of the kernel's full grids against the plain ones."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.rng import SplitMix64, fold
from tessella.sudoku.generator import full_grid as plain_grids
from tessella.sudoku.kernels.full_grid import full_grid


@given(words=st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=3))
@settings(max_examples=100, deadline=None)
def test_the_kernel_grid_is_the_plain_one(words: list[int]) -> None:
    """The kernel's full grid is the reference's, from the same random stream."""
    stream, plain = np.array([fold(words)], np.uint64), SplitMix64(fold(words))
    grid = np.zeros(81, np.int8)
    full_grid(stream, grid)
    assert (grid + 1).tolist() == plain_grids.full_grid((3, 3), plain)
    assert int(stream[0]) == plain.state
