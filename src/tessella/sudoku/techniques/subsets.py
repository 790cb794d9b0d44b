"""Which n cells of a house share n digits among them?

    naked    n cells with no other candidates than n digits: every cell that sees them all loses those digits
    hidden   n digits with no other places in a house than n cells: those cells lose everything else
    locked   a naked pair or triple in a box and a line at once that clears cells of both

Sources: http://sudopedia.org/wiki/Naked_Subset, /Hidden_Subset, /Locked_Subset. Where the locked form finds
something in both houses it is not called naked as well, as in HoDoKu.
"""

from collections.abc import Iterator
from itertools import combinations

from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.step import Step

__all__ = ["hidden", "locked", "naked"]

NAKED = {2: ("naked pair", "0200"), 3: ("naked triple", "0201"), 4: ("naked quad", "0202")}
LOCKED = {2: ("locked pair", "0110"), 3: ("locked triple", "0111")}
HIDDEN = {2: ("hidden pair", "0210"), 3: ("hidden triple", "0211"), 4: ("hidden quad", "0212")}


def naked(grid: Grid, count: int) -> Iterator[Step]:
    """Yield the naked sets of so many cells, the locked ones left out."""
    return (step for step in _naked(grid, count) if step.technique == NAKED[count][0])


def locked(grid: Grid, count: int) -> Iterator[Step]:
    """Yield the locked sets of so many cells, 2 or 3."""
    return (step for step in _naked(grid, count) if step.technique == LOCKED[count][0])


def _naked(grid: Grid, count: int) -> Iterator[Step]:
    shape, marks = grid.shape, grid.marks
    few = union(grid.with_counts()[1 : count + 1]) & grid.blank
    found = set[int]()
    for number, house in enumerate(shape.houses):
        for group in combinations(cells_of(few & house), count):
            digits = union(marks[cell] for cell in group)
            if digits.bit_count() != count:
                continue
            cells = sum(1 << cell for cell in group)
            if cells in found:
                continue
            found.add(cells)
            reach = shape.seen_by(cells)
            out = {
                digit: gone
                for digit in range(1, grid.size + 1)
                if digits >> digit - 1 & 1
                if (gone := grid.places[digit] & reach)
            }
            if not out:
                continue
            shared = shape.shared(cells)
            name = NAKED[count]
            if count in LOCKED and len(shared) == 2 and shared[1] >= 2 * grid.size:
                line, box = (shape.houses[house] for house in shared)
                gone = union(out.values())
                if gone & box and gone & line & ~box:
                    name = LOCKED[count]
            yield grid.step(name, digits, out, cells=cells, houses=shared or (number,))


def hidden(grid: Grid, count: int) -> Iterator[Step]:
    """Yield the hidden sets of so many digits."""
    shape, places = grid.shape, grid.places
    found = set[tuple[int, int]]()
    for number, house in enumerate(shape.houses):
        if (house & grid.blank).bit_count() <= count:
            continue
        few = [digit for digit in range(1, grid.size + 1) if 1 <= (places[digit] & house).bit_count() <= count]
        for group in combinations(few, count):
            cells = union(places[digit] for digit in group) & house
            if cells.bit_count() != count:
                continue
            digits = sum(1 << digit - 1 for digit in group)
            if (cells, digits) in found:
                continue
            found.add((cells, digits))
            out = {
                digit: gone
                for digit in range(1, grid.size + 1)
                if not digits >> digit - 1 & 1
                if (gone := places[digit] & cells)
            }
            if out:
                yield grid.step(HIDDEN[count], digits, out, cells=cells, houses=(number,))
