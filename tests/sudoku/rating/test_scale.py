"""Tests of Sudoku Explainer's numbers."""

from tessella.sudoku.rating.scale import RATINGS


def test_ratings_are_tenths_of_the_scale() -> None:
    """Ratings run from 1.0 to 9.5, one for each technique."""
    assert len(RATINGS) == 49
    assert (min(RATINGS.values()), max(RATINGS.values())) == (10, 95)
