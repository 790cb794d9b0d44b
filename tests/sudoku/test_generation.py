"""Generation by seed and by id."""

import datetime as dt
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from tessella import games
from tessella.errors import ParseError, PuzzleError, RulesError, TessellaError
from tessella.sudoku import Board, count, generate, open_id
from tessella.sudoku.generator.recipe import SYMMETRIES

VECTORS = [
    ({"seed": 0}, ".4..2.85.....4.26.1......7.75........9......8...8.4......21.....2...5..64...7...3"),
    ({"seed": 42, "k": 7}, "..231.6..........5......9....7.2.4...8.69..2.4.......18....5.......3..58.5.2....9"),
    ({"seed": 42, "clues": None}, "....5.83.4.....29...98...5....9.6...29...3.......743....4..19..67......1....68..."),
    (
        {"seed": 42, "clues": 30, "symmetry": "180"},
        "...65.83.4..1....6....42.....398..722.......858..743.....72....6....5..1.15.68...",
    ),
    (
        {"seed": 42, "clues": None, "symmetry": "full"},
        ".2..5..3.4.8...2.6.6.8.2.5...39865..2..5.3..8..62743...3.7.1.6.6.2...4.1.1..6..2.",
    ),
    ({"seed": 42, "box": (2, 3)}, "24.6..6...5......2...3..36.....1...."),
    ({"seed": 42, "box": (2, 2), "clues": 4}, "1....3.....2.4.."),
]


def cells_of(board: Board) -> set[int]:
    """Return the cells with a given."""
    return {cell for cell, digit in enumerate(board.givens) if digit}


@pytest.mark.parametrize(("recipe", "line"), VECTORS)
def test_vectors(recipe: dict[str, Any], line: str) -> None:
    """A seed, a number and a recipe name the puzzle that the specification's vectors name, for ever."""
    assert generate(**recipe).to_text() == line


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), clues=st.integers(22, 81))
def test_exact_clues(seed: int, clues: int) -> None:
    """A puzzle has as many clues as were asked for, and one solution."""
    board = generate(seed, clues=clues)
    assert len(cells_of(board)) == clues
    assert len(list(islice(reference.sudoku_solutions(board.givens), 2))) == 1


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), symmetry=st.sampled_from(SYMMETRIES))
def test_open_clues(seed: int, symmetry: str) -> None:
    """With the clues left open singles solve the puzzle, and do not without any set that belongs together."""
    board = generate(seed, clues=None, symmetry=symmetry)
    assert reference.sudoku_by_singles(list(board.givens), 3, 3)
    held = cells_of(board)
    orbits = [orbit for orbit in reference.sudoku_orbits(9, symmetry, set(range(81))) if orbit & held]
    for orbit in orbits[:: max(1, len(orbits) // 3)]:
        rest = [0 if cell in orbit else digit for cell, digit in enumerate(board.givens)]
        assert not reference.sudoku_by_singles(rest, 3, 3)


@pytest.mark.parametrize("box", [(2, 5), (3, 4), (4, 4), (3, 5), (5, 5)])
def test_large_grids(box: tuple[int, int]) -> None:
    """Grids up to 25x25 are made at once, with one solution."""
    board = generate(5, box=box, clues=None)
    assert board.box == box
    if board.size <= 10:
        assert reference.sudoku_by_singles(list(board.givens), *box)
    assert count(board) == 1


@pytest.mark.parametrize(("text", "box"), [("2x3", (2, 3)), ("3x2", (3, 2)), ("6x6", (2, 3))])
def test_a_box_as_text(text: str, box: tuple[int, int]) -> None:
    """A box may be named as on the command line and in ids."""
    assert generate(1, box=text, clues=None) == generate(1, box=box, clues=None)


def test_a_text_that_is_no_box() -> None:
    """What names no box is refused in a sentence, even where rows and columns are alike."""
    with pytest.raises(RulesError, match="expected a box shape such as 2x3"):
        generate(1, box="axa")


def test_a_low_number_of_clues() -> None:
    """Steps from one grid reach numbers that no random order reaches."""
    assert len(cells_of(generate(1, clues=20))) == 20
    assert len(cells_of(generate(1, clues=8, box=(2, 3)))) == 8


@pytest.mark.parametrize(
    ("recipe", "words"),
    [
        ({"clues": 14}, "expected 17 to 81 clues, got 14"),
        ({"clues": 16}, "expected 17 to 81 clues, got 16"),
        ({"clues": 82}, "expected 17 to 81 clues, got 82"),
        ({"clues": -1}, "expected 17 to 81 clues, got -1"),
        ({"clues": 7, "box": (2, 3)}, "expected 8 to 36 clues"),
        ({"clues": 14, "box": (4, 4)}, "expected 15 to 256 clues"),
        ({"clues": "few"}, "expected a number of clues or minimal, got 'few'"),
        ({"clues": "minimal", "box": (4, 4)}, "expected a grid of at most 12 rows for a minimal puzzle, got 16"),
        ({"symmetry": "60"}, "got '60'"),
        ({"symmetry": "full", "clues": 82}, "expected 17 to 81 clues"),
        ({"symmetry": "90", "clues": 30}, "30 givens are impossible with this symmetry: 90"),
        ({"pattern": "#" * 80}, "expected a pattern of 81 cells, got 80"),
        ({"pattern": "#" * 16 + "." * 65}, "expected at least 17 cells where givens may stand, got 16 cells"),
        ({"pattern": "#" * 63 + "." * 18}, "rows 8 and 9 without a given"),
        ({"pattern": "..#######" * 9}, "columns 1 and 2 without a given"),
        ({"pattern": "#.###.###" * 9, "symmetry": "mirror"}, "columns 4 and 6 without a given"),
        ({"box": (1, 7)}, "expected a box of at least 2 rows"),
        ({"seed": -1}, "as seed, got '-1'"),
        ({"k": 2**64}, "as k, got"),
    ],
)
def test_refusals(recipe: dict[str, Any], words: str) -> None:
    """What cannot be had is refused in one sentence with the reason."""
    with pytest.raises(TessellaError) as refused:
        generate(**recipe)
    assert isinstance(refused.value, PuzzleError | ParseError | RulesError)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("sudoku:#42", "sudoku:#42"),
        ("sudoku:#42.0", "sudoku:#42"),
        ("sudoku:#042.007", "sudoku:#42.7"),
        ("sudoku:maker=1#42", "sudoku:#42"),
        ("sudoku:maker=1/minimal#42", "sudoku:minimal#42"),
        ("sudoku:3x3/none#42", "sudoku:#42"),
        ("sudoku:180/clues=30#42", "sudoku:clues=30/180#42"),
        ("sudoku:minimal/2x3#42.7", "sudoku:2x3/minimal#42.7"),
        ("sudoku:90/4x4#1", "sudoku:4x4/90#1"),
        ("sudoku:daily/2026-11-20", "sudoku:daily/2026-11-20"),
        ("sudoku:daily", "sudoku:daily/2026-11-21"),
        ("sudoku:daily/easy", "sudoku:daily/2026-11-21/easy"),
        ("sudoku:daily/2026-11-20/medium", "sudoku:daily/2026-11-20/medium"),
        ("sudoku:daily/2026-11-28/variant", "sudoku:daily/2026-11-28/variant"),
        ("sudoku:daily/x+anti_knight", "sudoku:daily/2026-11-21/x+anti_knight"),
    ],
)
def test_ids(text: str, full: str) -> None:
    """An id says what differs from the usual, in one order, and its full form opens the same puzzle."""
    today = dt.date(2026, 11, 21)
    opening = open_id(text, today=today)
    assert opening.id == full
    assert open_id(full).start == opening.start == games.open_id(full).start


