"""Is a puzzle of a wanted level, rating or technique what was wished for, and the same one for everybody?"""

import csv
import io
import os
import re
import signal
import subprocess
import sys
import time
from itertools import count, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import reference
from support.processes import CHECKOUT, COMMAND
from tessella.errors import ParseError, PuzzleError, RulesError, TessellaError
from tessella.play.session import Session
from tessella.rng import SplitMix64, fold
from tessella.sudoku import LEVELS, Board, generate, generate_many, open_id, rate, rate_many, shuffle
from tessella.sudoku.generator import bank
from tessella.sudoku.generator import search as search_module
from tessella.sudoku.generator.bulk_search import search_blocks
from tessella.sudoku.generator.recipe import SYMMETRIES, Recipe, Series
from tessella.sudoku.generator.screening import rating_without_marks
from tessella.sudoku.generator.target import SINGLES, read_technique, slug
from tessella.sudoku.rating.scale import RATINGS

DOCS = Path(__file__).parents[3] / "docs" / "maker.md"

BEYOND_LOOKING = ["naked pair", "XY-wing", "swordfish", "jellyfish", "hidden quad", "BUG type 1", "unique loop"]


def vectors() -> list[tuple[str, str, str]]:
    """Return the ids of the specification's table with their puzzles and ratings."""
    return re.findall(r"^\| `(sudoku:[^`]+)` \| `([0-9.]{81})` \| ([0-9.]+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)


def in_bulk(recipe: Recipe, seed: int, n: int = 1, first: int = 0) -> list[Board]:
    """Return puzzles as the kernels find them."""
    blocks = search_blocks(Series(recipe, seed, range(first, first + n)), threads=1)
    return [Board.of_givens(row) for rows, _er in blocks for row in rows.tolist()]


# --- what a wish is -----------------------------------------------------------------------------------------


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
        ("gentle", "expected a level, rating=4.2..4.6, technique=xy-wing"),
        ("hard/easy", "got 'easy'"),
        ("hard/rating=4.2", "expected a level or a range of ratings, got both: hard and 4.2"),
        ("hard/2x3", "ratings and levels are for 9x9 grids with 3x3 boxes, got boxes of 2x3"),
        ("rating=4.6..4.2", "the lower one first, got '4.6..4.2'"),
        ("rating=0.3..4.2", "expected ratings from 1.0 to 12.0"),
        ("rating=four", "expected a range of ratings such as 4.2..4.6, got 'four'"),
        ("technique=guessing", "expected a technique that is rated, got 'guessing'"),
        ("only", "expected a technique that is to be the only one"),
        ("easy/technique=xy-wing", "xy-wing is rated 4.2 or more, above what was asked for: easy"),
        ("hard/clues=19", "expected at least 20 clues with a level, rating or technique, got 19"),
        ("hard/90/clues=30", "no 30 givens lie in this symmetry: 90"),
    ],
)
def test_refusals(text: str, words: str) -> None:
    """What cannot be had is refused at once, in one sentence with the reason."""
    with pytest.raises((ParseError, PuzzleError, RulesError)) as refused:
        open_id(f"sudoku:{text}#42")
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["extreme/clues=60", "medium/clues=70/180"])
def test_giving_up(text: str) -> None:
    """A level that no puzzle with so many clues has is given up, with the nearest that there was; both ways alike."""
    recipe = Recipe.parse(text)
    said = []
    for look in (lambda: search_module.generate(recipe, 42, 0), lambda: in_bulk(recipe, 42)):
        with pytest.raises(
            PuzzleError, match=rf"^gave up after 256 puzzles, none of which is {text}; the nearest is"
        ) as up:
            look()
        said.append(str(up.value))
        nearest = Board.parse(said[-1].rpartition(" ")[2])
        assert f"is rated {rate(nearest).er}:" in said[-1]
        assert sum(digit > 0 for digit in nearest.givens) == recipe.clues


# --- what is found ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clues", ["minimal", 27])
def test_looking(clues: int | str) -> None:
    """A quick look tells exactly which puzzles are rated up to 1.5, and which up to 2.3."""
    puzzles = generate_many(400, seed=5, clues=clues)
    er = rate_many(puzzles, most=2.3)["er"]
    assert len(set(np.searchsorted([1.5, 2.3], er))) == 3
    assert [rating_without_marks(givens) for givens in puzzles.tolist()] == [
        15 if r <= 1.5 else 23 if r <= 2.3 else None for r in er
    ]


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    """Puzzles of a level have that level and one solution, and the kernels find those that plain Python finds."""
    made = in_bulk(Recipe(level=level), 42, 5)
    for k, board in enumerate(made):
        assert rate(board).level == level
        assert sum(1 for _solution in zip(reference.sudoku_solutions(board.givens), range(2), strict=False)) == 1
        assert generate(42, k, level=level) == board
    assert len({board.givens for board in made}) == 5
    assert generate_many(5, seed=42, level=level, threads=2).tolist() == [list(board.givens) for board in made]
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
    assert in_bulk(recipe, seed, first=k) == [search_module.generate(recipe, seed, k)]


