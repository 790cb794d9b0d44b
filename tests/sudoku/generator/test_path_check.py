"""Paths that need a technique."""

from itertools import product

import pytest

from support.searched import BEYOND_LOOKING, in_bulk
from tessella.sudoku import generate, rate
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.target import SINGLES, slug
from tessella.sudoku.rating.scale import RATINGS


@pytest.mark.parametrize("name", BEYOND_LOOKING)
def test_a_technique_is_needed(name: str) -> None:
    """The path uses the technique, and none that is rated higher; the puzzle comes from the bank, shuffled."""
    puzzles = [generate(42, k, technique=slug(name)) for k in range(3)]
    for board in puzzles:
        rating = rate(board)
        assert name in rating.techniques
        assert max(map(RATINGS.__getitem__, rating.techniques)) == RATINGS[name]
    assert in_bulk(Recipe(technique=name), 42, 3) == puzzles
    assert len(set(puzzles)) == 3


def test_the_only_technique() -> None:
    """With `only` there is nothing beyond singles but the technique."""
    for name, k in product(["XY-wing", "naked pair", "swordfish"], range(2)):
        rating = rate(generate(7, k, technique=name, only=True))
        assert name in rating.techniques
        assert rating.techniques.keys() <= {name, *SINGLES}
