"""Sue de Coq: where a box and a line cross, two sets that share out the digits.

Two or three cells of the crossing with at least two digits too many; with them some cells of the rest of the
line, and some of the rest of the box, that have no digit of the crossing in common. If all these cells
have just as many digits as they are, each digit has its place: those of the line and the crossing go from the
rest of the line, those of the box and the crossing from the rest of the box. Both parts may bring digits of
their own; one that both bring is counted twice.

Sources: http://sudopedia.org/wiki/Sue_de_Coq ("two-sector disjoint subsets", forum.enjoysudoku.com, 2005);
http://hodoku.sourceforge.net/en/tech_misc.php for the forms with more cells.
"""

from collections.abc import Iterator
from itertools import combinations, product

from tessella.i18n import N_
from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.shape import cells_of, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique


def sue_de_coq(grid: Grid) -> Iterator[Step]:
    """Yield every crossing of a box and a line with two sets that share out its digits."""
    shape, size, marks = grid.shape, grid.size, grid.marks
    for line, box in product(range(2 * size), range(2 * size, 3 * size)):
        cross = cells_of(shape.houses[line] & shape.houses[box] & grid.blank)
        for count in range(2, len(cross) + 1):
            for group in combinations(cross, count):
                digits = union(marks[cell] for cell in group)
                if digits.bit_count() - count >= 2:
                    yield from _shared(grid, line, box, sum(1 << cell for cell in group), digits)


def _shared(grid: Grid, line: int, box: int, cross: int, digits: int) -> Iterator[Step]:
    shape = grid.shape
    spare = digits.bit_count() - cross.bit_count()
    in_line = shape.houses[line] & grid.blank & ~cross
    in_box = shape.houses[box] & grid.blank & ~cross
    for first, taken in _subsets(grid, in_line):
        own = (taken & ~digits).bit_count()
        size = first.bit_count()
        if not taken & digits or not own < size < own + spare:
            continue
        for second, others in _subsets(grid, in_box & ~first, taken & digits):
            if not others & digits or second.bit_count() - (others & ~digits).bit_count() != spare - size + own:
                continue
            both = taken & others
            out: dict[int, int] = {}
            for where, mask in (
                (in_box & ~second, (digits | others) & ~taken | both),
                (in_line & ~first, (digits | taken) & ~others | both),
            ):
                for digit in digits_of(mask):
                    if gone := grid.places[digit] & where:
                        out[digit] = out.get(digit, 0) | gone
            if out:
                yield SUE_DE_COQ.step(
                    grid, digits, out, of_result=True, cells=cross, houses=(line, box),
                    sets=[(cross, digits), (second, others), (first, taken)],
                )  # fmt: skip


def _subsets(grid: Grid, cells: int, without: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the subsets of the cells that have none of the digits `without`, with their digits."""
    usable = [cell for cell in cells_of(cells) if grid.marks[cell] and not grid.marks[cell] & without]
    waiting = [(0, 0, 0)]
    while waiting:
        start, group, digits = waiting.pop()
        if group:
            yield group, digits
        for place in range(start, len(usable)):
            cell = usable[place]
            waiting.append((place + 1, group | 1 << cell, digits | grid.marks[cell]))


SUE_DE_COQ = Technique(
    "1101",
    N_("Sue de Coq"),
    sue_de_coq,
    N_(
        "{cells}, where {houses} cross, have the candidates {digits}. These sets have as many digits as cells, so each"
        " digit is placed in one of them: {sets}."
    ),
)
TECHNIQUES = (SUE_DE_COQ,)
