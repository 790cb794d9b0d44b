# ruff: noqa: C901, FBT001, PLR0912, PLR0913, PLR0915, PLR0917 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""What follows from each assumption, and what from all that could be assumed?

Every candidate is tried, on and off. What an assumption leads to is a run: candidates that go on or off, each
with the nodes that it follows from. If a run says that a candidate is both, the assumption is wrong
(contradiction); what both runs of a candidate say (double), or the runs of all candidates of a cell, or of all
places of a digit in a house, is true. The step with the lowest rating is taken, then the lowest complexity, then
the kind: double, cell, region, contradiction.

    Nishio      links through houses only; contradictions only
    multiple    the links of the position as it stands; cells and regions only, and cells of three or more
    dynamic     what went off is gone: it makes new links, whose ends follow from it as well
    level 1     where that comes to an end, intersections, pairs and X-wings of the changed position
    2, 3        also its cycles and forcing chains; also its multiple chains
    4, 5        also its dynamic chains, at level 0; also those at level 2

A search inside a search works on the changed position and one `depth` down, with room of its own. The dynamic runs
of a level go on where those of a level below end, so they are kept and driven on while the position is the same.

Before multiple chains are followed, `closed` tells which cells and houses can have anything in common.

Tried and dropped, each on Nishio: to take back only what an older run reached, instead of all its places at once (20 %
slower); to give every run its own stretch of `nodes` (50 %).

Nodes are numbered 2 * candidate + on. A run's nodes lie one after another in `nodes`, in the order in which they
are reached (what is on goes on before what is off, each first come, first served), four numbers a row:

    node | where its parents begin in `parents` | how many + (cause << 16) | 1 + number of a nested step, or 0

Parents are places in the run, as is `place[run, node]` (less one, 0: not reached). Causes: 0 assumed, 1 the cell,
2 the box, 3 the row, 4 the column, 5 a step. The complexity of a chain is the number of its different nodes,
and that of a step inside it is added once.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, cast

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.sudoku.kernels.rating.basic_steps import LOCKS, fish, hidden_set, locking, naked_set
from tessella.sudoku.kernels.rating.chain_length import TENTHS, key, sort
from tessella.sudoku.kernels.rating.cycles import CYCLE, Links, collect_cycles, link, losses
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    GRID,
    HOUSE_OF,
    INDEX_OF,
    PEERS,
    PLACES,
    Ints,
    Numbers,
    copy,
    strike,
)
from tessella.sudoku.kernels.rating.steps import (
    CELL_CHAINS,
    COMPLEXITY,
    COVER,
    DIGIT,
    DYNAMIC_CONTRADICTION,
    NESTED_CONTRADICTION,
    NISHIO,
    PLUS_CONTRADICTION,
    RATING,
    REGION_CHAINS,
    SET,
    WHERE,
    describe,
)

__all__ = ["Forcing", "new_forcing", "search"]

_RUNS = 1200
_NODES = 3 << 19
_PARENTS = 1 << 20
_STEPS = 1 << 20  # nested steps that are kept
_NISHIO, _MULTIPLE, _DYNAMIC = range(3)
# The searches inside a search: from which level of it, up to which; their own level and mode.
_INSIDE = np.array([[3, 3, 0, _MULTIPLE], [4, 5, 0, _DYNAMIC], [5, 5, 2, _DYNAMIC]], np.int64)
# What the runs of a level have tried in vain where they end: 1 patterns, 2 cycles, 8 the second search inside; and
# the levels whose runs go on from there.
_TRIED = np.array([0, 1, 3, 7, 9, 25], np.int64)
_ABOVE = np.array([0b111111, 0b111110, 0b001100, 0b001000, 0b110000, 0b100000], np.int64)
_DOUBLE, _CELL, _REGION, _CONTRADICTION = 1, 5, 6, 7

_Two: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
_TwoLong: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int32]]
_TwoWide: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int64]]
_Three: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.int16]]
_ThreeLong: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.int32]]
_TwoBits: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
_ThreeBits: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.uint64]]
_Long: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int32]]


