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

from tessella.jit import kernel
from tessella.sudoku.kernels import lanes
from tessella.sudoku.kernels.guess import SCRATCH, choose
from tessella.sudoku.kernels.planes import (
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
from tessella.sudoku.kernels.words import LANES, aligned, lowest

__all__ = ["FEW", "Counts", "count_block", "judge"]

U = np.uint64

FEW = 64  # so many states or fewer go one at a time
RESTLESS = 64  # so many columns may still move when a round ends
HEAP = COLUMNS * 650

Counts = np.ndarray[tuple[int], np.dtype[np.int64]]
Row = np.ndarray[tuple[int], np.dtype[np.uint64]]


@kernel(inline=True)
def _split(guess: int, without: Row, within: Row) -> None:
    """Take a guess (7 bits of a cell, then a digit) out of one state, and put it into another."""
    cell, digit = guess & 127, guess >> 7 & 15
    for d in range(9):
        plane = 243 * (cell // 27) + 27 * d + cell % 27
        bit = U(1) << U(plane & 63)
        if d == digit:
            without[plane >> 6] &= ~bit
        else:
            within[plane >> 6] &= ~bit


@kernel
def count_block(puzzles: Puzzles, limit: int, counts: Counts, solutions: Puzzles) -> tuple[int, int, int]:
    """Set `counts` to the number of solutions of each puzzle, up to `limit`; return guesses, rounds and sweeps.

    `solutions` gets one solution of each puzzle that has any, if it has rows.
    """
    wanted = len(solutions) > 0
    memory = aligned(PLANES + 4 + 81 + SCRATCH + (lanes.STACK + lanes.SPARE))
    planes, memory = memory[:PLANES], memory[PLANES:]
    status, memory = memory[:4], memory[4:]
    single, memory = memory[:81], memory[81:]
    scratch, memory = memory[:SCRATCH], memory[SCRATCH:]
    stack = memory[: lanes.STACK].view(np.uint32)
    spare = memory[lanes.STACK :].view(np.uint32)
    words = planes.reshape(-1)
    flags = status.reshape(-1)
    heap = np.empty((HEAP, STATE), U)
    owners = np.empty(HEAP, np.intp)  # whose state it is
    owner = np.zeros(COLUMNS, np.intp)
    size = fresh = np.intp(0)  # a plain 0 would have `read` compiled twice, once for just that number
    guesses = rounds = sweeps = 0
    while size or fresh < len(puzzles):
        # Take the next block.
        n = 0
        if size < COLUMNS and fresh < len(puzzles):
            n = min(COLUMNS, len(puzzles) - fresh)
            read(puzzles, fresh, n, planes, scratch)
            for column in range(n):
                owner[column] = fresh + column
            fresh += n
        elif size <= FEW:
            size -= 1
            puzzle = owners[size]
            if counts[puzzle] < limit:
                lanes.unpack(heap[size], stack)
                unsolved = wanted and counts[puzzle] == 0
                solution = solutions[puzzle] if unsolved else solutions.reshape(-1)[:0]
                found, more = lanes.explore(limit - counts[puzzle], stack, spare, solution)
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
        left = U(0)
        for lane in range(LANES):
            solved = flags[LANES * SOLVED + lane]
            while solved:
                column = LANES * lowest(solved) + lane
                puzzle = owner[column]
                solved &= solved - U(1)
                if wanted and counts[puzzle] == 0:
                    digits(scratch, column, solutions[puzzle])
                counts[puzzle] = min(limit, counts[puzzle] + 1)
            left |= flags[LANES * MOVING + lane] | flags[LANES * STUCK + lane]
        if not left:
            continue

        # Put back what is left.
        choose(planes, scratch)
        for w in range(STATE):
            transpose(planes, 64 * w)
        for lane in range(LANES):
            stuck = flags[LANES * STUCK + lane]
            left = flags[LANES * MOVING + lane] | stuck
            while left:
                bit = lowest(left)
                left &= left - U(1)
                column = LANES * bit + lane
                copies = 2 if stuck >> U(bit) & U(1) else 1
                if counts[owner[column]] < limit:
                    for copy in range(size, size + copies):
                        for w in range(STATE):
                            heap[copy, w] = words[COLUMNS * w + column]
                        owners[copy] = owner[column]
                    if copies == 2:
                        guesses += 1
                        guess = words[COLUMNS * (STATE - 1) + column] >> U(CHOICE % 64)
                        _split(int(guess), heap[size], heap[size + 1])
                    size += copies
    return guesses, rounds, sweeps


@kernel
def judge(puzzles: Puzzles, counts: Counts, status: np.ndarray[tuple[int], np.dtype[np.int8]]) -> None:
    """Set `status` to 0, 1 or 2 as `counts` says, and to -1 for a puzzle with a wrong number or conflicting givens."""
    for i in range(len(puzzles)):
        status[i] = min(counts[i], 2)
        if counts[i] == 0:
            bad = False
            seen = np.zeros((3, 9), np.int64)
            for cell in range(81):
                digit = puzzles[i, cell]
                if digit > 9:
                    bad = True
                elif digit:
                    row, column = cell // 9, cell % 9
                    bit = 1 << digit
                    houses = seen[0, row] | seen[1, column] | seen[2, row // 3 * 3 + column // 3]
                    bad |= houses & bit != 0
                    seen[0, row] |= bit
                    seen[1, column] |= bit
                    seen[2, row // 3 * 3 + column // 3] |= bit
            if bad:
                status[i] = -1
