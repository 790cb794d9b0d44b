"""The compiled generator against the reference generator."""

from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tessella.errors import PuzzleError
from tessella.sudoku import generate, generate_many
from tessella.sudoku.generator.bulk import generate_blocks
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe, Series


@pytest.mark.parametrize("clues", [None, "minimal", 30, 26, 22, 81])
def test_bulk_is_plain(clues: int | str | None) -> None:
    """Row k is the plain maker's puzzle k."""
    made = generate_many(24, seed=7, clues=clues, threads=1)
    assert made.dtype == np.uint8
    assert made.tolist() == [list(generate(7, k, clues=clues).givens) for k in range(24)]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("clues", [None, "minimal", 40])
def test_bulk_is_plain_in_every_symmetry(symmetry: str, clues: int | str | None) -> None:
    """Row k is the plain maker's puzzle k, however the givens lie."""
    made = generate_many(12, seed=8, clues=clues, symmetry=symmetry, threads=1)
    assert made.tolist() == [list(generate(8, k, clues=clues, symmetry=symmetry).givens) for k in range(12)]


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    first=st.integers(0, 2**40),
    clues=st.sampled_from([None, "minimal", 36, 40]),
    symmetry=st.sampled_from(SYMMETRIES),
)
def test_any_number_of_any_seed(seed: int, first: int, clues: int | str | None, symmetry: str) -> None:
    """A stretch of puzzles from any number on is the plain maker's."""
    recipe = Recipe(clues=clues, symmetry=symmetry)
    [made] = generate_blocks(Series(recipe, seed, range(first, first + 2)))
    assert made.tolist() == [list(generate(seed, k, clues=clues, symmetry=symmetry).givens) for k in (first, first + 1)]


def test_giving_up_is_the_plain_maker_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the steps run out, bulk making gives up on the same puzzle with the same words."""
    for name in ("reference", "bulk"):
        module = import_module(f"tessella.sudoku.generator.{name}")
        monkeypatch.setattr(module, "MAX_STEPS", 6)
        monkeypatch.setattr(module, "MAX_STEPS_PER_GRID", 4)
    plain = []
    for k in range(8):
        try:
            plain.append(list(generate(5, k, clues=22).givens))
        except PuzzleError as refused:
            words = str(refused)
            break
    with pytest.raises(PuzzleError) as given_up:
        generate_many(8, seed=5, clues=22)
    assert str(given_up.value) == words
    if plain:
        assert generate_many(len(plain), seed=5, clues=22).tolist() == plain
