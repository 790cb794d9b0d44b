# ruff: noqa: C901 - a kernel is one loop with many cases and takes its arrays by position
"""Bivalue universal graves (BUG) with extra candidates.

A BUG is a position in which every blank cell has two candidates and every house two places for each digit. As it has no
solution or two, one of the extra candidates must be true.
"""

from typing import NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    HOUSE_OF,
    NEAR,
    PEERS,
    PLACES,
    Ints,
    Numbers,
    copy,
    eliminate,
)
from tessella.sudoku.kernels.rating.steps import BUG_1, BUG_2, BUG_3, BUG_4, ELIMINATED, RATING, describe


class Extras(NamedTuple):
    """The cells with extra candidates."""

    cells: Ints
    many: int
    digits: int  # the extra candidates of all of them
    of_cell: Numbers
    seen: Ints  # the cells that see them all


@kernel(early=True)
def _extras(grid: Numbers, bare: Numbers) -> Extras:
    """Find extra candidates, those of a digit with more than two places, and take them off `bare`; none if no BUG."""
    extra = np.zeros(81, np.int16)
    cells = np.zeros(81, np.int64)
    seen = np.zeros(20, np.int64)
    many, digits, shared = 0, 0, 0
    for k in range(243):
        house, d = k // 9 + 18 if k < 81 else k // 9 - 9, k % 9  # boxes, rows, columns
        mask = grid[PLACES + 9 * house + d]
        if mask == 0 or COUNT[mask] == 2:
            continue
        able, found = 0, 0
        while mask:
            cell = CELLS[house, FIRST[mask]]
            if COUNT[grid[cell]] >= 3:
                able += 1
                found = cell
            mask &= mask - 1
        if able > 1:
            continue  # another house will tell which one it is
        if able == 0:
            many = 0
            break
        if many == 0:
            copy(seen, PEERS[found])
            shared = 20
        if extra[found] == 0:
            cells[many] = found
            many += 1
        extra[found] |= 1 << d
        digits |= 1 << d
        if bare[found] >> d & 1:
            eliminate(bare, found, d)
        kept = 0
        for i in range(shared):
            if NEAR[seen[i], found] and extra[seen[i]] == 0:
                seen[kept] = seen[i]
                kept += 1
        shared = kept
        if many > 1 and COUNT[digits] > 1 and shared == 0:
            many = 0
            break
    return Extras(cells, many, digits, extra, seen[:shared])


@kernel
def bug(grid: Numbers, step: Ints) -> bool:
    """Find a BUG with extra candidates."""
    bare = np.empty_like(grid)
    copy(bare, grid)
    extras = _extras(grid, bare)
    if extras.many == 0:
        return False
    for i in range(PLACES + 243):
        if (i < 81 or i >= PLACES) and bare[i] and COUNT[bare[i]] != 2:
            return False
    first = extras.cells[0]
    if extras.many == 1:
        describe(step, BUG_1, -1, 0)
        step[ELIMINATED + first] = grid[first] & ~extras.digits
        return True
    if COUNT[extras.digits] == 1:
        describe(step, BUG_2, -1, 0)
        found = False
        for cell in extras.seen:
            if grid[cell] & extras.digits:
                step[ELIMINATED + cell] = extras.digits
                found = True
        return found or _with_locked_digit(grid, extras, step)
    if len(extras.seen) == 0:
        return False
    return _with_locked_digit(grid, extras, step) or _with_naked_set(grid, extras, step)


@kernel
def _with_locked_digit(grid: Numbers, extras: Extras, step: Ints) -> bool:
    """Type 4: two cells with extras share a house and one more digit, which must be in one of them."""
    one, two = extras.cells[0], extras.cells[1]
    common = grid[one] & grid[two] & ~extras.digits
    if extras.many != 2 or COUNT[common] != 1 or not NEAR[one, two]:
        return False
    describe(step, BUG_4, -1, 0)
    step[ELIMINATED + one] = grid[one] & ~extras.of_cell[one] & ~common
    step[ELIMINATED + two] = grid[two] & ~extras.of_cell[two] & ~common
    return True


@kernel
def _with_naked_set(grid: Numbers, extras: Extras, step: Ints) -> bool:
    """Type 3: the extras, in whichever cell they come true, make a naked set with other cells of a house."""
    members = np.zeros(9, np.int64)
    for k in range(3):
        house = HOUSE_OF[extras.cells[0], k]
        together = True
        for i in range(extras.many):
            together &= HOUSE_OF[extras.cells[i], k] == house
        if not together:
            continue
        many = 0
        for cell in extras.seen:
            if HOUSE_OF[cell, k] == house:
                members[many] = cell
                many += 1
        for size in range(2, 7):
            if many < size or COUNT[extras.digits] > size:
                continue
            for chosen in range(1 << many):
                if COUNT[chosen] == size - 1 and _is_naked_set(grid, extras, members[:many], chosen, size, step):
                    return True
    return False


@kernel(early=True)
def _is_naked_set(grid: Numbers, extras: Extras, members: Ints, chosen: int, size: int, step: Ints) -> bool:
    """Describe the step of type 3 with these members of a house, if they make a naked set that eliminates anything."""
    cover = 0
    for i in range(len(members)):
        if chosen >> i & 1:
            cover |= grid[members[i]]
            if COUNT[grid[members[i]]] <= 1:
                return False
    if COUNT[cover] != size or COUNT[cover | extras.digits] != size:
        return False
    describe(step, BUG_3, -1, 0)
    step[RATING] = int((5.7 + (size - 1) * 0.1 + 0.05) * 10)
    found = False
    for i in range(len(members)):
        if not chosen >> i & 1 and grid[members[i]] & cover:
            step[ELIMINATED + members[i]] = grid[members[i]] & cover
            found = True
    return found
