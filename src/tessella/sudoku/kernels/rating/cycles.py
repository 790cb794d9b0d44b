"""Bidirectional cycles and forcing chains: the best one, or all that are new in a position.

Searches go in breadth, so the first way that is found to a node is a shortest one, and the order of links (the
cell, then box, row, column) decides which.

Before a search is made, one in bits tells whether there is anything to be found and how long it is. A forcing chain
needs no path unless all are collected; a cycle does, as what it removes depends on it, and may then turn out to be
none.

A path is kept as nodes from its end on, two numbers each: 2 * candidate + on, and the cause that made it so.
"""

from typing import Any

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.chain_length import BIDIRECTIONAL, X, Y, key, longest, rate_chain, sort
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    NEAR,
    PEER_HOUSE,
    PEERS,
    PLACES,
    SEEN,
    Ints,
    Numbers,
    copy,
)
from tessella.sudoku.kernels.rating.links import (
    MAX_PATHS,
    NO_LIMIT,
    Links,
    link,
    mark_sources,
    shortest_chain,
    shortest_cycle,
    strong_range,
    write_bits,
)
from tessella.sudoku.kernels.rating.steps import CYCLES, ELIMINATED, Positions, conclude, describe

CYCLE, CHAIN = 1, 0  # what a found path is


@kernel(inline=True)
def _family(kind: int, cycles: int) -> int:
    """Return the family of the chains of a kind, or of its cycles."""
    return 2 if kind == BIDIRECTIONAL else 1 - cycles


@kernel
def _keep(links: Links, value: int, shape: int, last: int, cause: int, on: int) -> bool:
    """Keep a found path, if there is room: `last` stands at its end, `on` or not, for this cause.

    The node before `last` has been written to `links.queue[-1]`; the rest follows from the search.
    """
    found, used = links.found, links.used
    if found + 1 >= MAX_PATHS or used + 1500 > NO_LIMIT:
        return False
    links.keys[found], links.kind[found], links.start[found] = value, shape, used
    paths = links.paths
    paths[used], paths[used + 1] = 2 * last + on, cause
    used += 2
    n = links.queue[len(links.queue) - 1]
    while n >= 0:
        on = 1 - on
        paths[used], paths[used + 1] = 2 * n + on, links.cause[on, n]
        n = links.origin[on, n]
        used += 2
    links.found, links.used, links.start[found + 1] = found + 1, used, used
    return True


@kernel
def _reach(links: Links, on: int, n: int, origin: int, cause: int, tail: int) -> int:
    """Let a node wait in the queue unless the search has reached it before; return the queue's new length."""
    if links.seen[on, n] == links.clock:
        return tail
    links.seen[on, n], links.origin[on, n], links.cause[on, n] = links.clock, origin, cause
    links.queue[tail] = n
    return tail + 1


