"""Propagators of sums. A digit counts 1 for the lowest, 2 for the next and so on; the encoding sets the sums so."""

import numpy as np

from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.variants.state import (
    BODY,
    COMBINATIONS_AT,
    DIGITS,
    FULL,
    LARGEST_SUM,
    REVERSED_AT,
    SCRATCH_AT,
    SIZE,
    Numbers,
    Sets,
    highest,
    inlined,
    kernel,
    narrow,
)

U = np.uint64


@kernel
def digit_sum(mask: int) -> int:
    """Return the sum of a set of digits."""
    total = 0
    while mask:
        total += trailing_zeros(mask) + 1
        mask &= mask - 1
    return total


@inlined
def _moved(reversed_mask: int, total: int, digits: int) -> int:
    """Return total - d for each digit d of a mask that is read from the other end."""
    shift = total - 1 - digits  # digit v is bit v - 1, read from the other end bit digits - v
    return reversed_mask << shift if shift >= 0 else reversed_mask >> -shift


@kernel
def _two(grid: Numbers, code: Numbers, work: Numbers, a: int, b: int, total: int) -> bool:
    """Have two cells that differ add to a total."""
    n, reverse = int(code[DIGITS]), int(code[REVERSED_AT])
    if total < 2 or total > 2 * n:
        return False
    keep = ~(1 << (total // 2 - 1)) if total % 2 == 0 else -1
    if not narrow(grid, code, work, b, _moved(int(code[reverse + grid[a]]), total, n) & keep):
        return False
    return narrow(grid, code, work, a, _moved(int(code[reverse + grid[b]]), total, n) & keep)


@kernel
def _three(grid: Numbers, code: Numbers, work: Numbers, a: int, b: int, c: int, total: int, repeats: int) -> bool:
    """Have three cells add to a total; bits of `repeats` say which may be equal: 1 a and b, 2 a and c, 4 b and c."""
    n, reverse = int(code[DIGITS]), int(code[REVERSED_AT])
    of_a, of_b, of_c = int(grid[a]), int(grid[b]), int(grid[c])
    keep_a = keep_b = keep_c = 0
    left = of_a
    while left:
        digit = left & -left
        left ^= digit
        rest = total - trailing_zeros(digit) - 1
        if rest < 2 or rest > 2 * n:
            continue
        try_b = of_b if repeats & 1 else of_b & ~digit
        try_c = of_c if repeats & 2 else of_c & ~digit
        if rest % 2 == 0 and not repeats & 4:
            try_b &= ~(1 << (rest // 2 - 1))
        found = try_b & _moved(int(code[reverse + try_c]), rest, n)
        if found:
            keep_a |= digit
            keep_b |= found
            keep_c |= try_c & _moved(int(code[reverse + found]), rest, n)
    return (
        narrow(grid, code, work, a, keep_a)
        and narrow(grid, code, work, b, keep_b)
        and narrow(grid, code, work, c, keep_c)
    )


@kernel
def exclude(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, first: int, end: int, required: int) -> bool:
    """Take digits that some cells must hold out of the cells that see all their places there."""
    words = peers.shape[1]
    while required:
        digit = required & -required
        required ^= digit
        places = 0
        for i in range(first, end):
            places |= int(grid[code[i]]) & digit
        if places == 0:
            return False
        for w in range(words):
            common = ~U(0)
            for i in range(first, end):
                if grid[code[i]] & digit:
                    common &= peers[code[i], w]
                    if common == 0:
                        break
            while common:
                cell = 64 * w + trailing_zeros(common)
                common &= common - U(1)
                if grid[cell] & digit and not narrow(grid, code, work, cell, ~digit):
                    return False
    return True


@kernel
def cage(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    """Have cells that all differ add to a sum: the sum, how many more cells complete a house, `cells`, those cells."""
    n, total, rest = int(code[at + SIZE]), int(code[at + BODY]), int(code[at + BODY + 1])
    first = at + BODY + 2
    end = first + n
    once = twice = single = least = most = left = 0
    a = b = c = -1
    for i in range(first, end):
        mask = int(grid[code[i]])
        twice |= once & mask
        once |= mask
        if mask & (mask - 1) == 0:
            single |= mask
            total -= trailing_zeros(mask) + 1
        else:
            least += trailing_zeros(mask) + 1
            most += highest(mask) + 1
            a, b, c = b, c, int(code[i])
            left += 1
    if total < least or total > most or popcount(once) < n:
        return False
    if left == 0:
        return True
    if left == 1:
        return narrow(grid, code, work, c, 1 << (total - 1))
    if left == 2 and not _two(grid, code, work, b, c, total):
        return False
    if left == 3 and not _three(grid, code, work, a, b, c, total, 0):
        return False
    full = int(code[FULL])
    others = 0
    for i in range(end, end + rest):
        others |= int(grid[code[i]])
    if rest == 0:
        others = full
    free = once & ~single
    every, some = full, 0
    missing = 0
    row = int(code[COMBINATIONS_AT]) + left * int(code[LARGEST_SUM] + 1) + total
    if total > code[LARGEST_SUM]:
        return False
    for i in range(code[row], code[row + 1]):
        option = int(code[i])
        if option & ~free == 0 and full & ~(option | single | others) == 0:
            every &= option
            some |= option
            missing |= full & ~(option | single)
    if some == 0:
        return False
    if rest and others & ~missing:
        for i in range(end, end + rest):
            if not narrow(grid, code, work, int(code[i]), missing):
                return False
    if left <= 3 and some == free:
        once = twice = 0
        for i in range(first, end):
            mask = int(grid[code[i]])
            twice |= once & mask
            once |= mask
        return exclude(grid, code, work, peers, first, end, every & twice)
    slack, room = total - least, most - total
    hidden = every & ~twice
    for i in range(first, end):
        mask = int(grid[code[i]])
        if mask & (mask - 1) == 0:
            continue
        keep = mask & some
        if left > 3:
            low, high = trailing_zeros(mask), highest(mask)
            if slack < high - low:
                keep &= (2 << (low + slack)) - 1
            if room < high - low:
                keep &= -1 << (high - room)
        if keep & hidden:
            keep &= hidden
            if keep & (keep - 1):
                return False
        if keep != mask and not narrow(grid, code, work, int(code[i]), keep):
            return False
    return exclude(grid, code, work, peers, first, end, every & twice)


@inlined
def _sees(peers: Sets, a: int, b: int) -> bool:
    return bool(peers[a, b >> 6] >> U(b & 63) & U(1))


@kernel
def _few(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int, total: int, left: int) -> bool:
    """Have the last two or three cells of a sum with coefficients of 1 and -1 add to what is left."""
    n = int(code[DIGITS])
    reverse = int(code[REVERSED_AT])
    a = b = c = -1
    turned_a = turned_b = turned_c = False
    k = at + BODY + 2
    for _group in range(code[at + BODY + 1]):
        coefficient, size = int(code[k]), int(code[k + 1])
        for i in range(k + 2, k + 2 + size):
            mask = int(grid[code[i]])
            if mask & (mask - 1):
                a, b, c = b, c, int(code[i])
                turned_a, turned_b, turned_c = turned_b, turned_c, coefficient < 0
        k += 2 + size
    # A cell that is taken away counts as one that is read from the other end: -v = (n + 1 - v) - (n + 1).
    total += (n + 1) * (int(turned_b) + int(turned_c))
    if left == 3:
        total += (n + 1) * int(turned_a)
    of_a, of_b, of_c = int(grid[a]) if left == 3 else 0, int(grid[b]), int(grid[c])
    of_a = int(code[reverse + of_a]) if turned_a else of_a
    of_b = int(code[reverse + of_b]) if turned_b else of_b
    of_c = int(code[reverse + of_c]) if turned_c else of_c
    keep_a = keep_b = keep_c = 0
    see_bc = turned_b == turned_c and _sees(peers, b, c)
    see_ab = left == 3 and turned_a == turned_b and _sees(peers, a, b)
    see_ac = left == 3 and turned_a == turned_c and _sees(peers, a, c)
    choices = of_a if left == 3 else 1
    while choices:
        digit = choices & -choices
        choices ^= digit
        rest = total - trailing_zeros(digit) - 1 if left == 3 else total
        if rest < 2 or rest > 2 * n:
            continue
        try_b = of_b & ~digit if see_ab else of_b
        try_c = of_c & ~digit if see_ac else of_c
        if rest % 2 == 0 and see_bc:
            try_b &= ~(1 << (rest // 2 - 1))
        found = try_b & _moved(int(code[reverse + try_c]), rest, n)
        if found:
            keep_a |= digit
            keep_b |= found
            keep_c |= try_c & _moved(int(code[reverse + found]), rest, n)
    if left == 3 and not narrow(grid, code, work, a, int(code[reverse + keep_a]) if turned_a else keep_a):
        return False
    return narrow(grid, code, work, b, int(code[reverse + keep_b]) if turned_b else keep_b) and narrow(
        grid, code, work, c, int(code[reverse + keep_c]) if turned_c else keep_c
    )


@kernel
def _last(grid: Numbers, code: Numbers, work: Numbers, at: int, total: int) -> bool:
    """Have the one cell of a sum that is open yet add what is left."""
    k = at + BODY + 2
    for _group in range(code[at + BODY + 1]):
        coefficient, size = int(code[k]), int(code[k + 1])
        for i in range(k + 2, k + 2 + size):
            mask = int(grid[code[i]])
            if mask & (mask - 1):
                digit = total // coefficient
                if digit * coefficient != total or not 1 <= digit <= code[DIGITS]:
                    return False
                return narrow(grid, code, work, int(code[i]), 1 << (digit - 1))
        k += 2 + size
    return True


@kernel
def linear(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    """Have digits times coefficients add to a sum: the sum, how many groups, and of each the coefficient and the cells.

    The cells of a group all differ. Groups come by the size of their coefficients, the largest first.
    """
    full, n = int(code[FULL]), int(code[DIGITS])
    groups = int(code[at + BODY + 1])
    total = int(code[at + BODY])
    scratch = int(code[SCRATCH_AT])
    least = most = fixed = left = 0
    unit = True
    k = at + BODY + 2
    for group in range(groups):
        coefficient, size = int(code[k]), int(code[k + 1])
        low = high = 0  # sets of the smallest and the largest digits that the cells may hold together
        for i in range(k + 2, k + 2 + size):
            mask = int(grid[code[i]])
            if mask & (mask - 1):
                left += 1
            else:
                fixed += coefficient * (trailing_zeros(mask) + 1)
            bit = ~(low | ((mask & -mask) - 1))
            low |= bit & -bit
            room = ((2 << highest(mask)) - 1) & ~high
            if room == 0:
                return False
            high |= 1 << highest(room)
        if low > full:
            return False
        smallest, largest = digit_sum(low), digit_sum(high)
        if coefficient < 0:
            smallest, largest = largest, smallest
        least += coefficient * smallest
        most += coefficient * largest
        work[scratch + 2 * group] = low
        work[scratch + 2 * group + 1] = high
        if coefficient != 1 and coefficient != -1:
            unit = False
        k += 2 + size
    slack, room = total - least, most - total
    if slack < 0 or room < 0:
        return False
    if left == 0 or least == most:
        return True
    if left == 1:
        return _last(grid, code, work, at, total - fixed)
    if unit and 2 <= left <= 3:
        return _few(grid, code, work, peers, at, total - fixed, left)
    k = at + BODY + 2
    for group in range(groups):
        coefficient, size = int(code[k]), int(code[k + 1])
        bound = abs(coefficient)
        if slack >= (n - 1) * bound and room >= (n - 1) * bound:
            return True
        up, down = slack // bound, room // bound
        if coefficient < 0:
            up, down = down, up
        low, high = int(work[scratch + 2 * group]), int(work[scratch + 2 * group + 1])
        keep = full
        if up < n - 1:
            for _step in range(up):
                low |= low << 1
            keep &= low
        if down < n - 1:
            for _step in range(down):
                high |= high >> 1
            keep &= high
        for i in range(k + 2, k + 2 + size):
            mask = int(grid[code[i]])
            if mask & (mask - 1):
                allowed = keep
                low_bit, high_bit = trailing_zeros(mask), highest(mask)
                if size == 1:
                    allowed &= ((2 << min(low_bit + up, 30)) - 1) & (-1 << max(high_bit - down, 0))
                if mask & ~allowed and not narrow(grid, code, work, int(code[i]), allowed):
                    return False
        k += 2 + size
    return True
