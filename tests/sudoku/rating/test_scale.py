"""Tests of Sudoku Explainer's numbers."""

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


def test_ratings_are_tenths_of_the_scale() -> None:
    """Ratings run from 1.0 to 9.5, one for each technique."""
    assert len(RATINGS) == 49
    assert (min(RATINGS.values()), max(RATINGS.values())) == (10, 95)
