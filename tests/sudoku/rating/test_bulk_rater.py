"""Ratings of many puzzles: against the original's own numbers, and against the rating of one."""

from pathlib import Path

import numpy as np
import pytest

from support.ratings import PUBLISHED, array, sample
from tessella.sudoku import LEVELS, Board, generate_many, rate, rate_many


@pytest.mark.parametrize(
    ("name", "every"),
    [("se_1.2.1_sample.csv", 4), ("se_1.2.1_hard_sample.csv", 8), ("hardest_published_sample.csv", 90)],
)
def test_agrees_with_samples(sudoku_data: Path, name: str, every: int) -> None:
    """All of a part of each sample agree; `benchmarks/sudoku_rate.py` compares all of them."""
    rows = sample(sudoku_data / name, every)
    rated = rate_many(array([row["puzzle"] for row in rows]), threads=1)
    for field in ("er", "ep", "ed"):
        assert rated[field].tolist() == [float(row[field]) for row in rows]


def test_one_and_many_agree() -> None:
    """`rate_many` says of each puzzle what `rate` says, with any number of threads, and knows what it cannot rate."""
    puzzles = array([puzzle for puzzle, *_ratings in PUBLISHED[2:]] * 10)
    puzzles[7] = 0  # many solutions
    puzzles[9, :2] = 5  # two in a row
    one, two = rate_many(puzzles, threads=1), rate_many(puzzles, threads=2)
    same = one.tobytes() == two.tobytes()  # by itself: to draw how bytes differ takes minutes
    assert same
    assert [one["status"][i] for i in (6, 7, 8, 9)] == [1, 2, 1, -1]
    assert np.isnan(one["er"][[7, 9]]).all()
    assert one["level"][[7, 9]].tolist() == [-1, -1]
    for i, (puzzle, *_ratings) in enumerate(PUBLISHED[2:]):
        rating = rate(Board.parse(puzzle))
        assert (one["er"][i], one["ep"][i], one["ed"][i]) == (rating.er, rating.ep, rating.ed)
        assert [*LEVELS][one["level"][i]] == rating.level
        assert (one["steps"][i], one["bottlenecks"][i]) == (len(rating.path), rating.bottlenecks)
        used = one["techniques"][i]
        assert {name: used[name] for name in used.dtype.names if used[name]} == rating.techniques


@pytest.mark.slow
def test_gives_up_above_a_limit() -> None:
    """With `most`, what is rated up to it is rated the same, and the rest says inf, with what was sure by then."""
    puzzles = np.concatenate([generate_many(50, seed=6), array([PUBLISHED[0][0], PUBLISHED[3][0]])])
    whole = rate_many(puzzles, threads=1)
    for most in (1.0, 1.5, 2.6, 4.6, 6.6, 7.5, 9.1, 10.7, float("inf")):
        rated = rate_many(puzzles, most=most, threads=1)
        within = whole["er"] <= most
        for field in set(whole.dtype.names or ()) - {"work"}:  # the limit spares some, and looks again for others
            assert (rated[field][within] == whole[field][within]).all(), field
        assert np.isinf(rated["er"][~within]).all()
        assert (rated["level"][~within] == -1).all()
        for field in ("ep", "ed"):
            sure = np.isfinite(rated[field])
            assert (rated[field][sure] == whole[field][sure]).all()
            assert (sure == (whole[field] <= most)).all()
