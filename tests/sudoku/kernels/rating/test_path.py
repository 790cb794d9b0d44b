"""Tests of whole paths, and of the door between the rater and its kernels."""

import numpy as np
import pytest

from tessella.sudoku import Board, generate_many, solve_many
from tessella.sudoku.explainer.search_order import path as plain_path
from tessella.sudoku.kernels.rating import path
from tessella.sudoku.kernels.rating.steps import CELL, ELIMINATED, NAMES, RATING, TECHNIQUE


def test_a_path_is_that_of_its_plain_twin() -> None:
    """Step by step the kernels take what the plain rater takes, with the same rating."""
    workspace = path.new_workspace()
    for puzzle in generate_many(6, seed=15):
        trace = path.new_trace()
        summary = path.rate_block(puzzle[None], workspace, trace=trace)[0]
        taken = [(NAMES[step[TECHNIQUE]], int(step[RATING])) for step in trace[: summary[path.STEPS]]]
        plain = [(step.technique, tenths) for step, tenths in plain_path(Board.of_givens(puzzle.tolist()))]
        assert [rating for _name, rating in taken] == [rating for _name, rating in plain]
        assert summary[path.ER] == max(rating for _name, rating in plain)


def test_a_trace_solves_the_puzzle() -> None:
    """Every step places the solution's digit or eliminates wrong candidates, and all blanks are filled."""
    puzzles = generate_many(20, seed=16)
    workspace = path.new_workspace()
    for puzzle, solution in zip(puzzles, solve_many(puzzles)[0], strict=True):
        trace = path.new_trace()
        summary = path.rate_block(puzzle[None], workspace, trace=trace)[0]
        steps = trace[: summary[path.STEPS]]
        assert (steps[:, CELL] >= 0).sum() == (puzzle == 0).sum()
        assert not (steps[:, ELIMINATED:] & (1 << solution.astype(np.int64) - 1)).any()
        assert summary[path.USED : path.BLANKS_LEFT].sum() == len(steps)


@pytest.mark.parametrize("most", [10, 23, 42, 66])
def test_a_limit_ends_a_path(most: int) -> None:
    """With a limit, paths below it are as before, and others end with a rating above it."""
    puzzles = generate_many(30, seed=17)
    whole, limited = (path.rate_block(puzzles, path.new_workspace(), limit) for limit in (path.NO_LIMIT, most))
    below = whole[:, path.ER] <= most
    assert (limited[below] == whole[below]).all()
    assert (limited[~below, path.ER] > most).all()


def test_neighbours_do_not_matter() -> None:
    """A puzzle in a block is rated as it is alone, whatever kind of step its neighbours wait for, with any limit."""
    easy, mixed = generate_many(12, level="easy", seed=18), generate_many(24, seed=19)
    puzzles = np.concatenate([easy, mixed, generate_many(4, level="extreme", seed=20)])
    workspace = path.new_workspace()
    for most in (path.NO_LIMIT, 66, 76, 84):
        alone = [path.rate_block(puzzles[i : i + 1], workspace, most)[0] for i in range(len(puzzles))]
        assert (path.rate_block(puzzles, workspace, most) == alone).all()
    assert (path.rate_block(puzzles[:0], workspace)).shape == (0, path.SUMMARY)
