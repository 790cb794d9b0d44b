"""Which step that needs no chain does Sudoku Explainer see first?

Each finder goes through its family in the order of the original, version 1.2.1, and yields what it finds as a
`Find`. The houses go boxes, columns, rows; sets of houses, cells or digits as binary numbers ascend; digits last.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.links import ONES, Flat, Lock, Wiring, ascending

__all__ = [
    "Find",
    "aligned_pair",
    "aligned_triplet",
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


class Find(NamedTuple):
    """What a finder sees: the technique's code, what goes or is placed (candidates), and the pattern.

    `cells` and `second` are cells, `houses` and `covers` houses, `digits` a mask. What has to be gone for the pattern
    to be there is among `needs`: groups, each with the mask of what must not be in it.
    """

    code: str
    gone: tuple[int, ...] = ()
    placed: int = -1
    digits: int = 0
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    fins: tuple[int, ...] = ()
    needs: tuple[tuple[int, int], ...] = ()
    tenths: int = 0  # the rating, where it is not the same for all of a technique


def hidden_single(wiring: Wiring, flat: Flat) -> Iterator[Find]:
    """Yield the digits with one place in a house; the last blank of a house goes before all others."""
    size, members = wiring.size, wiring.members
    for house in wiring.order:
        if flat[wiring.blanks + house] == 1:
            for group in range(wiring.places + size * house, wiring.places + size * house + size):
                if flat[group]:
                    n = members[group][ONES[flat[group]][0]]
                    yield Find("0000", placed=n, digits=1 << n % size, cells=(n // size,), houses=(house,))
    for house in wiring.order:
        for group in range(wiring.places + size * house, wiring.places + size * house + size):
            mask = flat[group]
            if mask and not mask & mask - 1:
                n = members[group][mask.bit_length() - 1]
                yield Find("0002", placed=n, digits=1 << n % size, cells=(n // size,), houses=(house,))


def naked_single(wiring: Wiring, flat: Flat) -> Iterator[Find]:
    """Yield the cells with one candidate."""
    for cell in range(wiring.cells):
        mask = flat[cell]
        if mask and not mask & mask - 1:
            yield Find("0003", placed=wiring.size * cell + mask.bit_length() - 1, digits=mask, cells=(cell,))


def _locked(wiring: Wiring, flat: Flat) -> Iterator[tuple[Lock, int, int, int]]:
    """Yield the locks with a digit that stands in the second house, too: the lock, digit and both masks."""
    size = wiring.size
    for lock in wiring.locks:
        first, outside = wiring.places + size * lock.first, ~lock.inside
        second, rest = wiring.places + size * lock.second, ~lock.shared
        for d in range(size):
            mask = flat[first + d]
            if mask & outside or not mask & mask - 1:
                continue
            lost = flat[second + d] & rest
            if lost:
                yield lock, d, mask, lost


def direct_locking(wiring: Wiring, flat: Flat) -> Iterator[Find]:
    """Yield the digits that are locked in a crossing of two houses, which leaves them one place in a third."""
    size, members = wiring.size, wiring.members
    for lock, d, mask, _lost in _locked(wiring, flat):
        for house, shared in lock.others:
            group = wiring.places + size * house + d
            rest = flat[group] & ~shared
            if rest and not rest & rest - 1 and rest != flat[group]:
                n = members[group][rest.bit_length() - 1]
                cells = tuple(wiring.houses[lock.first][i] for i in ONES[mask])
                code = "d0100" if lock.first >= 2 * size else "d0101"
                yield Find(
                    code, placed=n, digits=1 << d, cells=cells, houses=(lock.first,), covers=(lock.second, house),
                    fins=(n // size,),
                )  # fmt: skip


def locking(wiring: Wiring, flat: Flat) -> Iterator[Find]:
    """Yield the digits that are locked in a crossing of two houses, and lost to the rest of the second."""
    size, members = wiring.size, wiring.members
    for lock, d, mask, lost in _locked(wiring, flat):
        second = members[wiring.places + size * lock.second + d]
        yield Find(
            "0100" if lock.first >= 2 * size else "0101",
            tuple(second[i] for i in ONES[lost]),
            digits=1 << d,
            cells=tuple(wiring.houses[lock.first][i] for i in ONES[mask]),
            houses=(lock.first,),
            covers=(lock.second,),
            needs=((wiring.places + size * lock.first + d, ~lock.inside),),
        )


def direct_hidden_set(wiring: Wiring, flat: Flat, count: int) -> Iterator[Find]:
    """Yield `count` digits with as many places in a house that leave another digit one place there."""
    size, members = wiring.size, wiring.members
    for house in wiring.order:
        if flat[wiring.blanks + house] <= count:
            continue
        base = wiring.places + size * house
        able = [d for d in range(size) if 2 <= flat[base + d].bit_count() <= count]
        for group in ascending(able, count):
            places = 0
            for d in group:
                places |= flat[base + d]
            if places.bit_count() != count:
                continue
            for d in range(size):
                mask = flat[base + d]
                rest = mask & ~places
                if d not in group and rest and rest != mask and not rest & rest - 1:
                    n = members[base + d][rest.bit_length() - 1]
                    cells = tuple(wiring.houses[house][i] for i in ONES[places])
                    yield Find(
                        "d0210" if count == 2 else "d0211", placed=n, digits=sum(1 << one for one in group),
                        cells=cells, houses=(house,), covers=(house,), fins=(n // size,),
                    )  # fmt: skip


def naked_set(wiring: Wiring, flat: Flat, count: int) -> Iterator[Find]:
    """Yield `count` cells of a house with as many candidates together, which the rest of the house loses."""
    size = wiring.size
    for house in wiring.order:
        if flat[wiring.blanks + house] < 2 * count:
            continue
        cells = wiring.houses[house]
        able = [i for i in range(size) if 2 <= flat[cells[i]].bit_count() <= count]
        for group in ascending(able, count):
            digits = 0
            for i in group:
                digits |= flat[cells[i]]
            if digits.bit_count() != count:
                continue
            gone = [
                size * cells[i] + d for i in range(size) if i not in group for d in ONES[flat[cells[i]] & digits]
            ]  # fmt: skip
            if gone:
                chosen = tuple(sorted(cells[i] for i in group))
                needs = tuple((cells[i], ~digits) for i in sorted(group))
                yield Find(f"02{count - 2:02}", tuple(gone), digits=digits, cells=chosen, houses=(house,), needs=needs)


def hidden_set(wiring: Wiring, flat: Flat, count: int) -> Iterator[Find]:
    """Yield `count` digits with as many places in a house, where other digits are lost."""
    size = wiring.size
    for house in wiring.order:
        if flat[wiring.blanks + house] <= 2 * count:
            continue
        base, cells = wiring.places + size * house, wiring.houses[house]
        able = [d for d in range(size) if 2 <= flat[base + d].bit_count() <= count]
        for group in ascending(able, count):
            places = 0
            for d in group:
                places |= flat[base + d]
            if places.bit_count() != count:
                continue
            digits = sum(1 << d for d in group)
            gone = [size * cells[i] + d for i in ONES[places] for d in ONES[flat[cells[i]] & ~digits]]
            if gone:
                needs = tuple((cells[i], digits) for i in range(size) if not places >> i & 1)
                chosen = tuple(cells[i] for i in ONES[places])
                yield Find(f"021{count - 2}", tuple(gone), digits=digits, cells=chosen, houses=(house,), needs=needs)


def fish(wiring: Wiring, flat: Flat, count: int) -> Iterator[Find]:
    """Yield a digit whose places in `count` columns lie in as many rows, which lose it elsewhere; then the reverse."""
    size, members = wiring.size, wiring.members
    for lines, covers in ((size, 0), (0, size)):
        found = []
        for d in range(size):
            if flat[wiring.placed + d] + 2 * count > size:
                continue
            base = wiring.places + size * lines + d
            able = [line for line in range(size) if 2 <= flat[base + size * line].bit_count() <= count]
            for group in ascending(able, count):
                places = 0
                for line in group:
                    places |= flat[base + size * line]
                if places.bit_count() == count:
                    found.append((group, d, places))
        for group, d, places in sorted(found):
            inside = sum(1 << line for line in group)
            gone, cells = [], []
            for cover in ONES[places]:
                at = wiring.places + size * (covers + cover) + d
                gone += [members[at][i] for i in ONES[flat[at] & ~inside]]
                cells += [members[at][i] // size for i in ONES[flat[at] & inside]]
            if gone:
                yield Find(
                    f"030{count - 2}", tuple(gone), digits=1 << d, cells=tuple(cells),
                    houses=tuple(lines + line for line in sorted(group)),
                    covers=tuple(covers + cover for cover in ONES[places]),
                    needs=tuple((wiring.places + size * (lines + line) + d, ~places) for line in sorted(group)),
                )  # fmt: skip


def wing(wiring: Wiring, grid: Grid, count: int) -> Iterator[Find]:
    """Yield a pivot of two (XY) or three (XYZ) candidates, with two pincers that share a digit."""
    size, marks, peers = wiring.size, grid.marks, grid.shape.peers
    for pivot, mask in enumerate(marks):
        if mask.bit_count() != count:
            continue
        pincers = [
            cell
            for cell in wiring.near[pivot]
            if marks[cell].bit_count() == 2 and (mask & ~marks[cell]).bit_count() == 1
        ]
        for a in pincers:
            for b in wiring.near[pivot]:
                one, two = marks[a], marks[b]
                shared = one & two
                if (
                    two.bit_count() != 2
                    or shared.bit_count() != 1
                    or (mask | one | two).bit_count() != 3
                    or (mask & shared).bit_count() != count - 2
                ):
                    continue
                lost = grid.places[shared.bit_length()] & peers[a] & peers[b] & ~(1 << pivot)
                if count == 3:
                    lost &= peers[pivot]
                if lost:
                    digit = shared.bit_length() - 1
                    gone = tuple(size * cell + digit for cell in range(wiring.cells) if lost >> cell & 1)
                    yield Find(
                        "0800" if count == 2 else "0801", gone, digits=mask | one | two, cells=(pivot,),
                        second=tuple(sorted((a, b))),
                    )  # fmt: skip


def _bases(wiring: Wiring, grid: Grid, count: int) -> list[int]:
    """Return the cells that have an excluder and see no cell of one candidate."""
    counts, peers = grid.with_counts(), grid.shape.peers
    few = counts[2] if count == 2 else counts[2] | counts[3]
    single = counts[1]
    return [
        cell
        for cell in range(wiring.cells)
        if grid.marks[cell].bit_count() >= 2 and peers[cell] & few and not peers[cell] & single
    ]


def aligned_pair(wiring: Wiring, grid: Grid) -> Iterator[Find]:
    """Yield two cells with combinations that a pair of excluders, cells of two candidates, forbids."""
    size, marks, peers, few = wiring.size, grid.marks, grid.shape.peers, grid.bivalue
    bases = _bases(wiring, grid, 2)
    for j, b in enumerate(bases):
        for a in bases[:j]:
            helpers = peers[a] & peers[b] & few
            if not helpers & helpers - 1:
                continue
            second = [cell for cell in wiring.near[a] if helpers >> cell & 1]
            partners = [1 << d if peers[a] >> b & 1 else 0 for d in range(size)]
            for cell in second:
                one, two = ONES[marks[cell]]
                partners[one] |= 1 << two
                partners[two] |= 1 << one
            gone = [
                size * cell + d
                for cell, other in ((a, b), (b, a))
                for d in ONES[marks[cell]]
                if not marks[other] & ~partners[d]
            ]
            if gone:
                digits = marks[a] | marks[b]
                yield Find("ape", tuple(gone), digits=digits, cells=(a, b), second=tuple(sorted(second)))


def aligned_triplet(wiring: Wiring, grid: Grid) -> Iterator[Find]:
    """Yield three cells with combinations that excluders of two or three candidates forbid."""
    size, marks, shape = wiring.size, grid.marks, grid.shape
    peers, counts = shape.peers, grid.with_counts()
    few = counts[2] | counts[3]
    bases = _bases(wiring, grid, 3)
    if len(bases) < 3:
        return
    able = sum(1 << cell for cell in bases) & few
    for j, b in enumerate(bases):
        for a in bases[:j]:
            both = peers[a] & peers[b] & few
            if not both & both - 1:
                continue
            tails = [cell for cell in wiring.near[a] if cell != b and able >> cell & 1]
            tails += [cell for cell in wiring.near[b] if cell != a and able >> cell & 1 and not peers[a] >> cell & 1]
            for c in tails:
                helpers = both & peers[c]
                if not helpers & helpers - 1:
                    continue
                union = marks[a] | marks[b] | marks[c]
                second = [cell for cell in wiring.near[c] if helpers >> cell & 1]
                masks = {marks[cell] for cell in second if not marks[cell] & ~union}
                left = _left(grid, (a, b, c), masks)
                gone = [
                    size * cell + d
                    for cell, seen in zip((a, b, c), left, strict=True)
                    for d in ONES[marks[cell] & ~seen]
                ]
                if gone:
                    yield Find(
                        "ate", tuple(gone), digits=union, cells=(a, b, c), second=tuple(sorted(second))
                    )  # fmt: skip


def _left(grid: Grid, cells: tuple[int, int, int], masks: set[int]) -> tuple[int, int, int]:
    """Return the masks of what three cells can hold in the ways to fill them that leave every excluder a candidate."""
    marks, peers = grid.marks, grid.shape.peers
    a, b, c = cells
    near = peers[a] >> b & 1, peers[a] >> c & 1, peers[b] >> c & 1
    seen_a = seen_b = seen_c = 0
    for x in ONES[marks[a]]:
        for y in ONES[marks[b]]:
            if x == y and near[0]:
                continue
            pair = 1 << x | 1 << y
            if pair in masks:
                continue
            for z in ONES[marks[c]]:
                bit = 1 << z
                if (x == z and near[1]) or (y == z and near[2]):
                    continue
                taken = pair | bit
                if taken in masks or (1 << x | bit) in masks or (1 << y | bit) in masks:
                    continue
                seen_a |= 1 << x
                seen_b |= 1 << y
                seen_c |= bit
    return seen_a, seen_b, seen_c
