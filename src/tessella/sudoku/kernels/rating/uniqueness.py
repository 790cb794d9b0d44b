"""Uniqueness: unique rectangles and loops, and bivalue universal graves (BUG).

A unique loop visits cells that all hold the same two candidates, each house that it touches twice, once at an odd and
once at an even step; if nothing but these two were left, the two could be swapped. All loops are collected and the step
with the lowest rating is taken, then the lowest type. In a BUG every blank cell has two candidates and every house two
places for each digit: it has no solution or two, so one of the extra candidates must be true.

Dead end: going only through cells that can be part of a loop made the search short but saved no time by itself. What
costs is closing loops, each found from all its cells and both ways round (sixteen times for a rectangle), so one that
has been tried is known again.
"""

from typing import NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.grid import (
    BLANKS,
    CELLS,
    COUNT,
    FIRST,
    HOUSE_BITS,
    HOUSE_OF,
    INDEX_OF,
    NEAR,
    PEERS,
    PLACES,
    SEEN,
    Array,
    Bits,
    Ints,
    Numbers,
    copy,
    eliminate,
)
from tessella.sudoku.kernels.rating.steps import ELIMINATED, RATING, describe, take_from

HOUSE_SET = np.array([sum(1 << int(house) for house in houses) for houses in HOUSE_OF])  # a cell's houses as a mask


class Loop(NamedTuple):
    """A closed loop, and the two cells with extra candidates that come first on it."""

    cells: Ints
    pair: int
    rating: float  # of types 1, 2 and 4
    extras: int  # how many cells have extra candidates
    one: int
    two: int
    more: int  # the extra candidates


LOOP_RATINGS = (0.0, 0.0, 4.5, 4.5 + 0.1, 4.5 + 0.2, 4.5 + 0.3 + 0.2)  # by half the length; the last for all above


class Best(NamedTuple):
    """The best step so far."""

    order: Array  # its rating, before it is rounded, and its type
    step: Ints
    trial: Ints  # room for another step


