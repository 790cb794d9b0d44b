"""Almost locked sets against every set of cells."""

from itertools import combinations

from support.techniques import positions
from tessella.sudoku.techniques.almost_locked_sets import almost_locked
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.shape import union


def test_all_are_found() -> None:
    """Every n cells of a house with n + 1 candidates among them are found, each once, and nothing else."""
    total = 0
    for board, _solution in positions(20, 0.5)[:4]:
        grid = Grid.of(board)
        wanted = set()
        for house in grid.shape.house_cells:
            blank = [cell for cell in house if grid.marks[cell]]
            for count in range(1, len(blank) + 1):
                for group in combinations(blank, count):
                    if union(grid.marks[cell] for cell in group).bit_count() == count + 1:
                        wanted.add(sum(1 << cell for cell in group))
        found = [one.cells for one in almost_locked(grid)]
        assert sorted(found) == sorted(wanted)
        total += len(found)
    assert total > 100
