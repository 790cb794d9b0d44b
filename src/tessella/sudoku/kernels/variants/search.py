"""The search: propagation until nothing moves, the choice of a candidate, and the positions left to try.

A position is tried with the chosen candidate, and then, should that fail, without it. The choice falls on cells that
were often the last to be known when something failed, in proportion to how many candidates they have; where a digit of
a house has fewer places than such a cell has candidates, on a place of the digit.
"""

from tessella.compiled.simd import popcount, trailing_zeros
from tessella.sudoku.kernels.variants.lines import automaton, distinct, ends, no_ties, pair, rank, rising
from tessella.sudoku.kernels.variants.sets_of_cells import (
    after_fixing,
    circles,
    counts,
    different,
    house,
    lunchbox,
    option_sets,
    same_counts,
    same_set,
    x_sum,
)
from tessella.sudoku.kernels.variants.state import (
    CELLS,
    DIGITS,
    FAILED,
    FIXED_AT,
    HOUSES,
    HOUSES_AT,
    KIND,
    LAST_SINGLE,
    PEERS_AT,
    PROPAGATORS,
    RECORDS_AT,
    SINGLES,
    SINGLES_AT,
    Grids,
    Numbers,
    Sets,
    awaken,
    forget,
    kernel,
    narrow,
    next_waiting,
)
from tessella.sudoku.kernels.variants.sums import cage, linear

(
    HOUSE,
    SAME_SET,
    PAIR,
    CAGE,
    LINEAR,
    RISING,
    OPTION_SETS,
    COUNTS,
    ENDS,
    AUTOMATON,
    DIFFERENT,
    AFTER_FIXING,
    CIRCLES,
    SAME_COUNTS,
    RANK,
    NO_TIES,
    DISTINCT,
    LUNCHBOX,
    X_SUM,
) = range(19)

# The state of a search, which goes on where it stopped
DEPTH, FOUND, NODES, DECAY, STATE = range(5)
HALVING = 1 << 14  # failures until the scores are halved


@kernel
def _step(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, at: int) -> bool:
    kind = code[at + KIND]
    if kind == HOUSE:
        return house(grid, code, work, at)
    if kind == SAME_SET:
        return same_set(grid, code, work, at)
    if kind == PAIR:
        return pair(grid, code, work, peers, at)
    if kind == CAGE:
        return cage(grid, code, work, peers, at)
    if kind == LINEAR:
        return linear(grid, code, work, peers, at)
    if kind == RISING:
        return rising(grid, code, work, at)
    if kind == OPTION_SETS:
        return option_sets(grid, code, work, peers, at)
    if kind == COUNTS:
        return counts(grid, code, work, peers, at)
    if kind == ENDS:
        return ends(grid, code, work, at)
    if kind == AUTOMATON:
        return automaton(grid, code, work, at)
    if kind == DIFFERENT:
        return different(grid, code, at)
    if kind == AFTER_FIXING:
        return after_fixing(grid, code, work, at)
    if kind == CIRCLES:
        return circles(grid, code, work, at)
    if kind == SAME_COUNTS:
        return same_counts(grid, code, work, at)
    if kind == RANK:
        return rank(grid, code, work, at)
    if kind == NO_TIES:
        return no_ties(grid, code, at)
    if kind == LUNCHBOX:
        return lunchbox(grid, code, work, at)
    if kind == X_SUM:
        return x_sum(grid, code, work, at)
    return distinct(grid, code, work, at)


@kernel
def propagate(grid: Numbers, code: Numbers, work: Numbers, peers: Sets) -> bool:
    """Take out what the queued propagators can, until none waits; return False where that shows a contradiction."""
    while True:
        while work[SINGLES]:
            work[SINGLES] -= 1
            cell = int(work[code[SINGLES_AT] + work[SINGLES]])
            digit = int(grid[cell])
            work[LAST_SINGLE] = cell
            for i in range(code[code[FIXED_AT] + cell], code[code[FIXED_AT] + cell + 1]):
                awaken(code, work, int(code[i]))
            for i in range(code[code[PEERS_AT] + cell], code[code[PEERS_AT] + cell + 1]):
                if grid[code[i]] & digit and not narrow(grid, code, work, int(code[i]), ~digit):
                    work[FAILED] = -1
                    forget(code, work)
                    return False
        p = next_waiting(code, work)
        if p < 0:
            return True
        if not _step(grid, code, work, peers, int(code[code[RECORDS_AT] + p])):
            work[FAILED] = p
            forget(code, work)
            return False


