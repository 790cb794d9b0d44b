"""Puzzles of 9x9 with other houses, peers and neighbours: full grids, jigsaw regions, and the removal of givens.

The same as `generator.variants` in plain Python, with its random numbers. A set of cells is two words, rows 1 to 5 and
6 to 9, a position nine of them as in `generator.variants.planes`. Everything lies in one record, with a stack of
positions: numba counts references to arrays at every call, but not to a record.
"""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.compiled.splitmix64 import Stream, random_below, shuffle
from tessella.sudoku.kernels.full_grid import full_grid

U = np.uint64
LOW = 45  # cells of the first word
FULL = (U((1 << LOW) - 1), U((1 << 81 - LOW) - 1))
MAX_HOUSES = 64
MAX_SETS = 36 * 9  # of cells in which two digits can change places
DEPTH = 84

Record: TypeAlias = Any  # of a structured array: a WORK
Words: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]

WORK = np.dtype(
    [
        ("seen", U, (81, 2)),
        ("houses", U, (MAX_HOUSES, 2)),
        ("apart", U, (81, 2)),  # neighbours that may not be consecutive
        ("planes", U, (DEPTH, 9, 2)),
        ("placed", U, (DEPTH, 2)),
        ("base", U, (81, 2)),  # what a cell sees but for regions
        ("many", np.int64),  # houses
        ("is_apart", np.int64),
        ("grid", np.int8, (81,)),  # digits from 0
        ("label", np.int8, (81,)),
        ("given", np.int8, (81,)),
        ("tried", np.int16, (DEPTH, 11)),  # of a search: the digits of a cell in their order, the next one, the cell
        ("unavoidable", U, (MAX_SETS, 2)),  # sets of cells of which one must be given
        ("sets", np.int64),
        ("orbits", np.int8, (81, 8)),  # in the order in which they go
        ("sizes", np.int8, (81,)),
    ],
    align=True,
)


@kernel(inline=True)
def _word(cell: int) -> int:
    return int(cell >= LOW)


@kernel(inline=True)
def _bit(cell: int) -> np.uint64:
    return U(1) << U(cell - LOW * (cell >= LOW))


@kernel
def _place(work: Record, at: int, digit: int, cell: int) -> bool:
    """Place a digit in a position; return whether the cell could hold it."""
    word, bit = _word(cell), _bit(cell)
    if not work.planes[at, digit, word] & bit:
        return False
    for other in range(9):
        work.planes[at, other, word] &= ~bit
    work.planes[at, digit, 0] &= ~work.seen[cell, 0]
    work.planes[at, digit, 1] &= ~work.seen[cell, 1]
    work.planes[at, digit, word] |= bit
    work.placed[at, word] |= bit
    if work.is_apart:
        for other in (digit - 1, digit + 1):
            if 0 <= other < 9:
                work.planes[at, other, 0] &= ~work.apart[cell, 0]
                work.planes[at, other, 1] &= ~work.apart[cell, 1]
    return True


@kernel
def _settle(work: Record, at: int) -> bool:
    """Place all singles, naked and hidden; return False at a contradiction."""
    while True:
        once0 = once1 = twice0 = twice1 = U(0)
        for digit in range(9):
            low, high = work.planes[at, digit, 0], work.planes[at, digit, 1]
            twice0 |= once0 & low
            twice1 |= once1 & high
            once0 |= low
            once1 |= high
        if once0 != FULL[0] or once1 != FULL[1]:
            return False
        single0 = once0 & ~twice0 & ~work.placed[at, 0]
        single1 = once1 & ~twice1 & ~work.placed[at, 1]
        found = bool(single0 | single1)
        for digit in range(9):
            if found:
                low, high = work.planes[at, digit, 0] & single0, work.planes[at, digit, 1] & single1
                while low:
                    if not _place(work, at, digit, trailing_zeros(low)):
                        return False
                    low &= low - U(1)
                while high:
                    if not _place(work, at, digit, LOW + trailing_zeros(high)):
                        return False
                    high &= high - U(1)
        if found:
            continue
        for digit in range(9):
            for house in range(work.many):
                low = work.planes[at, digit, 0] & work.houses[house, 0]
                high = work.planes[at, digit, 1] & work.houses[house, 1]
                if (low and high) or low & (low - U(1)) or high & (high - U(1)):
                    continue
                if not low | high:
                    return False
                if not (low & work.placed[at, 0] | high & work.placed[at, 1]):
                    found = True
                    _place(work, at, digit, trailing_zeros(low) if low else LOW + trailing_zeros(high))
        if not found:
            return True


