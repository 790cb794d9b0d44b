"""The search for forcing chains."""

from support.techniques import examples
from tessella.sudoku.techniques.branches import FAMILIES
from tessella.sudoku.techniques.forcing_chains import ForcingNet, best_forced
from tessella.sudoku.techniques.grid import Grid


def test_the_best_is_the_first_of_all() -> None:
    """Of the first family with a step the best one goes first: none that the family finds has a lower key."""
    compared = 0
    for code in ("f0", "f1c", "f1r", "f2x"):
        grid = Grid.of(examples()[code].board)
        best = best_forced(grid.shape, grid.masks)
        assert best is not None
        net = ForcingNet(grid.shape, grid.masks, best.family, collect=True)
        net.search()
        steps = net.steps()
        assert best.key == min(step.key for step in steps)
        assert [step.key for step in steps] == sorted(step.key for step in steps)
        assert FAMILIES.index(best.family) <= int(code[1])
        compared += len(steps)
    assert compared > 4


def test_nothing_dearer_is_found() -> None:
    """With a bound below the rating of the best step there is none."""
    grid = Grid.of(examples()["f1c"].board)
    assert best_forced(grid.shape, grid.masks, 74) is None
