"""Puzzles that are small enough to look at every grid: those of the engine of variants against the plain check."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from tessella.sudoku.geometry import Box
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import count_many, true_candidates
from tessella.sudoku.variants.plain_solver import solutions

GIVENS: dict[Box, str] = {
    (2, 2): "." * 16,
    (2, 3): "123456456123" + "." * 24,
}


@cache
def grids(box: Box) -> list[tuple[int, ...]]:
    """Return all grids of four rows, or those of six rows that begin with two that are given."""
    return [*solutions(_values(box), Rules(box))]


def _values(box: Box) -> list[int]:
    return [0 if sign == "." else int(sign) for sign in GIVENS[box]]


def lines(size: int, least: int = 2, most: int = 6) -> st.SearchStrategy[str]:
    """Return cells that all differ, in any order and anywhere, as text."""
    cells = st.lists(st.integers(0, size * size - 1), min_size=least, max_size=most, unique=True)
    return cells.map(lambda found: "".join(f"r{cell // size + 1}c{cell % size + 1}" for cell in found))


def check(text: str, box: Box) -> None:
    """Have the engine find as many grids, and just the candidates, that the plain check lets pass."""
    rules = Rules.parse(text, box)
    right = [grid for grid in grids(box) if is_solved(grid, rules)]
    givens = np.array([_values(box)], np.uint8)
    assert count_many(givens, rules, 100_000)[0] == len(right), text
    masks, complete = true_candidates(givens, rules)
    assert complete[0]
    assert [*masks[0]] == [sum({1 << grid[cell] - 1 for grid in right}) for cell in range(len(masks[0]))], text
