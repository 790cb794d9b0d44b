# ruff: noqa: C901, FBT001, FBT003, PLR0912, PLR0913, PLR0915, PLR0917 - a kernel takes its arrays by
# position and is one loop with many cases; parts of it in functions of their own would be slower to compile.
"""Which bidirectional cycles and forcing chains are there, and which goes first?

A chain alternates: a candidate that is on puts others off (weak links: the rest of its cell, the same digit in
its houses); one that is off puts another on (strong links: a cell or house that holds two). X-chains go through
houses only, Y-chains through cells of two; forcing chains lead from an assumption to its contrary.

Searches go in breadth, so the first way that is found to a node is a shortest one, and the order of links (the
cell, then box, row, column) decides which. As a candidate that is off and has no strong link leads nowhere,
weak links to such ones are left out.

Weak links of candidate n, at `weak[n]`, box, row and column as causes 2, 3, 4, the cell as 1:

    | the cell's other digits | peers with the digit, in the order of PEERS |
      0 .. weak_cell[n] - 1     weak_cell[n] .. weak_many[n] - 1

Strong links of candidate n, at `strong[n]`: first the cell's other digit, if it has two (`strong_cell[n]` is then
1), then the other place in box, row, column, each candidate once; `strong_many[n]` in all.

A path is kept as nodes, two numbers each: 2 * candidate + on, and the cause that made it so.
"""

from typing import Protocol, TypeAlias, cast

import numpy as np

from tessella.jit import kernel
from tessella.sudoku.kernels.rating_grid import (
    CELLS,
    COUNT,
    FIRST,
    HOUSE_OF,
    INDEX_OF,
    NEAR,
    PEER_HOUSE,
    PEERS,
    PLACES,
    SEEN,
    Ints,
    Numbers,
)
from tessella.sudoku.kernels.rating_length import TENTHS, key, longest
from tessella.sudoku.kernels.rating_steps import (
    COMPLEXITY,
    FORCING_CHAIN,
    FORCING_X_CHAIN,
    RATING,
    X_CYCLE,
    XY_CYCLE,
    Y_CYCLE,
    describe,
)

__all__ = ["CYCLE", "Links", "best_cycle", "collect_cycles", "cycle_losses", "losses", "new_links"]

Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Causes: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

CYCLE, CHAIN = 1, 0  # what a found path is
_X, _Y, _BOTH = 2, 3, 4  # kinds of links, as `rating_length` numbers them
_MOST = 1 << 15  # found paths that are kept
_ROOM = 1 << 20  # numbers of paths that are kept


# Room for the links of a position and for a search through them: name, kind of number, shape.
_FIELDS = [
    ("weak", np.int16, (729, 28)),
    ("weak_cause", np.uint8, (729, 28)),
    ("weak_cell", np.int16, (729,)),
    ("weak_many", np.int16, (729,)),
    ("strong", np.int16, (729, 4)),
    ("strong_cause", np.uint8, (729, 4)),
    ("strong_cell", np.int16, (729,)),
    ("strong_many", np.int16, (729,)),
    # The search: which nodes have been reached (by the number of the search), from where, for which cause.
    ("on_seen", np.int64, (729,)),
    ("off_seen", np.int64, (729,)),
    ("on_from", np.int16, (729,)),
    ("off_from", np.int16, (729,)),
    ("on_cause", np.int16, (729,)),
    ("off_cause", np.int16, (729,)),
    ("queue", np.int16, (1500,)),  # what is reached, in order; the last number: the node before a found path's end
    # What is found: keys, cycle or chain, and where its path begins in `paths`.
    ("keys", np.int64, (_MOST,)),
    ("kind", np.int16, (_MOST,)),
    ("start", np.int64, (_MOST + 1,)),
    ("paths", np.int16, (_ROOM,)),
    ("clock", np.int64, ()),
    ("best", np.int64, ()),  # the best key
    ("limits", np.int64, (2,)),  # the highest complexity that still goes before it, of a chain and of a cycle
    ("found", np.int64, ()),  # how many paths are kept
    ("used", np.int64, ()),  # how much of `paths` they take
    ("collecting", np.int64, ()),  # 1: keep all, 0: the best one only
]


