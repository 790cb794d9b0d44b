"""Tests of the searches in bits against the searches for paths."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.sudoku import generate_many, solve_many
from tessella.sudoku.kernels.rating import cycles, links, path
from tessella.sudoku.kernels.rating.chain_length import BIDIRECTIONAL, X, Y, complexity_of
from tessella.sudoku.kernels.rating.grid import eliminate
from tessella.sudoku.kernels.rating.steps import STEP


@settings(max_examples=20)
@given(st.integers(0, 1 << 30), st.integers(0, 40))
def test_searches_in_bits_hide_nothing(seed: int, eliminations: int) -> None:
    """Where the search in bits finds no chain, there is none; else it knows its length, and never too high a cycle's.

    Positions are those in which random puzzles get stuck, with some more wrong candidates gone.
    """
    puzzles = generate_many(1, seed=seed)
    positions, summaries = path.new_positions(1), np.zeros((1, path.SUMMARY), np.int64)
    path.take_basic_steps(puzzles, positions, summaries, 0, np.zeros((0, STEP), np.int64), 30)
    grid = positions.grids[0]
    solution = solve_many(puzzles)[0][0]
    random = np.random.default_rng(seed)
    candidates = [(cell, d) for cell in range(81) for d in range(9) if grid[cell] >> d & 1]
    wrong = [(cell, d) for cell, d in candidates if solution[cell] != d + 1]
    for i in random.permutation(len(wrong))[:eliminations]:
        eliminate(grid, *wrong[i])

    room = links.new_links()
    room["collecting"], room["limits"] = 1, links.NO_LIMIT
    links.link(grid, room[0])
    links.write_bits(grid, room[0])
    for kind in (X, Y, BIDIRECTIONAL):
        for cell, d in candidates:
            if not grid[cell] >> d & 1 or (kind == Y and grid[cell].bit_count() != 2):
                continue
            for on, is_cycle in ((1, 1), (1, 0), (0, 0)):
                if kind == Y and not is_cycle:
                    continue
                n = 9 * cell + d
                if is_cycle:
                    length = links.shortest_cycle(room[0], kind, n, links.NO_LIMIT)
                else:
                    length = links.shortest_chain(room[0], kind, n, on, links.NO_LIMIT)
                room["found"] = room["used"] = 0
                cycles.search_paths(grid, room[0], n, on, is_cycle, kind)
                lengths = [complexity_of(int(key)) for key in room["keys"][0, : room["found"][0]]]
                if is_cycle:
                    assert all(0 < length <= found for found in lengths)
                else:
                    assert [length] * (length > 0) == lengths
