"""Runs: all that follows from one assumption, as nodes with their parents.

Nodes are numbered 2 * candidate + on. A run's nodes lie one after another in `nodes`, in the order in which they
are reached (what is on goes on before what is off, each first come, first served), four numbers a row:

    NODE | where its parents begin in `parents` | how many + (cause << 16) | 1 + number of a nested step, or 0

Parents are places in the run, as is `place[run, node]` (less one, 0: not reached). Causes: 0 assumed, 1 the cell,
2 the box, 3 the row, 4 the column, 5 a nested step. The complexity of a chain is the number of its different nodes,
and that of a step inside it is added once.

Dead ends, each measured on Nishio: to take back only what an older run reached, instead of all its places at once (20 %
slower); to give every run its own stretch of `nodes` (50 %).
"""

from typing import Any, TypeAlias

import numpy as np

from tessella.compiled.bits import set_bit
from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    GRID,
    HOUSE_OF,
    INDEX_OF,
    PLACES,
    Numbers,
    copy,
    eliminate,
)
from tessella.sudoku.kernels.rating.steps import STEP

Search: TypeAlias = Any  # a record of FIELDS

NISHIO, MULTIPLE, DYNAMIC = range(3)  # modes of a search

NODE, PARENTS, CAUSE, NESTED = range(4)  # the numbers of a node: CAUSE holds how many parents as well
BEGIN, SIZE, ON_END, OFF_END, WITH_NESTED = range(5)  # of a run: its nodes, the ends of a contradiction or -1

_RUNS = 1200
_NODES = 3 << 19
_PARENTS = 1 << 20
_STEPS = 1 << 20  # nested steps that are kept

# Room for a search: name, kind of number, shape.
FIELDS = [
    ("grid", np.int16, (GRID,)),  # the position
    ("step", np.int64, (STEP,)),  # the step at hand
    ("saved", np.int16, (GRID,)),  # the position as it was
    ("place", np.int16, (_RUNS, 1458)),  # [run, node]
    ("nodes", np.int32, (_NODES, 4)),  # see above
    ("weights", np.int32, (_NODES,)),  # how many ancestors a node has, itself included; 0: not counted yet
    ("parents", np.int16, (_PARENTS,)),
    ("runs", np.int32, (_RUNS, 5)),
    ("run_of", np.int16, (1458,)),  # [assumption]: 1 + run, 0: none
    ("sets", np.uint64, (_RUNS, 24)),  # the candidates that are on, in 12 words, and that are off
    ("closed", np.uint64, (729, 24)),  # of a candidate: the same of its run through the links as they stand
    ("near", np.uint64, (729, 12)),  # what a candidate puts off
    ("groups", np.int16, (324, 11)),  # of which one member is true: cells, and the places of digits in houses
    ("queue", np.int16, (2, 1500)),  # [on]: places that wait
    ("heads", np.int64, (4,)),  # head and tail of what is off, head and tail of what is on
    ("best", np.int64, (1458,)),  # [elimination]: the best key that gives it; at 0 alone for one step
    ("offers", np.int64, (1458, 23)),  # the step with that key, see `forcing_chains`
    ("found", np.int32, (20000, 4)),  # what nested steps eliminate: candidate, its parents' begin, number; step
    ("pool", np.int16, (400000,)),  # parents of what is found, as candidates
    ("nested", np.int64, (_STEPS, 2)),  # complexity and hash of a nested step
    ("stamp", np.int64, (1458,)),  # [node]: when it was last visited
    ("stack", np.int32, (3000,)),
    ("marks", np.int16, (1458,)),
    ("hashes", np.int64, (1 << 15,)),
    ("group_count", np.int64, ()),
    ("node_count", np.int64, ()),
    ("parent_count", np.int64, ()),
    ("found_count", np.int64, ()),
    ("pool_count", np.int64, ()),
    ("nested_count", np.int64, ()),
    ("reached", np.int64, ()),  # 1 + the level up to which the dynamic runs go, 0: there are none
    ("limit", np.int64, ()),  # a step's key is below it
    ("work", np.int64, ()),  # how many nodes were followed for a puzzle
    ("budget", np.int64, ()),  # how many may be
    ("clock", np.int64, ()),
]


