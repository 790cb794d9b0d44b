"""Houses, peers and links that all boards of one box shape have in common.

A set of cells is an integer with bit `cell` for every member. A candidate is a number, `size * cell + d` for digit
d + 1. It belongs to four groups, each of which holds one true candidate: the digits of its cell, and the places of its
digit in box, row and column. `Masks` are a position as a list of groups, copied in a moment, in which four operations
take a candidate out:

    index                              what it holds (9x9)
      0 ..  80                         cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 323   places                + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    324 .. 350   blanks                house: how many of its cells are blank
    351 .. 359   placed                d: how often digit d + 1 stands on the board

Techniques are searched for in the order of Sudoku Explainer, which decides which of several steps comes first: boxes,
columns, rows (`Shape.order`), and sets of a size as binary numbers ascend. Chains follow the cell, then box, row and
column (`Shape.links`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, reduce
from itertools import combinations
from operator import and_, or_
from typing import TypeAlias

from tessella.sudoku.rules import Box, houses, houses_of, peers

Masks: TypeAlias = list[int]

START, CELL, BOX, ROW, COLUMN, STEP = range(6)  # why a fact of a chain holds: assumed, by a group, by a step inside

_MAX_BITS = 1 << 16  # masks whose members are kept: all of a 9x9, and what a larger grid uses


class _Bits(dict[int, tuple[int, ...]]):
    """The members of a mask of digits or places, as numbers in order."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _MAX_BITS:
            self.clear()
        found = self[mask] = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
        return found


BITS = _Bits()


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, in order.

    >>> cells_of(0b100000011)
    [0, 1, 8]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def union(masks: Iterable[int]) -> int:
    """Return the members of any of the sets."""
    return reduce(or_, masks, 0)


def ascending(items: list[int], count: int) -> list[tuple[int, ...]]:
    """Return the sets of `count` of some numbers (in order) as binary numbers ascend, members in falling order.

    >>> ascending([0, 1, 2], 2)
    [(1, 0), (2, 0), (2, 1)]
    """
    return list(combinations(items[::-1], count))[::-1]


