"""N-tuple network: the weights that a board chooses, and their sum.

Six cells, read as one number, choose a weight, for each of four shapes and each of the eight symmetries. The shapes
pair up: two share the five cells of a stem, and have a sixth each, whose weights lie side by side in two cache lines.

    stem 0 (a)     + 3, or + 6          stem 1 (b)     + 7, or + 10
    a  a  a  3     .  .  .  .           .  .  .  .     .  .  .  .
    a  a  6  .     .  .  .  .           b  b  b  7     .  .  .  .
    .  .  .  .                          b  b  10 .
    .  .  .  .                          .  .  .  .

    offset = (stem's number << 20 | stem's five cells) << 5 | which sixth cell << 4 | sixth cell

A third stem, one row further down, is for a bigger network. A network of stages has all of this more than once: the
second set of stems is for boards that hold 16384, the third for those that hold 8192 beside it; a board with 32768 is
seen as `downgrade` makes it. Offsets are worked out for all symmetries at once, one in each lane of a vector: mirrored
where bit 0 of the lane's number says so, flipped for bit 1, transposed for bit 2.
"""

from typing import Any, NamedTuple

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vector, Vectors, empty_aligned, load, splat, store
from tessella.game2048.kernels.bitboard import FIRST, Bits, I, Numbers, U, largest, transpose

STEM = 1 << 25  # how many weights a stem has
STAGES = 3  # how many stages a network has at most
LINES = 2  # how many vectors of offsets a stem gives: one for each sixth cell


class NTuples(NamedTuple):
    """A network, as kernels take it."""

    weights: Numbers  # STEM for each stem of each stage
    unit: float  # how many points a weight of 1 stands for
    stems: int
    stages: int


def symmetries() -> Vectors:
    """Return which lanes are mirrored, flipped and transposed: (3, 8) uint64, ones and zeros.

    >>> [f"{int(lanes[5]):x}" for lanes in symmetries()]
    ['ffffffffffffffff', '0', 'ffffffffffffffff']
    """
    masks = empty_aligned(3)
    masks[:] = [[0xFFFF_FFFF_FFFF_FFFF * (lane >> bit & 1) for lane in range(8)] for bit in range(3)]
    return masks


@kernel(inline=True)
def _stem(boards: Vector) -> Vector:
    return ((boards & splat(U(0xFFF))) | ((boards >> 4) & splat(U(0xFF000)))) << 5


@kernel(inline=True)
def stage_of(board: Bits, stages: int) -> int:
    """Return the stage of a board without 32768: 1 where it holds 16384, 2 where it holds 8192 too, else 0."""
    if stages == 1:
        return 0
    high = (board >> U(3)) & (board >> U(2))
    if not high & (board >> U(1)) & ~board & FIRST:
        return 0
    return 2 if stages > 2 and high & ~(board >> U(1)) & board & FIRST else 1


@kernel(inline=True)
def holds_great(board: Bits, least: int) -> bool:
    """Return whether a board holds 2**least or more; least is 14 or 15."""
    great = (board >> U(1)) & (board >> U(2)) & (board >> U(3)) & FIRST
    return bool(great & board if least > 14 else great)


@kernel
def downgrade(board: Bits, least: int) -> Bits:
    """Return a board that holds 2**least or more with its largest tiles halved, down to the largest that is missing.

    [16384 8192 2048 ..] -> [8192 4096 2048 ..]: every move and every merge is the same there, and the network has seen
    far more of it (tile-downgrading: Guei, Chen and Wu, "Optimistic Temporal Difference Learning for 2048", 2021).
    """
    gap = largest(board)
    if gap < least:
        return board
    held = 0
    for cell in range(16):
        held |= 1 << I((board >> U(4 * cell)) & U(15))
    while gap > 0 and held >> gap & 1:
        gap -= 1
    if gap == 0:
        return board
    for cell in range(16):
        if (board >> U(4 * cell)) & U(15) > U(gap):
            board -= U(1) << U(4 * cell)
    return board


@kernel(inline=True)
def seen_by(stages: int, board: Bits) -> Bits:
    """Return a board as a network sees it: one of several stages knows no 32768."""
    return downgrade(board, 15) if stages > 1 and holds_great(board, 15) else board


@kernel(inline=True)
def turn(board: Bits, masks: Vectors) -> Any:
    """Return the board as each of the eight symmetries sees it, one in each lane."""
    turned = load(masks, 2)
    boards = (splat(board) & ~turned) | (splat(transpose(board)) & turned)
    turned = load(masks, 0)
    outer, inner = splat(U(0x000F_000F_000F_000F)), splat(U(0x00F0_00F0_00F0_00F0))
    other = ((boards & outer) << 12) | ((boards & inner) << 4) | ((boards >> 4) & inner) | ((boards >> 12) & outer)
    boards = (boards & ~turned) | (other & turned)
    turned = load(masks, 1)
    rows = splat(U(0x0000_FFFF_0000_FFFF))
    other = (boards << 32) | (boards >> 32)
    other = ((other & rows) << 16) | ((other >> 16) & rows)
    return (boards & ~turned) | (other & turned)


@kernel(inline=True)
def look_up(board: Bits, stems: int, stages: int, masks: Vectors, offsets: Vectors, at: int) -> None:
    """Write a board's offsets for every stem of its stage, LINES vectors each, from row `at` on.

    A board of a network of stages holds no 32768: the test for it would cost a third.
    """
    first = stems * stage_of(board, stages)
    boards = turn(board, masks)
    sixth = splat(U(15))
    for stem in range(stems):
        place = _stem(boards) | splat(U(first + stem) << U(25))
        store(offsets, at, place | ((boards >> 12) & sixth))
        store(offsets, at + 1, place | ((boards >> 24) & sixth) | splat(U(16)))
        boards = boards >> 16
        at += LINES


@kernel(inline=True)
def value_at(weights: Numbers, stems: int, offsets: Vectors, at: int) -> Any:
    """Return the sum of the weights at a board's offsets, which stand from row `at` on."""
    total = weights.dtype.type(0)
    for line in range(at, at + LINES * stems):
        # Unsigned as they are: for numbers that might be negative three instructions more stand before each read.
        one = weights[offsets[line, 0]] + weights[offsets[line, 1]]
        two = weights[offsets[line, 2]] + weights[offsets[line, 3]]
        three = weights[offsets[line, 4]] + weights[offsets[line, 5]]
        four = weights[offsets[line, 6]] + weights[offsets[line, 7]]
        total += (one + two) + (three + four)
    return total