class Links(Protocol):
    """The record of `_FIELDS`, as a kernel sees it."""

    weak: Table
    weak_cause: Causes
    weak_cell: Numbers
    weak_many: Numbers
    strong: Table
    strong_cause: Causes
    strong_cell: Numbers
    strong_many: Numbers
    on_seen: Ints
    off_seen: Ints
    on_from: Numbers
    off_from: Numbers
    on_cause: Numbers
    off_cause: Numbers
    queue: Numbers
    keys: Ints
    kind: Numbers
    start: Ints
    paths: Numbers
    clock: int
    best: int
    limits: Ints
    found: int
    used: int
    collecting: int


def new_links() -> Links:
    """Return empty room."""
    return cast("Links", np.zeros(1, np.dtype((np.record, np.dtype(_FIELDS))))[0])


@kernel
def _link(grid: Numbers, links: Links) -> None:
    """Write down the links of every candidate."""
    for cell in range(81):
        mask = grid[cell]
        two = COUNT[mask] == 2
        rest = mask
        while rest:
            d = FIRST[rest]
            rest &= rest - 1
            n = 9 * cell + d
            many = 0
            if two:
                links.strong[n, 0] = 9 * cell + FIRST[mask & ~(1 << d)]
                links.strong_cause[n, 0] = 1
                many = 1
            links.strong_cell[n] = many
            for k in range(3):
                kind = 2 if k == 0 else k - 1
                house = HOUSE_OF[cell, kind]
                places = grid[PLACES + 9 * house + d]
                if COUNT[places] != 2:
                    continue
                other = 9 * CELLS[house, FIRST[places & ~(1 << INDEX_OF[cell, kind])]] + d
                fresh = True
                for i in range(links.strong_cell[n], many):
                    fresh &= links.strong[n, i] != other
                if fresh:
                    links.strong[n, many] = other
                    links.strong_cause[n, many] = k + 2
                    many += 1
            links.strong_many[n] = many
    for cell in range(81):
        mask = grid[cell]
        rest = mask
        while rest:
            d = FIRST[rest]
            rest &= rest - 1
            n = 9 * cell + d
            many = 0
            others = mask & ~(1 << d)
            while others:
                other = 9 * cell + FIRST[others]
                others &= others - 1
                if links.strong_many[other]:
                    links.weak[n, many] = other
                    links.weak_cause[n, many] = 1
                    many += 1
            links.weak_cell[n] = many
            for i in range(20):
                other = 9 * PEERS[cell, i] + d
                if grid[PEERS[cell, i]] >> d & 1 and links.strong_many[other]:
                    links.weak[n, many] = other
                    links.weak_cause[n, many] = PEER_HOUSE[i]
                    many += 1
            links.weak_many[n] = many


@kernel
def _is_weak(a: int, b: int, cells: bool) -> bool:
    """Return whether candidate a being on puts b off."""
    x, y = a // 9, b // 9
    return (cells and x == y and a != b) or (a - 9 * x == b - 9 * y and NEAR[x, y] == 1)


@kernel
def _limit(links: Links, kind: int) -> None:
    """Work out how complex a chain and a cycle of a kind may be to go before the best."""
    for cycles in range(2):
        links.limits[cycles] = _ROOM if links.collecting else longest(_family(kind, cycles), kind, links.best)


@kernel
def _family(kind: int, cycles: int) -> int:
    """Return the family of the chains of a kind (X, Y or both kinds of links), or of its cycles."""
    return 2 if kind == _BOTH else 1 - cycles


@kernel
def _keep(links: Links, key: int, kind: int, last: int, cause: int, on: int) -> None:
    """Keep a found path: `last` stands at its end, `on` or not, for this cause; the rest follows from the search.

    The node before `last` has been written to `links.queue[-1]`.
    """
    if not links.collecting:
        links.best = key
        links.found = links.used = 0
        _limit(links, key >> 20 & 15)
    found, used = links.found, links.used
    if found + 1 >= _MOST or used + 1500 > _ROOM:
        return
    links.keys[found] = key
    links.kind[found] = kind
    links.start[found] = used
    paths = links.paths
    paths[used], paths[used + 1] = 2 * last + on, cause
    used += 2
    n = links.queue[len(links.queue) - 1]
    while n >= 0:
        on = 1 - on
        paths[used] = 2 * n + on
        if on:
            paths[used + 1] = links.on_cause[n]
            n = links.on_from[n]
        else:
            paths[used + 1] = links.off_cause[n]
            n = links.off_from[n]
        used += 2
    links.found = found + 1
    links.used = used
    links.start[found + 1] = used