@kernel
def search_paths(grid: Numbers, links: Links, source: int, on: int, cycles: int, kind: int) -> None:
    """Find cycles through `source`, or a forcing chain from its being on or off to its contrary."""
    if links.limits[cycles] < 4:
        return
    links.clock += 1
    queue = links.queue
    head, tail = 0, _reach(links, on, source, -1, 0, 0)
    turn = on  # are the nodes of this level on?
    level = 0
    while head < tail:
        if level + 2 > links.limits[cycles]:
            return
        stop = tail
        while head < stop:
            n = queue[head]
            head += 1
            if turn:
                sees = n % 9 == source % 9 and NEAR[n // 9, source // 9] == 1
                if not cycles and on and (sees or (kind != X and n // 9 == source // 9 and n != source)):
                    _end_chain(links, kind, level, n, source, 0)
                    return
                for i in range(links.weak_cell[n] if kind == X else 0, links.weak_many[n]):
                    first, last = strong_range(links, kind, links.weak[n, i])
                    if first == last:
                        continue
                    before = tail
                    tail = _reach(links, 0, links.weak[n, i], n, links.weak_cause[n, i], tail)
                    if cycles and level >= 2:
                        _close(grid, links, source, n, i, level, tail - before, kind)
                        if level + 2 > links.limits[1]:
                            return
            else:
                first, last = strong_range(links, kind, n)
                for i in range(first, last):
                    m = links.strong[n, i]
                    if m == source and not cycles and not on:
                        _end_chain(links, kind, level, n, source, links.strong_cause[n, i])
                        return
                    tail = _reach(links, 1, m, n, links.strong_cause[n, i], tail)
        turn = 1 - turn
        level += 1


@kernel(early=True)
def _end_chain(links: Links, kind: int, level: int, n: int, source: int, cause: int) -> None:
    """Keep the forcing chain whose last link leads from n to the source, on for a cause, or off for none given."""
    links.queue[len(links.queue) - 1] = n
    on = int(cause > 0)
    for i in range(0 if on else 20):
        if PEERS[n // 9, i] == source // 9:
            cause = PEER_HOUSE[i]
    if not cause:
        cause = 1  # both are in one cell
    _keep(links, key(_family(kind, 0), level + 2, kind), CHAIN, source, cause, on)


@kernel
def _close(grid: Numbers, links: Links, source: int, n: int, at: int, level: int, fresh: int, kind: int) -> None:
    """Keep the cycle that goes from n (on) by its weak link `at` back to the source, if it is one that eliminates."""
    m = links.weak[n, at]
    first, last = strong_range(links, kind, m)
    for i in range(first, last):
        if links.strong[m, i] != source:
            continue
        # m may have been reached from elsewhere; here it is reached from n, unless it lies before n itself.
        if not fresh:
            k = n
            while links.origin[1, k] >= 0:
                if links.origin[1, k] == m:
                    return
                k = links.origin[0, links.origin[1, k]]
        before, cause = links.origin[0, m], links.cause[0, m]
        links.origin[0, m], links.cause[0, m] = n, links.weak_cause[n, at]
        links.queue[len(links.queue) - 1] = m
        value = key(_family(kind, 1), level + 2, kind)
        found, start = links.found, links.used
        kept = _keep(links, value, CYCLE, source, links.strong_cause[m, i], 1)
        links.origin[0, m], links.cause[0, m] = before, cause
        if not kept:
            return
        if not _cycle_eliminates(grid, links.paths[start : links.used], links.order[:], 0):
            links.found, links.used = found, start
            return
        if not links.collecting:
            # It is better than the best so far, and takes its place.
            size = links.used - start
            copy(links.paths[:size], links.paths[start:])
            links.keys[0], links.kind[0], links.start[0], links.start[1] = value, CYCLE, 0, size
            links.best, links.found, links.used = value, 1, size
            links.limits[1] = longest(_family(kind, 1), kind, value)


@kernel
def _cycle_eliminates(grid: Numbers, path: Numbers, step: Ints, write: int) -> bool:
    """Return whether a cycle eliminates candidates, and `write` them to a step: those that see both ends of a turn.

    They stand outside the cycle's cells and see one of its nodes that is on and one that is off, of their digit.
    """
    seen = np.zeros((2, 9, 2), np.uint64)  # [on, digit, word]
    inside = np.zeros(2, np.uint64)
    for i in range(0, len(path) - 2, 2):  # the last node is the first once more
        cell, d = path[i] // 18, (path[i] >> 1) % 9
        inside[cell // 41] |= np.uint64(1) << np.uint64(cell % 41)
        for half in range(2):
            seen[path[i] & 1, d, half] |= SEEN[cell, half]
    found = False
    for d in range(9):
        for half in range(2):
            both = seen[1, d, half] & seen[0, d, half] & ~inside[half]
            while both:
                cell = 41 * half + trailing_zeros(both)
                both &= both - np.uint64(1)
                if grid[cell] >> d & 1:
                    if not write:
                        return True
                    found = True
                    step[ELIMINATED + cell] |= 1 << d
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


@kernel(early=True)
def _find_cycle(grid: Numbers, links: Links, n: int, kind: int, most: int) -> bool:
    """Find the best cycle through a candidate that is no longer than `most`."""
    if not shortest_cycle(links, kind, n, most):
        return False
    before = links.limits[1]
    links.limits[1] = most
    links.found = links.used = 0
    search_paths(grid, links, n, 1, 1, kind)
    links.limits[1] = before
    return bool(links.found)


@kernel
def best_cycles(stuck: Positions, room: Any, limit: int) -> None:
    """Find in every position the cycle or chain that goes first, if its key is below `limit`."""
    for p in stuck.which:
        if stuck.family[p] > CYCLES and _best_cycle(stuck.grids[p], room[0], stuck.steps[p], limit):
            stuck.family[p] = CYCLES


@kernel(early=True)
def _best_cycle(grid: Numbers, links: Links, step: Ints, limit: int) -> bool:
    """Find the cycle or chain with the lowest rating, then complexity, then kind, if its key is below `limit`.

    The lowest 20 bits of the best key hold from where it was found: 3 * candidate, and 1 for a chain from what is on,
    2 for one from what is off; the first of equals is to be taken, whatever is looked at first.
    """
    link(grid, links)
    write_bits(grid, links)
    links.collecting = 0
    best, is_cycle = limit, False
    for kind in range(X, BIDIRECTIONAL + 1):
        _bound(links, kind, best)
        for cycles in range(1 if kind == Y else 0, 2):
            for n in range(729):
                count = COUNT[grid[n // 9]]
                if not grid[n // 9] >> n % 9 & 1 or count < 2 or (kind == Y and count > 2):
                    continue
                for on in range(1, cycles - 1, -1):
                    place = 3 * n if cycles else 3 * n + 2 - on
                    most = links.ties[cycles] if place < best & 0xFFFFF else links.limits[cycles]
                    if most < 4 or (not links.strong_many[n] and (cycles or not on)):
                        continue
                    if cycles:
                        if not _find_cycle(grid, links, n, kind, most):
                            continue
                        best = links.best | place
                        describe_path(grid, links, 0, best, step)
                    else:
                        length = shortest_chain(links, kind, n, on, most)
                        if not length:
                            continue
                        best = key(_family(kind, 0), length, kind) | place
                    is_cycle = cycles == 1
                    _bound(links, kind, best)
    if best == limit:
        return False
    if not is_cycle:
        n = (best & 0xFFFFF) // 3
        links.paths[0] = 2 * n + (best & 0xFFFFF) % 3 - 1
        links.start[0], links.start[1], links.kind[0] = 0, 2, CHAIN
        describe_path(grid, links, 0, best, step)
    return True


@kernel
def describe_path(grid: Numbers, links: Links, found: int, value: int, step: Ints) -> None:
    """Describe a found cycle or chain, whose key is `value`, as a step."""
    start, stop = links.start[found], links.start[found + 1]
    kind = value >> 20 & 15
    if links.kind[found] == CYCLE:
        describe(step, steps.X_CYCLE if kind == X else steps.Y_CYCLE if kind == Y else steps.BIDIRECTIONAL_CYCLE, -1, 0)
        _cycle_eliminates(grid, links.paths[start:stop], step, 1)
    else:
        node = links.paths[start]
        technique = steps.FORCING_X_CHAIN if kind == X else steps.FORCING_CHAIN
        conclude(step, technique, node >> 1, node & 1, grid[(node >> 1) // 9])
    rate_chain(step, value)


@kernel(early=True)
def _mark_new(grid: Numbers, links: Links, since: Numbers) -> bool:
    """Link a position and mark what may begin with each candidate; return whether anything may.

    Cycles and chains that were not in an earlier position `since` go through a cell or house that has come down to two.
    """
    fresh = False
    for group in range(PLACES + 243):
        if 81 <= group < PLACES or grid[group] == since[group] or COUNT[grid[group]] != 2:
            continue
        if not fresh:
            fresh = True
            link(grid, links)
            write_bits(grid, links)
            for i in range(729):
                links.sources[i] = 0
        a, b = FIRST[grid[group]], FIRST[grid[group] & (grid[group] - 1)]
        if group < 81:
            mark_sources(grid, links, 9 * group + a, 9 * group + b)
        else:
            house, d = (group - PLACES) // 9, (group - PLACES) % 9
            mark_sources(grid, links, 9 * CELLS[house, a] + d, 9 * CELLS[house, b] + d)
    return fresh


@kernel(early=True)
def collect_cycles(grid: Numbers, links: Links, since: Numbers) -> int:
    """Find all X-cycles and X-chains, Y-cycles, then those with both kinds of links; return how many.

    There are none in `since`, an earlier position. They are sorted: the order is that of `links.keys`, each one's
    number the lowest 20 bits.
    """
    links.found = links.used = 0
    if not _mark_new(grid, links, since):
        return 0
    links.collecting = 1
    links.limits[:] = NO_LIMIT
    for kind in range(X, BIDIRECTIONAL + 1):
        for n in range(729):
            count = COUNT[grid[n // 9]]
            if not grid[n // 9] >> n % 9 & 1 or count < 2 or (kind == Y and count > 2):
                continue
            if links.sources[n] & 1 and shortest_cycle(links, kind, n, NO_LIMIT):
                search_paths(grid, links, n, 1, 1, kind)
            for on in range(1, -1, -1):
                flag = 2 if on else 4
                if kind != Y and links.sources[n] & flag and shortest_chain(links, kind, n, on, NO_LIMIT):
                    search_paths(grid, links, n, on, 0, kind)
    found = links.found
    for i in range(found):
        links.keys[i] |= i
    sort(links.keys[:], links.order[:], found)
    return int(found)
