"""Tests of the engine for one puzzle against the engine for 512."""

from typing import Any

import numpy as np

from support.slots import bits_of, block, puzzles_of_every_kind
from support.sudoku_puzzles import FAMOUS, Puzzles, relabelled, rows_of
from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, load, store
from tessella.sudoku.kernels import bitsliced as p
from tessella.sudoku.kernels.by_digit import count_each, propagate, read, unpack


@kernel
def _propagate(stack: Vectors) -> int:
    position, left = propagate((load(stack, 0), load(stack, 1), load(stack, 2)))
    store(stack, 0, position[0])
    store(stack, 1, position[1])
    store(stack, 2, position[2])
    return left


@kernel
def _read(puzzles: Puzzles, i: int, stack: Vectors) -> None:
    read(puzzles, i, stack)


def test_both_engines_come_to_the_same() -> None:
    """A digit a lane and a puzzle a bit: the rules end at the same candidates, and call them the same."""
    puzzles = puzzles_of_every_kind()
    planes, status, _ = block(puzzles)
    fresh, _, _ = block(puzzles)
    p.propagate(planes, status, empty_aligned(81), 0)
    for words in (planes, fresh):
        for w in range(p.STATE):
            p.transpose(words, 64 * w)
    _, dead, solved, stuck = bits_of(status)
    stack, expected = empty_aligned(3).view(np.uint32), empty_aligned(3).view(np.uint32)
    wild: Any = np.any(puzzles > 9, axis=1)
    for i in range(len(puzzles)):
        _read(puzzles, i, stack)
        if not wild[i]:
            unpack(np.ascontiguousarray(fresh.reshape(p.STATE, p.SLOTS)[:, i]), expected)
            assert (stack == expected).all()
        assert _propagate(stack) == (0 if dead[i] else 1 if solved[i] else 2)
        if stuck[i]:
            unpack(np.ascontiguousarray(planes.reshape(p.STATE, p.SLOTS)[:, i]), expected)
            assert (stack == expected).all()


def test_the_search_makes_the_same_guesses() -> None:
    """The number of guesses over a fixed list is what it was when this was written."""
    puzzles = np.concatenate([relabelled(rows_of(FAMOUS), seed) for seed in range(20)])
    counts = np.zeros(len(puzzles), np.int64)
    assert count_each(puzzles, 2, counts, np.zeros((0, 81), np.uint8)) == 6960
    assert counts.tolist() == [1] * 140
