"""Constraint propagation and search for one Sudoku, all digits at once.

Lane d of a vector is digit d + 1 (lanes 9 to 15 stay empty); three vectors, one a band, hold a whole position. In a
lane, a bit is a cell where the digit may stand:

    band 0   bit  0  1  2 |  3  4  5 |  6  7  8      row 0
                  9 10 11 | 12 13 14 | 15 16 17      row 1
                 18 19 20 | 21 22 23 | 24 25 26      row 2

The same 27 bits, folded, draw where a digit may stand box by box. `rows` says in which rows of a box, `columns` in
which columns:

    rows      bit 9 r + 3 s + b    row r of the box in band b and stack s
    columns   bit 9 b + 3 s + c    column c of the box in band b and stack s

In both, nine bits belong together of which exactly three stay in the end, one in each line and one in each box: in
`rows` those of a band, whose lines lie 9 and boxes 3 apart; in `columns` those of a stack, whose boxes lie 9 and
lines 1 apart. So the two rules of `bitsliced`, singles and line closure, are a few shifts and masks for all digits.

The slow twin is `sudoku.solver`.
"""

from typing import TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import (
    Vector,
    Vectors,
    empty_aligned,
    equal_bytes,
    load,
    movemask,
    permute_xor,
    popcount,
    splat,
    store,
    trailing_zeros,
)

U32 = np.uint32

LINE = U32(0o777)
BAND = U32(0o777_777_777)
THIRDS = U32(0o111_111_111)  # every third bit: the first cell of each box in each row

NINE = 0x1FF  # the lanes of the nine digits

STACK = 3 * 650  # a child has a candidate less than its parent, so 729 - 81 of them never lie above one another
SCRATCH = 12

PATIENCE = 2048  # guesses for a puzzle, a few milliseconds; the hardest proper puzzles known take up to 446
BUDGET = 1 << 17  # guesses after which no other puzzle is begun, so that Ctrl-C is heard: some tenths of a second
UNDECIDED = (1 << 63) - 1  # instead of a number of solutions

Position: TypeAlias = tuple[Vector, Vector, Vector]

# --- Folding ---------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _turn_lines(vector: Vector, n: int) -> Vector:
    """Return the three lines of nine bits moved round by n."""
    return ((vector >> (9 * n)) | (vector << (27 - 9 * n))) & splat(BAND)


@kernel(inline=True)
def _turn_boxes(vector: Vector) -> tuple[Vector, Vector]:
    """Return each line's three groups of three bits moved round by one, and by two."""
    once = ((vector >> 3) & splat(U32(0o077_077_077))) | ((vector << 6) & splat(U32(0o700_700_700)))
    twice = ((vector >> 6) & splat(U32(0o007_007_007))) | ((vector << 3) & splat(U32(0o770_770_770)))
    return once, twice


@kernel(inline=True)
def _turn_cells(vector: Vector) -> tuple[Vector, Vector]:
    """Return the three bits of each group moved round by one, and by two."""
    once = ((vector >> 1) & splat(U32(0o333_333_333))) | ((vector << 2) & splat(U32(0o444_444_444)))
    twice = ((vector >> 2) & splat(U32(0o111_111_111))) | ((vector << 1) & splat(U32(0o666_666_666)))
    return once, twice


@kernel(inline=True)
def _across(vector: Vector) -> Vector:
    """Return each first bit of a group spread over its group."""
    return vector | (vector << 1) | (vector << 2)


@kernel(inline=True)
def _down(vector: Vector) -> Vector:
    """Return the first line in all three."""
    return vector | (vector << 9) | (vector << 18)


@kernel(inline=True)
def _boxes(vector: Vector) -> Vector:
    """Return which groups of three bits have any, each at its first bit."""
    return (vector | (vector >> 1) | (vector >> 2)) & splat(THIRDS)


@kernel(inline=True)
def _rows(position: Position) -> Vector:
    """Fold a position into the rows of its boxes."""
    x, y, z = position
    return _boxes(x) | (_boxes(y) << 1) | (_boxes(z) << 2)


