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

from typing import NamedTuple, TypeAlias

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.guess import SCRATCH, choose
from tessella.sudoku.kernels.planes import CHOICE, COLUMNS, DEAD, MOVING, PLANES, SOLVED, STUCK, settle
from tessella.sudoku.kernels.words import LANES, Words, aligned, every, load, lowest, ones, store

__all__ = ["Orbits", "full_grid", "make_block", "settle_singles"]

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
Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]

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
    return np.int64((bits >> U(32)) * U(n) + low >> U(32))


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
            digit = lowest(choice)
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
            for _skipped in range(below(luck, ones(choice))):
                choice &= choice - 1
            digit = lowest(choice)
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
def settle_singles(planes: Words, status: Words, scratch: Words, few: int) -> int:
    """Do what `settle` does with naked and hidden singles only, for columns that have a solution.

    `scratch` has 324 words: for every digit the houses with one place for it, then the cells with one digit.
    """
    nothing = every(U(0))
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
            count += ones(numbers[LANES * MOVING + lane])
    return sweeps


# --- What the columns know -------------------------------------------------------------------------------------------

LEAPING, TESTING = 0, 1


class Task(NamedTuple):
    """What all puzzles of a call have in common."""

    orbits: Orbits  # the cells that go together, -1 behind the last
    sizes: Numbers
    target: int  # how many clues, 0 for as few as there can be
    by_singles: bool
    maker: int
    seed: np.uint64
    grids: int
    steps_a_grid: int
    steps: int
    back: int


class Desk(NamedTuple):
    """What every column remembers of its puzzle, a row a column."""

    puzzle: Numbers  # its number, -1 where there is none
    grid: Orbits
    order: Table  # the orbits to try
    length: Numbers
    place: Numbers  # which of them is tried
    part: Numbers  # which of its cells
    mode: Numbers
    given: Masks  # the clues now: bit i of two words is cell i
    stays: Masks  # those that were tried and stay
    clues: Numbers
    best: Masks  # the clues before this step
    best_clues: Numbers
    later: Table  # how many orbits of 1, 2, 4 and 8 cells are still to be tried
    luck: Masks
    attempt: Numbers
    step: Numbers  # of this grid
    steps: Numbers  # of all
    fewest: Numbers
    depth: Numbers  # how many guesses
    guesses: Table  # 32 cell + 2 digit, and 1 more where it was refuted
    first: Table  # for every place in the order a cycle that ends there, -1 for none
    next: Table  # another one with the same end
    cycles: np.ndarray[tuple[int, int, int], np.dtype[np.uint64]]


@kernel
def _desk() -> Desk:
    n = COLUMNS
    return Desk(
        np.full(n, -1),
        np.zeros((n, 81), np.int8),
        np.zeros((n, 81), np.int16),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, 2), np.uint64),
        np.zeros((n, 2), np.uint64),
        np.zeros(n, np.int64),
        np.zeros((n, 2), np.uint64),
        np.zeros(n, np.int64),
        np.zeros((n, 4), np.int16),
        np.zeros((n, 1), np.uint64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, 81), np.int16),
        np.zeros((n, 81), np.int16),
        np.zeros((n, 162), np.int16),
        np.zeros((n, 162, 2), np.uint64),
    )


@kernel(inline=True)
def _has(words: Words, i: int, column: int) -> bool:
    return words[i, column >> 6] >> U(column & 63) & U(1) != 0


@kernel(inline=True)
def _set(words: Words, i: int, column: int) -> None:
    words[i, column >> 6] |= U(1) << U(column & 63)


@kernel(inline=True)
def _clear(words: Words, i: int, column: int) -> None:
    words[i, column >> 6] &= ~(U(1) << U(column & 63))


