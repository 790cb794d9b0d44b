"""Branches: what follows from an assumption, and how much may be followed."""

from tessella.sudoku import Board, generate, solve
from tessella.sudoku.techniques.branches import FAMILIES, Budget
from tessella.sudoku.techniques.forcing_chains import ForcingNet, best_of_family
from tessella.sudoku.techniques.grid import Grid

# A position of the first puzzle of the hard sample from which nothing below a nested chain goes on: what is blank,
# with its candidates, in order. Sudoku Explainer's own rating of the next step is 10.3.
HARD = "......7....71.9...68..7......8.6.1..5.............3.52..1.9.8...4.2....3.......4."


def test_a_budget_is_kept() -> None:
    """A search with next to no budget finds nothing nested, and ends."""
    grid = Grid.of(Board.parse(HARD))
    assert best_of_family(grid, 4, Budget(10)) is None


def test_what_is_true_leads_to_nothing_false() -> None:
    """What follows from a digit of the solution holds in the solution, and never contradicts itself."""
    board = generate(seed=5)
    solution, grid = solve(board).digits, Grid.of(board)
    followed = 0
    for family in FAMILIES[:4]:
        net = ForcingNet(grid.shape, grid.masks, family)
        for cell in range(81):
            if grid.marks[cell]:
                branch = net.drive(2 * (9 * cell + solution[cell] - 1) + 1)
                assert branch.clash is None
                assert all(solution[n // 9] == n % 9 + 1 for n in branch.on)
                assert all(solution[n // 9] != n % 9 + 1 for n in branch.off)
                followed += len(branch.nodes)
    assert followed > 1000
