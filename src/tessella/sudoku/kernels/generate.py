"""How are puzzles made by the million?

The maker of `docs/maker.md` for boxes of 3x3, 512 puzzles at a time: bit i of every word is column i, as in `planes`.
Every column goes its own way through its own puzzle, and asks in every round one question of all 729 planes:

    can this clue go?       givens without the orbit, and the clue's cell is not what the grid says
                            dead: it may go      solved: another solution, it stays      stuck: guess, and ask again

A column that gets its answer begins its next question in the next round, the next puzzle at its end, so that no column
waits for another. What a column may hold when nothing is settled is simple: where it shows a given, the grid's digit;
elsewhere everything. So a question needs no memory of the last one, and going back over a wrong guess is asking again,
with what has been learnt:

    planes = asked before and still moving ? as they are : grid or not given
"""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import LANES, Vectors, empty_aligned, load, popcount, splat, store, trailing_zeros
from tessella.sudoku.kernels.bitsliced import CHOICE, COLUMNS, DEAD, MOVING, PLANES, SOLVED, STUCK, settle
from tessella.sudoku.kernels.branching import SCRATCH, choose

__all__ = ["TASK", "full_grid", "make_block", "settle_singles"]

U = np.uint64

GAMMA = U(0x9E3779B97F4A7C15)
ALL = 511

LEAP = 30  # so many clues go at once at first: they nearly always may, and singles show it
RESTLESS = 100  # so many columns may still move when a round ends

Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int64]]
Cells: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int8]]
Luck: TypeAlias = np.ndarray[tuple[int], np.dtype[np.uint64]]
Masks: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
Orbits: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int8]]
Tasks: TypeAlias = np.ndarray[tuple[int], np.dtype[Any]]
Record: TypeAlias = Any  # a row of a structured array

