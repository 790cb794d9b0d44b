"""Which bidirectional cycles and forcing chains are there, and which does Sudoku Explainer take?

A chain alternates: a candidate that is on puts others off (weak links: the rest of its cell, the same digit in its
houses); one that is off puts another on (strong links: a cell or house that holds two). X-chains go through houses
only, Y-chains through cells of two; forcing chains lead from an assumption to its contrary, cycles back to it.

Searches go in breadth, so the first way that is found to a candidate is a shortest one, and the order of links (the
cell, then box, row, column) decides which. As a candidate that is off and has no strong link leads nowhere, weak
links to such ones are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tessella.sudoku.explainer.chain_length import XY, Key, X, Y, key_of, longest
from tessella.sudoku.techniques.links import CELL, ONES, Flat, Wiring

__all__ = ["Links", "Ring", "all_rings", "best_ring", "links_of"]

Way = tuple[tuple[int, int], ...]  # nodes (2 * candidate + on) with their causes, from the assumption to the end
_Steps = dict[int, tuple[int, int]]  # of a candidate: the one that it was reached from, and the cause


class Ring(NamedTuple):
    """A cycle or a forcing chain: what decides its turn, its nodes, and what it removes.

    The last node of a cycle is its first one once more. A chain that shows a digit true ends in a node that is on.
    """

    key: Key
    is_cycle: bool
    way: Way
    gone: tuple[int, ...]


_Linked = dict[int, list[tuple[int, int]]]  # of a candidate: those that it is linked to, with the causes


class _Weak(_Linked):
    """The weak links to what has a strong one, worked out when they are asked for."""

    def __init__(self, wiring: Wiring, kind: int, strong: _Linked) -> None:
        super().__init__()
        self.links = wiring.links
        self.first = wiring.size - 1 if kind == X else 0  # where the links through houses begin
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


@dataclass(slots=True)
class _Hunt:
    wiring: Wiring
    flat: Flat
    best: Key | None  # what has to be beaten; None to collect all
    found: list[Ring] = field(default_factory=list)

    def limit(self, base: int, kind: int) -> int:
        """Return how complex a chain of a family may be."""
        return 1 << 20 if self.best is None else longest(base, kind, self.best)

    def keep(self, ring: Ring) -> None:
        """Keep what goes before all that is kept (or all that is found, when collecting)."""
        if self.best is not None:
            self.best = ring.key
            self.found.clear()
        self.found.append(ring)


def links_of(wiring: Wiring, flat: Flat) -> tuple[Links, Links, Links]:
    """Return the links of a position for X-chains, for Y-chains, and for chains of both."""
    strong_x: _Linked = {}
    strong_y: _Linked = {}
    strong: _Linked = {}
    members = wiring.members
    for n in wiring.candidates(flat):
        found: list[tuple[int, int]] = []
        for cause, (group, bit) in enumerate(wiring.groups[n], CELL):
            rest = flat[group] ^ bit
            if rest and not rest & rest - 1:
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
        Links(X, _Weak(wiring, X, strong_x), strong_x),
        Links(Y, _Weak(wiring, Y, strong_y), strong_y),
        Links(XY, _Weak(wiring, XY, strong), strong),
    )


def best_ring(wiring: Wiring, flat: Flat, most: int = 200) -> Ring | None:
    """Return the cycle or chain with the lowest rating, then complexity, then kind, rated up to `most` tenths.

    Most are short, and short ones are found quickly, so first nothing longer is looked for.
    """
    every = links_of(wiring, flat)
    top = most / 10 + 0.05, 0, 0
    for length in (8, 14, 1 << 19):
        best = min(top, key_of(70, length + 1, 0))
        hunt = _Hunt(wiring, flat, best)
        _hunt(hunt, every)
        if hunt.found:
            return hunt.found[0]
        if best == top:
            break
    return None


def all_rings(wiring: Wiring, flat: Flat, since: Flat | None = None) -> list[Ring]:
    """Return all cycles and chains that remove something, best first, one for each set of what goes.

    With `since`, an earlier position that has none left, only those are looked for that go through a cell or house
    which has come down to two since then: there are no others.
    """
    news: list[int] = []
    if since is not None:
        news = [g for g in range(wiring.blanks) if flat[g] != since[g] and flat[g].bit_count() == 2]
        if not news:
            return []
    every = links_of(wiring, flat)
    sources = None if since is None else _beside(wiring, flat, every[2], news)
    hunt = _Hunt(wiring, flat, None)
    _hunt(hunt, every, sources)
    best: dict[tuple[int, ...], Ring] = {}
    for ring in sorted(hunt.found, key=lambda ring: ring.key):
        best.setdefault(ring.gone, ring)
    return [*best.values()]


_Sources = tuple[set[int], set[int], set[int]]  # candidates for cycles, for chains from on, for chains from off


def _beside(wiring: Wiring, flat: Flat, links: Links, news: list[int]) -> _Sources:
    """Return the candidates from which cycles and chains through the last two candidates of some groups can begin.

    Links work both ways: if a being on puts b off, then b being on puts a off, so all is known from what puts either
    of the two off. What puts both off is false. A cycle goes from one of them being on to the other being off.
    """
    strong = links.strong
    present = {*wiring.candidates(flat)}
    cycles, from_on, from_off = set[int](), set[int](), set[int]()
    for group in news:
        sides = []
        for i in ONES[flat[group]]:
            end = wiring.members[group][i]
            on, off, waiting = set[int](), {end}, [end]
            while waiting:
                for n, _cause in wiring.links[waiting.pop()]:
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


def _hunt(hunt: _Hunt, every: tuple[Links, Links, Links], sources: _Sources | None = None) -> None:
    """Look for X-cycles and X-chains, Y-cycles, then chains of both kinds of links, from all or some candidates."""
    flat, size = hunt.flat, hunt.wiring.size
    candidates = hunt.wiring.candidates(flat)
    on_cycles, from_on, from_off = sources or ({*candidates},) * 3
    for links in every:
        if hunt.limit(*_family(links, cycle=False)) < 4 and hunt.limit(*_family(links, cycle=True)) < 4:
            continue
        for n in candidates:
            count = flat[n // size].bit_count()
            if count < 2 or (links.kind == Y and count > 2):
                continue
            # Only what is itself the end of a strong link can close a cycle or be forced on.
            if n in links.strong and n in on_cycles:
                _cycles(hunt, links, n)
            if links.kind != Y:
                if n in from_on:
                    _chain_off(hunt, links, n)
                if n in links.strong and n in from_off:
                    _chain_on(hunt, links, n)


def _family(links: Links, *, cycle: bool) -> tuple[int, int]:
    """Return the base of cycles or chains that use some links, and their kind."""
    return (70 if links.kind == XY else 65 if cycle else 66), links.kind


def _chain_off(hunt: _Hunt, links: Links, source: int) -> None:  # noqa: C901 - one search, level by level
    """Look for a chain from a candidate that is on to the same one off."""
    base, kind = _family(links, cycle=False)
    limit = hunt.limit(base, kind)
    if limit < 4:
        return
    weak, strong = links.weak, links.strong
    near, size = hunt.wiring.reach[source], hunt.wiring.size
    on_from: _Steps = {source: (-1, 0)}
    off_from: _Steps = {}
    ends = [source]
    length = 2
    while ends and length <= limit:
        for n in ends:
            if near >> n & 1 and (kind != X or n // size != source // size):
                cause = next(cause for m, cause in hunt.wiring.links[n] if m == source)
                way = ((2 * source, cause), *_way(n, on_from, off_from))[::-1]
                hunt.keep(Ring(key_of(base, length, kind), False, way, (source,)))  # noqa: FBT003 - a record
                return
        starts = []
        for n in ends:
            for m, cause in weak[n]:
                if m not in off_from:
                    off_from[m] = n, cause
                    starts.append(m)
        ends = []
        for m in starts:
            for n, cause in strong[m]:
                if n not in on_from:
                    on_from[n] = m, cause
                    ends.append(n)
        length += 2


def _chain_on(hunt: _Hunt, links: Links, source: int) -> None:  # noqa: C901 - one search, level by level
    """Look for a chain from a candidate that is off to the same one on."""
    base, kind = _family(links, cycle=False)
    limit = hunt.limit(base, kind)
    if limit < 4:
        return
    weak, strong = links.weak, links.strong
    near = {m for m, _cause in strong[source]}
    on_from: _Steps = {}
    off_from: _Steps = {source: (-1, 0)}
    starts = [source]
    length = 2
    while starts and length <= limit:
        for m in starts:
            if m in near:
                cause = next(cause for n, cause in strong[m] if n == source)
                way = ((2 * source + 1, cause), *_way(m, off_from, on_from, on=0))[::-1]
                cell, size = source // hunt.wiring.size, hunt.wiring.size
                gone = tuple(size * cell + d for d in ONES[hunt.flat[cell]] if size * cell + d != source)
                hunt.keep(Ring(key_of(base, length, kind), False, way, gone))  # noqa: FBT003 - a record
                return
        ends = []
        for m in starts:
            for n, cause in strong[m]:
                if n not in on_from:
                    on_from[n] = m, cause
                    ends.append(n)
        starts = []
        for n in ends:
            for m, cause in weak[n]:
                if m not in off_from:
                    off_from[m] = n, cause
                    starts.append(m)
        length += 2


def _way(n: int, here: _Steps, there: _Steps, on: int = 1) -> Iterator[tuple[int, int]]:
    """Yield the nodes from a candidate back to the start of a search; `here` tells of those that are `on` like it."""
    while n >= 0:
        before, cause = here[n]
        yield 2 * n + on, cause
        n, on, here, there = before, 1 - on, there, here


def _cycles(hunt: _Hunt, links: Links, source: int) -> None:  # noqa: C901 - one search, level by level
    """Look for cycles through a candidate that remove something."""
    base, kind = _family(links, cycle=True)
    limit = hunt.limit(base, kind)
    if limit < 4:
        return
    weak, strong = links.weak, links.strong
    closing = {m for m, _cause in strong.get(source, ())}
    if not closing:
        return
    on_from: _Steps = {source: (-1, 0)}
    off_from: _Steps = {}
    ends = [source]
    length = 2
    while ends and length <= limit:
        starts = []
        for n in ends:
            for m, cause in weak[n]:
                is_new = m not in off_from
                if is_new:
                    off_from[m] = n, cause
                    starts.append(m)
                # m may have been reached from elsewhere; here it is reached from n, unless it lies before n itself.
                if length > 2 and m in closing and (is_new or not _is_before(m, n, on_from, off_from)):
                    back = next(cause for other, cause in strong[m] if other == source)
                    way = ((2 * source + 1, back), (2 * m, cause), *_way(n, on_from, off_from))[::-1]
                    gone = _lost(hunt, way[1:])
                    if gone:
                        hunt.keep(Ring(key_of(base, length, kind), True, way, gone))  # noqa: FBT003 - a record
                        limit = hunt.limit(base, kind)
                        if length > limit:
                            return
        ends = []
        for m in starts:
            for n, cause in strong[m]:
                if n not in on_from:
                    on_from[n] = m, cause
                    ends.append(n)
        length += 2


def _is_before(m: int, n: int, on_from: _Steps, off_from: _Steps) -> bool:
    """Return whether candidate m, off, lies on the way to n, on."""
    before = on_from[n][0]
    while before >= 0:
        if before == m:
            return True
        before = on_from[off_from[before][0]][0]
    return False


def _lost(hunt: _Hunt, way: Way) -> tuple[int, ...]:
    """Return what a cycle removes: what sees one of its nodes that is on and one that is off, outside its cells."""
    wiring = hunt.wiring
    size, flat = wiring.size, hunt.flat
    inside = {(node >> 1) // size for node, _cause in way}
    seen = {0: set[int](), 1: set[int]()}
    for node, _cause in way:
        cell, d = divmod(node >> 1, size)
        seen[node & 1].update(size * other + d for other in wiring.near[cell] if flat[other] >> d & 1)
    return tuple(sorted(n for n in seen[0] & seen[1] if n // size not in inside))
