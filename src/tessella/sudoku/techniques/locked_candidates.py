"""Locked candidates: a digit confined to the crossing of a box and a line (区块).

    pointing    all places of a digit in a box lie in one line: the rest of the line loses it
    claiming    all places of a digit in a line lie in one box: the rest of the box loses it

Source: http://sudopedia.org/wiki/Locked_Candidates.
"""

from collections.abc import Iterator

from tessella.i18n import N_
from tessella.sudoku.techniques.shape import BITS, Intersection, Masks, Shape
from tessella.sudoku.techniques.technique import Pattern, Technique


def locked_candidates(shape: Shape, masks: Masks, intersections: tuple[Intersection, ...]) -> Iterator[Pattern]:
    """Yield the digits that are locked in a crossing of two houses, and eliminated from the rest of the second."""
    size, members = shape.size, shape.members
    for one in intersections:
        first, outside = shape.places + size * one.first, ~one.inside
        second, rest = shape.places + size * one.second, ~one.shared
        for d in range(size):
            mask = masks[first + d]
            if mask & outside or not mask & mask - 1:  # a single says more
                continue
            if lost := masks[second + d] & rest:
                cells = shape.house_cells[one.first]
                yield Pattern(
                    POINTING if one.first >= 2 * size else CLAIMING,
                    tuple(members[second + d][i] for i in BITS[lost]),
                    digits=1 << d,
                    cells=tuple(cells[i] for i in BITS[mask]),
                    houses=(one.first,),
                    covers=(one.second,),
                    needs=((first + d, outside),),
                )


_EXPLAIN = N_(
    "{digits} in {houses} can only be in {cells}, which all lie in {covers}, so no other cell of {covers} can be"
    " {digits}."
)
POINTING = Technique(
    "0100",
    N_("pointing"),
    lambda grid: (one.step(grid.shape) for one in locked_candidates(grid.shape, grid.masks, grid.shape.pointing)),
    _EXPLAIN,
    aliases=("locked candidate type 1", "locked candidates type 1", "locked candidates (pointing)"),
    in_house=True,
)
CLAIMING = Technique(
    "0101",
    N_("claiming"),
    lambda grid: (one.step(grid.shape) for one in locked_candidates(grid.shape, grid.masks, grid.shape.claiming)),
    _EXPLAIN,
    aliases=("locked candidate type 2", "locked candidates type 2", "locked candidates (claiming)"),
    in_house=True,
)
TECHNIQUES = (POINTING, CLAIMING)
