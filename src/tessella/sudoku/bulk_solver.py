"""Solution counts and solutions of many Sudokus at once.

Puzzles are rows of 81 numbers, 0 for a blank: an array (N, 81) of uint8. What comes back for a puzzle depends on that
puzzle alone: not on its neighbours, nor on how many threads share the work. `docs/sudoku-engine.md` explains how.
"""

import time
from collections.abc import Callable
from itertools import islice
from threading import Lock
from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.simd import empty_aligned
from tessella.errors import TessellaError, whole_number
from tessella.i18n import _
from tessella.io.interrupts import regained
from tessella.io.worker_threads import cores, map_ahead
from tessella.sudoku import solver
from tessella.sudoku.geometry import bits
from tessella.sudoku.kernels import by_digit
from tessella.sudoku.kernels.by_digit import PATIENCE, UNDECIDED, count_each
from tessella.sudoku.kernels.solve import FEW, count_block
from tessella.sudoku.rules.ruleset import CLASSIC, Rules

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
Counts: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]

BLOCK = 65536  # puzzles between two looks at the keyboard: about 50 ms
SHARE = 2048  # below so many puzzles, a second thread costs more than it brings, unless they are hard
LEAST = 256  # with fewer puzzles together the kernel is slower by half
WORTH = 0.002  # seconds of work that are worth a second thread
BLOCK_SECONDS = 0.1  # that a thread works on a block, so that handing them out costs nothing and Ctrl-C is heard
LAST_SECONDS = 0.001  # the same near the end, where others wait for the last one

CELLS = np.arange(81).reshape(9, 9)
HOUSES = np.concatenate([CELLS, CELLS.T, CELLS.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)])

NO_SOLUTIONS = np.zeros((0, 81), np.uint8)


def checked(puzzles: Any) -> Puzzles:
    """Return the puzzles as the kernels read them; raise `TessellaError` for what is no array (N, 81) of uint8."""
    if not isinstance(puzzles, np.ndarray):
        message = _("expected an array of puzzles, got {type}: {text}")
        raise TessellaError(message, type=type(puzzles).__name__, text=puzzles)
    if puzzles.dtype != np.uint8 or puzzles.ndim != 2 or puzzles.shape[1] != 81:
        message = _("expected an array of shape (N, 81) and dtype uint8, got shape {shape} and dtype {dtype}")
        raise TessellaError(message, shape=puzzles.shape, dtype=puzzles.dtype)
    # numba would compile everything once more for a read-only array.
    return puzzles if puzzles.flags.c_contiguous and puzzles.flags.writeable else puzzles.copy("C")


def conflicting(puzzles: Puzzles) -> Any:
    """Return which rows have a number above 9, or a digit twice in a house: an array (N,) of bool."""
    bad = (puzzles > 9).any(axis=1)
    for houses in HOUSES.reshape(3, 9, 9):
        digits = np.sort(puzzles[:, houses], axis=2)
        bad |= ((digits[:, :, 1:] == digits[:, :, :-1]) & (digits[:, :, 1:] > 0)).any(axis=(1, 2))
    return bad


def checked_threads(threads: int | None) -> int:
    """Return the number of threads, by default one a core; raises `TessellaError`."""
    return cores() if threads is None else whole_number(threads, "threads", 1)


