"""Unique, hidden and avoidable rectangles: four cells whose two digits must not be swappable.

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

Sources: http://sudopedia.org/wiki/Uniqueness_Test, /Hidden_Rectangle, /Avoidable_Rectangle. HoDoKu asks for a cell with
just a and b; by default all four cells hold both digits still, and with `missing` some may lack one.
"""

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations, permutations

from tessella.i18n import N_, _
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.techniques.deadly_patterns import (
    ONE_OF,
    SWAP,
    TELL,
    TYPE,
    TYPE_1,
    WITHOUT,
    Check,
    Conclusion,
    Threat,
    loop_threat,
    naked_with,
    steps_of,
    tell,
)
from tessella.sudoku.techniques.grid import Grid, Shape, cells_of, union
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Node, Step
from tessella.sudoku.techniques.technique import Explain, Technique, narrow_first


@cache
def _corners(shape: Shape) -> list[tuple[int, int, int, int]]:
    """Return every four cells in two rows and columns whose diagonals share out the same houses: two boxes in all.

    Two and two are in a row, first column first. There are none where other rules than houses tell digits apart.
    """
    size = shape.size
    found: list[tuple[int, int, int, int]] = []
    if not shape.is_of_houses:
        return found
    for top, bottom in combinations(range(size), 2):
        for left, right in combinations(range(size), 2):
            cells = (top * size + left, top * size + right, bottom * size + left, bottom * size + right)
            a, b, c, d = (shape.houses_of[cell] for cell in cells)
            if sorted((*a, *d)) == sorted((*b, *c)) and {*a}.isdisjoint(d):
                found.append(cells)
    return found


def _rectangles(grid: Grid, *, missing: bool) -> Iterator[Threat]:
    shape, marks = grid.shape, grid.marks
    bivalue = grid.bivalue
    for corners in _corners(shape):
        cells = sum(1 << cell for cell in corners)
        if cells & ~grid.blank or not cells & bivalue:
            continue
        for pair in sorted({marks[cell] for cell in cells_of(cells & bivalue)}):
            if missing:
                if any(grid.allowed[cell] & pair != pair for cell in corners):
                    continue
            elif any(marks[cell] & pair != pair for cell in corners):
                continue
            yield loop_threat(grid, corners, pair)


def _type_2_5(grid: Grid, rectangle: Threat, kind: int) -> Iterator[Conclusion]:
    roof, extra = rectangle.odd, rectangle.digits
    if roof.bit_count() not in (2, 3) or extra.bit_count() != 1:
        return
    level = roof.bit_count() == 2 and grid.shape.shared(roof)
    if bool(level) == (kind == 2):
        digit = extra.bit_length()
        yield {digit: grid.places[digit] & grid.shape.seen_by(roof)}, grid.places[digit] & roof, ()


def _type_3(grid: Grid, rectangle: Threat) -> Iterator[Conclusion]:
    shape, marks, roof = grid.shape, grid.marks, rectangle.odd
    if roof.bit_count() != 2:
        return
    for number in shape.shared(roof):
        outside = cells_of(shape.houses[number] & grid.blank & ~rectangle.cells)
        helpers = [cell for cell in outside if marks[cell] and not marks[cell] & rectangle.shown]
        for cells, digits in naked_with(grid, helpers, rectangle.digits, len(helpers)):
            shared = shape.shared(cells | roof)
            if number != shared[0]:
                continue  # found in the line as well, which takes away more
            reach = union(shape.houses[house] for house in shared) & ~(cells | roof)
            out = {digit: grid.places[digit] & reach for digit in digits_of(digits)}
            if any(gone & shape.houses[number] for gone in out.values()):
                yield out, cells, (number,)


def _type_4(grid: Grid, rectangle: Threat) -> Iterator[Conclusion]:
    shape, roof = grid.shape, rectangle.odd
    if roof.bit_count() != 2 or not shape.shared(roof):
        return
    reach = shape.seen_by(roof)
    for held, gone in permutations(digits_of(rectangle.shown)):
        if not grid.places[held] & reach:
            yield {gone: grid.places[gone] & roof}, roof, shape.shared(roof)
            return


def _type_6(grid: Grid, rectangle: Threat) -> Iterator[Conclusion]:
    shape, roof = grid.shape, rectangle.odd
    if roof.bit_count() != 2 or shape.shared(roof):
        return
    lines = sorted({house for cell in cells_of(roof) for house in shape.houses_of[cell][:2]})
    reach = union(shape.houses[house] for house in lines) & ~rectangle.cells
    for digit in digits_of(rectangle.shown):
        if not grid.places[digit] & reach:
            yield {digit: grid.places[digit] & roof}, 0, tuple(lines)
            return


