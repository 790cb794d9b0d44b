"""Techniques with almost locked sets: found, sound, told, and as HoDoKu has them."""

from itertools import combinations
from pathlib import Path

import pytest

from support.techniques import check_library, check_technique, each, positions
from tessella.sudoku.techniques import als
from tessella.sudoku.techniques.als import almost_locked
from tessella.sudoku.techniques.grid import Grid, union
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", each(als.TECHNIQUES))
def test_found_and_sound(technique: Technique) -> None:
    """Every technique is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0901", "0902", "0903", "0904", "1101"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


@pytest.mark.parametrize("code", ["0902", "0903", "0904"])
def test_library_without_variant(sudoku_data: Path, code: str) -> None:
    """A code without its variant finds what either form would."""
    check_library(sudoku_data, code, with_variant=False)


def test_all_are_found() -> None:
    """Every n cells of a house with n + 1 candidates among them are found, each once, and nothing else."""
    total = 0
    for board, _solution in positions(20, 0.5)[:4]:
        grid = Grid.of(board)
        wanted = set()
        for house in grid.shape.house_cells:
            blank = [cell for cell in house if grid.marks[cell]]
            for count in range(1, len(blank) + 1):
                for group in combinations(blank, count):
                    if union(grid.marks[cell] for cell in group).bit_count() == count + 1:
                        wanted.add(sum(1 << cell for cell in group))
        found = [one.cells for one in almost_locked(grid)]
        assert sorted(found) == sorted(wanted)
        total += len(found)
    assert total > 100
