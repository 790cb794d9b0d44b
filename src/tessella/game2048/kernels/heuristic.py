"""Expectimax search with the heuristic of `expectimax_any`, for 4x4 boards of 64 bits.

Nearly all of its time goes into the last layer: a new tile in each empty cell, and the heuristic of the four moves. A
new tile changes one row and one column, so that of a board B is known beforehand, for each row r and each side:

    wide     the board slid sideways without row r, columns as words    . . . .      only row r of the four is slid
    moved    whether any other row moves                                . . . .      again for each new tile in it, and
    base     the heuristic of the other rows after the slide            r r r r      laid over the rest: four columns
                                                                        . . . .      are left to look up

and the same for each column, in the mirrored board. The table of rows:

    rows[4 * row], + 1        the row slid left, right, as a column
    rows[4 * row + 2]            bits 0 to 15: the row slid left, xor the row itself; 16 to 31: slid right, the same
    rows[4 * row + 3]            bits 0 to 31: the heuristic of the row slid left; 32 to 63: slid right; both signed

What was worked out is remembered, two places for a board: one for what was deeper, one for what is newer.

    known[2 * place]        the board
    known[2 * place + 1]    bits 0 to 15: the question's number; 16 to 23: the plies below it; 24 to 63: its value, in
                            parts of 256, signed
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import empty_aligned, popcount, prefetch, trailing_zeros
from tessella.compiled.splitmix64 import GAMMA
from tessella.game2048.kernels import expectimax_any
from tessella.game2048.kernels.bitboard import (
    FIRST,
    ROW,
    Bits,
    I,
    Numbers,
    U,
    empty_cells,
    row_table,
    slide_all,
    transpose,
)

COLUMN = U(0x000F_000F_000F_000F)
NAME = U(0xFF_FFFF)
PARTS = 256.0
WON = 1 << 26  # what a row or column with the tile that ends the game counts
SOONER = 1 << 23  # what it counts besides to have that tile a ply earlier


@kernel(inline=True)
def _spread(row: Bits) -> Bits:
    row = (row | (row << U(24))) & U(0x0000_00FF_0000_00FF)
    return (row | (row << U(12))) & COLUMN


@kernel
def _fill(rows: Numbers, lines: Numbers, table: Numbers, weights: Numbers, target: int) -> None:
    cells = np.zeros(4, np.uint8)
    for row in range(65536):
        largest = 0
        for i in range(4):
            cells[i] = row >> (4 * i) & 15
            largest = max(largest, I(cells[i]))
        lines[row] = round(expectimax_any.line(cells, 0, 1, 4, weights))
        if 0 < target <= largest:
            lines[row] += WON
    for row in range(65536):
        left, right = table[row] & ROW, (table[row] >> U(16)) & ROW
        rows[4 * row + 0] = _spread(left)
        rows[4 * row + 1] = _spread(right)
        rows[4 * row + 2] = (left ^ U(row)) | ((right ^ U(row)) << U(16))
        rows[4 * row + 3] = U(I(lines[left]) + (I(lines[right]) << 32))


class Tables(NamedTuple):
    """What is known of every row beforehand."""

    moves: Numbers  # `bitboard.row_table`
    rows: Numbers  # (4 * 65536,) uint64: what rows do, drawn above
    lines: Numbers  # (65536,) int32: the heuristic of each


class Question(NamedTuple):
    """What is asked about a board."""

    fours: float  # the chance of a 4
    target: int  # the power of two that ends the game, 0 for none
    ply: int
    least: float  # what comes with a smaller chance is not looked into
    budget: int  # about how many moves may be looked at, four for each board with a new tile
    lost: int  # what the end of the game is worth, less than any board, but not below -2**30
    number: int  # from 1 to 65535, another one for each call on the same memory


@lru_cache(maxsize=4)
def tables(target: int = 0) -> Tables:
    """Return the tables for games that end at a power of two, 0 for none."""
    rows = empty_aligned(32768).reshape(-1)
    lines = np.zeros(65536, np.int32)
    _fill(rows, lines, row_table(), expectimax_any.line_weights(), target)
    return Tables(row_table(), rows, lines)


def memory(words: int) -> Numbers:
    """Return an empty memory of so many words, a power of two, on a 64-byte boundary, so that no place spans two."""
    known = empty_aligned(words // 8).reshape(-1)
    known[:] = 0
    return known


@kernel(inline=True)
def _columns(board: Bits, lines: Numbers) -> Any:
    return (I(lines[board & ROW]) + I(lines[(board >> U(16)) & ROW])) + (
        I(lines[(board >> U(32)) & ROW]) + I(lines[board >> U(48)])
    )


@kernel
def static(board: Bits, lines: Numbers) -> int:
    """Return what the heuristic thinks of a board."""
    return int(_columns(board, lines) + _columns(transpose(board), lines))


@kernel(inline=True)
def _prepare(board: Bits, rows: Numbers, rest: Numbers, at: int) -> None:
    """Write what is known beforehand about moves sideways, for each row: what the three others come to."""
    one, two = (board & ROW) << U(2), ((board >> U(16)) & ROW) << U(2)
    three, four = ((board >> U(32)) & ROW) << U(2), (board >> U(48)) << U(2)
    for part in range(4):
        a, b, c, d = rows[one | U(part)], rows[two | U(part)], rows[three | U(part)], rows[four | U(part)]
        if part < 2:
            b, c, d = b << U(4), c << U(8), d << U(12)
        if part == 3:
            ab, cd = a + b, c + d
            without = b + cd, a + cd, ab + d, ab + c
        else:
            ab, cd = a | b, c | d
            without = b | cd, a | cd, ab | d, ab | c
        rest[at + part], rest[at + 4 + part], rest[at + 8 + part], rest[at + 12 + part] = without


@kernel(inline=True)
def _line(line: Bits, shift: Bits, at: Bits, best: int, lost: int, tables: Tables, rest: Numbers) -> Any:
    """Return the better of `best` and the two boards that come of a row with a new tile."""
    rows, lines = tables.rows, tables.lines
    moves = rest[at | U(2)] | rows[line | U(2)]
    both = I(rest[at | U(3)] + rows[line | U(3)])
    value = _columns(rest[at | U(0)] | (rows[line | U(0)] << shift), lines) + (both << 32 >> 32)
    best = max(best, value if moves & ROW else lost)
    value = _columns(rest[at | U(1)] | (rows[line | U(1)] << shift), lines) + ((both + (1 << 31)) >> 32)
    return max(best, value if moves >> U(16) else lost)


@kernel(inline=True)
def _last(board: Bits, cells: Bits, first: int, last: int, question: Question, tables: Tables, rest: Numbers) -> Any:
    """Return the sum of the best values over all new tiles from 2**first to 2**last, each by its chance."""
    other = transpose(board)
    _prepare(board, tables.rows, rest, 0)
    _prepare(other, tables.rows, rest, 16)
    fours, lost = question.fours, question.lost
    total = 0.0
    for tile in range(first, last + 1):
        part = 0
        left = cells
        while left:
            place = U(trailing_zeros(left))
            left &= left - U(1)
            r, c = (place >> U(4)) << U(2), place & U(12)  # four times the row, the column
            line = (((board >> (r << U(2))) & ROW) | (U(tile) << c)) << U(2)
            best = _line(line, r, r, lost, lost, tables, rest)
            line = (((other >> (c << U(2))) & ROW) | (U(tile) << r)) << U(2)
            part += _line(line, c, U(16) | c, best, lost, tables, rest)
        total += part * (fours if tile == 2 else 1.0 - fours)
    return total


@kernel(inline=True)
def _find(known: Numbers, board: Bits, name: Bits, shift: Bits) -> Any:
    """Return where a board's value would be remembered, and 0 if it is."""
    place = (board * GAMMA) >> shift << U(2)
    place |= U(2) if (known[place] ^ board) | ((known[place | U(1)] ^ name) & NAME) else U(0)
    return place | U(1), (known[place] ^ board) | ((known[place | U(1)] ^ name) & NAME)


