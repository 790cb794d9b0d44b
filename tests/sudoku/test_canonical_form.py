"""Are puzzles that are essentially the same given the same form, and no others?"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from tessella.errors import PuzzleError, TessellaError
from tessella.sudoku import Board, canonical, canonical_many, generate, generate_many, shuffle, transform_many
from tessella.sudoku.canonical_form import TRANSFORM

# The grid with the most symmetries.
MOST = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


def transforms(n: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return random transforms."""
    luck = np.random.default_rng(seed)
    made = np.zeros((n, TRANSFORM), np.uint8)
    for row in made:
        row[0] = luck.integers(2)
        for begin in (1, 10):
            row[begin : begin + 9] = [3 * block + line for block in luck.permutation(3) for line in luck.permutation(3)]
        row[20:] = luck.permutation(9) + 1
    return made


def holes(clues: int, seed: int) -> list[int]:
    """Return a full grid with random cells taken out."""
    luck = np.random.default_rng(seed)
    puzzle = np.array(generate(seed, clues=81).givens)
    puzzle[luck.permutation(81)[clues:]] = 0
    return [int(digit) for digit in puzzle]


PUZZLES = {
    "most symmetric grid": [int(digit) for digit in MOST],
    "grid": list(generate(1, clues=81).givens),
    "minimal": list(generate(2).givens),
    "17 clues": [int(d) for d in "000000010400000000020000000000050407008000300001090000300400200050100000000806000"],
    "singles": list(generate(3, clues=None, symmetry="full").givens),
    "nearly full": holes(79, 4),
    "60 clues": holes(60, 5),
    "5 clues": holes(5, 6),
    "one digit": [int(d) if d == "1" else 0 for d in MOST],
    "diagonal": [int(d) if i % 10 == 0 else 0 for i, d in enumerate(MOST)],
}


@pytest.mark.parametrize("name", PUZZLES)
def test_the_smallest_of_all(name: str) -> None:
    """The canonical form is the smallest that trying all 3,359,232 symmetries finds."""
    [form] = canonical_many(np.array([PUZZLES[name]], np.uint8))[0].tolist()
    assert form == reference.smallest_forms(PUZZLES[name])[0]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), clues=st.integers(17, 81), blank=st.sets(st.integers(0, 17), max_size=2))
def test_the_smallest_of_any_clues(seed: int, clues: int, blank: set[int]) -> None:
    """So is that of any clues, with some rows and columns blank."""
    cells = enumerate(holes(clues, seed))
    puzzle = [0 if cell // 9 in blank or 9 + cell % 9 in blank else digit for cell, digit in cells]
    [form] = canonical_many(np.array([puzzle], np.uint8))[0].tolist()
    assert form == reference.smallest_forms(puzzle)[0]


def test_symmetries_of_the_most_symmetric_grid() -> None:
    """The grid with the most symmetries has 648, and is its own canonical form (published)."""
    form, ways = reference.smallest_forms([int(digit) for digit in MOST])
    assert ways == 648
    assert "".join(map(str, form)) == MOST
    assert canonical(Board.parse(MOST)).to_text() == MOST


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), clues=st.integers(0, 81))
def test_all_looks_have_one_form(seed: int, clues: int) -> None:
    """However a puzzle is transformed, its form stays, and the transforms lead there."""
    puzzle = np.array([holes(clues, seed)] * 6, np.uint8)
    looks = transform_many(puzzle, transforms(6, seed))
    forms, found = canonical_many(looks)
    assert (forms == forms[0]).all()
    assert (transform_many(looks, found) == forms).all()
    assert (canonical_many(forms)[0] == forms).all()
    assert all(form.tolist() <= look.tolist() for form, look in zip(forms, looks, strict=True))


@pytest.mark.parametrize(
    "cells",
    [
        range(0),
        range(1),
        range(9),
        range(27),
        range(54, 81),
        range(0, 81, 9),
        range(0, 81, 10),
        range(0, 81, 3),
        [*range(9), *range(27, 36), *range(54, 63)],  # 3,888 forms look alike
    ],
)
def test_few_clues_and_many_symmetries(cells: Sequence[int]) -> None:
    """Empty grids, one clue, a few rows or one band end soon, and have one form in all their looks."""
    puzzle = [int(digit) if cell in cells else 0 for cell, digit in enumerate(MOST)]
    looks = transform_many(np.array([puzzle] * 8, np.uint8), transforms(8, 1))
    forms, found = canonical_many(looks)
    assert (forms == forms[0]).all()
    assert (transform_many(looks, found) == forms).all()


def test_different_puzzles_have_different_forms() -> None:
    """Random puzzles are essentially different: 5.5 * 10**9 grids leave no room for chance."""
    forms, _transforms = canonical_many(generate_many(3000, seed=1))
    assert len(np.unique(forms, axis=0)) == 3000


@pytest.mark.slow
def test_the_17_clue_puzzles_are_all_different(sudoku_data: Path) -> None:
    """Of the published list of 17-clue puzzles no two are essentially the same."""
    lines = (sudoku_data / "17_clue.txt").read_text(encoding="utf-8").split()
    text = "".join(line[:81] for line in lines).replace(".", "0")
    puzzles = np.frombuffer(text.encode(), np.uint8).reshape(-1, 81) - ord("0")
    forms, _transforms = canonical_many(puzzles)
    assert len(puzzles) in (200, 49151)  # the sample, or all that are published
    assert len(np.unique(forms, axis=0)) == len(puzzles)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**64 - 1))
def test_shuffle_keeps_the_form(seed: int) -> None:
    """A shuffled puzzle is essentially the same."""
    board = generate(4)
    assert canonical(shuffle(board, seed)) == canonical(board)


@pytest.mark.parametrize(
    "puzzles",
    [
        np.zeros((1, 80), np.uint8),
        np.zeros((1, 81), np.int64),
        np.full((1, 81), 10, np.uint8),
        np.array([[5, 5] + [0] * 79], np.uint8),
        [[0] * 81],
    ],
)
def test_refusals(puzzles: Any) -> None:
    """Wrong shapes, types and digits are refused."""
    with pytest.raises(TessellaError):
        canonical_many(puzzles)


@pytest.mark.parametrize(
    "digits",
    [{0: 5, 8: 5}, {0: 5, 72: 5}, {60: 5, 80: 5}, {80: 10}, {31: 255}],
    ids=["row", "column", "box", "10", "255"],
)
def test_the_first_puzzle_that_breaks_a_rule_is_named(digits: dict[int, int]) -> None:
    """A digit twice in a house and a number above 9 are refused with the number of the puzzle."""
    puzzles = np.zeros((4, 81), np.uint8)
    for cell, digit in digits.items():
        puzzles[2:, cell] = digit
    with pytest.raises(TessellaError, match="got row 2: "):
        canonical_many(puzzles)


def test_wrong_transforms_and_boxes_are_refused() -> None:
    """A transform that is none, and a grid of other boxes, are refused."""
    puzzles = np.zeros((1, 81), np.uint8)
    with pytest.raises(TessellaError):
        transform_many(puzzles, np.zeros((1, TRANSFORM), np.uint8))
    with pytest.raises(TessellaError):
        transform_many(puzzles, np.zeros((1, 28), np.uint8))
    with pytest.raises(PuzzleError):
        canonical(Board.empty((2, 2)))
