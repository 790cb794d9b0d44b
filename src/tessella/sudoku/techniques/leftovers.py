"""The law of leftovers: as many lines as regions that cover nearly the same cells differ in cells of the same digits.

Three rows and three regions both hold every digit three times. What they share counts for both, so the cells of the
rows outside the regions hold just the digits of the cells of the regions outside the rows. Source:
https://www.sudopedia.org/wiki/Law_of_Leftovers.
"""

from collections.abc import Iterator
from functools import lru_cache

from tessella.i18n import N_
from tessella.sudoku.techniques.clues import shown
from tessella.sudoku.techniques.grid import BITS, Grid, Shape, cells_of, union
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.technique import Technique

_MOST = 5  # cells that are left over on either side


@lru_cache(maxsize=64)
def _areas(shape: Shape) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
    """Return lines side by side, as many regions, and the cells that each have outside the others, few cells first."""
    size, houses, found = shape.size, shape.houses, []
    regions = [house for house in shape.regions if shape.kinds[house] == "region"]
    for first in (0, size):
        for wide in range(1, size):
            for start in range(first, first + size - wide + 1):
                lines = tuple(range(start, start + wide))
                inside = union(houses[line] for line in lines)
                near = sorted(regions, key=lambda house: -(houses[house] & inside).bit_count())[:wide]
                outside = union(houses[house] for house in near)
                if len(near) == wide and 0 < (inside & ~outside).bit_count() <= _MOST:
                    found.append((lines, tuple(sorted(near)), inside & ~outside, outside & ~inside))
    return sorted(found, key=lambda one: (one[2].bit_count(), len(one[0])))


def leftovers(grid: Grid) -> Iterator[Step]:
    """Yield the digits that one side of the leftovers loses because the other cannot have them, or needs."""
    if not (masks := shown(grid)):
        return
    for lines, regions, one, other in _areas(grid.shape):
        for these, those in ((one, other), (other, one)):
            able = union(masks[cell] for cell in cells_of(these))
            out = {d + 1: lost for d in range(grid.size) if not able >> d & 1 and (lost := grid.places[d + 1] & those)}
            for cell in cells_of(these):
                if not masks[cell] & masks[cell] - 1:
                    places = [beside for beside in cells_of(those) if masks[beside] & masks[cell]]
                    for d in BITS[grid.marks[places[0]] & ~masks[cell]] if len(places) == 1 else ():
                        out[d + 1] = out.get(d + 1, 0) | 1 << places[0]
            if out:
                yield LEFTOVERS.step(
                    grid, 0, out, of_result=True, cells=these, second=those, houses=lines, covers=regions
                )


_EXPLAIN = N_(
    "Together, {houses} hold each digit as often as {covers} do, so the cells that only one of the two has, {cells} and"
    " {second}, hold the same digits."
)
LEFTOVERS = Technique("leftover", N_("law of leftovers"), leftovers, _EXPLAIN, difficulty=34)
TECHNIQUES = (LEFTOVERS,)