@kernel(inline=True)
def _plane(cell: int, digit: int) -> int:
    return 243 * (cell // 27) + cell % 27 + 27 * digit


@kernel
def _cycles(task: Task, desk: Desk, p: int) -> None:
    """Find the cells in which two digits can change places, each kept where the last of them is tried.

    Two digits stand twice in every house; where one place changes, the house's other must, until the chain closes.
    """
    grid, order = desk.grid[p], desk.order[p]
    rank = np.full(81, -1)
    for place in range(desk.length[p]):
        for i in range(task.sizes[order[place]]):
            rank[task.orbits[order[place], i]] = place
    column = np.empty((9, 9), np.int64)
    row_by_column = np.empty((9, 9), np.int64)
    row_by_box = np.empty((9, 9), np.int64)
    for cell in range(81):
        r, c = cell // 9, cell % 9
        column[grid[cell], r] = c
        row_by_column[grid[cell], c] = r
        row_by_box[grid[cell], r // 3 * 3 + c // 3] = r
    desk.first[p, :] = -1
    n = 0
    for one in range(9):
        for other in range(one + 1, 9):
            left = ALL
            while left:
                reached = todo = left & -left
                low = high = U(0)
                last = -1
                while todo:
                    r = lowest(todo)
                    todo &= todo - 1
                    c = column[one, r]
                    news = (1 << row_by_column[other, c] | 1 << row_by_box[other, r // 3 * 3 + c // 3]) & ~reached
                    todo |= news
                    reached |= news
                    for cell in (9 * r + c, 9 * r + column[other, r]):
                        last = max(last, rank[cell])
                        if cell < 64:
                            low |= U(1) << U(cell)
                        else:
                            high |= U(1) << U(cell - 64)
                left &= ~reached
                if reached != ALL and last >= 0:
                    desk.cycles[p, n, 0] = low
                    desk.cycles[p, n, 1] = high
                    desk.next[p, n] = desk.first[p, last]
                    desk.first[p, last] = n
                    n += 1


@kernel(inline=True)
def _show(desk: Desk, given: Words, p: int) -> None:
    """Show a column's clues in the planes of givens."""
    for cell in range(81):
        if desk.given[p, cell >> 6] >> U(cell & 63) & U(1):
            _set(given, cell, p)
        else:
            _clear(given, cell, p)


@kernel
def _new_pass(task: Task, desk: Desk, given: Words, p: int) -> None:
    """Make ready to try the orbits of the order from the first."""
    desk.stays[p, :] = U(0)
    desk.place[p] = 0
    desk.mode[p] = TESTING
    desk.later[p, :] = 0
    for place in range(desk.length[p]):
        desk.later[p, lowest(task.sizes[desk.order[p, place]])] += 1
    _cycles(task, desk, p)
    _show(desk, given, p)


@kernel
def _new_grid(task: Task, desk: Desk, grids: Words, given: Words, p: int) -> None:
    """Begin an attempt: a full grid, an order, all clues given."""
    luck = desk.luck[p]
    begin(luck, task.maker, task.seed, desk.puzzle[p], desk.attempt[p])
    grid = desk.grid[p]
    for cell in range(81):
        _clear(grids, _plane(cell, grid[cell]), p)
    full_grid(luck, grid)
    for cell in range(81):
        _set(grids, _plane(cell, grid[cell]), p)
    n = len(task.sizes)
    order = np.arange(n)
    shuffle(luck, order, n)
    for i in range(n):
        desk.order[p, i] = order[i]
    desk.length[p] = n
    desk.given[p, 0] = ~U(0)
    desk.given[p, 1] = U(0x1FFFF)
    desk.clues[p] = desk.best_clues[p] = 81
    desk.step[p] = 0
    _new_pass(task, desk, given, p)
    _leap(task, desk, given, p)


@kernel
def _new_step(task: Task, desk: Desk, given: Words, p: int) -> None:
    """Begin a step: give some orbits back, and try all in a new order, those given back last."""
    n = len(task.sizes)
    order = np.arange(n)
    shuffle(desk.luck[p], order, n)
    back = np.empty(8, np.int64)
    length = backs = 0
    for i in range(n):
        cell = task.orbits[order[i], 0]
        if desk.given[p, cell >> 6] >> U(cell & 63) & U(1):
            desk.order[p, length] = order[i]
            length += 1
        elif backs < task.back:
            back[backs] = order[i]
            backs += 1
    for i in range(backs):
        desk.order[p, length] = back[i]
        length += 1
        for j in range(task.sizes[back[i]]):
            cell = task.orbits[back[i], j]
            desk.given[p, cell >> 6] |= U(1) << U(cell & 63)
            desk.clues[p] += 1
    desk.length[p] = length
    desk.step[p] += 1
    desk.steps[p] += 1
    _new_pass(task, desk, given, p)


@kernel(inline=True)
def _adds_up(number: int, later: np.ndarray[tuple[int], np.dtype[np.int16]]) -> bool:
    """Return whether a number is the sum of sizes of orbits still to be tried, or more than all of them."""
    if number > later[0] + 2 * later[1] + 4 * later[2] + 8 * later[3]:
        return True
    for i in range(3, -1, -1):
        number -= min(number >> i, np.int64(later[i])) << i
    return number == 0


@kernel
def _may_go(task: Task, desk: Desk, p: int) -> bool:
    """Return whether the number of clues and the cycles let the orbit at the column's place go."""
    place = desk.place[p]
    size = task.sizes[desk.order[p, place]]
    if task.target:
        over = desk.clues[p] - size - task.target
        if over < 0 or not _adds_up(over, desk.later[p]):
            return False
    cycle = desk.first[p, place]
    while cycle >= 0:
        if not (desk.cycles[p, cycle, 0] & desk.stays[p, 0] | desk.cycles[p, cycle, 1] & desk.stays[p, 1]):
            return False
        cycle = desk.next[p, cycle]
    return True


@kernel
def _decide(task: Task, desk: Desk, given: Words, p: int, goes: bool) -> None:
    """Let the orbit at the column's place go or stay, and pass on to the next."""
    orbit = desk.order[p, desk.place[p]]
    for i in range(task.sizes[orbit]):
        cell = task.orbits[orbit, i]
        bit = U(1) << U(cell & 63)
        if goes:
            desk.given[p, cell >> 6] &= ~bit
            desk.clues[p] -= 1
            _clear(given, cell, p)
        else:
            desk.stays[p, cell >> 6] |= bit
            _set(given, cell, p)
    desk.place[p] += 1


@kernel(inline=True)
def _look(task: Task, desk: Desk, p: int) -> None:
    """Count the orbit at the column's place among those that are tried."""
    desk.later[p, lowest(task.sizes[desk.order[p, desk.place[p]]])] -= 1


@kernel
def _leap(task: Task, desk: Desk, given: Words, p: int) -> None:
    """Let the first clues go unasked; singles and line closure are to show that they may."""
    desk.mode[p] = LEAPING
    while desk.place[p] < desk.length[p] and desk.clues[p] > max(81 - LEAP, task.target):
        _look(task, desk, p)
        _decide(task, desk, given, p, _may_go(task, desk, p))
    desk.depth[p] = 0


@kernel
def _next_question(task: Task, desk: Desk, given: Words, p: int) -> bool:
    """Pass on to the next orbit that may go as far as is known; return whether there is one."""
    while desk.place[p] < desk.length[p] and desk.clues[p] != task.target:
        _look(task, desk, p)
        if _may_go(task, desk, p):
            orbit = desk.order[p, desk.place[p]]
            for i in range(task.sizes[orbit]):
                _clear(given, task.orbits[orbit, i], p)
            desk.part[p] = 0
            desk.depth[p] = 0
            return True
        _decide(task, desk, given, p, False)
    return False


@kernel
def _finish(
    task: Task, desk: Desk, grids: Words, given: Words, p: int, fewest: Numbers, out: Orbits, first: int
) -> None:
    """Go on after the last orbit: give out the puzzle, make a step, or begin another grid.

    `fewest` is set to the fewest clues that were reached where the maker gives up.
    """
    if desk.clues[p] > desk.best_clues[p]:
        desk.given[p] = desk.best[p]
        desk.clues[p] = desk.best_clues[p]
    desk.best[p] = desk.given[p]
    desk.best_clues[p] = desk.clues[p]
    row = desk.puzzle[p] - first
    if task.target == 0 or desk.clues[p] == task.target:
        for cell in range(81):
            if desk.given[p, cell >> 6] >> U(cell & 63) & U(1):
                out[row, cell] = desk.grid[p, cell] + 1
        desk.puzzle[p] = -1
        return
    desk.fewest[p] = min(desk.fewest[p], desk.clues[p])
    grid_is_done = desk.step[p] == task.steps_a_grid
    if desk.steps[p] == task.steps or (grid_is_done and desk.attempt[p] + 1 == task.grids):
        fewest[row] = desk.fewest[p]
        desk.puzzle[p] = -1
    elif grid_is_done:
        desk.attempt[p] += 1
        _new_grid(task, desk, grids, given, p)
    else:
        _new_step(task, desk, given, p)


# --- The rounds ------------------------------------------------------------------------------------------------------

CONTINUE, RESTART, GOES, STAYS = range(4)


@kernel
def _guess(desk: Desk, planes: Words, p: int) -> None:
    """Put the chosen digit into the chosen cell of a column that is stuck; rather the grid's, to find a near solution."""
    cell = digit = 0
    for bit in range(7):
        cell |= np.int64(_has(planes, CHOICE + bit, p)) << bit
    for bit in range(4):
        digit |= np.int64(_has(planes, CHOICE + 7 + bit, p)) << bit
    own = np.int64(desk.grid[p, cell])
    if _has(planes, _plane(cell, own), p):
        digit = own
    desk.guesses[p, desk.depth[p]] = 32 * cell + 2 * digit
    desk.depth[p] += 1
    for other in range(9):
        if other != digit:
            _clear(planes, _plane(cell, other), p)


@kernel
def _verdict(task: Task, desk: Desk, planes: Words, status: Words, given: Words, p: int) -> int:
    """Return what follows from the status of a column, and note the guesses that it leads to."""
    if _has(status, MOVING, p):
        return CONTINUE
    if task.by_singles or desk.mode[p] == LEAPING:
        return GOES if _has(status, SOLVED, p) else STAYS
    if _has(status, SOLVED, p):
        return STAYS
    if not _has(status, DEAD, p):
        _guess(desk, planes, p)
        return CONTINUE
    depth = desk.depth[p]
    while depth and desk.guesses[p, depth - 1] & 1:
        depth -= 1
    desk.depth[p] = depth
    if depth:
        desk.guesses[p, depth - 1] |= 1
        return RESTART
    # The cell holds what the grid says: on to the orbit's next cell.
    orbit = desk.order[p, desk.place[p]]
    _set(given, task.orbits[orbit, desk.part[p]], p)
    desk.part[p] += 1
    return GOES if desk.part[p] == task.sizes[orbit] else RESTART


@kernel
def _answer(
    task: Task, desk: Desk, grids: Words, given: Words, p: int, goes: bool, fewest: Numbers, out: Orbits, first: int
) -> None:
    """Take an answer, and go on to the column's next question."""
    if desk.mode[p] == TESTING:
        _decide(task, desk, given, p, goes)
    elif goes:
        desk.mode[p] = TESTING
    else:
        # The leap was too wide: begin again, one orbit at a time.
        desk.given[p, 0] = ~U(0)
        desk.given[p, 1] = U(0x1FFFF)
        desk.clues[p] = 81
        _new_pass(task, desk, given, p)
    while desk.puzzle[p] >= 0 and desk.mode[p] == TESTING and not _next_question(task, desk, given, p):
        _finish(task, desk, grids, given, p, fewest, out, first)


@kernel
def _begin_round(planes: Words, grids: Words, given: Words, keep: Words) -> None:
    """Set the columns that ask anew to what they may hold when nothing is settled."""
    kept = load(keep, 0)
    for cell in range(81):
        blank = ~load(given, cell)
        for digit in range(9):
            i = _plane(cell, digit)
            store(planes, i, load(planes, i) & kept | (load(grids, i) | blank) & ~kept)


@kernel
def _ask(task: Task, desk: Desk, planes: Words, p: int) -> None:
    """Put a column's question, and its guesses so far, into the planes."""
    if task.by_singles or desk.mode[p] == LEAPING:
        return
    cell = np.int64(task.orbits[desk.order[p, desk.place[p]], desk.part[p]])
    _clear(planes, _plane(cell, np.int64(desk.grid[p, cell])), p)
    for i in range(desk.depth[p]):
        guess = np.int64(desk.guesses[p, i])
        cell, digit = guess >> 5, guess >> 1 & 15
        for other in range(9):
            if (other == digit) == (guess & 1 == 1):
                _clear(planes, _plane(cell, other), p)


@kernel
def make_block(task: Task, first: int, out: Orbits, fewest: Numbers) -> tuple[int, int]:
    """Set the rows of `out`, which hold zeros, to the puzzles of a seed from number `first` on.

    Where the maker gives up the row stays empty, and `fewest` gets the fewest clues reached. Returns rounds and sweeps.
    """
    desk = _desk()
    memory = aligned(2 * PLANES + 81 + 1 + 4 + 324 + SCRATCH)
    planes, memory = memory[:PLANES], memory[PLANES:]
    grids, memory = memory[:PLANES], memory[PLANES:]
    given, memory = memory[:81], memory[81:]
    keep, memory = memory[:1], memory[1:]
    status, memory = memory[:4], memory[4:]
    single, scratch = memory[:324], memory[324:]
    for words in (planes, grids, given, keep, status):
        words[:] = U(0)
    fresh = rounds = sweeps = 0
    while True:
        keep[0] = U(0)
        busy = 0
        for p in range(COLUMNS):
            if desk.puzzle[p] >= 0:
                verdict = _verdict(task, desk, planes, status, given, p)
                if verdict == CONTINUE:
                    _set(keep, 0, p)
                elif verdict != RESTART:
                    _answer(task, desk, grids, given, p, verdict == GOES, fewest, out, first)
            if desk.puzzle[p] < 0 and fresh < len(out):
                desk.puzzle[p] = first + fresh
                fresh += 1
                desk.attempt[p] = desk.steps[p] = 0
                desk.fewest[p] = 81
                _new_grid(task, desk, grids, given, p)
            busy += desk.puzzle[p] >= 0
        if busy == 0:
            return rounds, sweeps
        _begin_round(planes, grids, given, keep)
        status[:] = U(0)
        for p in range(COLUMNS):
            if desk.puzzle[p] < 0:
                _set(status, DEAD, p)
            elif not _has(keep, 0, p):
                _ask(task, desk, planes, p)
        rounds += 1
        restless = min(RESTLESS, busy // 5)
        if task.by_singles:
            sweeps += settle_singles(planes, status, single, restless)
        else:
            sweeps += settle(planes, status, single, restless)
            choose(planes, scratch)
