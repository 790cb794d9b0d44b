"""Full grids of variants."""

import pytest

from tessella.rng import SplitMix64
from tessella.sudoku.generator.variants.random_grid import random_grid
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules

RULES = ["", "diagonal:which=both", "windoku", "disjoint_groups", "anti_knight", "anti_king", "anti_king;anti_knight"]


@pytest.mark.parametrize("text", RULES)
def test_a_random_grid_keeps_the_rules(text: str) -> None:
    """Every grid keeps the rules, and no two seeds give the same."""
    rules = Rules.parse(text)
    grids = [random_grid(rules, SplitMix64(seed)) for seed in range(10)]
    assert all(grid and is_solved(tuple(grid), rules) for grid in grids)
    assert len({*map(str, grids)}) == len(grids)


def test_rules_that_no_grid_keeps_give_none() -> None:
    """Where no grid keeps the rules, none is found, and the search ends: a 2 has no neighbours but a 4 here."""
    assert random_grid(Rules.parse("non_consecutive;anti_king", (2, 2)), SplitMix64(1)) is None
