"""The compiled generator and search against the plain ones."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from support.searched import in_bulk
from tessella.errors import PuzzleError, TessellaError
from tessella.sudoku import LEVELS, Board, generate, generate_many, is_proper_many, rate
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.bulk import generate_blocks, search_blocks
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
    for name in ("clue_removal", "bulk"):
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


def test_how_many_and_how_many_threads_do_not_matter() -> None:
    """The first puzzles of many are the puzzles of few, whatever the threads, in every size around a block."""
    many = generate_many(4200, seed=3, threads=2)
    assert (generate_many(4200, seed=3, threads=1) == many).all()
    for n in (0, 1, 511, 512, 513):
        assert (generate_many(n, seed=3) == many[:n]).all()
    assert is_proper_many(many).all()


@pytest.mark.slow
def test_minimal_by_the_reference() -> None:
    """Puzzles made in bulk have one solution, and several without any of their givens."""
    for puzzle in generate_many(3, seed=9).tolist():
        assert len(list(zip(range(2), reference.sudoku_solutions(puzzle), strict=False))) == 1
        for cell in range(81):
            if puzzle[cell]:
                rest = [0 if other == cell else digit for other, digit in enumerate(puzzle)]
                assert len(list(zip(range(2), reference.sudoku_solutions(rest), strict=False))) == 2


def test_minimal_by_the_engine() -> None:
    """None of thousands of puzzles made in bulk can spare a given."""
    puzzles = generate_many(2000, seed=10)
    which, cell = puzzles.nonzero()
    without = puzzles[which]
    without[np.arange(len(which)), cell] = 0
    assert is_proper_many(puzzles).all()
    assert not is_proper_many(without).any()


@pytest.mark.parametrize(
    ("n", "options", "words"),
    [
        (1, {"clues": 19}, "expected at least 20 clues in bulk, got 19"),
        (1, {"clues": 14}, "expected 17 to 81 clues, got 14"),
        (1, {"clues": "few"}, "got 'few'"),
        (1, {"symmetry": "x"}, "got 'x'"),
        (-1, {}, "of at least 0 as n, got '-1'"),
        (1, {"seed": -1}, "as seed, got '-1'"),
        (1, {"threads": 0}, "of at least 1 as threads, got '0'"),
    ],
)
def test_refusals(n: int, options: dict[str, Any], words: str) -> None:
    """What bulk making does not do is refused with the reason."""
    with pytest.raises(TessellaError) as refused:
        generate_many(n, **options)
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["extreme/clues=60", "medium/clues=70/180"])
def test_giving_up(text: str) -> None:
    """A level that no puzzle with so many clues has is given up, with the nearest that there was; both ways alike."""
    recipe = Recipe.parse(text)
    said = []
    for look in (lambda: puzzle_of(recipe, 42, 0), lambda: in_bulk(recipe, 42)):
        with pytest.raises(
            PuzzleError, match=rf"^gave up after 256 puzzles, none of which is {text}; the nearest is"
        ) as up:
            look()
        said.append(str(up.value))
        nearest = Board.parse(said[-1].rpartition(" ")[2])
        assert f"is rated {rate(nearest).er}:" in said[-1]
        assert sum(digit > 0 for digit in nearest.givens) == recipe.clues


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    """Puzzles of a level have that level and one solution, and the kernels find those that plain Python finds."""
    count = 2 if level == "extreme" else 5  # plain Python rates many candidates for one that is extreme
    made = in_bulk(Recipe(level=level), 42, count)
    for k, board in enumerate(made):
        assert rate(board).level == level
        assert sum(1 for _solution in zip(reference.sudoku_solutions(board.givens), range(2), strict=False)) == 1
        assert generate(42, k, level=level) == board
    assert len({board.givens for board in made}) == count
    assert generate_many(count, seed=42, level=level, threads=2).tolist() == [list(board.givens) for board in made]
    shown = {"beginner": 36, "easy": 30}.get(level, 17)
    assert all(sum(digit > 0 for digit in board.givens) >= shown for board in made)


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**64 - 1),
    k=st.integers(0, 2**64 - 1),
    text=st.sampled_from(
        ["beginner/diagonal", "easy/180", "medium/mirror", "hard/clues=26", "expert/90", "extreme", "rating=4.2..4.6"]
    ),
)
def test_both_ways_are_one(seed: int, k: int, text: str) -> None:
    """Any seed and number names one puzzle, whichever way it is looked for."""
    recipe = Recipe.parse(text)
    assert in_bulk(recipe, seed, first=k) == [puzzle_of(recipe, seed, k)]


@pytest.mark.parametrize(("low", "high"), [(2.5, 2.5), (4.4, 5.2), (7.0, 7.1), (8.3, 8.5)])
def test_ratings(low: float, high: float) -> None:
    """A range of ratings holds the rating of what it gives."""
    for board in generate_many(4, seed=3, rating=(low, high)).tolist():
        assert low <= rate(Board.of_givens(board)).er <= high
    assert generate(3, rating=f"{low}..{high}") == Board.of_givens(
        generate_many(1, seed=3, rating=(low, high))[0].tolist()
    )


@pytest.mark.parametrize(
    ("recipe", "taken"),
    [(Recipe(), True), (Recipe(clues=20), True), (Recipe(clues=19), False), (Recipe((2, 3)), False),
     (Recipe(pattern=(1 << 81) - 2), False)],
)  # fmt: skip
def test_what_is_taken(recipe: Recipe, taken: bool) -> None:  # noqa: FBT001 - a parameter of a table
    """Blocks are for boxes of 3x3 without a pattern, with as many clues as can be had."""
    assert recipe.is_for_bulk == taken


def test_searches_come_with_their_ratings() -> None:
    """A series with a target is the same puzzles, each with its ER."""
    ((rows, ratings),) = search_blocks(Series(Recipe(level="easy"), 4, range(2)), threads=1)
    boards = [Board.of_givens(row) for row in rows.tolist()]
    assert boards == [generate(4, k, level="easy") for k in range(2)]
    assert ratings.tolist() == [rate(board).er for board in boards]
