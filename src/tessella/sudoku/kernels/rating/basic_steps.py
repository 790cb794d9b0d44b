# ruff: noqa: C901, PLR0912 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which steps are there that need no chain: singles, intersections, sets, fish and wings?

A finder looks through its family in Sudoku Explainer's order. It starts at the `start`-th place to look at,
describes the first step that it finds in `step` (see below) and in `gone`, a mask of lost digits a cell, and
returns the place to go on from, or -1 where there is nothing more. Finders whose first step only is wanted
take no start and say whether they found one.

    step[TECHNIQUE]  which one, see `rating_steps`
    step[CELL]       the cell that is filled, -1 for none
    step[DIGIT]      with which digit, 0 to 8
    step[RATING]     in tenths
    step[WHERE]      a house, or the number of a pair of houses in LOCKS
    step[SET]        a mask of digits or of lines
    step[COVER]      a mask of places

Chains ask what made a step possible that was not possible before, which is what `step` holds the last three for.
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.grid import (
    BLANKS,
    CELLS,
    COUNT,
    FIRST,
    HOUSES,
    NEAR,
    PAIRS,
    PEERS,
    PLACED,
    PLACES,
    QUADS,
    TRIPLES,
    Ints,
    Numbers,
)
from tessella.sudoku.kernels.rating.steps import (
    CLAIMING,
    COVER,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR,
    DIRECT_HIDDEN_TRIPLET,
    DIRECT_POINTING,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_SINGLE_BOX,
    HIDDEN_SINGLE_LINE,
    HIDDEN_TRIPLET,
    JELLYFISH,
    LAST_VALUE,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_SINGLE,
    NAKED_TRIPLET,
    POINTING,
    SET,
    SWORDFISH,
    WHERE,
    X_WING,
    XY_WING,
    XYZ_WING,
    describe,
)

__all__ = [
    "LOCKS",
    "direct_hidden_set",
    "direct_locking",
    "fish",
    "hidden_set",
    "hidden_single",
    "locking",
    "naked_set",
    "naked_single",
    "wing",
]


def _locks() -> list[list[int]]:
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
LOCKS = np.array(_locks(), np.int64)


@kernel
def hidden_single(grid: Numbers, step: Ints) -> bool:
    """Find a digit with one place in a house; the last blank of a house goes before all others."""
    for i in range(27):
        house = HOUSES[i]
        if grid[BLANKS + house] == 1:
            for d in range(9):
                mask = grid[PLACES + 9 * house + d]
                if mask:
                    describe(step, LAST_VALUE, CELLS[house, FIRST[mask]], d)
                    return True
    for i in range(27):
        base = PLACES + 9 * HOUSES[i]
        for d in range(9):
            mask = grid[base + d]
            if mask and mask & (mask - 1) == 0:
                technique = HIDDEN_SINGLE_BOX if i < 9 else HIDDEN_SINGLE_LINE
                describe(step, technique, CELLS[HOUSES[i], FIRST[mask]], d)
                return True
    return False


@kernel
def naked_single(grid: Numbers, step: Ints) -> bool:
    """Find a cell with one candidate."""
    for cell in range(81):
        mask = grid[cell]
        if mask and mask & (mask - 1) == 0:
            describe(step, NAKED_SINGLE, cell, FIRST[mask])
            return True
    return False


@kernel
def direct_locking(grid: Numbers, step: Ints) -> bool:
    """Find a digit locked in a crossing of two houses that leaves it one place in a third."""
    for i in range(108):
        first, second = LOCKS[i, 0], LOCKS[i, 1]
        for d in range(9):
            mask = grid[PLACES + 9 * first + d]
            if mask & (mask - 1) == 0 or mask & ~LOCKS[i, 2]:
                continue
            if grid[PLACES + 9 * second + d] & ~LOCKS[i, 3] == 0:
                continue
            for k in range(4, 8, 2):
                house = LOCKS[i, k]
                mask = grid[PLACES + 9 * house + d]
                rest = mask & ~LOCKS[i, k + 1]
                if rest and rest & (rest - 1) == 0 and rest != mask:
                    describe(step, DIRECT_POINTING if i < 54 else DIRECT_CLAIMING, CELLS[house, FIRST[rest]], d)
                    return True
    return False