def _hidden(grid: Grid, rectangle: Threat) -> Iterator[Conclusion]:
    shape, floor = grid.shape, rectangle.cells & ~rectangle.odd
    if floor.bit_count() not in (1, 2) or (floor.bit_count() == 2 and shape.shared(floor)):
        return
    for corner in cells_of(floor):
        row, col = shape.houses_of[corner][:2]
        opposite = rectangle.cells & ~(shape.houses[row] | shape.houses[col])
        lines = shape.houses_of[opposite.bit_length() - 1][:2]
        reach = union(shape.houses[house] for house in lines) & ~rectangle.cells
        for held, gone in permutations(digits_of(rectangle.shown)):
            if not grid.places[held] & reach:
                yield {gone: grid.places[gone] & opposite}, 1 << corner, lines


def avoidable_rectangles(grid: Grid, kind: int) -> Iterator[Step]:
    """Yield the avoidable rectangles of type 1 or 2: filled cells, none of them a given, stand for a and b."""
    digits = grid.digits
    for corners in _corners(grid.shape):
        cells = sum(1 << cell for cell in corners)
        blank = cells & grid.blank
        # A blank cell would take the digit that stands crosswise in the rectangle.
        taken = {cell: digits[corners[3 - corners.index(cell)]] for cell in cells_of(blank)}
        if cells & grid.givens or blank.bit_count() != kind or blank & ~grid.bivalue or 0 in taken.values():
            continue
        pair = union(1 << digits[cell] - 1 for cell in corners if digits[cell])
        left = {grid.marks[cell] & ~(1 << digit - 1) for cell, digit in taken.items()}
        extra = left.pop()
        if left or extra.bit_count() != 1 or pair.bit_count() != 2:
            continue
        if kind == 1:
            out, fins = dict.fromkeys(taken.values(), blank), 0
        else:
            out, fins = {extra.bit_length(): grid.places[extra.bit_length()] & grid.shape.seen_by(blank)}, blank
        if any(out.values()):
            yield AVOIDABLE[kind].step(grid, pair, out, cells=cells ^ blank, second=blank, fins=fins)


def _explain_hidden(words: Words) -> str:
    step, [kept] = words.step, {*words.step.digits} - {*words.removed}
    [gone], [opposite], [corner] = words.removed, words.losers, step.fins
    beside = [Node(kept, (cell,)) for cell in (*step.cells, *step.second) if cell not in (opposite, corner)]
    then = words.cases([[Node(gone, (opposite,))], [*beside, Node(gone, (corner,))]])
    lead = words.fill(_("{kept} has no place in {houses} outside {all_cells}."))
    return join_sentences(lead, then, words.fill(_(SWAP)))


_TYPE_6 = N_(
    "{removed} has no place in {houses} outside {all_cells}. If one of {second} were {removed}, so would be the other,"
    " and these four cells would hold only {digits}."
)
_SWAP_FILLED = N_(
    "None of these cells is a given, so swapping these digits there would give a second solution, but the puzzle has"
    " only one."
)
HIDDEN = 7


def _rectangle(
    code: str, name: str, check: Check, explain: Explain, *aliases: str, rated: str = "", varies: bool = False
) -> Technique:
    def find(grid: Grid, *, missing: bool = False) -> Iterator[Step]:
        for rectangle in _rectangles(grid, missing=missing):
            yield from steps_of(grid, rectangle, technique, check)

    wide = partial(find, missing=True)
    both, variants = partial(narrow_first, narrow=find, wide=wide), (("1", find), ("2", wide))
    technique = Technique(code, name, both, explain, rated, aliases, variants, needs_unique=True, varies=varies)
    return technique


def _numbered(n: int, name: str, check: Check, explain: Explain, *, is_rated: bool = False) -> Technique:
    aliases = f"uniqueness test type {n}", f"uniqueness test {n}"
    rated = "unique rectangle" if is_rated else ""
    return _rectangle(f"06{n - 1:02}", name, check, explain, *aliases, rated=rated, varies=n == 3)


RECTANGLE = {
    1: _numbered(1, N_("unique rectangle type 1"), TYPE[1], TELL[1], is_rated=True),
    2: _numbered(2, N_("unique rectangle type 2"), partial(_type_2_5, kind=2), TELL[2], is_rated=True),
    3: _numbered(3, N_("unique rectangle type 3"), _type_3, TELL[3], is_rated=True),
    4: _numbered(4, N_("unique rectangle type 4"), _type_4, TELL[4], is_rated=True),
    5: _numbered(5, N_("unique rectangle type 5"), partial(_type_2_5, kind=5), TELL[2]),
    6: _numbered(6, N_("unique rectangle type 6"), _type_6, tell(_TYPE_6, SWAP)),
    HIDDEN: _rectangle("0606", N_("hidden rectangle"), _hidden, _explain_hidden),
}
_AVOIDABLE_NAMES = N_("avoidable rectangle type 1"), N_("avoidable rectangle type 2")
AVOIDABLE = {
    n: Technique(
        f"060{6 + n}",
        name,
        partial(avoidable_rectangles, kind=n),
        tell(*((TYPE_1, _SWAP_FILLED) if n == 1 else (WITHOUT, _SWAP_FILLED, ONE_OF))),
        needs_unique=True,
    )
    for n, name in enumerate(_AVOIDABLE_NAMES, 1)
}
TECHNIQUES = (*RECTANGLE.values(), *AVOIDABLE.values())
