"""Which digits can two or three cells not take together?

Of two cells, or three, every way to fill them is tried. A way fails if two of the cells see each other and
take one digit, or if it leaves a cell that sees them all without a candidate. What is in no way that is left goes.

Source: http://sudopedia.org/wiki/Aligned_Pair_Exclusion, /Aligned_Triple_Exclusion.
"""

from collections.abc import Iterator
from itertools import combinations, product

from tessella.sudoku.rules import digits_of
from tessella.sudoku.techniques.grid import Grid, cells_of, union
from tessella.sudoku.techniques.step import Step

__all__ = ["aligned_exclusions"]

ALIGNED = {2: ("aligned pair exclusion", "ape"), 3: ("aligned triple exclusion", "ate")}


def aligned_exclusions(grid: Grid, count: int) -> Iterator[Step]:
    """Yield every two or three cells of which a candidate is in no way to fill them all."""
    shape, marks = grid.shape, grid.marks
    few = union(grid.with_counts()[2 : count + 1])
    open_cells = [cell for cell in cells_of(grid.blank) if marks[cell].bit_count() >= 2]
    near = {cell: shape.peers[cell] & few for cell in open_cells}
    for group in combinations([cell for cell in open_cells if near[cell]], count):
        helpers = near[group[0]]
        for cell in group[1:]:
            helpers &= near[cell]
        if helpers.bit_count() < count - 1 or not _is_worth_it(grid, group, helpers):
            continue
        cells = sum(1 << cell for cell in group)
        out: dict[int, int] = {}
        gone = _excluded(grid, group, [marks[cell] for cell in cells_of(helpers & ~cells)])
        for cell, mask in zip(group, gone, strict=True):
            for digit in digits_of(mask):
                out[digit] = out.get(digit, 0) | 1 << cell
        if out:
            digits = union(marks[cell] for cell in group)
            yield grid.step(ALIGNED[count], digits, out, of_result=True, cells=cells, second=helpers & ~cells)


def _is_worth_it(grid: Grid, group: tuple[int, ...], helpers: int) -> bool:
    """Return whether some helper has no candidate but those of the group: others exclude nothing."""
    digits = union(grid.marks[cell] for cell in group)
    return any(not grid.marks[cell] & ~digits for cell in cells_of(helpers))


def _excluded(grid: Grid, group: tuple[int, ...], helpers: list[int]) -> list[int]:
    """Return for every cell of the group the mask of its candidates that no way to fill the group holds."""
    shape = grid.shape
    linked = [
        (one, other) for one, other in combinations(range(len(group)), 2) if shape.peers[group[one]] >> group[other] & 1
    ]
    good = [0] * len(group)
    for way in product(*(digits_of(grid.marks[cell]) for cell in group)):
        if any(way[one] == way[other] for one, other in linked):
            continue
        taken = union(1 << digit - 1 for digit in way)
        if any(not mask & ~taken for mask in helpers):
            continue
        for place, digit in enumerate(way):
            good[place] |= 1 << digit - 1
    return [grid.marks[cell] & ~mask for cell, mask in zip(group, good, strict=True)]
