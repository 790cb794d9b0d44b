"""Forcing chains: what follows from each assumption, up to dynamic chains with steps and chains inside them.

Every candidate is tried, on and off (`runs`). If a run says that a candidate is both on and off, the assumption is
wrong (contradiction); what both runs of a candidate say (double), or the runs of all candidates of a cell, or of all
places of a digit in a house, is true. Of all that can be concluded the step is the one with the lowest rating, then the
lowest complexity, then the kind: double, cell, region, contradiction.

    Nishio      links through houses only; contradictions only
    multiple    the links of the position as it stands; cells and regions only, and cells of three or more
    dynamic     what went off is gone: it makes new links, whose ends follow from it as well
    level 1     where that comes to an end, intersections, pairs and X-wings of the changed position
    2, 3        also its cycles and forcing chains; also its multiple chains
    4, 5        also its dynamic chains, at level 0; also those at level 2

A search inside a search works on the changed position and one `depth` down, with room of its own. The dynamic runs
of a level go on where those of a level below end, so they are kept and driven on while the position is the same.

Before multiple chains are followed, `closed` tells which cells and houses can have anything in common.

A step is offered as a row of numbers; one for the best step, or one for each elimination:

    KIND | TARGET, a node | FIRST_CAUSE, of what is assumed | how many ENDS | RUNS on: run and place of each | WHEN
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
    REGION,
    complexity_of,
    key,
    rate_chain,
    sort,
)
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
    is_new,
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
    NESTED,
    NISHIO,
    NODE,
    OFF_END,
    ON_END,
    SIZE,
    WITH_NESTED,
    Search,
    begin_run,
    collect_chain,
    propagate,
    resume_run,
)
from tessella.sudoku.kernels.rating.steps import CHAINS, GIVEN_UP, Positions

# The searches inside a search: from which level of it, up to which; their own family.
_INSIDE = np.array([[3, 3, CHAINS + 1], [4, 5, CHAINS + 2], [5, 5, CHAINS + 4]], np.int64)
# What the runs of a level have tried in vain where they end: 1 patterns, 2 cycles, 8 the second search inside; and
# the levels whose runs go on from there.
_TRIED = np.array([0, 1, 3, 7, 9, 25], np.int64)
_ABOVE = np.array([0b111111, 0b111110, 0b001100, 0b001000, 0b110000, 0b100000], np.int64)

# The numbers of a group: how a member of it is made true, how many they are, and which candidates.
GROUP_CAUSE, GROUP_SIZE, MEMBERS = range(3)

KIND, TARGET, FIRST_CAUSE, ENDS, RUNS = range(5)
WHEN = 22  # how many steps had been offered before


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
    cell, row = n // 9, search.near[n]
    clear_bits(row, 12)
    for other in range(9 * cell, 9 * cell + 9):
        if search.saved[cell] >> other - 9 * cell & 1 and other != n:
            set_bit(row, other)
    for peer in PEERS[cell]:
        if search.saved[peer] >> n - 9 * cell & 1:
            set_bit(row, n + 9 * (peer - cell))


@kernel(early=True)
def _list_groups(search: Search, least: int) -> None:
    """List the cells of at least so many candidates, and the houses with the places of a digit, first of all there."""
    saved = search.saved
    many = 0
    for cell in range(81):
        if COUNT[saved[cell]] < least:
            continue
        for n in range(9 * cell, 9 * cell + 9):
            d = n - 9 * cell
            for k in range(3):
                house = HOUSE_OF[cell, k]
                places = saved[PLACES + 9 * house + d]
                if COUNT[places] >= 2 and CELLS[house, FIRST[places]] == cell:
                    group = search.groups[many]
                    group[GROUP_CAUSE], group[GROUP_SIZE] = k + 2, COUNT[places]
                    for i in range(group[GROUP_SIZE]):
                        group[MEMBERS + i] = 9 * CELLS[house, FIRST[places]] + d
                        places &= places - 1
                    many += 1
        group = search.groups[many]
        group[GROUP_CAUSE], group[GROUP_SIZE] = 1, 0
        for n in range(9 * cell, 9 * cell + 9):
            if saved[cell] >> n - 9 * cell & 1:
                group[MEMBERS + group[GROUP_SIZE]] = n
                group[GROUP_SIZE] += 1
        many += 1
    search.group_count = many


@kernel(early=True)
def _number_groups(search: Search, links: Links) -> None:
    """Give a run to every candidate of multiple chains that may have anything in common with others."""
    runs = 0
    link(search.saved[:], links)  # a slice, so that numba sees an array like any other
    _close(search, links)
    for g in range(search.group_count):
        group = search.groups[g]
        some = np.uint64(0)
        for word in range(24):
            common = search.closed[group[MEMBERS], word]
            for i in range(1, group[GROUP_SIZE]):
                common &= search.closed[group[MEMBERS + i], word]
            some |= common
        for i in range(group[GROUP_SIZE] if some else 0):
            node = 2 * group[MEMBERS + i] + 1
            if not search.run_of[node]:
                runs += 1
                search.run_of[node] = runs


@kernel(early=True)
def _plan(search: Search, links: Links, mode: int) -> None:
    """Give every assumption that has to be followed a number, in `run_of`."""
    search.run_of[:] = 0
    _list_groups(search, 3 if mode == MULTIPLE else 2)
    if mode == MULTIPLE:
        _number_groups(search, links)
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


# --- Conclusions -----------------------------------------------------------------------------------------------------


@kernel(early=True)
def _weigh(search: Search, run: int, slot: int) -> int:
    """Return how many different nodes a chain's end follows from, itself included."""
    at = search.runs[run, BEGIN] + slot
    if not search.weights[at]:
        search.weights[at] = collect_chain(search, run, slot)
    return int(search.weights[at])


