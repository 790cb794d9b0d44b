"""Recipes of data sets: what is written in a manifest comes back."""

import msgspec
import pytest

from tessella.sudoku import open_id
from tessella.sudoku.datasets.recipe import DatasetRecipe, Made, Rated, Source


@pytest.mark.parametrize(
    ("recipe", "text"),
    [
        (Made("hard/180", 42), "hard/180#42"),
        (Made("", 0), "#0"),
        (Rated((Source("a.txt", "00"), Source("b.csv", "11"))), "a.txt, b.csv"),
    ],
)
def test_as_json_and_as_text(recipe: DatasetRecipe, text: str) -> None:
    """A recipe survives JSON, and reads like an id or like the names of its files."""
    assert msgspec.json.decode(msgspec.json.encode(recipe), type=DatasetRecipe) == recipe
    assert str(recipe) == text


def test_ids_open_their_puzzle() -> None:
    """Puzzle k has the id that any front end opens."""
    assert open_id(Made("easy", 42).id_of(3)).start == open_id("sudoku:easy#42.3").start
