"""How do the candidates of a board hang together?

A candidate is a number, `size * cell + d` for digit d + 1. It belongs to four groups, each of which holds one true
candidate: the digits of its cell, and the places of its digit in box, row and column. A position is then a list of
masks, one a group, that is copied in a moment and changes with four operations when a candidate goes:

    place                              what it holds (9x9)
      0 ..  80                         cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 323   places                + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    324 .. 350   blanks                house: how many of its cells are blank
    351 .. 359   placed                d: how often digit d + 1 stands on the board

The order in which Sudoku Explainer looks at things decides which of several steps it takes: simple techniques visit
boxes, columns, rows (`Wiring.order`), chains the cell, then box, row and column (`Wiring.links`).
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TypeAlias

from tessella.sudoku.rules import Box, houses, houses_of
from tessella.sudoku.techniques.grid import Grid

__all__ = ["BOX", "CELL", "COLUMN", "ONES", "ROW", "START", "STEP", "Flat", "Lock", "Wiring", "ascending", "wiring_of"]

Flat: TypeAlias = list[int]

START, CELL, BOX, ROW, COLUMN, STEP = range(6)  # causes: assumed, one of the four groups, a step inside a chain


class _Ones(dict[int, tuple[int, ...]]):
    """The members of every mask that is asked for, as numbers in order."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        found = tuple(i for i in range(mask.bit_length()) if mask >> i & 1)
        self[mask] = found
        return found


ONES = _Ones()


@dataclass(frozen=True, slots=True)
class Lock:
    """Two houses that cross: the shared places as each counts them, and what else crosses the second.

    `others` are the further houses of the first one's kind that cross the second, with the places that they share.
    """

    first: int
    second: int
    inside: int
    shared: int
    others: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Wiring:
    """What all boards of one box shape have in common; see above."""

    size: int
    cells: int
    houses: tuple[tuple[int, ...], ...]
    houses_of: tuple[tuple[int, int, int], ...]
    groups: tuple[tuple[tuple[int, int], ...], ...]  # of a candidate: group and bit, in the order of causes
    members: tuple[tuple[int, ...], ...]  # of a group: its candidates
    links: tuple[tuple[tuple[int, int], ...], ...]  # of a candidate: what it puts off, each with the cause
    order: tuple[int, ...]  # houses as simple techniques visit them
    locks: tuple[Lock, ...]
    near: tuple[tuple[int, ...], ...]  # of a cell: its peers, box first, then row, then column
    reach: tuple[int, ...]  # of a candidate: what it puts off, as a set of candidates

    @property
    def places(self) -> int:
        """Where the places of digits in houses begin."""
        return self.cells

    @property
    def blanks(self) -> int:
        """Where the numbers of blank cells begin."""
        return self.cells + 3 * self.cells

    @property
    def placed(self) -> int:
        """Where the numbers of placed digits begin."""
        return self.cells + 3 * self.cells + 3 * self.size

    def flat(self, grid: Grid) -> Flat:
        """Return a position as a list of masks."""
        size, groups = self.size, self.groups
        flat = [0] * (self.placed + size)
        for cell, mask in enumerate(grid.marks):
            for d in ONES[mask]:
                for group, bit in groups[size * cell + d]:
                    flat[group] |= bit
            if not grid.digits[cell]:
                for house in self.houses_of[cell]:
                    flat[self.blanks + house] += 1
        for digit in grid.digits:
            if digit:
                flat[self.placed + digit - 1] += 1
        return flat

    def candidates(self, flat: Flat) -> list[int]:
        """Return the candidates of a position, in order."""
        size = self.size
        return [size * cell + d for cell in range(self.cells) for d in ONES[flat[cell]]]


def ascending(items: list[int], count: int) -> list[tuple[int, ...]]:
    """Return the sets of `count` of some numbers (in order) as binary numbers ascend, members in falling order.

    >>> ascending([0, 1, 2], 2)
    [(1, 0), (2, 0), (2, 1)]
    """
    return list(combinations(items[::-1], count))[::-1]


@cache
def wiring_of(box: Box) -> Wiring:
    """Return how the candidates of all boards of a box shape hang together."""
    size = box[0] * box[1]
    cells = size * size
    all_houses, of_cell = houses(box), houses_of(box)
    index = [{cell: i for i, cell in enumerate(house)} for house in all_houses]
    near = []
    for cell in range(cells):
        row, col, square = of_cell[cell]
        group = dict.fromkeys([*all_houses[square], *all_houses[row], *all_houses[col]])
        near.append(tuple(other for other in group if other != cell))
    groups, links = [], []
    for cell in range(cells):
        row, col, square = of_cell[cell]
        for d in range(size):
            at = [(cells + size * house + d, 1 << index[house][cell]) for house in (square, row, col)]
            groups.append(((cell, 1 << d), *at))
            out = [(size * cell + other, CELL) for other in range(size) if other != d]
            for other in near[cell]:
                cause = BOX if of_cell[other][2] == square else ROW if of_cell[other][0] == row else COLUMN
                out.append((size * other + d, cause))
            links.append(tuple(out))
    members = [tuple(size * cell + d for d in range(size)) for cell in range(cells)]
    members += [tuple(size * cell + d for cell in house) for house in all_houses for d in range(size)]
    rows, cols, boxes = range(size), range(size, 2 * size), range(2 * size, 3 * size)
    locks = []
    for kind, across in ((boxes, cols), (boxes, rows), (cols, boxes), (rows, boxes)):
        for first in kind:
            for second in across:
                common = {*all_houses[first]} & {*all_houses[second]}
                if common:
                    others = tuple(
                        (house, sum(1 << index[house][cell] for cell in all_houses[house] if cell in index[second]))
                        for house in kind
                        if house != first and {*all_houses[house]} & {*all_houses[second]}
                    )
                    inside, shared = (sum(1 << index[house][cell] for cell in common) for house in (first, second))
                    locks.append(Lock(first, second, inside, shared, others))
    return Wiring(
        size, cells, all_houses, of_cell, tuple(groups), tuple(members), tuple(links), (*boxes, *cols, *rows),
        tuple(locks), tuple(near), tuple(sum(1 << m for m, _cause in out) for out in links),
    )  # fmt: skip
