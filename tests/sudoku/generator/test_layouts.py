"""What is drawn on full grids: it holds there, and looks as setters would have it."""

import pytest

from tessella.rng import SplitMix64
from tessella.sudoku.generator.full_grid import full_grid
from tessella.sudoku.generator.layouts import CAGE_SIZES, VARIANTS, Grid, neighbours
from tessella.sudoku.geometry import Box
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.rules.ruleset import Rules

DRAWN = [name for name, variant in VARIANTS.items() if variant.draw]


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("name", DRAWN)
def test_what_is_drawn_holds(name: str, box: Box) -> None:
    """Every clue that is drawn on a grid is true of it, and there is one at least on a grid of nine rows."""
    draw = VARIANTS[name].draw
    assert draw
    for seed in range(5):
        rng = SplitMix64(seed)
        grid = full_grid(box, rng)
        rules = Rules(box, tuple(draw(Grid(rules_size(box), grid), rng)))
        assert is_solved(tuple(grid), rules)
        assert rules.constraints or box != (3, 3)


def rules_size(box: Box) -> int:
    """Return how many rows a grid of such boxes has."""
    return box[0] * box[1]


def test_cages_have_a_clean_layout() -> None:
    """Cages have 2 to 5 cells in one piece, no cell is in two, and nearly all cells are in one."""
    draw = VARIANTS["killer"].draw
    assert draw
    for seed in range(20):
        rng = SplitMix64(seed)
        cages = [one.cells for one in draw(Grid(9, full_grid((3, 3), rng)), rng)]
        cells = [cell for cage in cages for cell in cage]
        assert len(cells) == len({*cells}) > 75
        assert {*map(len, cages)} <= {*CAGE_SIZES}
        assert all(is_in_one_piece(cage) for cage in cages)


def is_in_one_piece(cells: tuple[int, ...]) -> bool:
    """Return whether every cell is reached from the first one by steps to the side."""
    reached, near = [cells[0]], neighbours(9)
    for cell in reached:
        reached += [other for other in near[cell] if other in cells and other not in reached]
    return len(reached) == len(cells)
