"""Which larger patterns would give a puzzle a second solution?

    unique loop   six cells or more in a ring, each two neighbours in a house, no house with more than two of them, and
                  those of opposite turns: holding only a and b they could be swapped, like a unique rectangle
        type 1    one cell of it has more candidates: it loses a and b
        type 2    some have the same one more: one of them is it, what sees them all is not
        type 3    two have more and share a house: what they have besides makes a naked set with cells of it
        type 4    two have more and share a house where a has no other place: they lose b
    BUG           with some candidates (the surplus) taken out, every blank cell has two candidates and every
                  house two places for each digit: so one of the surplus is true (全双值格致死解法)
        type 1    (beyond BUG+1) one cell holds all the surplus: it loses its other candidates
        type 2    the surplus is one digit: what sees all of it loses that digit
        type 3    the surplus lies in one house, and makes a naked set with cells of it
        type 4    two cells of a house hold the surplus, and a digit of both has no other place there: they
                  lose the rest of their other candidates

Sources: http://sudopedia.org/wiki/Unique_Loop, /Bivalue_Universal_Grave.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.step import Step

__all__ = ["bugs", "unique_loops"]

LOOP = {n: (f"unique loop type {n}", f"ul{n}") for n in range(1, 5)}
BUG = {n: (f"BUG type {n}", f"bug{n}") for n in range(1, 5)}

LONGEST = 14


@dataclass(frozen=True, slots=True)
class _Threat:
    """A pattern that must not come true: the surplus of each of its odd cells, and their other candidates."""

    cells: int
    surplus: dict[int, int]
    rest: dict[int, int]
    shown: int  # the digits that name the step

    @property
    def odd(self) -> int:
        """The cells with a surplus."""
        return union(1 << cell for cell in self.surplus)


def unique_loops(grid: Grid, kind: int) -> Iterator[Step]:
    """Yield the unique loops of a type from 1 to 4."""
    for threat in _loops(grid):
        yield from _steps(grid, LOOP[kind], threat, kind)


def bugs(grid: Grid, kind: int) -> Iterator[Step]:
    """Yield the universal graves of a type from 1 to 4."""
    threat = _grave(grid)
    if threat is not None:
        yield from _steps(grid, BUG[kind], threat, kind)


def _steps(grid: Grid, technique: tuple[str, str], threat: _Threat, kind: int) -> Iterator[Step]:
    for out, fins, houses in (_type_1, _type_2, _type_3, _type_4)[kind - 1](grid, threat):
        out = {digit: gone for digit, gone in out.items() if gone}  # noqa: PLW2901 - without what is empty
        if out:
            odd = threat.odd
            yield grid.step(
                technique, threat.shown, out, cells=threat.cells & ~odd, second=odd, fins=fins, houses=houses
            )


Conclusion = tuple[dict[int, int], int, tuple[int, ...]]  # what goes by digit, helping cells, houses


def _type_1(grid: Grid, threat: _Threat) -> Iterator[Conclusion]:
    if len(threat.surplus) == 1:
        ((cell, mask),) = threat.rest.items()
        yield {digit: grid.places[digit] & 1 << cell for digit in digits_of(mask)}, 0, ()


def _type_2(grid: Grid, threat: _Threat) -> Iterator[Conclusion]:
    surplus = union(threat.surplus.values())
    if len(threat.surplus) > 1 and surplus.bit_count() == 1:
        digit = surplus.bit_length()
        yield {digit: grid.places[digit] & grid.shape.seen_by(threat.odd)}, 0, ()


def _type_3(grid: Grid, threat: _Threat) -> Iterator[Conclusion]:
    shape, odd = grid.shape, threat.odd
    surplus = union(threat.surplus.values())
    if len(threat.surplus) < 2 or surplus.bit_count() < 2:
        return
    for number in shape.shared(odd):
        helpers = [cell for cell in cells_of(shape.houses[number] & grid.blank & ~odd) if grid.marks[cell]]
        for count in range(1, len(helpers) - 1):
            for group in combinations(helpers, count):
                digits = surplus | union(grid.marks[cell] for cell in group)
                if digits.bit_count() == count + 1:
                    cells = sum(1 << cell for cell in group)
                    reach = shape.houses[number] & ~odd & ~cells
                    yield {digit: grid.places[digit] & reach for digit in digits_of(digits)}, cells, (number,)


def _type_4(grid: Grid, threat: _Threat) -> Iterator[Conclusion]:
    shape, odd = grid.shape, threat.odd
    if len(threat.surplus) != 2:
        return
    one, other = threat.rest.values()
    for number in shape.shared(odd):
        for digit in digits_of(one & other):
            if grid.places[digit] & shape.houses[number] == odd:
                out: dict[int, int] = {}
                for cell, mask in threat.rest.items():
                    for gone in digits_of(mask & ~(1 << digit - 1)):
                        out[gone] = out.get(gone, 0) | 1 << cell
                yield out, 0, (number,)


def _loops(grid: Grid) -> Iterator[_Threat]:
    """Yield every ring of six cells and more on two digits, with what its cells hold besides."""
    shape, marks = grid.shape, grid.marks
    found = set[tuple[int, int]]()
    for pair in sorted({marks[cell] for cell in cells_of(grid.bivalue)}):
        usable = [cell for cell in cells_of(grid.blank) if marks[cell] & pair == pair]
        near = {cell: [other for other in usable if shape.peers[cell] >> other & 1] for cell in usable}
        for start in usable:
            if marks[start] != pair:
                continue
            for ring in _rings(grid, start, near, pair):
                cells = sum(1 << cell for cell in ring)
                if (pair, cells) not in found:
                    found.add((pair, cells))
                    surplus = {cell: marks[cell] & ~pair for cell in ring if marks[cell] != pair}
                    if surplus:
                        yield _Threat(cells, surplus, dict.fromkeys(surplus, pair), pair)


def _rings(grid: Grid, start: int, near: dict[int, list[int]], pair: int) -> Iterator[list[int]]:
    """Yield the rings through a cell of which every house has one cell of each turn, or none."""
    shape, marks = grid.shape, grid.marks
    # A path with the houses that its cells of either turn take, and the surplus of its cells.
    waiting: list[tuple[list[int], tuple[int, int], int, int]] = [([start], (_houses(grid, start), 0), 0, 0)]
    while waiting:
        path, taken, odd, surplus = waiting.pop()
        turn = len(path) % 2
        if len(path) >= 6 and not turn and shape.peers[path[-1]] >> start & 1 and taken[0] == taken[1]:
            yield path
        if len(path) == LONGEST:
            continue
        for cell in near[path[-1]]:
            more = marks[cell] & ~pair
            houses = _houses(grid, cell)
            # Two cells may have any surplus, more of them only the same digit.
            too_odd = more and odd >= 2 and (surplus | more).bit_count() > 1
            if cell in path or taken[turn] & houses or too_odd:
                continue
            now = (taken[0] | houses, taken[1]) if not turn else (taken[0], taken[1] | houses)
            waiting.append(([*path, cell], now, odd + bool(more), surplus | more))


def _houses(grid: Grid, cell: int) -> int:
    return union(1 << house for house in grid.shape.houses_of[cell])


def _grave(grid: Grid) -> _Threat | None:
    """Return the surplus that keeps a grid from being a universal grave, None if it is far from one."""
    shape, marks = grid.shape, grid.marks
    counts = grid.with_counts()
    odd = union(counts[3:])
    if not odd or counts[1] or counts[0] & grid.blank or odd.bit_count() > grid.size:
        return None
    left = list(marks)
    surplus: dict[int, int] = {}
    for cell in cells_of(odd):
        for digit in digits_of(marks[cell]):
            if all((grid.places[digit] & shape.houses[house]).bit_count() > 2 for house in shape.houses_of[cell]):
                surplus[cell] = surplus.get(cell, 0) | 1 << digit - 1
        left[cell] &= ~surplus.get(cell, 0)
        if left[cell].bit_count() != 2:
            return None
    for digit in range(1, grid.size + 1):
        places = sum(1 << cell for cell, mask in enumerate(left) if mask >> digit - 1 & 1)
        if any((places & house).bit_count() not in (0, 2) for house in shape.houses):
            return None
    return _Threat(odd, surplus, {cell: left[cell] for cell in surplus}, union(surplus.values()))
