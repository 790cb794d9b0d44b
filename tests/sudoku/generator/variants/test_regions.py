"""Jigsaw regions with a grid of their own."""

import pytest

from tessella.rng import SplitMix64
from tessella.sudoku import geometry
from tessella.sudoku.generator.layouts import VARIANTS, neighbours
from tessella.sudoku.generator.variants.regions import irregular
from tessella.sudoku.geometry import Box
from tessella.sudoku.rules.checker import is_solved


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("also", ["", "x", "anti_king"])
def test_a_grid_keeps_the_rules_of_its_regions(box: Box, also: str) -> None:
    """Regions are in one piece, and the grid keeps all rules, whatever holds besides; no two seeds give the same."""
    if box == (2, 2) and also:
        return  # no grid of four rows has boxes and those
    fixed = VARIANTS[also].fixed if also else ()
    found = [irregular(fixed, box, SplitMix64(seed)) for seed in range(4)]
    for one in found:
        assert one
        grid, rules = one
        assert is_solved(tuple(grid), rules)
        assert len(rules.regions) == rules.size == len(rules.regions[0])
        assert all(is_in_one_piece(region, rules.size) for region in rules.regions)
    assert len({str(one) for one in found}) == 4


def test_regions_are_no_boxes_and_boxes_no_houses() -> None:
    """Few boxes are left as regions, and few hold each digit once."""
    boxes = geometry.houses((3, 3))[18:]
    left = held = 0
    for seed in range(10):
        found = irregular((), (3, 3), SplitMix64(seed))
        assert found
        grid, rules = found
        left += len({*rules.regions} & {*boxes})
        held += sum(len({grid[cell] for cell in box}) == 9 for box in boxes)
    assert left < 20
    assert held < 60


def is_in_one_piece(cells: tuple[int, ...], size: int) -> bool:
    """Return whether every cell is reached from the first one by steps to the side."""
    reached, near = [cells[0]], neighbours(size)
    for cell in reached:
        reached += [other for other in near[cell] if other in cells and other not in reached]
    return len(reached) == len(cells)
