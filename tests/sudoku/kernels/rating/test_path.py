"""Tests of the rater's quick searches against the full ones."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.sudoku import generate_many, solve_many
from tessella.sudoku.kernels.rating import cycles as rating_cycles
from tessella.sudoku.kernels.rating import path
from tessella.sudoku.kernels.rating.grid import GRID, strike
from tessella.sudoku.kernels.rating.steps import STEP

X, Y, BOTH = 2, 3, 4  # kinds of links
LENGTHS = 1 << 20  # as good as no limit


@settings(max_examples=20)
@given(st.integers(0, 1 << 30), st.integers(0, 40))
def test_quick_searches_hide_nothing(seed: int, strikes: int) -> None:
    """Where the search in bits finds no chain, there is none; else it knows its length, and never too high a cycle's.

    Positions are those in which random puzzles get stuck, with some more wrong candidates gone.
    """
    puzzles = generate_many(1, seed=seed)
    grids = np.zeros((1, GRID), np.int16)
    tallies = np.zeros((1, path.TALLY), np.int64)
    nothing = np.zeros((0, STEP), np.int64), np.zeros((0, 81), np.int16)
    step, gone = np.zeros(STEP, np.int64), np.zeros(81, np.int16)
    path.climb(puzzles, grids, tallies, step, gone, False, *nothing, 30)  # noqa: FBT003 - kernels take no names
    grid = grids[0]
    solution = solve_many(puzzles)[0][0]
    luck = np.random.default_rng(seed)
    candidates = [(cell, d) for cell in range(81) for d in range(9) if grid[cell] >> d & 1]
    wrong = [(cell, d) for cell, d in candidates if solution[cell] != d + 1]
    for i in luck.permutation(len(wrong))[:strikes]:
        strike(grid, *wrong[i])

    room = np.asarray(rating_cycles.new_links())
    links = room[0]
    room["collecting"], room["limits"] = 1, LENGTHS
    rating_cycles.link(grid, links)
    rating_cycles._bits(grid, links)
    for kind in (X, Y, BOTH):
        for cell, d in candidates:
            if not grid[cell] >> d & 1 or (kind == Y and grid[cell].bit_count() != 2):
                continue
            for on, cycles in ((1, 1), (1, 0), (0, 0)):
                if kind == Y and not cycles:
                    continue
                n = 9 * cell + d
                if cycles:
                    quick = rating_cycles._cycle(links, kind, n, LENGTHS)
                else:
                    quick = rating_cycles._chain(links, kind, n, on, LENGTHS)
                room["found"] = room["used"] = 0
                rating_cycles._search(grid, links, n, on, cycles, kind)
                lengths = [int(key) >> 24 & 0xFFFFF for key in room["keys"][0, : room["found"][0]]]
                if cycles:
                    assert all(0 < quick <= length for length in lengths)
                else:
                    assert [quick] * (quick > 0) == lengths
