"""Conflicting combinations: what they rule out is no digit of the solution, and every way to fill the clue is told."""

import re
from itertools import combinations, product

import pytest

from support.techniques import check_technique, examples
from tessella.sudoku import Board, find_all
from tessella.sudoku.geometry import cell_name
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.clue_conflicts import CONFLICT, TECHNIQUES
from tessella.sudoku.techniques.explanation import reason
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.phrasing import speaking_of
from tessella.sudoku.techniques.technique import Technique


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda one: one.code)
def test_technique(technique: Technique) -> None:
    """It is found in its example, is true there, and is told in every language."""
    check_technique(technique)


def test_every_way_is_told() -> None:
    """The ways that are listed are all that an arrow has with the candidate, equal digits in a house aside."""
    grid = Grid.of(examples()[CONFLICT.code].board)
    arrows = {frozenset(one.cells): one.cells for one in grid.shape.rules.constraints}
    for step in CONFLICT.find(grid):
        cells = arrows[frozenset(step.cells)]
        text = reason(step, grid)
        listed = re.search(r"(?:in that order: ([0-9, ]+)\.)|(?:only (\d+) fits)", text)
        assert listed
        told = {*(listed[1] or listed[2]).split(", ")}
        with speaking_of(Rules.parse("digits:lowest=0")):
            from_0 = reason(step, grid)
        assert all("".join(str(int(digit) - 1) for digit in way) in from_0 for way in told)
        assert f"With {step.eliminations[0][0] - 1} in" in from_0
        [(digit, row, col)] = step.eliminations
        able = [
            [grid.digits[cell]] if grid.digits[cell] else [d + 1 for d in range(9) if grid.marks[cell] >> d & 1]
            for cell in cells
        ]
        ways = {
            "".join(map(str, way))
            for way in product(*able)
            if way[0] == sum(way[1:]) and way[cells.index(9 * row + col - 10)] == digit
        }
        assert told <= ways
        seen = [(a, b) for a, b in combinations(range(len(cells)), 2) if grid.shape.peers[cells[a]] >> cells[b] & 1]
        assert {way for way in ways if all(way[a] != way[b] for a, b in seen)} <= told
        assert cell_name(cells[0]) in text


def test_classic_puzzles_have_none() -> None:
    """Where nothing but houses holds there is no clue to be filled."""
    assert all(find_all(Board.empty(), one.name) == [] for one in TECHNIQUES)
