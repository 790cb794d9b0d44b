"""Sums that follow from others: what stands out of houses, what is missing in them, and sums that belong together.

A house has a sum that is known ("the rule of 45"). Where sums cover most of some houses, what they leave, and what
of them stands out, has a sum or a difference that is known. Sets of cells are numbers, a bit a cell; digits count 1
for the lowest. After the Interactive Sudoku Solver (sigh, MIT licence).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.ruleset import Rules

Sum: TypeAlias = tuple[tuple[tuple[int, int], ...], int]  # (cell, coefficient) of each cell; the sum
Sums: TypeAlias = dict[int, int]

_MOST = 6  # cells of a sum over cells that have sums already
_RELATED = 6  # cells of a sum that see cells of another, for both to be added


def derived_sums(rules: Rules, sums: Sums, peers: Sequence[int]) -> list[Sum]:
    """Return sums that follow from some, given the cells that each cell sees, the most useful ones only."""
    size = rules.size
    houses = [_set(house) for house in rules.houses]
    regions = [_set(region) for region in rules.regions]
    whole = size * (size + 1) // 2
    apart = _apart(sums)
    found: dict[Sum, None] = {}
    gap = ((1 << size * size) - 1) & ~sum(apart)
    if 0 < gap.bit_count() < size:
        apart[gap] = size * whole - sum(apart.values())
        found[_sum(gap, 0, apart[gap])] = None
    rows, columns = houses[:size], houses[size : 2 * size]
    orders = [rows, rows[::-1], columns, columns[::-1]]
    if len(regions) == size and all(region.bit_count() == size for region in regions):
        orders.append(regions)
    for order in orders:
        found |= dict.fromkeys(_along(order, apart, size, whole))
    for house in houses:
        found |= dict.fromkeys(_hidden(house, sums, houses, peers, size))
    found |= dict.fromkeys(_joined(sums, houses, peers, size))
    return [one for one in found if one[0]]


def exclusive_groups(cells: Iterable[int], peers: Sequence[int], houses: Sequence[int] = ()) -> list[list[int]]:
    """Return the cells in groups that all see each other, the largest first, as a greedy search finds them."""
    left = _set(cells)
    groups = []
    while left:
        best = max((house & left for house in houses), key=int.bit_count, default=0)
        group = best if best.bit_count() > 1 else 0
        for cell in bits(left & ~group):
            if group & ~peers[cell] == 0:
                group |= 1 << cell
        groups.append([*bits(group)])
        left &= ~group
    return groups


def _set(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in {*cells})


def _sum(added: int, taken: int, total: int) -> Sum:
    if not added:
        added, taken, total = taken, added, -total
    return tuple(sorted([(cell, 1) for cell in bits(added)] + [(cell, -1) for cell in bits(taken)])), total


def _apart(sums: Sums) -> Sums:
    """Return sums of which no two share a cell; first those that share cells with the fewest others."""
    overlaps = sorted(sums, key=lambda one: sum(1 for other in sums if one & other))
    chosen: Sums = {}
    together = 0
    for one in overlaps:
        if not one & together:
            together |= one
            chosen[one] = sums[one]
    return chosen


def _along(order: Sequence[int], sums: Sums, size: int, whole: int) -> Iterator[Sum]:
    """Yield what the first 2, 3 and more houses of an order leave of sums that lie mostly in them."""
    together = inside = 0
    total = 0
    left = dict(sums)
    covered = sum(sums)
    for i, house in enumerate(order[:-1], 1):
        together |= house
        for cells in [*left]:
            if 2 * (cells & together).bit_count() > cells.bit_count():
                inside |= cells
                total += left.pop(cells)
        added, taken = inside & ~together, together & ~inside
        more, less = added.bit_count(), taken.bit_count()
        if i == 1 or not more + less or more + less > size or (more > 2 and less > 2):
            continue
        if (added | taken) & ~covered == 0 and more + less > _MOST:
            continue
        difference = total - i * whole
        yield _sum(added, taken, difference) if more >= less else _sum(taken, added, -difference)


def _limits(groups: Iterable[list[int]], size: int) -> tuple[int, int]:
    """Return the smallest and the largest sum of groups of cells that differ."""
    least = most = 0
    for group in groups:
        n = len(group)
        least += n * (n + 1) // 2
        most += n * (2 * size - n + 1) // 2
    return least, most


def _hidden(house: int, sums: Sums, houses: Sequence[int], peers: Sequence[int], size: int) -> Iterator[Sum]:
    """Yield what sums leave of a house, and what they have beyond it."""
    whole = size * (size + 1) // 2
    near = _apart({cells: total for cells, total in sums.items() if cells & house})
    if not near:
        return
    inside, total, out = 0, 0, []
    for cells, one in near.items():
        if cells & ~house == 0:
            inside |= cells
            total += one
        elif (cells & ~house).bit_count() == 1:
            out.append(cells)
    rest = house & ~inside
    for cells in out:
        if (rest & ~cells).bit_count() + 1 <= _MOST:
            yield _sum(rest & ~cells, cells & ~house, whole - total - near[cells])
    if inside.bit_count() > 1 and rest:
        yield _sum(rest, 0, whole - total)
    yield from _beyond(house, near, houses, peers, size)


def _beyond(house: int, near: Sums, houses: Sequence[int], peers: Sequence[int], size: int) -> Iterator[Sum]:
    """Yield the sum of what sums that cover a house have beyond it, gaps filled in with houses."""
    whole = size * (size + 1) // 2
    cells, total = sum(near), sum(near.values()) - whole
    for other in houses:
        gap = house & ~cells
        if not gap:
            break
        shared = (gap & other).bit_count()
        if other != house and not cells & other and shared > 1 and shared == (house & other).bit_count():
            cells |= other
            total += whole
    if house & ~cells:
        return
    cells &= ~house
    for other in houses:
        if other & ~cells == 0:
            cells &= ~other
            total -= whole
    if not cells:
        return
    least, most = _limits(exclusive_groups(bits(cells), peers, houses), size)
    slack = min(total - least, most - total)
    if slack < 0 or most - least > 4 * slack:
        yield _sum(cells, 0, total)


def _score(cells: int, total: int, houses: Sequence[int], peers: Sequence[int], size: int) -> int | None:
    """Return how much a sum says, more for cells of which many see each other; None where it cannot be."""
    groups = exclusive_groups(bits(cells), peers, houses)
    least, most = _limits(groups, size)
    if not least <= total <= most:
        return None
    slack = min(total - least, most - total)
    return sum(len(group) * (size - len(group)) - slack for group in groups)


def _joined(sums: Sums, houses: Sequence[int], peers: Sequence[int], size: int) -> Iterator[Sum]:
    """Yield sums of two and more sums whose cells see each other, where that says more than each alone."""
    scores = {
        cells: found
        for cells, total in sums.items()
        if (found := _score(cells, total, houses, peers, size)) is not None
    }
    totals = dict(sums)
    waiting: dict[tuple[int, int], int] = {}

    def consider(one: int, other: int) -> None:
        if one & other or one | other in scores:
            return
        small, large = sorted((one, other), key=int.bit_count)
        if sum(1 for cell in bits(small) if peers[cell] & large) < _RELATED:
            return
        joined = _score(one | other, totals[one] + totals[other], houses, peers, size)
        if joined is not None and joined > min(max(scores[one], scores[other]), scores[one] + scores[other]):
            waiting[one, other] = joined

    for one, other in combinations([*scores], 2):
        consider(other, one)
    while waiting := {pair: value for pair, value in waiting.items() if pair[0] in scores and pair[1] in scores}:
        one, other = max(waiting, key=lambda pair: (waiting[pair], pair))
        joined = one | other
        value = waiting.pop((one, other))
        totals[joined] = totals[one] + totals[other]
        del scores[one], scores[other]
        others = [*scores]
        scores[joined] = value
        for another in others:
            consider(joined, another)
    for cells, value in scores.items():
        if cells not in sums and value > 0:
            yield _sum(cells, 0, totals[cells])
