"""Random full grids."""

from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from tessella.rng import SplitMix64, fold
from tessella.sudoku.generator.full_grid import full_grid

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4)]


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), box=st.sampled_from([*SMALL, (3, 3), (3, 4), (5, 5)]))
def test_full_grids(seed: int, box: tuple[int, int]) -> None:
    """The maker's full grid obeys the rules, and is the one of the specification."""
    size = box[0] * box[1]
    grid = full_grid(box, SplitMix64(fold([seed])))
    assert grid == [digit for row in reference.sudoku_grid(*box, reference.Luck([seed])) for digit in row]
    mates = reference.sudoku_house_mates(*box)
    assert all(len({grid[mate] for mate in [cell, *mates[cell]]}) == size for cell in range(size * size))


def test_every_place_alike() -> None:
    """No digit prefers a cell: over many grids every cell holds every digit about equally often."""
    counts = [[0] * 10 for _cell in range(81)]
    luck = SplitMix64(7)
    n = 2700
    for _ in range(n):
        for cell, digit in enumerate(full_grid((3, 3), luck)):
            counts[cell][digit] += 1
    # 648 free counts of mean 300: six standard deviations are 104.
    assert all(300 - 104 < count < 300 + 104 for cell in counts for count in cell[1:])


def test_all_grids_of_four() -> None:
    """All 288 grids of 4x4 are made."""
    luck = SplitMix64(1)
    assert len({tuple(full_grid((2, 2), luck)) for _ in range(6000)}) == 288
