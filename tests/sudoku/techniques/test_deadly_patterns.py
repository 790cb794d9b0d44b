"""Unique loops and BUG: found, sound, told, and as HoDoKu has them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from support.arguments import check_deadly, steps_in, with_grave, with_loop
from support.techniques import check_library, check_technique
from tessella.sudoku.geometry import SYMBOLS, digits_of, houses
from tessella.sudoku.techniques import deadly_patterns
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", deadly_patterns.TECHNIQUES, ids=lambda technique: technique.code)
def test_found_and_sound(technique: Technique) -> None:
    """Every loop and BUG is found in its example, and no step contradicts a solution."""
    check_technique(technique)


@pytest.mark.parametrize("code", ["0610"])
def test_library(sudoku_data: Path, code: str) -> None:
    """HoDoKu's cases find what they should, and nothing else for the same digits."""
    check_library(sudoku_data, code)


@pytest.mark.parametrize("code", ["ul1", "ul2", "ul3", "ul4"])
def test_loops_would_be_deadly(code: str) -> None:
    """What a reason assumes leaves the cells of the loop just the two digits, and these could be swapped."""
    for grid, step in steps_in(code, with_loop, least=50):
        check_deadly(grid, step)


@pytest.mark.parametrize("code", ["0610", "bug1", "bug2", "bug3", "bug4"])
def test_graves_are_what_is_told(code: str) -> None:
    """Without the surplus that is named each cell has two candidates, and each house two places for what it misses."""
    for grid, step in steps_in(code, with_grave, least=30):
        told = reason(step, grid)
        marks = {cell: mask for cell, mask in enumerate(grid.marks) if mask}
        if code == "0610":
            [cell] = step.cells
            surplus = {cell: marks[cell] & ~sum(1 << digit - 1 for digit, _row, _col in step.eliminations)}
            assert told.startswith(f"{SYMBOLS[digits_of(surplus[cell])[0]]} has three places")
        else:
            named = re.findall(r"(\w(?:(?:, | and )\w)*) in r(\d)c(\d)", told.split(", every empty")[0])
            surplus = {
                9 * int(row) + int(col) - 10: sum(1 << int(digit) - 1 for digit in re.findall(r"\w\b", digits))
                for digits, row, col in named
            }
            assert {*surplus} == {*step.second}
        for cell, mask in surplus.items():
            marks[cell] &= ~mask
        assert {mask.bit_count() for mask in marks.values()} == {2}
        for house in houses((3, 3)):
            times = Counter(digit for cell in house if cell in marks for digit in digits_of(marks[cell]))
            assert {*times.values()} <= {2}