# The houses as plane offsets of digit 1.
HOUSES = np.array(
    [[9 * r + c for c in range(9)] for r in range(9)]
    + [[9 * r + c for r in range(9)] for c in range(9)]
    + [[9 * (3 * b + i) + 3 * s + j for i in range(3) for j in range(3)] for b in range(3) for s in range(3)]
)
HOUSES = 243 * (HOUSES // 27) + HOUSES % 27
HOUSES_OF = np.array([[c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3] for c in range(81)])


# --- Luck, as in tessella.rng ----------------------------------------------------------------------------------------


@kernel
def mix64(z: np.uint64) -> np.uint64:
    """Return the 64 bits of z scrambled one to one."""
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@kernel
def begin(luck: Luck, maker: int, seed: np.uint64, k: int, attempt: int) -> None:
    """Set the stream to that of an attempt at puzzle k of a seed."""
    state = U(0)
    for word in (U(maker), U(3), U(3), seed, U(k), U(attempt)):
        state = mix64((state ^ word) + GAMMA)
    luck[0] = state


@kernel
def below(luck: Luck, n: int) -> int:
    """Return the stream's next number from 0 to n - 1: the high word of a product, put together from halves."""
    luck[0] += GAMMA
    bits = mix64(luck[0])
    low = (bits & U(0xFFFFFFFF)) * U(n) >> U(32)
    return int(np.int64((bits >> U(32)) * U(n) + low >> U(32)))


@kernel
def shuffle(luck: Luck, items: Numbers, n: int) -> None:
    """Put the first n items into random order."""
    for last in range(n - 1, 0, -1):
        other = below(luck, last + 1)
        items[last], items[other] = items[other], items[last]


# --- The full grid ---------------------------------------------------------------------------------------------------


@kernel
def _exchange(hands: Numbers, taken: Numbers, owner: Numbers, number: int) -> int:
    """Give hand `number` a digit by the shortest chain of exchanges; return the free digit that the chain ends at."""
    asker = np.empty(9, np.int64)
    waiting = np.empty(9, np.int64)
    waiting[0] = number
    seen, size, i = 0, 1, 0
    while True:
        hand = waiting[i]
        i += 1
        choice = hands[hand] & ~seen
        seen |= choice
        while choice:
            digit = trailing_zeros(choice)
            choice &= choice - 1
            asker[digit] = hand
            if owner[digit] >= 0:
                waiting[size] = owner[digit]
                size += 1
                continue
            end = digit
            while digit >= 0:
                giver = asker[digit]
                owner[digit] = giver
                digit, taken[giver] = taken[giver], digit
            return end


@kernel
def _match(hands: Numbers, taken: Numbers, luck: Luck) -> None:
    """Set `taken` to one digit of every hand, all of them different."""
    owner = np.full(9, -1)
    free = ALL
    for number in range(9):
        choice = hands[number] & free
        if choice:
            for _skipped in range(below(luck, popcount(choice))):
                choice &= choice - 1
            digit = trailing_zeros(choice)
            taken[number] = digit
            owner[digit] = number
        else:
            taken[number] = -1
            digit = _exchange(hands, taken, owner, number)
        free ^= 1 << digit


@kernel
def _lines(luck: Luck, lines: Numbers) -> None:
    """Set `lines` to the rows (or columns) with the bands shuffled, and the lines in each of them."""
    blocks = np.arange(3)
    shuffle(luck, blocks, 3)
    for i in range(3):
        within = lines[3 * i : 3 * i + 3]
        for j in range(3):
            within[j] = 3 * blocks[i] + j
        shuffle(luck, within, 3)


@kernel
def full_grid(luck: Luck, grid: Cells) -> None:
    """Set `grid` to a random full grid, the digits from 0."""
    missing = np.full(9, ALL)
    hands = np.empty(9, np.int64)
    wanted = np.empty(9, np.int64)
    taken = np.empty(9, np.int64)
    rows = np.empty((9, 9), np.int64)
    for band in range(3):
        hands[:] = 0
        for stack in range(3):
            for i in range(9):
                wanted[i] = missing[3 * stack + i // 3]
            _match(wanted, taken, luck)
            for i in range(9):
                hands[3 * stack + i // 3] |= 1 << taken[i]
        missing &= ~hands
        for row in range(3):
            _match(hands, taken, luck)
            for column in range(9):
                hands[column] &= ~(1 << taken[column])
                rows[3 * band + row, column] = taken[column]
    down = np.empty(9, np.int64)
    across = np.empty(9, np.int64)
    names = np.arange(9)
    _lines(luck, down)
    _lines(luck, across)
    shuffle(luck, names, 9)
    turned = below(luck, 2)
    for i in range(9):
        for j in range(9):
            grid[9 * i + j] = names[rows[down[j], across[i]] if turned else rows[down[i], across[j]]]


# --- Singles alone ---------------------------------------------------------------------------------------------------


@kernel
def settle_singles(  # noqa: C901 - one sweep, three loops
    planes: Vectors, status: Vectors, scratch: Vectors, few: int
) -> int:
    """Do what `settle` does with naked and hidden singles only, for columns that have a solution.

    `scratch` has 324 words: for every digit the houses with one place for it, then the cells with one digit.
    """
    nothing = splat(U(0))
    unused = load(status, DEAD)
    numbers = status.reshape(-1)
    sweeps = 0
    count = COLUMNS
    while count > few:
        sweeps += 1
        for digit in range(9):
            for house in range(27):
                one = two = nothing
                for i in range(9):
                    x = load(planes, 27 * digit + HOUSES[house, i])
                    two |= one & x
                    one |= x
                store(scratch, 27 * digit + house, one & ~two)
        news = nothing
        solved = ~nothing
        for cell in range(81):
            at = 243 * (cell // 27) + cell % 27
            row, column, box = HOUSES_OF[cell, 0], HOUSES_OF[cell, 1], HOUSES_OF[cell, 2]
            hidden = one = two = nothing
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                hidden |= load(planes, at + 27 * digit) & (single | load(scratch, 27 * digit + box))
            for digit in range(9):
                single = load(scratch, 27 * digit + row) | load(scratch, 27 * digit + column)
                x = load(planes, at + 27 * digit)
                y = x & (single | load(scratch, 27 * digit + box) | ~hidden)
                store(planes, at + 27 * digit, y)
                news |= x & ~y
                two |= one & y
                one |= y
            store(scratch, 243 + cell, one & ~two)
            solved &= ~two
        for house in range(27):
            for digit in range(9):
                taken = nothing
                for i in range(9):
                    at = HOUSES[house, i]
                    taken |= load(planes, at + 27 * digit) & load(scratch, 243 + at - 216 * (at // 243))
                for i in range(9):
                    at = HOUSES[house, i]
                    x = load(planes, at + 27 * digit)
                    y = x & (load(scratch, 243 + at - 216 * (at // 243)) | ~taken)
                    store(planes, at + 27 * digit, y)
                    news |= x & ~y
        solved &= ~unused
        moving = news & ~(solved | unused)
        store(status, MOVING, moving)
        store(status, SOLVED, solved)
        store(status, STUCK, ~(moving | solved | unused))
        count = 0
        for lane in range(LANES):
            count += popcount(numbers[LANES * MOVING + lane])
    return sweeps


# --- What the columns know -------------------------------------------------------------------------------------------

LEAPING, TESTING = range(2)  # modes
CONTINUE, RESTART, GOES, STAYS = range(4)  # verdicts
BUSY, MADE, GIVEN_UP, IDLE = range(4)  # whether a column's puzzle is over


# What all puzzles of a call have in common.
TASK = np.dtype(
    [
        ("orbits", np.int8, (81, 8)),  # the cells that go together
        ("sizes", np.int8, (81,)),  # how many they are
        ("n", np.int64),  # how many orbits there are
        ("target", np.int64),  # how many clues are wanted, 0 for as few as there can be
        ("by_singles", np.int64),  # whether singles must solve the puzzle
        ("maker", np.int64),
        ("seed", np.uint64),
        ("grids", np.int64),  # the limits
        ("steps_a_grid", np.int64),
        ("steps", np.int64),
        ("back", np.int64),  # how many orbits a step gives back
    ],
    align=True,
)

# What a column remembers of its puzzle.
COLUMN = np.dtype(
    [
        ("puzzle", np.int64),  # its number
        ("over", np.int64),
        ("place", np.int64),  # which orbit of the order is tried
        ("length", np.int64),  # how long the order is
        ("part", np.int64),  # which of the orbit's cells is asked about
        ("mode", np.int64),
        ("depth", np.int64),  # how many guesses were made
        ("clues", np.int64),
        ("best_clues", np.int64),
        ("given", np.uint64, (2,)),  # the clues now: bit i of two words is cell i
        ("stays", np.uint64, (2,)),  # those that were tried and stay
        ("best", np.uint64, (2,)),  # the clues before this step
        ("luck", np.uint64, (1,)),
        ("attempt", np.int64),
        ("step", np.int64),  # of this grid
        ("steps", np.int64),  # of all grids
        ("fewest", np.int64),
        ("later", np.int64, (4,)),  # how many orbits of 1, 2, 4 and 8 cells are still to be tried
        ("grid", np.int8, (81,)),
        ("order", np.int8, (81,)),
        ("guesses", np.int16, (81,)),  # 32 cell + 2 digit, and 1 more where it was refuted
        ("first", np.int16, (81,)),  # for every place of the order a cycle that ends there, -1 for none
        ("next", np.int16, (162,)),  # another one with the same end
        ("cycles", np.uint64, (162, 2)),
    ],
    align=True,
)


@kernel(inline=True)
def _has(words: Vectors, i: int, column: int) -> bool:
    return bool(words[i, column >> 6] >> U(column & 63) & U(1))


@kernel(inline=True)
def _set(words: Vectors, i: int, column: int) -> None:
    words[i, column >> 6] |= U(1) << U(column & 63)


@kernel(inline=True)
def _clear(words: Vectors, i: int, column: int) -> None:
    words[i, column >> 6] &= ~(U(1) << U(column & 63))


@kernel(inline=True)
def _plane(cell: int, digit: int) -> int:
    return 243 * (cell // 27) + cell % 27 + 27 * digit


@kernel
def _cycles(task: Record, column: Record) -> None:  # noqa: C901 - two loops into each other
    """Find the cells in which two digits can change places, each kept where the last of them is tried.

    Two digits stand twice in every house; where one place changes, the house's other must, until the chain closes.
    """
    grid, order = column.grid, column.order
    rank = np.full(81, -1)
    for place in range(column.length):
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
    column.first[:] = -1
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
                        if cell < 64:
                            low |= U(1) << U(cell)
                        else:
                            high |= U(1) << U(cell - 64)
                left &= ~reached
                if reached != ALL and last >= 0:
                    column.cycles[n, 0] = low
                    column.cycles[n, 1] = high
                    column.next[n] = column.first[last]
                    column.first[last] = n
                    n += 1


@kernel(inline=True)
def _show(column: Record, given: Vectors, p: int) -> None:
    """Show a column's clues in the planes of givens."""
    for cell in range(81):
        if column.given[cell >> 6] >> U(cell & 63) & U(1):
            _set(given, cell, p)
        else:
            _clear(given, cell, p)


@kernel
def _new_pass(task: Record, column: Record, given: Vectors, p: int) -> None:
    """Make ready to try the orbits of the order from the first."""
    column.stays[:] = U(0)
    column.place = 0
    column.mode = TESTING
    column.later[:] = 0
    for place in range(column.length):
        column.later[trailing_zeros(task.sizes[column.order[place]])] += 1
    _cycles(task, column)
    _show(column, given, p)


@kernel
def _new_grid(task: Record, column: Record, grids: Vectors, given: Vectors, p: int) -> None:
    """Begin an attempt: a full grid, an order, all clues given."""
    luck = column.luck
    begin(luck, task.maker, task.seed, column.puzzle, column.attempt)
    grid = column.grid
    for cell in range(81):
        _clear(grids, _plane(cell, grid[cell]), p)
    full_grid(luck, grid)
    for cell in range(81):
        _set(grids, _plane(cell, grid[cell]), p)
    n = task.n
    order = np.arange(n)
    shuffle(luck, order, n)
    for i in range(n):
        column.order[i] = order[i]
    column.length = n
    column.given[0] = ~U(0)
    column.given[1] = U(0x1FFFF)
    column.clues = column.best_clues = 81
    column.step = 0
    _new_pass(task, column, given, p)
    _leap(task, column, given, p)


@kernel
def _new_step(task: Record, column: Record, given: Vectors, p: int) -> None:
    """Begin a step: give some orbits back, and try all in a new order, those given back last."""
    n = task.n
    order = np.arange(n)
    shuffle(column.luck, order, n)
    back = np.empty(8, np.int64)
    length = backs = 0
    for i in range(n):
        cell = task.orbits[order[i], 0]
        if column.given[cell >> 6] >> U(cell & 63) & U(1):
            column.order[length] = order[i]
            length += 1
        elif backs < task.back:
            back[backs] = order[i]
            backs += 1
    for i in range(backs):
        column.order[length] = back[i]
        length += 1
        for j in range(task.sizes[back[i]]):
            cell = task.orbits[back[i], j]
            column.given[cell >> 6] |= U(1) << U(cell & 63)
            column.clues += 1
    column.length = length
    column.step += 1
    column.steps += 1
    _new_pass(task, column, given, p)


@kernel(inline=True)
def _adds_up(number: int, later: Numbers) -> bool:
    """Return whether a number is the sum of sizes of orbits still to be tried, or more than all of them."""
    if number > later[0] + 2 * later[1] + 4 * later[2] + 8 * later[3]:
        return True
    for i in range(3, -1, -1):
        number -= min(number >> i, int(later[i])) << i
    return number == 0


@kernel
def _may_go(task: Record, column: Record) -> bool:
    """Return whether the number of clues and the cycles let the orbit at the column's place go."""
    place = column.place
    size = task.sizes[column.order[place]]
    if task.target:
        over = column.clues - size - task.target
        if over < 0 or not _adds_up(over, column.later):
            return False
    cycle = column.first[place]
    while cycle >= 0:
        if not (column.cycles[cycle, 0] & column.stays[0] | column.cycles[cycle, 1] & column.stays[1]):
            return False
        cycle = column.next[cycle]
    return True


@kernel
def _decide(task: Record, column: Record, given: Vectors, p: int, verdict: int) -> None:
    """Let the orbit at the column's place go or stay, and pass on to the next."""
    orbit = column.order[column.place]
    for i in range(task.sizes[orbit]):
        cell = task.orbits[orbit, i]
        bit = U(1) << U(cell & 63)
        if verdict == GOES:
            column.given[cell >> 6] &= ~bit
            column.clues -= 1
            _clear(given, cell, p)
        else:
            column.stays[cell >> 6] |= bit
            _set(given, cell, p)
    column.place += 1


@kernel(inline=True)
def _look(task: Record, column: Record) -> None:
    """Count the orbit at the column's place among those that are tried."""
    column.later[trailing_zeros(task.sizes[column.order[column.place]])] -= 1


@kernel
def _leap(task: Record, column: Record, given: Vectors, p: int) -> None:
    """Let the first clues go unasked; singles and line closure are to show that they may."""
    column.mode = LEAPING
    while column.place < column.length and column.clues > max(81 - LEAP, task.target):
        _look(task, column)
        _decide(task, column, given, p, GOES if _may_go(task, column) else STAYS)
    column.depth = 0


@kernel
def _next_question(task: Record, column: Record, given: Vectors, p: int) -> bool:
    """Pass on to the next orbit that may go as far as is known; return whether there is one."""
    while column.place < column.length and column.clues != task.target:
        _look(task, column)
        if _may_go(task, column):
            orbit = column.order[column.place]
            for i in range(task.sizes[orbit]):
                _clear(given, task.orbits[orbit, i], p)
            column.part = 0
            column.depth = 0
            return True
        _decide(task, column, given, p, STAYS)
    return False


@kernel
def _finish(task: Record, column: Record, grids: Vectors, given: Vectors, p: int) -> None:
    """Go on after the last orbit: say that the puzzle is over, make a step, or begin another grid."""
    if column.clues > column.best_clues:
        column.given[:] = column.best
        column.clues = column.best_clues
    column.best[:] = column.given
    column.best_clues = column.clues
    column.fewest = min(column.fewest, column.clues)
    grid_is_done = column.step == task.steps_a_grid
    if task.target == 0 or task.target == column.clues:  # noqa: PLR1714 - what a kernel can do
        column.over = MADE
    elif column.steps == task.steps or (grid_is_done and column.attempt + 1 == task.grids):
        column.over = GIVEN_UP
    elif grid_is_done:
        column.attempt += 1
        _new_grid(task, column, grids, given, p)
    else:
        _new_step(task, column, given, p)


# --- The rounds ------------------------------------------------------------------------------------------------------


@kernel
def _guess(column: Record, planes: Vectors, p: int) -> None:
    """Put the chosen digit, or rather the grid's, into the chosen cell of a column that is stuck."""
    cell = digit = 0
    for bit in range(7):
        cell |= int(np.int64(_has(planes, CHOICE + bit, p))) << bit
    for bit in range(4):
        digit |= int(np.int64(_has(planes, CHOICE + 7 + bit, p))) << bit
    own = int(np.int64(column.grid[cell]))
    if _has(planes, _plane(cell, own), p):
        digit = own
    column.guesses[column.depth] = 32 * cell + 2 * digit
    column.depth += 1
    for other in range(9):
        if other != digit:
            _clear(planes, _plane(cell, other), p)


@kernel
def _verdict(task: Record, column: Record, planes: Vectors, status: Vectors, given: Vectors, p: int) -> int:
    """Return what follows from the status of a column, and note the guesses that it leads to."""
    if _has(status, MOVING, p):
        return CONTINUE
    if task.by_singles or column.mode == LEAPING:
        return GOES if _has(status, SOLVED, p) else STAYS
    if _has(status, SOLVED, p):
        return STAYS
    if not _has(status, DEAD, p):
        _guess(column, planes, p)
        return CONTINUE
    depth = column.depth
    while depth and column.guesses[depth - 1] & 1:
        depth -= 1
    column.depth = depth
    if depth:
        column.guesses[depth - 1] |= 1
        return RESTART
    # The cell holds what the grid says: on to the orbit's next cell.
    orbit = column.order[column.place]
    _set(given, task.orbits[orbit, column.part], p)
    column.part += 1
    return GOES if column.part == task.sizes[orbit] else RESTART


@kernel
def _answer(task: Record, column: Record, grids: Vectors, given: Vectors, p: int, verdict: int) -> None:
    """Take an answer, and go on to the column's next question."""
    if column.mode == TESTING:
        _decide(task, column, given, p, verdict)
    elif verdict == GOES:
        column.mode = TESTING
    else:
        # The leap was too wide: begin again, one orbit at a time.
        column.given[0] = ~U(0)
        column.given[1] = U(0x1FFFF)
        column.clues = 81
        _new_pass(task, column, given, p)
    while column.over == BUSY and column.mode == TESTING and not _next_question(task, column, given, p):
        _finish(task, column, grids, given, p)


@kernel
def _begin_round(planes: Vectors, grids: Vectors, given: Vectors, keep: Vectors) -> None:
    """Set the columns that ask anew to what they may hold when nothing is settled."""
    kept = load(keep, 0)
    for cell in range(81):
        blank = ~load(given, cell)
        for digit in range(9):
            i = _plane(cell, digit)
            store(planes, i, load(planes, i) & kept | (load(grids, i) | blank) & ~kept)


@kernel
def _ask(task: Record, column: Record, planes: Vectors, p: int) -> None:
    """Put a column's question, and its guesses so far, into the planes."""
    if task.by_singles or column.mode == LEAPING:
        return
    cell = int(np.int64(task.orbits[column.order[column.place], column.part]))
    _clear(planes, _plane(cell, int(np.int64(column.grid[cell]))), p)
    for i in range(column.depth):
        guess = int(np.int64(column.guesses[i]))
        cell, digit = guess >> 5, guess >> 1 & 15
        for other in range(9):
            if (other == digit) == (guess & 1 == 1):
                _clear(planes, _plane(cell, other), p)


@kernel
def _give_out(column: Record, puzzle: Cells) -> int:
    """Write a column's puzzle where it is made; return the fewest clues reached where it is given up, else 0."""
    if column.over == GIVEN_UP:
        return int(column.fewest)
    for cell in range(81):
        if column.given[cell >> 6] >> U(cell & 63) & U(1):
            puzzle[cell] = column.grid[cell] + 1
    return 0


@kernel
def make_block(  # noqa: C901, PLR0912 - a round is one thing after the other
    tasks: Tasks, first: int, out: Orbits, fewest: Numbers
) -> tuple[int, int]:
    """Set the rows of `out`, which hold zeros, to the puzzles of a seed from number `first` on.

    Where the maker gives up the row stays empty, and `fewest` gets the fewest clues reached. Returns rounds and sweeps.
    """
    task = tasks[0]
    desk = np.zeros(COLUMNS, COLUMN)
    memory = empty_aligned(2 * PLANES + 81 + 1 + 4 + 324 + SCRATCH)
    planes, memory = memory[:PLANES], memory[PLANES:]
    grids, memory = memory[:PLANES], memory[PLANES:]
    given, memory = memory[:81], memory[81:]
    keep, memory = memory[:1], memory[1:]
    status, memory = memory[:4], memory[4:]
    single, scratch = memory[:324], memory[324:]
    for words in (planes, grids, given, keep, status):
        words[:] = U(0)
    for p in range(COLUMNS):
        desk[p].over = IDLE
    fresh = rounds = sweeps = 0
    while True:
        # Every column takes its answer, and has a question ready.
        keep[0] = U(0)
        busy = 0
        for p in range(COLUMNS):
            column = desk[p]
            if column.over == BUSY:
                verdict = _verdict(task, column, planes, status, given, p)
                if verdict == CONTINUE:
                    _set(keep, 0, p)
                elif verdict != RESTART:
                    _answer(task, column, grids, given, p, verdict)
                    if column.over != BUSY:
                        row = column.puzzle - first
                        fewest[row] = _give_out(column, out[row])
                        column.over = IDLE
            if column.over == IDLE and fresh < len(out):
                column.over = BUSY
                column.puzzle = first + fresh
                fresh += 1
                column.attempt = column.steps = 0
                column.fewest = 81
                _new_grid(task, column, grids, given, p)
            busy += column.over == BUSY
        if busy == 0:
            return rounds, sweeps
        # All are put and answered together.
        _begin_round(planes, grids, given, keep)
        status[:] = U(0)
        for p in range(COLUMNS):
            if desk[p].over == IDLE:
                _set(status, DEAD, p)
            elif not _has(keep, 0, p):
                _ask(task, desk[p], planes, p)
        rounds += 1
        restless = min(RESTLESS, busy // 5)
        if task.by_singles:
            sweeps += settle_singles(planes, status, single, restless)
        else:
            sweeps += settle(planes, status, single, restless)
            choose(planes, scratch)
