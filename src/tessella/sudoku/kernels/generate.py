"""Generation of puzzles in bulk: the algorithm of `docs/maker.md` for boxes of 3x3, 512 puzzles at a time.

Bit i of every vector is slot i, as in `bitsliced`. Every slot goes its own way through its own puzzle, and asks in
every round one question of all 729 planes:

    can this clue go?       givens without the orbit, and the clue's cell is not what the grid says
                            dead: it may go      solved: another solution, it stays      stuck: guess, and ask again

A slot that gets its answer begins its next question in the next round, the next puzzle at its end, so that no slot
waits for another. What a slot may hold when nothing is settled is simple: where it shows a given, the grid's digit;
elsewhere everything. So a question needs no memory of the last one, and going back over a wrong guess is asking again,
with what has been learnt:

    planes = asked before and still moving ? as they are : grid or not given

An orbit is a set of cells whose clues go together, by the symmetry that is wanted. The slow twin is
`generator.clue_removal`: puzzle by puzzle the same.
"""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.bits import clear_bit, has_bit, set_bit
from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, Vectors, empty_aligned, load, store, trailing_zeros
from tessella.compiled.splitmix64 import fold, shuffle
from tessella.sudoku.kernels.bitsliced import (
    CHOICE,
    DEAD,
    MOVING,
    PLANES,
    SINGLES_SCRATCH,
    SLOTS,
    SOLVED,
    propagate,
    propagate_singles,
)
from tessella.sudoku.kernels.branching import SCRATCH, choose_candidates
from tessella.sudoku.kernels.full_grid import ALL, Numbers, full_grid

U = np.uint64

FIRST_BATCH = 30  # so many clues go at once at first: they nearly always may, and singles show it
MAX_MOVING = 100  # so many slots may still move when a round ends

Rows: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int8]]
Record: TypeAlias = Any  # of a structured array: a TASK or a PUZZLE

IN_BATCH, ONE_BY_ONE = range(2)  # how clues are tried
CONTINUE, RESTART, REMOVE, KEEP = range(4)  # verdicts
BUSY, MADE, GIVEN_UP, IDLE = range(4)  # whether a slot's puzzle is over

# What all puzzles of a call have in common.
TASK = np.dtype(
    [
        ("orbits", np.int8, (81, 8)),  # the cells that go together
        ("sizes", np.int8, (81,)),  # how many they are
        ("n", np.int64),  # how many orbits there are
        ("target", np.int64),  # how many clues are wanted, 0 for as few as there can be
        ("by_singles", np.int64),  # whether singles must solve the puzzle
        ("maker", np.int64),  # the version of the algorithm
        ("seed", np.uint64),
        ("grids", np.int64),  # the limits
        ("steps_a_grid", np.int64),
        ("steps", np.int64),
        ("back", np.int64),  # how many orbits a step gives back
    ],
    align=True,
)

# A puzzle in the making, one a slot.
PUZZLE = np.dtype(
    [
        ("number", np.int64),
        ("over", np.int64),
        ("place", np.int64),  # which orbit of the order is tried
        ("length", np.int64),  # how long the order is
        ("part", np.int64),  # which of the orbit's cells is asked about
        ("mode", np.int64),
        ("depth", np.int64),  # how many guesses were made
        ("clues", np.int64),
        ("best_clues", np.int64),
        ("given", np.uint64, (2,)),  # the clues now, by cell
        ("kept", np.uint64, (2,)),  # those that were tried and stay
        ("best", np.uint64, (2,)),  # the clues before this step
        ("stream", np.uint64, (1,)),
        ("attempt", np.int64),
        ("step", np.int64),  # of this grid
        ("steps", np.int64),  # of all grids
        ("fewest", np.int64),
        ("later", np.int64, (4,)),  # how many orbits of 1, 2, 4 and 8 cells are still to be tried
        ("grid", np.int8, (81,)),
        ("order", np.int8, (81,)),
        ("guesses", np.int16, (81,)),  # 32 cell + 2 digit, and 1 more where it was refuted
        ("first", np.int16, (81,)),  # for every place of the order an unavoidable set that ends there, -1 for none
        ("next", np.int16, (162,)),  # another one with the same end
        ("unavoidable", np.uint64, (162, 2)),
    ],
    align=True,
)


