"""Generation of many variants: the same puzzles as in plain Python, with compiled code to count their solutions."""

from collections.abc import Iterator, Sequence

import numpy as np

from tessella.io.worker_threads import cores, map_ahead
from tessella.sudoku.board import Board
from tessella.sudoku.generator.recipe import Series
from tessella.sudoku.generator.variants import removal
from tessella.sudoku.generator.variants.removal import IsUnique
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import count_many


def generate_boards(series: Series, threads: int | None = None) -> Iterator[Board]:
    """Yield the puzzles of a series in their order; raise `PuzzleError` where one cannot be had."""
    recipe, seed, numbers = series
    yield from map_ahead(lambda k: removal.generate(recipe, seed, k, proof), numbers, threads or cores())


def proof(rules: Rules, _grid: Sequence[int]) -> IsUnique:
    """Return what finds out whether givens have one solution under the rules."""
    return lambda givens: bool(count_many(np.array([givens], np.uint8), rules, 2)[0] == 1)
