"""The rater's grid: a position in one flat array, and the tables of houses, peers and sets that searches read.

Trying an assumption out begins and ends with one copy, so a position is one array of small numbers:

    index                          what it holds
      0 ..  80   (candidates)      cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 161   DIGITS            cell c: the digit that stands there, 0 for none
    162 .. 404   PLACES            + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    405 .. 431   BLANKS            house: how many of its cells are blank
    432 .. 440   PLACED            d: how often digit d + 1 stands on the board

Houses are numbered rows, columns, boxes (0, 9 and 18 on), as in `board.houses`. A candidate is the number
9 * cell + d. A set of cells is two words of 41 and 40 bits.

The order in which Sudoku Explainer looks at things decides which of several steps is taken, so it is written
down here once: techniques visit boxes, columns, rows (`HOUSES`); chains and peers box, row, column
(`HOUSE_OF`, `PEERS`); sets of a size ascending, as binary numbers (`SUBSETS`).

The slow twin of the rater is `sudoku.explainer`, which walks the same path in plain Python.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int16]]
Ints: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Bits: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

DIGITS, PLACES, BLANKS, PLACED, GRID = 81, 162, 405, 432, 441

# The cells of every house; the box, row and column of every cell, and how far down each of them it stands.
CELLS = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)],
    np.int64,
)
HOUSE_OF = np.array([[18 + c // 27 * 3 + c % 9 // 3, c // 9, 9 + c % 9] for c in range(81)], np.int64)
INDEX_OF = np.array([[CELLS[h].tolist().index(c) for h in HOUSE_OF[c]] for c in range(81)], np.int64)

HOUSES = np.array([*range(18, 27), *range(9, 18), *range(9)], np.int64)


def _words(cells: Iterable[int]) -> list[int]:
    bits = sum(1 << int(cell) for cell in cells)
    return [bits & (1 << 41) - 1, bits >> 41]


# Every cell's peers, box first, then what the row adds, then the column; and through which house each is seen
# first, as a cause: 2 box, 3 row, 4 column.
PEERS = np.array([[p for p in dict.fromkeys(CELLS[HOUSE_OF[c]].flat) if p != c] for c in range(81)], np.int64)
PEER_HOUSE = np.array([2] * 8 + [3] * 6 + [4] * 6, np.int64)
NEAR = np.array([[int(b in peers) for b in range(81)] for peers in PEERS], np.uint8)  # [a, b]: 1 if a sees b
SEEN = np.array([_words(peers) for peers in PEERS], np.uint64)  # the peers of a cell as two words
HOUSE_BITS = np.array([_words(cells) for cells in CELLS], np.uint64)  # and the cells of a house

COUNT = np.array([n.bit_count() for n in range(512)], np.int64)
FIRST = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 512)], np.int64)

# The subsets of nine things by their size, as masks.
SUBSETS = tuple(
    np.array(sorted(sum(1 << i for i in members) for members in combinations(range(9), size)), np.int64)
    for size in range(5)
)


@kernel
def copy(target: Array, source: Array) -> None:
    """Copy an array.

    numba's own `target[:] = source` and `source.copy()` take a tenth of a second to compile, wherever they stand.
    """
    for i in range(len(target)):
        target[i] = source[i]


@kernel
def eliminate(grid: Numbers, cell: int, d: int) -> None:
    """Take a candidate off the grid."""
    grid[cell] &= ~(1 << d)
    for k in range(3):
        grid[PLACES + 9 * HOUSE_OF[cell, k] + d] &= ~(1 << INDEX_OF[cell, k])


@kernel
def place(grid: Numbers, cell: int, d: int) -> None:
    """Write a digit, and take off the grid all that it forbids."""
    mask = grid[cell]
    grid[DIGITS + cell] = d + 1
    grid[PLACED + d] += 1
    for other in range(9):
        if mask >> other & 1:
            eliminate(grid, cell, other)
    for k in range(3):
        house = HOUSE_OF[cell, k]
        grid[BLANKS + house] -= 1
        mask = grid[PLACES + 9 * house + d]
        while mask:
            eliminate(grid, CELLS[house, FIRST[mask]], d)
            mask &= mask - 1


@kernel
def set_up(grid: Numbers, puzzle: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    """Set the grid to a puzzle: all candidates of the blank cells that no given forbids."""
    for i in range(GRID):
        grid[i] = 511 if i < DIGITS or PLACES <= i < BLANKS else 9 if BLANKS <= i < PLACED else 0
    for cell in range(81):
        if puzzle[cell]:
            place(grid, cell, puzzle[cell] - 1)
