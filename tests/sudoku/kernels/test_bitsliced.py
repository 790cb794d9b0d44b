"""Tests of the engine for 512 puzzles: each step against what it is said to do, and against the engine for one."""

from typing import Any

import numpy as np
import pytest

from support.sudoku_puzzles import FAMOUS, Puzzles, mixture, relabelled, rows_of
from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, load, store
from tessella.sudoku.bulk_solver import solve_many
from tessella.sudoku.kernels import bitsliced as p
from tessella.sudoku.kernels import branching
from tessella.sudoku.kernels.by_digit import propagate, read, unpack

Bits = np.ndarray[Any, np.dtype[np.bool_]]


def bits_of(words: Vectors) -> Bits:
    """Return the words as an array of bits, a row a word, a column a puzzle."""
    lanes = (words[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    return lanes.transpose(0, 2, 1).reshape(len(words), p.COLUMNS).astype(bool)


def candidates_of(planes: Vectors) -> Any:
    """Return whether puzzle n may have digit d + 1 in cell c: an array [n, c, d]."""
    return bits_of(planes)[:729].reshape(3, 9, 27, p.COLUMNS).transpose(3, 0, 2, 1).reshape(p.COLUMNS, 81, 9)


def block(puzzles: Puzzles) -> tuple[Vectors, Vectors, Vectors]:
    """Return the planes of puzzles, their status with nobody dead, and scratch words."""
    planes, status, scratch = empty_aligned(p.PLANES), empty_aligned(4), empty_aligned(branching.SCRATCH)
    planes[:] = 0
    status[:] = 0
    p.read(puzzles, 0, len(puzzles), planes, scratch)
    return planes, status, scratch


@pytest.fixture(scope="module")
def puzzles() -> Puzzles:
    """Puzzles of every kind, hard ones among them."""
    return np.concatenate([mixture(300, seed=2), *(relabelled(rows_of(FAMOUS), seed) for seed in range(30))])


def test_transpose() -> None:
    """Bit j of word i becomes bit i of word j, in every lane, and nothing else is touched."""
    words = empty_aligned(192)
    words[:] = np.random.default_rng(5).integers(0, 2**64, words.shape, np.uint64)
    before = words.copy()
    p.transpose(words, 64)
    spread = (before[64:128, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    after = (words[64:128, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert (after == spread.transpose(2, 1, 0)).all()
    assert (words[:64] == before[:64]).all()
    assert (words[128:] == before[128:]).all()


@pytest.mark.parametrize("n", [0, 1, 63, 64, 510])
def test_read(puzzles: Puzzles, n: int) -> None:
    """A blank has nine candidates, a digit itself, a wrong number none; columns without a puzzle have none at all."""
    planes, _, _ = block(puzzles[:n])
    found = candidates_of(planes)
    digits = np.arange(1, 10)
    expected = (puzzles[:n, :, None] == 0) | (puzzles[:n, :, None] == digits)
    wild = (puzzles[:n] > 15).any(axis=1)  # sixteen cells are given up with a number beyond four bits
    assert (found[:n][~wild] == expected[~wild]).all()
    assert not np.any(found[:n][wild] & ~expected[wild])
    assert np.all(np.any(~np.any(found[:n][wild], axis=2), axis=1))
    assert not np.any(found[n:])


def test_write(puzzles: Puzzles) -> None:
    """What is read from full grids is written back."""
    full = solve_many(relabelled(rows_of(FAMOUS), 3))[0]
    planes, _, scratch = block(full)
    scratch[:] = 0
    p.write(planes, scratch)
    back = np.zeros_like(full)
    for i in range(len(full)):
        p.digits(scratch, i, back[i])
    assert (back == full).all()


def test_settling_loses_no_solution(puzzles: Puzzles) -> None:
    """No rule takes a candidate that a solution needs; solved, dead and stuck columns are what they are called."""
    solutions, status = solve_many(puzzles)
    planes, words, _ = block(puzzles)
    single = empty_aligned(81)
    assert p.settle(planes, words, single, 0) > 0
    moving, dead, solved, stuck = bits_of(words)[:, : len(puzzles)]
    candidates = candidates_of(planes)[: len(puzzles)]
    kept: Bits = np.take_along_axis(candidates, solutions[:, :, None].clip(1).astype(np.intp) - 1, axis=2)[:, :, 0]
    some = status > 0
    assert np.all(kept[some])
    assert not (dead & some).any()
    assert not moving.any()
    assert (candidates[solved].sum(axis=2) == 1).all()
    assert (status[solved] == 1).all()
    assert (candidates[stuck].sum(axis=2) > 1).any(axis=1).all()
    assert (solved.astype(int) + dead + stuck == 1).all()
    assert stuck.sum() > 50


def test_settling_can_stop_early(puzzles: Puzzles) -> None:
    """With leave to stop, settling stops as soon as no more columns move than that."""
    planes, status, _ = block(puzzles)
    long = p.settle(planes, status, empty_aligned(81), 0)
    planes, status, _ = block(puzzles)
    assert p.settle(planes, status, empty_aligned(81), 100) < long
    assert 0 < bits_of(status)[p.MOVING].sum() <= 100


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


def test_both_engines_come_to_the_same(puzzles: Puzzles) -> None:
    """A digit a lane and a puzzle a bit: the rules end at the same candidates, and call them the same."""
    planes, status, _ = block(puzzles)
    fresh, _, _ = block(puzzles)
    p.settle(planes, status, empty_aligned(81), 0)
    for words in (planes, fresh):
        for w in range(p.STATE):
            p.transpose(words, 64 * w)
    _, dead, solved, stuck = bits_of(status)
    stack, expected = empty_aligned(3).view(np.uint32), empty_aligned(3).view(np.uint32)
    wild: Any = np.any(puzzles > 9, axis=1)
    for i in range(len(puzzles)):
        _read(puzzles, i, stack)
        if not wild[i]:
            unpack(np.ascontiguousarray(fresh.reshape(p.STATE, p.COLUMNS)[:, i]), expected)
            assert (stack == expected).all()
        assert _propagate(stack) == (0 if dead[i] else 1 if solved[i] else 2)
        if stuck[i]:
            unpack(np.ascontiguousarray(planes.reshape(p.STATE, p.COLUMNS)[:, i]), expected)
            assert (stack == expected).all()


def test_a_guess_is_an_open_candidate_of_a_smallest_kind(puzzles: Puzzles) -> None:
    """What is tried is a candidate of an open cell: with two digits where there is one, else three, else more."""
    planes, status, scratch = block(puzzles)
    p.settle(planes, status, empty_aligned(81), 0)
    branching.choose(planes, scratch)
    stuck = np.flatnonzero(bits_of(status)[p.STUCK])
    bits = bits_of(planes)[p.CHOICE : p.CHOICE + 11]
    cells, digits = 2 ** np.arange(7) @ bits[:7], 2 ** np.arange(4) @ bits[7:]
    candidates = candidates_of(planes)
    sizes = candidates.sum(axis=2)
    for i in stuck:
        assert candidates[i, cells[i], digits[i]]
        kinds = sizes[i].clip(max=4)
        assert kinds[cells[i]] == kinds[kinds > 1].min()


def test_a_guess_is_seen_most(puzzles: Puzzles) -> None:
    """Among the cells of the smallest kind the guess has the most points, counted here candidate by candidate."""
    planes, status, scratch = block(puzzles)
    p.settle(planes, status, empty_aligned(81), 0)
    branching.choose(planes, scratch)
    cells = 2 ** np.arange(7) @ bits_of(planes)[p.CHOICE : p.CHOICE + 7]
    for i in np.flatnonzero(bits_of(status)[p.STUCK])[:60]:
        candidates = candidates_of(planes)[i].reshape(9, 9, 9)
        sizes = candidates.sum(axis=2)

        def points(row: int, column: int, candidates: Bits = candidates, sizes: Any = sizes) -> int:
            total = 0
            r, c = row // 3 * 3, column // 3 * 3
            for digit in np.flatnonzero(candidates[row, column]):
                here = candidates[:, :, digit]
                pairs = here & (sizes == 2)
                for other in {0, 3, 6} - {c}:
                    total += int(np.any(here[row, other : other + 3])) + int(np.any(pairs[row, other : other + 3]))
                for other in {0, 3, 6} - {r}:
                    total += int(np.any(here[other : other + 3, column])) + int(
                        np.any(pairs[other : other + 3, column])
                    )
                total += int(pairs[r : r + 3, c : c + 3].sum())
            return total

        kinds = sizes.clip(max=4)
        rivals = np.argwhere(kinds == kinds[kinds > 1].min())
        best = max(points(row, column) for row, column in rivals)
        assert points(cells[i] // 9, cells[i] % 9) == best
