"""Recipes as text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.errors import PuzzleError, TessellaError
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe, read_pattern


@settings(max_examples=100, deadline=None)
@given(
    box=st.sampled_from([(3, 3), (2, 3), (3, 4)]),
    clues=st.sampled_from([None, "minimal", 20, 36]),
    symmetry=st.sampled_from(SYMMETRIES),
    sign=st.sampled_from(["", "#"]),
)
def test_recipes_round_trip(box: tuple[int, int], clues: int | str | None, symmetry: str, sign: str) -> None:
    """A recipe written and read is the same recipe."""
    mask = read_pattern(sign * (box[0] * box[1]) ** 2, box) if sign else None
    try:
        recipe = Recipe(box, clues, symmetry, mask)
    except PuzzleError:
        return
    assert Recipe.parse(str(recipe)) == recipe


@pytest.mark.parametrize(("text", "hint"), [("kiler", "did you mean killer?"), ("harf", "did you mean hard?")])
def test_mistyped_part_is_named(text: str, hint: str) -> None:
    """What a part of an id is most like is suggested, in place of all that there is."""
    with pytest.raises(TessellaError) as refused:
        Recipe.parse(text)
    assert refused.value.hint == hint


def test_variant_stands_once_in_an_id() -> None:
    """An id names each variant once, as `--variant` does."""
    with pytest.raises(PuzzleError, match="expected each variant once, got 'killer\\+killer'"):
        Recipe.parse("killer+killer/hard")
