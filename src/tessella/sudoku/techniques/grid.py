"""A position as sets of cells, and the houses, peers and links that all boards with its rules have in common.

A `Grid` is made once for a position and never changed; what a technique works out for others is kept with it. A set of
cells is an integer with bit `cell` for every member:

    bit 0   r1c1   bit 1   r1c2   ...   bit 8   r1c9
    bit 9   r2c1   ...                  bit 80  r9c9

A candidate is a number, `size * cell + d` for digit d + 1. It belongs to groups, each of which holds one true
candidate: the digits of its cell, and the places of its digit in box, row, column and other houses. `Masks` are a
position as a list of groups, copied in a moment, in which a few operations take a candidate out:

    index                              what it holds (9x9)
      0 ..  80                         cell c: bit d for digit d + 1; no bit in a filled cell
     81 .. 323   places                + 9 * house + d: bit i if the i-th cell of the house may take digit d + 1
    324 .. 350   blanks                house: how many of its cells are blank
    351 .. 359   placed                d: how often digit d + 1 stands on the board

Techniques are searched for in the order of Sudoku Explainer, which decides which of several steps comes first: boxes,
columns, rows, other houses (`Shape.order`), and sets of a size as binary numbers ascend. Chains follow the cell, then
box, row, column and other houses (`Shape.links`).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce, wraps
from itertools import combinations, product
from operator import and_, or_
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

from tessella.i18n import _
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import SYMBOLS, digits_of
from tessella.sudoku.rules.peers import peers_of
from tessella.sudoku.rules.phrasing import house_name
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.step import Step

Masks: TypeAlias = list[int]

# Why a fact of a chain holds: assumed, by a group (its cell, region, row, column), by a step inside, by a peer that
# shares no house with it; further houses have the numbers after these.
START, CELL, BOX, ROW, COLUMN, STEP, PEER = range(7)

HOUSE_TYPES = {"jigsaw", "no_boxes", "diagonal", "windoku", "disjoint_groups", "extra_region", "digits"}

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
    """Houses, peers and links of rules; `houses` and `peers` are sets, the houses in the order of the rules.

    `others` are the houses that are no lines: boxes, regions, diagonals and so on. `is_of_houses` says that nothing
    holds but houses, so that two solutions which differ in every house alike are both right.
    """

    def __init__(self, rules: Rules) -> None:
        size = rules.size
        cells = size * size
        implied = _implied(rules)
        self.rules, self.kinds = rules, (*rules.house_kinds, *("implied" for _house in implied))
        self.house_cells = (*rules.houses, *implied)
        many = len(self.house_cells)
        self.box, self.size, self.cells, self.full = rules.box, size, cells, (1 << cells) - 1
        # Where in the masks each begins; the last mask is always empty.
        self.places, self.blanks = cells, cells + many * size
        self.placed, self.nothing = self.blanks + many, self.blanks + many + size
        self.houses = tuple(sum(1 << cell for cell in house) for house in self.house_cells)
        of = [[number for number, house in enumerate(self.house_cells) if cell in house] for cell in range(cells)]
        self.houses_of = tuple(map(tuple, of))
        in_houses = [union(self.houses[house] for house in inside) & ~(1 << cell) for cell, inside in enumerate(of)]
        known = [sum(1 << other for other in group) for group in peers_of(rules)]
        self.peers = tuple(map(or_, known, in_houses))
        self.is_classic = rules.is_classic
        self.is_of_houses = in_houses == [*self.peers] and {one.type for one in rules.constraints} <= HOUSE_TYPES
        rows, cols, self.others = range(size), range(size, 2 * size), range(2 * size, many)
        self.regions = range(2 * size, 2 * size + sum(kind in ("box", "region") for kind in self.kinds))
        extra = range(self.regions.stop, many)
        self.order = (*self.regions, *cols, *rows, *extra)
        self.chain_order = (*self.regions, *rows, *cols, *extra)
        self.pointing = tuple(one for across in (cols, rows, extra) for one in self._crossings(self.regions, across))
        self.claiming = tuple(one for lines in (cols, rows, extra) for one in self._crossings(lines, self.others))
        self.claiming += tuple(one for lines in (cols, rows) for one in self._crossings(extra, lines))
        # Whether a cell may see all places of a house from outside another one, as no cell of lines and boxes does.
        self.is_general = not self.is_of_houses or not {*self.kinds} <= {"row", "column", "box"}
        # Of a cell: its houses as chains follow them, -1 for none, those of one kind in the same place for all cells.
        kinds = [f"extra {house}" if kind == "extra" else kind for house, kind in enumerate(self.kinds)]
        kinds = ["window" if kind == "implied" else kind for kind in kinds]  # no two of them overlap
        slots = {kind: slot for slot, kind in enumerate(dict.fromkeys(["region", "row", "column", *kinds]))}
        if "region" not in kinds:
            slots["box"] = 0
        self.slots = tuple(slots[kind] for kind in kinds)
        self.linked = tuple(map(self._linked, range(cells)))
        self.near = tuple(map(self._near, range(cells)))  # the peers of a cell, in the order of these houses
        # Of a candidate: group and bit, in the order of causes; of a group: its candidates.
        candidates = list(product(range(cells), range(size)))
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

    def _crossings(self, kind: Iterable[int], across: Iterable[int]) -> Iterator[Intersection]:
        """Yield where houses share two cells or more; one cell would be a single."""
        for first, second in product(kind, across):
            common = {*self.house_cells[first]} & {*self.house_cells[second]}
            if len(common) > 1 and first != second:
                cells = (self.house_cells[house] for house in (first, second))
                yield Intersection(first, second, *(sum(1 << house.index(c) for c in common) for house in cells))

    def _linked(self, cell: int) -> tuple[int, ...]:
        found = [-1] * (max(self.slots) + 1)
        for house in self.houses_of[cell]:
            found[self.slots[house]] = house
        return tuple(found)

    def _near(self, cell: int) -> tuple[int, ...]:
        ordered = [other for house in self.linked[cell] if house >= 0 for other in self.house_cells[house]]
        ordered += cells_of(self.peers[cell])
        return tuple(other for other in dict.fromkeys(ordered) if other != cell)

    def _groups(self, cell: int, d: int) -> tuple[tuple[int, int], ...]:
        """Return the groups of a candidate by their cause less 1; what is no group is an empty mask and no bit."""
        found = [(cell, 1 << d)]
        for house in self.linked[cell]:
            bit = 1 << self.house_cells[house].index(cell) if house >= 0 else 0
            found.append((self.places + self.size * house + d, bit) if bit else (self.nothing, 0))
        if not self.is_classic:
            found[STEP - 1 : STEP - 1] = [(self.nothing, 0)] * (PEER - COLUMN)
        return tuple(found)

    def _links(self, cell: int, d: int) -> tuple[tuple[int, int], ...]:
        causes: dict[int, int] = {}
        numbers = BOX, ROW, COLUMN, *range(PEER + 1, PEER + len(self.house_cells))
        for house, cause in reversed([*zip(self.linked[cell], numbers, strict=False)]):
            if house >= 0:
                causes |= dict.fromkeys(self.house_cells[house], cause)
        in_cell = [(self.size * cell + other, CELL) for other in range(self.size) if other != d]
        return *in_cell, *((self.size * other + d, causes.get(other, PEER)) for other in self.near[cell])

    def house_by(self, n: int, cause: int) -> int:
        """Return the house through which a candidate is linked by a cause, -1 for none."""
        group = self.groups[n][cause - 1][0] if cause >= BOX and cause != STEP else self.nothing
        return (group - self.places) // self.size if group != self.nothing else -1

    def name(self, house: int) -> str:
        """Return the name of a house in the language spoken now."""
        if self.kinds[house] == "implied":
            return _("hidden window {number}").format(number=house - self.kinds.index("implied") + 1)
        return house_name(self.rules, house)

    def board(self, digits: Iterable[int]) -> Board:
        """Return the board with these digits as its givens."""
        return Board.of_givens(digits, self.box, self.rules.constraints)

    def allowed(self, digits: Sequence[int]) -> tuple[int, ...]:
        """Return for every cell the mask of the digits that no filled peer holds."""
        full = (1 << self.size) - 1
        return tuple(full & ~union(1 << digits[peer] - 1 for peer in near if digits[peer]) for near in self.near)

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
        some = self.houses_of[cells.bit_length() - 1]
        return tuple(house for house in some if not cells & ~self.houses[house])

    def places_of(self, candidates: Iterable[int]) -> tuple[tuple[int, int, int], ...]:
        """Return candidates as sorted tuples (digit, row, column), counted from 1."""
        size = self.size
        return tuple(sorted((n % size + 1, n // size // size + 1, n // size % size + 1) for n in candidates))

    def candidates(self, masks: Masks) -> list[int]:
        """Return the candidates of a position, in order."""
        size = self.size
        return [size * cell + d for cell in range(self.cells) for d in BITS[masks[cell]]]


def _implied(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Return the houses that follow from windows: the rest of the rows and columns that cross them, and of the others.

    All are rows of one kind by columns of another: those that no window touches, and those of each row of windows.
    """
    if not rules.of_type("windoku"):
        return ()
    size, side = rules.size, 3 if rules.size == 9 else 4
    outside = range(0, size, side + 1)
    bands = [range(start, start + side) for start in range(1, size - side + 1, side + 1)]
    crossed = ((outside, outside), *((outside, band) for band in bands), *((band, outside) for band in bands))
    return tuple(tuple(row * size + col for row in rows for col in cols) for rows, cols in crossed)


