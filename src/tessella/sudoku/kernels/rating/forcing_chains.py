# ruff: noqa: C901, PLR0912 - a kernel is one loop with many cases and takes its arrays by position
"""Forcing chains: what follows from each assumption, up to dynamic chains with steps and chains inside them.

Every candidate is tried, on and off (`runs`), and what can be concluded (`conclusions`) is the step with the lowest
rating, then the lowest complexity, then the kind: double, cell, region, contradiction.

    Nishio      links through houses only; contradictions only
    multiple    the links of the position as it stands; cells and regions only, and cells of three or more
    dynamic     what went off is gone: it makes new links, whose ends follow from it as well
    level 1     where that comes to an end, intersections, pairs and X-wings of the changed position
    2, 3        also its cycles and forcing chains; also its multiple chains
    4, 5        also its dynamic chains, at level 0; also those at level 2

A search inside a search works on the changed position and one `depth` down, with room of its own. The dynamic runs
of a level go on where those of a level below end, so they are kept and driven on while the position is the same.

Before multiple chains are followed, `closed` tells which cells and houses can have anything in common.
"""

from typing import Any

import numpy as np

from tessella.compiled.bits import has_bit, set_bit
from tessella.compiled.jit import kernel
from tessella.compiled.simd import trailing_zeros
from tessella.sudoku.kernels.rating import steps
from tessella.sudoku.kernels.rating.chain_length import (
    CELL,
    CONTRADICTION,
    DOUBLE,
    complexity_of,
    key,
    rate_chain,
    sort,
)
from tessella.sudoku.kernels.rating.conclusions import ENDS, FIRST_CAUSE, KIND, RUNS, TARGET, WHEN, offer_all
from tessella.sudoku.kernels.rating.grid import (
    CELLS,
    COUNT,
    FIRST,
    GRID,
    HOUSE_OF,
    PEERS,
    PLACES,
    Ints,
    Numbers,
    copy,
)
from tessella.sudoku.kernels.rating.links import Links, clear_bits, link
from tessella.sudoku.kernels.rating.nested_steps import (
    apply_nested,
    clear_found,
    emit,
    find_basic,
    find_cycles,
    lost_by,
    mix,
    remember,
    unmark,
)
from tessella.sudoku.kernels.rating.runs import (
    BEGIN,
    CAUSE,
    DYNAMIC,
    MULTIPLE,
    NISHIO,
    NODE,
    ON_END,
    SIZE,
    Search,
    begin_run,
    collect_chain,
    propagate,
    resume_run,
)

# The searches inside a search: from which level of it, up to which; their own level and mode.
_INSIDE = np.array([[3, 3, 0, MULTIPLE], [4, 5, 0, DYNAMIC], [5, 5, 2, DYNAMIC]], np.int64)
# What the runs of a level have tried in vain where they end: 1 patterns, 2 cycles, 8 the second search inside; and
# the levels whose runs go on from there.
_TRIED = np.array([0, 1, 3, 7, 9, 25], np.int64)
_ABOVE = np.array([0b111111, 0b111110, 0b001100, 0b001000, 0b110000, 0b100000], np.int64)


