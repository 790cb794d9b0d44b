"""The plain twin of the rater: the same step, rating, placements, eliminations and complexity at every position."""

import csv
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from support.processes import CHECKOUT
from support.techniques import examples
from tessella.errors import RulesError
from tessella.sudoku import Board, RatedStep, generate, generate_many, rate, solve
from tessella.sudoku.explainer.search_order import Rated, best_bug, best_loop, next_rated, path, rating_with_marks
from tessella.sudoku.techniques.deadly_patterns import BUG, LOOP
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.techniques.step import Step
from tessella.sudoku.techniques.uniqueness import RECTANGLE

# What Sudoku Explainer 1.2.1 says of a puzzle (ER in tenths): rows of the shared samples, from the original itself.
PUBLISHED = [
    ("......7.21..8.....3.....4...7....5...2.1........3...6.4...65..........1.....2....", 15),
    ("4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........", 90),
]

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # 10.7 / 10.7 / 9.7

DEAREST = 94  # tenths: what is nested takes seconds a step, and has tests of its own


def _of(step: Step) -> tuple[object, ...]:
    return step.technique, step.placements, step.eliminations, step.complexity


def _after(grid: Grid, step: RatedStep) -> Grid:
    return grid.after(
        [(9 * row + col - 10, digit) for digit, row, col in step.placements],
        [(9 * row + col - 10, digit) for digit, row, col in step.eliminations],
    )


def _positions(board: Board) -> Iterator[tuple[Grid, RatedStep]]:
    """Yield every position on the way that the rater takes, with the step it takes there."""
    grid = Grid.of(board)
    for step in rate(board).path:
        yield grid, step
        grid = _after(grid, step)


def _agree(grid: Grid, step: RatedStep) -> None:
    """Check that the twin takes a step, for its rating, and is silent where less is allowed."""
    tenths = round(10 * step.rating)
    found = next_rated(grid, tenths)
    assert found is not None, step
    assert _of(found[0]) == (step.technique, step.placements, step.eliminations, step.complexity)
    assert found[1] == tenths
    if tenths > 10:
        assert next_rated(grid, tenths - 1) is None