@kernel
def locking(grid: Numbers, start: int, step: Ints, gone: Numbers) -> int:
    """Find a digit locked in a crossing of two houses, and lost to the rest of the second."""
    for k in range(start, 972):
        i, d = k // 9, k % 9
        mask = grid[PLACES + 9 * LOCKS[i, 0] + d]
        if mask & (mask - 1) == 0 or mask & ~LOCKS[i, 2]:
            continue
        lost = grid[PLACES + 9 * LOCKS[i, 1] + d] & ~LOCKS[i, 3]
        if lost:
            describe(step, POINTING if i < 54 else CLAIMING, -1, d)
            step[WHERE] = i
            gone[:] = 0
            while lost:
                gone[CELLS[LOCKS[i, 1], FIRST[lost]]] = 1 << d
                lost &= lost - 1
            return k + 1
    return -1


@kernel
def direct_hidden_set(grid: Numbers, size: int, step: Ints) -> bool:
    """Find `size` digits with as many places in a house that leave another digit one place there."""
    combos = PAIRS if size == 2 else TRIPLES
    for i in range(27):
        house = HOUSES[i]
        base = PLACES + 9 * house
        if grid[BLANKS + house] <= size:
            continue
        able = 0
        for d in range(9):
            if 2 <= COUNT[grid[base + d]] <= size:
                able |= 1 << d
        if COUNT[able] < size:
            continue
        for k in range(len(combos)):
            digits = combos[k]
            if digits & ~able:
                continue
            places = 0
            for d in range(9):
                if digits >> d & 1:
                    places |= grid[base + d]
            if COUNT[places] != size:
                continue
            for d in range(9):
                mask = grid[base + d]
                rest = mask & ~places
                if not digits >> d & 1 and rest != mask and rest and rest & (rest - 1) == 0:
                    technique = DIRECT_HIDDEN_PAIR if size == 2 else DIRECT_HIDDEN_TRIPLET
                    describe(step, technique, CELLS[house, FIRST[rest]], d)
                    return True
    return False