@kernel
def _close(search: Search, links: Links) -> None:
    """Find what every candidate puts on and off through the links as they stand.

    The order does not matter for this, so sets are enough; where another candidate's are known, they are taken over.
    """
    saved, near, closed, stack = search.saved, search.near, search.closed, search.stack
    for n in range(729):
        if saved[n // 9] >> n % 9 & 1:
            _put_near(search, n)
    for n in range(729):
        if not saved[n // 9] >> n % 9 & 1:
            continue
        row = closed[n]
        clear_bits(row, 24)
        set_bit(row, n)
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
                        if not has_bit(row, on):
                            set_bit(row, on)
                            stack[top] = on
                            top += 1


@kernel(early=True)
def _put_near(search: Search, n: int) -> None:
    """Note which candidates one puts off."""
    cell = n // 9
    d = n - 9 * cell
    row = search.near[n]
    clear_bits(row, 12)
    others = search.saved[cell] & ~(1 << d)
    while others:
        set_bit(row, 9 * cell + FIRST[others])
        others &= others - 1
    for i in range(20):
        if search.saved[PEERS[cell, i]] >> d & 1:
            set_bit(row, 9 * PEERS[cell, i] + d)


@kernel
def _number(search: Search, members: Ints, many: int, runs: int) -> int:
    """Give runs to some candidates if they may have something in common; return how many runs there are."""
    some = np.uint64(0)
    for word in range(24):
        common = search.closed[members[0], word]
        for i in range(1, many):
            common &= search.closed[members[i], word]
        some |= common
    if some:
        for i in range(many):
            node = 2 * members[i] + 1
            if not search.run_of[node]:
                runs += 1
                search.run_of[node] = runs
    return runs


@kernel
def _number_all(search: Search, links: Links) -> None:
    """Give a run to every candidate of multiple chains that may have anything in common with others."""
    saved = search.saved
    members = np.empty(9, np.int64)
    runs = 0
    link(saved[:], links)  # a slice, so that numba sees an array like any other
    _close(search, links)
    for cell in range(81):
        if COUNT[saved[cell]] < 3:
            continue
        for d in range(9):
            if not saved[cell] >> d & 1:
                continue
            for k in range(3):
                house = HOUSE_OF[cell, k]
                places = saved[PLACES + 9 * house + d]
                if COUNT[places] < 2 or CELLS[house, FIRST[places]] != cell:
                    continue
                many = 0
                while places:
                    members[many] = 9 * CELLS[house, FIRST[places]] + d
                    many += 1
                    places &= places - 1
                runs = _number(search, members, many, runs)
        many = 0
        for d in range(9):
            if saved[cell] >> d & 1:
                members[many] = 9 * cell + d
                many += 1
        runs = _number(search, members, many, runs)


@kernel
def _plan(search: Search, links: Links, mode: int) -> None:
    """Give every assumption that has to be followed a number, in `run_of`."""
    search.run_of[:] = 0
    if mode == MULTIPLE:
        _number_all(search, links)
        return
    runs = 0
    for n in range(729):
        if search.saved[n // 9] >> n % 9 & 1 and COUNT[search.saved[n // 9]] >= 2:
            search.run_of[2 * n], search.run_of[2 * n + 1] = runs + 1, runs + 2
            runs += 2


@kernel
def _hand_up(grid: Numbers, above: Search, search: Search, step: Ints) -> None:
    """Give the search above what the steps found here eliminate that could not be eliminated before."""
    clear_found(above)
    order, slots = np.empty(1458, np.int64), np.empty(1458, np.int64)
    many = 0
    for slot in range(1458):
        if search.best[slot] < 1 << 62:
            order[many] = search.best[slot] | search.offers[slot, WHEN]  # of equals the first one found goes first
            slots[many] = slot
            many += 1
    sort(order, slots, many)
    for i in range(many):
        offer = search.offers[slots[i]]
        target = offer[TARGET]
        steps.conclude(step, steps.NISHIO, target >> 1, target & 1, grid[(target >> 1) // 9])
        parents = 0
        value = 2
        for k in range(offer[ENDS]):
            value = mix(value, target if offer[KIND] != CONTRADICTION else k)
        for k in range(offer[ENDS]):
            run = offer[RUNS + 2 * k]
            base = search.runs[run, BEGIN]
            value = mix(value, -1)
            for j in range(collect_chain(search, run, offer[RUNS + 1 + 2 * k])):
                at = base + search.stack[j]
                node = search.nodes[at, NODE]
                value = mix(value, node)
                cause = search.nodes[at, CAUSE] >> 16
                parents += lost_by(above, grid, node, cause or offer[FIRST_CAUSE])
        unmark(above, parents)
        if parents:
            emit(above, step, parents, remember(above, complexity_of(search.best[slots[i]]), value))


@kernel(early=True)
def _prepare(grid: Numbers, search: Search, links: Links, level: int, mode: int) -> int:
    """Make ready for a search; return the level from which its runs go on, -1 where they begin."""
    before = search.reached - 1 if mode == DYNAMIC else -1
    if before >= 0 and not _ABOVE[before] >> level & 1:
        before = -1
    if before >= 0:
        for i in range(GRID):
            if search.saved[i] != grid[i]:
                before = -1
                break
    search.reached = 1 + level if mode == DYNAMIC else 0
    search.best[:] = 1 << 62
    if before < 0:
        search.node_count = search.parent_count = search.nested_count = 0
        copy(search.saved, grid)
        _plan(search, links, mode)
    return int(before)


@kernel
def search(grid: Numbers, searches: Any, all_links: Any, depth: int, level: int, mode: int, step: Ints) -> bool:
    """Follow every assumption of a family and offer all steps that can be concluded.

    At depth 0 this finds the step that goes first, if its key is below `searches[0].limit`; below, all steps are handed
    up to the search above.
    """
    if depth > 1:
        return False
    this, links = searches[depth], all_links[0]
    family = 3 + mode + level
    if key(family, 1, 0) >= this.limit:
        return False
    before = _prepare(grid, this, links, level, mode)
    for node in range(1458):
        run = this.run_of[node] - 1
        if run < 0:
            continue
        tried = 0
        if before < 0:
            begin_run(this, run, node)
        elif this.runs[run, ON_END] >= 0:
            continue
        else:
            resume_run(grid, this, run)
            tried = _TRIED[before]
        while not propagate(grid, this, run, mode):
            this.runs[run, SIZE] = this.node_count - this.runs[run, BEGIN]
            if level == 0:
                break
            this.found_count = 0
            if not tried & 1:
                find_basic(grid, this, step)
            if this.found_count == 0 and 2 <= level <= 3 and not tried & 2:
                find_cycles(grid, this, links, step)
            for k in range(len(_INSIDE)):
                if tried >> (k + 2) & 1 or this.found_count:
                    continue
                if _INSIDE[k, 0] <= level <= _INSIDE[k, 1]:
                    search(grid, searches, all_links, depth + 1, _INSIDE[k, 2], _INSIDE[k, 3], step)
            if not apply_nested(this, run):
                break
            tried = 0
        copy(grid, this.saved)
    offer_all(this, depth, level, family, mode)
    if depth:
        _hand_up(grid, searches[depth - 1], this, step)
        return False
    if this.best[0] >= this.limit:
        return False
    target = this.offers[0, TARGET]
    technique = _technique(this.offers[0, KIND], level, mode)
    steps.conclude(step, technique, target >> 1, target & 1, grid[(target >> 1) // 9])
    rate_chain(step, this.best[0])
    return True


@kernel(early=True)
def _technique(kind: int, level: int, mode: int) -> int:
    """Return the technique of a conclusion."""
    if mode == NISHIO:
        return steps.NISHIO
    if mode == MULTIPLE:
        return steps.CELL_CHAINS if kind == CELL else steps.REGION_CHAINS
    first = steps.NESTED_CONTRADICTION
    if level < 2:
        first = steps.PLUS_CONTRADICTION if level else steps.DYNAMIC_CONTRADICTION
    return first + (0 if kind == CONTRADICTION else 1 if kind == DOUBLE else 2 if kind == CELL else 3)
