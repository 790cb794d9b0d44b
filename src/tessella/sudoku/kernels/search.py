"""How are many Sudokus counted and solved?

A *state* is a position between two guesses: 12 words, the 729 candidates of the layout in `planes`, and in the last
word's upper bits the guess that was chosen for it. Open states lie on one stack, whoever they belong to. A round takes
the newest 512, or 512 fresh puzzles where the stack holds fewer, lets them settle, counts the solved ones, drops the dead
ones, and puts back what is left: a stuck one as two, with its chosen candidate taken out and with it put in; one that
still moves as it is, for waiting until the last of 512 comes to rest would leave the others idle.

So no column ever waits for another, branches of one hard puzzle fill as many columns as there are, and a state never
comes back without having lost a candidate, so the stack stays below COLUMNS for each candidate that can go, however many
puzzles there are.

Where fewer than FEW states are left and nothing fresh, one at a time with all digits at once (`lanes`) is faster.
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
    read,
    settle,
    transpose,
)
from tessella.sudoku.kernels.words import LANES, Words, aligned, load, lowest, ones, store

U = np.uint64

FEW = 64  # below so many states, one at a time is faster
RESTLESS = 64  # so many columns may still move when a round ends
STACK = COLUMNS * 650


@kernel
def pop(pool, owner, size, counts, limit, who, planes):
    """Fill the planes with the newest open states; return how many, and how many stay in the pool."""
    words = planes.reshape(-1)
    n = 0
    while n < COLUMNS and size:
        size -= 1
        if counts[owner[size]] < limit:
            for w in range(STATE):
                words[COLUMNS * w + n] = pool[size, w]
            who[n] = owner[size]
            n += 1
    for w in range(STATE):
        transpose(planes, 64 * w)
    return n, size

@kernel
def count(puzzles, limit, counts, restless, few):
    planes = aligned(PLANES)
    status = aligned(4)
    single = aligned(81)
    scratch = aligned(SCRATCH)
    pool = np.empty((STACK, STATE), U)
    owner = np.empty(STACK, np.intp)
    who = np.zeros(COLUMNS, np.intp)
    words = planes.reshape(-1)
    bits = status.reshape(-1)
    stack = aligned(3 * 650).view(np.uint32)
    spare = aligned(12).view(np.uint32)
    size = fresh = guesses = rounds = sweeps = 0
    total = len(puzzles)
    while size or fresh < total:
        if size < COLUMNS and fresh < total:
            n = min(COLUMNS, total - fresh)
            read(puzzles, fresh, n, planes, scratch)
            for i in range(n):
                who[i] = fresh + i
            fresh += n
        elif size <= few:
            size -= 1
            if counts[owner[size]] < limit:
                lanes.unpack(pool[size], stack)
                found, g = lanes.count_stack(limit - counts[owner[size]], stack, spare)
                guesses += g
                counts[owner[size]] += found
            continue
        else:
            n, size = pop(pool, owner, size, counts, limit, who, planes)
        for lane in range(LANES):
            live = (n - lane + 7) // 8
            bits[LANES * DEAD + lane] = ~U(0) << U(live) if live < 64 else U(0)
        sweeps += settle(planes, status, single, restless)
        rounds += 1
        left = U(0)
        for lane in range(LANES):
            done = bits[LANES * SOLVED + lane]
            while done:
                i = 8 * lowest(done) + lane
                done &= done - U(1)
                counts[who[i]] = min(limit, counts[who[i]] + 1)
            left |= bits[LANES * MOVING + lane] | bits[LANES * STUCK + lane]
        if not left:
            continue
        choose(planes, scratch)
        for w in range(STATE):
            transpose(planes, 64 * w)
        for lane in range(LANES):
            stuck = bits[LANES * STUCK + lane]
            rest = bits[LANES * MOVING + lane] | stuck
            while rest:
                column = lowest(rest)
                i = 8 * column + lane
                rest &= rest - U(1)
                if counts[who[i]] < limit:
                    for w in range(STATE):
                        pool[size, w] = words[COLUMNS * w + i]
                    owner[size] = who[i]
                    size += 1
                    if stuck >> U(column) & U(1):
                        guesses += 1
                        for w in range(STATE):
                            pool[size, w] = words[COLUMNS * w + i]
                        owner[size] = who[i]
                        size += 1
                        choice = np.int64(words[COLUMNS * (STATE - 1) + i] >> U(CHOICE - 704))
                        cell = choice & 127
                        digit = choice >> 7 & 15
                        at = 243 * (cell // 27) + cell % 27
                        for d in range(9):
                            p = at + 27 * d
                            pool[size - (2 if d == digit else 1), p >> 6] &= ~(U(1) << U(p & 63))
    return guesses, sweeps, rounds