@kernel(early=True)
def _loop_cells(grid: Numbers, pair: int, cells: Bits) -> None:
    """Find the cells that hold a pair, as bits in `cells[2:]`, and those of them that may be part of a loop, in [:2].

    What comes before such a cell and after is in houses of two kinds. No loop goes anywhere else.
    """
    cells[0] = cells[1] = 0
    for cell in range(81):
        if grid[cell] & pair == pair:
            cells[cell // 41] |= np.uint64(1) << np.uint64(cell % 41)
    cells[2], cells[3] = cells[0], cells[1]
    changed = True
    while changed and popcount(cells[0]) + popcount(cells[1]) >= 4:
        changed = False
        for half in range(2):
            rest = cells[half]
            while rest:
                i = trailing_zeros(rest)
                rest &= rest - np.uint64(1)
                cell = 41 * half + i
                first, second = SEEN[cell, 0] & cells[0], SEEN[cell, 1] & cells[1]
                kinds = 0
                for k in range(3):
                    house = HOUSE_OF[cell, k]
                    kinds += (first & HOUSE_BITS[house, 0]) | (second & HOUSE_BITS[house, 1]) != 0
                if kinds < 2 or popcount(first) + popcount(second) < 2:
                    cells[half] &= ~(np.uint64(1) << np.uint64(i))
                    changed = True
    if changed:
        cells[0] = cells[1] = 0


# A frame of the depth-first search for loops: which house of the cell is looked through (box, row, column), the one
# arrived through, how many more cells may have extras, their extra digits, the houses visited at odd and at even steps.
_LOOKING, _CAME, _ALLOWED, _EXTRAS, _ODD, _EVEN = range(6)


@kernel
def unique_loop(grid: Numbers, step: Ints) -> bool:
    """Find the unique loop with the lowest rating, then the lowest type."""
    best = Best(np.full(2, 99.0), step, np.empty_like(step))
    loop = np.zeros(82, np.int64)
    frames = np.zeros((82, 6), np.int64)
    waiting = np.zeros((82, 2), np.uint64)  # the cells that are still to be looked at in this house
    free = np.zeros(4, np.uint64)  # see _loop_cells; of those in [2:] the ones that are not on the loop
    tried = np.empty((32, 3), np.uint64)
    known, tries = 0, 0
    for start in range(81):
        if COUNT[grid[start]] != 2:
            continue
        pair = grid[start]
        if pair != known:
            known = pair
            _loop_cells(grid, pair, free)
        home = np.uint64(1) << np.uint64(start % 41)
        if free[start // 41] & home == 0:
            continue
        depth = 0
        loop[0] = start
        frames[0] = 0
        frames[0, _LOOKING], frames[0, _CAME], frames[0, _ALLOWED] = -1, -1, 2
        frames[0, _EVEN] = HOUSE_SET[start]
        waiting[0, 0] = waiting[0, 1] = 0
        free[2 + start // 41] &= ~home
        while depth >= 0:
            half = 0 if waiting[depth, 0] else 1
            if waiting[depth, half] == 0:
                frames[depth, _LOOKING] += 1
                k = frames[depth, _LOOKING]
                if k == 3:
                    free[2 + loop[depth] // 41] |= np.uint64(1) << np.uint64(loop[depth] % 41)
                    depth -= 1
                elif k != frames[depth, _CAME]:
                    house = HOUSE_OF[loop[depth], k]
                    waiting[depth, 0] = HOUSE_BITS[house, 0] & free[2]
                    waiting[depth, 1] = HOUSE_BITS[house, 1] & free[3]
                    if depth >= 3:
                        waiting[depth, start // 41] |= HOUSE_BITS[house, start // 41] & home
                continue
            bit = waiting[depth, half] & (~waiting[depth, half] + np.uint64(1))
            waiting[depth, half] ^= bit
            cell = 41 * half + trailing_zeros(bit)
            if cell == start:
                if depth & 1 and frames[depth, _ODD] == frames[depth, _EVEN]:
                    # A loop is come upon from each of its cells and both ways round. How often does not matter to
                    # what it says, but for one thing: with more than two extra cells, which of them comes first.
                    again = False
                    for k in range(tries):
                        again |= tried[k, 0] == free[2] and tried[k, 1] == free[3] and tried[k, 2] == pair
                    if not again and _close(grid, loop[: depth + 1], pair, best) <= 2 and tries < len(tried):
                        tried[tries, 0], tried[tries, 1], tried[tries, 2] = free[2], free[3], pair
                        tries += 1
                continue
            # What cells passed over have beside the pair counts as well, as long as this cell is looked from.
            frames[depth, _EXTRAS] |= grid[cell] & ~pair
            bare = grid[cell] == pair
            may_pass = bare or frames[depth, _ALLOWED] > 0 or COUNT[frames[depth, _EXTRAS]] == 1
            # Every house is visited once at an odd step and once at an even one, or never.
            side = _EVEN - (depth + 1 & 1)
            if free[half] & bit and may_pass and not frames[depth, side] & HOUSE_SET[cell]:
                depth += 1
                loop[depth] = cell
                free[2 + half] &= ~bit
                copy(frames[depth], frames[depth - 1])
                frames[depth, _CAME], frames[depth, _LOOKING] = frames[depth - 1, _LOOKING], -1
                frames[depth, _ALLOWED] -= not bare
                frames[depth, side] |= HOUSE_SET[cell]
                waiting[depth, 0] = waiting[depth, 1] = 0
    return bool(best.order[0] < 99)


@kernel
def _is_better(best: Best, rating: float, kind: int) -> bool:
    return bool(rating < best.order[0] or (rating == best.order[0] and kind < best.order[1]))


@kernel
def _begin(best: Best, loop: Loop) -> Ints:
    describe(best.trial, steps.UNIQUE_RECTANGLE if len(loop.cells) == 4 else steps.UNIQUE_LOOP, -1, 0)
    return best.trial


@kernel
def _keep(best: Best, rating: float, kind: int) -> None:
    """Keep the step in `best.trial` as the best."""
    best.order[0], best.order[1] = rating, kind
    best.trial[RATING] = int((rating + 0.05) * 10)
    copy(best.step, best.trial)


@kernel(early=True)
def _close(grid: Numbers, cells: Ints, pair: int, best: Best) -> int:
    """Try the four types on a closed loop, and return how many cells have extras."""
    extras, more = 0, 0
    one, two = -1, -1
    for cell in cells:
        if grid[cell] != pair:
            extras += 1
            more |= grid[cell] & ~pair
            one = int(cell) if extras == 1 else one
            two = int(cell) if extras == 2 else two
    loop = Loop(cells, pair, LOOP_RATINGS[min(len(cells) // 2, 5)], extras, one, two, more)
    if extras == 1 and _is_better(best, loop.rating, 1):
        _begin(best, loop)[ELIMINATED + one] = pair
        _keep(best, loop.rating, 1)
    elif extras > 2 or (extras == 2 and COUNT[more] == 1):
        _with_one_extra(grid, loop, best)
    elif extras == 2:
        _with_naked_set(grid, loop, best)
    if extras == 2:
        _with_locked_digit(grid, loop, best)
    return extras


@kernel(early=True)
def _with_one_extra(grid: Numbers, loop: Loop, best: Best) -> None:
    """Try type 2: one extra digit, in one of the cells that have it."""
    if not _is_better(best, loop.rating, 2):
        return
    digit = grid[loop.one] & ~loop.pair
    digit &= -digit
    step = _begin(best, loop)
    found = False
    for cell in range(81):
        sees = grid[cell] & digit != 0
        for other in loop.cells:
            sees &= grid[other] == loop.pair or NEAR[cell, other] == 1
        if sees:
            found |= take_from(step, grid, cell, digit)
    if found:
        _keep(best, loop.rating, 2)


@kernel(early=True)
def _with_locked_digit(grid: Numbers, loop: Loop, best: Best) -> None:
    """Try type 4: one of the pair has no place in a house but the two cells with extras."""
    one, two = loop.one, loop.two
    first = loop.pair & -loop.pair
    locked = 0
    for k in range(3):
        house = HOUSE_OF[one, k]
        if house == HOUSE_OF[two, k]:
            others = 0
            for i in range(9):
                cell = CELLS[house, i]
                others |= grid[cell] if cell != one and cell != two else 0
            locked |= loop.pair & ~others
    if locked and _is_better(best, loop.rating, 4):
        step = _begin(best, loop)
        step[ELIMINATED + one] = step[ELIMINATED + two] = loop.pair & ~first if locked & first else first
        _keep(best, loop.rating, 4)


@kernel
def _with_naked_set(grid: Numbers, loop: Loop, best: Best) -> None:
    """Try type 3: the two cells with extras act as one cell of a naked or hidden set."""
    for size in range(COUNT[loop.more], 8):
        hidden_rating, naked_rating = loop.rating + (size - 2) * 0.1, loop.rating + (size - 1) * 0.1
        if not _is_better(best, hidden_rating, 3) and not _is_better(best, naked_rating, 3):
            return
        for k in range(3):
            house = HOUSE_OF[loop.one, k]
            if house != HOUSE_OF[loop.two, k]:
                continue
            a, b = 1 << INDEX_OF[loop.one, k], 1 << INDEX_OF[loop.two, k]
            if 2 * size <= grid[BLANKS + house]:
                _try_naked(grid, loop, best, house, a, b, size)
            if 2 * size < grid[BLANKS + house]:
                _try_hidden(grid, loop, best, house, a, b, size)


@kernel
def _try_naked(grid: Numbers, loop: Loop, best: Best, house: int, a: int, b: int, size: int) -> None:
    """Try naked sets of a house that the cells at places a and b are part of as one cell."""
    able = 0
    for i in range(9):
        if COUNT[grid[CELLS[house, i]]] >= 2:
            able |= 1 << i
    rating = loop.rating + (size - 1) * 0.1
    for places in range(512):
        if COUNT[places] != size or not places & a or places & b or places & ~a & ~able:
            continue
        digits, cover = loop.more, loop.more & grid[loop.one] & grid[loop.two]
        for i in range(9):
            if places & ~a & 1 << i:
                digits |= grid[CELLS[house, i]]
                cover |= grid[CELLS[house, i]]
        if COUNT[cover] == size and COUNT[digits] == size and _is_better(best, rating, 3):
            _eliminate_outside(grid, loop, best, house, ~(places | b), digits, rating)


@kernel
def _try_hidden(grid: Numbers, loop: Loop, best: Best, house: int, a: int, b: int, size: int) -> None:
    """Try hidden sets of a house that the cells at places a and b are part of as one cell."""
    others = 511 & ~loop.more & ~loop.pair
    for digits in range(512):
        if COUNT[digits] != size - 2 or digits & ~others:
            continue
        places, empty = 0, False
        for d in range(9):
            if (digits | loop.pair) >> d & 1:
                mask = grid[PLACES + 9 * house + d] & ~b
                empty |= mask == 0
                places |= mask
        if empty or COUNT[places] != size:
            continue
        places &= ~a & ~b
        rating = loop.rating + (COUNT[places] - 1) * 0.1
        if _is_better(best, rating, 3):
            _eliminate_outside(grid, loop, best, house, places, ~(digits | loop.pair), rating)


@kernel
def _eliminate_outside(
    grid: Numbers, loop: Loop, best: Best, house: int, places: int, digits: int, rating: float
) -> None:
    """Keep the step of type 3 that eliminates these digits from these places of a house, if it eliminates any."""
    step = _begin(best, loop)
    found = False
    for i in range(9):
        if places >> i & 1:
            found |= take_from(step, grid, CELLS[house, i], digits)
    if found:
        _keep(best, rating, 3)


# --- Bivalue universal graves ----------------------------------------------------------------------------------------


class Extras(NamedTuple):
    """The cells of a BUG with extra candidates."""

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
        describe(step, steps.BUG_1, -1, 0)
        step[ELIMINATED + first] = grid[first] & ~extras.digits
        return True
    if COUNT[extras.digits] == 1:
        describe(step, steps.BUG_2, -1, 0)
        found = False
        for cell in extras.seen:
            found |= take_from(step, grid, int(cell), extras.digits)
        return found or _bug_with_locked_digit(grid, extras, step)
    if len(extras.seen) == 0:
        return False
    return _bug_with_locked_digit(grid, extras, step) or _bug_with_naked_set(grid, extras, step)


@kernel
def _bug_with_locked_digit(grid: Numbers, extras: Extras, step: Ints) -> bool:
    """Type 4: two cells with extras share a house and one more digit, which must be in one of them."""
    one, two = extras.cells[0], extras.cells[1]
    common = grid[one] & grid[two] & ~extras.digits
    if extras.many != 2 or COUNT[common] != 1 or not NEAR[one, two]:
        return False
    describe(step, steps.BUG_4, -1, 0)
    step[ELIMINATED + one] = grid[one] & ~extras.of_cell[one] & ~common
    step[ELIMINATED + two] = grid[two] & ~extras.of_cell[two] & ~common
    return True


@kernel(early=True)
def _bug_with_naked_set(grid: Numbers, extras: Extras, step: Ints) -> bool:
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
    describe(step, steps.BUG_3, -1, 0)
    step[RATING] = int((5.7 + (size - 1) * 0.1 + 0.05) * 10)
    found = False
    for i in range(len(members)):
        if not chosen >> i & 1:
            found |= take_from(step, grid, int(members[i]), cover)
    return found