def test_an_id_names_the_puzzle() -> None:
    """The id's parts are the maker's options; without a word about clues singles solve the puzzle."""
    assert open_id("sudoku:#42").start == generate(42, clues=None)
    assert open_id("sudoku:minimal/90#42.3").start == generate(42, 3, symmetry="90")
    assert open_id("sudoku:daily/2026-11-17").start == generate(20261117, level="easy")
    at_a_level = open_id("sudoku:daily/2026-11-20/easy")
    assert (at_a_level.start, at_a_level.table) == (generate(20261120, level="easy"), "sudoku:easy")
    drawn = open_id("sudoku:clues=40")
    assert open_id(drawn.id).start == drawn.start


def test_a_puzzle_as_an_id() -> None:
    """A whole puzzle is an id of its own, and counts as given rather than dealt."""
    line = generate(42, box=(2, 3)).to_text()
    opening = open_id(f"sudoku:{line}")
    assert opening.edited
    assert opening.id == f"sudoku:{line}"
    assert opening.start.to_text() == line


@pytest.mark.parametrize(
    "text",
    [
        "sudoku:gentle#42",
        "sudoku:7x7#42",
        "sudoku:180/90#42",
        "sudoku:minimal/clues=30#42",
        "sudoku:maker=2#42",
        "sudoku:#forty",
        "sudoku:#42.",
        "sudoku:#42.x",
        "sudoku:#18446744073709551616",
        "sudoku:clues=30/#42",
        "sudoku:daily/2026-13-01",
        "sudoku:daily/2026-11-20/harder",
        "sudoku:daily/2026-11-20/easy/hard",
        "sudoku:daily/easy#42",
        "2048:daily/2026-11-20/easy",
        "sudoku:53..7",
        "2048:classic#42",
    ],
)
def test_wrong_ids(text: str) -> None:
    """What is no id is refused in one sentence."""
    with pytest.raises((ParseError, RulesError)):
        open_id(text)


def test_a_day_is_asked_for_at_a_level() -> None:
    """What stands behind a day and is no level is what is wrong, and not the day."""
    for id in ("sudoku:daily/2026-11-20/harder", "sudoku:daily/harder"):
        with pytest.raises(ParseError, match=r"^expected one of beginner, .*, got 'harder'$"):
            open_id(id)
    with pytest.raises(ParseError, match="expected a date"):
        open_id("sudoku:daily/2026-13-20/hard")
