"""The length rule of chains."""

from tessella.sudoku.techniques.chain_length import XY, X, key_of, longest, tenths_of


def test_ratings_of_lengths() -> None:
    """The length rule: 0.1 more each time that the complexity less 2 passes 4, 6, 8, 12, 16, 24, 32, 48, 64."""
    limits = [4, 6, 8, 12, 16, 24, 32, 48, 64]
    for complexity in range(4, 80):
        extra = sum(complexity - 2 > limit for limit in limits)
        assert tenths_of(key_of(70, complexity, XY)) == 70 + extra
        assert tenths_of(key_of(65, complexity, X)) == 65 + extra


def test_the_longest_chain_that_goes_before() -> None:
    """A chain of the longest length goes before the best one, and of one node more it does not."""
    for complexity in range(6, 60):
        best = key_of(70, complexity, X)
        length = longest(70, XY, best)
        assert key_of(70, length, XY) < best <= key_of(70, length + 1, XY)
