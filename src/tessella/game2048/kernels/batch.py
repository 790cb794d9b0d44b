"""Steps of many 4x4 boards at once, for environments: eight boards lie side by side in a vector.

    64-bit lanes    eight boards, for turning, new tiles and what is legal
    16-bit lanes    their 32 rows, turned so that all move left: close the gaps from the right, then merge from the left

        . 2 . 2   ->   . 2 2 .   ->   2 2 . .   ->   4 . . .

A move that would make 65536 is not made: the board is truncated. Each board has a SplitMix64 stream, which gives a
number to each new tile: see `docs/environments.md`. (Looking rows up in `row_table` instead is 2.5 times slower.)
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import (
    LANES,
    Vector,
    Vectors,
    as_uint16,
    as_uint64,
    equal,
    interleave,
    load,
    load_widened,
    movemask,
    popcount,
    select,
    splat,
    store,
    store_narrowed,
    trailing_zeros,
)
from tessella.compiled.splitmix64 import GAMMA, mix64
from tessella.game2048.kernels.bitboard import FIRST, Bits, I, Numbers, U, spawn

H: Any = np.uint16

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2  # what becomes of a board that is over: a new game then, or nothing

FOURS, FOURS_AT_START, TILES, CEILING = 0, 1, 2, 3
"""Columns of `rules`: a new tile is a 4 where the low half of its number is less; the same for the tiles at the start;
how many those are; 128 less the power of two that ends the game."""


class Games(NamedTuple):
    """The games that are stepped."""

    boards: Vectors
    streams: Vectors  # of random numbers: their states
    over: Numbers  # (n,) uint8: 1 where a game has ended
    rules: Numbers  # (4,) uint64: see CEILING


class Output(NamedTuple):
    """What a step writes."""

    cells: Numbers  # (2 n,) uint64: 16 bytes of exponents a board
    masks: Numbers  # (n,) uint32: a byte a direction, 1 where it is legal
    rewards: Numbers  # (n,) float64
    terminated: Numbers  # (n,) uint8
    truncated: Numbers  # (n,) uint8
    finals: Vectors  # in SAME_STEP mode: the boards before the reset, where a game of the vector ended


NOTHING = U(0)
INNER = U(0x0111_0111_0111_0111)  # the cells that have one to their right
UPPER = U(0x0000_1111_1111_1111)  # the cells that have one below


# --- Sliding ---------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _transposed(boards: Vector) -> Vector:
    """Return the boards with rows and columns exchanged: two swaps, of cells and then of quarters."""
    apart = (boards ^ (boards >> 12)) & splat(U(0x0000_F0F0_0000_F0F0))
    boards = boards ^ apart ^ (apart << 12)
    apart = (boards ^ (boards >> 24)) & splat(U(0x0000_0000_FF00_FF00))
    return boards ^ apart ^ (apart << 24)


@kernel(inline=True)
def _mirrored(boards: Vector) -> Vector:
    rows = as_uint16(boards)
    rows = (rows << 8) | (rows >> 8)
    return as_uint64(((rows << 4) & splat(H(0xF0F0))) | ((rows >> 4) & splat(H(0x0F0F))))


@kernel(inline=True)
def _closed(rows: Vector, cell: Bits, before: Bits) -> Vector:
    """Return the rows with the gap in a cell closed, if it is one; `before` are the cells in front of it."""
    closed = (rows & splat(before)) | ((rows >> 4) & ~splat(before))
    return select(rows & splat(cell), rows, closed)


@kernel(inline=True)
def _merged(tile: Vector, other: Vector) -> tuple[Vector, Vector]:
    """Return where tiles meet equal ones, and half the points of that."""
    meet = equal(tile, other & splat(H(0x000F))) & ~equal(tile, splat(H(0)))
    return meet, select(meet, splat(H(1)) << tile, splat(H(0)))


@kernel(inline=True)
def _slide(rows: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the rows slid to the left, half the points of each, and other than 0 where two 32768 meet."""
    rows = _closed(rows, H(0x0F00), H(0x00FF))
    rows = _closed(rows, H(0x00F0), H(0x000F))
    rows = select(rows & splat(H(0x000F)), rows, rows >> 4)
    # The first cell and the second, the second and the third, the third and the last.
    tile, ahead = rows & splat(H(0x000F)), rows >> 4
    meet, one = _merged(tile, ahead)
    rows = select(meet, (tile + splat(H(0x0001))) | (ahead & splat(H(0xFFF0))), rows)
    ahead = rows >> 4
    meet, two = _merged(ahead & splat(H(0x000F)), ahead >> 4)
    rows = select(meet, ((rows & splat(H(0x00FF))) + splat(H(0x0010))) | (ahead & splat(H(0xFF00))), rows)
    meet, three = _merged(rows >> 12, rows >> 8)
    rows = select(meet, (rows & splat(H(0x0FFF))) + splat(H(0x0100)), rows)
    return rows, one + two + three, (one | two | three) & splat(H(0x8000))


