"""Tests of the engine for 512 puzzles: each step against what it is said to do."""

import numpy as np
import pytest

from support.slots import Bits, bits_of, block, candidates_of, puzzles_of_every_kind
from support.sudoku_puzzles import FAMOUS, Puzzles, relabelled, rows_of
from tessella.compiled.simd import empty_aligned
from tessella.sudoku import generate_many, rate_many, solve_many
from tessella.sudoku.kernels import bitsliced as p
from tessella.sudoku.rating.scale import RATINGS


@pytest.fixture(scope="module")
def puzzles() -> Puzzles:
    """Puzzles of every kind, hard ones among them."""
    return puzzles_of_every_kind()


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
        p.digits_of(scratch, i, back[i])
    assert (back == full).all()


def test_settling_loses_no_solution(puzzles: Puzzles) -> None:
    """No rule takes a candidate that a solution needs; solved, dead and stuck columns are what they are called."""
    solutions, status = solve_many(puzzles)
    planes, words, _ = block(puzzles)
    single = empty_aligned(81)
    assert p.propagate(planes, words, single, 0) > 0
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
    long = p.propagate(planes, status, empty_aligned(81), 0)
    planes, status, _ = block(puzzles)
    assert p.propagate(planes, status, empty_aligned(81), 100) < long
    assert 0 < bits_of(status)[p.MOVING].sum() <= 100


def test_singles_solve_what_is_rated_so() -> None:
    """Puzzles that need nothing but singles are solved, others get stuck, and no right candidate is lost."""
    puzzles = np.concatenate([generate_many(100, seed=1, clues=32), generate_many(100, seed=2)])
    rated = rate_many(puzzles, most=2.3)
    by_singles = rated["er"] <= 2.3
    direct = [name for name in RATINGS if name.startswith("direct")]
    only = by_singles & ~np.any([rated["techniques"][name] > 0 for name in direct], axis=0)
    planes, status, _ = block(puzzles)
    p.propagate_singles(planes, status, empty_aligned(p.SINGLES_SCRATCH), 0)
    _, _, solved, _ = bits_of(status)[:, : len(puzzles)]
    assert solved[only].all()
    assert not solved[~by_singles].any()
    assert 20 < only.sum() < 180
    right = np.take_along_axis(
        candidates_of(planes)[: len(puzzles)], solve_many(puzzles)[0][:, :, None].astype(np.intp) - 1, axis=2
    )
    assert right.all()
