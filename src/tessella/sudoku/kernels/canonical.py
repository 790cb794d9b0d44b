"""Canonical forms of puzzles: the smallest of 3,359,232, chosen row by row.

A form is what naming the digits anew and the symmetries of the grid (rows in a band, bands, columns in a stack, stacks,
and turning it over the diagonal) make of a puzzle. Forms are compared as strings of 81 digits. So of all forms those
with the smallest first row are kept, of those the ones with the smallest second row, and so on: all that are left at
some row look the same so far.

Two things keep them few. Digits are named when they first appear, so naming needs no search. And columns that have been
blank so far are alike: they stand to the left in their stack, and stacks that have been blank to the left of the
others, in no order yet. A row then sorts itself:

    a stack's blank columns      . . .     in the row: 7 . 3, where 3 has been named 1     sorted: . 1 2
                                                                                           (7 gets the next name, 2)

Only new digits of one row in columns that are alike, and stacks that are alike, make one form several; and rows that
look alike. Blank rows of a band are the same row, and blank bands the same band. A puzzle with 17 clues keeps about
three forms in its first band, and below it one.

A full grid would become 1,296 forms with each first row. There the first two rows are looked at together: the second
says where each of the first row's digits goes, which leaves 18 ways to name them.

Whatever has nine parts is one number, so that a row is sorted in registers and without a branch. Places are counted
from the right, as bits are: numbers then compare as strings do.

                   bits a part
    a line         6 a column   of a row, or of a column of the puzzle turned over: 4 times the digit in each of its
                                columns, by how much to shift the names
    the columns    6 a place    6 times the column that stands there, by how much to shift a line
    the names      4 a digit    its name, NEW where it has none; 0 is the name of a blank
    a row's look   4 a place    the name of what stands there, NEW for each digit that gets a name there
    touched        4 a place    1 where the column is not blank so far
    the rows       4 a row      which line stands there, the first row lowest; then a bit for each line that stands
                                nowhere yet, then whether rows and columns have changed places

    what stands at place p in the look of a line:    names >> (line >> (columns >> 6 * p & 63) & 63) & 15
"""

from itertools import permutations
from typing import TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import equal_bytes, popcount, trailing_zeros

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Bytes: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint8]]
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Forms: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]  # the columns, names and rows of forms begun

COLUMNS, NAMES, ROWS = range(3)
LEFT, TURNED = 36, 45  # bits of the rows

NEW = 15  # above every name
ANY = 0o777  # all nine lines
EACH_PLACE = 0x111_111_111
UNNAMED = -16  # NEW for each digit
IN_ORDER = sum(6 * (8 - place) << 6 * place for place in range(9))
NOTHING_YET = 1 << 40  # above every look of a row

ROOM = 2048  # for so many forms at first; more than the 648 beginnings of a full grid

