"""Canonical forms of puzzles: the smallest of 3,359,232 by a search with bounds.

A form is what naming the digits anew and the symmetries of the grid (rows in a band, bands, columns in a stack, stacks,
and turning it over the diagonal) make of a puzzle. Forms are compared as strings of 81 digits, so a form is built row
by row from the top, and only what is smallest so far is followed: a search with the rows of the best form as its bound.

Two things keep it small. Digits are named when they first appear, so naming needs no search. And columns that have been
blank so far are alike: they stand to the left in their stack, and stacks that have been blank to the left of the
others, in no order yet. A row then sorts itself:

    a stack's blank columns      . . .     in the row: 7 . 3, where 3 has been named 1     sorted: . 1 2
                                                                                           (7 gets the next name, 2)

Only new digits of one row in columns that are alike, and stacks that are alike, make the search branch; and rows that
look alike. Blank rows of a band are the same row, and blank bands the same band.

A full grid would branch 1,296 ways in its first row. There the first two rows are looked at together: the second says
where each of the first row's digits goes, which leaves 18 ways to name them.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Sides: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.int64]]
Record: TypeAlias = Any  # a row of a structured array
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]

# A form begun: some rows stand, and of the next one some stacks.
FORM = np.dtype(
    [
        ("turned", np.int64),  # whether rows and columns have changed places
        ("rows", np.int8, (9,)),  # which row stands where
        ("level", np.int64),  # how many rows stand
        ("used", np.int64),  # the mask of those
        ("row", np.int64),  # the one that is being placed, -1 where none is
        ("stack", np.int64),  # its next stack
        ("columns", np.int8, (9,)),  # which column stands where
        ("alike", np.int64),  # how many stacks, from the left, have been blank
        ("blank", np.int8, (3,)),  # how many columns of each stack, from the left, have been blank
        ("names", np.int8, (10,)),  # of the digits, 0 where one has none yet
        ("named", np.int64),  # how many have
    ],
    align=True,
)

# On one path the columns branch at most 1,296 ways in all, and a row has at most 18 to choose from.
STACK = 18 * 1296 + 9 * 18

NOTHING_YET = 1 << 40  # above every row of nine digits, four bits each


@kernel
def _code(cells: Numbers, form: Record, at: int, n: int, named: int) -> tuple[int, int]:
    """Return the smallest that n columns from place `at`, which are alike, can show in a row: four bits a column.

    Returns how many digits are named then as well.
    """
    a = b = c = 16  # the known names in order, 16 behind the last
    code = news = 0
    for place in range(at, at + n):
        digit = cells[form.columns[place]]
        name = int(np.int64(form.names[digit]))
        if name:
            a, b, c = min(a, name), max(a, min(b, name)), max(b, min(c, name))
        elif digit:
            news += 1
    for name in (a, b, c):
        if name < 16:
            code = code << 4 | name
    for _new in range(news):
        named += 1
        code = code << 4 | named
    return code, named


@kernel
def _value(cells: Numbers, form: Record, limit: int) -> int:
    """Return the smallest that a row can be next in a form: 36 bits; or anything larger where it is above `limit`."""
    value, named = 0, form.named
    left = (1 << form.alike) - 1
    for stack in range(3):
        if stack < form.alike:
            least, least_named, which = NOTHING_YET, 0, 0
            for other in range(form.alike):
                if left >> other & 1:
                    code, then = _code(cells, form, 3 * other, 3, named)
                    if code < least:
                        least, least_named, which = code, then, other
            left ^= 1 << which
            value = value << 12 | least
            named = least_named
        else:
            n = int(np.int64(form.blank[stack]))
            code, named = _code(cells, form, 3 * stack, n, named)
            value = value << 4 * n | code
            for place in range(3 * stack + n, 3 * stack + 3):
                digit = cells[form.columns[place]]
                name = int(np.int64(form.names[digit]))
                if digit and name == 0:
                    name = named = named + 1
                value = value << 4 | name
        if value > limit >> 12 * (2 - stack):
            return NOTHING_YET
    return value


@kernel
def _set_keys(cells: Numbers, form: Record, turn: int, keys: Numbers) -> None:
    """Set what to sort the blank columns of the form's next stack by, the new digits in their order number `turn`."""
    at, n = 3 * form.stack, len(keys)
    news = 0
    for i in range(n):
        digit = cells[form.columns[at + i]]
        keys[i] = form.names[digit] if digit else 0
        if digit and keys[i] == 0:
            keys[i] = 16 + news
            news += 1
    # The new digits change places: rotated, and for odd turns reversed.
    for i in range(n):
        if keys[i] >= 16:
            place = news - 1 - (keys[i] - 16) if turn & 1 else keys[i] - 16
            keys[i] = 16 + (place + (turn >> 1)) % news


