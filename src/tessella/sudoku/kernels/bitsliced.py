"""Bit-sliced constraint propagation for 512 Sudokus at once.

Bit i of every vector belongs to one puzzle, in *slot* i, so one instruction does the same to 512 puzzles. A *plane* is
the vector of one candidate:

    plane 243 b + 27 d + 9 r + c    may digit d + 1 stand in row r of band b, in column c?

           columns                             0   1   2 | 3   4   5 | 6   7   8
           band 0, digit 1, row 0     planes   0   1   2 | 3   4   5 | 6   7   8
                            row 1              9  10  11 | 12 13  14 | 15 16  17
                            row 2             18  19  20 | 21 22  23 | 24 25  26
           band 0, digit 2, row 0             27  28  29 ...

729 planes make a block of positions; they are read downwards as 12 words of 64 bits a puzzle, its *state*. `transpose`
turns one into the other: slot 8 j + k is bit j of lane k.

Nothing here branches on what a puzzle says. A *sweep* takes every puzzle through the same two rules, written as Boolean
algebra on whole vectors:

- singles, box by box: a digit with one row and one column left in a box takes its cell; a cell with one digit left
  takes the digit from the rest of its box;
- line closure, for each digit and each band or stack: of the nine crossings of three lines with three boxes, three
  stay in the end, one in each line and one in each box. So a crossing stays while the four that avoid its line and
  its box hold such a pair. That is every locked candidate at once, and it carries singles along rows and columns.

The twin is `by_digit`, the engine for one puzzle, which has the same two rules.
"""

from typing import TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, Vector, Vectors, load, popcount, splat, store

U = np.uint64

SLOTS = 64 * LANES
STATE = 12
PLANES = 64 * STATE
CHOICE = 729  # the planes after the last candidate: 7 bits of a cell, 4 bits of a digit

MOVING, DEAD, SOLVED, STUCK = range(4)  # the vectors of `status`: what a sweep left a slot as

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Nine: TypeAlias = tuple[Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector, Vector]


# --- In and out ------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _swap(a: Vector, b: Vector, s: int, mask: Vector) -> tuple[Vector, Vector]:
    """Return a and b after the upper half of every 2 s bits of a changed places with the lower half of b."""
    t = ((a >> s) ^ b) & mask
    return a ^ (t << s), b ^ t


