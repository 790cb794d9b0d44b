"""Rectangles: found, sound, told, and as HoDoKu has them."""

from pathlib import Path

import pytest

from support.arguments import Claim, argument, check_cases, check_deadly, follows, steps_in, with_rectangle
from support.techniques import ALL, board_of, cell_of, check_library, check_technique, eliminated
from tessella.sudoku import Board
from tessella.sudoku.techniques import uniqueness
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", uniqueness.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every rectangle is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0600", "0601", "0602", "0603", "0604", "0605", "0606", "0607", "0608"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


@pytest.mark.parametrize("code", ["0600", "0601", "0603", "0604", "0606"])
def test_library_without_variant(sudoku_data: Path, code: str) -> None:
    """A code without its variant finds what either form would."""
    check_library(sudoku_data, code, with_variant=False)


def test_unique_rectangle() -> None:
    """Three corners with just two digits clear them from the fourth; within one box nothing is gained."""
    board = board_of({"r1c1": "12", "r1c4": "12", "r2c1": "12", "r2c4": "125"})
    assert {"1r2c4", "2r2c4"} in eliminated(board, "unique rectangle type 1")
    in_a_box = board_of({"r1c1": "12", "r1c2": "12", "r2c1": "12", "r2c2": "125"})
    assert eliminated(in_a_box, "0600") == []


def test_givens_break_no_rectangle() -> None:
    """An avoidable rectangle needs the player's own digits: with a given among them it says nothing."""
    cells = dict.fromkeys(range(81), ".") | {0: "+1", 3: "+2", 9: "+2"}
    text = "".join(cells.values())
    board = Board.parse(text)
    marks = [0 if digit else ALL for digit in board.digits]
    marks[cell_of("r2c4")] = 0b101
    own = Board(board.box, board.givens, board.digits, tuple(marks))
    assert eliminated(own, "avoidable rectangle type 1") == [{"1r2c4"}]
    given = Board(board.box, (1, *board.givens[1:]), board.digits, tuple(marks))
    assert eliminated(given, "avoidable rectangle type 1") == []


@pytest.mark.parametrize("code", ["0600", "0601", "0602", "0603", "0604", "0605", "0606"])
def test_rectangles_would_be_deadly(code: str) -> None:
    """What a reason assumes leaves the four cells just the two digits, and these could be swapped."""
    for grid, step in steps_in(f"{code}-1", with_rectangle, least=50):
        check_deadly(grid, step)
        four = (*step.cells, *step.second)
        if code == "0605":  # one of the two brings the other
            one, other = (Claim((cell,), step.eliminations[0][0], is_on=True) for cell in step.second)
            assert follows(grid, [one], other)
            assert follows(grid, [other], one)
        if code == "0606":
            [cases] = argument(step, grid)
            check_cases(step, grid, cases, is_whole=False)
            assert {cell for stage in cases[0] for claim in stage for cell in claim.cells} == {*four}
            assert {claim.digit for stage in cases[0] for claim in stage} == {*step.digits}
