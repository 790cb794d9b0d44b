"""The compiled search against the plain one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from support.searched import in_bulk
from tessella.errors import PuzzleError
from tessella.sudoku import LEVELS, Board, generate, generate_many, rate
from tessella.sudoku.generator import search as search_module
from tessella.sudoku.generator.recipe import Recipe


@pytest.mark.parametrize("text", ["extreme/clues=60", "medium/clues=70/180"])
def test_giving_up(text: str) -> None:
    """A level that no puzzle with so many clues has is given up, with the nearest that there was; both ways alike."""
    recipe = Recipe.parse(text)
    said = []
    for look in (lambda: search_module.generate(recipe, 42, 0), lambda: in_bulk(recipe, 42)):
        with pytest.raises(
            PuzzleError, match=rf"^gave up after 256 puzzles, none of which is {text}; the nearest is"
        ) as up:
            look()
        said.append(str(up.value))
        nearest = Board.parse(said[-1].rpartition(" ")[2])
        assert f"is rated {rate(nearest).er}:" in said[-1]
        assert sum(digit > 0 for digit in nearest.givens) == recipe.clues


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    """Puzzles of a level have that level and one solution, and the kernels find those that plain Python finds."""
    made = in_bulk(Recipe(level=level), 42, 5)
    for k, board in enumerate(made):
        assert rate(board).level == level
        assert sum(1 for _solution in zip(reference.sudoku_solutions(board.givens), range(2), strict=False)) == 1
        assert generate(42, k, level=level) == board
    assert len({board.givens for board in made}) == 5
    assert generate_many(5, seed=42, level=level, threads=2).tolist() == [list(board.givens) for board in made]
    shown = {"beginner": 36, "easy": 30}.get(level, 17)
    assert all(sum(digit > 0 for digit in board.givens) >= shown for board in made)


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    k=st.integers(0, 2**64 - 1),
    text=st.sampled_from(
        ["beginner/diagonal", "easy/180", "medium/mirror", "hard/clues=26", "expert/90", "extreme", "rating=4.2..4.6"]
    ),
)
def test_both_ways_are_one(seed: int, k: int, text: str) -> None:
    """Any seed and number names one puzzle, whichever way it is looked for."""
    recipe = Recipe.parse(text)
    assert in_bulk(recipe, seed, first=k) == [search_module.generate(recipe, seed, k)]


@pytest.mark.parametrize(("low", "high"), [(2.5, 2.5), (4.4, 5.2), (7.0, 7.1), (8.3, 8.5)])
def test_ratings(low: float, high: float) -> None:
    """A range of ratings holds the rating of what it gives."""
    for board in generate_many(4, seed=3, rating=(low, high)).tolist():
        assert low <= rate(Board.of_givens(board)).er <= high
    assert generate(3, rating=f"{low}..{high}") == Board.of_givens(
        generate_many(1, seed=3, rating=(low, high))[0].tolist()
    )