def new_searches() -> Any:
    """Return room for two searches, one inside the other: an array of two records."""
    searches = np.zeros(2, np.dtype(FIELDS))
    searches["limit"] = searches["budget"] = 1 << 62
    return searches


@kernel
def add_node(search: Search, run: int, node: int, parent: int, cause: int) -> int:
    """Write a node down, with one parent (-1 for none yet); return its place in the run."""
    number, used = search.node_count, search.parent_count
    row = search.nodes[number]
    row[NODE], row[PARENTS], row[CAUSE], row[NESTED] = node, used, cause << 16, 0
    search.weights[number] = 0
    search.node_count = number + 1
    if parent >= 0:
        _add_place(search, parent)
    return int(number - search.runs[run, BEGIN])


@kernel
def _add_place(search: Search, place: int) -> None:
    search.parents[search.parent_count] = place
    search.parent_count += 1
    search.nodes[search.node_count - 1, CAUSE] += 1


@kernel
def add_parent(search: Search, run: int, n: int) -> None:
    """Add to the last node the parent that candidate n is off."""
    _add_place(search, search.place[run, 2 * n] - 1)


@kernel
def enter(search: Search, run: int, node: int, new: int) -> None:
    """Let a new node wait for its turn."""
    search.place[run, node] = new + 1
    on = node & 1
    set_bit(search.sets[run], node >> 1 if on else 768 + (node >> 1))
    search.queue[on, search.heads[2 * on + 1]] = new
    search.heads[2 * on + 1] += 1


@kernel
def _reach(search: Search, run: int, node: int, parent: int, cause: int) -> bool:
    """Reach a node; return whether that is a contradiction. Its ends are written to the run."""
    against = search.place[run, node ^ 1]
    if against:
        search.runs[run, SIZE] = search.node_count - search.runs[run, BEGIN]
        new = add_node(search, run, node, parent, cause)
        search.runs[run, ON_END] = new if node & 1 else against - 1
        search.runs[run, OFF_END] = against - 1 if node & 1 else new
        return True
    if not search.place[run, node]:
        enter(search, run, node, add_node(search, run, node, parent, cause))
    return False


