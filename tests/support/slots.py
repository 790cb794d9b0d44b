"""Blocks of puzzles in slots, and what their planes say bit by bit."""

from functools import lru_cache
from typing import Any

import numpy as np

from support.sudoku_puzzles import FAMOUS, Puzzles, mixture, relabelled, rows_of
from tessella.compiled.simd import Vectors, empty_aligned
from tessella.sudoku.kernels import bitsliced, branching

Bits = np.ndarray[Any, np.dtype[np.bool_]]


def bits_of(vectors: Vectors) -> Bits:
    """Return the vectors as an array of bits, a row a vector, a column a slot."""
    lanes = (vectors[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    return lanes.transpose(0, 2, 1).reshape(len(vectors), bitsliced.SLOTS).astype(bool)


def candidates_of(planes: Vectors) -> Any:
    """Return whether puzzle n may have digit d + 1 in cell c: an array [n, c, d]."""
    return (
        bits_of(planes)[:729].reshape(3, 9, 27, bitsliced.SLOTS).transpose(3, 0, 2, 1).reshape(bitsliced.SLOTS, 81, 9)
    )


def block(puzzles: Puzzles) -> tuple[Vectors, Vectors, Vectors]:
    """Return the planes of puzzles, their status with nobody dead, and scratch vectors."""
    planes, status, scratch = empty_aligned(bitsliced.PLANES), empty_aligned(4), empty_aligned(branching.SCRATCH)
    planes[:] = 0
    status[:] = 0
    bitsliced.read(puzzles, 0, len(puzzles), planes, scratch)
    return planes, status, scratch


@lru_cache(maxsize=1)
def puzzles_of_every_kind() -> Puzzles:
    """Return puzzles of every kind, hard ones among them."""
    return np.concatenate([mixture(300, seed=2), *(relabelled(rows_of(FAMOUS), seed) for seed in range(30))])
