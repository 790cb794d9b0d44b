"""Wings: a few cells with two or three candidates of which at least one takes a common digit.

    XY-wing      a pivot xy with pincers xz and yz: one pincer is z
    XYZ-wing     a pivot xyz with pincers xz and yz: one of the three is z
    WXYZ-wing    four cells with four digits of which only z may stand in two of them
    W-wing       two cells xy that a house with two places for x joins: one of them is y

What sees all the cells that may hold z (of the W-wing: both cells) loses it. Three cells of one house are no wing but a
naked triple.
Sources: http://sudopedia.org/wiki/XY-Wing, /XYZ-Wing, /WXYZ-Wing, /W-Wing.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from tessella.i18n import N_
from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.single_digit import conjugate_pairs
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique


def _wings(grid: Grid, pivot_size: int) -> Iterator[Step]:
    """Yield every pivot of two (XY) or three (XYZ) candidates with two pincers that share a digit z."""
    shape, marks = grid.shape, grid.marks
    bivalue = grid.bivalue
    for pivot in cells_of(grid.counts[pivot_size]):
        mask = marks[pivot]
        pincers = [
            cell
            for cell in shape.near[pivot]
            if bivalue >> cell & 1 and (marks[cell] & mask).bit_count() == pivot_size - 1
        ]
        for one, other in combinations(pincers, 2):
            z = marks[one] & marks[other]
            if z.bit_count() != 1 or (mask | marks[one] | marks[other]).bit_count() != 3:
                continue
            if (pivot_size == 2 and z & mask) or shape.shared(1 << pivot | 1 << one | 1 << other):
                continue
            ends = 1 << one | 1 << other | (1 << pivot if pivot_size == 3 else 0)
            if out := grid.places[z.bit_length()] & shape.seen_by(ends):
                yield (XY_WING if pivot_size == 2 else XYZ_WING).step(
                    grid, mask | z, {z.bit_length(): out}, cells=1 << pivot, second=1 << one | 1 << other
                )


def wxyz_wings(grid: Grid) -> Iterator[Step]:
    """Yield every four cells with four digits of which all but one can stand in one of the cells at most."""
    shape, marks = grid.shape, grid.marks
    few = union(grid.counts[2:5])
    done = set[int]()
    for pivot in cells_of(few):
        near = [cell for cell in cells_of(few & shape.peers[pivot]) if (marks[cell] | marks[pivot]).bit_count() <= 4]
        for group in combinations(near, 3):
            digits = union(marks[cell] for cell in group) | marks[pivot]
            cells = sum(1 << cell for cell in group) | 1 << pivot
            if digits.bit_count() != 4 or cells in done:
                continue
            done.add(cells)
            held = {digit: grid.places[digit] & cells for digit in digits_of(digits)}
            free = [d for d, ends in held.items() if any(ends & ~(1 << c | shape.peers[c]) for c in cells_of(ends))]
            if len(free) != 1:
                continue
            ends = grid.places[free[0]] & cells
            if out := grid.places[free[0]] & shape.seen_by(ends):
                yield WXYZ_WING.step(grid, digits, {free[0]: out}, cells=1 << pivot, second=cells ^ 1 << pivot)


def w_wings(grid: Grid) -> Iterator[Step]:
    """Yield every two cells with the same two candidates and a house that holds one of the digits beside them."""
    shape, marks = grid.shape, grid.marks
    for one, other in combinations(cells_of(grid.bivalue), 2):
        if marks[one] != marks[other]:
            continue
        ends = 1 << one | 1 << other
        low, high = digits_of(marks[one])
        for link, digit in ((low, high), (high, low)):
            if not (out := grid.places[digit] & shape.seen_by(ends)):
                continue
            for house, first, second in conjugate_pairs(grid, link):
                if (first | second) & ends:
                    continue
                near, far = shape.peers[one], shape.peers[other]
                if (first & near and second & far) or (second & near and first & far):
                    yield W_WING.step(
                        grid, marks[one], {digit: out}, cells=ends, second=first | second, houses=(house,)
                    )
                    break


_EXPLAIN_XY = N_(
    "The pivot {cells} and the pincers {second} have only the candidates {digits}. Whichever digit {cells} takes,"
    " one of the pincers is {removed}."
)
_EXPLAIN_XYZ = N_(
    "The pivot {cells} and the pincers {second} have only the candidates {digits}. Whichever digit {cells} takes,"
    " one of the three cells is {removed}."
)
_EXPLAIN_WXYZ = N_(
    "{all_cells} have only the candidates {digits}, and of these only {removed} can be in more than one of"
    " the four cells, so at least one of them is {removed}."
)
_EXPLAIN_W = N_(
    "{cells} both have the candidates {digits}. {kept} in {houses} can only be in {second}, each of which sees"
    " one of the two cells, so at least one of {cells} is {removed}."
)
XY_WING = Technique("0800", N_("XY-wing"), partial(_wings, pivot_size=2), _EXPLAIN_XY)
XYZ_WING = Technique("0801", N_("XYZ-wing"), partial(_wings, pivot_size=3), _EXPLAIN_XYZ)
WXYZ_WING = Technique("0802", N_("WXYZ-wing"), wxyz_wings, _EXPLAIN_WXYZ)
W_WING = Technique("0803", N_("W-wing"), w_wings, _EXPLAIN_W)
TECHNIQUES = (XY_WING, XYZ_WING, WXYZ_WING, W_WING)
