"""Sums that follow from others."""

from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.derived_sums import derived_sums, exclusive_groups


def _cells(*cells: int) -> int:
    return sum(1 << cell for cell in cells)


def test_what_cages_leave_of_a_house_is_known() -> None:
    """Two cages in the first row leave three cells whose sum is known."""
    peers = [0] * 81
    sums = {_cells(0, 1, 2): 6, _cells(3, 4, 5): 15}
    assert (((6, 1), (7, 1), (8, 1)), 24) in derived_sums(Rules(), sums, peers)


def test_what_stands_out_of_a_house_is_known() -> None:
    """Cages that cover the first row and one cell beyond it give that cell."""
    sums = {_cells(0, 1, 2): 6, _cells(3, 4, 5): 15, _cells(6, 7, 8, 17): 28}
    assert (((17, 1),), 4) in derived_sums(Rules(), sums, [0] * 81)


def test_groups_are_cells_that_see_each_other() -> None:
    """Cells fall into sets in which each sees all others."""
    peers = [_cells(1), _cells(0), 0]
    assert exclusive_groups([0, 1, 2], peers) == [[0, 1], [2]]