@kernel
def propagate(grid: Numbers, search: Search, run: int, mode: int) -> bool:
    """Follow all links until nothing waits; return whether there was a contradiction."""
    heads = search.heads
    base = search.runs[run, BEGIN]
    targets = np.empty(4, np.int64)
    while True:
        if heads[2] < heads[3]:
            slot = search.queue[1, heads[2]]
            heads[2] += 1
            if _put_off(grid, search, run, slot, search.nodes[base + slot, NODE] >> 1, mode):
                return True
        elif heads[0] < heads[1]:
            slot = search.queue[0, heads[0]]
            heads[0] += 1
            n = search.nodes[base + slot, NODE] >> 1
            if _put_on(grid, search, run, slot, n, mode, targets):
                return True
            if mode != MULTIPLE:
                eliminate(grid, n // 9, n % 9)
        else:
            return False


@kernel(early=True)
def _put_off(grid: Numbers, search: Search, run: int, slot: int, n: int, mode: int) -> bool:
    """Reach what candidate n puts off by being on; return whether there was a contradiction."""
    place = search.place[run]
    cell, d = n // 9, n % 9
    if mode != NISHIO:
        mask = grid[cell] & ~(1 << d)
        while mask:
            node = 2 * (9 * cell + FIRST[mask])
            mask &= mask - 1
            # Most have been reached before.
            if (place[node + 1] or not place[node]) and _reach(search, run, node, slot, 1):
                return True
    for k in range(3):
        house = HOUSE_OF[cell, k]
        i = INDEX_OF[cell, k]
        mask = grid[PLACES + 9 * house + d] & ~(1 << i)
        if k:
            mask &= ~(7 << i // 3 * 3)
        while mask:
            node = 2 * (9 * CELLS[house, FIRST[mask]] + d)
            mask &= mask - 1
            if (place[node + 1] or not place[node]) and _reach(search, run, node, slot, k + 2):
                return True
    return False


@kernel(early=True)
def _put_on(grid: Numbers, search: Search, run: int, slot: int, n: int, mode: int, targets: Any) -> bool:
    """Reach what candidate n puts on by being off; return whether there was a contradiction.

    All that goes on is found before the candidate is gone, and only then looked at.
    """
    cell, d = n // 9, n % 9
    targets[:] = -1
    if mode != NISHIO and COUNT[grid[cell]] == 2:
        targets[0] = 9 * cell + FIRST[grid[cell] & ~(1 << d)]
    for k in range(3):
        house = HOUSE_OF[cell, k]
        mask = grid[PLACES + 9 * house + d]
        if COUNT[mask] == 2:
            other = 9 * CELLS[house, FIRST[mask & ~(1 << INDEX_OF[cell, k])]] + d
            if other != targets[1] and other != targets[2]:
                targets[k + 1] = other
    for k in range(4):
        if targets[k] < 0:
            continue
        before = search.node_count
        contradiction = _reach(search, run, 2 * targets[k] + 1, slot, k + 1)
        if search.node_count > before and mode != MULTIPLE:
            _add_hidden_parents(grid, search, run, cell, d, k)
        if contradiction:
            return True
    return False


@kernel(early=True)
def _add_hidden_parents(grid: Numbers, search: Search, run: int, cell: int, d: int, k: int) -> None:
    """Add to the last node what else had to go for its link: other digits of the cell, or places of a house."""
    house = HOUSE_OF[cell, max(k - 1, 0)]
    at = PLACES + 9 * house + d if k else cell
    mask = search.saved[at] & ~grid[at]
    while mask:
        add_parent(search, run, 9 * CELLS[house, FIRST[mask]] + d if k else 9 * cell + FIRST[mask])
        mask &= mask - 1


@kernel
def begin_run(search: Search, run: int, node: int) -> None:
    """Begin a run with its assumption."""
    search.place[run] = 0
    search.sets[run] = 0
    search.heads[:] = 0
    search.runs[run, BEGIN], search.runs[run, ON_END], search.runs[run, WITH_NESTED] = search.node_count, -1, 0
    enter(search, run, node, add_node(search, run, node, -1, 0))


@kernel
def resume_run(grid: Numbers, search: Search, run: int) -> None:
    """Let a run go on that has come to an end: the grid is as it left it, nothing waits, and it moves to the end."""
    search.heads[:] = 0
    old, new = search.runs[run, BEGIN], search.node_count
    size = search.runs[run, SIZE]
    for i in range(size):
        copy(search.nodes[new + i], search.nodes[old + i])
        search.weights[new + i] = search.weights[old + i]
        node = search.nodes[new + i, NODE]
        if not node & 1:
            eliminate(grid, node // 18, (node >> 1) % 9)
    search.runs[run, BEGIN] = new
    search.node_count = new + size


@kernel
def collect_chain(search: Search, run: int, slot: int) -> int:
    """Put the nodes of a chain into `search.stack`, its end first, parents level by level; return how many."""
    base = search.runs[run, BEGIN]
    search.clock += 1
    now = search.clock
    nodes, parents, stack, stamp = search.nodes, search.parents, search.stack, search.stamp
    stack[0] = slot
    stamp[nodes[base + slot, NODE]] = now
    head, tail = 0, 1
    while head < tail:
        at = base + stack[head]
        head += 1
        start = nodes[at, PARENTS]
        for i in range(start, start + (nodes[at, CAUSE] & 0xFFFF)):
            parent = parents[i]
            node = nodes[base + parent, NODE]
            if stamp[node] != now:
                stamp[node] = now
                stack[tail] = parent
                tail += 1
    return tail