@kernel(inline=True)
def _is_full(work: Record, at: int) -> bool:
    return bool(work.placed[at, 0] == FULL[0] and work.placed[at, 1] == FULL[1])


@kernel
def _copy(work: Record, at: int) -> None:
    """Copy a position to the next place of the stack."""
    for digit in range(9):
        work.planes[at + 1, digit, 0] = work.planes[at, digit, 0]
        work.planes[at + 1, digit, 1] = work.planes[at, digit, 1]
    work.placed[at + 1, 0] = work.placed[at, 0]
    work.placed[at + 1, 1] = work.placed[at, 1]


@kernel
def _begin(work: Record) -> None:
    """Begin the position of the givens."""
    for digit in range(9):
        work.planes[0, digit, 0], work.planes[0, digit, 1] = FULL
    work.placed[0, 0] = work.placed[0, 1] = U(0)
    for cell in range(81):
        if work.given[cell]:
            _place(work, 0, work.grid[cell], cell)
    _settle(work, 0)


@kernel
def _branch(work: Record, at: int) -> int:
    """Return the first of the blank cells with the fewest digits."""
    held = np.zeros((11, 2), U)
    held[0, 0], held[0, 1] = FULL[0] & ~work.placed[at, 0], FULL[1] & ~work.placed[at, 1]
    for digit in range(9):
        for many in range(min(digit, 8) + 1, 0, -1):
            held[many, 0] |= held[many - 1, 0] & work.planes[at, digit, 0]
            held[many, 1] |= held[many - 1, 1] & work.planes[at, digit, 1]
    for many in range(1, 10):
        low, high = held[many, 0] & ~held[many + 1, 0], held[many, 1] & ~held[many + 1, 1]
        if low:
            return int(trailing_zeros(low))
        if high:
            return int(LOW + trailing_zeros(high))
    return -1


# --- Full grids -------------------------------------------------------------------------------------------------------


@kernel
def _enter(work: Record, at: int, stream: Stream) -> None:
    """Choose a cell of a position, and an order of its digits."""
    cell = _branch(work, at)
    order = np.empty(9, np.int64)
    many = 0
    for digit in range(9):
        if work.planes[at, digit, _word(cell)] & _bit(cell):
            order[many] = digit
            many += 1
    shuffle(stream, order, many)
    for i in range(many):
        work.tried[at, i] = order[i]
    for i in range(many, 9):
        work.tried[at, i] = -1
    work.tried[at, 9], work.tried[at, 10] = 0, cell


@kernel
def _fill(work: Record, stream: Stream, guesses: int) -> int:
    """Search for a full grid with the givens, which becomes the grid; return -1 for one, else the guesses left."""
    _begin(work)
    if _is_full(work, 0):
        return -1
    _enter(work, 0, stream)
    at = 0
    while at >= 0:
        i = work.tried[at, 9]
        if i == 9 or work.tried[at, i] < 0:
            at -= 1
            continue
        if guesses <= 0:
            return 0
        guesses -= 1
        work.tried[at, 9] += 1
        _copy(work, at)
        if not _place(work, at + 1, work.tried[at, i], work.tried[at, 10]) or not _settle(work, at + 1):
            continue
        at += 1
        if _is_full(work, at):
            for digit in range(9):
                for cell in range(81):
                    if work.planes[at, digit, _word(cell)] & _bit(cell):
                        work.grid[cell] = digit
            return -1
        _enter(work, at, stream)
    return guesses


@kernel
def random_grid(works: Any, stream: Stream, guesses: int, searches: int) -> bool:
    """Search for a full grid, anew where the guesses are used up; return whether there is one. 0: a classic one."""
    work = works[0]
    if not guesses:
        full_grid(stream, work.grid)
        return True
    for _search in range(searches):
        left = _fill(work, stream, guesses)
        if left:
            return bool(left < 0)
    return False


@kernel
def vary(works: Any, stream: Stream, changes: int, kept: int, guesses: int) -> None:
    """Change the grid: some cells stay, and the rest is searched for anew."""
    work = works[0]
    for _change in range(changes):
        order = np.arange(81)
        shuffle(stream, order, 81)
        for i in range(81):
            work.given[order[i]] = i < kept
        _fill(work, stream, guesses)
    work.given[:] = 0


# --- Regions ----------------------------------------------------------------------------------------------------------

LEFT = (U(sum(1 << 9 * r for r in range(5))), U(sum(1 << 9 * r for r in range(4))))
RIGHT = (LEFT[0] << U(8), LEFT[1] << U(8))
NINE, ONE, OVER = U(9), U(1), U(LOW - 9)


