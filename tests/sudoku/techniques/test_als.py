"""Techniques with almost locked sets: found, sound, told, and as HoDoKu has them."""

from pathlib import Path

import pytest

from support.techniques import check_library, check_technique
from tessella.sudoku.techniques import als
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", als.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every technique is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0901", "0902", "0903", "0904"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


@pytest.mark.parametrize("code", ["0902", "0903", "0904"])
def test_library_without_variant(sudoku_data: Path, code: str) -> None:
    """A code without its variant finds what either form would."""
    check_library(sudoku_data, code, with_variant=False)
