"""Wings: found, sound, told, and as HoDoKu has them."""

from itertools import combinations
from pathlib import Path

import pytest

from support.arguments import argument, check_cases, scattered, steps_in
from support.techniques import board_of, check_library, check_technique, eliminated
from tessella.sudoku.geometry import peers
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


@pytest.mark.parametrize(("technique", "count"), [("0800", 2), ("0801", 3), ("0803", 2)])
def test_every_case_ends_alike(technique: str, count: int) -> None:
    """A wing is told by cases that leave nothing out, each inference holds, and each case rules out what goes."""
    for grid, step in steps_in(technique, scattered):
        [cases] = argument(step, grid)
        assert len(cases) == count
        check_cases(step, grid, cases, is_whole=True)


def test_four_cells_need_four_digits() -> None:
    """Of a WXYZ-wing, what goes would take its digit from all four cells, and no other fits into two of them."""
    for grid, step in steps_in("0802", scattered):
        [cases] = argument(step, grid)
        check_cases(step, grid, cases, is_whole=False)
        four, [z] = {*step.cells, *step.second}, {digit for digit, _row, _col in step.eliminations}
        held = {digit: {cell for cell in four if grid.marks[cell] >> digit - 1 & 1} for digit in step.digits}
        [[[lost], [left]]] = cases
        assert (lost.digit, {*left.cells}, len(four), len(held)) == (z, held[z], 4, 4)
        near = peers(grid.shape.box)
        assert all(b in near[a] for d, cells in held.items() if d != z for a, b in combinations(cells, 2))