@regained()
def run_blocks(work: Callable[[slice], object], n: int, workers: int, *, least: int, begun: int = 0) -> None:
    """Do some work on all of n things from `begun` on, block by block, by so many threads.

    Each thread takes the next block when it is done with one. Its first has `least` things; then as many as take
    BLOCK_SECONDS, but no more than half of its share of what is left, so that all end together.
    """
    lock = Lock()

    def take_blocks(_worker: int) -> None:
        nonlocal begun
        size = last = least
        try:
            while True:
                with lock:
                    share = n if workers == 1 else max(last, (n - begun) // (2 * workers))
                    block = slice(begun, min(n, begun + min(size, share)))
                    begun = block.stop
                if block.start == n:
                    return
                started = time.perf_counter()
                work(block)
                speed = (block.stop - block.start) / (time.perf_counter() - started + 1e-9)
                size = max(least, min(4 * size, int(BLOCK_SECONDS * speed), BLOCK))
                last = max(least, int(LAST_SECONDS * speed))
        finally:
            stop()  # where one fails, the others end with the block in hand

    def stop() -> None:
        nonlocal begun
        with lock:
            begun = n

    if workers == 1:
        take_blocks(0)
        return
    try:
        for _done in map_ahead(take_blocks, range(workers), workers):
            pass
    finally:
        stop()


def _count(puzzles: Puzzles, limit: int, counts: Counts, solutions: Puzzles) -> None:
    kernel = count_each if len(puzzles) <= FEW else count_block
    _count_by(kernel, puzzles, limit, counts, solutions)
    if len(solutions) and kernel is count_block:
        # Of several solutions the block gives the one it met first; this one depends on the puzzle alone.
        several = np.flatnonzero(counts > 1)
        chosen = np.zeros((len(several), 81), np.uint8)
        _count_by(count_each, puzzles[several], 1, np.zeros(len(several), np.int64), chosen)
        solutions[several] = chosen


def _count_by(kernel: Any, puzzles: Puzzles, limit: int, counts: Counts, solutions: Puzzles) -> None:
    """Count with a kernel, which gives up where it takes long: part by part, so that Ctrl-C is heard in between."""
    while len(puzzles):
        begun, undecided, _effort = kernel(puzzles, limit, counts, solutions)
        if undecided:
            for i in np.flatnonzero(counts[:begun] == UNDECIDED):
                solution = solutions[i] if len(solutions) else np.zeros(81, np.uint8)
                counts[i] = _count_alone(puzzles[i], limit, solution)
        if begun == len(puzzles):
            return
        puzzles, counts, solutions = puzzles[begun:], counts[begun:], solutions[begun:]


def _count_alone(puzzle: np.ndarray[Any, Any], limit: int, solution: np.ndarray[Any, Any]) -> int:
    """Return the number of solutions of one puzzle, up to `limit`; the first one is written to `solution`.

    By the engine for one puzzle for as long as it goes on finding any, then by the plain solver, which sees where a
    search goes astray.
    """
    memory = empty_aligned(by_digit.STACK + by_digit.SCRATCH).view(np.uint32)
    stack, scratch = memory[: by_digit.STACK], memory[by_digit.STACK :]
    may = (puzzle == 0) | (puzzle == np.arange(1, 10)[:, None])
    stack[:3] = 0
    stack[:3, :9] = (may.reshape(9, 3, 27) << np.arange(27)).sum(axis=2).T
    found, more, left = 0, 1, 1
    while more and left and found < limit:
        more, _guesses, left = by_digit.explore(
            limit - found, PATIENCE, left, stack, scratch, solution[: 0 if found else None]
        )
        found += more
    layout = solver.layout_of((3, 3))
    positions = stack[: 3 * left, :9].reshape(left, 3, 9).transpose(0, 2, 1).reshape(left, 27).tolist()
    waiting = [(sum(band << 27 * i for i, band in enumerate(position)), 0) for position in positions]
    for placed in islice(solver.explore(waiting, layout, patience=0), max(0, limit - found)):
        if not found:
            for bit in bits(placed):
                solution[bit % 81] = bit // 81 + 1
        found += 1
    return found


def _count_all(puzzles: Puzzles, limit: int, threads: int | None, solutions: Puzzles) -> Counts:
    n = len(puzzles)
    counts = np.zeros(n, np.int64)
    if n <= FEW and (threads is None or threads > 0):  # nothing to share out; of one puzzle every microsecond counts
        _count_by(count_each, puzzles, limit, counts, solutions)
        return counts
    workers = checked_threads(threads)

    def count_part(part: slice) -> None:
        _count(puzzles[part], limit, counts[part], solutions[part])

    begun = 0
    if workers > 1 and n < SHARE:
        started = time.perf_counter()
        begun = min(n, LEAST)
        count_part(slice(begun))
        if (time.perf_counter() - started) * (n - begun) <= WORTH * begun:
            workers = 1
    run_blocks(count_part, n, workers, least=BLOCK if workers == 1 else LEAST, begun=begun)
    return counts


def count_many(puzzles: Puzzles, limit: int = 2, *, threads: int | None = None, rules: Rules | None = None) -> Counts:
    """Return how many solutions each puzzle has, counted up to `limit`: an array (N,) of int64.

    A row with a number above 9 or with conflicting givens has none. `threads` is the number of cores by default; the
    answer does not depend on it. With `rules`, these hold for every puzzle, and a row has as many cells as their grid.
    Raises `TessellaError` for a wrong shape, dtype, limit or number of threads, and `RulesError` for rules that the
    engine does not know.

    >>> empty = np.zeros((1, 81), np.uint8)
    >>> count_many(empty), count_many(empty, limit=10)
    (array([2]), array([10]))
    """
    if limit < 1:
        raise TessellaError(_("expected a limit of at least 1, got {limit}").format(limit=limit))
    if rules is not None and rules != CLASSIC:
        return _count_under(rules, puzzles, limit, threads)[0]
    return _count_all(checked(puzzles), min(limit, UNDECIDED - 1), threads, NO_SOLUTIONS)


def _count_under(rules: Rules, puzzles: Puzzles, limit: int, threads: int | None) -> tuple[Counts, Puzzles]:
    """Return the number of solutions of each puzzle under rules, and a solution of each that has one."""
    # Only here: the engine for any rules takes as long to load as the one for none.
    from tessella.sudoku.variants import bulk_solver as variants  # noqa: PLC0415

    puzzles = variants.checked(puzzles, rules)
    counts, solutions = np.zeros(len(puzzles), np.int64), np.zeros_like(puzzles)

    def count_part(part: slice) -> None:
        counts[part] = variants.count_into(puzzles[part], rules, limit, solutions[part])

    run_blocks(count_part, len(puzzles), checked_threads(threads), least=1)
    return counts, solutions


def is_proper_many(
    puzzles: Puzzles, *, threads: int | None = None, rules: Rules | None = None
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return whether each puzzle has exactly one solution: an array (N,) of bool."""
    return np.equal(count_many(puzzles, 2, threads=threads, rules=rules), 1)


def solve_many(
    puzzles: Puzzles, *, threads: int | None = None, rules: Rules | None = None
) -> tuple[Puzzles, np.ndarray[tuple[int], np.dtype[np.int8]]]:
    """Return a solution of each puzzle, (N, 81) uint8, and its status, (N,) int8.

    ======  ========================================================================
    status  the row of solutions holds
    ======  ========================================================================
    1       the one solution
    2       one of several: always the same one for the same puzzle
    0       zeros, for the puzzle has no solution
    -1      zeros, for the row has a number above 9, or a digit twice in a house
    ======  ========================================================================

    With `rules`, these hold for every puzzle, and the status is 0 where the givens break them. Raises `TessellaError`
    for a wrong shape, dtype or number of threads, and `RulesError` for rules that the engine does not know.
    """
    if rules is not None and rules != CLASSIC:
        counts, solutions = _count_under(rules, puzzles, 2, threads)
        return solutions, counts.astype(np.int8)
    puzzles = checked(puzzles)
    solutions = np.zeros_like(puzzles)
    counts = _count_all(puzzles, 2, threads, solutions)
    status = counts.astype(np.int8)
    unsolved = np.flatnonzero(counts == 0)
    for first in range(0, len(unsolved), BLOCK):
        block = unsolved[first : first + BLOCK]
        status[block] = -conflicting(puzzles[block]).astype(np.int8)
    return solutions, status


def warm_up(puzzles: str) -> None:
    """Call the kernels for few puzzles or for many, so that they are compiled."""
    empty, counts = np.zeros((1, 81), np.uint8), np.zeros(1, np.int64)
    _count_by(count_each if puzzles == "few" else count_block, empty, 1, counts, empty.copy())
    if puzzles == "few":
        _count_alone(empty[0], 1, np.zeros(81, np.uint8))
