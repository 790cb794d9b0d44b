"""Tests of ratings: against the original's own numbers, and of every step against the solution."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from support.processes import CHECKOUT
from tessella.errors import PuzzleError, RulesError, TessellaError
from tessella.sudoku import Board, RatedStep, generate_many, level_of, rate, rate_many, solve

# What Sudoku Explainer 1.2.1 says: puzzle, ER, EP, ED. The first is Arto Inkala's of 2012, rated by the original for
# this; the second the Easter Monster of 2007, with the 11.6 that the players' forum publishes (a run of the original
# for this gave 11.5, and 10.8 for its first step: the order in which it takes what one nested step removes depends on
# where its objects lie in memory); the other two are rows of the samples.
PUBLISHED = [
    ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", 10.7, 10.7, 9.7),
    ("1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1", 11.6, 11.6, 10.8),
    ("......7.21..8.....3.....4...7....5...2.1........3...6.4...65..........1.....2....", 1.5, 1.2, 1.2),
    ("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........", 9.0, 1.2, 1.2),
]

EASY = PUBLISHED[2][0]


def sample(path: Path, every: int) -> list[dict[str, str]]:
    """Return every Nth row of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))[::every]


def array(puzzles: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return puzzles as rows of numbers."""
    return np.array([[int(sign) if sign in "123456789" else 0 for sign in puzzle] for puzzle in puzzles], np.uint8)


@pytest.mark.parametrize(("puzzle", "er", "ep", "ed"), PUBLISHED)
def test_agrees_with_the_original(puzzle: str, er: float, ep: float, ed: float) -> None:
    """A puzzle has the ER, EP and ED that the original program gives it."""
    rating = rate(Board.parse(puzzle))
    assert (rating.er, rating.ep, rating.ed) == (er, ep, ed)


@pytest.mark.parametrize(
    ("name", "every"),
    [("se_1.2.1_sample.csv", 4), ("se_1.2.1_hard_sample.csv", 8), ("hardest_published_sample.csv", 45)],
)
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
    board = Board.parse(puzzle)
    follow(board, rate(board).path)


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