@kernel(early=True)
def _weigh_nested(search: Search, offer: Ints) -> int:
    """Return the complexity of all different steps nested in the chains of a step."""
    total, seen = 0, 0
    for i in range(offer[ENDS]):
        run = offer[RUNS + 2 * i]
        many = collect_chain(search, run, offer[RUNS + 1 + 2 * i]) if search.runs[run, WITH_NESTED] else 0
        for j in range(many):
            number = search.nodes[search.runs[run, BEGIN] + search.stack[j], NESTED]
            if number and is_new(search, search.nested[number - 1, 1], seen):
                seen += 1
                total += search.nested[number - 1, 0]
    return total


@kernel
def _offer(search: Search, depth: int, level: int, family: int, offer: Ints) -> None:
    """Keep a step if it goes before all others that eliminate the same (before all others at depth 0)."""
    slot = n = offer[TARGET] >> 1
    if offer[TARGET] & 1:
        others = search.saved[n // 9] & ~(1 << n % 9)
        if not others:
            return
        slot = n // 9 * 9 + FIRST[others] if COUNT[others] == 1 else 729 + n
    if depth == 0:
        slot = 0
    best = search.best[slot]
    complexity = 0
    for i in range(offer[ENDS]):
        complexity += _weigh(search, offer[RUNS + 2 * i], offer[RUNS + 1 + 2 * i])
        if key(family, complexity, offer[KIND]) >= best:
            return
    if level > 1:
        complexity += _weigh_nested(search, offer)
    value = key(family, complexity, offer[KIND])
    if value < best:
        search.best[slot] = value
        offer[WHEN] += 1
        copy(search.offers[slot], offer)


@kernel
def _offer_common(search: Search, depth: int, level: int, family: int, offer: Ints, runs: Ints) -> None:
    """Offer all that runs have in common, in the order of the first of them; nothing where one was not followed."""
    for run in runs:
        if run < 0:
            return
    common = np.empty(24, np.uint64)
    some = np.uint64(0)
    for i in range(24):
        word = search.sets[runs[0], i]
        for j in range(1, len(runs)):
            word &= search.sets[runs[j], i]
        common[i] = word
        some |= word
    if some == np.uint64(0):
        return
    offer[ENDS] = len(runs)
    base, size = search.runs[runs[0], BEGIN], search.runs[runs[0], SIZE]
    for on in range(1, -1, -1):
        for slot in range(size):
            node = search.nodes[base + slot, NODE]
            if node & 1 != on or not has_bit(common, (node >> 1) + (0 if on else 768)):
                continue
            offer[TARGET] = node
            for j in range(len(runs)):
                offer[RUNS + 2 * j] = runs[j]
                offer[RUNS + 1 + 2 * j] = search.place[runs[j], node] - 1
            _offer(search, depth, level, family, offer)


@kernel
def _offer_all(search: Search, depth: int, level: int, family: int, mode: int) -> None:
    offer = np.zeros(WHEN + 1, np.int64)
    runs = np.zeros(9, np.int64)
    for n in range(0 if mode == MULTIPLE else 729):
        count = COUNT[search.saved[n // 9]]
        if count < 2 or not search.saved[n // 9] >> n % 9 & 1:
            continue
        for off in range(2):
            run = search.run_of[2 * n + 1 - off] - 1
            runs[off] = run
            if search.runs[run, ON_END] >= 0:
                offer[KIND], offer[TARGET], offer[FIRST_CAUSE], offer[ENDS] = CONTRADICTION, 2 * n + off, 0, 2
                offer[RUNS] = offer[RUNS + 2] = run
                offer[RUNS + 1], offer[RUNS + 3] = search.runs[run, ON_END], search.runs[run, OFF_END]
                _offer(search, depth, level, family, offer)
        if count >= 3 and mode != NISHIO:
            offer[KIND], offer[FIRST_CAUSE] = DOUBLE, 0
            _offer_common(search, depth, level, family, offer, runs[:2])
    for g in range(0 if mode == NISHIO else search.group_count):
        group = search.groups[g]
        for i in range(group[GROUP_SIZE]):
            runs[i] = search.run_of[2 * group[MEMBERS + i] + 1] - 1
        offer[KIND], offer[FIRST_CAUSE] = CELL if group[GROUP_CAUSE] == 1 else REGION, group[GROUP_CAUSE]
        _offer_common(search, depth, level, family, offer, runs[: group[GROUP_SIZE]])


# --- The search ------------------------------------------------------------------------------------------------------


@kernel(early=True)
def _prepare(grid: Numbers, search: Search, links: Links, level: int, mode: int) -> int:
    """Make ready for a search; return the level from which its runs go on, -1 where they begin."""
    before = search.reached - 1 if mode == DYNAMIC else -1
    goes_on = before >= 0 and _ABOVE[before] >> level & 1 != 0
    for i in range(GRID if goes_on else 0):
        goes_on &= search.saved[i] == grid[i]
    search.reached = 1 + level if mode == DYNAMIC else 0
    search.best[:] = 1 << 62
    if goes_on:
        return int(before)
    search.node_count = search.parent_count = search.nested_count = 0
    copy(search.saved, grid)
    _plan(search, links, mode)
    return -1


@kernel
def search(stuck: Positions, searches: Any, all_links: Any, depth: int, inside: int) -> None:
    """Find in every position the step that goes first, if its key is below `searches[0].limit`.

    Where that takes more than `searches[0].budget` nodes, the puzzle is given up at the family that is searched then.
    At depth 1 one family is searched `inside` the position of the search above, which all steps are handed up to.
    """
    if depth > 1:
        return
    # numba counts references to an array at every call, but not to a field of a record.
    grid, step = searches[0].grid[:], searches[0].step[:]
    for i in range(1 if depth else len(stuck.which)):
        p = stuck.which[i]
        first, last = inside, inside + 1
        if depth == 0:
            copy(grid, stuck.grids[p])
            first, last = CHAINS, stuck.family[p]
            searches[0].work = stuck.work[p]
            searches[1].reached = 0  # what was found for another puzzle is no work that this one need not do
        for family in range(first, last):
            if _search(grid, step, stuck, searches, all_links, depth, family):
                copy(stuck.steps[p], step)
                stuck.family[p] = family
                break
            if depth == 0 and searches[0].work > searches[0].budget:
                stuck.family[p] = GIVEN_UP + family
                break
        if depth == 0:
            stuck.work[p] = searches[0].work


@kernel(early=True)
def _search(
    grid: Numbers, step: Ints, stuck: Positions, searches: Any, all_links: Any, depth: int, family: int
) -> bool:
    """Follow every assumption of a family and offer all steps that can be concluded; return whether one is kept."""
    this, links = searches[depth], all_links[0]
    mode = min(family - CHAINS, DYNAMIC)
    level = family - CHAINS - mode
    if key(family, 1, 0) >= this.limit:
        return False
    before = _prepare(grid, this, links, level, mode)
    counted = this.node_count
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
                    search(stuck, searches, all_links, depth + 1, _INSIDE[k, 2])
            if searches[0].work > searches[0].budget or not apply_nested(this, run):
                break
            tried = 0
        copy(grid, this.saved)
        searches[0].work += this.node_count - counted
        counted = this.node_count
        if searches[0].work > searches[0].budget:
            this.reached = 0
            return False
    _offer_all(this, depth, level, family, mode)
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
    if mode == NISHIO:
        return steps.NISHIO
    if mode == MULTIPLE:
        return steps.CELL_CHAINS if kind == CELL else steps.REGION_CHAINS
    first = steps.NESTED_CONTRADICTION
    if level < 2:
        first = steps.PLUS_CONTRADICTION if level else steps.DYNAMIC_CONTRADICTION
    return first + (0 if kind == CONTRADICTION else 1 if kind == DOUBLE else 2 if kind == CELL else 3)
