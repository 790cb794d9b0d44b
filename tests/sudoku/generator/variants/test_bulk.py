"""Variants generated with compiled code against those of plain Python."""

import pytest

from tessella.sudoku import generate
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.variants.bulk import generate_boards


@pytest.mark.parametrize("name", ["killer", "jigsaw", "thermo+x", "kropki", "whisper"])
def test_the_same_puzzles_as_in_plain_python(name: str) -> None:
    """Compiled code and plain Python give the same puzzles for a seed, since facts alone decide."""
    recipe = Recipe((2, 3), None, variants=tuple(name.split("+")))
    found = [*generate_boards(Series(recipe, 5, range(3)), 2)]
    assert found == [generate(5, k, box=(2, 3), variant=name) for k in range(3)]
