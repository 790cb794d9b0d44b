"""Positions as planes, against the plain solver of variants."""

import pytest

from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import shuffled
from tessella.sudoku.generator.variants.planes import ContradictionError, Shape
from tessella.sudoku.generator.variants.random_grid import random_grid
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants import plain_solver

RULES = ["diagonal:which=both", "disjoint_groups", "anti_king", "non_consecutive", "no_boxes"]


@pytest.mark.parametrize("text", RULES)
def test_uniqueness_is_what_the_plain_solver_finds(text: str) -> None:
    """Givens have one solution by planes exactly if the plain solver counts one, whatever their number."""
    rules = Rules.parse(text, (2, 3))
    answers = set[bool]()
    for seed in range(4):
        rng = SplitMix64(seed)
        grid = random_grid(rules, rng)
        assert grid
        order = shuffled(range(36), rng)
        for shown in (6, 9, 12, 20, 36):
            givens = [digit if cell in order[:shown] else 0 for cell, digit in enumerate(grid)]
            answers.add(answer := Shape(rules).is_unique(givens, grid))
            assert answer == (plain_solver.count(givens, rules) == 1)
    assert answers == {True, False}


def test_a_contradiction_is_told() -> None:
    """Digits that see each other, and a house without a place for a digit, are contradictions."""
    shape = Shape(Rules.parse("diagonal:which=both", (2, 2)))
    with pytest.raises(ContradictionError):
        shape.start([1, 0, 0, 0, 0, 1])
    planes, placed = shape.start([1, 2, 3, 0, 0, 0, 0, 4])
    with pytest.raises(ContradictionError):
        shape.settle(planes, placed)
