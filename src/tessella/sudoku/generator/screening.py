"""A screening of puzzles: the rating of those that need no pencil marks, in less than a millisecond of plain Python.

    hidden singles fill the grid                                                           an ER of 1.5 or less
    with naked singles, direct pointing and claiming, and direct hidden pairs they do      2.3 or less

Whatever one of these techniques places it could also have placed later, so all that is found goes in at once, and the
order does not matter. Candidates are the integers of `tessella.sudoku.solver`, sets of cells have bit i for cell i.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from tessella.sudoku.geometry import bits, houses
from tessella.sudoku.solver import Layout, layout_of, propagate

BEGINNER, EASY = 15, 23  # the highest ratings of puzzles that need no pencil marks, in tenths

ALL_CELLS = (1 << 81) - 1


def rating_without_marks(givens: Iterable[int]) -> int | None:
    """Return the highest ER, in tenths, that a puzzle of 81 digits with one solution can have without pencil marks.

    That is 15 where hidden singles solve it, 23 where the others do too, and None where pencil marks are needed.

    >>> line = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
    >>> rating_without_marks(map(int, line))
    15
    """
    layout = layout_of((3, 3))
    state, placed = _hidden(*layout.start(givens), layout)
    if state == placed:
        return BEGINNER
    while True:
        state, placed = propagate(state, placed, layout)
        if state == placed:
            return EASY
        found = 0
        blank = state ^ placed
        planes = [blank >> 81 * digit & ALL_CELLS for digit in range(9)]
        for digit, plane in enumerate(planes):
            for cells in _crossings(plane):
                found |= cells << 81 * digit
        found = found or _pairs(planes)
        if not found:
            return None
        placed |= found
        for bit in bits(found):
            state &= layout.keep[bit]


def _hidden(state: int, placed: int, layout: Layout) -> tuple[int, int]:
    """Return the position once hidden singles are placed, without any other conclusion."""
    kinds = layout.rows, layout.cols, layout.boxes
    while True:
        singles = 0
        for kind in kinds:
            once, twice = state, 0
            for shift in kind.inner:
                other = state >> shift
                twice |= once & other
                once |= other
            whole, several = once, twice
            for shift in kind.outer:
                other = once >> shift
                several |= whole & other | twice >> shift
                whole |= other
            singles |= (kind.first & ~several) * kind.members
        singles &= state ^ placed
        if not singles:
            return state, placed
        placed |= singles
        for bit in bits(singles):
            state &= layout.keep[bit]


@cache
def _all_crossings() -> tuple[tuple[int, int, int, int], ...]:
    """Return every pair of houses that share three cells, box and line or line and box.

    The first house's cells outside the second, the second's outside the first, and the other two houses of the first
    one's kind that cross the second.
    """
    masks = [sum(1 << cell for cell in house) for house in houses((3, 3))]
    rows, cols, boxes = masks[:9], masks[9:18], masks[18:]
    found = []
    for kind, crossed in ((boxes, rows), (boxes, cols), (rows, boxes), (cols, boxes)):
        for first in kind:
            for second in crossed:
                if (first & second).bit_count() == 3:
                    one, other = (house for house in kind if house & second and house != first)
                    found.append((first, second, one, other))
    return tuple(found)


def _crossings(plane: int) -> Iterator[int]:
    """Yield the cells that a digit is left by direct pointing and claiming; `plane` are its places."""
    for first, second, *others in _all_crossings():
        inside = plane & first
        if not inside or inside & ~second or not plane & second & ~first:
            continue
        for house in others:
            rest = plane & house & ~second
            if rest and not rest & rest - 1:
                yield rest


def _pairs(planes: list[int]) -> int:
    """Return the candidates that are left to a digit by a hidden pair in the same house."""
    found = 0
    for house in houses((3, 3)):
        mask = sum(1 << cell for cell in house)
        seen = set[int]()
        for plane in planes:
            places = plane & mask
            if places.bit_count() != 2:
                continue
            if places not in seen:
                seen.add(places)
                continue
            for digit, other in enumerate(planes):
                rest = other & mask & ~places
                if rest and not rest & rest - 1:
                    found |= rest << 81 * digit
    return found
