"""Aligned exclusion: found, sound, told."""

import pytest

from support.techniques import board_of, check_technique, eliminated
from tessella.sudoku.techniques import aligned_exclusion
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", aligned_exclusion.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every form of aligned exclusion is found in its example, and no step contradicts a solution."""
    check_technique(technique)


def test_aligned_pair() -> None:
    """Two cells lose the digit whose every way with the other cell takes all that a pair beside them has."""
    board = board_of({"r1c1": "12", "r1c2": "13", "r1c9": "12", "r2c3": "13", "r3c3": "23"})
    # r1c1=1 leaves r1c2=3, which takes all of r2c3; r1c1=2 leaves 1 or 3: with 1 r1c9 has nothing, with 3 r3c3.
    assert {"1r1c1", "2r1c1", "1r1c2", "3r1c2"} in eliminated(board, "aligned pair exclusion")
