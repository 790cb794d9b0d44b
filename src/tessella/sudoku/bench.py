"""Benchmark of the bulk solver on this machine.

    for timing in timings():
        print(timing.name, timing.puzzles, timing.microseconds)

The puzzles are made here, always the same, so that two machines or two versions can be compared.
"""

import timeit
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from tessella.sudoku.bulk_solver import Puzzles, count_many, is_proper_many, solve_many

# Published as the hardest of their day.
HARD = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
]

REPEATS = 5  # the best of so many counts, for other programs take their share of the machine


class Timing(NamedTuple):
    """What one collection of puzzles took."""

    name: str
    puzzles: int
    microseconds: float  # a puzzle, counted up to two, on one thread
    solving: float  # the same for solving
    per_second: float  # puzzles counted in a second by all threads


def _shuffled(puzzles: Puzzles, n: int, random: np.random.Generator) -> Puzzles:
    """Return n puzzles that differ from the given ones by the names of digits and the order of rows and columns."""
    many = np.resize(puzzles, (n, 81)).reshape(n, 9, 9)
    rows = (random.permuted(np.tile(np.arange(3), (n, 1)), axis=1) * 3).repeat(3, axis=1)
    rows += random.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2).reshape(n, 9)
    columns = (random.permuted(np.tile(np.arange(3), (n, 1)), axis=1) * 3).repeat(3, axis=1)
    columns += random.permuted(np.tile(np.arange(3), (n, 3, 1)), axis=2).reshape(n, 9)
    many = np.take_along_axis(many, rows[:, :, None], axis=1)
    many = np.take_along_axis(many, columns[:, None, :], axis=2)
    names = np.zeros((n, 10), np.uint8)
    names[:, 1:] = random.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (n, 1)), axis=1)
    return np.take_along_axis(names, many.reshape(n, 81).astype(np.intp), axis=1)


def _minimal(grids: Puzzles, random: np.random.Generator) -> Puzzles:
    """Return the grids with one given after another taken out wherever one solution stays."""
    puzzles = grids.copy()
    order = random.permuted(np.tile(np.arange(81), (len(grids), 1)), axis=1)
    here = np.arange(len(grids))
    for cells in order.T:
        less = puzzles.copy()
        less[here, cells] = 0
        fine = is_proper_many(less)
        puzzles[fine] = less[fine]
    return puzzles


def collections() -> Iterator[tuple[str, Puzzles]]:
    """Yield the collections by name: easy ones, random minimal ones, hard ones."""
    random = np.random.default_rng(1)
    hard = np.array([[int(mark) if mark != "." else 0 for mark in text] for text in HARD], np.uint8)
    grids = _shuffled(solve_many(hard)[0], 10_000, random)
    minimal = _minimal(grids, random)
    extra = random.random(grids.shape).argsort(axis=1).argsort(axis=1) < 14  # ten or so of them are new
    yield "easy", np.where(extra, grids, minimal)
    yield "random minimal", minimal
    yield "hard", _shuffled(hard, 1000, random)


def measure(name: str, puzzles: Puzzles) -> Timing:
    """Return what the engine takes for these puzzles."""

    def best(work: Callable[..., object], threads: int | None) -> float:
        return min(timeit.repeat(lambda: work(puzzles, threads=threads), number=1, repeat=REPEATS))

    n = len(puzzles)
    return Timing(name, n, best(count_many, 1) / n * 1e6, best(solve_many, 1) / n * 1e6, n / best(count_many, None))


def timings() -> Iterator[Timing]:
    """Yield a timing of each collection, as soon as it is measured; the first takes the time that compiling takes."""
    for name, puzzles in collections():
        yield measure(name, puzzles)