@kernel(inline=True)
def _row_cells(rows: Vector) -> Position:
    """Return the cells of these rows of boxes."""
    third = splat(THIRDS)
    return _across(rows & third), _across((rows >> 1) & third), _across((rows >> 2) & third)


@kernel(inline=True)
def _columns(position: Position) -> Vector:
    """Fold a position into the columns of its boxes."""
    x, y, z = position
    line = splat(LINE)
    x = (x | (x >> 9) | (x >> 18)) & line
    y = (y | (y >> 9) | (y >> 18)) & line
    z = (z | (z >> 9) | (z >> 18)) & line
    return x | (y << 9) | (z << 18)


@kernel(inline=True)
def _column_cells(columns: Vector) -> Position:
    """Return the cells of these columns of boxes."""
    line = splat(LINE)
    return _down(columns & line), _down((columns >> 9) & line), _down((columns >> 18) & line)


@kernel(inline=True)
def _both(a: Position, b: Position) -> Position:
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@kernel(inline=True)
def _unless(a: Position, b: Position) -> Position:
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


# --- The two rules ---------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _union(vector: Vector) -> Vector:
    """Return what any lane holds, in every lane."""
    vector |= permute_xor(vector, 8)
    vector |= permute_xor(vector, 4)
    vector |= permute_xor(vector, 2)
    return vector | permute_xor(vector, 1)


@kernel(inline=True)
def _pair(one: Vector, two: Vector, p: Vector, q: Vector) -> tuple[Vector, Vector]:
    """Return what two sets of lanes hold together at least once and at least twice, from what each holds."""
    return one | p, two | q | (one & p)


@kernel(inline=True)
def _once(vector: Vector) -> tuple[Vector, Vector]:
    """Return the cells that exactly one lane holds, and those that any holds, in every lane."""
    two = vector & permute_xor(vector, 8)
    one = vector | permute_xor(vector, 8)
    one, two = _pair(one, two, permute_xor(one, 4), permute_xor(two, 4))
    one, two = _pair(one, two, permute_xor(one, 2), permute_xor(two, 2))
    one, two = _pair(one, two, permute_xor(one, 1), permute_xor(two, 1))
    return one & ~two, one


@kernel(inline=True)
def propagate(position: Position) -> tuple[Position, int]:
    """Return the position when the rules have nothing left to say, and how many solutions that leaves: 0, 1, 2 for any.

    The rules are those of `bitsliced`, sweep by sweep.
    """
    while True:
        before = position

        # Line closure: a crossing stays while the four that avoid its line and its box hold a pair like it.
        rows = _rows(position)
        a, b = _turn_boxes(_turn_lines(rows, 1))
        c, d = _turn_boxes(_turn_lines(rows, 2))
        rows &= (a & d) | (b & c)
        columns = _columns(position)
        a, b = _turn_cells(_turn_lines(columns, 1))
        c, d = _turn_cells(_turn_lines(columns, 2))
        columns &= (a & d) | (b & c)
        position = _both(position, _both(_row_cells(rows), _column_cells(columns)))

        # Hidden singles: a digit with one row and one column left in its box takes the cell.
        rows &= ~(_turn_lines(rows, 1) | _turn_lines(rows, 2))
        a, b = _turn_cells(columns)
        columns &= ~(a | b)
        x, y, z = _both(position, _both(_row_cells(rows), _column_cells(columns)))
        position = _unless(position, (_union(x) & ~x, _union(y) & ~y, _union(z) & ~z))

        # Naked singles: a cell with one digit takes it from the rest of its box.
        x, y, z = position
        x, some_x = _once(x)
        y, some_y = _once(y)
        z, some_z = _once(z)
        single = x, y, z
        taken = _across(_boxes(_columns(_both(position, single))))
        position = _unless(position, _unless(_column_cells(taken), single))

        if movemask(~(some_x & some_y & some_z) & splat(BAND)):
            return position, 0
        x, y, z = position
        if not movemask((x ^ before[0]) | (y ^ before[1]) | (z ^ before[2])):
            break
    if movemask(x) & movemask(y) & movemask(z) != NINE:
        return position, 0
    if movemask(~(single[0] & single[1] & single[2]) & splat(BAND)):
        return position, 2
    return position, 1


