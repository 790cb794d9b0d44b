"""Tests of the keys by which chains are ordered."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tessella.sudoku.kernels.rating import chain_length as c
from tessella.sudoku.kernels.rating.steps import COMPLEXITY, RATING, STEP


@given(st.integers(1, 5000))
def test_thresholds_grow_as_sudoku_explainer_says(complexity: int) -> None:
    """The limits of a length less 2 are 4, 6, 8, 12, 16, 24 and so on, each half or a third more than the last."""
    limits, passed = 4, 0
    is_half = True
    while complexity - 2 > limits:
        passed += 1
        limits = limits * 3 // 2 if is_half else limits * 4 // 3
        is_half = not is_half
    assert c.thresholds(complexity) == passed


@given(st.integers(0, 10), st.integers(1, 3000), st.sampled_from([c.X, c.Y, c.CELL]))
def test_a_key_gives_back_rating_and_complexity(family: int, complexity: int, kind: int) -> None:
    """A key holds the rating, base and a tenth a threshold, and the complexity; longer chains of a kind go later."""
    key, step = c.key(family, complexity, kind), np.zeros(STEP, np.int64)
    c.rate_chain(step, key)
    assert step[RATING] == c.BASES[family] + c.thresholds(complexity)
    assert step[COMPLEXITY] == complexity == c.complexity_of(key)
    assert key < c.key(family, complexity + 1, kind)


@given(st.integers(0, 10), st.integers(0, 10), st.integers(6, 400))
def test_the_longest_that_still_goes_first(family: int, other: int, complexity: int) -> None:
    """`longest` is the highest complexity whose key is below the best."""
    best = c.key(other, complexity, c.Y)
    longest = c.longest(family, c.X, best)
    assert longest == -1 or c.key(family, longest, c.X) < best
    assert longest == 512 or c.key(family, max(longest, 1) + 1, c.X) >= best


@given(st.lists(st.integers(0, 1 << 60), unique=True, max_size=200))
def test_sorting_takes_values_along(keys: list[int]) -> None:
    """Keys come out lowest first, each with its value."""
    array, values = np.array(keys, np.int64), np.arange(len(keys))
    c.sort(array, values, len(keys))
    assert array.tolist() == sorted(keys)
    assert [keys[value] for value in values] == sorted(keys)