@pytest.mark.parametrize(("level", "seed"), [("hard", 38), ("expert", 13)])
def test_the_first_that_fits(level: str, seed: int) -> None:
    """The puzzle is the first of the candidates that the specification names, each made by the slow reference."""
    source = fold([1, seed, 0])
    made = (Board.of_givens(reference.make_sudoku(source, number) or []) for number in count())
    assert next(board for board in made if rate(board).level == level) == generate(seed, level=level)


@pytest.mark.parametrize("name", BEYOND_LOOKING)
def test_a_technique_is_needed(name: str) -> None:
    """The path uses the technique, and none that is rated higher; the puzzle comes from the bank, shuffled."""
    puzzles = [generate(42, k, technique=slug(name)) for k in range(3)]
    for board in puzzles:
        rating = rate(board)
        assert name in rating.techniques
        assert max(map(RATINGS.__getitem__, rating.techniques)) == RATINGS[name]
    assert in_bulk(Recipe(technique=name), 42, 3) == puzzles
    assert len(set(puzzles)) == 3


def test_the_only_technique() -> None:
    """With `only` there is nothing beyond singles but the technique."""
    for name, k in product(["XY-wing", "naked pair", "swordfish"], range(2)):
        rating = rate(generate(7, k, technique=name, only=True))
        assert name in rating.techniques
        assert rating.techniques.keys() <= {name, *SINGLES}


@pytest.mark.parametrize(("low", "high"), [(2.5, 2.5), (4.4, 5.2), (7.0, 7.1), (8.3, 8.5)])
def test_ratings(low: float, high: float) -> None:
    """A range of ratings holds the rating of what it gives."""
    for board in generate_many(4, seed=3, rating=(low, high)).tolist():
        assert low <= rate(Board.of_givens(board)).er <= high
    assert generate(3, rating=f"{low}..{high}") == Board.of_givens(
        generate_many(1, seed=3, rating=(low, high))[0].tolist()
    )


def test_wishes_go_together() -> None:
    """A level keeps to a symmetry, a pattern and a number of clues."""
    turned = generate(1, level="hard", symmetry="180")
    held = {cell for cell, digit in enumerate(turned.givens) if digit}
    assert held == {80 - cell for cell in held}
    assert rate(turned).level == "hard"
    pattern = "#########" * 8 + "........."
    kept = generate(1, level="medium", pattern=pattern)
    assert not any(kept.givens[72:])
    assert rate(kept).level == "medium"
    assert in_bulk(Recipe(level="medium", pattern=(1 << 72) - 1), 1) == [kept]
    counted = generate(1, level="expert", clues=28)
    assert sum(digit > 0 for digit in counted.givens) == 28
    assert rate(counted).level == "expert"


def test_the_bank() -> None:
    """A number in the bank is a puzzle of the kind that it is filed under."""
    text = (Path(bank.__file__).parent / "bank.txt").read_text("utf-8")
    kinds = bank.parse_bank(text)
    assert bank.format_bank(kinds) == text
    for kind, numbers in kinds.items():
        board = generate(bank.SEED, numbers[-1])
        rating = rate(board)
        assert round(10 * rating.er) == kind.er
        highest_least = max(RATINGS[name] for name in rating.techniques)
        assert {name for name in rating.techniques if RATINGS[name] == highest_least} == set(kind.needed)
        assert kind.only == (len(kind.needed) == 1 and rating.techniques.keys() <= {*kind.needed, *SINGLES})


def test_a_bank_s_puzzle_is_shuffled() -> None:
    """A puzzle for a technique is the bank's, chosen and shuffled as the specification says."""
    text = (Path(bank.__file__).parent / "bank.txt").read_text("utf-8")
    some = [numbers for kind, numbers in bank.parse_bank(text).items() if "XY-wing" in kind.needed]
    numbers = sorted(number for one in some for number in one)
    for seed in range(4):
        luck = SplitMix64(fold([1, fold([1, seed, 0]), 0]))
        before = generate(bank.SEED, numbers[luck.below(len(numbers))])
        assert shuffle(before, luck.bits()) == generate(seed, technique="XY-wing")


# --- ids ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "puzzle", "er"), vectors())
def test_vectors(id_: str, puzzle: str, er: str) -> None:
    """An id of the specification's table opens the puzzle that stands beside it, with its rating, for ever."""
    opening = open_id(id_)
    assert (opening.id, opening.start.to_text(), f"{rate(opening.start).er:.1f}") == (id_, puzzle, er)


