"""Aligned exclusion: found, sound, told."""

from itertools import combinations, product

import pytest

from support.techniques import board_of, check_technique, eliminated, examples
from tessella.sudoku.techniques import aligned_exclusion
from tessella.sudoku.techniques.grid import BITS, Grid
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


def _ways(grid: Grid, cells: tuple[int, ...], helpers: list[int]) -> list[tuple[int, ...]]:
    """Return every way to fill some cells that leaves each helper a candidate, tried one by one."""
    peers = grid.shape.peers
    return [
        way
        for way in product(*(BITS[grid.marks[cell]] for cell in cells))
        if not any(way[i] == way[j] and peers[cells[i]] >> cells[j] & 1 for i, j in combinations(range(len(way)), 2))
        and all(grid.marks[cell] & ~sum(1 << d for d in {*way}) for cell in helpers)
    ]


def test_each_way_is_tried() -> None:
    """What goes from two or three cells is what no way to fill them holds that leaves every helper a candidate."""
    compared = 0
    for technique in aligned_exclusion.TECHNIQUES:
        grid = Grid.of(examples()[technique.code].board)
        for step in technique.find(grid):
            ways = _ways(grid, step.cells, list(step.second))
            held = {(d + 1, cell) for way in ways for d, cell in zip(way, step.cells, strict=True)}
            marked = {(d + 1, cell) for cell in step.cells for d in BITS[grid.marks[cell]]}
            lost = {(digit, 9 * row + col - 10) for digit, row, col in step.eliminations}
            assert marked - held == lost
            compared += 1
    assert compared > 1
