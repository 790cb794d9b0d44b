# ruff: noqa: C901, PLR0912 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which candidates appear in no allowed combination of two or three cells?

A combination is forbidden if two of the cells see each other and hold the same digit, or if it takes the last
candidate of a cell that sees all of them (an excluder).
"""

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.rating_grid import COUNT, NEAR, PEERS, Ints, Numbers
from tessella.sudoku.kernels.rating_steps import ALIGNED_PAIR, ALIGNED_TRIPLET, describe

__all__ = ["aligned_pair", "aligned_triplet"]


@kernel
def _bases(grid: Numbers, size: int, bases: Ints, able: np.ndarray) -> int:
    """Find the cells that have an excluder and see no cell of one candidate; mark them in `able`."""
    many = 0
    for cell in range(81):
        if COUNT[grid[cell]] < 2:
            continue
        excluders, single = 0, False
        for i in range(20):
            count = COUNT[grid[PEERS[cell, i]]]
            single |= count == 1
            excluders += 2 <= count <= size
        if excluders and not single:
            bases[many] = cell
            able[cell] = 1
            many += 1
    return many


@kernel
def aligned_pair(grid: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find two cells with combinations that a pair of excluders forbids."""
    bases = np.zeros(81, np.int64)
    able = np.zeros(81, np.uint8)
    many = _bases(grid, 2, bases, able)
    for j in range(1, many):
        b = bases[j]
        for i in range(j):
            a = bases[i]
            near = NEAR[a, b]
            excluders = 0
            # partners[d]: the digits that an excluder forbids beside digit d
            partners = np.zeros(9, np.int64)
            for k in range(20):
                cell = PEERS[a, k]
                mask = grid[cell]
                if NEAR[b, cell] and COUNT[mask] == 2:
                    excluders += 1
                    for d in range(9):
                        if mask >> d & 1:
                            partners[d] |= mask & ~(1 << d)
            if excluders < 2:
                continue
            lost_a, lost_b = 0, 0
            for d in range(9):
                bad = partners[d] | (1 << d if near else 0)
                if grid[a] >> d & 1 and grid[b] & ~bad == 0:
                    lost_a |= 1 << d
                if grid[b] >> d & 1 and grid[a] & ~bad == 0:
                    lost_b |= 1 << d
            if lost_a or lost_b:
                gone[:] = 0
                gone[a], gone[b] = lost_a, lost_b
                describe(step, ALIGNED_PAIR, -1, 0)
                return True
    return False


@kernel
def aligned_triplet(grid: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find three cells with combinations that excluders of two or three candidates forbid."""
    bases = np.zeros(81, np.int64)
    able = np.zeros(81, np.uint8)
    many = _bases(grid, 3, bases, able)
    tail = np.zeros(40, np.int64)
    masks = np.zeros(20, np.int64)
    if many < 3:
        return False
    for j in range(1, many):
        b = bases[j]
        for i in range(j):
            a = bases[i]
            tails = 0
            for k in range(20):
                cell = PEERS[a, k]
                if cell != b and able[cell] and COUNT[grid[cell]] <= 3:
                    tail[tails] = cell
                    tails += 1
            for k in range(20):
                cell = PEERS[b, k]
                if cell != a and able[cell] and COUNT[grid[cell]] <= 3 and not NEAR[a, cell]:
                    tail[tails] = cell
                    tails += 1
            for t in range(tails):
                c = tail[t]
                excluders = 0
                for k in range(20):
                    cell = PEERS[c, k]
                    if NEAR[a, cell] and NEAR[b, cell] and 2 <= COUNT[grid[cell]] <= 3:
                        masks[excluders] = grid[cell]
                        excluders += 1
                if excluders < 2:
                    continue
                seen_a, seen_b, seen_c = 0, 0, 0
                for x in range(9):
                    if not grid[a] >> x & 1:
                        continue
                    for y in range(9):
                        if not grid[b] >> y & 1 or (x == y and NEAR[a, b]):
                            continue
                        for z in range(9):
                            if not grid[c] >> z & 1 or (x == z and NEAR[a, c]) or (y == z and NEAR[b, c]):
                                continue
                            taken = 1 << x | 1 << y | 1 << z
                            allowed = True
                            for k in range(excluders):
                                allowed &= masks[k] & ~taken != 0
                            if allowed:
                                seen_a |= 1 << x
                                seen_b |= 1 << y
                                seen_c |= 1 << z
                if seen_a != grid[a] or seen_b != grid[b] or seen_c != grid[c]:
                    gone[:] = 0
                    gone[a], gone[b], gone[c] = grid[a] & ~seen_a, grid[b] & ~seen_b, grid[c] & ~seen_c
                    describe(step, ALIGNED_TRIPLET, -1, 0)
                    return True
    return False
