"""Variants generated with compiled code against those of plain Python."""

import pytest

from tessella.sudoku import generate
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.variants import specification
from tessella.sudoku.generator.variants.bulk import generate_boards


@pytest.mark.parametrize("name", ["killer", "jigsaw", "thermo+x", "kropki", "whisper"])
def test_the_same_puzzles_as_in_plain_python(name: str) -> None:
    """Compiled code and plain Python give the same puzzles for a seed, since facts alone decide."""
    recipe = Recipe((2, 3), None, variants=tuple(name.split("+")))
    found = [*generate_boards(Series(recipe, 5, range(3)), 2)]
    assert found == [generate(5, k, box=(2, 3), variant=name) for k in range(3)]


SHAPES = ["x", "jigsaw", "windoku", "non_consecutive", "jigsaw+x", "anti_knight", "disjoint_groups+anti_king"]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("options", [{}, {"symmetry": "180"}, {"clues": 30, "symmetry": "mirror"}])
def test_kernels_of_houses_give_what_plain_python_does(name: str, options: dict[str, int | str]) -> None:
    """Grids, regions and removal of 9x9 are the same with the kernels, whatever is asked of the givens."""
    clues, symmetry = options.get("clues"), str(options.get("symmetry", "none"))
    recipe = Recipe((3, 3), clues, symmetry, variants=tuple(name.split("+")))
    found = [*generate_boards(Series(recipe, 3, range(2)), 2)]
    assert found == [specification.generate(recipe, 3, k) for k in range(2)]


@pytest.mark.parametrize("name", ["killer+jigsaw", "thermo+non_consecutive"])
def test_clues_on_grids_of_the_kernels(name: str) -> None:
    """Where clues are drawn on a grid of other houses, the puzzle is the same as in plain Python too."""
    recipe = Recipe(variants=tuple(name.split("+")))
    assert [*generate_boards(Series(recipe, 4, range(1)))] == [specification.generate(recipe, 4, 0)]
