"""Tests of the network's look-up: against one that takes the cells out of a grid, one by one."""

from typing import Any

import numpy as np
import pytest

from game2048.kernels.test_bitboard import packed
from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned
from tessella.game2048.kernels import ntuple as nw
from tessella.game2048.kernels.bitboard import Bits

Array = np.ndarray[Any, np.dtype[Any]]

# The cells of each stem as (row, column), lowest digit first, and its two sixth cells: from the drawing.
STEMS = [
    ([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], [(0, 3), (1, 2)]),
    ([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1)], [(1, 3), (2, 2)]),
    ([(2, 0), (2, 1), (2, 2), (3, 0), (3, 1)], [(2, 3), (3, 2)]),
]


@kernel
def _look(boards: Array, stems: int, stages: int, masks: Vectors, offsets: Vectors) -> None:
    for n in range(len(boards)):
        board = boards[n]
        if stages > 1 and nw.holds_great(board, 15):
            board = nw.downgrade(board, 15)
        nw.look_up(board, stems, stages, masks, offsets, nw.LINES * stems * n)


@kernel
def _value(board: Bits, weights: Array, stems: int, masks: Vectors, offsets: Vectors) -> Any:
    nw.look_up(board, stems, 1, masks, offsets, 0)
    return nw.value_at(weights, stems, offsets, 0)


@kernel
def _stages(boards: Array, stages: int, found: Array) -> None:
    for n in range(len(boards)):
        found[n] = nw.stage_of(boards[n], stages)


def grids(n: int, seed: int) -> Array:
    """Return boards as powers of two, an array (n, 4, 4); a quarter of them holds small tiles alone."""
    luck = np.random.default_rng(seed)
    powers = luck.integers(0, 15, (n, 4, 4), endpoint=True)
    powers[: n // 4] %= 12
    return powers


def halved(grid: Array) -> Array:
    """Return a board with every tile above its largest gap one power lower."""
    gaps = [power for power in range(1, int(grid.max())) if power not in grid]
    return np.where(grid > max(gaps), grid - 1, grid) if gaps else grid


def stage(grid: Array, stages: int) -> int:
    """Return the stage of a board without 32768."""
    return min(stages - 1, int(14 in grid) + int(14 in grid and 13 in grid))


def slow_offsets(grid: Array, stems: int, stages: int) -> list[list[int]]:
    """Return the offsets of a board, a list for each stem and sixth cell, which has one for each symmetry."""
    if stages > 1 and grid.max() == 15:
        grid = halved(grid)
    first = stems * stage(grid, stages)
    found: list[list[int]] = [[] for _ in range(2 * stems)]
    for symmetry in range(8):
        seen = grid.T if symmetry & 4 else grid
        seen = seen[:, ::-1] if symmetry & 1 else seen
        seen = seen[::-1] if symmetry & 2 else seen
        for stem, (five, sixths) in enumerate(STEMS[:stems]):
            shared = sum(int(seen[cell]) << 4 * digit for digit, cell in enumerate(five))
            for which, sixth in enumerate(sixths):
                offset = (first + stem << 20 | shared) << 5 | which << 4 | int(seen[sixth])
                found[2 * stem + which].append(offset)
    return found


@pytest.mark.parametrize(("stems", "stages"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3)])
def test_offsets(stems: int, stages: int) -> None:
    """A board's offsets are those of the drawing, in each symmetry, for every size of network."""
    boards = grids(400, seed=stems + stages)
    offsets = empty_aligned(nw.LINES * stems * len(boards))
    _look(packed(boards), stems, stages, nw.symmetries(), offsets)
    for n, grid in enumerate(boards):
        ours = offsets[nw.LINES * stems * n : nw.LINES * stems * (n + 1)]
        assert ours.tolist() == slow_offsets(grid, stems, stages)
    assert offsets.max() < stems * stages * nw.STEM


def test_a_board_and_its_mirror_images_read_the_same_weights() -> None:
    """All eight images of a board read the same weights, only in another order."""
    grid = grids(8, seed=9)[-1]
    turned = [np.rot90(image, turns) for image in (grid, grid.T) for turns in range(4)]
    offsets = empty_aligned(nw.LINES * 3 * 8)
    _look(packed(np.array(turned)), 3, 1, nw.symmetries(), offsets)
    images = offsets.reshape(8, nw.LINES * 3, 8)
    assert (np.sort(images, axis=2) == np.sort(images[0], axis=1)).all()


@pytest.mark.parametrize("dtype", [np.int16, np.float32])
@pytest.mark.parametrize("stems", [2, 3])
def test_the_value_is_the_sum_of_the_weights(stems: int, dtype: Any) -> None:
    """A board's value is what its weights add up to, also where int16 could not hold the sum."""
    weights = np.zeros(stems * nw.STEM, dtype)
    luck = np.random.default_rng(6)
    scratch = empty_aligned(nw.LINES * stems)
    for grid in grids(50, seed=8):
        offsets = [offset for line in slow_offsets(grid, stems, 1) for offset in line]
        weights[offsets] = luck.integers(-5000, 32767, len(offsets))
        expected = sum(int(weights[offset]) for offset in offsets)
        assert _value(packed(grid)[0], weights, stems, nw.symmetries(), scratch) == expected


@pytest.mark.parametrize("stages", [1, 2, 3])
def test_stages(stages: int) -> None:
    """A board belongs to the second stage if it holds 16384, to the third if 8192 too, where there are so many."""
    boards = grids(2000, seed=3) % 15
    boards[::2] %= 14
    found = np.zeros(len(boards), np.int64)
    _stages(packed(boards), stages, found)
    assert found.tolist() == [stage(grid, stages) for grid in boards]
    assert len({*found.tolist()}) == stages
