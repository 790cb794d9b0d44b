"""What does the rater keep of a position, and how does it change?

A position is one flat array of small numbers, so that trying an assumption out begins and ends with one copy:

    index                          what it holds
      0 ..  80   CANDIDATES        cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 161   DIGITS            cell c: the digit that stands there, 0 for none
    162 .. 404   PLACES            + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    405 .. 431   BLANKS            house: how many of its cells are blank
    432 .. 440   PLACED            d: how often digit d + 1 stands on the board

Houses are numbered rows, columns, boxes (0, 9 and 18 on), as in `board.houses`. A candidate is the number
9 * cell + d.

The order in which Sudoku Explainer looks at things decides which of several steps is taken, so it is written
down here once: techniques visit boxes, columns, rows (`HOUSES`); chains and peers boxes, rows, columns
(`PEERS`); sets of a size ascending, as binary numbers (`PAIRS`, `TRIPLES`, `QUADS`).
"""

from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel

__all__ = [
    "BLANKS",
    "CELLS",
    "COUNT",
    "DIGITS",
    "FIRST",
    "GRID",
    "HOUSES",
    "HOUSE_BITS",
    "HOUSE_OF",
    "INDEX_OF",
    "NEAR",
    "PAIRS",
    "PEERS",
    "PEER_HOUSE",
    "PLACED",
    "PLACES",
    "QUADS",
    "SEEN",
    "TRIPLES",
    "Bits",
    "Flags",
    "Ints",
    "Numbers",
    "copy",
    "fill",
    "place",
    "strike",
]

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int16]]
Ints: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Bits: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
Flags: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint8]]
Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]

DIGITS, PLACES, BLANKS, PLACED, GRID = 81, 162, 405, 432, 441

# The cells of every house; the row, column and box of every cell, and how far down each of them it stands.
CELLS = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[27 * (b // 3) + 3 * (b % 3) + 9 * (i // 3) + i % 3 for i in range(9)] for b in range(9)],
    np.int64,
)
HOUSE_OF = np.array([[c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3] for c in range(81)], np.int64)
INDEX_OF = np.array([[CELLS[h].tolist().index(c) for h in HOUSE_OF[c]] for c in range(81)], np.int64)

HOUSES = np.array([*range(18, 27), *range(9, 18), *range(9)], np.int64)


def _peers(cell: int) -> list[int]:
    row, col, box = HOUSE_OF[cell]
    return [peer for peer in dict.fromkeys([*CELLS[box], *CELLS[row], *CELLS[col]]) if peer != cell]


# Every cell's peers, box first, then what the row adds, then the column; and through which house each is seen
# first, as a cause: 2 box, 3 row, 4 column.
PEERS = np.array([_peers(c) for c in range(81)], np.int64)
PEER_HOUSE = np.array([2] * 8 + [3] * 6 + [4] * 6, np.int64)
NEAR = np.array([[int(b in _peers(a)) for b in range(81)] for a in range(81)], np.uint8)  # 1: a sees b
# The peers of a cell as 81 bits in two words of 41 and 40.
SEEN = np.array(
    [[sum(1 << p for p in _peers(c) if p < 41), sum(1 << p - 41 for p in _peers(c) if p >= 41)] for c in range(81)],
    np.uint64,
)
# The cells of a house, in the same way.
HOUSE_BITS = np.array(
    [[sum(1 << c for c in cells if c < 41), sum(1 << c - 41 for c in cells if c >= 41)] for cells in CELLS.tolist()],
    np.uint64,
)

COUNT = np.array([n.bit_count() for n in range(512)], np.int64)
FIRST = np.array([0] + [(n & -n).bit_length() - 1 for n in range(1, 512)], np.int64)


def _sets(size: int) -> list[int]:
    return sorted(sum(1 << i for i in members) for members in combinations(range(9), size))


PAIRS = np.array(_sets(2), np.int64)
TRIPLES = np.array(_sets(3), np.int64)
QUADS = np.array(_sets(4), np.int64)


@kernel
def copy(target: Vector, source: Vector) -> None:
    """Copy an array.

    numba's own `target[:] = source` and `source.copy()` take a tenth of a second to compile, wherever they stand.
    """
    for i in range(len(target)):
        target[i] = source[i]


@kernel
def strike(grid: Numbers, cell: int, d: int) -> None:
    """Take a candidate off the grid."""
    grid[cell] &= ~(1 << d)
    for kind in range(3):
        grid[PLACES + 9 * HOUSE_OF[cell, kind] + d] &= ~(1 << INDEX_OF[cell, kind])


@kernel
def place(grid: Numbers, cell: int, d: int) -> None:
    """Write a digit, and take off the grid all that it forbids."""
    mask = grid[cell]
    grid[DIGITS + cell] = d + 1
    grid[PLACED + d] += 1
    for other in range(9):
        if mask >> other & 1:
            strike(grid, cell, other)
    for kind in range(3):
        house = HOUSE_OF[cell, kind]
        grid[BLANKS + house] -= 1
        mask = grid[PLACES + 9 * house + d]
        while mask:
            strike(grid, CELLS[house, FIRST[mask]], d)
            mask &= mask - 1


@kernel
def fill(grid: Numbers, puzzle: Flags) -> None:
    """Set a grid up: all candidates of the blank cells that no given forbids."""
    for i in range(GRID):
        grid[i] = 0
    for i in range(81):
        grid[i] = 511
    for i in range(243):
        grid[PLACES + i] = 511
    for i in range(27):
        grid[BLANKS + i] = 9
    for cell in range(81):
        if puzzle[cell]:
            place(grid, cell, puzzle[cell] - 1)