@kernel
def _choose(grid: Numbers, code: Numbers, scores: Numbers) -> tuple[int, int]:
    """Return the cell and the digit, as a mask, to try next; a cell of -1 where all cells are known."""
    best, best_cell, fewest = -1.0, -1, 0
    for cell in range(code[CELLS]):
        mask = int(grid[cell])
        if mask & (mask - 1):
            n = popcount(mask)
            score = (scores[cell] + 0.1) / n
            if score > best:
                best, best_cell, fewest = score, cell, n
    if best_cell < 0:
        return -1, 0
    digit = int(grid[best_cell]) & -int(grid[best_cell])
    if fewest <= 2:
        return best_cell, digit
    n = int(code[DIGITS])
    for h in range(code[HOUSES]):
        cells = int(code[HOUSES_AT]) + h * n
        largest = 0
        for i in range(cells, cells + n):
            largest = max(largest, scores[code[i]])
        if (largest + 0.1) / 2 <= best:
            continue
        for d in range(n):
            bit = 1 << d
            places = top = 0
            top_cell = -1
            for i in range(cells, cells + n):
                if grid[code[i]] & bit:
                    places += 1
                    if top_cell < 0 or scores[code[i]] > top:
                        top, top_cell = int(scores[code[i]]), int(code[i])
            if places >= 2 and (top + 0.1) / places > best:
                best, best_cell, digit = (top + 0.1) / places, top_cell, bit
    return best_cell, digit


@kernel
def begin(grid: Numbers, code: Numbers, work: Numbers, peers: Sets) -> bool:
    """Take out of a fresh grid what all propagators can."""
    for cell in range(code[CELLS]):
        mask = int(grid[cell])
        if mask == 0:
            return False
        if mask & (mask - 1) == 0:
            work[code[SINGLES_AT] + work[SINGLES]] = cell
            work[SINGLES] += 1
    for p in range(code[PROPAGATORS]):
        awaken(code, work, p)
    return propagate(grid, code, work, peers)


@kernel
def explore(
    stack: Grids,
    code: Numbers,
    work: Numbers,
    peers: Sets,
    scores: Numbers,
    state: Numbers,
    limit: int,
    nodes: int,
    seen: Numbers,
    solutions: Grids,
) -> bool:
    """Search on for solutions, up to a limit, for so many nodes; return whether the search has come to its end.

    The first rows of the stack are the positions left, each settled; `solutions` takes as many solutions as it has
    rows. Where `seen` is not empty, it gathers the candidates of all solutions, and positions that have no others are
    left out; such candidates are tried first. Where it has a second row of cells, that is the last solution, which the
    search stays close to.
    """
    cells = int(code[CELLS])
    while state[DEPTH] > 0:
        if state[FOUND] >= limit or nodes <= 0:
            return bool(state[FOUND] >= limit)
        nodes -= 1
        state[NODES] += 1
        grid = stack[state[DEPTH] - 1]
        if len(seen):
            news = -1
            for cell in range(cells):
                if grid[cell] & ~seen[cell]:
                    news = cell
                    break
            if news < 0:
                state[DEPTH] -= 1
                # What is below was left by a choice: it has to be settled without it.
                if state[DEPTH] and not _settle(stack, code, work, peers, scores, state):
                    return True
                continue
        cell, digit = _choose(grid, code, scores)
        if cell < 0:
            if state[FOUND] < len(solutions):
                for i in range(cells):
                    solutions[state[FOUND], i] = trailing_zeros(grid[i])
            state[FOUND] += 1
            if len(seen):
                for i in range(cells):
                    seen[i] |= grid[i]
                    if len(seen) > cells:
                        seen[cells + i] = grid[i]
            state[DEPTH] -= 1
            if state[DEPTH] and not _settle(stack, code, work, peers, scores, state):
                return True
            continue
        if len(seen):
            wanted = int(grid[cell]) & (int(seen[cells + cell]) if len(seen) > cells else ~int(seen[cell]))
            if wanted:
                digit = wanted & -wanted
        child = stack[state[DEPTH]]
        for i in range(cells):
            child[i] = grid[i]
        grid[cell] ^= digit
        stack[state[DEPTH] - 1, cells] = cell
        stack[state[DEPTH] - 1, cells + 1] = digit
        work[LAST_SINGLE] = cell
        narrow(child, code, work, cell, digit)
        if propagate(child, code, work, peers):
            state[DEPTH] += 1
        else:
            _blame(code, scores, state, int(work[LAST_SINGLE]))
            if not _settle(stack, code, work, peers, scores, state):
                return True
    return True


@kernel
def _blame(code: Numbers, scores: Numbers, state: Numbers, cell: int) -> None:
    scores[cell] += 1
    state[DECAY] += 1
    if state[DECAY] == HALVING:
        state[DECAY] = 0
        for i in range(code[CELLS]):
            scores[i] >>= 1


@kernel
def _settle(stack: Grids, code: Numbers, work: Numbers, peers: Sets, scores: Numbers, state: Numbers) -> bool:
    """Settle the topmost position without the candidate that was tried; drop those that fail. False: none is left."""
    cells = int(code[CELLS])
    while state[DEPTH]:
        grid = stack[state[DEPTH] - 1]
        cell = int(grid[cells])
        mask = int(grid[cell])
        # Have the cell looked at as one that has just changed.
        grid[cell] = mask | int(grid[cells + 1])
        work[LAST_SINGLE] = cell
        if narrow(grid, code, work, cell, mask) and propagate(grid, code, work, peers):
            return True
        state[DEPTH] -= 1
        _blame(code, scores, state, int(work[LAST_SINGLE]))
    return False
