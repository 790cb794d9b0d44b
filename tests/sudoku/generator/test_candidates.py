"""The candidates of the search for puzzles of a level."""

from itertools import count

import pytest

from support import reference
from tessella.rng import fold
from tessella.sudoku import Board, generate, rate


@pytest.mark.parametrize(("level", "seed"), [("hard", 38), ("expert", 13)])
def test_the_first_that_fits(level: str, seed: int) -> None:
    """The puzzle is the first of the candidates that the specification names, each made by the slow reference."""
    source = fold([1, seed, 0])
    made = (Board.of_givens(reference.make_sudoku(source, number) or []) for number in count())
    assert next(board for board in made if rate(board).level == level) == generate(seed, level=level)