@kernel
def _sort_stack(cells: Numbers, form: Record, turn: int) -> None:
    """Put the columns of the form's next stack in order, the new digits in their order number `turn`."""
    at, n = 3 * form.stack, int(np.int64(form.blank[form.stack]))
    keys = np.empty(n, np.int64)
    _set_keys(cells, form, turn, keys)
    for i in range(1, n):
        for j in range(i, 0, -1):
            if keys[j] < keys[j - 1]:
                keys[j], keys[j - 1] = keys[j - 1], keys[j]
                form.columns[at + j], form.columns[at + j - 1] = form.columns[at + j - 1], form.columns[at + j]
    form.blank[form.stack] = (keys == 0).sum()
    for place in range(at, at + 3):
        digit = cells[form.columns[place]]
        if digit and form.names[digit] == 0:
            form.named += 1
            form.names[digit] = form.named
    form.stack += 1
    if form.stack == 3:
        form.level += 1
        form.row = -1
        alike = 0
        while alike < form.alike and form.blank[alike] == 3:
            alike += 1
        form.alike = alike


@kernel
def _turns(cells: Numbers, form: Record) -> int:
    """Return in how many orders the new digits of the form's next stack can be."""
    news = 0
    for i in range(form.blank[form.stack]):
        digit = cells[form.columns[3 * form.stack + i]]
        news += digit > 0 and form.names[digit] == 0
    return 6 if news == 3 else max(1, news)


@kernel
def _place_stack(cells: Numbers, stack: Any, size: int) -> int:
    """Take the topmost form and put back what its next stack can become, all of the same look; return the new size."""
    # The topmost is overwritten by the last of what it becomes, so it waits behind all that can come of it.
    size -= 1
    beyond = size + 19
    stack[beyond] = stack[size]
    form = stack[beyond]
    last = form.level == 8  # no row will tell them apart: one will do
    first = form.stack
    least = NOTHING_YET if first < form.alike else 0
    for other in range(first, form.alike):
        least = min(least, _code(cells, form, 3 * other, 3, form.named)[0])
    for other in range(first, max(first + 1, form.alike)):
        if first < form.alike and _code(cells, form, 3 * other, 3, form.named)[0] != least:
            continue
        turn, turns = 0, 1
        while turn < turns:
            stack[size] = stack[beyond]
            child = stack[size]
            for i in range(3):
                a, b = 3 * first + i, 3 * other + i
                child.columns[a], child.columns[b] = child.columns[b], child.columns[a]
            turns = 1 if last else _turns(cells, child)
            _sort_stack(cells, child, turn)
            turn += 1
            size += 1
        if last or (first < form.alike and least == 0):
            break  # blank stacks stay alike
    return size


