"""The kernels of house shapes: how far they search. `generator/variants/test_bulk.py` holds their puzzles."""

import numpy as np
import pytest

from tessella.rng import SplitMix64
from tessella.sudoku.generator.variants import bulk
from tessella.sudoku.generator.variants.planes import shape_of
from tessella.sudoku.generator.variants.random_grid import Search
from tessella.sudoku.kernels import house_shapes
from tessella.sudoku.rules.ruleset import Rules


@pytest.mark.parametrize("text", ["windoku", "anti_knight;diagonal:which=both", "anti_king;non_consecutive"])
@pytest.mark.parametrize("guesses", [3, 30, 300])
def test_a_search_ends_where_that_of_plain_python_does(text: str, guesses: int) -> None:
    """With the same luck and guesses both find the same grid or none, and have drawn as many numbers by then."""
    rules = Rules.parse(text)
    for seed in range(5):
        rng, works, stream = SplitMix64(seed), bulk.work_of(rules), np.array([seed], np.uint64)
        expected = Search(shape_of(rules), rng).fill(guesses)
        found = house_shapes.random_grid(works, stream, guesses, 1)
        assert int(stream[0]) == rng.state
        assert found == (expected is not None)
        assert expected is None or (works["grid"][0] + 1).tolist() == expected
