"""Tests of counting solutions over one heap of open states."""

import numpy as np

from support.sudoku_puzzles import FAMOUS, mixture, relabelled, rows_of, truth
from tessella.sudoku.kernels.solve import count_block


def test_the_search_makes_the_same_guesses() -> None:
    """The numbers of guesses, rounds and sweeps over a fixed list are what they were when this was written."""
    puzzles = np.concatenate([relabelled(rows_of(FAMOUS), seed) for seed in range(20)])
    counts = np.zeros(len(puzzles), np.int64)
    assert count_block(puzzles, 2, counts, np.zeros((0, 81), np.uint8)) == (7589, 35, 214)
    assert counts.tolist() == [1] * 140


def test_a_limit_stops_each_puzzle_alone() -> None:
    """Every puzzle of a block is counted up to the limit, however many solutions its neighbours have."""
    puzzles = np.concatenate([np.zeros((3, 81), np.uint8), mixture(30, seed=4)])
    counts, solutions = np.zeros(33, np.int64), np.zeros((33, 81), np.uint8)
    count_block(puzzles, 3, counts, solutions)
    assert counts.tolist() == [3, 3, 3] + [truth(puzzle, 3) for puzzle in puzzles[3:].tolist()]
    assert ((solutions > 0).all(axis=1) == (counts > 0)).all()
