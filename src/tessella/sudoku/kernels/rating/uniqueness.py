# ruff: noqa: C901, PLR0911, PLR0912, PLR0913, PLR0915, PLR0917 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which steps follow from there being one solution only: unique loops and bivalue universal graves?

A unique loop visits cells that all hold the same two candidates, each house that it touches twice, once at an
odd and once at an even step; if nothing but these two were left, the two could be swapped. All loops are
collected and the step with the lowest rating is taken, then the lowest type. Going only through cells that can be
part of a loop made the search short but saved no time by itself: what costs is closing loops, each found from all
its cells and both ways round (sixteen times for a rectangle), so one that has been tried is known again.

A grave is a position in which every blank cell has two candidates and every house two places for each digit, but
for a few extra ones.
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import popcount, trailing_zeros
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
    Bits,
    Ints,
    Numbers,
    copy,
    strike,
)
from tessella.sudoku.kernels.rating.steps import (
    BUG_1,
    BUG_2,
    BUG_3,
    BUG_4,
    RATING,
    UNIQUE_LOOP,
    UNIQUE_RECTANGLE,
    describe,
)

__all__ = ["grave", "unique_loop"]

# Chains and loops go through the box, the row, then the column of a cell: these are the columns of HOUSE_OF.
_ORDER = np.array([2, 0, 1], np.int64)


