"""The engine of variants: stated solutions, counts against brute force, true candidates, budgets and bad input."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from support.variant_puzzles import VariantPuzzle, puzzles
from tessella.errors import RulesError, TessellaError
from tessella.sudoku.geometry import SYMBOLS
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import UNDECIDED, Budget, count_many, solve_many, true_candidates

HARD = Budget(seconds=20)


def _givens(puzzle: VariantPuzzle) -> np.ndarray:
    lowest = puzzle.rules.lowest
    digits = [0 if sign == "." else "0123456789ABCDEFG".index(sign) + 1 - lowest for sign in puzzle.givens]
    return np.array([digits], np.uint8)


def test_puzzles_of_the_collections_have_their_one_solution(variant_data: Path) -> None:
    """Each puzzle that is stated to be unique has the stated solution and no other."""
    for one in puzzles(variant_data, "std_[!o]*.jsonl"):
        solutions, status = solve_many(_givens(one), one.rules, budget=HARD)
        if status[0] == UNDECIDED:
            continue
        wanted = 1 if one.unique else 0 if one.record.get("solutions") == 0 else 2
        assert status[0] == wanted, one.name
        if one.unique:
            signs = "".join("0123456789ABCDEFG"[digit - 1 + one.rules.lowest] for digit in solutions[0])
            assert signs == one.solution, one.name


@pytest.mark.parametrize(
    ("rules", "solutions"),
    [
        ("", 288),
        ("diagonal:which=both", 48),
        ("anti_king", 0),
        ("killer:sum=3:r1c1r1c2", 48),
        ("thermo:r1c1r2c1r3c1r4c1", 12),
    ],
)
def test_grids_of_four_rows_are_counted(rules: str, solutions: int) -> None:
    """All grids of four rows that obey some rules are found, and no other."""
    empty = np.zeros((1, 16), np.uint8)
    assert count_many(empty, Rules.parse(rules, (2, 2)), 1000)[0] == solutions
