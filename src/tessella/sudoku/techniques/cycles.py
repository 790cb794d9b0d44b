"""Bidirectional cycles and forcing chains, how they are rated by their length, and the one that Sudoku Explainer takes.

A chain alternates: a candidate that is on puts others off (weak links: the rest of its cell, the same digit in its
houses); one that is off puts another on (strong links: a cell or house that holds two). X-chains go through houses
only, Y-chains through cells of two; forcing chains lead from an assumption to its contrary, cycles back to it.

Searches go in breadth, so the first way that is found to a candidate is a shortest one, and the order of links (the
cell, then box, row, column) decides which. As a candidate that is off and has no strong link leads nowhere, weak
links to such ones are left out.

A chain's rating is the base of its family and 0.1 for every limit that its complexity less 2 passes: 4, 6, 8, 12,
16, 24, ... The sums are made as Sudoku Explainer makes them, one tenth after another in floating point, as their
last digit decides which of two chains of families with different bases goes first: the lower rating, then the lower
complexity, then the lower kind.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, reduce
from itertools import accumulate, repeat
from operator import itemgetter, or_
from typing import NamedTuple

from tessella.i18n import N_, _
from tessella.sudoku.techniques import eureka
from tessella.sudoku.techniques.grid import BITS, CELL, Grid, Masks, Shape, cells_of, digits_text, once_per_grid, union
from tessella.sudoku.techniques.nice_loops import explain_contradiction
from tessella.sudoku.techniques.phrasing import Words, join_sentences
from tessella.sudoku.techniques.step import Fact, Node, Step
from tessella.sudoku.techniques.technique import Technique

Key = tuple[float, int, int]  # rating, complexity, kind

DOUBLE, X, Y, XY, CELL_KIND, REGION, CONTRADICTION = range(1, 8)

LIMITS = [4]
while LIMITS[-1] < 1 << 20:
    LIMITS.append(LIMITS[-1] * (3 if len(LIMITS) % 2 else 4) // (2 if len(LIMITS) % 2 else 3))

# Of every base: what a chain is rated that passes no limit, one, two, ...; accumulate adds as the original does.
_ADDED = [*accumulate(repeat(0.1, len(LIMITS)), initial=0.0)]
_SUMS = {base: [base / 10 + added for added in _ADDED] for base in (65, 66, 70, 75, 80, 85, 90, 95, 100, 105, 110)}


def key_of(base: int, complexity: int, kind: int) -> Key:
    """Return what decides which chain goes first, for a family's base in tenths.

    >>> key_of(70, 6, XY)[0], round(key_of(70, 7, XY)[0], 1), round(key_of(70, 11, XY)[0], 1)
    (7.0, 7.1, 7.3)
    """
    return _SUMS[base][bisect_left(LIMITS, complexity - 2)], complexity, kind


def tenths_of(key: Key) -> int:
    """Return a rating in tenths."""
    return int((key[0] + 0.05) * 10)


@lru_cache(maxsize=1024)
def longest(base: int, kind: int, best: Key) -> int:
    """Return the highest complexity with which a chain would still go before `best`, -1 for none.

    >>> longest(70, XY, key_of(70, 8, X)), longest(65, X, key_of(70, 4, X)), longest(70, XY, key_of(65, 4, X))
    (7, 18, -1)
    """
    passing = bisect_left(range(2, 1 << 20), 1, key=lambda complexity: key_of(base, complexity, kind) >= best)
    return passing + 1 if passing else -1


def fact_of(shape: Shape, node: int, cause: int, parents: tuple[int, ...], step: Step | None = None) -> Fact:
    """Return a node of a chain, twice its candidate and 1 if it is on, as a fact."""
    n, size = node >> 1, shape.size
    return Fact(n % size + 1, n // size, bool(node & 1), cause, parents, shape.house_by(n, cause), step)


def chain_step(  # noqa: PLR0913 - a step has as many sides
    shape: Shape,
    names: tuple[str, str],
    chains: tuple[tuple[Fact, ...], ...],
    *,
    complexity: int,
    eliminated: tuple[int, ...],
    placed: tuple[int, ...],
    nodes: tuple[Node, ...] = (),
    houses: tuple[int, ...] = (),
) -> Step:
    """Return the step of some chains by name and code, with the candidates that it eliminates and places."""
    return Step(
        *names,
        digits_text(sum(1 << d for d in {n % shape.size for n in eliminated})),
        shape.places_of(eliminated),
        shape.places_of(placed),
        tuple(sorted({fact.digit for chain in chains for fact in chain})),
        tuple(sorted({fact.cell for chain in chains for fact in chain})),
        houses=houses,
        nodes=nodes,
        chains=chains,
        complexity=complexity,
    )


Path = tuple[tuple[int, int], ...]  # nodes (2 * candidate + on) with their causes, from the assumption to the end
_Steps = dict[int, tuple[int, int]]  # of a candidate: the one that it was reached from, and the cause


class FoundChain(NamedTuple):
    """A cycle or a forcing chain: what decides its turn, its nodes, and what it removes.

    The last node of a cycle is its first one once more. A chain that shows a digit true ends in a node that is on.
    """

    key: Key
    is_cycle: bool
    path: Path
    eliminated: tuple[int, ...]


_Linked = dict[int, list[tuple[int, int]]]  # of a candidate: those that it is linked to, with the causes


class _Weak(_Linked):
    """The weak links to what has a strong one, worked out when they are asked for."""

    def __init__(self, shape: Shape, kind: int, strong: _Linked) -> None:
        super().__init__()
        self.links = shape.links
        self.first = shape.size - 1 if kind == X else 0  # where the links through houses begin
        self.strong = strong

    def __missing__(self, n: int) -> list[tuple[int, int]]:
        strong = self.strong
        found = self[n] = [link for link in self.links[n][self.first :] if link[0] in strong]
        return found


class Links(NamedTuple):
    """The links of a position that one kind of chain may take."""

    kind: int
    weak: _Linked
    strong: _Linked
    reach: Sequence[int]  # of a candidate: those that it puts off, as a set, whether they have a strong link or not


@dataclass(slots=True)
class _Search:
    shape: Shape
    masks: Masks
    best: Key | None  # what has to be beaten; None to collect all
    found: list[FoundChain] = field(default_factory=list)
    candidates: list[int] = field(init=False)
    starts: list[int] = field(init=False)  # candidates that are not alone in their cells

    def __post_init__(self) -> None:
        size, masks = self.shape.size, self.masks
        self.candidates = self.shape.candidates(masks)
        self.starts = [n for n in self.candidates if masks[n // size] & masks[n // size] - 1]

    def limit(self, base: int, kind: int) -> int:
        """Return how complex a chain of a family may be."""
        return 1 << 20 if self.best is None else longest(base, kind, self.best)

    def keep(self, chain: FoundChain) -> None:
        """Keep what comes before all that is kept (or all that is found, when collecting)."""
        if self.best is not None:
            self.best = chain.key
            self.found.clear()
        self.found.append(chain)


def _links_of(shape: Shape, masks: Masks) -> tuple[Links, Links, Links]:
    strong_x: _Linked = {}
    strong_y: _Linked = {}
    strong: _Linked = {}
    members = shape.members
    for n in shape.candidates(masks):
        found: list[tuple[int, int]] = []
        for cause, (group, bit) in enumerate(shape.groups[n], CELL):
            if (rest := masks[group] ^ bit) and not rest & rest - 1:
                other = members[group][rest.bit_length() - 1]
                if all(other != one for one, _cause in found):
                    found.append((other, cause))
        if found:
            strong[n] = found
            if found[0][1] == CELL:
                strong_y[n] = found[:1]
                found = found[1:]
            if found:
                strong_x[n] = found
    return (
        Links(X, _Weak(shape, X, strong_x), strong_x, shape.house_reach),
        Links(Y, _Weak(shape, Y, strong_y), strong_y, shape.reach),
        Links(XY, _Weak(shape, XY, strong), strong, shape.reach),
    )


def best_chain(shape: Shape, masks: Masks, most: int = 200) -> FoundChain | None:
    """Return the cycle or chain with the lowest rating, then complexity, then kind, rated up to `most` tenths."""
    search = _Search(shape, masks, (most / 10 + 0.05, 0, 0))
    _search(search, _links_of(shape, masks))
    return search.found[0] if search.found else None


def all_chains(shape: Shape, masks: Masks, since: Masks | None = None) -> list[FoundChain]:
    """Return all cycles and chains that remove something, best first, one for each set of what goes.

    With `since`, an earlier position that has none left, only those are looked for that go through a cell or house
    which has come down to two since then: there are no others.
    """
    news = [g for g in range(shape.blanks) if since and masks[g] != since[g] and masks[g].bit_count() == 2]
    if since is not None and not news:
        return []
    every = _links_of(shape, masks)
    sources = None if since is None else _beside(shape, masks, every[2], news)
    search = _Search(shape, masks, None)
    _search(search, every, sources)
    best: dict[tuple[int, ...], FoundChain] = {}
    for chain in sorted(search.found, key=lambda chain: chain.key):
        best.setdefault(chain.eliminated, chain)
    return [*best.values()]


_Sources = tuple[set[int], set[int], set[int]]  # candidates for cycles, for chains from on, for chains from off


def _beside(shape: Shape, masks: Masks, links: Links, news: list[int]) -> _Sources:
    """Return the candidates from which cycles and chains through the last two candidates of some groups can begin.

    Links work both ways: if a being on puts b off, then b being on puts a off, so all is known from what puts either
    of the two off. What puts both off is false. A cycle goes from one of them being on to the other being off.
    """
    strong = links.strong
    present = {*shape.candidates(masks)}
    cycles, from_on, from_off = set[int](), set[int](), set[int]()
    for group in news:
        sides = []
        for i in BITS[masks[group]]:
            end = shape.members[group][i]
            on, off, waiting = set[int](), {end}, [end]
            while waiting:
                for n, _cause in shape.links[waiting.pop()]:
                    if n in present and n not in on:
                        on.add(n)
                        for m, _why in strong.get(n, ()):
                            if m not in off:
                                off.add(m)
                                waiting.append(m)
            sides.append((on, off))
        (on, off), (other_on, other_off) = sides
        cycles |= (on & other_off) | (off & other_on)
        from_on |= on & other_on
        from_off |= off & other_off
    return cycles, from_on, from_off


def _search(search: _Search, every: tuple[Links, Links, Links], sources: _Sources | None = None) -> None:
    """Look for X-cycles and X-chains, Y-cycles, then chains of both kinds of links, from all or some candidates."""
    for links in every:
        on_cycles, from_on, from_off = sources or _likely(search, links)
        # Only what is itself the end of a strong link can close a cycle or be forced on.
        for n in search.starts:
            if n in on_cycles and n in links.strong:
                _cycles(search, links, n)
            if links.kind != Y:
                if n in from_on:
                    _contradiction(search, links, n, 1)
                if n in from_off and n in links.strong:
                    _contradiction(search, links, n, 0)


def _likely(search: _Search, links: Links) -> _Sources:
    """Return the candidates from which cycles and chains can begin that are no longer than is asked for.

    What all candidates lead to is worked out at once: `on[m]` and `off[m]` are the sets of those that put m on and off.
    Whatever a cycle removes, or a chain that begins with what is off, would itself put on and off all that they go
    through, and come to its own contrary: a chain two facts longer at most. So where no candidate does that, there is
    nothing; and the first to do so tell how long the rest may be.
    """
    kind, weak, strong, reach = links
    every, starts = (union(1 << n for n in some) for some in (search.candidates, search.starts))
    cycle, chain = _family(links, cycle=True), _family(links, cycle=False)
    nearest = {n: reach[n] & every for n in strong}
    before = [(n, nearest[n], itemgetter(*(m for m, _cause in (weak[n][0], *weak[n])))) for n in strong]
    after = [(n, [m for m, _cause in others]) for n, others in strong.items()]
    on, off = {n: every & 1 << n for n in strong}, nearest.copy()
    wrong = length = 0
    while length < max(search.limit(*cycle), search.limit(*chain)):
        length += 2
        grows = False
        for n, others in after:
            new = old = on[n]
            for m in others:
                new |= off[m]
            if new != old:
                on[n], grows = new, True
                wrong |= new & reach[n]
        if not grows:
            break
        if wrong & starts and kind != Y and search.best is not None:
            rating, complexity, _kind = key_of(chain[0], length + 2, kind)
            search.best = min(search.best, (rating, complexity, kind + 1))
        for n, near, ends in before:
            off[n] = reduce(or_, ends(on), near)
    able = {n for n in strong if on[n] & off[n] & wrong}
    return able, {*cells_of(wrong)}, able


def _family(links: Links, *, cycle: bool) -> tuple[int, int]:
    return (70 if links.kind == XY else 65 if cycle else 66), links.kind


def _spread(front: list[int], links: _Linked, reached: _Steps) -> list[int]:
    """Return what some candidates lead to that was not reached before."""
    new = []
    for n in front:
        for m, cause in links[n]:
            if m not in reached:
                reached[m] = n, cause
                new.append(m)
    return new


def _contradiction(search: _Search, links: Links, source: int, on: int) -> None:
    """Look for a chain from a candidate that is on (1) or off (0) to its contrary."""
    base, kind = _family(links, cycle=False)
    first, second = (links.weak, links.strong) if on else (links.strong, links.weak)
    closing = dict(first[source])
    here: _Steps = {source: (-1, 0)}
    there: _Steps = {}
    ends = [source]
    for length in range(4, search.limit(base, kind) + 1, 2):
        ends = _spread(_spread(ends, first, there), second, here)
        for n in ends:
            if n in closing:
                path = ((2 * source + 1 - on, closing[n]), *_back(n, here, there, on))[::-1]
                cell, size = source // search.shape.size, search.shape.size
                others = tuple(size * cell + d for d in BITS[search.masks[cell]] if size * cell + d != source)
                eliminated = (source,) if on else others
                search.keep(FoundChain(key_of(base, length, kind), is_cycle=False, path=path, eliminated=eliminated))
                return
        if not ends:
            return


def _back(n: int, here: _Steps, there: _Steps, on: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the nodes from a candidate back to the start of a search; `here` tells of those that are `on` like it."""
    while n >= 0:
        before, cause = here[n]
        yield 2 * n + on, cause
        n, on, here, there = before, 1 - on, there, here