@dataclass(frozen=True, slots=True)
class Intersection:
    """Two houses that cross: the cells that they share as each counts them.

    `others` are the further houses of the first one's kind that cross the second, with what the second shares with
    each.
    """

    first: int
    second: int
    inside: int
    shared: int
    others: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shape:
    """Houses, peers and links of a box shape; `houses` and `peers` are sets, the houses in the order of the board."""

    box: Box
    size: int
    cells: int
    houses: tuple[int, ...]
    house_cells: tuple[tuple[int, ...], ...]
    houses_of: tuple[tuple[int, int, int], ...]
    peers: tuple[int, ...]
    near: tuple[tuple[int, ...], ...]  # of a cell: its peers, box first, then row, then column
    order: tuple[int, ...]  # boxes, columns, rows
    pointing: tuple[Intersection, ...]
    claiming: tuple[Intersection, ...]
    groups: tuple[tuple[tuple[int, int], ...], ...]  # of a candidate: group and bit, in the order of causes
    members: tuple[tuple[int, ...], ...]  # of a group: its candidates
    links: tuple[tuple[tuple[int, int], ...], ...]  # of a candidate: what it makes false, each with the cause
    reach: tuple[int, ...]  # of a candidate: what it makes false, as a set of candidates
    places: int  # where in the masks each part begins
    blanks: int
    placed: int
    full: int
    _seen: dict[int, int] = field(default_factory=dict)

    def seen_by(self, cells: int) -> int:
        """Return the cells that are peers of every one of `cells`, and all cells for none."""
        if (found := self._seen.get(cells)) is None:
            found = reduce(and_, (self.peers[cell] for cell in cells_of(cells)), self.full)
            if len(self._seen) > 1 << 16:
                self._seen.clear()
            self._seen[cells] = found
        return found

    def seen_by_any(self, cells: int) -> int:
        """Return the peers of at least one of `cells`."""
        return union(self.peers[cell] for cell in cells_of(cells))

    def shared(self, cells: int) -> tuple[int, ...]:
        """Return the numbers of the houses that hold all of `cells`."""
        if not cells:
            return ()
        three = self.houses_of[cells.bit_length() - 1]
        return tuple(house for house in three if not cells & ~self.houses[house])

    def places_of(self, candidates: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
        """Return candidates as sorted tuples (digit, row, column), counted from 1."""
        size = self.size
        return tuple(sorted((n % size + 1, n // size // size + 1, n // size % size + 1) for n in candidates))

    def candidates(self, masks: Masks) -> list[int]:
        """Return the candidates of a position, in order."""
        size = self.size
        return [size * cell + d for cell in range(self.cells) for d in BITS[masks[cell]]]


def _intersections(box: Box, kind: range, across: range) -> list[Intersection]:
    house_cells = houses(box)
    index = [{cell: i for i, cell in enumerate(house)} for house in house_cells]
    found = []
    for first in kind:
        for second in across:
            common = {*house_cells[first]} & {*house_cells[second]}
            others = tuple(
                (house, sum(1 << index[house][cell] for cell in house_cells[house] if cell in index[second]))
                for house in kind
                if house != first and {*house_cells[house]} & {*house_cells[second]}
            )
            if common:
                inside, shared = (sum(1 << index[house][cell] for cell in common) for house in (first, second))
                found.append(Intersection(first, second, inside, shared, others))
    return found


@cache
def shape_of(box: Box) -> Shape:
    """Return what all boards of a box shape have in common."""
    size = box[0] * box[1]
    cells = size * size
    house_cells, of_cell = houses(box), houses_of(box)
    index = [{cell: i for i, cell in enumerate(house)} for house in house_cells]
    rows, cols, boxes = range(size), range(size, 2 * size), range(2 * size, 3 * size)

    def near(cell: int) -> tuple[int, ...]:
        row, col, square = of_cell[cell]
        group = dict.fromkeys([*house_cells[square], *house_cells[row], *house_cells[col]])
        return tuple(other for other in group if other != cell)

    def groups(cell: int, d: int) -> tuple[tuple[int, int], ...]:
        row, col, square = of_cell[cell]
        at = [(cells + size * house + d, 1 << index[house][cell]) for house in (square, row, col)]
        return (cell, 1 << d), *at

    def links(cell: int, d: int) -> tuple[tuple[int, int], ...]:
        row, _col, square = of_cell[cell]
        out = [(size * cell + other, CELL) for other in range(size) if other != d]
        for other in near(cell):
            cause = BOX if of_cell[other][2] == square else ROW if of_cell[other][0] == row else COLUMN
            out.append((size * other + d, cause))
        return tuple(out)

    members = [tuple(size * cell + d for d in range(size)) for cell in range(cells)]
    members += [tuple(size * cell + d for cell in house) for house in house_cells for d in range(size)]
    all_links = tuple(links(cell, d) for cell in range(cells) for d in range(size))
    return Shape(
        box,
        size,
        cells,
        tuple(sum(1 << cell for cell in house) for house in house_cells),
        house_cells,
        of_cell,
        tuple(sum(1 << cell for cell in group) for group in peers(box)),
        tuple(map(near, range(cells))),
        (*boxes, *cols, *rows),
        tuple(_intersections(box, boxes, cols) + _intersections(box, boxes, rows)),
        tuple(_intersections(box, cols, boxes) + _intersections(box, rows, boxes)),
        tuple(groups(cell, d) for cell in range(cells) for d in range(size)),
        tuple(members),
        all_links,
        tuple(sum(1 << m for m, _cause in out) for out in all_links),
        cells,
        4 * cells,
        4 * cells + 3 * size,
        (1 << cells) - 1,
    )
