"""Locked candidates, subsets and direct techniques: found, sound, told, and as HoDoKu has them."""

from itertools import permutations
from pathlib import Path

import pytest

from support.techniques import check_library, check_technique, positions
from tessella.sudoku.geometry import digits_of, houses
from tessella.sudoku.techniques import singles, subsets
from tessella.sudoku.techniques.grid import Grid, cells_of
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", subsets.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every subset is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0110", "0111", "0200", "0201", "0202", "0210", "0211", "0212", "0100", "0101"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


def _places(house: tuple[int, ...], marks: tuple[int, ...]) -> set[tuple[int, int]]:
    """Return the candidates of a house that some way to fill it holds: every way is tried."""
    blank = [cell for cell in house if marks[cell]]
    digits = sorted({digit for cell in blank for digit in digits_of(marks[cell])})
    good = set()
    for order in permutations(digits, len(blank)):
        pairs = list(zip(blank, order, strict=True))
        if all(marks[cell] >> digit - 1 & 1 for cell, digit in pairs):
            good |= set(pairs)
    return good


def test_subsets_are_complete() -> None:
    """What no way to fill a house holds is taken away by a single, a pair, a triple or a quad (Hall's theorem)."""
    indirect = (one for one in subsets.TECHNIQUES if not one.name.startswith("direct"))
    finders = (*singles.TECHNIQUES, *indirect)
    checked = 0
    for board, _solution in positions(20, 0.5)[:12]:
        grid = Grid.of(board)
        gone = {
            (9 * row + col - 10, digit)
            for technique in finders
            for step in technique.find(grid)
            for digit, row, col in step.eliminations
        }
        for technique in finders:
            for step in technique.find(grid):
                for digit, row, col in step.placements:  # a single takes the rest of its cell and houses
                    cell = 9 * row + col - 10
                    gone |= {(cell, other) for other in range(1, 10) if other != digit}
                    gone |= {(peer, digit) for peer in cells_of(grid.shape.peers[cell])}
        for house in houses(board.box):
            if sum(1 for cell in house if board.marks[cell]) > 7:
                continue
            good = _places(house, board.marks)
            for cell in house:
                for digit in digits_of(board.marks[cell]):
                    if (cell, digit) not in good:
                        checked += 1
                        assert (cell, digit) in gone, (board.to_text(), cell, digit)
    assert checked > 20
