"""Tests of the choice of a guess for 512 puzzles."""

from typing import Any

import numpy as np
import pytest

from support.slots import Bits, bits_of, block, candidates_of, puzzles_of_every_kind
from support.sudoku_puzzles import Puzzles
from tessella.compiled.simd import empty_aligned
from tessella.sudoku.kernels import bitsliced as p
from tessella.sudoku.kernels import branching


@pytest.fixture(scope="module")
def puzzles() -> Puzzles:
    """Puzzles of every kind, hard ones among them."""
    return puzzles_of_every_kind()


def test_a_guess_is_an_open_candidate_of_a_smallest_kind(puzzles: Puzzles) -> None:
    """What is tried is a candidate of an open cell: with two digits where there is one, else three, else more."""
    planes, status, scratch = block(puzzles)
    p.propagate(planes, status, empty_aligned(81), 0)
    branching.choose_candidates(planes, scratch)
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
    p.propagate(planes, status, empty_aligned(81), 0)
    branching.choose_candidates(planes, scratch)
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
