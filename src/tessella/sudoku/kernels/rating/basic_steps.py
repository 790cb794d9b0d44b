"""Steps that need no chain: singles, locked candidates, naked and hidden sets, fish and wings.

A finder looks through its family in Sudoku Explainer's order. It starts at the `start`-th place to look at, describes
the first step that it finds in `step`, and returns the place to go on from, or -1 where there is nothing more. Finders
of which only the first step is wanted take no start and say whether they found one.
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.grid import (
    BLANKS,
    CELLS,
    COUNT,
    FIRST,
    HOUSES,
    NEAR,
    PEERS,
    PLACED,
    PLACES,
    SUBSETS,
    Array,
    Ints,
    Numbers,
)
from tessella.sudoku.kernels.rating.steps import COVER, ELIMINATED, SET, WHERE, describe


def _crossings() -> list[list[int]]:
    found = []
    for kinds in ((18, 9), (18, 0), (9, 18), (0, 18)):
        for first in range(kinds[0], kinds[0] + 9):
            for second in range(kinds[1], kinds[1] + 9):
                common = set(CELLS[first]) & set(CELLS[second])
                if len(common) < 3:
                    continue
                inside = [sum(1 << i for i in range(9) if CELLS[h][i] in common) for h in (first, second)]
                others = [h for h in range(kinds[0], kinds[0] + 9) if h != first and set(CELLS[h]) & set(CELLS[second])]
                shared = [sum(1 << i for i in range(9) if CELLS[h][i] in CELLS[second]) for h in others]
                found.append([first, second, *inside, others[0], shared[0], others[1], shared[1]])
    return found


# Two houses that share three cells, box and column, box and row, column and box, row and box: the houses; the
# shared places, as the first and as the second counts them; and the other two houses of the first one's kind
# that cross the second, each with the places it shares with it.
CROSSINGS = np.array(_crossings(), np.int64)

# The techniques of sets and fish by their size.
NAKED = np.array([0, 0, steps.NAKED_PAIR, steps.NAKED_TRIPLE, steps.NAKED_QUAD], np.int64)
HIDDEN = np.array([0, 0, steps.HIDDEN_PAIR, steps.HIDDEN_TRIPLE, steps.HIDDEN_QUAD], np.int64)
FISH = np.array([0, 0, steps.X_WING, steps.SWORDFISH, steps.JELLYFISH], np.int64)


@kernel
def single_in_house(grid: Numbers, step: Ints) -> bool:
    """Find a digit with one place in a house; the last blank of a house goes before all others."""
    for full in range(1, -1, -1):
        for i in range(27):
            house = HOUSES[i]
            if full and grid[BLANKS + house] != 1:
                continue
            for d in range(9):
                mask = grid[PLACES + 9 * house + d]
                if mask and mask & (mask - 1) == 0:
                    hidden = steps.HIDDEN_SINGLE_BOX if i < 9 else steps.HIDDEN_SINGLE_LINE
                    describe(step, steps.FULL_HOUSE if full else hidden, CELLS[house, FIRST[mask]], d)
                    return True
    return False


@kernel
def single_in_cell(grid: Numbers, step: Ints) -> bool:
    """Find a cell with one candidate."""
    for cell in range(81):
        mask = grid[cell]
        if mask and mask & (mask - 1) == 0:
            describe(step, steps.NAKED_SINGLE, cell, FIRST[mask])
            return True
    return False


@kernel(inline=True)
def _is_locked(grid: Numbers, i: int, d: int) -> bool:
    """Return whether a crossing holds all places of a digit in its first house, and the second has more of them."""
    mask = grid[PLACES + 9 * CROSSINGS[i, 0] + d]
    if mask & (mask - 1) == 0 or mask & ~CROSSINGS[i, 2]:
        return False
    return bool(grid[PLACES + 9 * CROSSINGS[i, 1] + d] & ~CROSSINGS[i, 3])


@kernel
def direct_locked(grid: Numbers, step: Ints) -> bool:
    """Find a digit locked in a crossing of two houses that leaves it one place in a third."""
    for i in range(108):
        for d in range(9):
            if not _is_locked(grid, i, d):
                continue
            for k in range(4, 8, 2):
                house = CROSSINGS[i, k]
                mask = grid[PLACES + 9 * house + d]
                rest = mask & ~CROSSINGS[i, k + 1]
                if rest and rest & (rest - 1) == 0 and rest != mask:
                    technique = steps.DIRECT_POINTING if i < 54 else steps.DIRECT_CLAIMING
                    describe(step, technique, CELLS[house, FIRST[rest]], d)
                    return True
    return False


@kernel
def locked(grid: Numbers, start: int, step: Ints) -> int:
    """Find a digit locked in a crossing of two houses, and eliminated from the rest of the second."""
    for k in range(start, 972):
        i, d = k // 9, k % 9
        if _is_locked(grid, i, d):
            describe(step, steps.POINTING if i < 54 else steps.CLAIMING, -1, d)
            step[WHERE] = i
            lost = grid[PLACES + 9 * CROSSINGS[i, 1] + d] & ~CROSSINGS[i, 3]
            while lost:
                step[ELIMINATED + CELLS[CROSSINGS[i, 1], FIRST[lost]]] = 1 << d
                lost &= lost - 1
            return k + 1
    return -1


@kernel(inline=True)
def _union(masks: Array, members: int) -> int:
    """Return what these members of nine masks hold together."""
    union = 0
    for i in range(9):
        if members >> i & 1:
            union |= masks[i]
    return union


@kernel(inline=True)
def _candidates(masks: Array, size: int) -> int:
    """Return which of nine masks hold two to `size` things, 0 if they are fewer than `size`."""
    able = 0
    for i in range(9):
        if 2 <= COUNT[masks[i]] <= size:
            able |= 1 << i
    return able if COUNT[able] >= size else 0


@kernel(inline=True)
def _next_subset(masks: Array, able: int, size: int, first: int) -> int:
    """Return the number of the first subset, from `first` on, of `size` masks that hold `size` things; -1 for none."""
    subsets = SUBSETS[size]
    for k in range(first, len(subsets)):
        if not subsets[k] & ~able and COUNT[_union(masks, subsets[k])] == size:
            return k
    return -1


@kernel
def direct_hidden_set(grid: Numbers, size: int, step: Ints) -> bool:
    """Find `size` digits with as many places in a house that leave another digit one place there."""
    masks = np.empty(9, np.int64)
    for i in range(27):
        house = HOUSES[i]
        if grid[BLANKS + house] <= size:
            continue
        for d in range(9):
            masks[d] = grid[PLACES + 9 * house + d]
        able = _candidates(masks, size)
        k = _next_subset(masks, able, size, 0) if able else -1
        while k >= 0:
            digits = SUBSETS[size][k]
            places = _union(masks, digits)
            for d in range(9):
                rest = masks[d] & ~places
                if not digits >> d & 1 and rest != masks[d] and rest and rest & (rest - 1) == 0:
                    technique = steps.DIRECT_HIDDEN_PAIR if size == 2 else steps.DIRECT_HIDDEN_TRIPLE
                    describe(step, technique, CELLS[house, FIRST[rest]], d)
                    return True
            k = _next_subset(masks, able, size, k + 1)
    return False


@kernel
def house_set(grid: Numbers, size: int, hidden: int, start: int, step: Ints) -> int:
    """Find a naked or hidden set.

    Naked: `size` cells of a house with as many candidates together, which the rest of the house loses. Hidden: `size`
    digits with as many places in a house, that lose their other digits.
    """
    many = len(SUBSETS[size])
    masks = np.empty(9, np.int64)
    for i in range(start // many, 27):
        house = HOUSES[i]
        if grid[BLANKS + house] < 2 * size + hidden:
            continue
        for j in range(9):
            masks[j] = grid[PLACES + 9 * house + j] if hidden else grid[CELLS[house, j]]
        able = _candidates(masks, size)
        k = _next_subset(masks, able, size, start - i * many if i == start // many else 0) if able else -1
        while k >= 0:
            members = SUBSETS[size][k]
            covered = _union(masks, members)
            places, digits = (covered, members) if hidden else (members, covered)
            found = False
            for j in range(9):
                cell = CELLS[house, j]
                lost = 0
                if places >> j & 1 == hidden:
                    lost = grid[cell] & (~digits if hidden else digits)
                if lost:
                    if not found:
                        describe(step, HIDDEN[size] if hidden else NAKED[size], -1, 0)
                        step[WHERE], step[SET], step[COVER] = house, digits, places
                        found = True
                    step[ELIMINATED + cell] = lost
            if found:
                return i * many + k + 1
            k = _next_subset(masks, able, size, k + 1)
    return -1


@kernel
def fish(grid: Numbers, size: int, start: int, step: Ints) -> int:
    """Find a digit whose places in `size` columns lie in as many rows, which lose it elsewhere; or the reverse."""
    subsets = SUBSETS[size]
    many = 9 * len(subsets)
    masks = np.empty((9, 9), np.int64)
    able = np.empty(9, np.int64)
    for way in range(start // many, 2):
        lines, covers = (9, 0) if way == 0 else (0, 9)
        some = 0
        for d in range(9):
            for line in range(9):
                masks[d, line] = grid[PLACES + 9 * (lines + line) + d]
            able[d] = _candidates(masks[d], size) if grid[PLACED + d] + 2 * size <= 9 else 0
            some |= able[d]
        if not some:
            continue
        for k in range(start - way * many if way == start // many else 0, many):
            combo, d = subsets[k // 9], k % 9
            if combo & ~able[d]:
                continue
            places = _union(masks[d], combo)
            if COUNT[places] != size:
                continue
            found = False
            for cover in range(9):
                lost = grid[PLACES + 9 * (covers + cover) + d] & ~combo if places >> cover & 1 else 0
                if lost and not found:
                    describe(step, FISH[size], -1, d)
                    step[WHERE], step[SET], step[COVER] = lines, combo, places
                    found = True
                while lost:
                    step[ELIMINATED + CELLS[covers + cover, FIRST[lost]]] = 1 << d
                    lost &= lost - 1
            if found:
                return way * many + k + 1
    return -1


@kernel
def wing(grid: Numbers, size: int, step: Ints) -> bool:
    """Find a pivot of two (XY) or three (XYZ) candidates, with two pincers that share a digit."""
    for pivot in range(81):
        mask = grid[pivot]
        if COUNT[mask] != size:
            continue
        for i in range(20):
            a = PEERS[pivot, i]
            one = grid[a]
            if COUNT[one] != 2 or COUNT[mask & ~one] != 1:
                continue
            for j in range(20):
                b = PEERS[pivot, j]
                two = grid[b]
                shared = one & two
                if COUNT[two] != 2 or COUNT[mask | one | two] != 3 or COUNT[mask & shared] != size - 2:
                    continue
                if COUNT[shared] == 1 and _closes(grid, pivot, a, b, step):
                    return True
    return False


@kernel(early=True)
def _closes(grid: Numbers, pivot: int, a: int, b: int, step: Ints) -> bool:
    """Describe a wing if it eliminates anything: what its pincers share, from the cells that see all that hold it."""
    shared = grid[a] & grid[b]
    found = False
    for cell in range(81):
        if grid[cell] & shared and NEAR[cell, a] and NEAR[cell, b] and cell != pivot:
            if grid[pivot] & shared and not NEAR[cell, pivot]:
                continue
            if not found:
                describe(step, steps.XYZ_WING if grid[pivot] & shared else steps.XY_WING, -1, 0)
                found = True
            step[ELIMINATED + cell] = shared
    return found
