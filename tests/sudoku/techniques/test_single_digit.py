"""Single-digit patterns and colouring: found, sound, told, and as HoDoKu has them."""

from pathlib import Path

import pytest

from support.techniques import board_of, check_library, check_technique, eliminated
from tessella.sudoku.techniques import single_digit
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", single_digit.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every single-digit pattern is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0400", "0401", "0402", "0403", "0404", "0405", "0500", "0501", "0502", "0503"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


@pytest.mark.parametrize("code", ["0402"])
def test_library_without_variant(sudoku_data: Path, code: str) -> None:
    """A code without its variant finds what either form would."""
    check_library(sudoku_data, code, with_variant=False)


def test_skyscraper() -> None:
    """Two towers on one base: what sees both tops goes."""
    board = board_of(rows={(5, 2): "15", (5, 8): "14"})
    assert eliminated(board, "skyscraper") == [{"5r1c4", "5r3c4", "5r7c5", "5r9c5"}]
