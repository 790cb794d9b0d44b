"""Chains through the rules of a variant: what a candidate would rule out, rule by rule, until one cannot be kept.

    pointing     every way to fill a cage or a line needs a digit in some of its cells: what sees them all loses it
    exclusion    what a candidate rules out at once leaves a cell, a house or a clue no way to be filled
    chains       what it rules out step by step does

Each fact follows from one fact before it and from one rule, in the position as it stands: the digits of a cell, naked
and hidden subsets of a house, common peers of the places of a digit in a house, or a clue. So a chain reads both ways,
and that all places of a digit are ruled out says no more than that each of them would rule out the assumption, as in
cell and region forcing chains; nothing is tried out on a changed position, as in dynamic chains.
"""

from collections.abc import Iterator
from dataclasses import replace

from tessella.i18n import N_
from tessella.sudoku.techniques.clue_chain_words import explain_chain, explain_pointing
from tessella.sudoku.techniques.clue_net import Failure, Net, chained_clues, net_of
from tessella.sudoku.techniques.clues import shown
from tessella.sudoku.techniques.grid import BITS, CELL, PEER, Grid, cells_of, union
from tessella.sudoku.techniques.step import Fact, Step
from tessella.sudoku.techniques.technique import Technique

MOST_LINKS = 12  # of a chain


def pointing(grid: Grid) -> Iterator[Step]:
    """Yield what sees all places of a digit that a clue needs."""
    if grid.shape.is_of_houses or not (masks := shown(grid)):
        return
    for one in chained_clues(grid):
        before = tuple([masks[cell] for cell in one.cells])
        places: dict[int, int] = {}
        for cell, mask in zip(one.cells, before, strict=True):
            for d in BITS[mask]:
                places[d] = places.get(d, 0) | 1 << cell
        for d, cells in places.items():
            out = grid.places[d + 1] & grid.shape.seen_by(cells)
            if out and cells & cells - 1 and one.left(tuple([mask & ~(1 << d) for mask in before])) is None:
                whole = union(1 << cell for cell in one.cells)
                yield POINTING.step(grid, 0, {d + 1: out}, of_result=True, cells=whole & ~cells, second=cells)


def exclusions(grid: Grid) -> Iterator[Step]:
    """Yield what a candidate alone would leave no way, cells and houses first."""
    return (step for by_rule in (False, True) for step in _chains(grid, EXCLUSION, 1, by_rule=by_rule))


def chains(grid: Grid) -> Iterator[Step]:
    """Yield the chains that each rule out the candidate they begin with, short ones first; those against clues last."""
    return (step for by_rule in (False, True) for step in _chains(grid, CHAIN, MOST_LINKS, by_rule=by_rule))


def _chains(grid: Grid, technique: Technique, most: int, *, by_rule: bool) -> Iterator[Step]:
    if grid.shape.is_classic or not shown(grid):
        return
    net = net_of(grid)
    for n in net.search(most, by_rule=by_rule):
        yield _step(net, n, by_rule=by_rule, technique=technique)


def _step(net: Net, n: int, *, by_rule: bool, technique: Technique) -> Step:
    """Return the shortest chain from a candidate to what cannot be."""
    size, many, start = net.size, net.many, n + net.many
    parents: dict[int, int] = {}
    facts, front = 1 << start, [start]
    failure = None
    while failure is None:
        following = []
        for fact in front:
            for other in cells_of(net.after(fact) & ~facts):
                facts |= 1 << other
                parents[other] = fact
                following.append(other)
        front = following
        failure = Failure(candidate=n) if facts >> n & 1 else net.failing(facts, by_rule=by_rule)
    chain: list[int] = []
    for end in net.ends(failure, facts):
        path = [end]
        while path[-1] != start:
            path.append(parents[path[-1]])
        chain += [fact for fact in reversed(path) if fact not in chain]

    def told(fact: int) -> Fact:
        cell, d = divmod(fact % many, size)
        if fact == start:
            return Fact(d + 1, cell, is_on=True)
        parent = parents[fact]
        cause = CELL if cell == parent % many // size else PEER
        return Fact(d + 1, cell, fact >= many, cause, (chain.index(parent),))

    return replace(
        technique.step(net.grid, 0, {n % size + 1: 1 << n // size}, of_result=True),
        chains=(tuple(map(told, chain)),),
        complexity=len(chain),
    )


POINTING = Technique("cluepoint", N_("pointing out of a cage or line"), pointing, explain_pointing, difficulty=32)
EXCLUSION = Technique("exclusion", N_("exclusion"), exclusions, explain_chain, difficulty=60)
CHAIN = Technique("rulechain", N_("forcing chain through clues"), chains, explain_chain, difficulty=70)
TECHNIQUES = (POINTING, EXCLUSION, CHAIN)
