"""Tests of the engine for one puzzle against the engine for 512."""

from typing import Any

import numpy as np
import pytest

from support.slots import bits_of, block, puzzles_of_every_kind
from support.sudoku_puzzles import FAMOUS, Puzzles, relabelled, rows_of
from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, load, store
from tessella.sudoku.kernels import bitsliced as p
from tessella.sudoku.kernels.by_digit import SCRATCH, STACK, count_each, explore, propagate, read, unpack
from tessella.sudoku.kernels.solve import count_block


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
    assert count_each(puzzles, 2, counts, np.zeros((0, 81), np.uint8)) == (140, 0, 6900)
    assert counts.tolist() == [1] * 140


def test_a_search_can_go_on_where_it_stopped() -> None:
    """In parts of few guesses the empty grid shows as many solutions as in one."""
    puzzle, counts = np.zeros((1, 81), np.uint8), np.zeros(1, np.int64)
    assert count_each(puzzle, 300, counts, puzzle[:0])[:2] == (1, 0)
    memory = empty_aligned(STACK + SCRATCH).view(np.uint32)
    stack, scratch = memory[:STACK], memory[STACK:]
    _read(puzzle, 0, stack)
    found, left, parts = 0, 1, 0
    while left and found < 300:
        more, guesses, left = explore(300 - found, 7, left, stack, scratch, puzzle[0, :0])
        assert guesses <= 7
        found += more
        parts += 1
    assert found == 300
    assert parts > 40


@pytest.mark.parametrize("cells", [(0, 1), (0, 10), (0, 20), (1, 9), (6, 24), (40, 50), (60, 80), (78, 80)])
def test_a_digit_twice_in_a_box_needs_no_search(cells: tuple[int, int]) -> None:
    """A box that holds a digit twice is refuted without a guess, by either engine."""
    puzzles = np.zeros((600, 81), np.uint8)
    puzzles[:, cells] = 3
    counts = np.full(600, -1)
    assert count_each(puzzles, 2, counts, puzzles[:0]) == (600, 0, 0)
    assert not counts.any()
    counts[:] = -1
    assert count_block(puzzles, 2, counts, puzzles[:0])[2][0] == 0
    assert not counts.any()