@kernel(inline=True)
def _beside(low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Return the cells beside some cells, with bits above those of the grid."""
    left = (low & ~RIGHT[0]) << ONE | (low & ~LEFT[0]) >> ONE | low << NINE | low >> NINE | high << OVER
    right = (high & ~RIGHT[1]) << ONE | (high & ~LEFT[1]) >> ONE | high << NINE | high >> NINE | low >> OVER
    return left, right


@kernel
def _is_whole(low: np.uint64, high: np.uint64) -> bool:
    """Return whether cells are in one piece."""
    left, right = _beside(low, high)
    if low & ~left | high & ~right:
        return False
    here = low & (~low + ONE)
    there = U(0) if here else high & (~high + ONE)
    while True:
        left, right = _beside(here, there)
        left, right = here | left & low, there | right & high
        if left == here and right == there:
            return bool(here == low and there == high)
        here, there = left, right


@kernel(early=True)
def _deal_regions(work: Record, stream: Stream) -> None:
    """Deal the cells of two regions anew in one of the ways that leave both in one piece."""
    one = random_below(stream, 81)
    beside = np.empty(4, np.int64)
    many = 0
    row, col = one // 9, one % 9
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= row + down < 9 and 0 <= col + right < 9:
            cell = one + 9 * down + right
            if work.label[cell] != work.label[one]:
                beside[many] = cell
                many += 1
    if not many:
        return
    here, there = work.label[one], work.label[beside[random_below(stream, many)]]
    place = np.zeros((2, 9), np.int64)
    low = high = U(0)
    for cell in range(81):
        if work.label[cell] == here or work.label[cell] == there:
            place[int(work.label[cell] != here), work.grid[cell]] = cell
            if cell < LOW:
                low |= _bit(cell)
            else:
                high |= _bit(cell)
    dealt = np.zeros((512, 2), U)
    ways = np.empty(512, np.int64)
    found = 0
    for digit in range(9):
        first, other = place[0, digit], place[1, digit]
        for i in range(1 << digit):
            j = i + (1 << digit)
            dealt[j, 0], dealt[j, 1] = dealt[i, 0], dealt[i, 1]
            dealt[i, _word(first)] |= _bit(first)
            dealt[j, _word(other)] |= _bit(other)
    for i in range(1, 511):
        one_low, one_high = dealt[i, 0], dealt[i, 1]
        if _is_whole(one_low, one_high) and _is_whole(low ^ one_low, high ^ one_high):
            ways[found] = i
            found += 1
    if found:
        way = ways[random_below(stream, found)]
        for digit in range(9):
            is_turned = way >> digit & 1
            work.label[place[0, digit]] = there if is_turned else here
            work.label[place[1, digit]] = here if is_turned else there


@kernel
def _change_with(work: Record, held: Words, start: int, reached: Words) -> None:
    """Set the cells reached to those with one of two digits that change places when a cell of theirs does."""
    waiting = np.zeros(2, U)
    reached[0] = reached[1] = U(0)
    reached[_word(start)] = waiting[_word(start)] = _bit(start)
    while waiting[0] | waiting[1]:
        cell = trailing_zeros(waiting[0]) if waiting[0] else LOW + trailing_zeros(waiting[1])
        waiting[_word(cell)] &= ~_bit(cell)
        for word in range(2):
            more = work.seen[cell, word] & held[word] & ~reached[word]
            reached[word] |= more
            waiting[word] |= more


@kernel(early=True)
def _swap_digits(work: Record, stream: Stream) -> None:
    """Exchange two digits in a cell, and in all cells where they must change with it."""
    start = random_below(stream, 81)
    one = work.grid[start]
    other = (one + 1 + random_below(stream, 8)) % 9
    held = np.zeros(2, U)
    for cell in range(81):
        if work.grid[cell] == one or work.grid[cell] == other:
            held[_word(cell)] |= _bit(cell)
    reached = np.zeros(2, U)
    _change_with(work, held, start, reached)
    for _turn in range(2):
        for cell in range(81):
            if reached[_word(cell)] & _bit(cell):
                work.grid[cell] = one + other - work.grid[cell]
        if not work.is_apart or not _is_consecutive(work):
            return


@kernel(early=True)
def _is_consecutive(work: Record) -> bool:
    """Return whether neighbours are consecutive."""
    for cell in range(81):
        for other in (cell + 1, cell + 9):
            is_near = other < 81 and (other % 9 or other == cell + 9)
            if is_near and abs(work.grid[cell] - work.grid[other]) == 1:
                return True
    return False


@kernel(early=True)
def _use_regions(work: Record, many: int) -> None:
    """Make the regions houses after the first so many."""
    work.many = many + 9
    for region in range(9):
        work.houses[many + region, 0] = work.houses[many + region, 1] = U(0)
    for cell in range(81):
        work.houses[many + work.label[cell], _word(cell)] |= _bit(cell)
    for cell in range(81):
        for word in range(2):
            work.seen[cell, word] = work.base[cell, word] | work.houses[many + work.label[cell], word]
        work.seen[cell, _word(cell)] &= ~_bit(cell)


@kernel
def bend(works: Any, stream: Stream, many: int, stages: int, rounds: int, guesses: int) -> None:
    """Bend the regions of the grid; the first so many houses are no regions."""
    work = works[0]
    for _stage in range(stages):
        for _round in range(rounds):
            _deal_regions(work, stream)
            _use_regions(work, many)
            _swap_digits(work, stream)
        _fill(work, stream, guesses)


# --- Givens -----------------------------------------------------------------------------------------------------------


@kernel
def _take(work: Record, at: int, digit: int, cell: int) -> bool:
    """Take a candidate out of a position; return False at a contradiction."""
    work.planes[at, digit, _word(cell)] &= ~_bit(cell)
    return _settle(work, at)


@kernel(early=True)
def _has_solution(work: Record, first: int) -> bool:
    """Return whether a settled position of the stack has a solution; those that are near to the grid come first."""
    at = first
    while not _is_full(work, at):
        cell = _branch(work, at)
        digit = work.grid[cell]
        if not work.planes[at, digit, _word(cell)] & _bit(cell):
            digit = 0
            while not work.planes[at, digit, _word(cell)] & _bit(cell):
                digit += 1
        work.tried[at, 0], work.tried[at, 1] = digit, cell
        _copy(work, at)
        at += 1
        if _place(work, at, digit, cell) and _settle(work, at):
            continue
        at -= 1
        while not _take(work, at, work.tried[at, 0], work.tried[at, 1]):
            at -= 1
            if at < first:
                return False
    return True


@kernel
def _find_unavoidable(work: Record) -> None:
    """Find the sets of cells in which two digits can change places: one of each must be given."""
    held, reached, done = np.zeros(2, U), np.zeros(2, U), np.zeros(2, U)
    for one in range(9):
        for other in range(one + 1, 9):
            held[0] = held[1] = done[0] = done[1] = U(0)
            for cell in range(81):
                if work.grid[cell] == one or work.grid[cell] == other:
                    held[_word(cell)] |= _bit(cell)
            for cell in range(81):
                if work.grid[cell] == one and not done[_word(cell)] & _bit(cell):
                    _change_with(work, held, cell, reached)
                    for word in range(2):
                        done[word] |= reached[word]
                        work.unavoidable[work.sets, word] = reached[word]
                    work.sets += 1


@kernel(early=True)
def _is_met(work: Record) -> bool:
    """Return whether every known unavoidable set has a given."""
    low = high = U(0)
    for cell in range(81):
        if work.given[cell]:
            if cell < LOW:
                low |= _bit(cell)
            else:
                high |= _bit(cell)
    for i in range(work.sets):
        if not (work.unavoidable[i, 0] & low | work.unavoidable[i, 1] & high):
            return False
    return True


@kernel
def _may_go(work: Record, orbit: int) -> bool:
    """Return whether the givens are still enough without an orbit that is no longer given."""
    _begin(work)
    for i in range(work.sizes[orbit]):
        cell = work.orbits[orbit, i]
        if work.placed[0, _word(cell)] & _bit(cell):
            continue
        _copy(work, 0)
        if _take(work, 1, work.grid[cell], cell) and _has_solution(work, 1):
            return False
        _place(work, 0, work.grid[cell], cell)
        _settle(work, 0)
    return True


@kernel
def remove(works: Any, orbits: int, clues: int) -> None:
    """Take givens away, orbit by orbit, each unless too few would be left or the puzzle had another solution."""
    work = works[0]
    left = 0
    for cell in range(81):
        left += work.given[cell]
    work.sets = 0
    if not work.is_apart:  # else neighbours may keep digits from changing places
        _find_unavoidable(work)
    for orbit in range(orbits):
        if left - work.sizes[orbit] < clues:
            continue
        for i in range(work.sizes[orbit]):
            work.given[work.orbits[orbit, i]] = 0
        if _is_met(work) and _may_go(work, orbit):
            left -= work.sizes[orbit]
            continue
        for i in range(work.sizes[orbit]):
            work.given[work.orbits[orbit, i]] = 1
