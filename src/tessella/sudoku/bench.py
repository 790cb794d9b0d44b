"""Benchmark of the solvers on this machine: in plain Python, and the compiled one for puzzles in bulk.

    for timing in timings(compiled()):
        print(timing.name, timing.puzzles, timing.microseconds)

The puzzles are made here, always the same, so that two machines or two versions can be compared. Plain Python takes the
first of each collection, which it makes itself: it needs nothing that is compiled.
"""

import sys
import time
import timeit
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.i18n import _
from tessella.sudoku import solver
from tessella.sudoku.board import Board

Puzzles: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]  # (N, 81)

# Published as the hardest of their day.
HARD = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
]

REPEATS = 5  # the best of so many counts, for other programs take their share of the machine
PLAIN_PUZZLES = 20  # how many of each collection plain Python is given: a second for all of them
CLOCK = time.perf_counter if sys.platform == "win32" else time.thread_time
"""What times one thread: where the system counts finely enough, the time that others do not take from it."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Whoever solves an array of puzzles."""

    name: str
    count: Callable[[Puzzles, int | None], Any]  # takes threads too; the numbers of solutions, up to two: (N,)
    solve: Callable[[Puzzles, int | None], Any]  # the solutions: (N, 81)
    puzzles: int | None = None  # of each collection at most
    is_parallel: bool = True


class Timing(NamedTuple):
    """What one collection of puzzles took."""

    name: str
    solver: str
    puzzles: int
    microseconds: float  # a puzzle, counted up to two, on one thread
    solving: float  # the same for solving
    per_second: float  # puzzles counted in a second by all threads that the solver has


def plain() -> Solver:
    """Return the solver in plain Python, which takes one puzzle after the other on one thread."""

    def count(puzzles: Puzzles, _threads: int | None) -> Any:
        return np.array([solver.count(Board.of_givens(puzzle)) for puzzle in puzzles.tolist()])

    def solve(puzzles: Puzzles, _threads: int | None) -> Any:
        return np.array([solver.solve(Board.of_givens(puzzle)).digits for puzzle in puzzles.tolist()], np.uint8)

    return Solver("Python", count, solve, PLAIN_PUZZLES, is_parallel=False)


def compiled() -> Solver:
    """Return the compiled solver for puzzles in bulk."""
    from tessella.sudoku.bulk_solver import count_many, solve_many  # noqa: PLC0415 - loads numba

    return Solver(
        _("engine"),
        lambda puzzles, threads: count_many(puzzles, threads=threads),
        lambda puzzles, threads: solve_many(puzzles, threads=threads)[0],
    )


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


def _minimal(grids: Puzzles, order: Any, by: Solver) -> Puzzles:
    """Return the grids with one given after another taken out wherever one solution stays."""
    puzzles = grids.copy()
    here = np.arange(len(grids))
    for cells in order.T:
        less = puzzles.copy()
        less[here, cells] = 0
        fine = by.count(less, None) == 1
        puzzles[fine] = less[fine]
    return puzzles


def collections(by: Solver) -> Iterator[tuple[str, Puzzles]]:
    """Yield the collections by name, as many puzzles as the solver takes: easy, random minimal and hard ones."""
    random = np.random.default_rng(1)
    most = slice(by.puzzles)
    hard = np.array([[int(mark) if mark != "." else 0 for mark in text] for text in HARD], np.uint8)
    grids = _shuffled(by.solve(hard, None), 10_000, random)
    order = random.permuted(np.tile(np.arange(81), (len(grids), 1)), axis=1)
    minimal = _minimal(grids[most], order[most], by)
    luck: Any = random.random(grids.shape)
    extra = luck[most].argsort(axis=1).argsort(axis=1) < 14  # ten or so of them are new
    yield _("easy"), np.where(extra, grids[most], minimal)
    yield _("random minimal"), minimal
    yield _("hard"), _shuffled(hard, 1000, random)[most]


def measure(name: str, puzzles: Puzzles, by: Solver) -> Timing:
    """Return what a solver takes for these puzzles."""

    def best(work: Callable[[Puzzles, int | None], Any], threads: int | None, clock: Callable[[], float]) -> float:
        return min(timeit.repeat(lambda: work(puzzles, threads), timer=clock, number=1, repeat=REPEATS))

    n = len(puzzles)
    one = best(by.count, 1, CLOCK)
    together = best(by.count, None, time.perf_counter) if by.is_parallel else one
    return Timing(name, by.name, n, one / n * 1e6, best(by.solve, 1, CLOCK) / n * 1e6, n / together)


def timings(by: Solver) -> Iterator[Timing]:
    """Yield a timing of each collection, as soon as it is measured."""
    for name, puzzles in collections(by):
        yield measure(name, puzzles, by)