@kernel(inline=True)
def _moved(boards: Vector, actions: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the boards after their moves, half their points, and other than 0 where two 32768 meet."""
    upright = actions & splat(U(2))
    backward = actions & splat(U(1))
    turned = select(upright, _transposed(boards), boards)
    turned = select(backward, _mirrored(turned), turned)
    rows, points, stuck = _slide(as_uint16(turned))
    turned = as_uint64(rows)
    turned = select(backward, _mirrored(turned), turned)
    turned = select(upright, _transposed(turned), turned)
    sums = as_uint64(points)
    fields = splat(U(0x0000_FFFF_0000_FFFF))
    sums = (sums & fields) + ((sums >> 16) & fields)
    return turned, (sums + (sums >> 32)) & splat(U(0xFFFF_FFFF)), as_uint64(stuck)


# --- New tiles -------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _mixed(states: Vector) -> Vector:
    z = (states ^ (states >> 30)) * splat(U(0xBF58_476D_1CE4_E5B9))
    z = (z ^ (z >> 27)) * splat(U(0x94D0_49BB_1331_11EB))
    return z ^ (z >> 31)


@kernel(inline=True)
def _empty(boards: Vector) -> Vector:
    """Return the lowest bit of every cell that holds 0."""
    full = boards | (boards >> 2)
    return ~(full | (full >> 1)) & splat(FIRST)


@kernel(inline=True)
def _new_tiles(empty: Vector, drawn: Vector, fours: Vector) -> Vector:
    """Return a tile for each board of 1 to 15 empty cells.

    The product counts in every cell the empty ones up to there. The cell wanted is the empty one whose count is right.
    """
    counts = empty * splat(FIRST)
    wanted = (((drawn >> 32) * (counts >> 60)) >> 32) + splat(U(1))
    cell = _empty(counts ^ (wanted * splat(FIRST))) & empty
    # Less than `fours` if the difference runs below zero.
    is_four = ((drawn & splat(U(0xFFFF_FFFF))) - fours) >> 63
    return select(is_four, cell + cell, cell)


@kernel(inline=True)
def _start(stream: Bits, rules: Numbers) -> tuple[Bits, Bits]:
    board = NOTHING
    for _ in range(rules[TILES]):
        stream += GAMMA
        board = spawn(board, mix64(stream), rules[FOURS_AT_START])
    return board, stream


@kernel(inline=True)
def _begin(boards: Numbers, streams: Numbers, rules: Numbers, i: int, which: Bits) -> None:
    while which:
        lane = trailing_zeros(which)
        which &= which - U(1)
        boards[i, lane], streams[i, lane] = _start(streams[i, lane], rules)


# --- What is legal ---------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _movable(boards: Vector, empty: Vector, distance: int, cells: Bits) -> tuple[Vector, Vector]:
    """Return which cells let the board move towards them, and away from them; the next cell is so many bits further.

    A board can move left where a cell is empty and the next one is not, or where two alike stand side by side.
    """
    full = empty ^ splat(FIRST)
    pairs = _empty(boards ^ (boards >> distance)) & full
    towards = (pairs | (empty & (full >> distance))) & splat(cells)
    return towards, (pairs | (full & (empty >> distance))) & splat(cells)


@kernel(inline=True)
def _legal(boards: Vector, empty: Vector, ceiling: Vector) -> Vector:
    """Return four bytes in each lane: 1 for each direction in which the board can move; none where it has ended."""
    left, right = _movable(boards, empty, 4, INNER)
    above, below = _movable(boards, empty, 16, UPPER)
    nothing = splat(NOTHING)
    legal = select(left, splat(U(1)), nothing) | select(right, splat(U(1 << 8)), nothing)
    legal |= select(above, splat(U(1 << 16)), nothing) | select(below, splat(U(1 << 24)), nothing)
    cells = splat(U(0x0F0F_0F0F_0F0F_0F0F))
    reached = ((boards & cells) + ceiling) | (((boards >> 4) & cells) + ceiling)
    return select(reached & splat(U(0x8080_8080_8080_8080)), nothing, legal)


@kernel(inline=True)
def _show(boards: Vector, cells: Numbers, i: int) -> None:
    nibbles = splat(U(0x0F0F_0F0F_0F0F_0F0F))
    even, odd = boards & nibbles, (boards >> 4) & nibbles
    store_narrowed(cells, 2 * i, interleave(even, odd, 0))
    store_narrowed(cells, 2 * i + 1, interleave(even, odd, 1))


@kernel
def planes(cells: Numbers, out: Numbers) -> None:
    """Write one-hot planes: cells (n, k) uint8, out (n, powers, k) uint8."""
    n, powers, k = out.shape
    for board in range(n):
        for power in range(powers):
            for cell in range(k):
                out[board, power, cell] = cells[board, cell] == power


# --- Stepping --------------------------------------------------------------------------------------------------------


@kernel
def are_actions(actions: Numbers) -> bool:
    """Return whether every number is from 0 to 3."""
    every_bit = I(0)
    for action in actions:
        every_bit |= action
    return bool(0 <= every_bit <= 3)


@kernel
def seed_streams(streams: Vectors, seed: Bits, which: Numbers) -> None:
    """Write where the streams of some boards begin: `rng.fold((s, number))`, given `fold((s,))`."""
    for board in range(len(which)):
        if which[board]:
            streams[board // LANES, board % LANES] = mix64((seed ^ U(board)) + GAMMA)


@kernel
def begin(games: Games, which: Numbers) -> None:
    """Start a new game on each board whose number in `which`, (n,) uint8, is not 0."""
    boards, streams, over, rules = games
    for board in range(len(which)):
        if which[board]:
            _begin(boards, streams, rules, board // LANES, U(1) << U(board % LANES))
            over[board] = 0


@kernel
def look(boards: Vectors, rules: Numbers, cells: Numbers, masks: Numbers) -> None:
    """Write exponents and legal moves of all boards, as `step` does."""
    ceiling = splat(rules[CEILING] * U(0x0101_0101_0101_0101))
    for i in range(len(boards)):
        word = load(boards, i)
        store_narrowed(masks, i, _legal(word, _empty(word), ceiling))
        _show(word, cells, i)


@kernel
def step(games: Games, actions: Numbers, mode: int, penalty: float, out: Output, first: int, last: int) -> int:
    """Take one step on the boards of vectors `first` to `last`; return how many are over, and truncated << 32.

    actions: (n,) int64, from 0 to 3; n is vectors * 8. mode: what becomes of boards that are over. penalty: what an
    illegal move costs.
    """
    boards, streams, over, rules = games
    cells, masks, rewards, terminated, truncated, finals = out
    nothing = splat(NOTHING)
    fours = splat(rules[FOURS])
    ceiling = splat(rules[CEILING] * U(0x0101_0101_0101_0101))
    ended, limited = 0, 0
    for i in range(first, last):
        waiting = load_widened(over, i)
        waits = movemask(waiting)
        if waits and mode == NEXT_STEP:
            _begin(boards, streams, rules, i, U(waits))
        before = load(boards, i)
        after, points, stuck = _moved(before, load_widened(actions, i))
        # A board that waits is taken for one that did not change.
        after = select(waiting | stuck, before, after)
        stays = equal(after, before)
        state = load(streams, i)
        advanced = state + splat(GAMMA)
        store(streams, i, select(stays, state, advanced))
        empty = _empty(after)
        tile = select(stays, nothing, _new_tiles(empty, _mixed(advanced), fours))
        after |= tile
        empty ^= (tile | (tile >> 1)) & empty
        store(boards, i, after)
        store_narrowed(rewards, i, select(stays, nothing, points + points))
        stuck = select(waiting, nothing, stuck)
        if penalty != 0.0:
            illegal = U(movemask(select(waiting | stuck, nothing, stays)))
            while illegal:
                rewards[LANES * i + trailing_zeros(illegal)] = -penalty
                illegal &= illegal - U(1)
        legal = _legal(after, empty, ceiling)
        cut = select(stuck, splat(U(1)), nothing)
        done = equal(legal, nothing) & splat(U(1))
        store_narrowed(terminated, i, done)
        store_narrowed(truncated, i, cut)
        store_narrowed(over, i, done | cut)
        which = U(movemask(done | cut))
        if which:
            ended += popcount(which)
            limited += popcount(U(movemask(cut)))
            if mode == SAME_STEP:
                store(finals, i, after)
                _begin(boards, streams, rules, i, which)
                store_narrowed(over, i, nothing)
                after = load(boards, i)
                legal = _legal(after, _empty(after), ceiling)
        store_narrowed(masks, i, legal)
        _show(after, cells, i)
    return ended | (limited << 32)
