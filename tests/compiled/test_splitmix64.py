"""Tests of the random numbers in kernels against `tessella.rng`."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tessella import rng
from tessella.compiled.splitmix64 import fold, mix64, random_below, shuffle

WORDS = st.integers(0, 2**64 - 1)


@given(WORDS)
def test_mix64_is_the_plain_one(word: int) -> None:
    """The kernel scrambles 64 bits as the plain function does."""
    assert int(mix64(np.uint64(word))) == rng.mix64(word)


@given(st.tuples(WORDS, WORDS, WORDS))
def test_fold_is_the_plain_one(words: tuple[int, int, int]) -> None:
    """The kernel folds words as the plain function does."""
    assert int(fold(tuple(np.uint64(word) for word in words))) == rng.fold(words)


@given(seed=WORDS, n=st.integers(1, 1 << 31), size=st.integers(1, 30))
def test_a_stream_is_the_plain_one(seed: int, n: int, size: int) -> None:
    """The same seed gives the same numbers and the same order, and leaves the same state."""
    stream, plain = np.array([seed], np.uint64), rng.SplitMix64(seed)
    items, plain_items = np.arange(size), list(range(size))
    assert random_below(stream, n) == plain.below(n)
    shuffle(stream, items, size)
    plain.shuffle(plain_items)
    assert items.tolist() == plain_items
    assert int(stream[0]) == plain.state