def _cycles(search: _Search, links: Links, source: int) -> None:
    """Look for cycles in which a candidate is on."""
    base, kind = _family(links, cycle=True)
    limit = search.limit(base, kind)
    if limit < 4:
        return
    closing = {m for m, _cause in links.strong[source]}
    nearby = union(links.reach[m] for m in closing)
    on_from: _Steps = {source: (-1, 0)}
    off_from: _Steps = {}
    ends = [source]
    length = 2
    while ends and length <= limit:
        starts = _spread(ends, links.weak, off_from)
        last = [n for n in ends if nearby >> n & 1] if length > 2 else []
        for n, m, cause in ((end, *link) for end in last for link in links.weak[end] if link[0] in closing):
            if any(node == 2 * m for node, _cause in _back(n, on_from, off_from)):  # it lies before n
                continue
            back = next(cause for other, cause in links.strong[m] if other == source)
            path = ((2 * source + 1, back), (2 * m, cause), *_back(n, on_from, off_from))[::-1]
            if eliminated := _lost(search, path[1:]):
                search.keep(FoundChain(key_of(base, length, kind), is_cycle=True, path=path, eliminated=eliminated))
                limit = search.limit(base, kind)
                if length > limit:
                    return
        ends = _spread(starts, links.strong, on_from)
        length += 2


