"""The screening of puzzles against the rater."""

import numpy as np
import pytest

from tessella.sudoku import generate_many, rate_many
from tessella.sudoku.generator.screening import rating_without_marks


@pytest.mark.parametrize("clues", ["minimal", 27])
def test_looking(clues: int | str) -> None:
    """A quick look tells exactly which puzzles are rated up to 1.5, and which up to 2.3."""
    puzzles = generate_many(400, seed=5, clues=clues)
    er = rate_many(puzzles, most=2.3)["er"]
    assert len(set(np.searchsorted([1.5, 2.3], er))) == 3
    assert [rating_without_marks(givens) for givens in puzzles.tolist()] == [
        15 if r <= 1.5 else 23 if r <= 2.3 else None for r in er
    ]
