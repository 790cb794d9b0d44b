"""Choice of the candidate to guess, for 512 puzzles at once.

Where the rules have nothing left to say, a candidate is tried: one of a cell with two digits left, for then either try
places a digit; failing that of a cell with three, or more.
Among those the one whose digits are seen most. A candidate counts a point for

- each of the four crossings, of its row with the other two boxes of its band and of its column with the other two
  boxes of its stack, that still holds its digit, and one more if it does so in a cell of two;
- each cell of two in its own box that still holds its digit.

Exact counts over all twenty peers would save every twelfth guess and cost more than that (docs/sudoku-engine.md).
Everything is counted in binary, a vector a bit: a full adder of vectors counts for 512 puzzles at once.
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vector, Vectors, load, splat, store
from tessella.sudoku.kernels.bitsliced import CHOICE, Nine, both, box_of

U = np.uint64

# Where things are kept in the scratch vectors: first what there is one of for every cell, then for every box and digit.
PAIRS, TRIPLES, CROWDS, SCORES = 0, 81, 162, 243  # a cell's score has 6 bits
BOX_ROWS = SCORES + 6 * 81  # a box's rows: 3 bits whether they hold the digit, 3 whether in a pair
BOX_COLUMNS = BOX_ROWS + 6 * 81  # and its columns
ACROSS = BOX_COLUMNS + 6 * 81  # for each row of the box: the points from the band's other boxes, 3 bits
DOWN = ACROSS + 9 * 81  # for each column: the points from the stack's other boxes, 3 bits
INSIDE = DOWN + 9 * 81  # the points from the box itself, 4 bits
SCRATCH = INSIDE + 4 * 81


@kernel(inline=True)
def _add(a: Vector, b: Vector, c: Vector) -> tuple[Vector, Vector]:
    """Return the sum of three bits: its low bit and its high bit."""
    return a ^ b ^ c, (a & b) | (c & (a | b))


@kernel(inline=True)
def _count_four(a: Vector, b: Vector, c: Vector, d: Vector) -> tuple[Vector, Vector, Vector]:
    s, t = _add(a, b, c)
    u = s & d
    return s ^ d, t ^ u, t & u


@kernel(inline=True)
def _count_nine(x: Nine) -> tuple[Vector, Vector, Vector, Vector]:
    a, b, c, d, e, f, g, h, i = x
    j, p = _add(a, b, c)
    k, q = _add(d, e, f)
    l, r = _add(g, h, i)
    n0, s = _add(j, k, l)
    t, u = _add(p, q, r)
    v = s & t
    return n0, s ^ t, u ^ v, u & v


@kernel(inline=True, early=True)
def _sort(planes: Vectors, scratch: Vectors) -> tuple[Vector, Vector]:
    """Sort the open cells by the number of their digits: two, three, more; return which slots have any of each."""
    nothing = splat(U(0))
    pairs = triples = nothing
    for cell in range(81):
        at = 243 * (cell // 27) + cell % 27
        one = two = three = four = nothing
        for digit in range(9):
            x = load(planes, at + 27 * digit)
            four |= three & x
            three |= two & x
            two |= one & x
            one |= x
        store(scratch, PAIRS + cell, two & ~three)
        store(scratch, TRIPLES + cell, three & ~four)
        store(scratch, CROWDS + cell, four)
        pairs |= two & ~three
        triples |= three & ~four
    return pairs, triples


@kernel(inline=True)
def _crossings(scratch: Vectors, rows: int, columns: int, x: Nine) -> None:
    """Keep which rows and which columns of a box hold any of x."""
    a, b, c, d, e, f, g, h, i = x
    store(scratch, rows, a | b | c, d | e | f, g | h | i)
    store(scratch, columns, a | d | g, b | e | h, c | f | i)


@kernel(inline=True, early=True)
def _note_places(planes: Vectors, scratch: Vectors) -> None:
    """Note, for each box and digit, where the digit may stand."""
    for band in range(3):
        for stack in range(3):
            pairs = box_of(scratch, PAIRS + 27 * band + 3 * stack)
            for digit in range(9):
                n = 9 * (3 * band + stack) + digit
                x = box_of(planes, 243 * band + 3 * stack + 27 * digit)
                _crossings(scratch, BOX_ROWS + 6 * n, BOX_COLUMNS + 6 * n, x)
                x = both(x, pairs)
                _crossings(scratch, BOX_ROWS + 6 * n + 3, BOX_COLUMNS + 6 * n + 3, x)
                n0, n1, n2, n3 = _count_nine(x)
                store(scratch, INSIDE + 4 * n, n0, n1, n2, n3)


@kernel(inline=True)
def _points(scratch: Vectors, to: int, one: int, other: int) -> None:
    """Count the points that a crossing gets from the two others in its line."""
    n0, n1, n2 = _count_four(load(scratch, one), load(scratch, one + 3), load(scratch, other), load(scratch, other + 3))
    store(scratch, to, n0, n1, n2)


@kernel(inline=True, early=True)
def _count(scratch: Vectors) -> None:
    """Count, for each box, digit and line, the points from the line's other boxes."""
    for band in range(3):
        for stack in range(3):
            n = 9 * (3 * band + stack)
            right, left = 9 * (3 * band + (stack + 1) % 3), 9 * (3 * band + (stack + 2) % 3)
            below, above = 9 * (3 * ((band + 1) % 3) + stack), 9 * (3 * ((band + 2) % 3) + stack)
            for digit in range(9):
                for line in range(3):
                    i = 6 * digit + line
                    to = 3 * (3 * (n + digit) + line)
                    _points(scratch, ACROSS + to, BOX_ROWS + 6 * right + i, BOX_ROWS + 6 * left + i)
                    _points(scratch, DOWN + to, BOX_COLUMNS + 6 * below + i, BOX_COLUMNS + 6 * above + i)