def test_there_are_vectors() -> None:
    """The specification's table names puzzles of every level."""
    assert {id_.split(":")[1].split("#")[0] for id_, _puzzle, _er in vectors()} >= LEVELS.keys()


@pytest.mark.parametrize(
    ("text", "full", "table"),
    [
        ("sudoku:hard#42", "sudoku:hard#42", "sudoku:hard"),
        ("sudoku:180/easy#42.7", "sudoku:easy/180#42.7", "sudoku:easy/180"),
        ("sudoku:rating=4.20#42", None, None),
        ("sudoku:rating=4.2..4.6#42", "sudoku:rating=4.2..4.6#42", "sudoku:rating=4.2..4.6"),
        ("sudoku:only/technique=XY_Wing#42", "sudoku:technique=xy-wing/only#42", "sudoku:technique=xy-wing/only"),
        ("sudoku:search=1/medium#42", "sudoku:medium#42", "sudoku:medium"),
    ],
)
def test_ids(text: str, full: str | None, table: str | None) -> None:
    """An id says what is wished in one way; the table and New game keep to the wish."""
    if full is None:
        with pytest.raises(TessellaError):
            open_id(text)
        return
    opening = open_id(text)
    assert (opening.id, opening.table, opening.again) == (full, table, table)
    assert open_id(full).start == opening.start


def test_the_week() -> None:
    """The daily puzzle is harder from day to day: beginner on Monday, extreme on Sunday."""
    levels = [rate(open_id(f"sudoku:daily/2026-11-{day}").start).level for day in range(16, 23)]
    assert levels == ["beginner", "easy", "medium", "medium", "hard", "expert", "extreme"]


def test_a_saved_daily_is_kept() -> None:
    """A save of a daily puzzle from before it had a level keeps the puzzle that was played."""
    old = generate(20261120, clues=None)
    session = Session("sudoku:daily/2026-11-20", old)
    session.play(old.moves()[0])
    again = Session.from_text(session.to_text())
    assert (again.id, again.start, again.position) == (session.id, old, session.position)


# --- the command line ---------------------------------------------------------------------------------------


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Return what the program says."""
    return subprocess.run(
        [*COMMAND, "sudoku", *arguments], capture_output=True, text=True, env=os.environ | CHECKOUT, check=False
    )


def test_new_with_a_level() -> None:
    """`new --level` writes what the ids open; CSV has level and ER beside puzzle and solution."""
    done = run("new", "--level", "hard", "-n", "3", "--seed", "42", "--first", "1")
    assert done.stdout.splitlines() == [generate(42, k, level="hard").to_text() for k in (1, 2, 3)]
    table = list(
        csv.DictReader(io.StringIO(run("new", "--level", "hard", "-n", "3", "--seed", "42", "--format", "csv").stdout))
    )
    for k, row in enumerate(table):
        board = generate(42, k, level="hard")
        assert row == {
            "puzzle": board.to_text(),
            "solution": "".join(map(str, next(reference.sudoku_solutions(board.givens)))),
            "level": "hard",
            "er": f"{rate(board).er:.1f}",
        }


def test_plain_play_needs_no_kernel() -> None:
    """A puzzle of every level is opened without numpy and numba."""
    code = (
        "import sys; from tessella.sudoku import LEVELS, open_id;"
        "[open_id(f'sudoku:{level}#1') for level in LEVELS]; open_id('sudoku:technique=xy-wing#1');"
        "print({'numpy', 'numba'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | CHECKOUT, check=True
    )
    assert done.stdout == "set()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
def test_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C keeps the puzzles that are there, and what it says makes the rest."""
    out = tmp_path / "out.txt"
    arguments = ["new", "--level", "beginner", "-n", "90000", "--seed", "8", "--threads", "1", "--out", str(out)]
    with subprocess.Popen([*COMMAND, "sudoku", *arguments], env=os.environ | CHECKOUT, stderr=subprocess.PIPE) as child:
        assert child.stderr
        deadline = time.monotonic() + 100
        while not any(one.stat().st_size > 1000 for one in tmp_path.glob(".out*")) and time.monotonic() < deadline:
            time.sleep(0.02)  # until the file has grown, which nothing else tells
        child.send_signal(signal.SIGINT)
        said = child.stderr.read().decode()
        assert child.wait(60) == 130
    made = (tmp_path / "out.txt.part").read_text(encoding="utf-8").splitlines()
    n = len(made)
    assert n > 0
    assert said.splitlines()[-1].endswith(f"continue with --seed 8 --first {n} -n {90000 - n}")
    assert made[-1] == generate(8, n - 1, level="beginner").to_text()