@kernel
def _next_rows(cells: Any, form: Record) -> int:
    """Return the mask of the rows that may stand next in a form; of blank bands only the first counts."""
    if form.level % 3:
        return int(0o7 << form.rows[form.level - 1] // 3 * 3 & ~form.used)
    rows = 0
    blank_before = False
    for band in range(3):
        if form.used >> 3 * band & 7 == 0:
            blank = not cells[3 * band : 3 * band + 3].any()
            rows |= 0 if blank and blank_before else 0o7 << 3 * band
            blank_before |= blank
    return rows


@kernel
def _one_a_band(rows: int) -> int:
    """Return of the rows of a mask the first in each band."""
    for band in range(3):
        within = rows >> 3 * band & 7
        rows &= ~((within & (within - 1)) << 3 * band)
    return rows


@kernel
def _place_row(sides: Sides, stack: Any, size: int, best: Numbers) -> tuple[int, bool]:
    """Take the topmost form and put back what it becomes by each smallest next row; return the new size.

    `best` are the rows of the best form so far; the second value says whether they have been improved.
    """
    size -= 1
    beyond = size + 19  # as in _place_stack
    stack[beyond] = stack[size]
    form = stack[beyond]
    level = form.level
    least = best[level]
    smallest = 0
    left = _next_rows(sides[form.turned], form)
    while left:
        row = trailing_zeros(left)
        left &= left - 1
        value = _value(sides[form.turned, row], form, least)
        if value < least:
            least = value
            smallest = 1 << row
        elif value == least and value < NOTHING_YET:
            smallest |= 1 << row
    improved = least < best[level]
    if improved:
        best[level] = least
        best[level + 1 :] = NOTHING_YET
    if least == 0:
        smallest = _one_a_band(smallest)
    while smallest:
        row = trailing_zeros(smallest)
        smallest &= smallest - 1
        stack[size] = stack[beyond]
        child = stack[size]
        child.row = child.rows[level] = row
        child.used |= 1 << row
        child.stack = 0
        size += 1
    return size, improved


class Columns(NamedTuple):
    """The columns of a full grid as its second row sorts them."""

    order: Numbers  # which column stands where
    places: Numbers  # and where it stands, -1 while it has no place
    goes: Numbers  # in which column of the first row a digit of the second stands
    filled: Numbers  # how many columns of each stack have a place


@kernel(early=True)
def _match_rows(cells: Any, one: int, other: int, columns: Columns) -> None:
    """Find in which column of one row each digit of another stands."""
    for column in range(9):
        columns.places[cells[one, column] - 1] = column
    for column in range(9):
        columns.goes[column] = columns.places[cells[other, column] - 1]


@kernel(early=True)
def _second_row(columns: Columns, begin: int, limit: int) -> int:
    """Put the columns in order, beginning in one of 18 ways; return the second row, or more than `limit` if it is.

    The first row reads 1 to 9. The first stack and the order of its columns are given; the rest follows from where the
    digits go.
    """
    order, places, filled = columns.order, columns.places, columns.filled
    a, b = begin // 6, begin % 6
    places[:] = -1
    filled[:] = 0
    for i in range(3):
        j = (i if b & 1 == 0 else 2 - i) + (b >> 1)
        order[i] = 3 * a + j % 3
        places[order[i]] = i
    stack_order = a  # the stacks in their order, two bits each
    stacks = 1
    filled[0] = 3
    value = 0
    for place in range(9):
        if filled[place // 3] <= place % 3:
            column = 3 * (stack_order >> 2 * (place // 3) & 3)
            while places[column] >= 0:
                column += 1
            order[place], places[column], filled[place // 3] = column, place, place % 3 + 1
        column = columns.goes[order[place]]
        if places[column] < 0:
            target = 0
            while target < stacks and stack_order >> 2 * target & 3 != column // 3:
                target += 1
            if target == stacks:
                stack_order |= column // 3 << 2 * stacks
                stacks += 1
            order[3 * target + filled[target]] = column
            places[column] = 3 * target + filled[target]
            filled[target] += 1
        value = value << 4 | (places[column] + 1)
        if value > limit >> 4 * (8 - place):
            return NOTHING_YET
    return value


@kernel
def _begin_grid(sides: Sides, stack: Any, best: Numbers) -> int:
    """Put the first two rows of a full grid's smallest forms on the stack; return how many there are."""
    size = 0
    best[0] = 0x123456789
    columns = Columns(np.empty(9, np.int64), np.empty(9, np.int64), np.empty(9, np.int64), np.empty(3, np.int64))
    for turned in range(2):
        for one in range(9):
            for other in range(one // 3 * 3, one // 3 * 3 + 3):
                _match_rows(sides[turned], one, other, columns)
                for begin in range(18 if one != other else 0):
                    value = _second_row(columns, begin, best[1])
                    if value < best[1]:
                        best[1] = value
                        size = 0
                    if value == best[1] and value < NOTHING_YET:
                        _begin_form(stack[size], turned, one, other)
                        for place in range(9):
                            stack[size].columns[place] = columns.order[place]
                            stack[size].names[sides[turned, one, columns.order[place]]] = place + 1
                        size += 1
    return size


@kernel(early=True)
def _begin_form(form: Record, turned: int, one: int, other: int) -> None:
    form.turned, form.rows[0], form.rows[1] = turned, one, other
    form.level, form.row, form.named = 2, -1, 9
    form.used = 1 << one | 1 << other
    form.alike = 0
    form.blank[:] = 0


@kernel
def _begin_any(stack: Any) -> int:
    """Put the two forms in which nothing stands yet on the stack."""
    for turned in range(2):
        form = stack[turned]
        form.turned, form.row, form.alike = turned, -1, 3
        form.level = form.used = form.named = 0
        form.names[:] = 0
        form.blank[:] = 3
        for column in range(9):  # arrays as a whole take a second to compile
            form.columns[column] = column
    return 2


@kernel
def canonical_block(puzzles: Puzzles, canonical: Puzzles, transform: Puzzles) -> None:
    """Set `canonical` to each puzzle's smallest form, `transform` to how it comes about."""
    stack = np.zeros(STACK + 40, FORM)
    sides = np.zeros((2, 9, 9), np.int64)
    best = np.zeros(9, np.int64)
    for puzzle in range(len(puzzles)):
        for row in range(9):
            for column in range(9):
                sides[0, row, column] = sides[1, column, row] = puzzles[puzzle, 9 * row + column]
        best[:] = NOTHING_YET
        size = _begin_grid(sides, stack, best) if puzzles[puzzle].all() else _begin_any(stack)
        better = True
        while size:
            form = stack[size - 1]
            if form.level == 9:
                size -= 1
                if better:
                    better = False
                    _note(form, transform[puzzle])
            elif form.row < 0:
                size, improved = _place_row(sides, stack, size, best)
                better |= improved
            else:
                size = _place_stack(sides[form.turned, form.row], stack, size)
    transform_block(puzzles, transform, canonical)


@kernel
def _note(form: Record, transform: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    """Write down how a form comes about; digits that the puzzle lacks get the names that are left."""
    transform[0], transform[19] = form.turned, 0
    for line in range(9):
        transform[1 + line], transform[10 + line] = form.rows[line], form.columns[line]
    named = form.named
    for digit in range(1, 10):
        named += form.names[digit] == 0
        transform[19 + digit] = form.names[digit] or named


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