@kernel(inline=True)
def _stages(words: Vectors, at: int, step: int, s: int) -> None:
    """Do three of the six stages of a transposition to eight vectors, in registers."""
    a, b = load(words, at), load(words, at + step)
    c, d = load(words, at + 2 * step), load(words, at + 3 * step)
    e, f = load(words, at + 4 * step), load(words, at + 5 * step)
    g, h = load(words, at + 6 * step), load(words, at + 7 * step)
    one = U(0xFFFFFFFFFFFFFFFF)
    wide = splat(one // ((U(1) << U(4 * s)) + U(1)))
    a, e = _swap(a, e, 4 * s, wide)
    b, f = _swap(b, f, 4 * s, wide)
    c, g = _swap(c, g, 4 * s, wide)
    d, h = _swap(d, h, 4 * s, wide)
    middle = splat(one // ((U(1) << U(2 * s)) + U(1)))
    a, c = _swap(a, c, 2 * s, middle)
    b, d = _swap(b, d, 2 * s, middle)
    e, g = _swap(e, g, 2 * s, middle)
    f, h = _swap(f, h, 2 * s, middle)
    narrow = splat(one // ((U(1) << U(s)) + U(1)))
    a, b = _swap(a, b, s, narrow)
    c, d = _swap(c, d, s, narrow)
    e, f = _swap(e, f, s, narrow)
    g, h = _swap(g, h, s, narrow)
    store(words, at, a)
    store(words, at + step, b)
    store(words, at + 2 * step, c)
    store(words, at + 3 * step, d)
    store(words, at + 4 * step, e)
    store(words, at + 5 * step, f)
    store(words, at + 6 * step, g)
    store(words, at + 7 * step, h)


@kernel
def transpose(words: Vectors, at: int) -> None:
    """Exchange bit j of word i with bit i of word j, in every lane, for the 64 vectors that begin at `at`.

    After Hacker's Delight (Warren, 2nd edition, section 7-3): halves of halves change places, three stages a pass.
    """
    for i in range(8):
        _stages(words, at + i, 8, 8)
    for i in range(8):
        _stages(words, at + 8 * i, 1, 1)


@kernel(inline=True)
def _eight(puzzles: Puzzles, puzzle: int, cell: int) -> np.uint64:
    """Return eight cells as one number, which LLVM makes one instruction."""
    word = U(0)
    for i in range(8):
        word |= U(puzzles[puzzle, cell + i]) << U(8 * i)
    return word


@kernel
def read(puzzles: Puzzles, first: int, n: int, planes: Vectors, work: Vectors) -> None:
    """Set the planes to the candidates of n puzzles from `first` on, at most SLOTS; the other slots have none.

    Sixteen cells at a time: a puzzle's bytes, all below 16, are folded into one 64-bit number and transposed.

                 cell 8  cell 0  cell 9  cell 1  ...  cell 15  cell 7
        bits      7-4     3-0    15-12    11-8         63-60    59-56
    """
    square = work.reshape(-1)
    wrong = ~U(0)  # fifteen everywhere, which is no digit, so it leaves its cell without a candidate
    beyond = U(0xF0F0F0F0F0F0F0F0)
    for group in range(6):
        for slot in range(SLOTS):
            word = wrong
            if slot < n:
                if group == 5:
                    if puzzles[first + slot, 80] < 16:
                        word = U(puzzles[first + slot, 80])
                else:
                    a = _eight(puzzles, first + slot, 16 * group)
                    b = _eight(puzzles, first + slot, 16 * group + 8)
                    if not (a | b) & beyond:
                        word = a | b << U(4)
            square[64 * LANES * group + slot] = word
        transpose(work, 64 * group)
        for i in range(1 if group == 5 else 16):
            bits = 64 * group + 8 * (i % 8) + 4 * (i // 8)
            _candidates(work, bits, planes, 243 * ((16 * group + i) // 27) + (16 * group + i) % 27)


@kernel(inline=True, early=True)
def _candidates(work: Vectors, bits: int, planes: Vectors, at: int) -> None:
    """Set a cell's nine planes from the four bits of its number: all for 0, that digit's for 1 to 9, else none."""
    b0, b1, b2, b3 = load(work, bits), load(work, bits + 1), load(work, bits + 2), load(work, bits + 3)
    low3 = ~(b1 | b2 | b3)
    blank = low3 & ~b0
    store(planes, at, low3)
    store(planes, at + 27, blank | (~b0 & b1 & ~b2 & ~b3))
    store(planes, at + 54, blank | (b0 & b1 & ~b2 & ~b3))
    store(planes, at + 81, blank | (~b0 & ~b1 & b2 & ~b3))
    store(planes, at + 108, blank | (b0 & ~b1 & b2 & ~b3))
    store(planes, at + 135, blank | (~b0 & b1 & b2 & ~b3))
    store(planes, at + 162, blank | (b0 & b1 & b2 & ~b3))
    store(planes, at + 189, blank | (~b0 & ~b1 & ~b2 & b3))
    store(planes, at + 216, blank | (b0 & ~b1 & ~b2 & b3))


@kernel
def write(planes: Vectors, work: Vectors) -> None:
    """Fold the digits of all slots into `work` as `read` found them there: 16 cells a group of 64 words."""
    for group in range(6):
        for bits in range(64):
            store(work, 64 * group + bits, splat(U(0)))
        for i in range(1 if group == 5 else 16):
            cell = 16 * group + i
            at = 64 * group + 8 * (i % 8) + 4 * (i // 8)
            for digit in range(1, 10):
                x = load(planes, 243 * (cell // 27) + cell % 27 + 27 * (digit - 1))
                for bit in range(4):
                    if digit >> bit & 1:
                        store(work, at + bit, load(work, at + bit) | x)
        transpose(work, 64 * group)


@kernel
def digits_of(work: Vectors, slot: int, solution: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    """Unfold the digits of one slot."""
    numbers = work.reshape(-1)
    for group in range(6):
        word = numbers[SLOTS * group + slot]
        for i in range(1 if group == 5 else 16):
            solution[16 * group + i] = word >> U(8 * (i % 8) + 4 * (i // 8)) & U(15)


# --- Nine vectors at once ---------------------------------------------------------------------------------------------


@kernel(inline=True)
def box_of(planes: Vectors, at: int) -> Nine:
    """Return the planes of a box, for one digit.

    a b c
    d e f
    g h i
    """
    return (
        load(planes, at), load(planes, at + 1), load(planes, at + 2),
        load(planes, at + 9), load(planes, at + 10), load(planes, at + 11),
        load(planes, at + 18), load(planes, at + 19), load(planes, at + 20),
    )  # fmt: skip


@kernel(inline=True)
def put_box(planes: Vectors, at: int, x: Nine) -> None:
    """Set the planes of a box, for one digit."""
    a, b, c, d, e, f, g, h, i = x
    store(planes, at, a, b, c)
    store(planes, at + 9, d, e, f)
    store(planes, at + 18, g, h, i)


@kernel(inline=True)
def both(x: Nine, y: Nine) -> Nine:
    """Return a & b of each of nine."""
    a, b, c, d, e, f, g, h, i = x
    j, k, l, m, n, o, p, q, r = y
    return a & j, b & k, c & l, d & m, e & n, f & o, g & p, h & q, i & r


@kernel(inline=True)
def either(x: Nine, y: Nine) -> Nine:
    """Return a | b of each of nine."""
    a, b, c, d, e, f, g, h, i = x
    j, k, l, m, n, o, p, q, r = y
    return a | j, b | k, c | l, d | m, e | n, f | o, g | p, h | q, i | r


@kernel(inline=True)
def inverse(x: Nine) -> Nine:
    """Return ~a of each of nine."""
    a, b, c, d, e, f, g, h, i = x
    return ~a, ~b, ~c, ~d, ~e, ~f, ~g, ~h, ~i


@kernel(inline=True)
def nine_times(w: Vector) -> Nine:
    """Return a vector nine times."""
    return w, w, w, w, w, w, w, w, w


@kernel(inline=True)
def any_of(x: Nine) -> Vector:
    """Return what any of nine holds."""
    a, b, c, d, e, f, g, h, i = x
    return a | b | c | d | e | f | g | h | i


@kernel(inline=True)
def all_of(x: Nine) -> Vector:
    """Return what all of nine hold."""
    a, b, c, d, e, f, g, h, i = x
    return a & b & c & d & e & f & g & h & i


# --- The two rules ---------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _alone(x: Nine) -> Nine:
    """Return those of a box's cells for which the digit has no other row and no other column in the box."""
    a, b, c, d, e, f, g, h, i = x
    top, middle, bottom = a | b | c, d | e | f, g | h | i
    left, centre, right = a | d | g, b | e | h, c | f | i
    p, q, r = middle | bottom, top | bottom, top | middle
    s, t, u = centre | right, left | right, left | centre
    return both(x, inverse((p | s, p | t, p | u, q | s, q | t, q | u, r | s, r | t, r | u)))


@kernel(inline=True, early=True)
def _singles(planes: Vectors, at: int, single: Vectors, cell: int) -> tuple[Vector, Vector, Vector]:
    """Apply the singles of the box at `at`; return the slots that found one, that broke, and that are done here.

    `single` keeps which cells were down to one digit already, from `cell` on.
    """
    nothing = splat(U(0))
    hidden = nine_times(nothing)
    for digit in range(9):
        hidden = either(hidden, _alone(box_of(planes, at + 27 * digit)))
    one = nine_times(nothing)
    two = nine_times(nothing)
    for digit in range(9):
        x = box_of(planes, at + 27 * digit)
        put_box(planes, at + 27 * digit, both(x, either(_alone(x), inverse(hidden))))
    for digit in range(9):
        x = box_of(planes, at + 27 * digit)
        two = either(two, both(one, x))
        one = either(one, x)
    dead = ~all_of(one) | any_of(both(hidden, two))
    naked = both(one, inverse(two))
    news = any_of(both(naked, inverse(box_of(single, cell))))
    put_box(single, cell, naked)
    for digit in range(9):
        x = box_of(planes, at + 27 * digit)
        taken = any_of(both(x, naked))
        put_box(planes, at + 27 * digit, both(x, either(naked, nine_times(~taken))))
    return news, dead, all_of(naked)


@kernel(inline=True)
def _crossings(planes: Vectors, box: int, line: int, cell: int) -> tuple[Vector, Vector, Vector]:
    a = load(planes, box) | load(planes, box + cell) | load(planes, box + 2 * cell)
    box += line
    b = load(planes, box) | load(planes, box + cell) | load(planes, box + 2 * cell)
    box += line
    return a, b, load(planes, box) | load(planes, box + cell) | load(planes, box + 2 * cell)


@kernel(inline=True)
def _keep(planes: Vectors, line: int, cell: int, keep: Vector) -> None:
    store(planes, line, load(planes, line) & keep)
    store(planes, line + cell, load(planes, line + cell) & keep)
    store(planes, line + 2 * cell, load(planes, line + 2 * cell) & keep)


@kernel(inline=True, early=True)
def _lines(planes: Vectors, at: int, box: int, line: int, cell: int) -> tuple[Vector, Vector]:
    """Close the lines of the band or stack at `at`; return the slots in which a crossing went, and that broke.

    Its boxes lie `box` apart, its lines `line` apart, a line's cells in a box `cell` apart:

            box     box     box
        |    a   |   d   |   g   |  line
        |    b   |   e   |   h   |  line
        |    c   |   f   |   i   |  line
    """
    news = splat(U(0))
    dead = news
    for digit in range(9):
        first = at + 27 * digit
        a, b, c = _crossings(planes, first, line, cell)
        d, e, f = _crossings(planes, first + box, line, cell)
        g, h, i = _crossings(planes, first + 2 * box, line, cell)
        keep = (
            (e & i) | (f & h), (d & i) | (f & g), (d & h) | (e & g),
            (b & i) | (c & h), (a & i) | (c & g), (a & h) | (b & g),
            (b & f) | (c & e), (a & f) | (c & d), (a & e) | (b & d),
        )  # fmt: skip
        news |= any_of(both((a, b, c, d, e, f, g, h, i), inverse(keep)))
        j, k, l, m, n, o, p, q, r = keep
        dead |= ~((a & j) | (b & k) | (c & l))
        _keep(planes, first, cell, j)
        _keep(planes, first + line, cell, k)
        _keep(planes, first + 2 * line, cell, l)
        _keep(planes, first + box, cell, m)
        _keep(planes, first + box + line, cell, n)
        _keep(planes, first + box + 2 * line, cell, o)
        _keep(planes, first + 2 * box, cell, p)
        _keep(planes, first + 2 * box + line, cell, q)
        _keep(planes, first + 2 * box + 2 * line, cell, r)
    return news, dead


@kernel
def propagate(planes: Vectors, status: Vectors, single: Vectors, few: int) -> int:
    """Sweep until at most `few` slots still move; set `status` and return the number of sweeps.

    A slot that is dead in `status` stays so. The others end as solved, dead, stuck (the rules have nothing left to
    say) or moving.
    """
    nothing = splat(U(0))
    dead = load(status, DEAD)
    for cell in range(81):
        store(single, cell, nothing)
    numbers = status.reshape(-1)
    sweeps = -1  # the first time round only lines are closed, so that the last time round proves its singles by them
    count = SLOTS
    while count > few:
        sweeps += 1
        found = late = nothing
        solved = ~nothing if sweeps else nothing
        for band in range(3):
            for stack in range(3 if sweeps else 0):
                news, broken, done = _singles(planes, 243 * band + 3 * stack, single, 27 * band + 3 * stack)
                found |= news
                dead |= broken
                solved &= done
            news, broken = _lines(planes, 243 * band, 3, 9, 1)
            late |= news
            dead |= broken
        for stack in range(3):
            news, broken = _lines(planes, 3 * stack, 243, 1, 9)
            late |= news
            dead |= broken
        solved &= ~(late | dead)
        moving = (found | late) & ~(solved | dead)
        store(status, MOVING, moving)
        store(status, DEAD, dead)
        store(status, SOLVED, solved)
        store(status, STUCK, ~(moving | dead | solved))
        count = SLOTS
        if sweeps:
            count = 0
            for lane in range(LANES):
                count += popcount(numbers[LANES * MOVING + lane])
    return sweeps


@kernel(inline=True)
def _in_two(x: Nine) -> Vector:
    """Return what at least two of nine hold."""
    a, b, c, d, e, f, g, h, i = x
    j, k, l = a | b | c, d | e | f, g | h | i
    return (a & b) | (c & (a | b)) | (d & e) | (f & (d | e)) | (g & h) | (i & (g | h)) | (j & k) | (l & (j | k))


@kernel
def drop_repeats(planes: Vectors, status: Vectors, single: Vectors) -> None:
    """Count as dead what is stuck with a digit alone in two cells of a box, which `propagate` does not see.

    It would die of the digit that has no place left in that box, but only after all others have found theirs.
    """
    twice = splat(U(0))
    for band in range(3):
        for stack in range(3):
            alone = box_of(single, 27 * band + 3 * stack)
            for digit in range(9):
                twice |= _in_two(both(box_of(planes, 243 * band + 3 * stack + 27 * digit), alone))
    stuck = load(status, STUCK)
    store(status, DEAD, load(status, DEAD) | (stuck & twice))
    store(status, STUCK, stuck & ~twice)


# --- Singles alone ---------------------------------------------------------------------------------------------------

SINGLES_SCRATCH = 324  # vectors: for every digit the houses with one place for it, then the cells with one digit

# The houses as plane offsets of digit 1.
HOUSES = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (3 * b + i) + 3 * s + j for i in range(3) for j in range(3)] for b in range(3) for s in range(3)]
)
HOUSES = 243 * (HOUSES // 27) + HOUSES % 27
HOUSES_OF = np.array([[c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3] for c in range(81)])


@kernel
def _find_hidden(planes: Vectors, scratch: Vectors) -> None:
    """Find for every digit the houses with one place for it."""
    nothing = splat(U(0))
    for digit in range(9):
        for house in range(27):
            one = two = nothing
            for i in range(9):
                x = load(planes, 27 * digit + HOUSES[house, i])
                two |= one & x
                one |= x
            store(scratch, 27 * digit + house, one & ~two)


@kernel
def propagate_singles(planes: Vectors, status: Vectors, scratch: Vectors, few: int) -> int:
    """Do what `propagate` does with naked and hidden singles only, for slots that have a solution."""
    nothing = splat(U(0))
    unused = load(status, DEAD)
    numbers = status.reshape(-1)
    sweeps = 0
    count = SLOTS
    while count > few:
        sweeps += 1
        _find_hidden(planes, scratch)
        news = nothing
        solved = ~nothing
        for cell in range(81):
            at = 243 * (cell // 27) + cell % 27
            row, column, box = HOUSES_OF[cell, 0], HOUSES_OF[cell, 1], HOUSES_OF[cell, 2]
            hidden = one = two = nothing
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                hidden |= load(planes, at + 27 * digit) & (single | load(scratch, 27 * digit + box))
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                x = load(planes, at + 27 * digit)
                y = x & (single | load(scratch, 27 * digit + box) | ~hidden)
                store(planes, at + 27 * digit, y)
                news |= x & ~y
                two |= one & y
                one |= y
            store(scratch, 243 + cell, one & ~two)
            solved &= ~two
        for house in range(27):
            for digit in range(9):
                taken = nothing
                for i in range(9):
                    at = HOUSES[house, i]
                    taken |= load(planes, at + 27 * digit) & load(scratch, 243 + at - 216 * (at // 243))
                for i in range(9):
                    at = HOUSES[house, i]
                    x = load(planes, at + 27 * digit)
                    y = x & (load(scratch, 243 + at - 216 * (at // 243)) | ~taken)
                    store(planes, at + 27 * digit, y)
                    news |= x & ~y
        solved &= ~unused
        moving = news & ~(solved | unused)
        store(status, MOVING, moving)
        store(status, SOLVED, solved)
        store(status, STUCK, ~(moving | solved | unused))
        count = 0
        for lane in range(LANES):
            count += popcount(numbers[LANES * MOVING + lane])
    return sweeps
