"""Tests of the numbers of techniques."""

from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.rating.scale import RATINGS


def test_the_kernels_number_the_techniques_in_this_order() -> None:
    """A technique's number in the kernels is its place in the scale, and its name says so."""
    names = list(RATINGS)
    for number, slug in [
        (steps.FULL_HOUSE, "full house"),
        (steps.NAKED_SINGLE, "naked single"),
        (steps.XYZ_WING, "XYZ-wing"),
        (steps.BUG_4, "BUG type 4"),
        (steps.BIDIRECTIONAL_CYCLE, "bidirectional cycle"),
        (steps.NISHIO, "Nishio"),
        (steps.NESTED_REGION, "nested region chains"),
    ]:
        assert names[number] == slug
    assert steps.RATINGS.tolist() == list(RATINGS.values())