@lru_cache(maxsize=64)
def shape_of(rules: Rules) -> Shape:
    """Return what all boards with these rules have in common."""
    return Shape(rules)


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

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what makes an equal grid in another process; shape and answers stay here."""
        return _grid, (self.shape.rules, self.digits, self.givens, self.marks, self.places, self.blank)

    @classmethod
    def of(cls, board: Board) -> "Grid":
        """Return the grid of a board's pencil marks; where nothing at all is marked, of all its candidates."""
        return cls.of_marks(board, board.marks if any(board.marks) else board.candidates())

    @classmethod
    def of_marks(cls, board: Board, marks: Iterable[int]) -> "Grid":
        """Return the grid of a board with other marks than its own."""
        marks = tuple(marks)
        shape = shape_of(board.rules)
        if not shape.is_classic:  # what follows from the rules alone is gone from the start
            marks = tuple(mask & may for mask, may in zip(marks, shape.allowed(board.digits), strict=True))
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
        rules = "" if self.shape.is_classic else f", {self.shape.rules}"
        return f"<Grid with boxes of {rows}x{cols}{rules}, {self.blank.bit_count()} cells blank>"

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
        masks = [*self.marks, *[0] * (shape.nothing + 1 - shape.cells)]
        for cell, mask in enumerate(self.marks):
            for d in BITS[mask]:
                for group, bit in shape.groups[size * cell + d][1:]:
                    masks[group] |= bit
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
        return self.shape.allowed(self.digits)


def _grid(rules: Rules, *fields: Any) -> Grid:
    return Grid(shape_of(rules), *fields)


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
