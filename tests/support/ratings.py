"""Published ratings, and samples of tables of them."""

import csv
from pathlib import Path

import numpy as np

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


def sample(path: Path, every: int) -> list[dict[str, str]]:
    """Return every Nth row of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))[::every]


def array(puzzles: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return puzzles as rows of numbers."""
    return np.array([[int(sign) if sign in "123456789" else 0 for sign in puzzle] for puzzle in puzzles], np.uint8)