def _rows(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return [row["puzzle"] for row in csv.DictReader(file)]


def test_agrees_on_a_sample(sudoku_data: Path) -> None:
    """Every position of puzzles drawn from the first sample; `benchmarks/sudoku_twin.py` takes all of them."""
    for puzzle in random.Random(1).sample(_rows(sudoku_data / "se_1.2.1_sample.csv"), 12):
        for grid, step in _positions(Board.parse(puzzle)):
            _agree(grid, step)


@pytest.mark.slow
def test_agrees_on_hard_positions(sudoku_data: Path) -> None:
    """Positions drawn from the hard sample at which chains are needed, up to dynamic ones with patterns inside."""
    luck = random.Random(2)
    seen = set[str]()
    for puzzle in luck.sample(_rows(sudoku_data / "se_1.2.1_hard_sample.csv"), 8):
        positions = [(grid, step) for grid, step in _positions(Board.parse(puzzle)) if 6.5 <= step.rating <= 9.4]
        for grid, step in luck.sample(positions, min(3, len(positions))):
            seen.add(step.technique)
            _agree(grid, step)
    assert len(seen) >= 6


@pytest.mark.slow
def test_agrees_on_random_puzzles() -> None:
    """The same over whole paths of minimal puzzles that are made here."""
    for puzzle in generate_many(8, seed=3):
        for grid, step in _positions(Board.of_givens(puzzle.tolist())):
            if step.rating <= DEAREST / 10:
                _agree(grid, step)


@cache
def _whole(puzzle: str) -> list[Rated]:
    return [*path(Board.parse(puzzle))]


@pytest.mark.parametrize(("puzzle", "er"), PUBLISHED)
def test_published_ratings(puzzle: str, er: int) -> None:
    """The dearest step of a whole path is rated as the original rates the puzzle, without the rater's help."""
    assert max(rating for _step, rating in _whole(puzzle)) == er


def test_first_steps_of_the_hardest(sudoku_data: Path) -> None:
    """The first step of the hardest puzzles known is rated as published (ED), nested chains and all."""
    with (sudoku_data / "hardest_published_sample.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if 9 < float(row["ed"]) < 10.5]
    for row in [{"puzzle": INKALA, "ed": "9.7"}, *random.Random(1).sample(rows, 3)]:
        found = next_rated(Grid.of(Board.parse(row["puzzle"])))
        assert found is not None
        assert found[1] == round(10 * float(row["ed"]))


def test_paths_stop_where_more_is_needed() -> None:
    """A path with a bound holds the steps of the whole path up to the first dearer one."""
    board = Board.parse(PUBLISHED[1][0])
    whole = _whole(PUBLISHED[1][0])
    bounded = [*path(board, most=34)]
    dearer = next(i for i, (_step, rating) in enumerate(whole) if rating > 34)
    assert bounded == whole[:dearer]


def test_nothing_is_left_in_a_solved_grid() -> None:
    """A full grid has no next step, and other sizes are refused."""
    full = Board.parse("1234341221434321", box=(2, 2))
    with pytest.raises(RulesError, match="9x9"):
        next_rated(Grid.of(full))
    solved = Board.of_givens([(3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9)])
    assert next_rated(Grid.of(solved)) is None


def test_loads_no_kernel() -> None:
    """The twin is plain Python: neither numpy nor numba is loaded for a hint or a path."""
    code = (
        "import sys; from tessella.sudoku import Board; from tessella.sudoku.explainer import search_order;"
        f"list(search_order.path(Board.parse('{PUBLISHED[0][0]}'))); print({{'numba', 'numpy'}} & {{*sys.modules}})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ | CHECKOUT
    )
    assert done.stdout.strip() == "set()"


def test_own_marks_count() -> None:
    """What is struck out is not found again: after each step the next one is another."""
    board = generate(seed=4)
    steps = [step for step, _rating in path(board)]
    done = {(step.placements, step.eliminations) for step in steps}
    assert len(done) == len(steps)


@pytest.mark.parametrize("code", ["0600", "0601", "0602", "0603", "ul1", "ul2", "ul3", "ul4"])
def test_the_best_loop(code: str) -> None:
    """Where there is a rectangle or loop, one is taken, rated from 4.5, and it is sound."""
    board = examples()[code].board
    found = best_loop(Grid.of(board))
    assert found is not None
    step, tenths = found
    assert 45 <= tenths <= 57
    assert step.code in {one.code for one in (*RECTANGLE.values(), *LOOP.values())}
    solution = solve(board.puzzle).digits
    assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations)


@pytest.mark.parametrize("code", ["bug1", "bug2", "bug3", "bug4"])
def test_the_best_bug(code: str) -> None:
    """Where there is a BUG, its first type that eliminates something is taken; type 3 costs more the larger its set."""
    board = examples()[code].board
    found = best_bug(Grid.of(board))
    assert found is not None
    step, tenths = found
    assert step.code in {one.code for one in BUG.values()}
    assert 56 <= tenths <= 63
    solution = solve(board.puzzle).digits
    assert all(solution[9 * row + col - 10] != digit for digit, row, col in step.eliminations)


@pytest.mark.parametrize("seed", range(12))
def test_the_rating_alone_is_that_of_the_path(seed: int) -> None:
    """The short way to ER, all singles at once and the quickest first, leads to the hardest step of the path."""
    for board in (generate(seed, k) for k in range(8)):
        er = max((rating for _step, rating in path(board, most=62)), default=0)
        is_solved = sum(len(step.placements) for step, _rating in path(board, most=62)) == board.digits.count(0)
        if er > 23 or not is_solved:
            assert rating_with_marks(board, 62) == (er if is_solved else None)
            for least in (28, 34, 50):
                assert rating_with_marks(board, 62, least) == (max(er, least) if is_solved else None)
