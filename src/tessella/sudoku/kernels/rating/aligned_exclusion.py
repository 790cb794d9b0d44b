# ruff: noqa: C901, PLR0912, PLR0915, PLR1714, SIM109 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which candidates appear in no allowed combination of two or three cells?

A combination is forbidden if two of the cells see each other and hold the same digit, or if it takes the last
candidate of a cell that sees all of them (an excluder).
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.rating.grid import COUNT, FIRST, NEAR, PEERS, SEEN, Bits, Flags, Ints, Numbers
from tessella.sudoku.kernels.rating.steps import ALIGNED_PAIR, ALIGNED_TRIPLET, describe

__all__ = ["aligned_pair", "aligned_triplet"]


@kernel
def _bases(grid: Numbers, size: int, bases: Ints, able: Flags, excluders: Bits) -> int:
    """Find the cells that have an excluder and see no cell of one candidate; mark them in `able`.

    Cells of two to `size` candidates are the `excluders`, two words as in SEEN.
    """
    one = np.zeros(2, np.uint64)
    for cell in range(81):
        count = COUNT[grid[cell]]
        bit = np.uint64(1) << np.uint64(cell % 41)
        if count == 1:
            one[cell // 41] |= bit
        elif 2 <= count <= size:
            excluders[cell // 41] |= bit
    many = 0
    for cell in range(81):
        if COUNT[grid[cell]] < 2 or SEEN[cell, 0] & one[0] or SEEN[cell, 1] & one[1]:
            continue
        if SEEN[cell, 0] & excluders[0] or SEEN[cell, 1] & excluders[1]:
            bases[many] = cell
            able[cell] = 1
            many += 1
    return many


@kernel
def aligned_pair(grid: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find two cells with combinations that a pair of excluders forbids."""
    bases = np.zeros(81, np.int64)
    able = np.zeros(81, np.uint8)
    excluders = np.zeros(2, np.uint64)
    partners = np.zeros(9, np.int64)
    many = _bases(grid, 2, bases, able, excluders)
    for j in range(1, many):
        b = bases[j]
        low, high = SEEN[b, 0] & excluders[0], SEEN[b, 1] & excluders[1]
        for i in range(j):
            a = bases[i]
            first, second = SEEN[a, 0] & low, SEEN[a, 1] & high
            if popcount(first) + popcount(second) < 2:
                continue
            near = NEAR[a, b]
            # partners[d]: the digits that an excluder forbids beside digit d
            partners[:] = 0
            for half in range(2):
                rest = second if half else first
                while rest:
                    mask = grid[41 * half + trailing_zeros(rest)]
                    rest &= rest - np.uint64(1)
                    d, e = FIRST[mask], FIRST[mask & (mask - 1)]
                    partners[d] |= 1 << e
                    partners[e] |= 1 << d
            lost_a, lost_b = 0, 0
            for d in range(9):
                bad = partners[d] | (1 << d if near else 0)
                if grid[a] >> d & 1 and grid[b] & ~bad == 0:
                    lost_a |= 1 << d
                if grid[b] >> d & 1 and grid[a] & ~bad == 0:
                    lost_b |= 1 << d
            if lost_a or lost_b:
                for cell in range(81):
                    gone[cell] = 0
                gone[a], gone[b] = lost_a, lost_b
                describe(step, ALIGNED_PAIR, -1, 0)
                return True
    return False


@kernel
def aligned_triplet(grid: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find three cells with combinations that excluders of two or three candidates forbid."""
    bases = np.zeros(81, np.int64)
    able = np.zeros(81, np.uint8)
    excluders = np.zeros(2, np.uint64)
    masks = np.zeros(20, np.int64)
    many = _bases(grid, 3, bases, able, excluders)
    small = np.zeros(81, np.uint8)
    for cell in range(81):
        small[cell] = able[cell] and COUNT[grid[cell]] <= 3
    # thirds[cell]: its small peers in their order, and last how many
    thirds = np.empty((81, 21), np.int64)
    for i in range(many):
        a = bases[i]
        found = 0
        for k in range(20):
            if small[PEERS[a, k]]:
                thirds[a, found] = PEERS[a, k]
                found += 1
        thirds[a, 20] = found
    for j in range(1, many):
        b = bases[j]
        low, high = SEEN[b, 0] & excluders[0], SEEN[b, 1] & excluders[1]
        for i in range(j):
            a = bases[i]
            first, second = SEEN[a, 0] & low, SEEN[a, 1] & high
            if popcount(first) + popcount(second) < 2:
                continue
            near = thirds[a, 20]
            for k in range(near + thirds[b, 20]):
                c = thirds[a, k] if k < near else thirds[b, k - near]
                if c == a or c == b or (k >= near and NEAR[a, c]):
                    continue
                # The same three cells have been looked at before, with the last of them as the third (or the second).
                if c < b and small[b] and (NEAR[a, b] or NEAR[b, c]):
                    continue
                if c < a and small[a] and (NEAR[a, b] or NEAR[a, c]):
                    continue
                left, right = first & SEEN[c, 0], second & SEEN[c, 1]
                if popcount(left) + popcount(right) < 2:
                    continue
                found = 0
                while left:
                    masks[found] = grid[trailing_zeros(left)]
                    left &= left - np.uint64(1)
                    found += 1
                while right:
                    masks[found] = grid[41 + trailing_zeros(right)]
                    right &= right - np.uint64(1)
                    found += 1
                # Which candidates are part of an allowed combination? Mostly all, and soon seen to be.
                lost_a, lost_b, lost_c = grid[a], grid[b], grid[c]
                mask_a = grid[a]
                while mask_a:
                    x = mask_a & -mask_a
                    mask_a &= mask_a - 1
                    mask_b = grid[b] & ~x if NEAR[a, b] else grid[b]
                    while mask_b:
                        y = mask_b & -mask_b
                        mask_b &= mask_b - 1
                        if not (lost_a & x or lost_b & y or lost_c):
                            continue
                        free = grid[c] & ~x if NEAR[a, c] else grid[c]
                        free = free & ~y if NEAR[b, c] else free
                        for e in range(found):
                            rest = masks[e] & ~(x | y)
                            if rest & (rest - 1) == 0:
                                free = free & ~rest if rest else 0
                        if free:
                            lost_a &= ~x
                            lost_b &= ~y
                            lost_c &= ~free
                if lost_a or lost_b or lost_c:
                    for cell in range(81):
                        gone[cell] = 0
                    gone[a], gone[b], gone[c] = lost_a, lost_b, lost_c
                    describe(step, ALIGNED_TRIPLET, -1, 0)
                    return True
    return False
