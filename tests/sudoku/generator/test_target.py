"""Targets: techniques and ratings by name."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.errors import ParseError, PuzzleError, RulesError
from tessella.sudoku import LEVELS, generate, open_id
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe
from tessella.sudoku.generator.target import read_technique, slug
from tessella.sudoku.rating.scale import RATINGS


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("XY-Wing", "XY-wing"),
        ("xywing", "XY-wing"),
        ("naked triplet", "naked triple"),
        ("Naked_Triple", "naked triple"),
        ("direct hidden triplet", "direct hidden triple"),
        ("Hidden Quadruplet", "hidden quad"),
        ("naked quadruple", "naked quad"),
        ("bug 1", "BUG type 1"),
        ("dynamic-cell-chains-plus", "dynamic cell chains +"),
        ("Dynamic Cell Chains +", "dynamic cell chains +"),
        ("aligned triplet exclusion", "aligned triplet exclusion"),
    ],
)
def test_techniques_by_either_name(written: str, name: str) -> None:
    """A technique is known by its name in either program's spelling, whatever the case, dashes and spaces."""
    assert read_technique(written) == name
    assert all(read_technique(slug(one)) == one for one in RATINGS)


@pytest.mark.parametrize("rating", [float("nan"), float("inf"), (4.2, float("inf")), (float("nan"), 5.0), 12.5])
def test_ratings_that_there_are_not(rating: float | tuple[float, float]) -> None:
    """What is no rating at all is refused with a sentence, like a range that is empty."""
    with pytest.raises(PuzzleError, match=r"expected ratings from 1\.0 to 12\.0"):
        generate(rating=rating)


@settings(max_examples=200, deadline=None)
@given(
    wish=st.one_of(
        st.builds(dict, level=st.sampled_from(list(LEVELS))),
        st.builds(
            lambda low, more, name, only: {
                "rating": (max(low, RATINGS[name]) / 10, (max(low, RATINGS[name]) + more) / 10),
                "technique": name,
                "only": only,
            },
            st.sampled_from(list(RATINGS.values())), st.integers(0, 20), st.sampled_from(list(RATINGS)), st.booleans(),
        ),
        st.builds(
            lambda low, less, more: {"rating": (max(10, low - less) / 10, (low + more) / 10)},
            st.sampled_from(list(RATINGS.values())), st.integers(0, 20), st.integers(0, 20),
        ),
    ),
    clues=st.sampled_from([None, "minimal", 24, 36]),
    symmetry=st.sampled_from(SYMMETRIES),
    turn=st.randoms(use_true_random=False),
)  # fmt: skip
def test_recipes_round_trip(wish: dict[str, Any], clues: int | str | None, symmetry: str, turn: Any) -> None:
    """A recipe with a wish is read from its text, whose parts may stand in any order."""
    recipe = Recipe(clues=clues, symmetry=symmetry, **wish)
    assert Recipe.parse(str(recipe)) == recipe
    parts = str(recipe).split("/")
    turn.shuffle(parts)
    assert Recipe.parse("/".join(parts)) == recipe


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gentle", "expected a variant, a level, rating=4.2..4.6, technique=xy-wing"),
        ("hard/easy", "got 'easy'"),
        ("hard/rating=4.2", "expected a level or a range of ratings, got both: hard and 4.2"),
        ("hard/2x3", "ratings and levels are for 9x9 grids with 3x3 boxes, got boxes of 2x3"),
        ("rating=4.6..4.2", "the lower one first, got '4.6..4.2'"),
        ("rating=0.3..4.2", "expected ratings from 1.0 to 12.0"),
        ("rating=four", "expected a range of ratings such as 4.2..4.6, got 'four'"),
        ("technique=guessing", "expected a technique that is rated, got 'guessing'"),
        ("only", "expected a technique with 'only', got none"),
        ("easy/technique=xy-wing", "xy-wing is rated 4.2 or higher, which is above easy"),
        ("hard/clues=19", "expected at least 20 clues with a level, rating or technique, got 19"),
        ("hard/90/clues=30", "30 givens are impossible with this symmetry: 90"),
    ],
)
def test_refusals(text: str, words: str) -> None:
    """What cannot be had is refused at once, in one sentence with the reason."""
    with pytest.raises((ParseError, PuzzleError, RulesError)) as refused:
        open_id(f"sudoku:{text}#42")
    assert words in str(refused.value)
