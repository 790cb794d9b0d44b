"""The puzzles that solvers are measured by."""

import numpy as np

from tessella.sudoku import bench


def test_plain_python_is_given_the_first_puzzles_of_the_engine() -> None:
    """Both solvers make the same puzzles, plain Python only some of each collection."""
    ours, theirs = (dict(bench.collections(by)) for by in (bench.plain(), bench.compiled()))
    assert ours.keys() == theirs.keys()
    for name, puzzles in ours.items():
        assert len(puzzles) == bench.PLAIN_PUZZLES < len(theirs[name])
        np.testing.assert_array_equal(puzzles, theirs[name][: len(puzzles)])