@kernel
def naked_set(grid: Numbers, size: int, start: int, step: Ints, gone: Numbers) -> int:
    """Find `size` cells of a house with as many candidates together, which the rest of the house loses."""
    combos = PAIRS if size == 2 else TRIPLES if size == 3 else QUADS
    technique = NAKED_PAIR if size == 2 else NAKED_TRIPLET if size == 3 else NAKED_QUAD
    many = len(combos)
    for i in range(start // many, 27):
        house = HOUSES[i]
        if grid[BLANKS + house] < 2 * size:
            continue
        able = 0
        for j in range(9):
            if 2 <= COUNT[grid[CELLS[house, j]]] <= size:
                able |= 1 << j
        if COUNT[able] < size:
            continue
        for k in range(start - i * many if i == start // many else 0, many):
            if combos[k] & ~able:
                continue
            digits = 0
            for j in range(9):
                if combos[k] >> j & 1:
                    digits |= grid[CELLS[house, j]]
            if COUNT[digits] != size:
                continue
            found = False
            for j in range(9):
                if not combos[k] >> j & 1 and grid[CELLS[house, j]] & digits:
                    if not found:
                        gone[:] = 0
                    found = True
                    gone[CELLS[house, j]] = grid[CELLS[house, j]] & digits
            if found:
                describe(step, technique, -1, 0)
                step[WHERE], step[SET], step[COVER] = house, digits, combos[k]
                return i * many + k + 1
    return -1


@kernel
def hidden_set(grid: Numbers, size: int, start: int, step: Ints, gone: Numbers) -> int:
    """Find `size` digits with as many places in a house, where other digits are lost."""
    combos = PAIRS if size == 2 else TRIPLES if size == 3 else QUADS
    technique = HIDDEN_PAIR if size == 2 else HIDDEN_TRIPLET if size == 3 else HIDDEN_QUAD
    many = len(combos)
    for i in range(start // many, 27):
        house = HOUSES[i]
        base = PLACES + 9 * house
        if grid[BLANKS + house] <= 2 * size:
            continue
        able = 0
        for d in range(9):
            if 2 <= COUNT[grid[base + d]] <= size:
                able |= 1 << d
        if COUNT[able] < size:
            continue
        for k in range(start - i * many if i == start // many else 0, many):
            digits = combos[k]
            if digits & ~able:
                continue
            places = 0
            for d in range(9):
                if digits >> d & 1:
                    places |= grid[base + d]
            if COUNT[places] != size:
                continue
            found = False
            for j in range(9):
                if places >> j & 1 and grid[CELLS[house, j]] & ~digits:
                    if not found:
                        gone[:] = 0
                    found = True
                    gone[CELLS[house, j]] = grid[CELLS[house, j]] & ~digits
            if found:
                describe(step, technique, -1, 0)
                step[WHERE], step[SET], step[COVER] = house, digits, places
                return i * many + k + 1
    return -1


@kernel
def fish(grid: Numbers, size: int, start: int, step: Ints, gone: Numbers) -> int:
    """Find a digit whose places in `size` columns lie in as many rows, which lose it elsewhere; or the reverse."""
    combos = PAIRS if size == 2 else TRIPLES if size == 3 else QUADS
    technique = X_WING if size == 2 else SWORDFISH if size == 3 else JELLYFISH
    many = len(combos)
    for way in range(start // (9 * many), 2):
        lines, covers = (9, 0) if way == 0 else (0, 9)
        able = np.zeros(9, np.int64)
        some = 0
        for d in range(9):
            if grid[PLACED + d] + 2 * size <= 9:
                for line in range(9):
                    if 2 <= COUNT[grid[PLACES + 9 * (lines + line) + d]] <= size:
                        able[d] |= 1 << line
                some |= COUNT[able[d]] >= size
        if not some:
            continue
        first = start - way * 9 * many if way == start // (9 * many) else 0
        for k in range(first, 9 * many):
            combo, d = combos[k // 9], k % 9
            if combo & ~able[d]:
                continue
            places = 0
            for line in range(9):
                if combo >> line & 1:
                    places |= grid[PLACES + 9 * (lines + line) + d]
            if COUNT[places] != size:
                continue
            found = False
            for cover in range(9):
                lost = grid[PLACES + 9 * (covers + cover) + d] & ~combo if places >> cover & 1 else 0
                if lost and not found:
                    gone[:] = 0
                    found = True
                while lost:
                    gone[CELLS[covers + cover, FIRST[lost]]] = 1 << d
                    lost &= lost - 1
            if found:
                describe(step, technique, -1, d)
                step[WHERE], step[SET], step[COVER] = lines, combo, places
                return way * 9 * many + k + 1
    return -1


@kernel
def wing(grid: Numbers, size: int, step: Ints, gone: Numbers) -> bool:
    """Find a pivot of two (XY) or three (XYZ) candidates, with two pincers that share a digit."""
    for pivot in range(81):
        mask = grid[pivot]
        if COUNT[mask] != size:
            continue
        for i in range(20):
            one = grid[PEERS[pivot, i]]
            if COUNT[one] != 2 or COUNT[mask & ~one] != 1:
                continue
            for j in range(20):
                two = grid[PEERS[pivot, j]]
                if COUNT[two] != 2 or COUNT[mask | one | two] != 3 or COUNT[mask & one & two] != size - 2:
                    continue
                shared = one & two
                if COUNT[shared] != 1:
                    continue
                a, b = PEERS[pivot, i], PEERS[pivot, j]
                found = False
                for cell in range(81):
                    if grid[cell] & shared and NEAR[cell, a] and NEAR[cell, b] and cell != pivot:
                        if size == 3 and not NEAR[cell, pivot]:
                            continue
                        if not found:
                            gone[:] = 0
                        found = True
                        gone[cell] = shared
                if found:
                    describe(step, XY_WING if size == 2 else XYZ_WING, -1, 0)
                    return True
    return False