# Room for two searches, one inside the other: name, kind of number, shape. The first index is the depth.
_FIELDS = [
    ("saved", np.int16, (2, GRID)),  # the position as it was
    ("place", np.int16, (2, _RUNS, 1458)),  # [depth, run, node]
    ("nodes", np.int32, (2, _NODES, 4)),  # [depth, number], see above
    ("weights", np.int32, (2, _NODES)),  # how many ancestors a node has, itself included; 0: not counted yet
    ("parents", np.int16, (2, _PARENTS)),
    ("runs", np.int32, (2, _RUNS, 5)),  # first node, nodes, the two ends of a contradiction or -1, a step inside?
    ("run_of", np.int16, (2, 1458)),  # [depth, assumption]: 1 + run, 0: none
    ("sets", np.uint64, (2, _RUNS, 24)),  # the candidates that are on, in 12 words, and that are off
    ("closed", np.uint64, (729, 24)),  # of a candidate: the same of its run through the links as they stand
    ("near", np.uint64, (729, 12)),  # what a candidate puts off
    ("queue", np.int16, (2, 2, 1500)),  # [depth, on]: places that wait
    ("heads", np.int64, (2, 4)),  # head and tail of what is off, head and tail of what is on
    ("best", np.int64, (2, 1458)),  # [depth, loss]: the best key that removes it; at 0 alone for one step
    ("refs", np.int32, (2, 1458, 23)),  # kind, target, cause, ends; run and place of each end; 22: when found
    ("found", np.int32, (2, 20000, 4)),  # what a step removes: candidate, its parents' begin, number; nested step
    ("pool", np.int16, (2, 400000)),  # parents of what is found, as candidates
    ("reached", np.int64, (2,)),  # [depth]: 1 + the level up to which the dynamic runs go, 0: there are none
    (
        "counts",
        np.int64,
        (2, 5),
    ),  # nodes, parents, found, pool; nested steps (at depth 0 for both)
    ("nested", np.int64, (_STEPS, 2)),  # complexity, print
    ("stamp", np.int64, (1458,)),  # [node]: when it was last visited
    ("stack", np.int32, (3000,)),
    ("marks", np.int16, (1458,)),
    ("prints", np.int64, (1 << 15,)),
    ("clock", np.int64, ()),
]


class Forcing(Protocol):
    """The record of `_FIELDS`, as a kernel sees it."""

    saved: _Two
    place: _Three
    nodes: _ThreeLong
    weights: _TwoLong
    parents: _Two
    runs: _ThreeLong
    run_of: _Two
    sets: _ThreeBits
    closed: _TwoBits
    near: _TwoBits
    queue: _Three
    heads: _TwoWide
    best: _TwoWide
    refs: _ThreeLong
    found: _ThreeLong
    pool: _Two
    reached: Ints
    counts: _TwoWide
    nested: _TwoWide
    stamp: Ints
    stack: _Long
    marks: Numbers
    prints: Ints
    clock: int


def new_forcing() -> Sequence[Forcing]:
    """Return empty room, an array of one record."""
    return cast("Sequence[Forcing]", np.zeros(1, np.dtype(_FIELDS)))


@kernel
def _add(room: Forcing, depth: int, run: int, node: int, parent: int, cause: int) -> int:
    """Write a node down, with one parent (-1 for none yet); return its place in the run."""
    counts = room.counts[depth]
    number, used = counts[0], counts[1]
    nodes = room.nodes[depth]
    nodes[number, 0] = node
    nodes[number, 1] = used
    nodes[number, 2] = cause << 16
    nodes[number, 3] = 0
    room.weights[depth, number] = 0
    if parent >= 0:
        room.parents[depth, used] = parent
        nodes[number, 2] += 1
        counts[1] = used + 1
    counts[0] = number + 1
    return int(number - room.runs[depth, run, 0])


@kernel
def _reach(room: Forcing, depth: int, run: int, node: int, parent: int, cause: int) -> int:
    """Reach a node: return its new place, -1 if it was reached before, -2 at a contradiction.

    The ends of a contradiction are written to the run, the one that is on first.
    """
    place = room.place[depth, run]
    against = place[node ^ 1]
    if against:
        count = room.counts[depth, 0] - room.runs[depth, run, 0]
        new = _add(room, depth, run, node, parent, cause)
        room.runs[depth, run, 1] = count
        room.runs[depth, run, 2] = new if node & 1 else against - 1
        room.runs[depth, run, 3] = against - 1 if node & 1 else new
        return -2
    if place[node]:
        return -1
    new = _add(room, depth, run, node, parent, cause)
    _enter(room, depth, run, node, new)
    return new


@kernel
def _enter(room: Forcing, depth: int, run: int, node: int, new: int) -> None:
    """Let a new node wait for its turn."""
    room.place[depth, run, node] = new + 1
    on = node & 1
    n = node >> 1
    room.sets[depth, run, (0 if on else 12) + (n >> 6)] |= np.uint64(1) << np.uint64(n & 63)
    heads = room.heads[depth]
    room.queue[depth, on, heads[2 * on + 1]] = new
    heads[2 * on + 1] += 1


@kernel
def _hidden_parent(room: Forcing, depth: int, run: int, n: int) -> None:
    """Add to the last node the parent that candidate n is off."""
    counts = room.counts[depth]
    room.parents[depth, counts[1]] = room.place[depth, run, 2 * n] - 1
    counts[1] += 1
    room.nodes[depth, counts[0] - 1, 2] += 1


