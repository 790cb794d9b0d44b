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

Before a search is made, one in bits tells whether there is anything to be found and how long it is. `number` counts
the candidates that have a strong link; each is a bit. `reach[kind, n]` are those that are on two links after n is:
so a level of the search is a few words, and its length is exact, though it knows no paths. A forcing chain needs
no path unless all are collected; a cycle does, as what it removes depends on it, and may then turn out to be none.

A path is kept as nodes, two numbers each: 2 * candidate + on, and the cause that made it so.
"""

from collections.abc import Sequence
from typing import Protocol, TypeAlias, cast

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.sudoku.kernels.rating.chain_length import TENTHS, key, longest, sort
from tessella.sudoku.kernels.rating.grid import (
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
    Flags,
    Ints,
    Numbers,
)
from tessella.sudoku.kernels.rating.steps import (
    COMPLEXITY,
    FORCING_CHAIN,
    FORCING_X_CHAIN,
    RATING,
    X_CYCLE,
    XY_CYCLE,
    Y_CYCLE,
    describe,
)

__all__ = ["CYCLE", "Links", "best_cycle", "collect_cycles", "cycle_losses", "link", "losses", "new_links"]

Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.int16]]
Causes: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
TwoBits: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint64]]
ThreeBits: TypeAlias = np.ndarray[tuple[int, int, int], np.dtype[np.uint64]]

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
    # The same in bits, by kind of links less 2.
    ("number", np.int16, (729,)),
    ("strong_of", np.int16, (768,)),  # the candidate with a number
    ("words", np.int64, ()),  # how many of the 12 words are in use
    ("strong_bits", np.uint64, (3, 729, 12)),
    ("weak_bits", np.uint64, (3, 729, 12)),
    ("reach", np.uint64, (3, 729, 12)),
    ("levels", np.uint64, (4, 12)),  # what is new, what comes next, what is looked for, what has been reached
    ("sides", np.uint64, (2, 12)),  # what puts off each of a new pair by being off
    ("sources", np.uint8, (729,)),  # what may begin with a candidate: 1 a cycle, 2, 4 a chain from its being on, off
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
    ("order", np.int64, (_MOST,)),
    ("kind", np.int16, (_MOST,)),
    ("start", np.int64, (_MOST + 1,)),
    ("paths", np.int16, (_ROOM,)),
    ("clock", np.int64, ()),
    ("best", np.int64, ()),  # the best key
    ("limits", np.int64, (2,)),  # the highest complexity that still goes before it, of a chain and of a cycle
    ("ties", np.int64, (2,)),  # the highest complexity that goes before it or is as good
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
    number: Numbers
    strong_of: Numbers
    words: int
    strong_bits: ThreeBits
    weak_bits: ThreeBits
    reach: ThreeBits
    levels: TwoBits
    sides: TwoBits
    sources: Flags
    on_seen: Ints
    off_seen: Ints
    on_from: Numbers
    off_from: Numbers
    on_cause: Numbers
    off_cause: Numbers
    queue: Numbers
    keys: Ints
    order: Ints
    kind: Numbers
    start: Ints
    paths: Numbers
    clock: int
    best: int
    limits: Ints
    ties: Ints
    found: int
    used: int
    collecting: int


def new_links() -> Sequence[Links]:
    """Return empty room: an array of one record, as numba is quick to tell what an array is, and slow with a record."""
    return cast("Sequence[Links]", np.zeros(1, np.dtype(_FIELDS)))


@kernel
def link(grid: Numbers, links: Links) -> None:
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
def _bits(grid: Numbers, links: Links) -> None:
    """Write the links down as bits."""
    many = 0
    for cell in range(81):
        for d in range(9):
            if grid[cell] >> d & 1 and links.strong_many[9 * cell + d]:
                links.number[9 * cell + d] = many
                links.strong_of[many] = 9 * cell + d
                many += 1
    words = (many + 63) // 64
    links.words = words
    for turn in range(2):
        for cell in range(81):
            rest = grid[cell]
            while rest:
                n = 9 * cell + FIRST[rest]
                rest &= rest - 1
                to = links.reach if turn else links.strong_bits
                for word in range(words):
                    for kind in range(3):
                        to[kind, n, word] = 0
                        if turn:
                            links.weak_bits[kind, n, word] = 0
                if not turn:
                    for i in range(links.strong_many[n]):
                        bit = links.number[links.strong[n, i]]
                        to[1 if i < links.strong_cell[n] else 0, n, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
                        to[2, n, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
                    continue
                for i in range(links.weak_many[n]):
                    m = links.weak[n, i]
                    bit = links.number[m]
                    for kind in range(0 if i >= links.weak_cell[n] else 1, 3):
                        links.weak_bits[kind, n, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
                        for word in range(words):
                            to[kind, n, word] |= links.strong_bits[kind, m, word]


@kernel
def _meet(links: Links, kind: int, level: int, most: int) -> int:
    """Return at which level one of `levels[2]` is on, from `levels[0]` at `level` on; 0 for none up to `most`.

    What is in `levels[3]` is not gone through; what has been reached is added to it.
    """
    words, levels, reach = links.words, links.levels, links.reach[kind - 2]
    for word in range(words):
        levels[3, word] |= levels[0, word]
    while level <= most:
        met = np.uint64(0)
        for word in range(words):
            met |= levels[0, word] & levels[2, word]
            levels[1, word] = 0
        if met:
            return level
        for word in range(words):
            rest = levels[0, word]
            while rest:
                row = reach[links.strong_of[64 * word + trailing_zeros(rest)]]
                rest &= rest - np.uint64(1)
                for other in range(words):
                    levels[1, other] |= row[other]
        fresh = np.uint64(0)
        for word in range(words):
            levels[0, word] = levels[1, word] & ~levels[3, word]
            levels[3, word] |= levels[0, word]
            fresh |= levels[0, word]
        if not fresh:
            return 0
        level += 2
    return 0


@kernel
def _chain(links: Links, kind: int, source: int, on: int, most: int) -> int:
    """Return how long the shortest forcing chain from an assumption to its contrary is, 0 if that is above `most`."""
    levels = links.levels
    for word in range(links.words):
        levels[0, word] = links.reach[kind - 2, source, word] if on else links.strong_bits[kind - 2, source, word]
        levels[2, word] = links.weak_bits[kind - 2, source, word]
        levels[3, word] = 0
    if on:
        level = _meet(links, kind, 2, most - 2)
        return level + 2 if level else 0
    for word in range(links.words):
        levels[2, word] = 0
    for i in range(0 if kind != _X else links.strong_cell[source], links.strong_many[source]):
        for word in range(links.words):
            levels[2, word] |= links.weak_bits[kind - 2, links.strong[source, i], word]
    level = _meet(links, kind, 1, most - 3)
    return level + 3 if level else 0


@kernel
def _cycle(links: Links, kind: int, source: int, most: int) -> int:
    """Return how long the shortest cycle through a candidate is, 0 if that is above `most`; it may remove nothing.

    It ends with a strong link, so its first link leads elsewhere than to where that one comes from, and it does not
    go through the candidate on its way.
    """
    levels = links.levels
    own, bit = links.number[source] >> 6, np.uint64(1) << np.uint64(links.number[source] & 63)
    shortest = 0
    first = 0 if kind != _X else links.strong_cell[source]
    last = links.strong_many[source] if kind != _Y else links.strong_cell[source]
    for i in range(first, last):
        end = links.strong[source, i]
        for word in range(links.words):
            levels[0, word] = levels[3, word] = 0
            levels[2, word] = links.weak_bits[kind - 2, end, word]
        for j in range(0 if kind != _X else links.weak_cell[source], links.weak_many[source]):
            other = links.weak[source, j]
            if other != end:
                for word in range(links.words):
                    levels[0, word] |= links.strong_bits[kind - 2, other, word]
        levels[0, own] &= ~bit
        levels[3, own] = bit
        level = _meet(links, kind, 2, (shortest - 1 if shortest else most) - 2)
        if level:
            shortest = level + 2
    return shortest


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
            for k in range(size):
                links.paths[k] = links.paths[start + k]
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
def _bound(links: Links, kind: int, best: int) -> None:
    """Work out how complex a chain and a cycle of a kind may be to go before the best, or to be like it."""
    value = best >> 20 << 20
    for cycles in range(2):
        family = _family(kind, cycles)
        most = longest(family, kind, value)
        links.limits[cycles] = most
        links.ties[cycles] = most + 1 if key(family, most + 1, kind) == value else most


@kernel
def best_cycle(grid: Numbers, room: Sequence[Links], step: Ints, gone: Numbers, limit: int) -> bool:
    """Find the cycle or chain with the lowest rating, then complexity, then kind, if its key is below `limit`.

    The lowest 20 bits of the best key hold from where it was found: 3 * candidate, and 1 for a chain from what is on,
    2 for one from what is off; the first of equals is to be taken, whatever is looked at first.
    """
    links = room[0]
    link(grid, links)
    _bits(grid, links)
    links.collecting = 0
    best, cycle = limit, False
    for kind in range(_X, _BOTH + 1):
        _bound(links, kind, best)
        for turn in range(2):
            if turn == 0 and kind == _Y:
                continue
            for cell in range(81):
                rest = grid[cell]
                if COUNT[rest] < 2 or (kind == _Y and COUNT[rest] > 2):
                    continue
                while rest:
                    n = 9 * cell + FIRST[rest]
                    rest &= rest - 1
                    for on in range(1, turn - 1, -1):
                        place = 3 * n if turn else 3 * n + 2 - on
                        most = links.ties[turn] if place < best & 0xFFFFF else links.limits[turn]
                        if most < 4 or (not links.strong_many[n] and (turn or not on)):
                            continue
                        if not turn:
                            length = _chain(links, kind, n, on, most)
                            if not length:
                                continue
                            best = key(_family(kind, 0), length, kind) | place
                            cycle = False
                        elif _cycle(links, kind, n, most):
                            before = links.limits[1]
                            links.limits[1] = most
                            links.found = links.used = 0
                            _search(grid, links, n, 1, 1, kind)
                            links.limits[1] = before
                            if not links.found:
                                continue
                            best = links.best | place
                            cycle = True
                            losses(grid, links, 0, best, step, gone)
                        else:
                            continue
                        _bound(links, kind, best)
    if best == limit:
        return False
    if not cycle:
        n = (best & 0xFFFFF) // 3
        links.paths[0] = 2 * n + (best & 0xFFFFF) % 3 - 1
        links.start[0], links.start[1], links.kind[0] = 0, 2, CHAIN
        losses(grid, links, 0, best, step, gone)
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
def _beside(grid: Numbers, links: Links, a: int, b: int) -> None:
    """Mark the candidates from which cycles and chains can begin that go through a pair, the last two of a group.

    Links work both ways: if a being on puts b off, then b being on puts a off, so all is known from what puts either
    of the two off. What puts both off is false. A cycle goes from one of them being on to the other being off.
    """
    levels, sides, words = links.levels, links.sides, links.words
    for side in range(2):
        for word in range(words):
            levels[0, word] = levels[2, word] = levels[3, word] = 0
        bit = links.number[b if side else a]
        levels[0, bit >> 6] = np.uint64(1) << np.uint64(bit & 63)
        _meet(links, _BOTH, 2, _ROOM)
        for word in range(words):
            sides[side, word] = levels[3, word]
    for cell in range(81):
        rest = grid[cell]
        while rest:
            n = 9 * cell + FIRST[rest]
            rest &= rest - 1
            first = second = np.uint64(0)
            for word in range(words):
                first |= links.weak_bits[2, n, word] & sides[0, word]
                second |= links.weak_bits[2, n, word] & sides[1, word]
            flags = 2 if first and second else 0
            if links.strong_many[n]:
                bit = links.number[n]
                off_first = sides[0, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1)
                off_second = sides[1, bit >> 6] >> np.uint64(bit & 63) & np.uint64(1)
                if off_first and off_second:
                    flags |= 4
                if (first and off_second) or (second and off_first):
                    flags |= 1
            links.sources[n] |= flags


@kernel
def collect_cycles(grid: Numbers, links: Links, since: Numbers) -> int:
    """Find all X-cycles and X-chains, Y-cycles, then those with both kinds of links; return how many.

    There are none in `since`, an earlier position, so they go through a cell or house that has come down to two since
    then. They are sorted: the order is that of `links.keys`, each one's number the lowest 20 bits.
    """
    links.found = links.used = 0
    fresh = False
    for group in range(PLACES + 243):
        if group < 81 or group >= PLACES:
            fresh |= grid[group] != since[group] and COUNT[grid[group]] == 2
    if not fresh:
        return 0
    link(grid, links)
    _bits(grid, links)
    for i in range(729):
        links.sources[i] = 0
    for group in range(PLACES + 243):
        if (81 <= group < PLACES) or grid[group] == since[group] or COUNT[grid[group]] != 2:
            continue
        a, b = FIRST[grid[group]], FIRST[grid[group] & (grid[group] - 1)]
        if group < 81:
            _beside(grid, links, 9 * group + a, 9 * group + b)
        else:
            house, d = (group - PLACES) // 9, (group - PLACES) % 9
            _beside(grid, links, 9 * CELLS[house, a] + d, 9 * CELLS[house, b] + d)
    links.collecting = 1
    links.limits[:] = _ROOM
    for kind in range(_X, _BOTH + 1):
        for cell in range(81):
            count = COUNT[grid[cell]]
            if count < 2 or (kind == _Y and count > 2):
                continue
            for d in range(9):
                if not grid[cell] >> d & 1:
                    continue
                n = 9 * cell + d
                if links.sources[n] & 1 and _cycle(links, kind, n, _ROOM):
                    _search(grid, links, n, 1, 1, kind)
                for on in range(1, -1, -1):
                    if kind != _Y and links.sources[n] & (2 if on else 4) and _chain(links, kind, n, on, _ROOM):
                        _search(grid, links, n, on, 0, kind)
    found = links.found
    for i in range(found):
        links.keys[i] |= i
    sort(links.keys, links.order, found)
    return found
