"""Techniques with almost locked sets: found, sound, told, and as HoDoKu has them."""

import re
from itertools import combinations, islice
from pathlib import Path

import pytest

from support.arguments import argument, check_cases
from support.techniques import check_library, check_technique, each, positions
from tessella.sudoku.geometry import houses
from tessella.sudoku.techniques import als
from tessella.sudoku.techniques.als import almost_locked
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import Grid, union
from tessella.sudoku.techniques.registry import look_up
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


@pytest.mark.parametrize(("code", "least"), [("0901", 100), ("0902", 80), ("0903", 60), ("0904", 80)])
def test_every_case_ends_alike(code: str, least: int) -> None:
    """What follows from each case follows in single inferences, no case is left out, and each rules out what goes."""
    told = 0
    for board, _solution in positions(20, 0.5):
        grid = Grid.of(board)
        steps = (step for step in look_up(code)[1](grid) if code != "0901" or len(step.digits) == 1)
        for step in islice(steps, least // 4):  # two restricted digits are told without cases
            [cases] = argument(step, grid)
            assert len(cases) == (len(step.sets) if code == "0904" else 2)
            check_cases(step, grid, cases, is_whole=True)
            told += 1
        if told >= least:
            return
    raise AssertionError(told)


def test_sue_de_coq_uses_up_its_digits() -> None:
    """The digits that are said to be used up in a line or box go from its other cells, and nothing else does."""
    told = 0
    for board, _solution in positions(20, 0.2):
        grid = Grid.of(board)
        for step in islice(look_up("Sue de Coq")[1](grid), 20):
            cells = {cell for one in step.sets for cell in one.cells}
            uses_up = re.search(r"That uses up (.*) in \w+ \d and (.*) in box \d", reason(step, grid))
            assert uses_up
            gone = {
                (int(digit), cell // 9 + 1, cell % 9 + 1)
                for digits, house in zip(uses_up.groups(), step.houses, strict=True)
                for digit in re.findall(r"\d", digits)
                for cell in houses((3, 3))[house]
                if cell not in cells and grid.marks[cell] >> int(digit) - 1 & 1
            }
            assert gone == {*step.eliminations}
            told += 1
    assert told > 100
