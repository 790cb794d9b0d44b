"""Tests of naked and hidden singles alone, for 512 puzzles at once."""

import numpy as np

from support.slots import bits_of, block, candidates_of
from tessella.compiled.simd import empty_aligned
from tessella.sudoku import generate_many, rate_many, solve_many
from tessella.sudoku.kernels.singles import SINGLES_SCRATCH, propagate_singles
from tessella.sudoku.rating.scale import RATINGS


def test_singles_solve_what_is_rated_so() -> None:
    """Puzzles that need nothing but singles are solved, others get stuck, and no right candidate is lost."""
    puzzles = np.concatenate([generate_many(100, seed=1, clues=32), generate_many(100, seed=2)])
    rated = rate_many(puzzles, most=2.3)
    by_singles = rated["er"] <= 2.3
    direct = [name for name in RATINGS if name.startswith("direct")]
    only = by_singles & ~np.any([rated["techniques"][name] > 0 for name in direct], axis=0)
    planes, status, _ = block(puzzles)
    propagate_singles(planes, status, empty_aligned(SINGLES_SCRATCH), 0)
    _, _, solved, _ = bits_of(status)[:, : len(puzzles)]
    assert solved[only].all()
    assert not solved[~by_singles].any()
    assert 20 < only.sum() < 180
    right = np.take_along_axis(
        candidates_of(planes)[: len(puzzles)], solve_many(puzzles)[0][:, :, None].astype(np.intp) - 1, axis=2
    )
    assert right.all()
