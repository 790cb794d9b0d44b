"""Puzzles with a target, and those that the specification names."""

import re
from pathlib import Path

from tessella.sudoku import Board
from tessella.sudoku.generator.bulk import search_blocks
from tessella.sudoku.generator.recipe import Recipe, Series

DOCS = Path(__file__).parents[2] / "docs" / "maker.md"


BEYOND_LOOKING = ["naked pair", "XY-wing", "swordfish", "jellyfish", "hidden quad", "BUG type 1", "unique loop"]


def vectors() -> list[tuple[str, str, str]]:
    """Return the ids of the specification's table with their puzzles and ratings."""
    return re.findall(r"^\| `(sudoku:[^`]+)` \| `([0-9.]{81})` \| ([0-9.]+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)


def in_bulk(recipe: Recipe, seed: int, n: int = 1, first: int = 0) -> list[Board]:
    """Return puzzles as the kernels find them."""
    blocks = search_blocks(Series(recipe, seed, range(first, first + n)), threads=1)
    return [Board.of_givens(row) for rows, _er in blocks for row in rows.tolist()]
