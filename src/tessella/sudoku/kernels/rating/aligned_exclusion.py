"""Aligned pair and aligned triplet exclusion: candidates that appear in no allowed combination of two or three cells.

A combination is forbidden if two of the cells see each other and hold the same digit, or if it takes the last
candidate of a cell that sees all of them (an excluder).
"""

from typing import NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.rating.grid import COUNT, FIRST, NEAR, PEERS, SEEN, Array, Bits, Ints, Numbers
from tessella.sudoku.kernels.rating.steps import (
    ALIGNED_PAIR,
    ALIGNED_TRIPLET,
    ELIMINATED,
    TRIPLETS,
    Positions,
    describe,
)


class Bases(NamedTuple):
    """The cells of which combinations are made."""

    cells: Ints
    many: int
    excluders: Bits  # all excluders, two words as in SEEN


@kernel
def _bases(grid: Numbers, size: int) -> Bases:
    """Return the cells that have an excluder, of two to `size` candidates, and see no cell of one candidate."""
    cells = np.zeros(81, np.int64)
    excluders = np.zeros(2, np.uint64)
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
            cells[many] = cell
            many += 1
    return Bases(cells, many, excluders)


@kernel
def aligned_pair(grid: Numbers, step: Ints) -> bool:
    """Find two cells with combinations that a pair of excluders forbids."""
    bases = _bases(grid, 2)
    partners = np.zeros(9, np.int64)
    for j in range(1, bases.many):
        b = bases.cells[j]
        low, high = SEEN[b, 0] & bases.excluders[0], SEEN[b, 1] & bases.excluders[1]
        for i in range(j):
            a = bases.cells[i]
            first, second = SEEN[a, 0] & low, SEEN[a, 1] & high
            if popcount(first) + popcount(second) < 2:
                continue
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
                bad = partners[d] | (1 << d if NEAR[a, b] else 0)
                if grid[a] >> d & 1 and grid[b] & ~bad == 0:
                    lost_a |= 1 << d
                if grid[b] >> d & 1 and grid[a] & ~bad == 0:
                    lost_b |= 1 << d
            if lost_a or lost_b:
                describe(step, ALIGNED_PAIR, -1, 0)
                step[ELIMINATED + a], step[ELIMINATED + b] = lost_a, lost_b
                return True
    return False


@kernel(early=True)
def _small_peers(grid: Numbers, bases: Bases, small: Array) -> Array:
    """Return the small peers of each base in their order, and last how many; mark all bases of two or three digits."""
    for i in range(bases.many):
        small[bases.cells[i]] = COUNT[grid[bases.cells[i]]] <= 3
    peers = np.empty((81, 21), np.int64)
    for i in range(bases.many):
        a = bases.cells[i]
        peers[a, 20] = 0
        for k in range(20):
            if small[PEERS[a, k]]:
                peers[a, peers[a, 20]] = PEERS[a, k]
                peers[a, 20] += 1
    return peers


@kernel
def aligned_triplets(stuck: Positions) -> None:
    """Find in every position the first aligned triplet."""
    for p in stuck.which:
        if stuck.family[p] > TRIPLETS and _aligned_triplet(stuck.grids[p], stuck.steps[p]):
            stuck.family[p] = TRIPLETS


@kernel(early=True)
def _aligned_triplet(grid: Numbers, step: Ints) -> bool:
    """Find three cells with combinations that excluders of two or three candidates forbid."""
    bases = _bases(grid, 3)
    small = np.zeros(81, np.uint8)
    thirds = _small_peers(grid, bases, small)
    masks = np.zeros(20, np.int64)
    for j in range(1, bases.many):
        b = bases.cells[j]
        low, high = SEEN[b, 0] & bases.excluders[0], SEEN[b, 1] & bases.excluders[1]
        for i in range(j):
            a = bases.cells[i]
            first, second = SEEN[a, 0] & low, SEEN[a, 1] & high
            if popcount(first) + popcount(second) < 2:
                continue
            near = thirds[a, 20]
            for k in range(near + thirds[b, 20]):
                c = thirds[a, k] if k < near else thirds[b, k - near]
                if c == a or c == b or (k >= near and NEAR[a, c]):
                    continue
                # The same three cells have been looked at before, with the last of them as the third (or the second).
                if small[b] and c < b and (NEAR[a, b] or NEAR[b, c]):
                    continue
                if small[a] and c < a and (NEAR[a, b] or NEAR[a, c]):
                    continue
                left, right = first & SEEN[c, 0], second & SEEN[c, 1]
                found = popcount(left) + popcount(right)
                if found < 2:
                    continue
                for e in range(found):
                    if left:
                        masks[e] = grid[trailing_zeros(left)]
                        left &= left - np.uint64(1)
                    else:
                        masks[e] = grid[41 + trailing_zeros(right)]
                        right &= right - np.uint64(1)
                if _excludes(grid, a, b, c, masks[:found], step):
                    return True
    return False


@kernel(early=True)
def _excludes(grid: Numbers, a: int, b: int, c: int, excluders: Ints, step: Ints) -> bool:
    """Describe the step that forbids candidates of three cells; return whether there are any.

    Which candidates are part of an allowed combination? Mostly all, and soon seen to be.
    """
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
            for e in range(len(excluders)):
                rest = excluders[e] & ~(x | y)
                if rest & (rest - 1) == 0:
                    free = free & ~rest if rest else 0
            if free:
                lost_a &= ~x
                lost_b &= ~y
                lost_c &= ~free
    if not (lost_a or lost_b or lost_c):
        return False
    describe(step, ALIGNED_TRIPLET, -1, 0)
    step[ELIMINATED + a], step[ELIMINATED + b], step[ELIMINATED + c] = lost_a, lost_b, lost_c
    return True