@kernel
def _search(grid: Numbers, links: Links, source: int, on: int, cycles: int, kind: int) -> None:
    """Look for cycles through `source`, or for a forcing chain from it to its contrary."""
    if links.limits[cycles] < 4:
        return
    x, y = kind != _Y, kind != _X
    links.clock += 1
    now = links.clock
    queue = links.queue
    end = len(queue) - 1
    head, tail = 0, 0
    turn = on  # are the nodes of this level on?
    if on:
        links.on_seen[source], links.on_from[source], links.on_cause[source] = now, -1, 0
    else:
        links.off_seen[source], links.off_from[source], links.off_cause[source] = now, -1, 0
    queue[0] = source
    tail = 1
    level = 0
    while head < tail:
        if level + 2 > links.limits[cycles]:
            return
        stop = tail
        while head < stop:
            n = queue[head]
            head += 1
            if turn:
                if not cycles and on and _is_weak(n, source, y):
                    queue[end] = n
                    cause = 1
                    if n // 9 != source // 9:
                        for i in range(20):
                            if PEERS[n // 9, i] == source // 9:
                                cause = PEER_HOUSE[i]
                    _keep(links, key(_family(kind, cycles), level + 2, kind), CHAIN, source, cause, 0)
                    return
                for i in range(0 if y else links.weak_cell[n], links.weak_many[n]):
                    m = links.weak[n, i]
                    if y:
                        if not x and not links.strong_cell[m]:
                            continue
                    elif links.strong_many[m] == links.strong_cell[m]:
                        continue
                    fresh = links.off_seen[m] != now
                    if fresh:
                        links.off_seen[m] = now
                        links.off_from[m] = n
                        links.off_cause[m] = links.weak_cause[n, i]
                        queue[tail] = m
                        tail += 1
                    if cycles and level >= 2:
                        _close(grid, links, source, n, m, i, level, fresh, kind)
                        if level + 2 > links.limits[1]:
                            return
            else:
                first = 0 if y else links.strong_cell[n]
                last = links.strong_many[n] if x else links.strong_cell[n]
                for i in range(first, last):
                    m = links.strong[n, i]
                    if m == source and not cycles and not on:
                        queue[end] = n
                        value = key(_family(kind, cycles), level + 2, kind)
                        _keep(links, value, CHAIN, source, links.strong_cause[n, i], 1)
                        return
                    if links.on_seen[m] != now:
                        links.on_seen[m] = now
                        links.on_from[m] = n
                        links.on_cause[m] = links.strong_cause[n, i]
                        queue[tail] = m
                        tail += 1
        turn = 1 - turn
        level += 1


@kernel
def _close(
    grid: Numbers, links: Links, source: int, n: int, m: int, link: int, level: int, fresh: bool, kind: int
) -> None:
    """Keep the cycle that goes from n (on) through m (off) back to the source, if it is one and removes something."""
    first = 0 if kind != _X else links.strong_cell[m]
    last = links.strong_many[m] if kind != _Y else links.strong_cell[m]
    for i in range(first, last):
        if links.strong[m, i] != source:
            continue
        # m may have been reached from elsewhere; here it is reached from n, unless it lies before n itself.
        if not fresh:
            k = n
            while links.on_from[k] >= 0:
                k = links.on_from[k]
                if k == m:
                    return
                k = links.off_from[k]
        before, cause = links.off_from[m], links.off_cause[m]
        links.off_from[m], links.off_cause[m] = n, links.weak_cause[n, link]
        links.queue[len(links.queue) - 1] = m
        value = key(_family(kind, 1), level + 2, kind)
        found, used = links.found, links.used
        # In the hunt for the best alone, the path must not overwrite the best before it proves its worth.
        collecting = links.collecting
        links.collecting = 1
        _keep(links, value, CYCLE, source, links.strong_cause[m, i], 1)
        links.collecting = collecting
        links.off_from[m], links.off_cause[m] = before, cause
        if links.found == found:
            return
        start = links.start[found]
        if not cycle_losses(grid, links.paths, start, links.used, links.queue[:81], False):
            links.found, links.used = found, used
            return
        if not collecting:
            size = links.used - start
            links.paths[:size] = links.paths[start : start + size].copy()
            links.keys[0], links.kind[0], links.start[0], links.start[1] = value, CYCLE, 0, size
            links.best, links.found, links.used = value, 1, size
            _limit(links, kind)


@kernel
def cycle_losses(grid: Numbers, paths: Numbers, start: int, stop: int, gone: Numbers, write: bool) -> bool:
    """Return whether a cycle removes candidates, and `write` them to `gone`: those that see both ends of a turn.

    They stand outside the cycle's cells and see one of its nodes that is on and one that is off, of their digit.
    """
    on = np.zeros((9, 2), np.uint64)
    off = np.zeros((9, 2), np.uint64)
    inside = np.zeros(2, np.uint64)
    used = 0
    for i in range(start, stop - 2, 2):  # the last node is the first once more
        node = paths[i]
        n = node >> 1
        cell = n // 9
        d = n - 9 * cell
        used |= 1 << d
        inside[cell // 41] |= np.uint64(1) << np.uint64(cell % 41)
        if node & 1:
            on[d, 0] |= SEEN[cell, 0]
            on[d, 1] |= SEEN[cell, 1]
        else:
            off[d, 0] |= SEEN[cell, 0]
            off[d, 1] |= SEEN[cell, 1]
    found = False
    for d in range(9):
        if not used >> d & 1:
            continue
        for half in range(2):
            both = on[d, half] & off[d, half] & ~inside[half]
            cell = 41 * half
            while both:
                if both & np.uint64(1) != 0 and grid[cell] >> d & 1 != 0:
                    if not write:
                        return True
                    found = True
                    gone[cell] |= 1 << d
                both >>= np.uint64(1)
                cell += 1
    return found


@kernel
def _all(grid: Numbers, links: Links) -> None:
    """Look for X-cycles and X-chains, Y-cycles, then for those with both kinds of links, from every candidate."""
    links.found = links.used = 0
    for kind in range(_X, _BOTH + 1):
        _limit(links, kind)
        if links.limits[0] < 4 and links.limits[1] < 4:
            continue
        for cell in range(81):
            count = COUNT[grid[cell]]
            if count < 2 or (kind == _Y and count > 2):
                continue
            for d in range(9):
                if not grid[cell] >> d & 1:
                    continue
                n = 9 * cell + d
                # Only what is itself the end of a strong link can close a cycle or be forced on.
                if links.strong_many[n]:
                    _search(grid, links, n, 1, 1, kind)
                if kind != _Y:
                    _search(grid, links, n, 1, 0, kind)
                    if links.strong_many[n]:
                        _search(grid, links, n, 0, 0, kind)


@kernel
def best_cycle(grid: Numbers, links: Links, step: Ints, gone: Numbers, limit: int) -> bool:
    """Find the cycle or chain with the lowest rating, then complexity, then kind, if its key is below `limit`.

    Most are short, and short ones are found quickly, so first nothing longer is looked for.
    """
    _link(grid, links)
    links.collecting = 0
    links.found = 0
    for most in (8, 14, 1 << 20):
        if links.found == 0:
            links.best = min(limit, key(2, most + 1, 0))
            _all(grid, links)
    if links.found == 0:
        return False
    losses(grid, links, 0, links.keys[0], step, gone)
    return True


@kernel
def losses(grid: Numbers, links: Links, found: int, value: int, step: Ints, gone: Numbers) -> None:
    """Describe a found cycle or chain, whose key is `value`, as a step."""
    start, stop = links.start[found], links.start[found + 1]
    kind = value >> 20 & 15
    gone[:] = 0
    if links.kind[found] == CYCLE:
        describe(step, X_CYCLE if kind == 2 else Y_CYCLE if kind == 3 else XY_CYCLE, -1, 0)
        cycle_losses(grid, links.paths, start, stop, gone, True)
    else:
        technique = FORCING_X_CHAIN if kind == 2 else FORCING_CHAIN
        node = links.paths[start]
        cell = (node >> 1) // 9
        d = (node >> 1) - 9 * cell
        if node & 1:
            describe(step, technique, cell, d)
            gone[cell] = grid[cell] & ~(1 << d)
        else:
            describe(step, technique, -1, d)
            gone[cell] = 1 << d
    step[RATING] = TENTHS[value >> 44]
    step[COMPLEXITY] = value >> 24 & 0xFFFFF


@kernel
def collect_cycles(grid: Numbers, links: Links) -> int:
    """Find all cycles and chains; return how many, with `links.keys` ending in each one's number.

    They are sorted: the order is that of `links.keys`, the number the lowest 20 bits.
    """
    _link(grid, links)
    links.collecting = 1
    _all(grid, links)
    found = links.found
    for i in range(found):
        links.keys[i] |= i
    links.keys[:found].sort()
    return found
