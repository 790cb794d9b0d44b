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
    BLAMED,
    BLAMED_DIGIT,
    CELLS,
    CHANGED,
    CURSORS,
    DIGITS,
    HOUSES,
    HOUSES_AT,
    KIND,
    LEVEL_ENDS,
    LEVELS,
    LOT,
    PEERS_AT,
    RECORDS_AT,
    SINGLES,
    SINGLES_AT,
    WIDE,
    Bits,
    Grids,
    Numbers,
    Sets,
    early,
    inlined,
    kernel,
    narrow,
    next_waiting,
    notice,
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
BEGUN, DEPTH, FOUND, NODES, FAILURES, STATE = range(6)
HALVING = 1 << 14  # failures until the scores are halved


@early
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


@early
def propagate(grid: Numbers, code: Numbers, work: Numbers, peers: Sets, wakes: Sets, waiting: Bits) -> bool:
    """Have propagators take out what they can until none waits; return False where that is a contradiction."""
    while True:
        notice(grid, code, work, wakes, waiting)
        if work[SINGLES]:
            work[LOT] = (int(work[LOT]) * 1103515245 + 12345) & 0x7FFFFFFF
            blamed = int(work[code[SINGLES_AT] + (int(work[LOT]) >> 8) % work[SINGLES]])
            work[BLAMED], work[BLAMED_DIGIT] = blamed, trailing_zeros(grid[blamed])
        while work[SINGLES]:
            work[SINGLES] -= 1
            cell = int(work[code[SINGLES_AT] + work[SINGLES]])
            digit = int(grid[cell])
            for i in range(code[code[PEERS_AT] + cell], code[code[PEERS_AT] + cell + 1]):
                if not narrow(grid, code, work, int(code[i]), ~digit):
                    _forget(code, work, waiting)
                    return False
        p = next_waiting(code, work, waiting)
        if p < 0:
            if _unchanged(code, work):
                return True
            continue
        while p >= 0:
            if not _step(grid, code, work, peers, int(code[code[RECORDS_AT] + p])):
                _forget(code, work, waiting)
                return False
            p = next_waiting(code, work, waiting)


@kernel
def _unchanged(code: Numbers, work: Numbers) -> bool:
    for i in range((code[CELLS] + 15) >> 4):
        if work[CHANGED + i]:
            return False
    return True


@kernel
def _forget(code: Numbers, work: Numbers, waiting: Bits) -> None:
    """Have nothing wait."""
    work[SINGLES] = 0
    for i in range((code[CELLS] + 15) >> 4):
        work[CHANGED + i] = 0
    for i in range(len(waiting)):
        waiting[i] = 0


@kernel
def _worst_digit(code: Numbers, scores: Numbers) -> tuple[int, float]:
    """Return the digit that failed most, as a mask, and what that adds to a cell's score; 0 where none stands out."""
    n, cells = int(code[DIGITS]), int(code[CELLS])
    worst, most, least = 0, 0, 1 << 30
    for d in range(n):
        score = int(scores[cells + d])
        if score > most:
            worst, most = 1 << d, score
        if 0 < score < least:
            least = score
    if most < n or 2 * most <= 3 * least:
        return 0, 0.0
    return worst, 0.2 * most


@kernel
def _choose(grid: Numbers, code: Numbers, scores: Numbers) -> tuple[int, int]:
    """Return the cell and the digit, as a mask, to try next; a cell of -1 where all cells are known."""
    best, best_cell, fewest = -1.0, -1, 0
    worst, bonus = _worst_digit(code, scores)
    for cell in range(code[CELLS]):
        mask = int(grid[cell])
        if mask & (mask - 1):
            n = popcount(mask)
            score = (scores[cell] + (bonus if mask & worst else 0.1)) / n
            if score > best:
                best, best_cell, fewest = score, cell, n
    if best_cell < 0:
        return -1, 0
    digit = int(grid[best_cell]) & -int(grid[best_cell])
    if fewest <= 2:
        return best_cell, digit
    best = (scores[best_cell] + 0.1) / fewest
    n = int(code[DIGITS])
    for h in range(code[HOUSES]):
        cells = int(code[HOUSES_AT]) + h * n
        once = twice = more = largest = 0
        for i in range(cells, cells + n):
            mask = int(grid[code[i]])
            more |= twice & mask
            twice |= once & mask
            once |= mask
            largest = max(largest, scores[code[i]])
        if code[WIDE] == 0:
            twice &= ~more
        if twice == 0 or (largest + 0.1) / 2 <= best:
            continue
        while twice:
            bit = twice & -twice
            twice ^= bit
            top, top_cell, places = -1, -1, 0
            for i in range(cells, cells + n):
                if grid[code[i]] & bit:
                    places += 1
                    if scores[code[i]] > top:
                        top, top_cell = int(scores[code[i]]), int(code[i])
            if (top + 0.1) / places > best:
                best, best_cell, digit = (top + 0.1) / places, top_cell, bit
    return best_cell, digit


