"""Propagators of pairs and lines of cells: relations of two, rising lines, ends, automata."""

from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.variants.state import (
    BODY,
    DIGITS,
    MARKS_AT,
    SCRATCH_AT,
    SIZE,
    Numbers,
    Sets,
    highest,
    kernel,
    narrow,
)
from tessella.sudoku.kernels.variants.sums import exclude

HALF = 256  # masks of eight digits


@kernel
def pair(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    """Leave two cells what goes with something in the other: the table, whether cells may see a digit, the cells.

    The table has what goes with each set of low digits in the first cell, of high digits, then the same for the second.
    A digit that one of the two must hold is taken out of the cells that see both.
    """
    table = int(code[at + BODY])
    first = at + BODY + 2
    a, b = int(code[first]), int(code[first + 1])
    mask = int(grid[a])
    if not narrow(grid, code, work, b, int(code[table + (mask & 255)] | code[table + HALF + (mask >> 8)])):
        return False
    other = table + 2 * HALF
    mask = int(grid[b])
    if not narrow(grid, code, work, a, int(code[other + (mask & 255)] | code[other + HALF + (mask >> 8)])):
        return False
    one = int(grid[a])
    if code[at + BODY + 1] == 0 or one & (one - 1) == 0 or mask & (mask - 1) == 0:
        return True
    shared = one & mask
    required = 0
    while shared:
        digit = shared & -shared
        shared ^= digit
        rest = one ^ digit
        if (int(code[table + (rest & 255)] | code[table + HALF + (rest >> 8)])) & mask & ~digit == 0:
            required |= digit
    return required == 0 or exclude(grid, code, work, peers, first, first + 2, required)


@kernel
def rising(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have the digits of a line rise by at least so much from cell to cell: that number, `cells`."""
    step = int(code[at + BODY])
    first = at + BODY + 1
    end = first + int(code[at + SIZE])
    least = 0
    for i in range(first, end):
        cell = int(code[i])
        if not narrow(grid, code, work, cell, -1 << least):
            return False
        least = trailing_zeros(grid[cell]) + step
    most = 31
    for i in range(end - 1, first - 1, -1):
        cell = int(code[i])
        if most < 0 or not narrow(grid, code, work, cell, (2 << most) - 1):
            return False
        most = highest(int(grid[cell])) - step
    return True


@kernel
def ends(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have cells hold what the digits of two others allow: the table, the two cells, the cells.

    The table has a mask for each pair of digits; -1 for a pair that may not be.
    """
    table = int(code[at + BODY])
    one, other = int(code[at + BODY + 1]), int(code[at + BODY + 2])
    first = at + BODY + 3
    end = first + int(code[at + SIZE]) - 2
    n = int(code[DIGITS])
    keep_one = keep_other = inner = 0
    a = int(grid[one])
    while a:
        i = trailing_zeros(a)
        a &= a - 1
        b = int(grid[other])
        while b:
            low = b & -b
            allowed = int(code[table + i * n + trailing_zeros(b)])
            b ^= low
            if allowed < 0 or (keep_one >> i & 1 and keep_other & low and allowed & ~inner == 0):
                continue
            for k in range(first, end):
                if grid[code[k]] & allowed == 0:
                    break
            else:
                keep_one |= 1 << i
                keep_other |= low
                inner |= allowed
    if not narrow(grid, code, work, one, keep_one) or not narrow(grid, code, work, other, keep_other):
        return False
    for k in range(first, end):
        if not narrow(grid, code, work, int(code[k]), inner):
            return False
    return True


@kernel
def _words(grid: Numbers, code: Numbers, work: Numbers, at: int, start: int, end: int) -> None:
    """Add to the digits kept of each cell those in words that an automaton reads from a state to another, or any end.

    The record is that of `automaton`.
    """
    table, states = int(code[at + BODY]), int(code[at + BODY + 1])
    first = at + BODY + 3
    n = int(code[at + SIZE])
    digits = int(code[DIGITS])
    marks = int(code[MARKS_AT])  # of a state in a layer: 0 not met, 1 met, 2 leads to an end
    lists = int(code[SCRATCH_AT])
    lengths = lists + (n + 1) * states
    kept = lengths + n + 1
    work[lists] = start
    work[marks + start] = 1
    work[lengths] = 1
    for i in range(n):
        mask = int(grid[code[first + i]])
        found = 0
        after = marks + (i + 1) * states
        for k in range(work[lengths + i]):
            row = table + int(work[lists + i * states + k]) * digits
            left = mask
            while left:
                to = int(code[row + trailing_zeros(left)])
                left &= left - 1
                if to >= 0 and work[after + to] == 0:
                    work[after + to] = 1
                    work[lists + (i + 1) * states + found] = to
                    found += 1
        work[lengths + i + 1] = found
    for k in range(work[lengths + n]):
        state = int(work[lists + n * states + k])
        ends = state == end if end >= 0 else code[table + states * digits + state] != 0
        work[marks + n * states + state] = 2 if ends else 0
    for i in range(n - 1, -1, -1):
        mask = int(grid[code[first + i]])
        after = marks + (i + 1) * states
        keep = 0
        for k in range(work[lengths + i]):
            state = int(work[lists + i * states + k])
            row = table + state * digits
            left = mask
            lives = 0
            while left:
                to = int(code[row + trailing_zeros(left)])
                if to >= 0 and work[after + to] == 2:
                    keep |= left & -left
                    lives = 2
                left &= left - 1
            work[marks + i * states + state] = lives
        work[kept + i] |= keep
    for i in range(n + 1):
        for k in range(work[lengths + i]):
            work[marks + i * states + work[lists + i * states + k]] = 0


@kernel
def automaton(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Leave a line what an automaton may read: the table, how many states, the first one, `cells`.

    The table has the next state for each state and digit, -1 for none, then 1 for each state in which a line may end.
    A first state of -1 is any one, in which the line then has to end as well.
    """
    states, start = int(code[at + BODY + 1]), int(code[at + BODY + 2])
    first = at + BODY + 3
    n = int(code[at + SIZE])
    kept = int(code[SCRATCH_AT]) + (n + 1) * states + n + 1
    for i in range(n):
        work[kept + i] = 0
    if start >= 0:
        _words(grid, code, work, at, start, -1)
    else:
        for state in range(states):
            _words(grid, code, work, at, state, state)
    for i in range(n - 1, -1, -1):
        if not narrow(grid, code, work, int(code[first + i]), int(work[kept + i])):
            return False
    return True


@kernel
def _compared(grid: Numbers, code: Numbers, line: int, other: int, n: int) -> int:
    """Return whether the other line reads as a smaller number than the first: 1 yes, -1 no, 0 not known yet."""
    for i in range(n):
        a, b = int(grid[code[line + i]]), int(grid[code[other + i]])
        if highest(b) < trailing_zeros(a):
            return 1
        if highest(a) < trailing_zeros(b):
            return -1
        if a != b or a & (a - 1):
            return 0
    return -2


@kernel
def _order(grid: Numbers, code: Numbers, work: Numbers, lower: int, higher: int, n: int) -> bool:
    """Have the first cells of two lines of which it is not known obey that one reads as a smaller number."""
    for i in range(n):
        a, b = int(code[lower + i]), int(code[higher + i])
        if grid[a] != grid[b] or grid[a] & (grid[a] - 1):
            least = trailing_zeros(grid[a])
            return narrow(grid, code, work, b, -1 << least) and narrow(
                grid, code, work, a, (2 << highest(int(grid[b]))) - 1
            )
    return False


@kernel
def rank(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have a line keep its rank, counted from 0: the rank, which line it is, `cells` of all."""
    n = int(code[DIGITS])
    wanted, which = int(code[at + BODY]), int(code[at + BODY + 1])
    first = at + BODY + 2
    line = first + which * n
    smaller = unknown = 0
    for i in range(code[at + SIZE] // n):
        if i != which:
            found = _compared(grid, code, line, first + i * n, n)
            if found == -2:
                return False
            smaller += found == 1
            unknown += found == 0
    if not smaller <= wanted <= smaller + unknown:
        return False
    if unknown == 0 or smaller < wanted < smaller + unknown:
        return True
    for i in range(code[at + SIZE] // n):
        other = first + i * n
        if i != which and _compared(grid, code, line, other, n) == 0:
            lower, higher = (line, other) if smaller == wanted else (other, line)
            if not _order(grid, code, work, lower, higher, n):
                return False
    return True


@kernel
def no_ties(grid: Numbers, code: Numbers, at: int) -> bool:
    """Return whether all lines may still differ: `cells` of all."""
    n = int(code[DIGITS])
    lines = code[at + SIZE] // n
    for i in range(lines):
        for k in range(i):
            if _compared(grid, code, at + BODY + i * n, at + BODY + k * n, n) == -2:
                return False
    return True


@kernel
def distinct(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have the first of `cells` say how many digits the others hold, the lowest digit first."""
    lowest = int(code[at + BODY])
    first = at + BODY + 1
    end = first + int(code[at + SIZE])
    single = some = left = 0
    for i in range(first + 1, end):
        mask = int(grid[code[i]])
        some |= mask
        if mask & (mask - 1) == 0:
            single |= mask
    for i in range(first + 1, end):
        left += grid[code[i]] & single == 0
    least = popcount(single) + (left > 0)
    most = min(popcount(some), popcount(single) + left)
    for i in range(first + 1, end):
        mask = int(grid[code[i]])
        if mask & (mask - 1) and mask & single:
            most += 1  # may bring a digit more, or not
    most = min(most, popcount(some))
    keep = 0
    for d in range(code[DIGITS]):
        if least <= d + lowest <= most:
            keep |= 1 << d
    return narrow(grid, code, work, int(code[first]), keep)
