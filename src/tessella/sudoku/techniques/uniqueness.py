"""What would make a puzzle with one solution have two?

Four cells in two rows, two columns and two boxes that would hold only the digits a and b could be swapped:
a puzzle with one solution never ends there, as long as none of the four is a given.

    type 1    three cells have only a and b: the fourth has neither
    type 2    the others share one more digit c: one of them is c, what sees them all is not
    type 5    the same with the others diagonal, or three of them
    type 3    the other two share a house: what they have besides makes a naked set with cells of it
    type 4    the other two share a house, and one of a, b has no other place there: they lose the other
    type 6    the other two are diagonal, and a has no other place in the rows and columns: they lose a
    hidden    one cell has only a and b; a has no other place in row and column of the opposite: it loses b
    avoidable 1, 2    like types 1 and 2, with cells that the player filled standing in for a and b
    BUG+1     all cells have two candidates and all houses two places, but for one digit in one cell: it is true

Sources: http://sudopedia.org/wiki/Uniqueness_Test, /Hidden_Rectangle, /Avoidable_Rectangle,
/Bivalue_Universal_Grave. HoDoKu asks for a cell with just a and b; by default all four cells hold both digits
still, and with `missing` some may lack one.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import NamedTuple

from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, Shape, cells_of, union
from tessella.sudoku.techniques.step import Step

__all__ = ["avoidable_rectangles", "bug_plus_1", "rectangles"]

TYPE = {n: (f"unique rectangle type {n}", f"06{n - 1:02}") for n in range(1, 7)}
HIDDEN = ("hidden rectangle", "0606")
AVOIDABLE = {1: ("avoidable rectangle type 1", "0607"), 2: ("avoidable rectangle type 2", "0608")}
BUG_1 = ("BUG+1", "0610")


class Rectangle(NamedTuple):
    """Four cells and two digits: the floor has no other candidates, the roof has."""

    cells: int
    low: int
    high: int
    floor: int
    roof: int

    @property
    def pair(self) -> int:
        """The mask of the two digits."""
        return 1 << self.low - 1 | 1 << self.high - 1


def _corners(shape: Shape) -> list[tuple[int, int, int, int]]:
    """Return every four cells in two rows, two columns and two boxes: two and two in a row, first column first."""
    size = shape.size
    found = []
    for top, bottom in combinations(range(size), 2):
        for left, right in combinations(range(size), 2):
            cells = (top * size + left, top * size + right, bottom * size + left, bottom * size + right)
            if len({shape.houses_of[cell][2] for cell in cells}) == 2:
                found.append(cells)
    return found


def _rectangles(grid: Grid, *, missing: bool) -> Iterator[Rectangle]:
    shape, marks = grid.shape, grid.marks
    bivalue = grid.bivalue
    for corners in _corners(shape):
        cells = sum(1 << cell for cell in corners)
        if cells & ~grid.blank or not cells & bivalue:
            continue
        for pair in sorted({marks[cell] for cell in cells_of(cells & bivalue)}):
            if missing:
                if any(grid.allowed(cell) & pair != pair for cell in corners):
                    continue
            elif any(marks[cell] & pair != pair for cell in corners):
                continue
            low, high = digits_of(pair)
            floor = sum(1 << cell for cell in corners if not marks[cell] & ~pair)
            yield Rectangle(cells, low, high, floor, cells ^ floor)


def rectangles(grid: Grid, kind: int, *, missing: bool = False) -> Iterator[Step]:
    """Yield the unique rectangles of a type from 1 to 6, or the hidden rectangles for 7."""
    check = (_type_1, partial(_type_2_5, kind=2), _type_3, _type_4, partial(_type_2_5, kind=5), _type_6, _hidden)
    for rectangle in _rectangles(grid, missing=missing):
        yield from check[kind - 1](grid, rectangle)


def _step(
    grid: Grid, technique: tuple[str, str], rectangle: Rectangle, out: dict[int, int], **more: object
) -> Iterator[Step]:
    out = {digit: gone for digit, gone in out.items() if gone}
    if out:
        yield grid.step(
            technique,
            rectangle.pair,
            out,
            cells=rectangle.floor,
            second=rectangle.roof,
            **more,  # type: ignore[arg-type]
        )


def _type_1(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    if rectangle.roof.bit_count() == 1:
        out = {digit: grid.places[digit] & rectangle.roof for digit in (rectangle.low, rectangle.high)}
        yield from _step(grid, TYPE[1], rectangle, out)


def _type_2_5(grid: Grid, rectangle: Rectangle, kind: int) -> Iterator[Step]:
    roof = rectangle.roof
    extra = union(grid.marks[cell] for cell in cells_of(roof)) & ~rectangle.pair
    if roof.bit_count() not in (2, 3) or extra.bit_count() != 1:
        return
    level = roof.bit_count() == 2 and grid.shape.shared(roof)
    if bool(level) == (kind == 2):
        digit = extra.bit_length()
        out = {digit: grid.places[digit] & grid.shape.seen_by(roof)}
        yield from _step(grid, TYPE[kind], rectangle, out, fins=grid.places[digit] & roof)


def _type_3(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    shape, marks, roof = grid.shape, grid.marks, rectangle.roof
    if roof.bit_count() != 2:
        return
    extra = union(marks[cell] for cell in cells_of(roof)) & ~rectangle.pair
    for number in shape.shared(roof):
        is_box = number >= 2 * grid.size
        helpers = [
            cell for cell in cells_of(shape.houses[number] & grid.blank & ~rectangle.cells)
            if marks[cell] and not marks[cell] & rectangle.pair
        ]  # fmt: skip
        for count in range(1, len(helpers) + 1):
            for group in combinations(helpers, count):
                digits = union(marks[cell] for cell in group) | extra
                if digits.bit_count() != count + 1:
                    continue
                cells = sum(1 << cell for cell in group)
                shared = shape.shared(cells | roof)
                if is_box and len(shared) > 1:
                    continue  # found in the line as well, which takes away more
                reach = union(shape.houses[house] for house in shared) & ~(cells | roof)
                out = {digit: grid.places[digit] & reach for digit in digits_of(digits)}
                if not any(gone & shape.houses[number] for gone in out.values()):
                    continue
                yield from _step(
                    grid, TYPE[3], rectangle, out, fins=cells, houses=(number,), sets=((cells | roof, digits),)
                )


def _type_4(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    shape, roof = grid.shape, rectangle.roof
    if roof.bit_count() != 2 or not shape.shared(roof):
        return
    reach = shape.seen_by(roof)
    for held, gone in ((rectangle.low, rectangle.high), (rectangle.high, rectangle.low)):
        if not grid.places[held] & reach:
            out = {gone: grid.places[gone] & roof}
            yield from _step(grid, TYPE[4], rectangle, out, houses=shape.shared(roof), fins=roof)
            return


def _type_6(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    shape, roof = grid.shape, rectangle.roof
    if roof.bit_count() != 2 or shape.shared(roof):
        return
    lines = sorted({house for cell in cells_of(roof) for house in shape.houses_of[cell][:2]})
    reach = union(shape.houses[house] for house in lines) & ~rectangle.cells
    for digit in (rectangle.low, rectangle.high):
        if not grid.places[digit] & reach:
            yield from _step(grid, TYPE[6], rectangle, {digit: grid.places[digit] & roof}, houses=lines)
            return


def _hidden(grid: Grid, rectangle: Rectangle) -> Iterator[Step]:
    shape, floor = grid.shape, rectangle.floor
    if floor.bit_count() not in (1, 2) or (floor.bit_count() == 2 and shape.shared(floor)):
        return
    for corner in cells_of(floor):
        row, col, _box = shape.houses_of[corner]
        opposite = rectangle.cells & ~(shape.houses[row] | shape.houses[col])
        lines = shape.houses_of[opposite.bit_length() - 1][:2]
        reach = union(shape.houses[house] for house in lines) & ~rectangle.cells
        for held, gone in ((rectangle.low, rectangle.high), (rectangle.high, rectangle.low)):
            if not grid.places[held] & reach:
                out = {gone: grid.places[gone] & opposite}
                yield from _step(grid, HIDDEN, rectangle, out, houses=lines, fins=1 << corner)


def avoidable_rectangles(grid: Grid, kind: int) -> Iterator[Step]:
    """Yield the avoidable rectangles of type 1 or 2: filled cells, none of them a given, stand for a and b."""
    shape, digits, marks = grid.shape, grid.digits, grid.marks
    for corners in _corners(shape):
        cells = sum(1 << cell for cell in corners)
        blank = cells & grid.blank
        if cells & grid.givens or blank.bit_count() != kind:
            continue
        if kind == 1:
            cell = blank.bit_length() - 1
            place = corners.index(cell)
            opposite = digits[corners[3 - place]]
            beside = [digits[corner] for n, corner in enumerate(corners) if n not in (place, 3 - place)]
            if beside[0] == beside[1] != opposite and marks[cell] >> opposite - 1 & 1 and blank & grid.bivalue:
                pair = 1 << opposite - 1 | 1 << beside[0] - 1
                yield grid.step(AVOIDABLE[1], pair, {opposite: blank}, cells=cells ^ blank, second=blank)
            continue
        one, other = cells_of(blank)
        row, col, _box = shape.houses_of[one]
        if not blank & ~shape.houses[row] or not blank & ~shape.houses[col]:
            yield from _avoidable_2(grid, corners, one, other)


def _avoidable_2(grid: Grid, corners: tuple[int, int, int, int], one: int, other: int) -> Iterator[Step]:
    marks = grid.marks
    blank = 1 << one | 1 << other
    # A blank cell would take the digit that stands beside the other one, crosswise in the rectangle.
    first, second = (grid.digits[corners[3 - corners.index(cell)]] for cell in (one, other))
    if not marks[one] >> first - 1 & 1 or not marks[other] >> second - 1 & 1 or blank & ~grid.bivalue:
        return
    rest = marks[one] ^ 1 << first - 1
    if rest != marks[other] ^ 1 << second - 1 or first == second:
        return
    digit = rest.bit_length()
    out = grid.places[digit] & grid.shape.seen_by(blank)
    if out:
        cells = sum(1 << cell for cell in corners)
        pair = 1 << first - 1 | 1 << second - 1
        yield grid.step(AVOIDABLE[2], pair, {digit: out}, cells=cells ^ blank, second=blank, fins=blank)


def bug_plus_1(grid: Grid) -> Iterator[Step]:
    """Yield the one cell with a third candidate where everything else comes in twos."""
    counts = grid.with_counts()
    odd = union(counts[3:])
    if odd.bit_count() != 1 or odd != counts[3] or counts[1] or counts[0] & grid.blank:
        return
    cell = odd.bit_length() - 1
    thrice = set[tuple[int, int]]()
    for digit in range(1, grid.size + 1):
        for number, house in enumerate(grid.shape.houses):
            times = (grid.places[digit] & house).bit_count()
            if times == 3:
                thrice.add((digit, number))
            elif times not in (0, 2):
                return
    for digit in digits_of(grid.marks[cell]):
        if thrice == {(digit, house) for house in grid.shape.houses_of[cell]}:
            out = {other: odd for other in digits_of(grid.marks[cell]) if other != digit}
            yield grid.step(BUG_1, 0, out, cells=odd, second=grid.bivalue, fins=odd)