@early
def _begin(grid: Numbers, code: Numbers, work: Numbers) -> bool:
    """Have every cell of a fresh grid looked at; return False where one has no candidate."""
    for level in range(1, LEVELS):
        work[CURSORS + level] = code[LEVEL_ENDS + level - 1]
    for cell in range(code[CELLS]):
        if grid[cell] == 0:
            return False
        work[CHANGED + (cell >> 4)] |= 1 << (cell & 15)
    return True


@kernel
def explore(
    stack: Grids,
    code: Numbers,
    work: Numbers,
    peers: Sets,
    wakes: Sets,
    waiting: Bits,
    scores: Numbers,
    state: Numbers,
    limit: int,
    nodes: int,
    seen: Numbers,
    solutions: Grids,
) -> bool:
    """Search on for solutions, up to a limit, for so many nodes; return whether the search has come to its end.

    The first rows of the stack are the positions left, the last of them settled: propagators take nothing more out of
    it. At first the only row is a fresh grid, which is settled before any node is counted. `solutions` takes as many
    solutions as it has rows. Where `seen` is not empty, it gathers the candidates of all solutions, and positions that
    have no others are left out; such candidates are tried first. Where it has a second row of cells, that is the last
    solution, which the search stays close to.
    """
    cells = int(code[CELLS])
    is_settled = True
    if state[BEGUN] == 0:
        state[BEGUN], is_settled = 1, False
        state[DEPTH] = _begin(stack[0], code, work)
    while state[DEPTH] > 0:
        grid = stack[state[DEPTH] - 1]
        if not is_settled:
            is_settled = propagate(grid, code, work, peers, wakes, waiting)
            if not is_settled:
                if state[NODES]:  # in a fresh grid there is nothing to learn from
                    _blame(code, work, scores, state)
                _leave(stack, code, work, state)
                continue
        if state[FOUND] >= limit or nodes <= 0:
            return bool(state[FOUND] >= limit)
        nodes -= 1
        state[NODES] += 1
        if len(seen) and not _has_news(grid, seen, cells):
            is_settled = False
            _leave(stack, code, work, state)
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
            is_settled = False
            _leave(stack, code, work, state)
            continue
        if len(seen):
            wanted = int(grid[cell]) & (int(seen[cells + cell]) if len(seen) > cells else ~int(seen[cell]))
            if wanted:
                digit = wanted & -wanted
        child = stack[state[DEPTH]]
        for i in range(cells):
            child[i] = grid[i]
        grid[cell] ^= digit
        grid[cells], grid[cells + 1] = cell, digit
        narrow(child, code, work, cell, digit)
        state[DEPTH] += 1
        is_settled = False
    return True


@inlined
def _has_news(grid: Numbers, seen: Numbers, cells: int) -> bool:
    for cell in range(cells):
        if grid[cell] & ~seen[cell]:
            return True
    return False


@kernel
def _blame(code: Numbers, work: Numbers, scores: Numbers, state: Numbers) -> None:
    cells = int(code[CELLS])
    scores[work[BLAMED]] += 1
    if work[BLAMED_DIGIT] >= 0:
        scores[cells + work[BLAMED_DIGIT]] += 1
    state[FAILURES] += 1
    if state[FAILURES] % HALVING == 0:
        for i in range(cells + code[DIGITS]):
            scores[i] >>= 1 if i < cells else 2


@inlined
def _leave(stack: Grids, code: Numbers, work: Numbers, state: Numbers) -> None:
    """Go back to the position before, without the candidate that was tried there."""
    state[DEPTH] -= 1
    if state[DEPTH]:
        grid = stack[state[DEPTH] - 1]
        cell, digit = int(grid[code[CELLS]]), int(grid[code[CELLS] + 1])
        mask = int(grid[cell])
        grid[cell] = mask | digit  # so that it changes now
        narrow(grid, code, work, cell, mask)
        work[BLAMED], work[BLAMED_DIGIT] = cell, -1
