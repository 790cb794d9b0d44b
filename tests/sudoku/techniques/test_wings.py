"""Wings: found, sound, told, and as HoDoKu has them."""

from pathlib import Path

import pytest

from support.techniques import board_of, check_library, check_technique, eliminated
from tessella.sudoku.techniques import wings
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", wings.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every wing is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0800", "0801", "0803"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


def test_xy_wing() -> None:
    """A pivot and two pincers clear the cell where the pincers meet."""
    board = board_of({"r1c1": "12", "r1c5": "13", "r5c1": "23"})
    assert eliminated(board, "XY-wing") == [{"3r5c5"}]


def test_xyz_wing() -> None:
    """A pivot with all three digits counts itself: only what sees all three cells loses z."""
    board = board_of({"r1c1": "123", "r1c5": "13", "r2c2": "23"})
    assert eliminated(board, "XYZ-wing") == [{"3r1c2", "3r1c3"}]


def test_w_wing() -> None:
    """Two equal pairs joined by a row with two places for one digit clear the other."""
    board = board_of({"r1c1": "12", "r5c5": "12"}, {(2, 9): "15"})
    assert {"1r1c5", "1r5c1"} in eliminated(board, "W-wing")