@kernel
def _spread(grid: Numbers, room: Forcing, depth: int, run: int, nishio: bool, dynamic: bool) -> bool:
    """Follow all links until nothing waits; return whether there was a contradiction."""
    heads = room.heads[depth]
    base = room.runs[depth, run, 0]
    nodes = room.nodes[depth]
    saved = room.saved[depth]
    place = room.place[depth, run]
    targets = np.empty(4, np.int64)
    while True:
        if heads[2] < heads[3]:
            slot = room.queue[depth, 1, heads[2]]
            heads[2] += 1
            n = nodes[base + slot, 0] >> 1
            cell = n // 9
            d = n - 9 * cell
            if not nishio:
                mask = grid[cell] & ~(1 << d)
                while mask:
                    node = 2 * (9 * cell + FIRST[mask])
                    mask &= mask - 1
                    # Most have been reached before.
                    if (place[node + 1] or not place[node]) and _reach(room, depth, run, node, slot, 1) == -2:
                        return True
            for k in range(3):
                kind = 2 if k == 0 else k - 1
                house = HOUSE_OF[cell, kind]
                i = INDEX_OF[cell, kind]
                mask = grid[PLACES + 9 * house + d] & ~(1 << i)
                if k:
                    mask &= ~(7 << i // 3 * 3)
                while mask:
                    node = 2 * (9 * CELLS[house, FIRST[mask]] + d)
                    mask &= mask - 1
                    # Most have been reached before.
                    if (place[node + 1] or not place[node]) and _reach(room, depth, run, node, slot, k + 2) == -2:
                        return True
        elif heads[0] < heads[1]:
            slot = room.queue[depth, 0, heads[0]]
            heads[0] += 1
            n = nodes[base + slot, 0] >> 1
            cell = n // 9
            d = n - 9 * cell
            # All that goes on is found before the candidate is gone, and only then looked at.
            many = 0
            targets[0] = targets[1] = targets[2] = targets[3] = -1
            if not nishio and COUNT[grid[cell]] == 2:
                targets[0] = 9 * cell + FIRST[grid[cell] & ~(1 << d)]
                many = 1
            for k in range(3):
                kind = 2 if k == 0 else k - 1
                house = HOUSE_OF[cell, kind]
                mask = grid[PLACES + 9 * house + d]
                if COUNT[mask] == 2:
                    other = 9 * CELLS[house, FIRST[mask & ~(1 << INDEX_OF[cell, kind])]] + d
                    if other != targets[1] and other != targets[2]:
                        targets[k + 1] = other
                        many += 1
            if many:
                for k in range(4):
                    other = targets[k]
                    if other < 0:
                        continue
                    before = room.counts[depth, 0]
                    code = _reach(room, depth, run, 2 * other + 1, slot, k + 1)
                    if room.counts[depth, 0] > before and dynamic:
                        if k == 0:
                            mask = saved[cell] & ~grid[cell]
                            while mask:
                                _hidden_parent(room, depth, run, 9 * cell + FIRST[mask])
                                mask &= mask - 1
                        else:
                            house = HOUSE_OF[cell, 2 if k == 1 else k - 2]
                            mask = saved[PLACES + 9 * house + d] & ~grid[PLACES + 9 * house + d]
                            while mask:
                                _hidden_parent(room, depth, run, 9 * CELLS[house, FIRST[mask]] + d)
                                mask &= mask - 1
                    if code == -2:
                        return True
            if dynamic:
                strike(grid, cell, d)
        else:
            return False


@kernel
def _emit(room: Forcing, depth: int, gone: Numbers, parents: int, nested: int) -> None:
    """Note what a step removes; its parents are the last `parents` of the pool."""
    counts = room.counts[depth]
    for cell in range(81):
        lost = gone[cell]
        while lost:
            many = counts[2]
            if many >= len(room.found[depth]):
                return
            room.found[depth, many, 0] = 9 * cell + FIRST[lost]
            room.found[depth, many, 1] = counts[3] - parents
            room.found[depth, many, 2] = parents
            room.found[depth, many, 3] = nested
            counts[2] = many + 1
            lost &= lost - 1


@kernel
def _pool(room: Forcing, depth: int, n: int) -> int:
    """Add a candidate to the pool of parents; return 1."""
    counts = room.counts[depth]
    room.pool[depth, counts[3]] = n
    counts[3] += 1
    return 1


@kernel
def _advance(grid: Numbers, room: Forcing, depth: int, step: Ints, gone: Numbers) -> None:
    """Find what intersections, or else hidden pairs, naked pairs, X-wings remove that could not be removed before."""
    saved = room.saved[depth]
    counts = room.counts[depth]
    counts[2] = counts[3] = 0
    for family in range(4):
        at = 0
        while True:
            if family == 0:
                at = locking(grid, at, step, gone)
            elif family == 1:
                at = hidden_set(grid, 2, at, step, gone)
            elif family == 2:
                at = naked_set(grid, 2, at, step, gone)
            else:
                at = fish(grid, 2, at, step, gone)
            if at < 0:
                break
            many = 0
            d = step[DIGIT]
            if family == 0:
                house = LOCKS[step[WHERE], 0]
                base = PLACES + 9 * house + d
                mask = saved[base] & ~grid[base] & ~LOCKS[step[WHERE], 2]
                while mask:
                    many += _pool(room, depth, 9 * CELLS[house, FIRST[mask]] + d)
                    mask &= mask - 1
            elif family == 3:
                for line in range(9):
                    if step[SET] >> line & 1:
                        house = step[WHERE] + line
                        base = PLACES + 9 * house + d
                        mask = saved[base] & ~grid[base] & ~step[COVER]
                        while mask:
                            many += _pool(room, depth, 9 * CELLS[house, FIRST[mask]] + d)
                            mask &= mask - 1
            else:
                for i in range(9):
                    cell = CELLS[step[WHERE], i]
                    inside = step[COVER] >> i & 1
                    mask = saved[cell]
                    if family == 1:  # of a hidden pair: its digits elsewhere; of a naked one: other digits in it
                        mask &= 0 if inside else step[SET]
                    else:
                        mask &= ~step[SET] if inside else 0
                    while mask:
                        many += _pool(room, depth, 9 * cell + FIRST[mask])
                        mask &= mask - 1
            if many:
                _emit(room, depth, gone, many, 0)
        if counts[2]:
            return


@kernel
def _mix(value: int, number: int) -> int:
    """Return a print of chains so far and one more number."""
    value = (value ^ number) * 0x2545F4914F6CDD1D
    return value ^ (value >> 29)


@kernel
def _remember(room: Forcing, complexity: int, value: int) -> int:
    """Keep a nested step; return 1 + its number."""
    number = room.counts[0, 4]
    if number + 1 < len(room.nested):
        room.counts[0, 4] = number + 1
    room.nested[number, 0] = complexity
    room.nested[number, 1] = value
    return int(number + 1)


@kernel
def _lost_cell(room: Forcing, depth: int, grid: Numbers, cell: int) -> int:
    """Pool what a cell has lost since the search above began, each candidate once a step; return how many."""
    many = 0
    mask = room.saved[depth, cell] & ~grid[cell]
    while mask:
        n = 9 * cell + FIRST[mask]
        if not room.marks[n]:
            room.marks[n] = 1
            many += _pool(room, depth, n)
        mask &= mask - 1
    return many


@kernel
def _lost_house(room: Forcing, depth: int, grid: Numbers, house: int, d: int) -> int:
    """Pool the places that a digit has lost in a house, in the same way; return how many."""
    many = 0
    base = PLACES + 9 * house + d
    mask = room.saved[depth, base] & ~grid[base]
    while mask:
        n = 9 * CELLS[house, FIRST[mask]] + d
        if not room.marks[n]:
            room.marks[n] = 1
            many += _pool(room, depth, n)
        mask &= mask - 1
    return many


@kernel
def _lost_by(room: Forcing, depth: int, grid: Numbers, node: int, cause: int) -> int:
    """Pool what had to go for a node to go on for its cause; return how many."""
    if not node & 1 or cause == 0:
        return 0
    n = node >> 1
    if cause == 1:
        return _lost_cell(room, depth, grid, n // 9)
    return _lost_house(room, depth, grid, HOUSE_OF[n // 9, 2 if cause == 2 else cause - 3], n % 9)


@kernel
def _unmark(room: Forcing, depth: int, many: int) -> None:
    """Forget which candidates were pooled for a step."""
    for i in range(many):
        room.marks[room.pool[depth, room.counts[depth, 3] - 1 - i]] = 0


@kernel
def _advance_cycles(grid: Numbers, room: Forcing, depth: int, links: Links, step: Ints, gone: Numbers) -> None:
    """Find what cycles and forcing chains remove that could not be removed before."""
    counts = room.counts[depth]
    counts[2] = counts[3] = 0
    found = collect_cycles(grid, links, room.saved[depth])
    seen = 0
    paths = links.paths
    for i in range(found):
        k = links.keys[i] & 0xFFFFF
        losses(grid, links, k, links.keys[i], step, gone)
        loss = 1
        for cell in range(81):
            if gone[cell]:
                loss = _mix(loss, cell << 9 | gone[cell])
        fresh = True
        for j in range(seen):
            if room.prints[j] == loss:
                fresh = False
                break
        if not fresh or seen >= len(room.prints):
            continue
        room.prints[seen] = loss
        seen += 1
        start, stop = links.start[k], links.start[k + 1]
        many = 0
        value = _mix(_mix(1, links.kind[k]), paths[start])
        if links.kind[k] == CYCLE:
            stop -= 2
        for j in range(start, stop, 2):
            many += _lost_by(room, depth, grid, paths[j], paths[j + 1])
            value = _mix(value, paths[j])
        if links.kind[k] == CYCLE:
            # The cycle the other way round: what was off goes on, for the cause for which it went off.
            for j in range(stop - 2, start, -2):
                many += _lost_by(room, depth, grid, paths[j] ^ 1, paths[j + 1])
        _unmark(room, depth, many)
        if many:
            _emit(room, depth, gone, many, _remember(room, step[COMPLEXITY], value))


@kernel
def _weigh(room: Forcing, depth: int, run: int, slot: int) -> int:
    """Return how many different nodes a chain's end follows from, itself included."""
    base = room.runs[depth, run, 0]
    known = room.weights[depth, base + slot]
    if known:
        return int(known)
    room.clock += 1
    now = room.clock
    nodes, parents, stack, stamp = room.nodes[depth], room.parents[depth], room.stack, room.stamp
    stack[0] = slot
    stamp[nodes[base + slot, 0]] = now
    top = 1
    many = 0
    while top:
        top -= 1
        at = base + stack[top]
        many += 1
        start = nodes[at, 1]
        for i in range(start, start + (nodes[at, 2] & 0xFFFF)):
            parent = parents[i]
            node = nodes[base + parent, 0]
            if stamp[node] != now:
                stamp[node] = now
                stack[top] = parent
                top += 1
    room.weights[depth, base + slot] = many
    return many


@kernel
def _walk(room: Forcing, depth: int, run: int, slot: int) -> int:
    """Put the nodes of a chain into `room.stack`, its end first, parents level by level; return how many."""
    base = room.runs[depth, run, 0]
    room.clock += 1
    now = room.clock
    nodes, parents, stack, stamp = room.nodes[depth], room.parents[depth], room.stack, room.stamp
    stack[0] = slot
    stamp[nodes[base + slot, 0]] = now
    head, tail = 0, 1
    while head < tail:
        at = base + stack[head]
        head += 1
        start = nodes[at, 1]
        for i in range(start, start + (nodes[at, 2] & 0xFFFF)):
            parent = parents[i]
            node = nodes[base + parent, 0]
            if stamp[node] != now:
                stamp[node] = now
                stack[tail] = parent
                tail += 1
    return tail


@kernel
def _inner(room: Forcing, depth: int, refs: _Long) -> int:
    """Return the complexity of all different steps nested in the chains of a step."""
    total, seen = 0, 0
    for i in range(refs[3]):
        run = refs[4 + 2 * i]
        if not room.runs[depth, run, 4]:
            continue
        base = room.runs[depth, run, 0]
        for j in range(_walk(room, depth, run, refs[5 + 2 * i])):
            number = room.nodes[depth, base + room.stack[j], 3]
            if not number:
                continue
            value = room.nested[number - 1, 1]
            fresh = True
            for k in range(seen):
                fresh &= room.prints[k] != value
            if fresh:
                room.prints[seen] = value
                seen += 1
                total += room.nested[number - 1, 0]
    return total


@kernel
def _offer(room: Forcing, depth: int, level: int, family: int, collect: bool, trial: _Long) -> None:
    """Keep a step if it goes before all others that remove the same (or before all others, for one step)."""
    target = trial[1]
    n = target >> 1
    cell = n // 9
    slot = 0
    candidates = room.saved[depth, cell]
    if target & 1:
        others = candidates & ~(1 << n - 9 * cell)
        if not others:
            return
        slot = 9 * cell + FIRST[others] if COUNT[others] == 1 else 729 + n
    else:
        slot = n
    if not collect:
        slot = 0
    best = room.best[depth, slot]
    complexity = 0
    for i in range(trial[3]):
        complexity += _weigh(room, depth, trial[4 + 2 * i], trial[5 + 2 * i])
        if key(family, complexity, trial[0]) >= best:
            return
    if level > 1:
        complexity += _inner(room, depth, trial)
    value = key(family, complexity, trial[0])
    if value < best:
        room.best[depth, slot] = value
        trial[22] += 1
        copy(room.refs[depth, slot], trial)


@kernel
def _offer_common(
    room: Forcing,
    depth: int,
    level: int,
    family: int,
    collect: bool,
    trial: _Long,
    members: Ints,
    many: int,
) -> None:
    """Offer all that the runs of `members` have in common, in the order of the first of them.

    Where a run has not been followed, nothing is.
    """
    for j in range(many):
        if members[j] < 0:
            return
    common = np.empty(24, np.uint64)
    some = np.uint64(0)
    for i in range(24):
        word = room.sets[depth, members[0], i]
        for j in range(1, many):
            word &= room.sets[depth, members[j], i]
        common[i] = word
        some |= word
    if some == np.uint64(0):
        return
    trial[3] = many
    base, count = room.runs[depth, members[0], 0], room.runs[depth, members[0], 1]
    for on in range(1, -1, -1):
        for slot in range(count):
            node = room.nodes[depth, base + slot, 0]
            n = node >> 1
            if node & 1 != on:
                continue
            if not common[(0 if on else 12) + (n >> 6)] >> np.uint64(n & 63) & np.uint64(1):
                continue
            trial[1] = node
            for j in range(many):
                trial[4 + 2 * j] = members[j]
                trial[5 + 2 * j] = room.place[depth, members[j], node] - 1
            _offer(room, depth, level, family, collect, trial)


@kernel
def _judge(room: Forcing, depth: int, level: int, family: int, nishio: bool, dynamic: bool, collect: bool) -> None:
    """Offer every step that the runs allow."""
    saved = room.saved[depth]
    trial = np.zeros(23, np.int32)
    members = np.zeros(9, np.int64)
    for cell in range(81):
        mask = saved[cell]
        count = COUNT[mask]
        if count < 2 or (count == 2 and not dynamic):
            continue
        for d in range(9):
            if not mask >> d & 1:
                continue
            n = 9 * cell + d
            on = room.run_of[depth, 2 * n + 1] - 1
            if dynamic:
                off = room.run_of[depth, 2 * n] - 1
                for turn in range(2):
                    run = off if turn else on
                    if room.runs[depth, run, 2] >= 0:
                        trial[0], trial[1], trial[2], trial[3] = _CONTRADICTION, 2 * n + turn, 0, 2
                        trial[4] = trial[6] = run
                        trial[5], trial[7] = room.runs[depth, run, 2], room.runs[depth, run, 3]
                        _offer(room, depth, level, family, collect, trial)
                if count >= 3 and not nishio:
                    members[0], members[1] = on, off
                    trial[0], trial[2] = _DOUBLE, 0
                    _offer_common(room, depth, level, family, collect, trial, members, 2)
            if nishio:
                continue
            for k in range(3):
                kind = 2 if k == 0 else k - 1
                house = HOUSE_OF[cell, kind]
                places = saved[PLACES + 9 * house + d]
                if COUNT[places] < 2 or CELLS[house, FIRST[places]] != cell:
                    continue
                many = 0
                while places:
                    members[many] = room.run_of[depth, 2 * (9 * CELLS[house, FIRST[places]] + d) + 1] - 1
                    many += 1
                    places &= places - 1
                trial[0], trial[2] = _REGION, k + 2
                _offer_common(room, depth, level, family, collect, trial, members, many)
        if nishio:
            continue
        many = 0
        for d in range(9):
            if mask >> d & 1:
                members[many] = room.run_of[depth, 2 * (9 * cell + d) + 1] - 1
                many += 1
        trial[0], trial[2] = _CELL, 1
        _offer_common(room, depth, level, family, collect, trial, members, many)


@kernel
def _close(room: Forcing, links: Links, depth: int) -> None:
    """Find what every candidate puts on and off through the links as they stand.

    The order does not matter for this, so sets are enough; where another candidate's are known, they are taken over.
    """
    saved, near, closed, stack = room.saved[depth], room.near, room.closed, room.stack
    for cell in range(81):
        rest = saved[cell]
        while rest:
            d = FIRST[rest]
            rest &= rest - 1
            n = 9 * cell + d
            for word in range(12):
                near[n, word] = 0
            others = saved[cell] & ~(1 << d)
            while others:
                m = 9 * cell + FIRST[others]
                others &= others - 1
                near[n, m >> 6] |= np.uint64(1) << np.uint64(m & 63)
            for i in range(20):
                if saved[PEERS[cell, i]] >> d & 1:
                    m = 9 * PEERS[cell, i] + d
                    near[n, m >> 6] |= np.uint64(1) << np.uint64(m & 63)
    for n in range(729):
        if not saved[n // 9] >> n % 9 & 1:
            continue
        row = closed[n]
        for word in range(24):
            row[word] = 0
        row[n >> 6] = np.uint64(1) << np.uint64(n & 63)
        stack[0] = n
        top = 1
        while top:
            top -= 1
            m = stack[top]
            if m < n:
                for word in range(24):
                    row[word] |= closed[m, word]
                continue
            for word in range(12):
                new = near[m, word] & ~row[12 + word]
                row[12 + word] |= new
                while new:
                    off = 64 * word + trailing_zeros(new)
                    new &= new - np.uint64(1)
                    for i in range(links.strong_many[off]):
                        on = links.strong[off, i]
                        if not row[on >> 6] >> np.uint64(on & 63) & np.uint64(1):
                            row[on >> 6] |= np.uint64(1) << np.uint64(on & 63)
                            stack[top] = on
                            top += 1


@kernel
def _want(room: Forcing, depth: int, members: Ints, many: int, runs: int) -> int:
    """Give runs to some candidates if they may have something in common; return how many runs there are."""
    some = np.uint64(0)
    for word in range(24):
        common = room.closed[members[0], word]
        for i in range(1, many):
            common &= room.closed[members[i], word]
        some |= common
    if some:
        for i in range(many):
            node = 2 * members[i] + 1
            if not room.run_of[depth, node]:
                runs += 1
                room.run_of[depth, node] = runs
    return runs


@kernel
def _plan(room: Forcing, links: Links, depth: int, dynamic: bool) -> None:
    """Give every assumption that has to be followed a number, in `room.run_of`."""
    saved = room.saved[depth]
    run_of = room.run_of[depth]
    run_of[:] = 0
    members = np.empty(9, np.int64)
    runs = 0
    if not dynamic:
        link(saved, links)
        _close(room, links, depth)
    for cell in range(81):
        count = COUNT[saved[cell]]
        if count < 2 or (count == 2 and not dynamic):
            continue
        many = 0
        for d in range(9):
            if not saved[cell] >> d & 1:
                continue
            n = 9 * cell + d
            if dynamic:
                run_of[2 * n], run_of[2 * n + 1] = runs + 1, runs + 2
                runs += 2
                continue
            for kind in range(3):
                house = HOUSE_OF[cell, kind]
                places = saved[PLACES + 9 * house + d]
                if COUNT[places] < 2 or CELLS[house, FIRST[places]] != cell:
                    continue
                many = 0
                while places:
                    members[many] = 9 * CELLS[house, FIRST[places]] + d
                    many += 1
                    places &= places - 1
                runs = _want(room, depth, members, many, runs)
        if not dynamic:
            many = 0
            for d in range(9):
                if saved[cell] >> d & 1:
                    members[many] = 9 * cell + d
                    many += 1
            runs = _want(room, depth, members, many, runs)


@kernel
def _begin(room: Forcing, depth: int, run: int, node: int) -> None:
    """Begin a run with its assumption."""
    room.place[depth, run] = 0
    room.sets[depth, run] = 0
    room.heads[depth] = 0
    room.runs[depth, run, 0] = room.counts[depth, 0]
    room.runs[depth, run, 2] = -1
    room.runs[depth, run, 4] = 0
    _enter(room, depth, run, node, _add(room, depth, run, node, -1, 0))


@kernel
def _go_on(grid: Numbers, room: Forcing, depth: int, run: int) -> None:
    """Let a run go on that has come to an end: the grid is as it left it, nothing waits, and it moves to the end."""
    for i in range(4):
        room.heads[depth, i] = 0
    old, new = room.runs[depth, run, 0], room.counts[depth, 0]
    for i in range(room.runs[depth, run, 1]):
        for k in range(4):
            room.nodes[depth, new + i, k] = room.nodes[depth, old + i, k]
        room.weights[depth, new + i] = room.weights[depth, old + i]
        node = room.nodes[depth, new + i, 0]
        if not node & 1:
            strike(grid, node // 18, (node >> 1) % 9)
    room.runs[depth, run, 0] = new
    room.counts[depth, 0] = new + room.runs[depth, run, 1]


@kernel
def _take_in(room: Forcing, depth: int, run: int) -> bool:
    """Put off what steps remove; return whether there is anything new."""
    fresh = False
    for i in range(room.counts[depth, 2]):
        node = 2 * room.found[depth, i, 0]
        if room.place[depth, run, node]:
            continue
        new = _add(room, depth, run, node, -1, 5)
        start = room.found[depth, i, 1]
        for j in range(start, start + room.found[depth, i, 2]):
            _hidden_parent(room, depth, run, room.pool[depth, j])
        nested = room.found[depth, i, 3]
        room.nodes[depth, room.counts[depth, 0] - 1, 3] = nested
        if nested:
            room.runs[depth, run, 4] = 1
        _enter(room, depth, run, node, new)
        fresh = True
    return fresh


@kernel
def _hand_up(grid: Numbers, room: Forcing, depth: int, gone: Numbers) -> None:
    """Give the search above what the steps found here remove that could not be removed before."""
    above = depth - 1
    keys = room.best[depth]
    order, slots = np.empty(1458, np.int64), np.empty(1458, np.int64)
    many = 0
    for slot in range(1458):
        if keys[slot] < 1 << 62:
            order[many] = keys[slot] | room.refs[depth, slot, 22]  # of equals the first one found goes first
            slots[many] = slot
            many += 1
    sort(order, slots, many)
    for i in range(many):
        refs = room.refs[depth, slots[i]]
        target = refs[1]
        cell = (target >> 1) // 9
        d = (target >> 1) - 9 * cell
        gone[:] = 0
        gone[cell] = grid[cell] & ~(1 << d) if target & 1 else 1 << d
        parents = 0
        value = 2
        for k in range(refs[3]):
            value = _mix(value, target if refs[0] != _CONTRADICTION else k)
        for k in range(refs[3]):
            run = refs[4 + 2 * k]
            base = room.runs[depth, run, 0]
            value = _mix(value, -1)
            for j in range(_walk(room, depth, run, refs[5 + 2 * k])):
                at = base + room.stack[j]
                node = room.nodes[depth, at, 0]
                value = _mix(value, node)
                cause = room.nodes[depth, at, 2] >> 16
                if cause == 0:
                    cause = refs[2]
                parents += _lost_by(room, above, grid, node, cause)
        _unmark(room, above, parents)
        if parents:
            complexity = room.best[depth, slots[i]] >> 24 & 0xFFFFF
            _emit(room, above, gone, parents, _remember(room, complexity, value))


@kernel
def search(
    grid: Numbers,
    rooms: Sequence[Forcing],
    all_links: Sequence[Links],
    depth: int,
    level: int,
    mode: int,
    step: Ints,
    gone: Numbers,
    limit: int,
) -> bool:
    """Follow every assumption of a family, mode 0 Nishio, 1 multiple, 2 dynamic, at a level, and offer all steps.

    At depth 0 this finds the step that goes first, if its key is below `limit`; below, all steps are handed up.
    """
    if depth > 1 or key(3 + mode + level, 1, 0) >= limit:
        return False
    room, links = rooms[0], all_links[0]
    nishio, dynamic = mode == _NISHIO, mode != _MULTIPLE
    family = 3 + mode + level
    before = room.reached[depth] - 1 if mode == _DYNAMIC else -1
    if before >= 0 and _ABOVE[before] >> level & 1:
        for i in range(GRID):
            if room.saved[depth, i] != grid[i]:
                before = -1
                break
    else:
        before = -1
    room.reached[depth] = 1 + level if mode == _DYNAMIC else 0
    for i in range(1458):
        room.best[depth, i] = 1 << 62
    nested = room.counts[0, 4]
    if before < 0:
        if not depth:
            room.counts[0, 4] = 0
        room.counts[depth, 0] = room.counts[depth, 1] = 0
        copy(room.saved[depth], grid)
        _plan(room, links, depth, dynamic)
    for node in range(1458):
        run = room.run_of[depth, node] - 1
        if run < 0:
            continue
        tried = 0
        if before < 0:
            _begin(room, depth, run, node)
        elif room.runs[depth, run, 2] >= 0:
            continue
        else:
            _go_on(grid, room, depth, run)
            tried = _TRIED[before]
        going = True
        while going:
            if _spread(grid, room, depth, run, nishio, dynamic):
                break
            room.runs[depth, run, 1] = room.counts[depth, 0] - room.runs[depth, run, 0]
            if level == 0:
                break
            room.counts[depth, 2] = 0
            if not tried & 1:
                _advance(grid, room, depth, step, gone)
            if room.counts[depth, 2] == 0 and level in (2, 3) and not tried & 2:
                _advance_cycles(grid, room, depth, links, step, gone)
            for k in range(len(_INSIDE)):
                if tried >> (k + 2) & 1 or room.counts[depth, 2]:
                    continue
                if _INSIDE[k, 0] <= level <= _INSIDE[k, 1]:
                    search(grid, rooms, all_links, depth + 1, _INSIDE[k, 2], _INSIDE[k, 3], step, gone, limit | 1 << 62)
            going = _take_in(room, depth, run)
            tried = 0
        copy(grid, room.saved[depth])
    _judge(room, depth, level, family, nishio, dynamic, depth > 0)
    if depth:
        room.counts[0, 4] = nested
        room.counts[depth - 1, 2] = room.counts[depth - 1, 3] = 0
        _hand_up(grid, room, depth, gone)
        return False
    value = room.best[0, 0]
    if value >= limit:
        return False
    kind, target = room.refs[0, 0, 0], room.refs[0, 0, 1]
    if mode == _NISHIO:
        technique = NISHIO
    elif mode == _MULTIPLE:
        technique = CELL_CHAINS if kind == _CELL else REGION_CHAINS
    else:
        technique = DYNAMIC_CONTRADICTION if level == 0 else PLUS_CONTRADICTION if level == 1 else NESTED_CONTRADICTION
        technique += 0 if kind == _CONTRADICTION else 1 if kind == _DOUBLE else 2 if kind == _CELL else 3
    cell = (target >> 1) // 9
    d = (target >> 1) - 9 * cell
    describe(step, technique, cell if target & 1 else -1, d)
    gone[:] = 0
    gone[cell] = grid[cell] & ~(1 << d) if target & 1 else 1 << d
    step[RATING] = TENTHS[value >> 44]
    step[COMPLEXITY] = value >> 24 & 0xFFFFF
    return True
