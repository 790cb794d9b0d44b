"""Jigsaw regions, and a full grid of them.

They come of a full grid with boxes, by exchanges that leave all rules kept:

    two regions that touch deal their cells anew: of every digit each gets one, and both stay in one piece
    two digits change places in a cell, and in all cells that must change with it

Now and then another grid is searched for with the regions as they are; where that takes long, the old one stays.
"""

from collections.abc import Sequence

from tessella.rng import SplitMix64
from tessella.sudoku.generator.layouts import neighbours
from tessella.sudoku.generator.variants.planes import Shape
from tessella.sudoku.generator.variants.random_grid import Search, random_grid
from tessella.sudoku.geometry import SYMBOLS, Box, bits
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules

STAGES, ROUNDS = 4, 16  # searches for another grid, and exchanges of either kind before each
MAX_GUESSES = 60  # in each search


def irregular(fixed: tuple[Constraint, ...], box: Box, rng: SplitMix64) -> tuple[list[int], Rules] | None:
    """Return a full grid with regions of its own and with the rules that are `fixed`, and all its rules, or None."""
    rules = Rules(box, fixed)
    if (grid := random_grid(rules, rng)) is None:
        return None
    bent = _Bent(grid, rules.regions, Shape(Rules(box, (*fixed, Constraint("no_boxes")))))
    for _stage in range(STAGES):
        for _round in range(ROUNDS):
            bent.deal_regions(rng)
            bent.swap_digits(rng)
        rules = Rules(box, (*fixed, jigsaw(bent.label)))
        bent.grid = Search(Shape(rules), rng).fill(MAX_GUESSES) or bent.grid
    return bent.grid, rules


class _Bent:
    """A full grid with regions that are being bent; `shape` is of all its rules but the regions."""

    def __init__(self, grid: Sequence[int], regions: Sequence[Sequence[int]], shape: Shape) -> None:
        self.shape, self.size = shape, shape.size
        self.grid = [*grid]
        self.label = [0] * len(grid)
        for number, region in enumerate(regions):
            for cell in region:
                self.label[cell] = number
        self.near = neighbours(self.size)
        left_column = sum(1 << self.size * row for row in range(self.size))
        self.not_left, self.not_right = shape.full ^ left_column, shape.full ^ left_column << self.size - 1

    def deal_regions(self, rng: SplitMix64) -> None:
        """Deal the cells of two regions anew in one of the ways that leave both in one piece, if there is another."""
        one = rng.below(len(self.grid))
        beside = [cell for cell in self.near[one] if self.label[cell] != self.label[one]]
        if not beside:
            return
        here, there = self.label[one], self.label[beside[rng.below(len(beside))]]
        firsts, others = [0] * self.size, [0] * self.size
        for cell, label in enumerate(self.label):
            if label in (here, there):
                (firsts if label == here else others)[self.grid[cell] - 1] = 1 << cell
        both = sum(firsts) | sum(others)
        dealt = [0]  # of every set of digits that are exchanged, the cells of the first region
        for first, other in zip(firsts, others, strict=True):
            dealt = [cells | first for cells in dealt] + [cells | other for cells in dealt]
        ways = [cells for cells in dealt[1:-1] if self._is_whole(cells) and self._is_whole(both ^ cells)]
        if ways:
            way = ways[rng.below(len(ways))]
            for cell in bits(both):
                self.label[cell] = here if way >> cell & 1 else there

    def _is_whole(self, cells: int) -> bool:
        """Return whether cells are in one piece."""
        size, not_left, not_right = self.size, self.not_left, self.not_right
        if cells & ~((cells & not_right) << 1 | (cells & not_left) >> 1 | cells << size | cells >> size):
            return False  # a cell stands alone
        reached, before = cells & -cells, 0
        while reached != before:
            before = reached
            reached |= (
                (reached & not_right) << 1 | (reached & not_left) >> 1 | reached << size | reached >> size
            ) & cells
        return reached == cells

    def swap_digits(self, rng: SplitMix64) -> None:
        """Exchange two digits in a cell, and in all cells where they must change with it."""
        start = rng.below(len(self.grid))
        one = self.grid[start]
        other = (one + rng.below(self.size - 1)) % self.size + 1
        held = sum(1 << cell for cell, digit in enumerate(self.grid) if digit in (one, other))
        region = [0] * self.size
        for cell in bits(held):
            region[self.label[cell]] |= 1 << cell
        reached = waiting = 1 << start
        while waiting:
            cell = waiting.bit_length() - 1
            more = (self.shape.seen[cell] | region[self.label[cell]]) & held & ~reached
            reached |= more
            waiting = waiting ^ 1 << cell | more
        swapped = [one + other - digit if reached >> cell & 1 else digit for cell, digit in enumerate(self.grid)]
        if not self.shape.apart or all(
            abs(swapped[cell] - swapped[near]) != 1 for cell in bits(reached) for near in self.near[cell]
        ):
            self.grid = swapped


def jigsaw(label: Sequence[int]) -> Constraint:
    """Return regions by the number of every cell's; they are numbered anew, in the order of their first cells."""
    names = {number: SYMBOLS[place] for place, number in enumerate(dict.fromkeys(label), 1)}
    return Constraint("jigsaw", (), (("regions", "".join(names[number] for number in label)),))
