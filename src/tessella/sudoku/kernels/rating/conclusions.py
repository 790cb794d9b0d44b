# ruff: noqa: C901, PLR0912 - a kernel is one loop with many cases and takes its arrays by position
"""Conclusions from runs: what contradictions prove, and what several runs have in common.

If a run says that a candidate is both on and off, the assumption is wrong (contradiction); what both runs of a
candidate say (double), or the runs of all candidates of a cell, or of all places of a digit in a house, is true.

A step is offered as a row of numbers; one for the best step, or one for each elimination:

    KIND | TARGET, a node | FIRST_CAUSE, of what is assumed | how many ENDS | RUNS on: run and place of each | WHEN
"""

import numpy as np

from tessella.compiled.bits import has_bit
from tessella.compiled.jit import kernel
from tessella.sudoku.kernels.rating.chain_length import CELL, CONTRADICTION, DOUBLE, REGION, key
from tessella.sudoku.kernels.rating.grid import CELLS, COUNT, FIRST, HOUSE_OF, PLACES, Ints, copy
from tessella.sudoku.kernels.rating.nested_steps import is_new
from tessella.sudoku.kernels.rating.runs import (
    BEGIN,
    MULTIPLE,
    NESTED,
    NISHIO,
    NODE,
    OFF_END,
    ON_END,
    SIZE,
    WITH_NESTED,
    Search,
    collect_chain,
)

KIND, TARGET, FIRST_CAUSE, ENDS, RUNS = range(5)
WHEN = 22  # how many steps had been offered before


@kernel
def _weigh(search: Search, run: int, slot: int) -> int:
    """Return how many different nodes a chain's end follows from, itself included."""
    at = search.runs[run, BEGIN] + slot
    if not search.weights[at]:
        search.weights[at] = collect_chain(search, run, slot)
    return int(search.weights[at])


@kernel
def _weigh_nested(search: Search, offer: Ints) -> int:
    """Return the complexity of all different steps nested in the chains of a step."""
    total, seen = 0, 0
    for i in range(offer[ENDS]):
        run = offer[RUNS + 2 * i]
        if not search.runs[run, WITH_NESTED]:
            continue
        base = search.runs[run, BEGIN]
        for j in range(collect_chain(search, run, offer[RUNS + 1 + 2 * i])):
            number = search.nodes[base + search.stack[j], NESTED]
            if number and is_new(search, search.nested[number - 1, 1], seen):
                seen += 1
                total += search.nested[number - 1, 0]
    return total


@kernel
def _offer(search: Search, depth: int, level: int, family: int, offer: Ints) -> None:
    """Keep a step if it goes before all others that eliminate the same (before all others at depth 0)."""
    target = offer[TARGET]
    n = target >> 1
    cell = n // 9
    slot = n
    if target & 1:
        others = search.saved[cell] & ~(1 << n - 9 * cell)
        if not others:
            return
        slot = 9 * cell + FIRST[others] if COUNT[others] == 1 else 729 + n
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
def _offer_common(search: Search, depth: int, level: int, family: int, offer: Ints, members: Ints, many: int) -> None:
    """Offer all that the runs of `members` have in common, in the order of the first of them.

    Where a run has not been followed, nothing is.
    """
    for j in range(many):
        if members[j] < 0:
            return
    common = np.empty(24, np.uint64)
    some = np.uint64(0)
    for i in range(24):
        word = search.sets[members[0], i]
        for j in range(1, many):
            word &= search.sets[members[j], i]
        common[i] = word
        some |= word
    if some == np.uint64(0):
        return
    offer[ENDS] = many
    base, size = search.runs[members[0], BEGIN], search.runs[members[0], SIZE]
    for on in range(1, -1, -1):
        for slot in range(size):
            node = search.nodes[base + slot, NODE]
            if node & 1 != on or not has_bit(common, (node >> 1) + (0 if on else 768)):
                continue
            offer[TARGET] = node
            for j in range(many):
                offer[RUNS + 2 * j] = members[j]
                offer[RUNS + 1 + 2 * j] = search.place[members[j], node] - 1
            _offer(search, depth, level, family, offer)


@kernel
def offer_all(search: Search, depth: int, level: int, family: int, mode: int) -> None:
    """Offer every step that the runs allow."""
    saved = search.saved
    offer = np.zeros(WHEN + 1, np.int64)
    members = np.zeros(9, np.int64)
    for cell in range(81):
        count = COUNT[saved[cell]]
        if count < 2 or (count == 2 and mode == MULTIPLE):
            continue
        for d in range(9):
            if not saved[cell] >> d & 1:
                continue
            n = 9 * cell + d
            if mode != MULTIPLE:
                _offer_assumption(search, depth, level, family, offer, n)
                if count >= 3 and mode != NISHIO:
                    members[0], members[1] = search.run_of[2 * n + 1] - 1, search.run_of[2 * n] - 1
                    offer[KIND], offer[FIRST_CAUSE] = DOUBLE, 0
                    _offer_common(search, depth, level, family, offer, members, 2)
            if mode == NISHIO:
                continue
            for k in range(3):
                house = HOUSE_OF[cell, k]
                places = saved[PLACES + 9 * house + d]
                if COUNT[places] < 2 or CELLS[house, FIRST[places]] != cell:
                    continue
                many = 0
                while places:
                    members[many] = search.run_of[2 * (9 * CELLS[house, FIRST[places]] + d) + 1] - 1
                    many += 1
                    places &= places - 1
                offer[KIND], offer[FIRST_CAUSE] = REGION, k + 2
                _offer_common(search, depth, level, family, offer, members, many)
        if mode == NISHIO:
            continue
        many = 0
        for d in range(9):
            if saved[cell] >> d & 1:
                members[many] = search.run_of[2 * (9 * cell + d) + 1] - 1
                many += 1
        offer[KIND], offer[FIRST_CAUSE] = CELL, 1
        _offer_common(search, depth, level, family, offer, members, many)


@kernel(early=True)
def _offer_assumption(search: Search, depth: int, level: int, family: int, offer: Ints, n: int) -> None:
    """Offer the contraries of a candidate's being on and off where they lead to contradictions."""
    for off in range(2):
        run = search.run_of[2 * n + 1 - off] - 1
        if search.runs[run, ON_END] >= 0:
            offer[KIND], offer[TARGET], offer[FIRST_CAUSE], offer[ENDS] = CONTRADICTION, 2 * n + off, 0, 2
            offer[RUNS] = offer[RUNS + 2] = run
            offer[RUNS + 1], offer[RUNS + 3] = search.runs[run, ON_END], search.runs[run, OFF_END]
            _offer(search, depth, level, family, offer)
