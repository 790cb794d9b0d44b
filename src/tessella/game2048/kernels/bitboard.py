"""4x4 boards of 2048 as one 64-bit number, their moves and their new tiles.

A cell takes four bits, which hold the power of two of its tile: 0 an empty cell, 1 a 2, 11 a 2048, 15 a 32768.

    bit   0  4  8 12      row 0, from the left          an entry of the table of rows:
         16 20 24 28      row 1                         bits  0 to 15     the row moved left
         32 36 40 44      row 2                              16 to 31     the row moved right
         48 52 56 60      row 3                              32 to 62     the points of either
                                                             63           two 32768 would merge: it is left as it is

Up and down are left and right of the board mirrored in its diagonal. Boards after a move stand in the order of
`sliding.DIRECTIONS`: left, right, up, down.
"""

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount
from tessella.compiled.splitmix64 import GAMMA, mix64
from tessella.game2048.sliding import Rows, exponents

Bits: TypeAlias = Any
"""A board, or other 64 bits: np.uint64. (numba and numpy differ on what the operators between these give.)"""
Numbers: TypeAlias = np.ndarray[Any, np.dtype[Any]]

U = np.uint64
I: Any = np.int64
F = np.float32

FIRST = U(0x1111_1111_1111_1111)  # the lowest bit of every cell
ROW = U(0xFFFF)
TENTH = U(429_496_730)  # the bound of `spawn` for one 4 in ten new tiles


def pack(rows: Rows) -> int:
    """Return a 4x4 board as the number drawn above.

    >>> hex(pack(((2, 4, 0, 0), (0,) * 4, (0,) * 4, (0, 0, 0, 32768))))
    '0xf000000000000021'
    """
    return sum(power << 4 * cell for cell, power in enumerate(exponents(rows)))


# --- Symmetry --------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def transpose(board: Bits) -> Bits:
    """Return the board mirrored in its falling diagonal: rows become columns."""
    stay = board & U(0xF0F0_0F0F_F0F0_0F0F)
    board = stay | ((board & U(0x0000_F0F0_0000_F0F0)) << U(12)) | ((board & U(0x0F0F_0000_0F0F_0000)) >> U(12))
    stay = board & U(0xFF00_FF00_00FF_00FF)
    return stay | ((board & U(0x00FF_00FF_0000_0000)) >> U(24)) | ((board & U(0x0000_0000_FF00_FF00)) << U(24))


# --- Moves -----------------------------------------------------------------------------------------------------------


@kernel
def _fill(table: Numbers) -> None:
    for row in range(65536):
        sides = U(0)
        points = U(0)
        stuck = U(0)
        for side in range(2):
            moved = U(0)
            last = U(0)  # the tile that the next one may merge with
            filled = U(0)
            for i in range(4):
                at = i if side == 0 else 3 - i
                tile = (U(row) >> U(4 * at)) & U(15)
                if tile == U(0):
                    continue
                if tile == last:
                    if tile == U(15):
                        stuck = U(1)
                    place = filled - U(1) if side == 0 else U(4) - filled
                    moved += U(1) << (U(4) * place)  # one power more
                    points += U(1) << (tile + U(1))
                    last = U(0)
                else:
                    place = filled if side == 0 else U(3) - filled
                    moved |= tile << (U(4) * place)
                    filled += U(1)
                    last = tile
            sides |= moved << U(16 * side)
        unmoved = U(row) | (U(row) << U(16)) | (U(1) << U(63))
        table[row] = unmoved if stuck else sides | ((points >> U(1)) << U(32))  # counted from both sides


@lru_cache(maxsize=1)
def row_table() -> Numbers:
    """Return what each of the 65,536 rows does: (65536,) uint64, drawn above."""
    table = np.zeros(65536, np.uint64)
    _fill(table)
    table.flags.writeable = False
    return table


@kernel(inline=True)
def _slide_rows(board: Bits, table: Numbers) -> tuple[Bits, Bits, int, Bits]:
    """Return the board moved left and right, the points of either, and other than 0 where two 32768 would merge."""
    one, two = table[I(board & ROW)], table[I((board >> U(16)) & ROW)]
    three, four = table[I((board >> U(32)) & ROW)], table[I(board >> U(48))]
    high = ROW << U(16)
    left = (one & ROW) | ((two & ROW) << U(16)) | ((three & ROW) << U(32)) | ((four & ROW) << U(48))
    right = ((one & high) >> U(16)) | (two & high) | ((three & high) << U(16)) | ((four & high) << U(32))
    gain = I((one >> U(32)) & U(0xFFFFF)) + I((two >> U(32)) & U(0xFFFFF))
    gain += I((three >> U(32)) & U(0xFFFFF)) + I((four >> U(32)) & U(0xFFFFF))
    return left, right, gain, one | two | three | four


@kernel(inline=True)
def slide_all(board: Bits, table: Numbers, after: Numbers, points: Numbers) -> Bits:
    """Write the four boards after a move and their points; return other than 0 where two 32768 would merge.

    A board that is the same after a move cannot make it.
    """
    after[0], after[1], points[0], across = _slide_rows(board, table)
    up, down, points[2], along = _slide_rows(transpose(board), table)
    after[2], after[3] = transpose(up), transpose(down)
    points[1], points[3] = points[0], points[2]
    return (across | along) >> U(63)


@kernel(inline=True)
def largest(board: Bits) -> Any:
    """Return the largest power of two on a board, 0 for an empty one."""
    most = U(0)
    for _ in range(16):
        most = max(most, board & U(15))
        board >>= U(4)
    return I(most)


# --- New tiles -------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def empty_cells(board: Bits) -> Bits:
    """Return the board's empty cells: the lowest bit of each."""
    full = board | (board >> U(2))
    full |= full >> U(1)
    return ~full & FIRST


@kernel(inline=True)
def spawn(board: Bits, draw: Bits, fours: Bits) -> Bits:
    """Return the board with a new tile, for games in bulk: one random number chooses cell and value.

    Its high half chooses the cell among the empty ones; the tile is a 4 where the low half is less than `fours`. (The
    games that people play choose otherwise: `Board.play`.)
    """
    cells = empty_cells(board)
    for _ in range(((draw >> U(32)) * U(popcount(cells))) >> U(32)):
        cells &= cells - U(1)
    cell = cells & (U(0) - cells)
    return board | (cell << U(1) if (draw & U(0xFFFF_FFFF)) < fours else cell)


@kernel(inline=True)
def start(draw: Bits) -> Bits:
    """Return a fresh board of two tiles."""
    return spawn(spawn(U(0), draw, TENTH), mix64(draw + GAMMA), TENTH)
