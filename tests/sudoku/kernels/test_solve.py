"""Tests of counting solutions over one heap of open states."""

import numpy as np

from support.sudoku_puzzles import ASTRAY, FAMOUS, mixture, relabelled, rows_of, truth
from tessella.sudoku.kernels.by_digit import PATIENCE, UNDECIDED
from tessella.sudoku.kernels.solve import BUDGET, count_block


def test_the_search_makes_the_same_guesses() -> None:
    """The numbers of guesses, rounds and sweeps over a fixed list are what they were when this was written."""
    puzzles = np.concatenate([relabelled(rows_of(FAMOUS), seed) for seed in range(20)])
    counts = np.zeros(len(puzzles), np.int64)
    assert count_block(puzzles, 2, counts, np.zeros((0, 81), np.uint8)) == (140, 0, (7589, 35, 214))
    assert counts.tolist() == [1] * 140


def test_a_limit_stops_each_puzzle_alone() -> None:
    """Every puzzle of a block is counted up to the limit, however many solutions its neighbours have."""
    puzzles = np.concatenate([np.zeros((3, 81), np.uint8), mixture(30, seed=4)])
    counts, solutions = np.zeros(33, np.int64), np.zeros((33, 81), np.uint8)
    assert count_block(puzzles, 3, counts, solutions)[:2] == (33, 0)
    assert counts.tolist() == [3, 3, 3] + [truth(puzzle, 3) for puzzle in puzzles[3:].tolist()]
    assert ((solutions > 0).all(axis=1) == (counts > 0)).all()


def test_a_search_that_goes_astray_is_given_up() -> None:
    """Puzzles that take too many guesses are left undecided; their neighbours are counted all the same."""
    stray, famous = rows_of([puzzle for puzzle, _number in ASTRAY]), rows_of(FAMOUS)
    puzzles = np.concatenate([np.resize(famous, (600, 81)), stray, np.resize(famous, (600, 81))])
    counts = np.zeros(len(puzzles), np.int64)
    begun, undecided, _effort = count_block(puzzles, 2, counts, np.zeros((0, 81), np.uint8))
    assert begun == len(puzzles)
    assert undecided == (counts == UNDECIDED).sum() > 0
    assert (np.delete(counts, slice(600, 600 + len(stray))) == 1).all()
    assert all(count in (UNDECIDED, truth) for count, (_, truth) in zip(counts[600:].tolist(), ASTRAY, strict=False))


def test_a_block_ends_after_a_budget_of_guesses() -> None:
    """However many puzzles there are, a call ends soon enough for Ctrl-C, and says how far it came."""
    stray = np.resize(rows_of([ASTRAY[0][0]]), (20000, 81))
    begun, undecided, (guesses, _rounds, _sweeps) = count_block(stray, 2, np.zeros(20000, np.int64), stray[:0])
    assert 512 <= begun < 20000
    assert undecided == begun
    assert guesses < 2 * BUDGET + 512 * (PATIENCE + 1)