def _lost(search: _Search, path: Path) -> tuple[int, ...]:
    """Return what a cycle removes: what sees one of its nodes that is on and one that is off, outside its cells."""
    shape, masks = search.shape, search.masks
    on = off = inside = 0
    for node, _cause in path:
        if node & 1:
            on |= shape.house_reach[node >> 1]
        else:
            off |= shape.house_reach[node >> 1]
        inside |= shape.in_cell[node >> 1]
    return tuple(n for n in cells_of(on & off & ~inside) if masks[n // shape.size] >> n % shape.size & 1)


def step_of_chain(shape: Shape, chain: FoundChain) -> Step:
    """Return a cycle or a forcing chain as a step; the end of a cycle, its first node once more, is left out."""
    technique = _TECHNIQUES[chain.is_cycle, chain.key[2]]
    path = chain.path[:-1] if chain.is_cycle else chain.path
    facts = tuple(fact_of(shape, node, cause, (i - 1,) if i else ()) for i, (node, cause) in enumerate(path))
    last = chain.path[-1][0]
    placed = (last >> 1,) if last & 1 and not chain.is_cycle else ()
    nodes = tuple(fact.node for fact in facts)
    names = technique.name, technique.code
    return chain_step(
        shape, names, (facts,), complexity=chain.key[1], eliminated=chain.eliminated, placed=placed, nodes=nodes
    )


@once_per_grid
def _all_steps(grid: Grid) -> list[Step]:
    return [step_of_chain(grid.shape, chain) for chain in all_chains(grid.shape, grid.masks)]


def _explain_cycle(words: Words) -> str:
    closed = _(
        "The chain closes into a loop that works backwards too: either all candidates that it makes true "
        "are true, or all that it makes false. A candidate that sees one of each with the same digit is "
        "false."
    )
    return join_sentences(words.chain(), closed)


def _declare(code: str, name: str, *, is_cycle: bool) -> Technique:
    explain = _explain_cycle if is_cycle else explain_contradiction

    def find(grid: Grid) -> Iterator[Step]:
        return (step for step in _all_steps(grid) if step.code == code)

    notate = eureka.loop if is_cycle else eureka.chain
    return Technique(code, name, find, explain, varies=True, is_chain=True, notate=notate)


_TECHNIQUES = {
    (True, X): _declare("c1", N_("X-cycle"), is_cycle=True),
    (True, Y): _declare("c2", N_("Y-cycle"), is_cycle=True),
    (True, XY): _declare("c3", N_("bidirectional cycle"), is_cycle=True),
    (False, X): _declare("c4", N_("forcing X-chain"), is_cycle=False),
    (False, XY): _declare("c5", N_("forcing chain"), is_cycle=False),
}
TECHNIQUES = tuple(_TECHNIQUES.values())
# The codes of those that close, and so come back to their first node.
CYCLES = tuple(technique.code for (is_cycle, _kind), technique in _TECHNIQUES.items() if is_cycle)
