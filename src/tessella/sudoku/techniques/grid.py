"""A position as sets of cells, and the houses, peers and links that all boards of its box shape have in common.

A `Grid` is made once for a position and never changed; what a technique works out for others is kept with it. A set of
cells is an integer with bit `cell` for every member:

    bit 0   r1c1   bit 1   r1c2   ...   bit 8   r1c9
    bit 9   r2c1   ...                  bit 80  r9c9

A candidate is a number, `size * cell + d` for digit d + 1. It belongs to four groups, each of which holds one true
candidate: the digits of its cell, and the places of its digit in box, row and column. `Masks` are a position as a list
of groups, copied in a moment, in which four operations take a candidate out:

    index                              what it holds (9x9)
      0 ..  80                         cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 323   places                + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    324 .. 350   blanks                house: how many of its cells are blank
    351 .. 359   placed                d: how often digit d + 1 stands on the board

Techniques are searched for in the order of Sudoku Explainer, which decides which of several steps comes first: boxes,
columns, rows (`Shape.order`), and sets of a size as binary numbers ascend. Chains follow the cell, then box, row and
column (`Shape.links`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce, wraps
from itertools import combinations, product
from operator import and_, or_
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

from tessella.sudoku.board import Board
from tessella.sudoku.geometry import SYMBOLS, Box, digits_of, houses, houses_of, peers
from tessella.sudoku.techniques.step import Step

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


class Intersection(NamedTuple):
    """Two houses that cross: the cells that they share as each counts them."""

    first: int
    second: int
    inside: int
    shared: int


def subsets_among(masks: Sequence[int], count: int, least: int = 2) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the places of every `count` masks, each of `least` members or more, with as many among them, and these.

    >>> [*subsets_among([0b011, 0b110, 0b011], 2)]
    [((2, 0), 3)]
    """
    able = [i for i, mask in enumerate(masks) if least <= mask.bit_count() <= count]
    if len(able) < count:
        return
    for group in ascending(able, count):
        whole = 0
        for i in group:
            whole |= masks[i]
        if whole.bit_count() == count:
            yield group, whole


class Shape:
    """Houses, peers and links of a box shape; `houses` and `peers` are sets, the houses in the order of the board."""

    def __init__(self, box: Box) -> None:
        size = box[0] * box[1]
        cells = size * size
        rows, cols, boxes = range(size), range(size, 2 * size), range(2 * size, 3 * size)
        candidates = list(product(range(cells), range(size)))
        self.box, self.size, self.cells, self.full = box, size, cells, (1 << cells) - 1
        self.places, self.blanks, self.placed = cells, 4 * cells, 4 * cells + 3 * size  # where in the masks each begins
        self.house_cells, self.houses_of = houses(box), houses_of(box)
        self.houses = tuple(sum(1 << cell for cell in house) for house in self.house_cells)
        self.peers = tuple(sum(1 << cell for cell in group) for group in peers(box))
        self.order = (*boxes, *cols, *rows)
        self.pointing = (*_intersections(box, boxes, cols), *_intersections(box, boxes, rows))
        self.claiming = (*_intersections(box, cols, boxes), *_intersections(box, rows, boxes))
        # Of a cell: its peers, box first, then row, then column.
        self.near = tuple(self._near(cell) for cell in range(cells))
        # Of a candidate: group and bit, in the order of causes; of a group: its candidates.
        self.groups = tuple(self._groups(cell, d) for cell, d in candidates)
        members = [tuple(size * cell + d for d in range(size)) for cell in range(cells)]
        members += [tuple(size * cell + d for cell in house) for house in self.house_cells for d in range(size)]
        self.members = tuple(members)
        # Of a candidate: what it makes false, each with the cause, and as sets of candidates: all, and in its houses.
        self.links = tuple(self._links(cell, d) for cell, d in candidates)
        self.reach = tuple(sum(1 << m for m, _cause in out) for out in self.links)
        self.house_reach = tuple(sum(1 << m for m, _cause in out[size - 1 :]) for out in self.links)
        self.in_cell = tuple((1 << size) - 1 << size * cell for cell, _d in candidates)  # all of its cell
        self._seen: dict[int, int] = {}

    def _near(self, cell: int) -> tuple[int, ...]:
        row, col, box = (self.house_cells[house] for house in self.houses_of[cell])
        return tuple(other for other in dict.fromkeys((*box, *row, *col)) if other != cell)

    def _groups(self, cell: int, d: int) -> tuple[tuple[int, int], ...]:
        row, col, box = self.houses_of[cell]
        places = ((house, self.house_cells[house].index(cell)) for house in (box, row, col))
        return (cell, 1 << d), *((self.places + self.size * house + d, 1 << place) for house, place in places)

    def _links(self, cell: int, d: int) -> tuple[tuple[int, int], ...]:
        row, _col, box = self.houses_of[cell]
        in_cell = [(self.size * cell + other, CELL) for other in range(self.size) if other != d]
        causes = ((other, self.houses_of[other]) for other in self.near[cell])
        return *in_cell, *(
            (self.size * other + d, BOX if of[2] == box else ROW if of[0] == row else COLUMN) for other, of in causes
        )

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


def _intersections(box: Box, kind: range, across: range) -> Iterator[Intersection]:
    for first, second in product(kind, across):
        cells = [houses(box)[house] for house in (first, second)]
        if common := {*cells[0]} & {*cells[1]}:
            yield Intersection(first, second, *(sum(1 << house.index(cell) for cell in common) for house in cells))


