"""How are many Sudokus counted and solved?

A *state* is a position between two guesses: 12 words, the 729 candidates of the layout in `planes`, and behind them
the candidate to guess. The open states of all puzzles lie on one heap, the newest on top. A round takes the top 512,
or 512 fresh puzzles where the heap holds fewer, lets them settle, counts the solved ones, drops the dead ones, and
puts back what is left: a stuck state as two, with its guess taken out and with it put in; one that still moves as it
is, since waiting for the slowest of 512 would leave the others idle.

                 +---------------- heap: stuck (2 children), moving (as it is) <---+
                 v                                                                 |
    puzzles -> 512 columns -> settle -> solved: count it -> choose a guess --------+
                                        dead: forget it

No column waits for another, and the branches of one hard puzzle fill as many columns as there are. A state never comes
back without having lost a candidate, so the heap stays below 512 states for each candidate that can go (648), however
many puzzles there are. When few states are left and nothing is fresh, one at a time is faster (`lanes`).
"""

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, empty_aligned, trailing_zeros
from tessella.sudoku.kernels import by_digit
from tessella.sudoku.kernels.bitsliced import (
    CHOICE,
    COLUMNS,
    DEAD,
    MOVING,
    PLANES,
    SOLVED,
    STATE,
    STUCK,
    Puzzles,
    digits,
    read,
    settle,
    transpose,
    write,
)
from tessella.sudoku.kernels.branching import SCRATCH, choose

__all__ = ["FEW", "Counts", "count_block"]

U = np.uint64

FEW = 128  # so many states or fewer go one at a time
RESTLESS = 48  # so many columns may still move when a round ends
HEAP = COLUMNS * 650

Counts = np.ndarray[tuple[int], np.dtype[np.int64]]
Row = np.ndarray[tuple[int], np.dtype[np.uint64]]


@kernel(inline=True)
def _decide(state: Row, within: bool) -> None:  # noqa: FBT001 - a kernel takes no names
    """Put a state's guess, 7 bits of a cell and then a digit, into it, or take it out."""
    guess = int(state[STATE - 1] >> U(CHOICE % 64))
    cell, digit = guess & 127, guess >> 7 & 15
    for d in range(9):
        if (d == digit) != within:
            plane = 243 * (cell // 27) + 27 * d + cell % 27
            state[plane >> 6] &= ~(U(1) << U(plane & 63))


@kernel
def count_block(  # noqa: C901, PLR0912, PLR0915 - one loop over one heap reads better than its pieces
    puzzles: Puzzles, limit: int, counts: Counts, solutions: Puzzles
) -> tuple[int, int, int]:
    """Set `counts` to the number of solutions of each puzzle, up to `limit`; return guesses, rounds and sweeps.

    `solutions` gets one solution of each puzzle that has any, if it has rows.
    """
    wanted = len(solutions) > 0
    memory = empty_aligned(PLANES + 4 + 81 + SCRATCH + (by_digit.STACK + by_digit.SPARE))
    planes, memory = memory[:PLANES], memory[PLANES:]
    status, memory = memory[:4], memory[4:]
    single, memory = memory[:81], memory[81:]
    scratch, memory = memory[:SCRATCH], memory[SCRATCH:]
    stack = memory[: by_digit.STACK].view(np.uint32)
    spare = memory[by_digit.STACK :].view(np.uint32)
    words = planes.reshape(-1)
    flags = status.reshape(-1)
    heap = np.empty((HEAP, STATE), U)
    owners = np.empty(HEAP, np.intp)  # whose state it is
    owner = np.zeros(COLUMNS, np.intp)
    counts[:] = 0
    waiting = len(puzzles)
    size = guesses = rounds = sweeps = 0
    while size or waiting:
        # Take the next block.
        n = 0
        if size < COLUMNS and waiting:
            n = min(COLUMNS, waiting)
            first = len(puzzles) - waiting
            read(puzzles, first, n, planes, scratch)
            for column in range(n):
                owner[column] = first + column
            waiting -= n
        elif size <= FEW:
            size -= 1
            puzzle = owners[size]
            if counts[puzzle] < limit:
                by_digit.unpack(heap[size], stack)
                unsolved = wanted and counts[puzzle] == 0
                solution = solutions[puzzle] if unsolved else solutions.reshape(-1)[:0]
                found, more = by_digit.explore(limit - counts[puzzle], stack, spare, solution)
                counts[puzzle] += found
                guesses += more
            continue
        else:
            while n < COLUMNS and size:
                size -= 1
                if counts[owners[size]] < limit:
                    for w in range(STATE):
                        words[COLUMNS * w + n] = heap[size, w]
                    owner[n] = owners[size]
                    n += 1
            for w in range(STATE):
                transpose(planes, 64 * w)
        for lane in range(LANES):
            used = max(0, n - lane + LANES - 1) // LANES
            flags[LANES * DEAD + lane] = ~U(0) << U(used) if used < 64 else U(0)

        # Let it settle, and count.
        sweeps += settle(planes, status, single, RESTLESS)
        rounds += 1
        if wanted:
            write(planes, scratch)
        left = stuck = U(0)
        for lane in range(LANES):
            solved = flags[LANES * SOLVED + lane]
            while solved:
                column = LANES * trailing_zeros(solved) + lane
                puzzle = owner[column]
                solved &= solved - U(1)
                if wanted and counts[puzzle] == 0:
                    digits(scratch, column, solutions[puzzle])
                counts[puzzle] = min(limit, counts[puzzle] + 1)
            stuck |= flags[LANES * STUCK + lane]
            left |= stuck | flags[LANES * MOVING + lane]
        if not left:
            continue

        # Put back what is left, the guesses taken out below the guesses put in: so the next round takes up one state of
        # each puzzle rather than all of a few, and a puzzle with many solutions shows two of them soon.
        if stuck:
            choose(planes, scratch)
        for w in range(STATE):
            transpose(planes, 64 * w)
        for within in range(2):
            for lane in range(LANES):
                stuck = flags[LANES * STUCK + lane]
                left = stuck | flags[LANES * MOVING + lane] if within else stuck
                while left:
                    bit = trailing_zeros(left)
                    left &= left - U(1)
                    column = LANES * bit + lane
                    if counts[owner[column]] < limit:
                        for w in range(STATE):
                            heap[size, w] = words[COLUMNS * w + column]
                        if stuck >> U(bit) & U(1):
                            _decide(heap[size], within == 1)
                            guesses += within
                        owners[size] = owner[column]
                        size += 1
    return guesses, rounds, sweeps
