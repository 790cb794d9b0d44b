"""Nice loops and AIC: found, sound, told, and as HoDoKu has them."""

from pathlib import Path

import pytest

from support.techniques import check_library, check_technique
from tessella.sudoku.techniques import nice_loops
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", nice_loops.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every chain is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0706", "0707", "0708", "0709", "0710", "0711"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)
