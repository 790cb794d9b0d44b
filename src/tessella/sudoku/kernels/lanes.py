"""How is one Sudoku solved with all digits at once?

Lane d of a word is digit d + 1 (lanes 9 to 15 stay empty); three words, one a band, hold a whole position. In a lane, a
bit is a cell where the digit may stand:

    band 0   bit  0  1  2 |  3  4  5 |  6  7  8      row 1
                  9 10 11 | 12 13 14 | 15 16 17      row 2
                 18 19 20 | 21 22 23 | 24 25 26      row 3

The same 27 bits, folded, draw where a digit may stand box by box. `rows` says in which rows of a box, `columns` in
which columns:

    rows      bit 9 r + 3 s + b    row r of the box in band b and stack s
    columns   bit 9 b + 3 s + c    column c of the box in band b and stack s

In both, nine bits belong together of which exactly three stay in the end, one in each line and one in each box: in
`rows` those of a band, which lie 9 and 3 apart, in `columns` those of a stack, which lie 9 and 1 apart.
"""

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.words import Word, Words, aligned, every, high, lanes, load, low, lowest, ones, same, store, swap

U32 = np.uint32

BAND = U32(0o777_777_777)
THIRDS = U32(0o111_111_111)  # bits 0, 3, 6 of every row

NINE = 0x1FF  # the lanes of the nine digits


@kernel(inline=True)
def _turn_lines(word, n):
    """Return the three lines of nine bits moved round by n."""
    return (low(word, 9 * n) | high(word, 27 - 9 * n)) & every(BAND)


@kernel(inline=True)
def _turn_boxes(word):
    """Return each line's three groups of three bits moved round by one, and by two."""
    once = (low(word, 3) & every(U32(0o077_077_077))) | (high(word, 6) & every(U32(0o700_700_700)))
    twice = (low(word, 6) & every(U32(0o007_007_007))) | (high(word, 3) & every(U32(0o770_770_770)))
    return once, twice


@kernel(inline=True)
def _turn_cells(word):
    """Return the three bits of each group moved round by one, and by two."""
    once = (low(word, 1) & every(U32(0o333_333_333))) | (high(word, 2) & every(U32(0o444_444_444)))
    twice = (low(word, 2) & every(U32(0o111_111_111))) | (high(word, 1) & every(U32(0o666_666_666)))
    return once, twice


@kernel(inline=True)
def _across(word):
    """Return three bits wide what is one bit a group."""
    return word | high(word, 1) | high(word, 2)


@kernel(inline=True)
def _down(word):
    """Return three lines what is one."""
    return word | high(word, 9) | high(word, 18)


@kernel(inline=True)
def _rows(x, y, z):
    t = every(THIRDS)
    return (((x | low(x, 1) | low(x, 2)) & t) | high((y | low(y, 1) | low(y, 2)) & t, 1) | high((z | low(z, 1) | low(z, 2)) & t, 2))


@kernel(inline=True)
def _row_cells(rows, band):
    return _across(low(rows, band) & every(THIRDS))


@kernel(inline=True)
def _columns(x, y, z):
    line = every(U32(0o777))
    return ((x | low(x, 9) | low(x, 18)) & line) | high((y | low(y, 9) | low(y, 18)) & line, 9) | high((z | low(z, 9) | low(z, 18)) & line, 18)


@kernel(inline=True)
def _column_cells(columns, band):
    return _down(low(columns, 9 * band) & every(U32(0o777)))


@kernel(inline=True)
def _union(word):
    """Return what any lane holds, in every lane."""
    word |= swap(word, 8)
    word |= swap(word, 4)
    word |= swap(word, 2)
    return word | swap(word, 1)


@kernel(inline=True)
def _step(one, two, p, q):
    return one | p, two | q | (one & p)


@kernel(inline=True)
def _single(word):
    """Return the cells that exactly one lane holds, in every lane, and those that any holds."""
    two = word & swap(word, 8)
    one = word | swap(word, 8)
    one, two = _step(one, two, swap(one, 4), swap(two, 4))
    one, two = _step(one, two, swap(one, 2), swap(two, 2))
    one, two = _step(one, two, swap(one, 1), swap(two, 1))
    return one & ~two, one


@kernel(inline=True)
def propagate(x, y, z):
    """Return the three bands after singles and line closure have nothing left to say, and whether that is a solution

    (1), a contradiction (-1), or neither (0).
    """
    while True:
        before_x, before_y, before_z = x, y, z
        # lines
        rows = _rows(x, y, z)
        up = _turn_lines(rows, 1)
        upup = _turn_lines(rows, 2)
        a, b = _turn_boxes(up)
        c, d = _turn_boxes(upup)
        rows &= (a & d) | (b & c)
        columns = _columns(x, y, z)
        a, b = _turn_cells(_turn_lines(columns, 1))
        c, d = _turn_cells(_turn_lines(columns, 2))
        columns &= (a & d) | (b & c)
        x &= _row_cells(rows, 0) & _column_cells(columns, 0)
        y &= _row_cells(rows, 1) & _column_cells(columns, 1)
        z &= _row_cells(rows, 2) & _column_cells(columns, 2)
        # hidden singles: a box where one row and one column are left
        rows = rows & ~(_turn_lines(rows, 1) | _turn_lines(rows, 2))
        a, b = _turn_cells(columns)
        columns = columns & ~(a | b)
        p = x & _row_cells(rows, 0) & _column_cells(columns, 0)
        q = y & _row_cells(rows, 1) & _column_cells(columns, 1)
        r = z & _row_cells(rows, 2) & _column_cells(columns, 2)
        x &= p | ~_union(p)
        y &= q | ~_union(q)
        z &= r | ~_union(r)
        # naked singles
        s, i = _single(x)
        t, j = _single(y)
        u, k = _single(z)
        p = x & s
        q = y & t
        r = z & u
        taken = _columns(p, q, r)
        taken = _across((taken | low(taken, 1) | low(taken, 2)) & every(THIRDS))
        x &= s | ~_column_cells(taken, 0)
        y &= t | ~_column_cells(taken, 1)
        z &= u | ~_column_cells(taken, 2)
        if lanes(~(i & j & k) & every(BAND)):
            return x, y, z, -1
        if lanes((x ^ before_x) | (y ^ before_y) | (z ^ before_z)) == 0:
            break
    if lanes(x) & lanes(y) & lanes(z) != NINE:
        return x, y, z, -1
    if lanes(~(s & t & u) & every(BAND)) == 0:
        return x, y, z, 1
    return x, y, z, 0