@kernel(inline=True)
def _keep(known: Numbers, board: Bits, name: Bits, shift: Bits, value: float) -> None:
    place = (board * GAMMA) >> shift << U(2)
    old = known[place + U(1)] & NAME
    if (old ^ name) & ROW == U(0) and old > name:
        place += U(2)
    known[place] = board
    known[place + U(1)] = name | (U(I(value * PARTS)) << U(24))


@kernel
def search(  # noqa: C901, PLR0912, PLR0915 - one loop over a stack, whose parts share it
    board: Bits, tables: Tables, question: Question, known: Numbers, values: Numbers, counts: Numbers
) -> bool:
    """Write what each move of a board is worth; return False where the budget ended before the search did.

    known: (2**n,) uint64, what is remembered, from `memory`. values: (4,) float64, in the order of
    `sliding.DIRECTIONS`, -inf for a move that changes nothing. counts: (2,) int64, moves looked at, and how many of
    them by the heuristic.
    """
    table, lines = tables.moves, tables.lines
    fours, target, ply, least, budget, lost, number = question
    shift = U(66 - trailing_zeros(U(len(known))))  # the high bits choose a place; a place is two boards of two words
    goal = U(target) * FIRST
    points = np.zeros(4, np.int64)
    after = np.zeros(4, np.uint64)
    rest = np.zeros(32, np.uint64)
    children = np.zeros((ply, 128), np.uint64)  # four for each new tile; 0 for a move that changes nothing
    looked = np.zeros(ply, np.int64)  # how many of them are looked at
    twos = np.zeros(ply, np.int64)  # how many belong to a new 2; a 4 follows
    counted = np.zeros(ply, np.int64)
    parents = np.zeros(ply, np.uint64)
    best = np.full(ply, -np.inf)
    totals = np.zeros(ply)
    often = np.zeros(ply)  # the chance of a 2 in one of the parent's empty cells
    rare = np.zeros(ply)  # of a 4
    reached = np.ones(ply)  # the chance of the parent
    slide_all(board, table, after, points)
    for direction in range(4):
        children[0, direction] = U(0) if after[direction] == board else after[direction]
    values[:] = -np.inf
    k = 0
    while True:
        child = children[k, looked[k]]
        below = ply - 1 - k
        if child == U(0):
            value = -np.inf
        elif below == 0 or (target and empty_cells(child ^ goal)):
            value = float(static(child, lines) + (SOONER * below if target else 0))
            counts[1] += 1
        else:
            name = U(number) | (U(below) << U(16))
            place, unknown = _find(known, child, name, shift)
            if unknown == U(0):
                value = (I(known[place]) >> 24) / PARTS
            else:
                free = empty_cells(child)
                n = popcount(free)
                chance = 1.0
                if k:
                    chance = reached[k] * (often[k] if looked[k] < twos[k] else rare[k])
                first = 1 if below == 1 or chance * (1.0 - fours) < least * n or fours >= 1.0 else 2
                last = 2 if below == 1 or chance * fours < least * n or fours <= 0.0 else 1
                value = 0.0
                if first <= last:
                    counts[0] += 4 * n * (last - first + 1)
                    counts[1] += 4 * n * (last - first + 1)
                    value = _last(child, free, first, last, question, tables, rest) / n
                if first == 1 and last == 2:
                    _keep(known, child, name, shift, value)
                else:
                    k += 1
                    parents[k] = child
                    totals[k] = value
                    often[k] = (1.0 - fours) / n
                    rare[k] = fours / n
                    reached[k] = chance
                    best[k] = -np.inf
                    looked[k] = 0
                    twos[k] = 0
                    count = 0
                    for tile in range(2 if first == 1 else 1, (1 if last == 2 else 2) + 1):
                        left = free
                        while left:
                            tiled = child | ((left & (U(0) - left)) << U(tile - 1))
                            left &= left - U(1)
                            slide_all(tiled, table, after, points)
                            for direction in range(4):
                                grown = after[direction]
                                children[k, count] = U(0) if grown == tiled else grown
                                prefetch(known, I((grown * GAMMA) >> shift << U(2)))
                                count += 1
                        if tile == 1:
                            twos[k] = count
                    counted[k] = count
                    counts[0] += count
                    if counts[0] >= budget:
                        return False
                    continue
        # A value is found: the best of four counts by the chance of its tile, and all of them are the parent's value.
        while k:
            best[k] = max(best[k], value)
            looked[k] += 1
            if looked[k] & 3 == 0:
                totals[k] += max(best[k], float(lost)) * (often[k] if looked[k] <= twos[k] else rare[k])
                best[k] = -np.inf
            if looked[k] < counted[k]:
                break
            value = totals[k]
            _keep(known, parents[k], U(number) | (U(ply - k) << U(16)), shift, value)
            k -= 1
        if k == 0:
            values[looked[0]] = value
            looked[0] += 1
            if looked[0] == 4:
                return True
