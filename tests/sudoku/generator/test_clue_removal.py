"""The removal of clues against its slow and obvious twin."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from tessella.errors import PuzzleError
from tessella.sudoku import Board, generate, is_minimal, shuffle
from tessella.sudoku.generator import clue_removal
from tessella.sudoku.generator.recipe import SYMMETRIES

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4)]


def cells_of(board: Board) -> set[int]:
    """Return the cells with a given."""
    return {cell for cell, digit in enumerate(board.givens) if digit}


@pytest.mark.parametrize(
    "recipe",
    [
        {},
        {"clues": None},
        {"clues": 24},
        {"symmetry": "90"},
        {"symmetry": "mirror", "clues": 32},
        {"pattern": "###...###" * 3 + "..#####.." * 3 + "###...###" * 3},
    ],
)
def test_the_maker_is_the_reference(recipe: dict[str, Any]) -> None:
    """The maker's short cut gives what taking clues away one by one gives."""
    assert list(generate(11, 3, **recipe).givens) == reference.make_sudoku(11, 3, **recipe)


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    k=st.integers(0, 2**64 - 1),
    box=st.sampled_from(SMALL),
    symmetry=st.sampled_from(SYMMETRIES),
    clues=st.sampled_from([None, "minimal"]),
)
def test_small_grids_are_the_reference(
    seed: int, k: int, box: tuple[int, int], symmetry: str, clues: str | None
) -> None:
    """Any seed, number and recipe of a small grid gives what the reference gives."""
    made = generate(seed, k, box=box, symmetry=symmetry, clues=clues)
    assert list(made.givens) == reference.make_sudoku(seed, k, box=box, symmetry=symmetry, clues=clues)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), symmetry=st.sampled_from(SYMMETRIES))
def test_minimal_puzzles(seed: int, symmetry: str) -> None:
    """A minimal puzzle has one solution, its symmetry, and two solutions without any set that belongs together."""
    board = generate(seed, symmetry=symmetry)
    assert len(list(islice(reference.sudoku_solutions(board.givens), 2))) == 1
    held = cells_of(board)
    orbits = [orbit for orbit in reference.sudoku_orbits(9, symmetry, set(range(81))) if orbit & held]
    assert set().union(*orbits) == held
    for orbit in orbits[:: max(1, len(orbits) // 6)]:
        rest = [0 if cell in orbit else digit for cell, digit in enumerate(board.givens)]
        assert len(list(islice(reference.sudoku_solutions(rest), 2))) == 2
    assert is_minimal(board, symmetry)


def test_giving_up_on_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the steps run out the maker says what it reached, and never gives a puzzle with other clues."""
    monkeypatch.setattr(clue_removal, "MAX_STEPS", 60)  # the real limit takes seconds to reach
    with pytest.raises(PuzzleError, match=r"gave up after 60 steps: expected 17 clues, the nearest puzzle has \d\d$"):
        generate(1, clues=17)


def test_giving_up_on_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no grid is fixed by the pattern's cells the maker says so after its limit of grids."""
    monkeypatch.setattr(clue_removal, "MAX_GRIDS", 20)  # the same
    pattern = "#.........#........#..........#....##....#.#....#...#..#...#..#...##...###....####"
    with pytest.raises(PuzzleError, match="gave up after 20 grids"):
        generate(1, pattern=pattern[:81])


def test_minimality_is_said_honestly() -> None:
    """A puzzle of a symmetry need not be minimal cell by cell, and is_minimal tells the two apart."""
    boards = [generate(seed, symmetry="full") for seed in range(10)]
    assert all(is_minimal(board, "full") for board in boards)
    assert not all(is_minimal(board) for board in boards)
    assert not is_minimal(Board.empty())
    assert not is_minimal(Board.parse("11" + "." * 79))


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), box=st.sampled_from([*SMALL, (3, 3)]))
def test_shuffle(seed: int, box: tuple[int, int]) -> None:
    """A shuffled puzzle has as many clues and solutions, and is the same for the same seed."""
    before = generate(3, box=box, clues=None)
    after = shuffle(before, seed)
    assert after == shuffle(before, seed)
    assert len(cells_of(after)) == len(cells_of(before))
    assert reference.sudoku_by_singles(list(after.givens), *box)
