"""The compiled generator for batch jobs."""

import pytest

from tessella.sudoku import Board, generate, rate
from tessella.sudoku.batch import block_generator
from tessella.sudoku.generator.recipe import Recipe, Series


@pytest.mark.parametrize(
    ("recipe", "taken"),
    [(Recipe(), True), (Recipe(clues=20), True), (Recipe(clues=19), False), (Recipe((2, 3)), False),
     (Recipe(pattern=(1 << 81) - 2), False)],
)  # fmt: skip
def test_what_is_taken(recipe: Recipe, taken: bool) -> None:  # noqa: FBT001 - a parameter of a table
    """Blocks are for boxes of 3x3 without a pattern, with as many clues as can be had."""
    assert block_generator.takes(recipe) == taken


def test_blocks_and_searches_give_what_generate_gives() -> None:
    """A series is the same puzzles, with or without a target; those with one come with their ER."""
    (block,) = block_generator.blocks(Series(Recipe(), 4, range(2, 5)), 1)
    assert block_generator.text(block, "line", 1).split() == [generate(4, k, clues=None).to_text() for k in (2, 3, 4)]
    ((rows, ratings),) = block_generator.search(Series(Recipe(level="easy"), 4, range(2)), 1)
    boards = [Board.of_givens(row) for row in rows]
    assert boards == [generate(4, k, level="easy") for k in range(2)]
    assert ratings == [rate(board).er for board in boards]