@cache
def shape_of(box: Box) -> Shape:
    """Return what all boards of a box shape have in common."""
    return Shape(box)


P = ParamSpec("P")
T = TypeVar("T")


def digits_text(mask: int) -> str:
    """Return the digits of a mask as text, in order.

    >>> digits_text(0b100000011)
    '129'
    """
    return "".join(SYMBOLS[digit] for digit in digits_of(mask))


@dataclass(frozen=True, repr=False)
class Grid:
    """A position as sets of cells.

    `marks[cell]` is the mask of the candidates of a blank cell, 0 for a filled one; `places[digit]` the set
    of cells that may still hold a digit (`places[0]` is empty).
    """

    shape: Shape
    digits: tuple[int, ...]
    givens: int
    marks: tuple[int, ...]
    places: tuple[int, ...]
    blank: int
    answers: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)  # what `once_per_grid` keeps

    @classmethod
    def of(cls, board: Board) -> "Grid":
        """Return the grid of a board's pencil marks; where nothing at all is marked, of all its candidates."""
        return cls.of_marks(board, board.marks if any(board.marks) else board.candidates())

    @classmethod
    def of_marks(cls, board: Board, marks: Iterable[int]) -> "Grid":
        """Return the grid of a board with other marks than its own."""
        marks = tuple(marks)
        shape = shape_of(board.box)
        places = [0] * (shape.size + 1)
        for cell, mask in enumerate(marks):
            for digit in digits_of(mask):
                places[digit] |= 1 << cell
        return cls(
            shape,
            board.digits,
            sum(1 << cell for cell, digit in enumerate(board.givens) if digit),
            marks,
            tuple(places),
            sum(1 << cell for cell, digit in enumerate(board.digits) if not digit),
        )

    def __repr__(self) -> str:
        rows, cols = self.shape.box
        return f"<Grid with boxes of {rows}x{cols}, {self.blank.bit_count()} cells blank>"

    @property
    def size(self) -> int:
        """How many digits there are."""
        return self.shape.size

    def after(self, placed: Iterable[tuple[int, int]], eliminated: Iterable[tuple[int, int]] = ()) -> "Grid":
        """Return the grid once digits are placed and candidates eliminated, both as pairs (cell, digit)."""
        shape = self.shape
        digits, marks, places = list(self.digits), list(self.marks), list(self.places)
        masks, blank = self.masks.copy(), self.blank

        def lose(cell: int, digit: int) -> None:
            places[digit] &= ~(1 << cell)
            for group, bit in shape.groups[shape.size * cell + digit - 1]:
                masks[group] &= ~bit
            marks[cell] = masks[cell]

        for cell, digit in eliminated:
            lose(cell, digit)
        for cell, digit in placed:
            digits[cell] = digit
            blank &= ~(1 << cell)
            for other in digits_of(marks[cell]):
                lose(cell, other)
            for peer in cells_of(places[digit] & shape.peers[cell]):
                lose(peer, digit)
            for house in shape.houses_of[cell]:
                masks[shape.blanks + house] -= 1
            masks[shape.placed + digit - 1] += 1
        grid = Grid(shape, tuple(digits), self.givens, tuple(marks), tuple(places), blank)
        grid.__dict__["masks"] = masks  # what the property would work out anew
        return grid

    def after_step(self, step: Step) -> "Grid":
        """Return the grid once a step is done."""
        size = self.size
        return self.after(
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.placements],
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.eliminations],
        )

    @cached_property
    def masks(self) -> Masks:
        """The position as a list of groups; see `shape`. Whoever changes it takes a copy."""
        shape, size = self.shape, self.size
        masks = [*self.marks, *[0] * (shape.placed + size - shape.cells)]
        for cell, mask in enumerate(self.marks):
            for d in BITS[mask]:
                _cell, (box, in_box), (row, in_row), (col, in_col) = shape.groups[size * cell + d]
                masks[box] |= in_box
                masks[row] |= in_row
                masks[col] |= in_col
        for house, cells in enumerate(shape.houses):
            masks[shape.blanks + house] = (self.blank & cells).bit_count()
        for digit in range(1, size + 1):
            masks[shape.placed + digit - 1] = self.digits.count(digit)
        return masks

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """For every number n the set of cells with n candidates (0 for the filled and the empty)."""
        counts = [0] * (self.size + 1)
        for cell, mask in enumerate(self.marks):
            counts[mask.bit_count()] |= 1 << cell
        return tuple(counts)

    @property
    def bivalue(self) -> int:
        """The cells with just two candidates."""
        return self.counts[2]

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For every cell the mask of the digits that no filled peer holds, whatever is marked."""
        digits, full = self.digits, (1 << self.size) - 1
        return tuple(full & ~union(1 << digits[peer] - 1 for peer in near if digits[peer]) for near in self.shape.near)


def once_per_grid(work: Callable[Concatenate[Grid, P], T]) -> Callable[Concatenate[Grid, P], T]:
    """Return a function whose answers are kept with the grid that they are about."""

    @wraps(work)
    def kept(grid: Grid, *args: P.args, **kwargs: P.kwargs) -> T:
        key = work, args, tuple(kwargs.items())
        if key not in grid.answers:
            grid.answers[key] = work(grid, *args, **kwargs)
        answer: T = grid.answers[key]
        return answer

    return cast("Callable[Concatenate[Grid, P], T]", kept)