# What is known of all slots, a bit each. numba counts references to arrays at every call, but not to a record: with a
# tuple of arrays in its place, generating takes twice as long.
BLOCK = np.dtype(
    [
        ("candidates", U, (PLANES, LANES)),
        ("grids", U, (PLANES, LANES)),  # the digits of the full grids, as candidates
        ("given", U, (81, LANES)),  # by cell
        ("moving", U, (1, LANES)),  # whose question goes on
        ("status", U, (4, LANES)),
        ("single", U, (SINGLES_SCRATCH, LANES)),
        ("scratch", U, (SCRATCH, LANES)),
    ]
)
BLOCK_VECTORS = BLOCK.itemsize // (8 * LANES)


@kernel(inline=True)
def _plane(cell: int, digit: int) -> int:
    return 243 * (cell // 27) + cell % 27 + 27 * digit


@kernel
def _find_unavoidable(task: Record, puzzle: Record) -> None:
    """Find the cells in which two digits can change places, each set kept where the last of them is tried.

    Two digits stand twice in every house; where one place changes, the house's other must, until the chain closes.
    """
    grid, order = puzzle.grid, puzzle.order
    rank = np.full(81, -1)
    for place in range(puzzle.length):
        for i in range(task.sizes[order[place]]):
            rank[task.orbits[order[place], i]] = place
    by_row = np.empty((9, 9), np.int64)
    row_in_column = np.empty((9, 9), np.int64)
    row_in_box = np.empty((9, 9), np.int64)
    for cell in range(81):
        r, c = cell // 9, cell % 9
        by_row[grid[cell], r] = c
        row_in_column[grid[cell], c] = r
        row_in_box[grid[cell], r // 3 * 3 + c // 3] = r
    puzzle.first[:] = -1
    n = 0
    for one in range(9):
        for other in range(one + 1, 9):
            left = ALL
            while left:
                reached = todo = left & -left
                low = high = U(0)
                last = -1
                while todo:
                    r = trailing_zeros(todo)
                    todo &= todo - 1
                    c = by_row[one, r]
                    news = (1 << row_in_column[other, c] | 1 << row_in_box[other, r // 3 * 3 + c // 3]) & ~reached
                    todo |= news
                    reached |= news
                    for cell in (9 * r + c, 9 * r + by_row[other, r]):
                        last = max(last, rank[cell])
                        low |= U(cell < 64) << U(cell & 63)
                        high |= U(cell >= 64) << U(cell & 63)
                left &= ~reached
                if reached != ALL and last >= 0:
                    puzzle.unavoidable[n, 0], puzzle.unavoidable[n, 1] = low, high
                    puzzle.next[n] = puzzle.first[last]
                    puzzle.first[last] = n
                    n += 1


# --- Clues and orbits ------------------------------------------------------------------------------------------------


@kernel
def _give_all(puzzle: Record) -> None:
    puzzle.given[0] = ~U(0)
    puzzle.given[1] = U(0x1FFFF)
    puzzle.clues = 81


@kernel
def _new_pass(task: Record, puzzle: Record, planes: Record, slot: int) -> None:
    """Make ready to try the orbits of the order from the first."""
    puzzle.kept[:] = U(0)
    puzzle.place = 0
    puzzle.mode = ONE_BY_ONE
    puzzle.later[:] = 0
    for place in range(puzzle.length):
        puzzle.later[trailing_zeros(task.sizes[puzzle.order[place]])] += 1
    _find_unavoidable(task, puzzle)
    for cell in range(81):
        if has_bit(puzzle.given, cell):
            set_bit(planes.given[cell], slot)
        else:
            clear_bit(planes.given[cell], slot)


@kernel
def _new_grid(task: Record, puzzle: Record, planes: Record, slot: int) -> None:
    """Begin an attempt: a full grid, an order, all clues given."""
    puzzle.stream[0] = fold((U(task.maker), U(3), U(3), task.seed, U(puzzle.number), U(puzzle.attempt)))
    grid = puzzle.grid
    for cell in range(81):
        clear_bit(planes.grids[_plane(cell, grid[cell])], slot)
    full_grid(puzzle.stream, grid)
    for cell in range(81):
        set_bit(planes.grids[_plane(cell, grid[cell])], slot)
    order = np.arange(task.n)
    shuffle(puzzle.stream, order, task.n)
    for i in range(task.n):  # arrays as a whole take a second to compile
        puzzle.order[i] = order[i]
    puzzle.length = task.n
    _give_all(puzzle)
    puzzle.best_clues = 81
    puzzle.step = 0
    _new_pass(task, puzzle, planes, slot)
    _remove_batch(task, puzzle, planes, slot)


@kernel(early=True)
def _new_step(task: Record, puzzle: Record, planes: Record, slot: int) -> None:
    """Begin a step: give some orbits back, and try all in a new order, those given back last."""
    order = np.arange(task.n)
    shuffle(puzzle.stream, order, task.n)
    back = np.empty(8, np.int64)
    length = backs = 0
    for orbit in order:
        if has_bit(puzzle.given, task.orbits[orbit, 0]):
            puzzle.order[length] = orbit
            length += 1
        elif backs < task.back:
            back[backs] = orbit
            backs += 1
    for i in range(backs):
        puzzle.order[length] = back[i]
        length += 1
        for j in range(task.sizes[back[i]]):
            set_bit(puzzle.given, task.orbits[back[i], j])
            puzzle.clues += 1
    puzzle.length = length
    puzzle.step += 1
    puzzle.steps += 1
    _new_pass(task, puzzle, planes, slot)


@kernel(inline=True)
def _adds_up(number: int, later: Numbers) -> bool:
    """Return whether a number is the sum of sizes of orbits still to be tried, or more than all of them."""
    if number > later[0] + 2 * later[1] + 4 * later[2] + 8 * later[3]:
        return True
    for i in range(3, -1, -1):
        number -= min(number >> i, int(later[i])) << i
    return number == 0


@kernel
def _may_go(task: Record, puzzle: Record) -> bool:
    """Count the orbit at the puzzle's place as tried; return whether the clues and the unavoidable sets let it go."""
    place = puzzle.place
    size = task.sizes[puzzle.order[place]]
    puzzle.later[trailing_zeros(size)] -= 1
    if task.target:
        over = puzzle.clues - size - task.target
        if over < 0 or not _adds_up(over, puzzle.later):
            return False
    n = puzzle.first[place]
    while n >= 0:
        if not (puzzle.unavoidable[n, 0] & puzzle.kept[0] | puzzle.unavoidable[n, 1] & puzzle.kept[1]):
            return False
        n = puzzle.next[n]
    return True


@kernel
def _decide(task: Record, puzzle: Record, planes: Record, slot: int, verdict: int) -> None:
    """Remove or keep the orbit at the puzzle's place, and pass on to the next."""
    orbit = puzzle.order[puzzle.place]
    for i in range(task.sizes[orbit]):
        cell = task.orbits[orbit, i]
        if verdict == REMOVE:
            clear_bit(puzzle.given, cell)
            puzzle.clues -= 1
            clear_bit(planes.given[cell], slot)
        else:
            set_bit(puzzle.kept, cell)
            set_bit(planes.given[cell], slot)
    puzzle.place += 1


@kernel(early=True)
def _remove_batch(task: Record, puzzle: Record, planes: Record, slot: int) -> None:
    """Let the first clues go unasked; singles and line closure are to show that they may."""
    puzzle.mode = IN_BATCH
    while puzzle.place < puzzle.length and puzzle.clues > max(81 - FIRST_BATCH, task.target):
        _decide(task, puzzle, planes, slot, REMOVE if _may_go(task, puzzle) else KEEP)
    puzzle.depth = 0


@kernel(early=True)
def _next_question(task: Record, puzzle: Record, planes: Record, slot: int) -> bool:
    """Pass on to the next orbit that may go as far as is known; return whether there is one."""
    while puzzle.place < puzzle.length and puzzle.clues != task.target:
        if _may_go(task, puzzle):
            orbit = puzzle.order[puzzle.place]
            for i in range(task.sizes[orbit]):
                clear_bit(planes.given[task.orbits[orbit, i]], slot)
            puzzle.part = 0
            puzzle.depth = 0
            return True
        _decide(task, puzzle, planes, slot, KEEP)
    return False


@kernel(early=True)
def _finish(task: Record, puzzle: Record, planes: Record, slot: int) -> None:
    """Go on after the last orbit: say that the puzzle is over, make a step, or begin another grid."""
    if puzzle.clues > puzzle.best_clues:
        for word in range(2):
            puzzle.given[word] = puzzle.best[word]
        puzzle.clues = puzzle.best_clues
    for word in range(2):
        puzzle.best[word] = puzzle.given[word]
    puzzle.best_clues = puzzle.clues
    puzzle.fewest = min(puzzle.fewest, puzzle.clues)
    grid_is_done = puzzle.step == task.steps_a_grid
    if task.target == 0 or task.target == puzzle.clues:
        puzzle.over = MADE
    elif puzzle.steps == task.steps or (grid_is_done and puzzle.attempt + 1 == task.grids):
        puzzle.over = GIVEN_UP
    elif grid_is_done:
        puzzle.attempt += 1
        _new_grid(task, puzzle, planes, slot)
    else:
        _new_step(task, puzzle, planes, slot)


# --- Questions and answers -------------------------------------------------------------------------------------------


@kernel
def _guess(puzzle: Record, candidates: Vectors, slot: int) -> None:
    """Put the chosen digit, or rather the grid's, into the chosen cell of a slot that is stuck."""
    cell = digit = 0
    for bit in range(7):
        cell |= int(np.int64(has_bit(candidates[CHOICE + bit], slot))) << bit
    for bit in range(4):
        digit |= int(np.int64(has_bit(candidates[CHOICE + 7 + bit], slot))) << bit
    own = int(np.int64(puzzle.grid[cell]))
    if has_bit(candidates[_plane(cell, own)], slot):
        digit = own
    puzzle.guesses[puzzle.depth] = 32 * cell + 2 * digit
    puzzle.depth += 1
    for other in range(9):
        if other != digit:
            clear_bit(candidates[_plane(cell, other)], slot)


@kernel
def _verdict(task: Record, puzzle: Record, planes: Record, slot: int) -> int:
    """Return what follows from the status of a slot, and note the guesses that it leads to."""
    status = planes.status
    if has_bit(status[MOVING], slot):
        return CONTINUE
    if task.by_singles or puzzle.mode == IN_BATCH:
        return REMOVE if has_bit(status[SOLVED], slot) else KEEP
    if has_bit(status[SOLVED], slot):
        return KEEP
    if not has_bit(status[DEAD], slot):
        _guess(puzzle, planes.candidates, slot)
        return CONTINUE
    depth = puzzle.depth
    while depth and puzzle.guesses[depth - 1] & 1:
        depth -= 1
    puzzle.depth = depth
    if depth:
        puzzle.guesses[depth - 1] |= 1
        return RESTART
    # The cell holds what the grid says: on to the orbit's next cell.
    orbit = puzzle.order[puzzle.place]
    set_bit(planes.given[task.orbits[orbit, puzzle.part]], slot)
    puzzle.part += 1
    return REMOVE if puzzle.part == task.sizes[orbit] else RESTART


@kernel(early=True)
def _answer(task: Record, puzzle: Record, planes: Record, slot: int, verdict: int) -> None:
    """Take an answer, and go on to the puzzle's next question."""
    if puzzle.mode == ONE_BY_ONE:
        _decide(task, puzzle, planes, slot, verdict)
    elif verdict == REMOVE:
        puzzle.mode = ONE_BY_ONE
    else:
        # Too many went at once: begin again, one orbit at a time.
        _give_all(puzzle)
        _new_pass(task, puzzle, planes, slot)
    while puzzle.over == BUSY and puzzle.mode == ONE_BY_ONE and not _next_question(task, puzzle, planes, slot):
        _finish(task, puzzle, planes, slot)


@kernel(early=True)
def _reset(planes: Record) -> None:
    """Set the slots that ask anew to what they may hold when nothing is settled."""
    kept = load(planes.moving, 0)
    for cell in range(81):
        blank = ~load(planes.given, cell)
        for digit in range(9):
            i = _plane(cell, digit)
            fresh = load(planes.grids, i) | blank
            store(planes.candidates, i, load(planes.candidates, i) & kept | fresh & ~kept)


@kernel
def _ask(task: Record, puzzle: Record, candidates: Vectors, slot: int) -> None:
    """Put a puzzle's question, and its guesses so far, into the planes."""
    if task.by_singles or puzzle.mode == IN_BATCH:
        return
    cell = int(np.int64(task.orbits[puzzle.order[puzzle.place], puzzle.part]))
    clear_bit(candidates[_plane(cell, int(np.int64(puzzle.grid[cell])))], slot)
    for i in range(puzzle.depth):
        guess = int(np.int64(puzzle.guesses[i]))
        cell, digit = guess >> 5, guess >> 1 & 15
        for other in range(9):
            if (other == digit) == (guess & 1 == 1):
                clear_bit(candidates[_plane(cell, other)], slot)


@kernel
def _answer_all(
    task: Record, puzzles: Any, planes: Record, first: int, fresh: int, out: Rows, fewest: Numbers
) -> tuple[int, int]:
    """Let every slot take its answer and have a question ready.

    Returns how many puzzles have been begun, `fresh` so far, and how many slots have a question.
    """
    planes.moving[0] = U(0)
    busy = 0
    for slot in range(SLOTS):
        puzzle = puzzles[slot]
        if puzzle.over == BUSY:
            verdict = _verdict(task, puzzle, planes, slot)
            if verdict == CONTINUE:
                set_bit(planes.moving[0], slot)
            elif verdict != RESTART:
                _answer(task, puzzle, planes, slot, verdict)
                row = puzzle.number - first
                if puzzle.over == GIVEN_UP:
                    fewest[row] = puzzle.fewest
                elif puzzle.over == MADE:
                    for cell in range(81):
                        out[row, cell] = puzzle.grid[cell] + 1 if has_bit(puzzle.given, cell) else 0
                if puzzle.over != BUSY:
                    puzzle.over = IDLE
        if puzzle.over == IDLE and fresh < len(out):
            puzzle.over = BUSY
            puzzle.number = first + fresh
            fresh += 1
            puzzle.attempt = puzzle.steps = 0
            puzzle.fewest = 81
            _new_grid(task, puzzle, planes, slot)
        busy += puzzle.over == BUSY
    return fresh, busy


@kernel
def make_block(tasks: Any, first: int, out: Rows, fewest: Numbers) -> None:
    """Set the rows of `out`, which hold zeros, to the puzzles of a seed from number `first` on.

    Where a puzzle is given up the row stays empty, and `fewest` gets the fewest clues reached.
    """
    task = tasks[0]
    puzzles = np.zeros(SLOTS, PUZZLE)
    memory = empty_aligned(BLOCK_VECTORS)
    memory[:] = U(0)
    blocks = memory.reshape(-1).view(BLOCK)
    for slot in range(SLOTS):
        puzzles[slot].over = IDLE
    fresh = 0
    while True:
        planes = blocks[0]
        fresh, busy = _answer_all(task, puzzles, planes, first, fresh, out, fewest)
        if busy == 0:
            return
        _reset(planes)
        candidates, status = planes.candidates[:], planes.status[:]  # slices: arrays like any other
        status[:] = U(0)
        for slot in range(SLOTS):
            if puzzles[slot].over == IDLE:
                set_bit(status[DEAD], slot)
            elif not has_bit(planes.moving[0], slot):
                _ask(task, puzzles[slot], candidates, slot)
        max_moving = min(MAX_MOVING, busy // 5)
        if task.by_singles:
            propagate_singles(candidates, status, planes.single[:], max_moving)
        else:
            propagate(candidates, status, planes.single[:], max_moving)
            choose_candidates(candidates, planes.scratch[:])