@kernel(inline=True, early=True)
def _score(planes: Vectors, scratch: Vectors) -> None:
    """Add up the points of each cell's digits."""
    nothing = splat(U(0))
    for cell in range(81):
        row, column = cell // 9, cell % 9
        s0 = s1 = s2 = s3 = s4 = s5 = nothing
        for digit in range(9):
            n = 9 * (row // 3 * 3 + column // 3) + digit
            across = ACROSS + 3 * (3 * n + row % 3)
            down = DOWN + 3 * (3 * n + column % 3)
            inside = INSIDE + 4 * n
            e0, carry = _add(load(scratch, across), load(scratch, down), load(scratch, inside))
            e1, more = _add(load(scratch, across + 1), load(scratch, down + 1), load(scratch, inside + 1))
            e2, most = _add(load(scratch, across + 2), load(scratch, down + 2), load(scratch, inside + 2))
            e1, carry = e1 ^ carry, e1 & carry
            e2, carry = _add(e2, more, carry)
            e3, e4 = _add(load(scratch, inside + 3), most, carry)
            x = load(planes, 243 * (cell // 27) + cell % 27 + 27 * digit)
            e0 &= x
            s0, carry = s0 ^ e0, s0 & e0
            s1, carry = _add(s1, e1 & x, carry)
            s2, carry = _add(s2, e2 & x, carry)
            s3, carry = _add(s3, e3 & x, carry)
            s4, carry = _add(s4, e4 & x, carry)
            s5 |= carry
        store(scratch, SCORES + 6 * cell, s0, s1, s2, s3, s4, s5)


@kernel(inline=True, early=True)
def _keep_best(scratch: Vectors, pairs: Vector, triples: Vector) -> None:
    """Leave the cells of the smallest kind that a slot has, and of those the ones with the highest score.

    From the top bit down, whoever lacks a bit that another has is out.
    """
    for cell in range(81):
        few = (load(scratch, TRIPLES + cell) & ~pairs) | (load(scratch, CROWDS + cell) & ~(pairs | triples))
        store(scratch, PAIRS + cell, load(scratch, PAIRS + cell) | few)
    for bit in range(5, -1, -1):
        best = splat(U(0))
        for cell in range(81):
            best |= load(scratch, PAIRS + cell) & load(scratch, SCORES + 6 * cell + bit)
        for cell in range(81):
            stays = load(scratch, SCORES + 6 * cell + bit) | ~best
            store(scratch, PAIRS + cell, load(scratch, PAIRS + cell) & stays)


@kernel(inline=True)
def _write_number(planes: Vectors, plane: int, number: int, where: Vector) -> None:
    """Add a number, in binary, to the planes from `plane` on, in the slots `where`."""
    while number:
        if number & 1:
            store(planes, plane, load(planes, plane) | where)
        number >>= 1
        plane += 1


@kernel
def choose_candidates(planes: Vectors, scratch: Vectors) -> None:
    """Write each slot's choice into the planes from CHOICE on: the cell in 7 bits, then the digit in 4.

    A slot without an open cell gets none.
    """
    pairs, triples = _sort(planes, scratch)
    _note_places(planes, scratch)
    _count(scratch)
    _score(planes, scratch)
    _keep_best(scratch, pairs, triples)
    for bit in range(11):
        store(planes, CHOICE + bit, splat(U(0)))
    free = ~splat(U(0))
    for cell in range(81):
        chosen = load(scratch, PAIRS + cell) & free
        free &= ~chosen
        _write_number(planes, CHOICE, cell, chosen)
        for digit in range(9):
            x = chosen & load(planes, 243 * (cell // 27) + cell % 27 + 27 * digit)
            chosen &= ~x
            _write_number(planes, CHOICE + 7, digit, x)