def _peers():
    peers = np.zeros((81, 3), np.uint64)
    for cell in range(81):
        for other in range(81):
            row, column = divmod(cell, 9)
            r, c = divmod(other, 9)
            if other != cell and (r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)):
                peers[cell, r // 3] |= np.uint64(1 << (9 * (r % 3) + c))
    return peers


PEERS = _peers()


@kernel(inline=True)
def _read(numbers, start, scratch, stack):
    """Set the first three words of `stack` to the puzzle that begins at `start`."""
    for band in range(3):
        blank = 0
        for digit in range(10):
            if band < 2:
                found = same(numbers, start + 27 * band, digit) & 0o777_777_777
            else:
                found = same(numbers, start + 49, digit) >> 5
            if digit == 0:
                blank = found
            else:
                scratch[band, digit - 1] = found | blank
        for lane in range(9, 16):
            scratch[band, lane] = 0


@kernel(inline=True)
def _counts(one, two, three, four, p, q, r, s):
    return one | p, two | q | (one & p), three | r | (one & q) | (two & p), four | s | (one & r) | (two & q) | (three & p)


@kernel(inline=True)
def _guess(x, y, z, words):
    """Return the cell and the digit to try first."""
    store(words, 0, x)
    store(words, 1, y)
    store(words, 2, z)
    best = -1
    cell = 0
    for band in range(3):
        one = load(words, band)
        two = three = four = one ^ one
        one, two, three, four = _counts(one, two, three, four, swap(one, 8), swap(two, 8), swap(three, 8), swap(four, 8))
        one, two, three, four = _counts(one, two, three, four, swap(one, 4), swap(two, 4), swap(three, 4), swap(four, 4))
        one, two, three, four = _counts(one, two, three, four, swap(one, 2), swap(two, 2), swap(three, 2), swap(four, 2))
        one, two, three, four = _counts(one, two, three, four, swap(one, 1), swap(two, 1), swap(three, 1), swap(four, 1))
        store(words, 3 + band, two & ~three)
        store(words, 6 + band, three & ~four)
        store(words, 9 + band, four)
    first = 3
    while not words[first, 0] | words[first + 1, 0] | words[first + 2, 0]:
        first += 3
    for band in range(3):
        left = words[first + band, 0]
        while left:
            bit = lowest(left)
            left &= left - U32(1)
            here = 27 * band + bit
            score = 0
            for d in range(9):
                if (words[band, d] >> U32(bit)) & U32(1):
                    for b in range(3):
                        seen = words[b, d] & PEERS[here, b]
                        score += ones(seen) + 3 * ones(seen & words[3 + b, 0])
            if score > best:
                best = score
                cell = here
    d = 0
    while not (words[cell // 27, d] >> U32(cell % 27)) & U32(1):
        d += 1
    return cell, d


@kernel
def unpack(state, stack):
    """Set the first three words of `stack` to a state."""
    for band in range(3):
        for digit in range(9):
            at = 243 * band + 27 * digit
            bits = state[at >> 6] >> np.uint64(at & 63)
            if at & 63 > 37:
                bits |= state[(at >> 6) + 1] << np.uint64(64 - (at & 63))
            stack[band, digit] = bits & np.uint64(0o777_777_777)
        for lane in range(9, 16):
            stack[band, lane] = 0


@kernel
def count_stack(limit, stack, words):
    depth = 3
    found = 0
    guesses = 0
    while depth:
        depth -= 3
        x, y, z, state = propagate(load(stack, depth), load(stack, depth + 1), load(stack, depth + 2))
        if state > 0:
            found += 1
            if found == limit:
                break
        if state == 0:
            guesses += 1
            cell, d = _guess(x, y, z, words)
            band = cell // 27
            bit = U32(1) << U32(cell % 27)
            for b in range(3):
                w = load(words, b)
                store(stack, depth + b, w)
                store(stack, depth + 3 + b, w)
            stack[depth + band, d] &= ~bit
            for e in range(9):
                if e != d:
                    stack[depth + 3 + band, e] &= ~bit
            depth += 6
    return found, guesses

@kernel
def count_all(puzzles, limit, counts):
    flat = puzzles.reshape(-1)
    stack = aligned(3 * 650).view(np.uint32)
    words = aligned(12).view(np.uint32)
    total = 0
    for i in range(len(puzzles)):
        _read(flat, 81 * i, stack, stack)
        counts[i], g = count_stack(limit, stack, words)
        total += g
    return total
