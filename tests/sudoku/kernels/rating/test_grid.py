"""Tests of the rater's grid and its tables."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tessella.sudoku import Board, generate
from tessella.sudoku.kernels.rating import grid as g


def candidates(board: Board) -> list[int]:
    """Return the candidates of blank cells that no digit forbids, as masks, worked out from the rules."""
    masks = []
    for cell in range(81):
        row, column = divmod(cell, 9)
        seen = {
            board.digits[9 * r + c]
            for r in range(9)
            for c in range(9)
            if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
        }
        masks.append(0 if board.digits[cell] else sum(1 << d for d in range(9) if d + 1 not in seen))
    return masks


def assert_consistent(grid: g.Numbers) -> None:
    """Check that places, blanks and counts say the same as candidates and digits."""
    for house, cells in enumerate(g.CELLS):
        assert grid[g.BLANKS + house] == sum(grid[g.DIGITS + cell] == 0 for cell in cells)
        for d in range(9):
            places = sum(1 << i for i, cell in enumerate(cells) if grid[cell] >> d & 1)
            assert grid[g.PLACES + 9 * house + d] == places
    for d in range(9):
        assert grid[g.PLACED + d] == (grid[g.DIGITS : g.DIGITS + 81] == d + 1).sum()


@given(st.integers(0, 1 << 20), st.lists(st.integers(0, 728), max_size=20))
def test_a_grid_says_the_same_thing_twice(seed: int, gone: list[int]) -> None:
    """A set-up grid has the candidates of the rules; after eliminations and placements its two halves still agree."""
    board = generate(seed)
    grid = np.zeros(g.GRID, np.int16)
    g.set_up(grid, np.array(board.digits, np.uint8))
    assert grid[:81].tolist() == candidates(board)
    assert_consistent(grid)
    for n in gone:
        if grid[n // 9] >> n % 9 & 1:
            g.eliminate(grid, n // 9, n % 9)
    assert_consistent(grid)
    cell = int(np.flatnonzero(grid[:81])[0])
    g.place(grid, cell, int(g.FIRST[grid[cell]]))
    assert_consistent(grid)


def test_sets_of_cells_are_two_words() -> None:
    """Peers and houses as words hold the cells of their lists."""
    for words, cells in [*zip(g.SEEN, g.PEERS, strict=True), *zip(g.HOUSE_BITS, g.CELLS, strict=True)]:
        bits = int(words[0]) | int(words[1]) << 41
        assert {cell for cell in range(81) if bits >> cell & 1} == set(cells.tolist())