@kernel
def _mates(grid: Numbers, pair: int, mates: Bits) -> None:
    """Find the cells that hold a pair, as bits in `mates[2:]`, and those of them that may be part of a loop, in [:2].

    What comes before such a cell and after is in houses of two kinds. No loop goes anywhere else.
    """
    mates[0] = mates[1] = 0
    for cell in range(81):
        if grid[cell] & pair == pair:
            mates[cell // 41] |= np.uint64(1) << np.uint64(cell % 41)
    mates[2], mates[3] = mates[0], mates[1]
    changed = True
    while changed and popcount(mates[0]) + popcount(mates[1]) >= 4:
        changed = False
        for half in range(2):
            rest = mates[half]
            while rest:
                i = trailing_zeros(rest)
                rest &= rest - np.uint64(1)
                cell = 41 * half + i
                first, second = SEEN[cell, 0] & mates[0], SEEN[cell, 1] & mates[1]
                kinds = 0
                for kind in range(3):
                    house = HOUSE_OF[cell, kind]
                    kinds += (first & HOUSE_BITS[house, 0]) | (second & HOUSE_BITS[house, 1]) != 0
                if kinds < 2 or popcount(first) + popcount(second) < 2:
                    mates[half] &= ~(np.uint64(1) << np.uint64(i))
                    changed = True
    if changed:
        mates[0] = mates[1] = 0


@kernel
def unique_loop(grid: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find the unique loop with the lowest rating, then the lowest type."""
    best = np.zeros(2)
    best[0], best[1] = 99, 9
    loop = np.zeros(82, np.int64)
    # The way so far: which kind of house is looked through, the one arrived through, allowed extras, extra digits,
    # houses visited at odd and at even steps; and the cells that are still to be looked at in this house.
    frames = np.zeros((82, 6), np.int64)
    waiting = np.zeros((82, 2), np.uint64)
    mates = np.zeros(4, np.uint64)
    lost = np.zeros(81, np.int16)
    tried = np.empty((32, 3), np.uint64)
    known, tries = 0, 0
    for start in range(81):
        if COUNT[grid[start]] != 2:
            continue
        pair = grid[start]
        if pair != known:
            known = pair
            _mates(grid, pair, mates)
        home = np.uint64(1) << np.uint64(start % 41)
        if mates[start // 41] & home == 0:
            continue
        depth = 0
        loop[0] = start
        frames[0, 0], frames[0, 1], frames[0, 2], frames[0, 3], frames[0, 4] = -1, -1, 2, 0, 0
        frames[0, 5] = 1 << HOUSE_OF[start, 0] | 1 << HOUSE_OF[start, 1] | 1 << HOUSE_OF[start, 2]
        waiting[0, 0] = waiting[0, 1] = 0
        mates[2 + start // 41] &= ~home
        while depth >= 0:
            half = 0 if waiting[depth, 0] else 1
            if waiting[depth, half] == 0:
                frames[depth, 0] += 1
                k = frames[depth, 0]
                if k == 3:
                    mates[2 + loop[depth] // 41] |= np.uint64(1) << np.uint64(loop[depth] % 41)
                    depth -= 1
                elif k != frames[depth, 1]:
                    house = HOUSE_OF[loop[depth], _ORDER[k]]
                    waiting[depth, 0] = HOUSE_BITS[house, 0] & mates[2]
                    waiting[depth, 1] = HOUSE_BITS[house, 1] & mates[3]
                    if depth >= 3:
                        waiting[depth, start // 41] |= HOUSE_BITS[house, start // 41] & home
                continue
            bit = waiting[depth, half] & (~waiting[depth, half] + np.uint64(1))
            waiting[depth, half] ^= bit
            cell = 41 * half + trailing_zeros(bit)
            if cell == start:
                if depth & 1 and frames[depth, 4] == frames[depth, 5]:
                    # A loop is come upon from each of its cells and both ways round. How often does not matter to
                    # what it says, but for one thing: with more than two extra cells, which of them comes first.
                    again = False
                    for k in range(tries):
                        again |= tried[k, 0] == mates[2] and tried[k, 1] == mates[3] and tried[k, 2] == pair
                    if not again:
                        many = _close(grid, loop, depth + 1, pair, best, step, gone, lost)
                        if many <= 2 and tries < len(tried):
                            tried[tries, 0], tried[tries, 1], tried[tries, 2] = mates[2], mates[3], pair
                            tries += 1
                continue
            # What cells passed over have beside the pair counts as well, as long as this cell is looked from.
            frames[depth, 3] |= grid[cell] & ~pair
            allowed = frames[depth, 2]
            bare = grid[cell] == pair
            if mates[half] & bit and (bare or allowed > 0 or COUNT[frames[depth, 3]] == 1):
                # Every house is visited once at an odd step and once at an even one, or never.
                houses = 1 << HOUSE_OF[cell, 0] | 1 << HOUSE_OF[cell, 1] | 1 << HOUSE_OF[cell, 2]
                side = 5 - (depth + 1 & 1)
                if frames[depth, side] & houses:
                    continue
                depth += 1
                loop[depth] = cell
                mates[2 + half] &= ~bit
                frames[depth, 1] = frames[depth - 1, 0]
                frames[depth, 0] = -1
                frames[depth, 2] = allowed if bare else allowed - 1
                frames[depth, 3] = frames[depth - 1, 3]
                frames[depth, 4], frames[depth, 5] = frames[depth - 1, 4], frames[depth - 1, 5]
                frames[depth, side] |= houses
                waiting[depth, 0] = waiting[depth, 1] = 0
    return bool(best[0] < 99)


@kernel
def _is_better(best: np.ndarray, rating: float, kind: int) -> bool:
    return bool(rating < best[0] or (rating == best[0] and kind < best[1]))


@kernel
def _take(best: np.ndarray, rating: float, kind: int, length: int, step: Ints, gone: Numbers, lost: Numbers) -> None:
    """Keep a step that removes something and is better than the best so far."""
    best[0], best[1] = rating, kind
    describe(step, UNIQUE_RECTANGLE if length == 4 else UNIQUE_LOOP, -1, 0)
    step[RATING] = int((rating + 0.05) * 10)
    copy(gone, lost)


@kernel
def _close(
    grid: Numbers, loop: Ints, length: int, pair: int, best: np.ndarray, step: Ints, gone: Numbers, lost: Numbers
) -> int:
    """Try the four types on a closed loop, and return how many cells have extras; `lost` is room."""
    rating = 4.5
    if length >= 10:
        rating += 0.3
    if length >= 8:
        rating += 0.2
    elif length >= 6:
        rating += 0.1
    extras = 0
    one, two = -1, -1
    more = 0
    for i in range(length):
        if grid[loop[i]] != pair:
            extras += 1
            more |= grid[loop[i]] & ~pair
            if extras == 1:
                one = loop[i]
            elif extras == 2:
                two = loop[i]
    if extras == 0:
        return extras
    for cell in range(81):
        lost[cell] = 0
    if extras == 1:
        if _is_better(best, rating, 1):
            lost[one] = pair
            _take(best, rating, 1, length, step, gone, lost)
        return extras
    if extras > 2 or COUNT[more] == 1:
        if _is_better(best, rating, 2):
            digit = grid[one] & ~pair
            digit &= -digit
            found = False
            for cell in range(81):
                if grid[cell] & digit == 0:
                    continue
                sees = True
                for i in range(length):
                    if grid[loop[i]] != pair and not NEAR[cell, loop[i]]:
                        sees = False
                if sees:
                    lost[cell] = digit
                    found = True
            if found:
                _take(best, rating, 2, length, step, gone, lost)
    elif COUNT[more] >= 2:
        _with_set(grid, one, two, pair, more, rating, length, best, step, gone, lost)
    if extras == 2 and _is_better(best, rating, 4):
        first = pair & -pair
        locks_first, locks_second = False, False
        for k in range(3):
            kind = _ORDER[k]
            house = HOUSE_OF[one, kind]
            if house != HOUSE_OF[two, kind]:
                continue
            others = 0
            for i in range(9):
                cell = CELLS[house, i]
                if cell != one and cell != two:  # noqa: PLR1714 - `in` takes longer to compile
                    others |= grid[cell]
            locks_first |= others & first == 0
            locks_second |= others & pair & ~first == 0
        if locks_first or locks_second:
            lost[:] = 0
            lost[one] = lost[two] = pair & ~first if locks_first else first
            _take(best, rating, 4, length, step, gone, lost)
    return extras


@kernel
def _with_set(
    grid: Numbers,
    one: int,
    two: int,
    pair: int,
    more: int,
    rating: float,
    length: int,
    best: np.ndarray,
    step: Ints,
    gone: Numbers,
    lost: Numbers,
) -> None:
    """Try type 3: the two cells with extras act as one cell of a naked or hidden set."""
    both = more & grid[one] & grid[two]
    others = 511 & ~more & ~pair
    for size in range(COUNT[more], 8):
        if not _is_better(best, rating + (size - 2) * 0.1, 3) and not _is_better(best, rating + (size - 1) * 0.1, 3):
            return
        for k in range(3):
            kind = _ORDER[k]
            house = HOUSE_OF[one, kind]
            if house != HOUSE_OF[two, kind]:
                continue
            a, b = 1 << INDEX_OF[one, kind], 1 << INDEX_OF[two, kind]
            blanks = grid[BLANKS + house]
            able = 0
            for i in range(9):
                if COUNT[grid[CELLS[house, i]]] >= 2:
                    able |= 1 << i
            if 2 * size <= blanks:
                value = rating + (size - 1) * 0.1
                for places in range(512):
                    if COUNT[places] != size or not places & a or places & b or places & ~a & ~able:
                        continue
                    digits, cover = more, both
                    for i in range(9):
                        if places & ~a & 1 << i:
                            digits |= grid[CELLS[house, i]]
                            cover |= grid[CELLS[house, i]]
                    if COUNT[cover] != size or COUNT[digits] != size or not _is_better(best, value, 3):
                        continue
                    lost[:] = 0
                    found = False
                    for i in range(9):
                        if not (places | b) >> i & 1 and grid[CELLS[house, i]] & digits:
                            lost[CELLS[house, i]] = grid[CELLS[house, i]] & digits
                            found = True
                    if found:
                        _take(best, value, 3, length, step, gone, lost)
            if 2 * size < blanks:
                for digits in range(512):
                    if COUNT[digits] != size - 2 or digits & ~others:
                        continue
                    places, empty = 0, False
                    for d in range(9):
                        if (digits | pair) >> d & 1:
                            mask = grid[PLACES + 9 * house + d] & ~b
                            empty |= mask == 0
                            places |= mask
                    if empty or COUNT[places] != size:
                        continue
                    places &= ~a & ~b
                    value = rating + (COUNT[places] - 1) * 0.1
                    if not _is_better(best, value, 3):
                        continue
                    lost[:] = 0
                    found = False
                    for i in range(9):
                        if places >> i & 1 and grid[CELLS[house, i]] & ~(digits | pair):
                            lost[CELLS[house, i]] = grid[CELLS[house, i]] & ~(digits | pair)
                            found = True
                    if found:
                        _take(best, value, 3, length, step, gone, lost)


@kernel
def grave(grid: Numbers, twin: Numbers, step: Ints, gone: Numbers) -> bool:
    """Find a bivalue universal grave with extra candidates; `twin` is room for a copy of the grid."""
    copy(twin, grid)
    extra = np.zeros(81, np.int16)
    cells = np.zeros(81, np.int64)
    common = np.zeros(20, np.int64)
    bugs, digits, shared = 0, 0, 0
    for k in range(27):
        house = k + 18 if k < 9 else k - 9  # boxes, rows, columns
        for d in range(9):
            mask = grid[PLACES + 9 * house + d]
            if mask == 0 or COUNT[mask] == 2:
                continue
            many, found = 0, 0
            while mask:
                cell = CELLS[house, FIRST[mask]]
                if COUNT[grid[cell]] >= 3:
                    many += 1
                    found = cell
                mask &= mask - 1
            if many == 0:
                return False
            if many > 1:
                continue  # another house will tell which one it is
            if bugs == 0:
                for i in range(20):
                    common[i] = PEERS[found, i]
                shared = 20
            if extra[found] == 0:
                cells[bugs] = found
                bugs += 1
            extra[found] |= 1 << d
            digits |= 1 << d
            if twin[found] >> d & 1:
                strike(twin, found, d)
            kept = 0
            for i in range(shared):
                if NEAR[common[i], found] and extra[common[i]] == 0:
                    common[kept] = common[i]
                    kept += 1
            shared = kept
            if bugs > 1 and COUNT[digits] > 1 and shared == 0:
                return False
    for cell in range(81):
        if twin[cell] and COUNT[twin[cell]] != 2:
            return False
    for k in range(243):
        if twin[PLACES + k] and COUNT[twin[PLACES + k]] != 2:
            return False
    if bugs == 0:
        return False
    gone[:] = 0
    if bugs == 1:
        describe(step, BUG_1, -1, 0)
        gone[cells[0]] = grid[cells[0]] & ~digits
        return True
    if COUNT[digits] == 1:
        found = 0
        for i in range(shared):
            if grid[common[i]] & digits:
                gone[common[i]] = digits
                found = 1
        if found:
            describe(step, BUG_2, -1, 0)
            return True
        return bugs == 2 and _grave_locked(grid, cells, extra, digits, step, gone)
    if shared == 0:
        return False
    if bugs == 2 and _grave_locked(grid, cells, extra, digits, step, gone):
        return True
    return _grave_with_set(grid, cells, bugs, common, shared, digits, step, gone)


@kernel
def _grave_locked(grid: Numbers, cells: Ints, extra: Numbers, digits: int, step: Ints, gone: Numbers) -> bool:
    """Type 4: two cells with extras share a house and one more digit, which must be in one of them."""
    one, two = cells[0], cells[1]
    common = grid[one] & grid[two] & ~digits
    if COUNT[common] != 1 or not NEAR[one, two]:
        return False
    gone[one] = grid[one] & ~extra[one] & ~common
    gone[two] = grid[two] & ~extra[two] & ~common
    describe(step, BUG_4, -1, 0)
    return True


@kernel
def _grave_with_set(
    grid: Numbers, cells: Ints, bugs: int, common: Ints, shared: int, digits: int, step: Ints, gone: Numbers
) -> bool:
    """Type 3: the extras, in whichever cell they come true, make a naked set with other cells of a house."""
    for k in range(3):
        kind = _ORDER[k]
        house = HOUSE_OF[cells[0], kind]
        together = True
        for i in range(bugs):
            together &= HOUSE_OF[cells[i], kind] == house
        if not together:
            continue
        members = np.zeros(9, np.int64)
        many = 0
        for i in range(shared):
            if HOUSE_OF[common[i], kind] == house:
                members[many] = common[i]
                many += 1
        for size in range(2, 7):
            if many < size or COUNT[digits] > size:
                continue
            for chosen in range(1 << many):
                if COUNT[chosen] != size - 1:
                    continue
                cover, bad = 0, False
                for i in range(many):
                    if chosen >> i & 1:
                        cover |= grid[members[i]]
                        bad |= COUNT[grid[members[i]]] <= 1
                if bad or COUNT[cover] != size or COUNT[cover | digits] != size:
                    continue
                found = False
                for i in range(many):
                    if not chosen >> i & 1 and grid[members[i]] & cover:
                        gone[members[i]] = grid[members[i]] & cover
                        found = True
                if found:
                    describe(step, BUG_3, -1, 0)
                    step[RATING] = int((5.7 + (size - 1) * 0.1 + 0.05) * 10)
                    return True
    return False
