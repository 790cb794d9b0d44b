"""Propagators of sets of cells: houses, sets that hold the same digits, and counts of digits."""

from tessella.compiled.simd import popcount
from tessella.sudoku.kernels.variants.state import (
    BODY,
    COMBINATIONS_AT,
    DIGITS,
    FULL,
    LARGEST_SUM,
    SCRATCH_AT,
    SIZE,
    Numbers,
    Sets,
    kernel,
    narrow,
)
from tessella.sudoku.kernels.variants.sums import exclude

LOW_BITS = 0xFFFF


@kernel
def house(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Place the digits that have one cell left in a house: `cells`."""
    once = twice = single = 0
    cells = at + BODY
    end = cells + int(code[at + SIZE])
    for i in range(cells, end):
        mask = int(grid[code[i]])
        twice |= once & mask
        once |= mask
        if mask & (mask - 1) == 0:
            single |= mask
    if once != code[FULL]:
        return False
    hidden = once & ~twice & ~single
    if hidden:
        for i in range(cells, end):
            found = int(grid[code[i]]) & hidden
            if found:
                if found & (found - 1):
                    return False
                if not narrow(grid, code, work, int(code[i]), found):
                    return False
    return True


@kernel
def different(grid: Numbers, code: Numbers, at: int) -> bool:
    """Return whether enough digits are left for `cells` that all differ."""
    once = 0
    n = int(code[at + SIZE])
    for i in range(at + BODY, at + BODY + n):
        once |= int(grid[code[i]])
    return popcount(once) >= n


@kernel
def same_set(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Leave two sets of cells what both may hold: how many are in the first, how many digits at least, `cells`."""
    first = at + BODY + 2
    second = first + int(code[at + BODY])
    end = first + int(code[at + SIZE])
    one = other = 0
    for i in range(first, second):
        one |= int(grid[code[i]])
    for i in range(second, end):
        other |= int(grid[code[i]])
    both = one & other
    if popcount(both) < code[at + BODY + 1]:
        return False
    if one != both:
        for i in range(first, second):
            if not narrow(grid, code, work, int(code[i]), both):
                return False
    if other != both:
        for i in range(second, end):
            if not narrow(grid, code, work, int(code[i]), both):
                return False
    return True


@kernel
def _count(grid: Numbers, code: Numbers, first: int, end: int, digits: int, starts: int) -> tuple[int, int]:
    """Return how many cells must, and how many may hold one of some digits.

    Bits of `starts` say with which cells groups begin, in which all cells differ, so that one holds a digit.
    """
    least = most = 0
    several = digits & (digits - 1) != 0
    room = True
    for i in range(first, end):
        mask = int(grid[code[i]])
        room |= several or starts >> (i - first) & 1 != 0
        if mask & digits:
            if room:
                most += 1
                room = False
            if mask & ~digits == 0:
                least += 1
    return least, most


@kernel
def _hold(
    grid: Numbers, code: Numbers, work: Numbers, first: int, end: int, digits: int, starts: int, least: int, most: int
) -> bool:
    """Have between `least` and `most` cells hold one of some digits."""
    must, may = _count(grid, code, first, end, digits, starts)
    if may < least or must > most:
        return False
    if must == may:
        return True
    if may == least:
        several = digits & (digits - 1) != 0
        only = -1  # the cell of a group that may hold them, -2 for more than one
        for i in range(first, end + 1):
            if i == end or several or starts >> (i - first) & 1:
                if only >= 0 and not narrow(grid, code, work, only, digits):
                    return False
                only = -1
            if i < end and grid[code[i]] & digits:
                only = int(code[i]) if only == -1 else -2
    elif must == most:
        for i in range(first, end):
            if grid[code[i]] & ~digits and not narrow(grid, code, work, int(code[i]), ~digits):
                return False
    return True


@kernel
def counts(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    """Have so many cells hold digits of each of some sets: how many sets, `starts` of groups, `cells`, the sets.

    Of each set the record has the digits, how many cells hold them at least and at most; sets that share digits with
    earlier ones stand last.
    """
    starts = int(code[at + BODY + 1])
    first = at + BODY + 2
    end = first + int(code[at + SIZE])
    for k in range(code[at + BODY]):
        wanted = end + 3 * k
        least, most = int(code[wanted + 1]), int(code[wanted + 2])
        if not _hold(grid, code, work, first, end, int(code[wanted]), starts, least, most):
            return False
    held = apart = needed = unmet = required = 0
    for k in range(code[at + BODY]):
        digits, least = int(code[end + 3 * k]), int(code[end + 3 * k + 1])
        if digits & held:
            break
        held |= digits
        apart += 1
        must = once = 0
        for i in range(first, end):
            mask = int(grid[code[i]])
            once |= mask & digits
            must += mask & ~digits == 0
        if least > must:
            needed += least - must
            unmet |= digits
            if once & (once - 1) == 0:
                required |= once
    if unmet == 0:
        return True
    # Each cell that may still hold what is needed is free, and has to where there are no more.
    free = 0
    for i in range(first, end):
        free += _is_free(grid, code, i, end, apart)
    if free < needed:
        return False
    if free == needed:
        for i in range(first, end):
            free_here = _is_free(grid, code, i, end, apart)
            if free_here and not narrow(grid, code, work, int(code[i]), unmet):
                return False
    return required == 0 or exclude(grid, code, work, peers, first, end, required)


@kernel
def _is_free(grid: Numbers, code: Numbers, i: int, sets: int, n: int) -> bool:
    mask = int(grid[code[i]])
    for k in range(n):
        if mask & ~code[sets + 3 * k] == 0:
            return False
    return True


@kernel
def same_counts(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have two sets hold each digit equally often: how many cells are in the first, `cells`."""
    first = at + BODY + 1
    second = first + int(code[at + BODY])
    end = first + int(code[at + SIZE])
    for d in range(code[DIGITS]):
        digit = 1 << d
        must, may = _count(grid, code, first, second, digit, -1)
        least, most = _count(grid, code, second, end, digit, -1)
        least, most = max(least, must), min(most, may)
        if not _hold(grid, code, work, first, second, digit, -1, least, most):
            return False
        if not _hold(grid, code, work, second, end, digit, -1, least, most):
            return False
    return True


@kernel
def circles(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have each digit that stands in `cells` stand there as often as it says: lowest digit, `cells`."""
    lowest = int(code[at + BODY])
    first = at + BODY + 1
    n = int(code[at + SIZE])
    end = first + n
    must = may = 0
    for d in range(code[DIGITS]):
        least, most = _count(grid, code, first, end, 1 << d, -1)
        if least > d + lowest:
            return False
        if most >= max(1, d + lowest):
            may |= 1 << d
        if least:
            must |= 1 << d
    if must & ~may:
        return False
    # Which digits may stand in circles: those whose values add to the number of circles.
    every, some = int(code[FULL]), 0
    digits = may & ~must
    part = digits
    while True:
        total = 0
        for d in range(code[DIGITS]):
            if (part | must) >> d & 1:
                total += d + lowest
        if total == n:
            every &= part | must
            some |= part | must
        if part == 0:
            break
        part = (part - 1) & digits
    for d in range(code[DIGITS]):
        digit = 1 << d
        least = d + lowest if every & digit else 0
        most = d + lowest if some & digit else 0
        if not _hold(grid, code, work, first, end, digit, -1, least, most):
            return False
    return some != 0


@kernel
def after_fixing(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Take what a cell's digit excludes out of others: the cell, then where each digit's list begins, and one more."""
    mask = int(grid[code[at + BODY]])
    if mask & (mask - 1):
        return True
    d = popcount(mask - 1)
    begin = at + BODY + 1 + d
    for i in range(at + code[begin], at + code[begin + 1]):
        if not narrow(grid, code, work, int(code[i]), ~mask):
            return False
    return True


@kernel
def option_sets(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    """Have cells that all differ hold one of some digit sets: how many sets, `cells`, the sets."""
    first = at + BODY + 1
    end = first + int(code[at + SIZE])
    once = twice = single = 0
    for i in range(first, end):
        mask = int(grid[code[i]])
        twice |= once & mask
        once |= mask
        if mask & (mask - 1) == 0:
            single |= mask
    alone = once & ~twice
    every, some = int(code[FULL]), 0
    for i in range(end, end + code[at + BODY]):
        option = int(code[i])
        if option & ~once or single & ~option:
            continue
        if alone & (alone - 1):
            crowded = False  # a cell would have to hold two of the digits
            for k in range(first, end):
                own = int(grid[code[k]]) & alone & option
                crowded |= own & (own - 1) != 0
            if crowded:
                continue
        every &= option
        some |= option
    if some == 0:
        return False
    hidden = every & alone & ~single
    for i in range(first, end):
        mask = int(grid[code[i]])
        keep = mask & some
        if mask & hidden:
            keep = mask & hidden
            if keep & (keep - 1):
                return False
        if keep != mask and not narrow(grid, code, work, int(code[i]), keep):
            return False
    required = every & twice & ~single
    return required == 0 or exclude(grid, code, work, peers, first, end, required)


@kernel
def lunchbox(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have the digits between the lowest and the highest of `cells`, which all differ, add to a sum.

    The record has the sum, what each digit counts more there than in the rules, `cells`.
    """
    wanted, more = int(code[at + BODY]), int(code[at + BODY + 1])
    first = at + BODY + 2
    n, digits = int(code[at + SIZE]), int(code[DIGITS])
    kept = int(code[SCRATCH_AT])
    for i in range(n):
        work[kept + i] = 0
    for low in range(digits):
        for high in range(low + n - 1, digits):
            inner = (1 << high) - (2 << low)
            ends = 0  # the cells that can only be an end
            for i in range(n):
                ends |= int(grid[code[first + i]] & inner == 0) << i
            if popcount(ends) > 2:
                continue
            for a in range(n):
                if grid[code[first + a]] >> low & 1 == 0:
                    continue
                for b in range(n):
                    if a == b or grid[code[first + b]] >> high & 1 == 0 or ends & ~(1 << a | 1 << b):
                        continue
                    begin, end = min(a, b) + 1, max(a, b)
                    total = wanted + more * (end - begin)
                    found = _parted(grid, code, first, n, begin, end, 1 << a | 1 << b, total, inner)
                    if found < 0:
                        continue
                    for i in range(n):
                        work[kept + i] |= found & LOW_BITS if begin <= i < end else found >> 16
                    work[kept + a] |= 1 << low
                    work[kept + b] |= 1 << high
    for i in range(n):
        if not narrow(grid, code, work, int(code[first + i]), int(work[kept + i])):
            return False
    return True


@kernel
def x_sum(grid: Numbers, code: Numbers, work: Numbers, at: int) -> bool:
    """Have as many of `cells`, which all differ, as the first one says add to a sum: the sum, the lowest digit."""
    wanted, lowest = int(code[at + BODY]), int(code[at + BODY + 1])
    first = at + BODY + 2
    n = int(code[at + SIZE])
    kept = int(code[SCRATCH_AT])
    for i in range(n):
        work[kept + i] = 0
    left = int(grid[code[first]])
    while left:
        digit = left & -left
        left ^= digit
        length = popcount(digit - 1) + lowest
        end = max(1, min(length, n))
        total = wanted - length + (end - 1) * (1 - lowest)
        found = _parted(grid, code, first, n, 1, end, 1, total, int(code[FULL]) ^ digit)
        if found < 0:
            continue
        work[kept] |= digit
        for i in range(1, n):
            work[kept + i] |= found & LOW_BITS if i < end else found >> 16
    for i in range(n):
        if not narrow(grid, code, work, int(code[first + i]), int(work[kept + i])):
            return False
    return True


@kernel
def _parted(
    grid: Numbers, code: Numbers, first: int, n: int, begin: int, end: int, without: int, total: int, allowed: int
) -> int:
    """Return what cells from a place to another may hold so that they add to a sum, and << 16 what the others may.

    All hold digits that are allowed, and differ; cells of a set of places do not count. -1 where there is no way.
    """
    if total < 0 or total > code[LARGEST_SUM]:
        return -1
    inside = known_inside = outside = known_outside = others = 0
    for i in range(n):
        if without >> i & 1:
            continue
        mask = int(grid[code[first + i]]) & allowed
        if mask == 0:
            return -1
        known = mask if mask & (mask - 1) == 0 else 0
        if begin <= i < end:
            inside |= mask
            known_inside |= known
        else:
            others += 1
            outside |= mask
            known_outside |= known
    found = -1
    row = int(code[COMBINATIONS_AT]) + (end - begin) * int(code[LARGEST_SUM] + 1) + total
    for i in range(code[row], code[row + 1]):
        option = int(code[i])
        if option & ~inside == 0 and known_inside & ~option == 0 and option & known_outside == 0:
            rest = outside & ~option
            if popcount(rest) >= others:
                found = max(found, 0) | option | rest << 16
    return found
