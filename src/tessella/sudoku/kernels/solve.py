"""Solution counting for many Sudokus: one stack of open states.

A *state* is a position between two guesses: 12 words, the 729 candidates of the layout in `bitsliced`, and behind them
the candidate to guess. The open states of all puzzles lie on one stack, the newest on top. A round takes the top 512,
or 512 fresh puzzles where the stack holds fewer, propagates, counts the solved ones, drops the dead ones, and
puts back what is left: a stuck state as two, with its guess taken out and with it put in; one that still moves as it
is, since waiting for the slowest of 512 would leave the others idle.

                 +--------------- stack: stuck (2 children), moving (as it is) <---+
                 v                                                                 |
    puzzles -> 512 slots -> propagate -> solved: count it -> choose a guess --------+
                                        dead: forget it

No slot waits for another, and the branches of one hard puzzle fill as many slots as there are. A state never comes
back without having lost a candidate, so the stack stays below 512 states for each candidate that can go (648), however
many puzzles there are. When few states are left and nothing is fresh, one at a time is faster (`by_digit`). A puzzle
that takes too many guesses is given up: it would hold up all others, and there are better ways (`solver.explore`).
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, Vectors, empty_aligned, load, movemask, trailing_zeros
from tessella.sudoku.kernels import by_digit
from tessella.sudoku.kernels.bitsliced import (
    CHOICE,
    DEAD,
    MOVING,
    PLANES,
    SLOTS,
    SOLVED,
    STATE,
    STUCK,
    Puzzles,
    digits_of,
    drop_repeats,
    propagate,
    read,
    transpose,
    write,
)
from tessella.sudoku.kernels.branching import SCRATCH, choose_candidates
from tessella.sudoku.kernels.by_digit import PATIENCE, UNDECIDED

U = np.uint64

FEW = 128  # so many states or fewer go one at a time
BUDGET = 1 << 20  # guesses after which no other puzzle is begun, so that Ctrl-C is heard: some tenths of a second
MAX_MOVING = 48  # so many slots may still move when a round ends
MAX_OPEN = SLOTS * 650

Counts: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
State: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]


class Block(NamedTuple):
    """The 512 slots that a round works on."""

    planes: Vectors
    words: State  # the same memory, word by word
    status: Vectors
    flags: State  # the same memory as status, word by word
    owner: Counts  # whose state a slot holds
    tries: Counts  # how many guesses each puzzle has taken


class OpenStates(NamedTuple):
    """The open states, the newest on top."""

    states: np.ndarray[tuple[int, int], np.dtype[np.uint64]]
    owners: Counts  # whose state it is


@kernel(inline=True)
def _decide(state: State, within: int) -> None:
    """Put a state's guess, 7 bits of a cell and then a digit, into it, or take it out."""
    guess = int(state[STATE - 1] >> U(CHOICE % 64))
    cell, digit = guess & 127, guess >> 7 & 15
    for d in range(9):
        if (d == digit) != within:
            plane = 243 * (cell // 27) + 27 * d + cell % 27
            state[plane >> 6] &= ~(U(1) << U(plane & 63))


@kernel(early=True)
def _pop(waiting: OpenStates, size: int, block: Block, limit: int, counts: Counts) -> tuple[int, int]:
    """Move the newest states to the slots; return how many slots are taken, and the size of the stack."""
    n = 0
    while n < SLOTS and size:
        size -= 1
        if counts[waiting.owners[size]] < limit:
            for w in range(STATE):
                block.words[SLOTS * w + n] = waiting.states[size, w]
            block.owner[n] = waiting.owners[size]
            n += 1
    for w in range(STATE):
        transpose(block.planes, 64 * w)
    return n, size


@kernel(early=True)
def _push(waiting: OpenStates, size: int, block: Block, limit: int, counts: Counts) -> tuple[int, int]:
    """Put back what is left in the slots; return the size of the stack, and how many guesses were made.

    The guesses taken out lie below the guesses put in: so the next round takes up one state of each puzzle rather than
    all of a few, and a puzzle with many solutions shows two of them soon.
    """
    guesses = 0
    for w in range(STATE):
        transpose(block.planes, 64 * w)
    for within in range(2):
        for lane in range(LANES):
            stuck = block.flags[LANES * STUCK + lane]
            left = stuck | block.flags[LANES * MOVING + lane] if within else stuck
            while left:
                bit = trailing_zeros(left)
                left &= left - U(1)
                slot = LANES * bit + lane
                puzzle = block.owner[slot]
                if counts[puzzle] < limit:
                    for w in range(STATE):
                        waiting.states[size, w] = block.words[SLOTS * w + slot]
                    if stuck >> U(bit) & U(1):
                        _decide(waiting.states[size], within)
                        guesses += within
                        block.tries[puzzle] += within
                        if block.tries[puzzle] > PATIENCE:
                            counts[puzzle] = UNDECIDED
                    waiting.owners[size] = puzzle
                    size += 1
    return size, guesses


@kernel(early=True)
def _count_solved(block: Block, digits: Vectors, limit: int, counts: Counts, solutions: Puzzles) -> None:
    """Count the slots that are solved; `digits` holds what `write` made of them if solutions are wanted."""
    for lane in range(LANES):
        solved = block.flags[LANES * SOLVED + lane]
        while solved:
            slot = LANES * trailing_zeros(solved) + lane
            solved &= solved - U(1)
            puzzle = block.owner[slot]
            if len(solutions) and counts[puzzle] == 0:
                digits_of(digits, slot, solutions[puzzle])
            counts[puzzle] = min(limit, counts[puzzle] + 1)


@kernel
def count_block(
    puzzles: Puzzles, limit: int, counts: Counts, solutions: Puzzles
) -> tuple[int, int, tuple[int, int, int]]:
    """Set `counts` to the number of solutions of each puzzle, up to `limit`.

    Returns how many puzzles were begun, how many of them came out UNDECIDED, since they take more than PATIENCE
    guesses, and the numbers of guesses, rounds and sweeps. `solutions` gets one solution of each puzzle that has any,
    if it has rows.
    """
    memory = empty_aligned(PLANES + 4 + 81 + SCRATCH + (by_digit.STACK + by_digit.SCRATCH))
    planes, memory = memory[:PLANES], memory[PLANES:]
    status, memory = memory[:4], memory[4:]
    single, memory = memory[:81], memory[81:]
    scratch, memory = memory[:SCRATCH], memory[SCRATCH:]
    stack = memory[: by_digit.STACK].view(np.uint32)
    scratch_of_one = memory[by_digit.STACK :].view(np.uint32)
    owner, tries = np.zeros(SLOTS, np.int64), np.zeros(len(puzzles), np.int64)
    block = Block(planes, planes.reshape(-1), status, status.reshape(-1), owner, tries)
    waiting = OpenStates(np.empty((MAX_OPEN, STATE), U), np.empty(MAX_OPEN, np.int64))
    counts[:] = 0
    begun = size = guesses = rounds = sweeps = 0
    while True:
        if size < SLOTS and begun < len(puzzles) and guesses < BUDGET:
            n = min(SLOTS, len(puzzles) - begun)
            read(puzzles, begun, n, planes, scratch)
            for slot in range(n):
                block.owner[slot] = begun + slot
            begun += n
        elif size == 0:
            break
        elif size <= FEW:
            size -= 1
            puzzle = waiting.owners[size]
            if counts[puzzle] < limit:
                by_digit.unpack(waiting.states[size], stack)
                unsolved = len(solutions) > 0 and counts[puzzle] == 0
                solution = solutions[puzzle] if unsolved else solutions.reshape(-1)[:0]
                wanted, patience = limit - counts[puzzle], PATIENCE - tries[puzzle]
                found, more, left = by_digit.explore(wanted, patience, 1, stack, scratch_of_one, solution)
                counts[puzzle] = UNDECIDED if left and found < wanted else counts[puzzle] + found
                tries[puzzle] += more
                guesses += more
            continue
        else:
            n, size = _pop(waiting, size, block, limit, counts)
        for lane in range(LANES):
            used = max(0, n - lane + LANES - 1) // LANES
            block.flags[LANES * DEAD + lane] = ~U(0) << U(used) if used < 64 else U(0)
        sweeps += propagate(planes, status, single, MAX_MOVING)
        rounds += 1
        if len(solutions):
            write(planes, scratch)
        _count_solved(block, scratch, limit, counts, solutions)
        if movemask(load(status, STUCK)):
            drop_repeats(planes, status, single)
            choose_candidates(planes, scratch)
        if movemask(load(status, STUCK) | load(status, MOVING)):
            size, more = _push(waiting, size, block, limit, counts)
            guesses += more
    undecided = 0
    for i in range(begun):
        undecided += counts[i] == UNDECIDED
    return begun, undecided, (guesses, rounds, sweeps)
