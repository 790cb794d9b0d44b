"""Tests of ratings: against the original's own numbers, and of every step against the solution."""

import csv
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from support.processes import CHECKOUT
from support.ratings import PUBLISHED
from tessella.errors import PuzzleError, RulesError, TessellaError
from tessella.sudoku import Board, RatedStep, Rating, generate, generate_many, level_of, rate, rate_many, solve

EASY = PUBLISHED[2][0]


@cache
def rated(puzzle: str) -> Rating:
    """Return the rating of a puzzle, which for the hardest takes seconds."""
    return rate(Board.parse(puzzle))


@pytest.mark.parametrize(("puzzle", "er", "ep", "ed"), PUBLISHED)
def test_agrees_with_the_original(puzzle: str, er: float, ep: float, ed: float) -> None:
    """A puzzle has the ER, EP and ED that the original program gives it."""
    rating = rated(puzzle)
    assert (rating.er, rating.ep, rating.ed) == (er, ep, ed)


def follow(board: Board, path: tuple[RatedStep, ...]) -> None:
    """Check every step of a path against the solution, and that candidates stand where steps say they do."""
    solution = solve(board).rows
    candidates = {
        (digit, cell // 9 + 1, cell % 9 + 1)
        for cell, mask in enumerate(board.candidates())
        for digit in range(1, 10)
        if mask >> digit - 1 & 1
    }
    digits = [list(row) for row in board.rows]
    for step in path:
        assert step.placements or step.eliminations
        for digit, row, col in step.eliminations:
            assert solution[row - 1][col - 1] != digit
            assert (digit, row, col) in candidates
        candidates.difference_update(step.eliminations)
        for digit, row, col in step.placements:
            assert solution[row - 1][col - 1] == digit
            assert (digit, row, col) in candidates
            digits[row - 1][col - 1] = digit
            box = (row - 1) // 3, (col - 1) // 3
            candidates = {
                (d, r, c)
                for d, r, c in candidates
                if (r, c) != (row, col)
                and not (d == digit and (r == row or c == col or ((r - 1) // 3, (c - 1) // 3) == box))
            }
    assert tuple(map(tuple, digits)) == solution


@pytest.mark.parametrize("puzzle", [puzzle for puzzle, *_ratings in PUBLISHED])
def test_every_step_is_sound(puzzle: str) -> None:
    """No step removes a digit of the solution, each does something, and the last completes the grid."""
    follow(Board.parse(puzzle), rated(puzzle).path)


def test_steps_of_random_puzzles_are_sound() -> None:
    """The same for minimal puzzles made here, which need techniques of many kinds."""
    for puzzle in generate_many(40, seed=5):
        board = Board.of_givens(puzzle.tolist())
        follow(board, rate(board).path)


def test_numbers_follow_from_the_path() -> None:
    """ER, EP, ED, counts, bottlenecks and level are what they are defined to be, read off the path."""
    rating = rate(Board.parse(PUBLISHED[3][0]))
    ratings = [step.rating for step in rating.path]
    first = next(i for i, step in enumerate(rating.path) if step.placements)
    assert (rating.er, rating.ep, rating.ed) == (max(ratings), max(ratings[: first + 1]), ratings[0])
    names = [step.technique for step in rating.path]
    assert rating.techniques == {name: names.count(name) for name in rating.techniques}
    assert sum(rating.techniques.values()) == len(rating.path)
    assert rating.bottlenecks == ratings.count(rating.er)
    assert rating.level == level_of(rating.er)
    assert len(str(rating).splitlines()) == len(rating.path)


def test_a_full_board_is_rated_zero() -> None:
    """Where nothing is left to do, there is no step and no difficulty."""
    rating = rate(solve(Board.parse(EASY)))
    assert (rating.er, rating.ep, rating.ed, rating.path, rating.level) == (0, 0, 0, (), "beginner")


def test_says_why_it_refuses() -> None:
    """A puzzle without exactly one solution is not rated but named, and so is another size."""
    with pytest.raises(PuzzleError, match="more than one solution, for example"):
        rate(Board.empty())
    with pytest.raises(PuzzleError, match="no solution"):
        rate(Board.parse("11" + "." * 79))
    with pytest.raises(RulesError, match="9x9 grids with 3x3 boxes, got boxes of 2x3"):
        rate(Board.empty((2, 3)))
    with pytest.raises(TessellaError, match="shape"):
        rate_many(np.zeros((2, 80), np.uint8))
    with pytest.raises(TessellaError, match="thread"):
        rate_many(np.zeros((2, 81), np.uint8), threads=0)


def test_playing_loads_no_kernel() -> None:
    """Importing what rates loads neither numpy nor numba."""
    code = "import sys, tessella.sudoku.rating.rater; print({'numba', 'numpy'} & {*sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | CHECKOUT
    )
    assert done.stdout.strip() == "set()"


def test_a_budget_counts_steps_and_gives_lower_bounds() -> None:
    """What is given up is at least as hard as is said, at every budget, and whoever else is rated beside it."""
    hardest, easy, hard = PUBLISHED[0][0], generate(1, 0).to_text(), PUBLISHED[3][0]
    puzzles = np.array([[int(sign.replace(".", "0")) for sign in text] for text in (hardest, easy, hard)], np.uint8)
    whole = rate_many(puzzles)
    assert whole["exact"].all()
    work = int(whole["work"][2])
    assert 10_000 < work < whole["work"][0]
    for budget in (0, 1000, work - 1, work):
        found = rate_many(puzzles, budget=budget, threads=2)
        assert (found == np.concatenate([rate_many(one[None], budget=budget) for one in puzzles])).all()
        exact = found["exact"]
        assert (found[exact] == whole[exact]).all()
        assert (exact == (whole["work"] <= budget)).all()
        for name in ("er", "ep", "ed"):
            assert (found[name] <= whole[name]).all()
        assert set(found["level"][~exact].tolist()) <= {-1, whole["level"].max()}


SAMPLE = Path(__file__).parents[2] / "data" / "variants" / "sukaku_ratings.csv"


def _of_other_houses() -> list[tuple[str, float, float]]:
    with SAMPLE.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if float(row["er"]) < 7.2]
    return [(f"{row['puzzle']};{row['rules']}", float(row["er"]), float(row["ep"])) for row in rows[::7]]


@pytest.mark.parametrize(("text", "er", "ep"), _of_other_houses())
def test_other_houses(text: str, er: float, ep: float) -> None:
    """With other houses the ratings are those of SukakuExplainer."""
    rating = rate(Board.parse(text))
    assert (rating.er, rating.ep) == (er, ep)


def test_other_rules_are_not_rated() -> None:
    """Cages and lines have no rating, and the message names the rule."""
    with pytest.raises(RulesError, match="killer"):
        rate(Board.parse("." * 81 + ";killer:sum=10:r1c1r1c2"))