# The row, the column and the box of each cell, 9 bits each.
HOUSES = np.array([1 << c // 9 | 1 << 9 + c % 9 | 1 << 18 + c // 27 * 3 + c % 9 // 3 for c in range(81)])


@kernel(early=True)
def _read(numbers: Bytes, start: int, lines: Numbers, seen: Numbers) -> bool:
    """Set the 18 lines of the puzzle that starts there, rows first; return whether it breaks no rule."""
    lines[:] = 0
    seen[:] = 0  # the houses that each digit is in
    twice = 0
    for begin, fresh in ((0, 0xFFFF_FFFF), (32, 0xFFFF_FFFF), (49, 0xFFFF_8000)):
        left = ~equal_bytes(numbers, start + begin, 0) & fresh
        while left:
            cell = begin + trailing_zeros(left)
            left &= left - 1
            digit = np.int64(numbers[start + cell])
            twice |= seen[digit & 15] & HOUSES[cell] | (digit > 9)
            seen[digit & 15] |= HOUSES[cell]
            row = cell // 9
            column = cell - 9 * row
            lines[row] |= 4 * digit << 6 * column
            lines[9 + column] |= 4 * digit << 6 * row
    return twice == 0


# --- A row sorts itself ----------------------------------------------------------------------------------------------


@kernel(inline=True)
def _sorted(a: int, b: int, c: int) -> tuple[int, int, int]:
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    a, b = min(a, b), max(a, b)
    return a, b, c


@kernel(inline=True)
def _sort_stack(columns: int, names: int, touched: int, line: int) -> int:
    """Return the rightmost stack's part of the smallest look, and below it, 18 bits, its columns."""
    a, b, c = columns >> 12 & 63, columns >> 6 & 63, columns & 63
    # A bit above the name keeps what has been touched where it is.
    a |= (names >> (line >> a & 63) & 15) << 6
    b |= (names >> (line >> b & 63) & 15) << 6 | (touched & 0x10) << 6
    c |= (names >> (line >> c & 63) & 15) << 6 | (touched & 1) << 11
    a, b, c = _sorted(a, b, c)
    look = (a & 0x3C0) << 2 | (b & 0x3C0) >> 2 | (c & 0x3C0) >> 6
    return look << 18 | (a & 63) << 12 | (b & 63) << 6 | c & 63


@kernel(inline=True)
def _sort_row(columns: int, names: int, touched: int, line: int) -> tuple[int, int]:
    """Return the smallest look that a line can have as the next row, and the columns in that order."""
    a = _sort_stack(columns >> 36, names, touched >> 24, line)
    b = _sort_stack(columns >> 18, names, touched >> 12, line) | (touched >> 12 & 1) << 30
    c = _sort_stack(columns, names, touched, line) | (touched & 1) << 31
    a, b, c = _sorted(a, b, c)
    look = (a >> 18 & 0xFFF) << 24 | (b >> 18 & 0xFFF) << 12 | c >> 18 & 0xFFF
    return look, (a & 0o777_777) << 36 | (b & 0o777_777) << 18 | c & 0o777_777


@kernel(inline=True)
def _next_lines(rows: int, level: int, blank: int) -> int:
    """Return the mask of the lines that may stand next: where any is blank, the first blank one of each band.

    A blank band is smaller than all others, and the first stands for the rest.
    """
    left = rows >> LEFT & ANY
    if level % 3:
        left &= 0o7 << (rows >> 4 * (level - 1) & 15) // 3 * 3
    none = left & blank >> 9 * (rows >> TURNED)
    if none == 0:
        return left
    bands = none & none >> 1 & none >> 2 & 0o111
    return bands & -bands if bands else none & ~((none & 0o333) << 1) & ~((none & 0o111) << 2)


@kernel(inline=True)
def _choose_rows(
    forms: Forms, size: int, level: int, lines: Numbers, blank: int, touched: int, chosen: Forms
) -> tuple[int, int]:
    """Choose the smallest next rows of the forms; return their look and how many there are.

    The digits that get a name there have none yet.
    """
    least, ties = NOTHING_YET, 0
    for i in range(size):
        columns, names, rows = forms[i, COLUMNS], forms[i, NAMES], forms[i, ROWS]
        left = _next_lines(rows, level, blank)
        while left:
            line = trailing_zeros(left)
            left &= left - 1
            look, order = _sort_row(columns, names, touched, lines[9 * (rows >> TURNED) + line])
            ties = 0 if look < least else ties
            least = min(look, least)
            chosen[ties, COLUMNS], chosen[ties, NAMES] = order, names
            chosen[ties, ROWS] = (rows | line << 4 * level) ^ 1 << LEFT + line
            ties += look == least
    return least, ties


# --- New digits and stacks that are alike ----------------------------------------------------------------------------


@kernel
def _alike(look: int, touched: int) -> tuple[int, int]:
    """Return how many stacks are alike but for their new digits, 1 to 3, and the rightmost of them."""
    a, b, c = look & 0xFFF, look >> 12 & 0xFFF, look >> 24
    if touched & 1:
        a = -1
    if touched >> 12 & 1 or b == 0:  # blank stacks stay alike
        b = -2
    if a == b:
        return (3, 0) if b == c else (2, 0)
    return (2, 1) if b == c else (1, 0)


@kernel(inline=True)
def _orders(n: int) -> int:
    return 6 if n == 3 else max(1, n)


@kernel(early=True)
def _ways(look: int, touched: int, new: int) -> int:
    """Return in how many orders the columns can stand that are alike but for their new digits."""
    ways = _orders(_alike(look, touched)[0])
    for stack in range(3):
        ways *= _orders(popcount(new >> 12 * stack & 0x111))
    return ways


@kernel
def _turned(parts: int, first: int, turn: int, width: int) -> int:
    """Return a number of three parts, of which two, from `first` on, or all three have changed places."""
    mask = (1 << width) - 1
    if turn & 1:
        both = (parts ^ parts >> width) >> width * first & mask
        parts ^= (both | both << width) << width * first
    for _rotation in range(turn >> 1):
        parts = parts >> width | (parts & mask) << 2 * width
    return parts


@kernel(early=True)
def _in_order(columns: int, way: int, look: int, touched: int, new: int) -> int:
    """Return the columns in one of their orders."""
    for stack in range(3):
        at = 18 * stack
        orders = _orders(popcount(new >> 12 * stack & 0x111))
        first = popcount(touched >> 12 * stack & 0x111)
        columns ^= (columns ^ _turned(columns >> at & 0o777_777, first, way % orders, 6) << at) & 0o777_777 << at
        way //= orders
    return _turned(columns, _alike(look, touched)[1], way, 18)


@kernel(inline=True)
def _name(names: int, columns: int, line: int, new: int, named: int) -> int:
    """Return the names after those places of a line have got the next ones, from left to right."""
    named += popcount(new)
    while new:
        place = trailing_zeros(new) >> 2
        new &= new - 1
        names ^= (NEW ^ named) << (line >> (columns >> 6 * place & 63) & 63)
        named -= 1
    return names


# --- Full grids ------------------------------------------------------------------------------------------------------


# The columns of a first stack, and where each column stands then: 63 where nowhere yet.
BEGINNINGS = np.array(
    [
        (
            sum(6 * column << 6 * place for place, column in enumerate(columns, 6)),
            -1 ^ sum((63 ^ place) << 6 * column for place, column in enumerate(columns, 6)),
        )
        for stack in ((0, 1, 2), (3, 4, 5), (6, 7, 8))
        for columns in permutations(stack)
    ]
)


@kernel(early=True)
def _second_row(goes: int, begin: int, limit: int) -> tuple[int, int]:
    """Put the columns in order, beginning in one of 18 ways; return the second row and them, or more than `limit`.

    The first row reads 1 to 9. The first stack and the order of its columns are given; the rest follows from `goes`: in
    which column of the first row the digit of the second stands, as in the columns 6 bits each, times 6.
    """
    columns, places = BEGINNINGS[begin, 0], BEGINNINGS[begin, 1]
    if (goes >> (columns >> 48) & 63) // 18 != (goes >> (columns >> 42 & 63) & 63) // 18:
        return NOTHING_YET, 0  # in another order it reads 4 5 ...
    free = 0o777_777  # the next place in each stack, 63 where it stands nowhere yet
    next_stack = 5
    look = 0
    for place in range(8, -1, -1):
        column = goes >> (columns >> 6 * place & 63) & 63
        at = places >> column & 63
        if at == 63:
            stack = column // 18
            at = free >> 6 * stack & 63
            if at == 63:
                at = next_stack
                next_stack -= 3
            free ^= ((free >> 6 * stack & 63) ^ (at - 1)) << 6 * stack
            columns |= column << 6 * at
            places ^= (63 ^ at) << column
            if at % 3 == 1:  # the third column has no choice
                other = 54 * stack + 18 - column - (columns >> 6 * (at + 1) & 63)
                columns |= other << 6 * (at - 1)
                places ^= (63 ^ (at - 1)) << other
        look = look << 4 | (9 - at)
        if look > limit >> 4 * place:
            return NOTHING_YET, 0
    return look, columns


@kernel(early=True)
def _begin_grid(lines: Numbers, forms: Forms) -> tuple[int, int]:
    """Set the first two rows of a full grid's smallest forms; return how many there are, and the second row."""
    size, least = 0, NOTHING_YET - 1
    for one in range(18):
        where = 0  # 6 bits a digit: 6 times the column of the first row that holds it
        for column in range(9):
            where |= 6 * column << (lines[one] >> 6 * column & 63) // 4 * 6
        for other in range(one // 3 * 3, one // 3 * 3 + 3):
            goes = 0
            for column in range(9):
                goes |= (where >> (lines[other] >> 6 * column & 63) // 4 * 6 & 63) << 6 * column
            for begin in range(18 if one != other else 0):
                look, columns = _second_row(goes, begin, least)
                if look < least:
                    least, size = look, 0
                if look == least:
                    left = ANY ^ 1 << one % 9 ^ 1 << other % 9
                    forms[size, ROWS] = one % 9 | other % 9 << 4 | left << LEFT | one // 9 << TURNED
                    forms[size, COLUMNS] = columns
                    forms[size, NAMES] = _name(UNNAMED, columns, lines[one], EACH_PLACE, 0)
                    size += 1
    return size, least


# --- All rows --------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def _write(form: Numbers, looks: Numbers, canonical: Bytes, transform: Bytes) -> None:
    """Write down a form and how it comes about; digits that the puzzle lacks get the names that are left."""
    named = 0
    for cell in range(81):
        name = looks[cell // 9] >> 4 * (8 - cell % 9) & 15
        named += name == NEW
        canonical[cell] = named if name == NEW else name
    columns, names, rows = form[COLUMNS], form[NAMES], form[ROWS]
    transform[0], transform[19] = rows >> TURNED, 0
    for i in range(9):
        transform[1 + i] = rows >> 4 * i & 15
        transform[10 + i] = (columns >> 6 * (8 - i) & 63) // 6
        name = names >> 4 * (i + 1) & 15
        named += name == NEW
        transform[20 + i] = named if name == NEW else name


@kernel
def canonical_block(puzzles: Puzzles, canonical: Puzzles, transform: Puzzles) -> int:
    """Set `canonical` to each puzzle's smallest form, `transform` to how it comes about.

    Stops before the first puzzle with a digit twice in a house or a number above 9, and returns how many are done.
    """
    numbers = puzzles.reshape(-1)
    lines, seen, looks = np.empty(18, np.int64), np.empty(16, np.int64), np.empty(9, np.int64)
    forms, chosen = np.empty((ROOM, 3), np.int64), np.empty((9 * ROOM, 3), np.int64)
    for puzzle in range(len(puzzles)):
        if not _read(numbers, 81 * puzzle, lines, seen):
            return puzzle
        blank = 0  # the mask of the lines that are
        for line in range(18):
            blank |= (lines[line] == 0) << line
        begin = named = touched = 0
        size = 2
        for turned in range(2):
            forms[turned, COLUMNS], forms[turned, NAMES] = IN_ORDER, UNNAMED
            forms[turned, ROWS] = ANY << LEFT | turned << TURNED
        if puzzles[puzzle].all():
            begin, named, touched = 2, 9, EACH_PLACE
            looks[0] = NEW * EACH_PLACE
            size, looks[1] = _begin_grid(lines, forms)
        for level in range(begin, 9):
            if 9 * size > len(chosen):
                chosen = np.empty((18 * size, 3), np.int64)
            look, ties = _choose_rows(forms, size, level, lines, blank, touched, chosen)
            looks[level] = look
            new = look & look >> 1 & look >> 2 & look >> 3 & EACH_PLACE
            free = new & ~touched  # in columns that were alike
            ways = _ways(look, touched, free) if free else 1
            if level == 8:  # no row will tell them apart: one will do
                ties = ways = 1
            if ties * ways > len(forms):
                forms = np.empty((2 * ties * ways, 3), np.int64)
            size = 0
            for i in range(ties):
                rows = chosen[i, ROWS]
                line = lines[9 * (rows >> TURNED) + (rows >> 4 * level & 15)]
                for way in range(ways):
                    columns = chosen[i, COLUMNS]
                    if way:
                        columns = _in_order(columns, way, look, touched, free)
                    forms[size, COLUMNS], forms[size, ROWS] = columns, rows
                    forms[size, NAMES] = _name(chosen[i, NAMES], columns, line, new, named)
                    size += 1
            named += popcount(new)
            touched |= (look | look >> 1 | look >> 2 | look >> 3) & EACH_PLACE
        _write(forms[0], looks, canonical[puzzle], transform[puzzle])
    return len(puzzles)


@kernel
def transform_block(puzzles: Puzzles, transform: Puzzles, changed: Puzzles) -> None:
    """Set `changed` to the puzzles transformed: turned, rows and columns taken, digits named."""
    for puzzle in range(len(puzzles)):
        turned = transform[puzzle, 0]
        for row in range(9):
            for column in range(9):
                a, b = int(np.int64(transform[puzzle, 1 + row])), int(np.int64(transform[puzzle, 10 + column]))
                digit = puzzles[puzzle, 9 * b + a if turned else 9 * a + b]
                changed[puzzle, 9 * row + column] = transform[puzzle, 19 + digit]