@kernel(inline=True)
def _repeats(band: Vector) -> Vector:
    """Return something in the lanes of the digits that are alone in two cells of one box of a band."""
    single, _some = _once(band)
    alone, line = band & single, splat(LINE)
    a, b, c = alone & line, (alone >> 9) & line, alone >> 18
    columns = a | b | c
    beside = columns & (((columns >> 1) & splat(U32(0o333))) | ((columns >> 2) & splat(U32(0o111))))
    return beside | (a & b) | (c & (a | b))


@kernel(inline=True)
def _contradicts(position: Position) -> bool:
    """Return whether a digit is alone in two cells of one box, which `propagate` does not see."""
    x, y, z = position
    return movemask(_repeats(x) | _repeats(y) | _repeats(z)) != 0


# --- The guess -------------------------------------------------------------------------------------------------------


def _peers() -> np.ndarray[tuple[int, int], np.dtype[np.uint32]]:
    """Return, for each cell, its twenty peers: 27 bits a band."""
    peers = np.zeros((81, 3), U32)
    for cell in range(81):
        row, column = divmod(cell, 9)
        for other in range(81):
            r, c = divmod(other, 9)
            box = (r // 3, c // 3) == (row // 3, column // 3)
            if other != cell and (r == row or c == column or box):
                peers[cell, r // 3] |= U32(1 << (9 * (r % 3) + c))
    return peers


PEERS = _peers()


@kernel(inline=True)
def _sort(vector: Vector, n: int, scratch: Vectors) -> None:
    """Write the cells that two lanes hold, three, and more, into rows n, n + 3 and n + 6 of `scratch`."""
    one = vector
    two = three = four = vector ^ vector
    for step in range(4):
        if step == 0:
            p, q, r, s = permute_xor(one, 8), permute_xor(two, 8), permute_xor(three, 8), permute_xor(four, 8)
        elif step == 1:
            p, q, r, s = permute_xor(one, 4), permute_xor(two, 4), permute_xor(three, 4), permute_xor(four, 4)
        elif step == 2:
            p, q, r, s = permute_xor(one, 2), permute_xor(two, 2), permute_xor(three, 2), permute_xor(four, 2)
        else:
            p, q, r, s = permute_xor(one, 1), permute_xor(two, 1), permute_xor(three, 1), permute_xor(four, 1)
        four |= s | (one & r) | (two & q) | (three & p)
        three |= r | (one & q) | (two & p)
        two |= q | (one & p)
        one |= p
    store(scratch, n, two & ~three)
    store(scratch, n + 3, three & ~four)
    store(scratch, n + 6, four)


@kernel(inline=True)
def _guess(position: Position, scratch: Vectors) -> tuple[int, int]:
    """Return the cell and the digit, from 0, to try; the first three vectors of `scratch` are the position after.

    A cell with two digits, failing that with three, failing that any: the one whose digits most of its peers hold too,
    a peer with two digits counting as four.
    """
    x, y, z = position
    store(scratch, 0, x, y, z)
    for band in range(3):
        _sort(load(scratch, band), 3 + band, scratch)
    kind = 3
    while not scratch[kind, 0] | scratch[kind + 1, 0] | scratch[kind + 2, 0]:
        kind += 3
    best = -1
    guess = 0
    for band in range(3):
        left = scratch[kind + band, 0]
        while left:
            bit = trailing_zeros(left)
            left &= left - U32(1)
            cell = 27 * band + bit
            score = 0
            for digit in range(9):
                if scratch[band, digit] >> U32(bit) & U32(1):
                    for b in range(3):
                        seen = scratch[b, digit] & PEERS[cell, b]
                        score += popcount(seen) + 3 * popcount(seen & scratch[3 + b, 0])
            if score > best:
                best = score
                guess = cell
    digit = 0
    while not scratch[guess // 27, digit] >> U32(guess % 27) & U32(1):
        digit += 1
    return guess, digit


# --- The search ------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def read(puzzles: np.ndarray[tuple[int, int], np.dtype[np.uint8]], i: int, stack: Vectors) -> None:
    """Set the first three vectors of `stack` to the candidates of puzzle i; a wrong number leaves its cell none."""
    numbers = puzzles.reshape(-1)
    for band in range(3):
        start = 81 * i + min(27 * band, 49)  # 32 numbers are read: the last band's end with the puzzle
        extra = 27 * band - min(27 * band, 49)
        blank = equal_bytes(numbers, start, 0) >> extra & 0o777_777_777
        for digit in range(9):
            stack[band, digit] = equal_bytes(numbers, start, digit + 1) >> extra & 0o777_777_777 | blank
        for lane in range(9, 16):
            stack[band, lane] = 0


@kernel
def unpack(state: np.ndarray[tuple[int], np.dtype[np.uint64]], stack: Vectors) -> None:
    """Set the first three vectors of `stack` to a state of the layout in `bitsliced`, which has the same 27 bits."""
    for band in range(3):
        for digit in range(9):
            word, bit = divmod(243 * band + 27 * digit, 64)
            bits = state[word] >> np.uint64(bit)
            if bit > 37:
                bits |= state[word + 1] << np.uint64(64 - bit)
            stack[band, digit] = bits & np.uint64(0o777_777_777)
        for lane in range(9, 16):
            stack[band, lane] = 0


@kernel(inline=True)
def _write(position: Position, scratch: Vectors, solution: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    x, y, z = position
    store(scratch, 0, x, y, z)
    for band in range(3):
        for digit in range(9):
            left = scratch[band, digit]
            while left:
                solution[27 * band + trailing_zeros(left)] = digit + 1
                left &= left - U32(1)


@kernel
def explore(
    limit: int,
    patience: int,
    size: int,
    stack: Vectors,
    scratch: Vectors,
    solution: np.ndarray[tuple[int], np.dtype[np.uint8]],
) -> tuple[int, int, int]:
    """Search the first `size` positions on the stack until `limit` solutions are found, or `patience` guesses made.

    Returns how many solutions there are so far, the number of guesses, and how many positions are left on the stack.
    The first solution is written to `solution`, if that has room.
    """
    found = guesses = 0
    while size and found < limit and guesses < patience:
        size -= 1
        at = 3 * size
        position, left = propagate((load(stack, at), load(stack, at + 1), load(stack, at + 2)))
        if left == 1:
            if not found and len(solution):
                _write(position, scratch, solution)
            found += 1
        elif left == 2 and not _contradicts(position):
            guesses += 1
            cell, digit = _guess(position, scratch)
            bit = U32(1) << U32(cell % 27)
            for band in range(3):
                vector = load(scratch, band)
                store(stack, at + band, vector)
                store(stack, at + 3 + band, vector)
            stack[at + cell // 27, digit] &= ~bit
            for other in range(9):
                if other != digit:
                    stack[at + 3 + cell // 27, other] &= ~bit
            size += 2
    return found, guesses, size


@kernel
def count_each(
    puzzles: np.ndarray[tuple[int, int], np.dtype[np.uint8]],
    limit: int,
    counts: np.ndarray[tuple[int], np.dtype[np.int64]],
    solutions: np.ndarray[tuple[int, int], np.dtype[np.uint8]],
) -> tuple[int, int, int]:
    """Set `counts` to the number of solutions of each puzzle, up to `limit`.

    Returns how many puzzles were begun, how many of them came out UNDECIDED, since they take more than PATIENCE
    guesses, and the number of guesses. `solutions` gets the first one found of each, if it has rows.
    """
    words = empty_aligned(STACK + SCRATCH).view(U32)
    stack = words[:STACK]
    scratch = words[STACK:]
    i = undecided = guesses = 0
    while i < len(puzzles) and guesses < BUDGET:
        read(puzzles, i, stack)
        solution = solutions[i] if len(solutions) else solutions.reshape(-1)
        found, more, left = explore(limit, PATIENCE, 1, stack, scratch, solution)
        counts[i] = found
        if left and found < limit:
            counts[i] = UNDECIDED
            undecided += 1
        guesses += more
        i += 1
    return i, undecided, guesses
