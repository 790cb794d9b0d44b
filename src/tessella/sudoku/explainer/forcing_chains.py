"""What follows from each assumption, and what from all that could be assumed?

Every candidate is tried, on and off. What an assumption leads to is a run: candidates that go on or off, each with
the facts that it follows from. If a run says that a candidate is both, the assumption is wrong (contradiction); what
both runs of a candidate say (double), or the runs of all candidates of a cell, or of all places of a digit in a
house, is true. The step with the lowest rating is taken, then the lowest complexity, then the kind: double, cell,
region, contradiction. The families are those of Sudoku Explainer 1.2.1:

    Nishio      links through houses only; contradictions only
    multiple    the links of the position as it stands; cells and regions only, and cells of three or more
    dynamic     what went off is gone: it makes new links, whose ends follow from it as well
    plus        where that comes to an end, intersections, pairs and X-wings of the changed position
    nested      also its cycles and forcing chains (level 2), its multiple chains (3); or else its dynamic chains (4),
                also those of level 2 (5)

A run of one level goes on where that of the level below ends, so runs are kept and driven on. A search inside a
search works on the changed position. Facts are numbered 2 * candidate + on, and have a place in their run; a set of
places, one integer a fact, tells all that it follows from, so that its complexity is the number of its bits.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tessella.sudoku.explainer import basic_steps as first
from tessella.sudoku.explainer.basic_steps import Find
from tessella.sudoku.explainer.chain_length import CELL_KIND, CONTRADICTION, DOUBLE, REGION, Key, key_of, tenths_of
from tessella.sudoku.explainer.cycles import Ring, all_rings
from tessella.sudoku.techniques.links import CELL, ONES, START, STEP, Flat, Wiring

__all__ = [
    "DYNAMIC",
    "FAMILIES",
    "MULTIPLE",
    "NISHIO",
    "Budget",
    "Family",
    "Forced",
    "Inner",
    "Net",
    "Nets",
    "Run",
    "Why",
    "best_forced",
    "net_of",
    "print_of",
]

NISHIO, MULTIPLE, DYNAMIC = range(3)


class Family(NamedTuple):
    """A family of chains: how its runs go on, how much they use inside, and the base of its rating in tenths."""

    mode: int
    level: int
    base: int


FAMILIES = (
    Family(NISHIO, 0, 75),
    Family(MULTIPLE, 0, 80),
    Family(DYNAMIC, 0, 85),
    Family(DYNAMIC, 1, 90),
    Family(DYNAMIC, 2, 95),
    Family(DYNAMIC, 3, 100),
    Family(DYNAMIC, 4, 105),
    Family(DYNAMIC, 5, 110),
)

# The searches inside a search, from which level of it up to which: patterns, cycles and chains, then families.
_INSIDE = ((1, 5, None), (2, 3, None), (3, 3, FAMILIES[1]), (4, 5, FAMILIES[2]), (5, 5, FAMILIES[4]))


class Inner(NamedTuple):
    """A chain inside a chain: its complexity, what tells it from others, and where it comes from.

    It is a cycle or forcing chain, or a step of a family in a position that can be searched for again.
    """

    complexity: int
    print: tuple[int, ...]
    ring: Ring | None = None
    family: Family | None = None
    flat: Flat | None = None
    depth: int = 0


Why = Find | Inner

_RING_WORK, _FORCE_WORK = 200, 300  # what a search for cycles counts, and one for multiple chains, in facts


class Budget:
    """How much a search may still do, in facts that are reached: the same on every machine."""

    def __init__(self, left: int = 1 << 60) -> None:
        self.left = left

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left < 0


@dataclass(slots=True)
class Run:
    """What an assumption leads to. Facts have places in the order in which they are reached."""

    flat: Flat
    open: int  # the candidates that may still go off
    on: dict[int, int] = field(default_factory=dict)  # of a candidate: its place
    off: dict[int, int] = field(default_factory=dict)
    nodes: list[int] = field(default_factory=list)
    parents: list[tuple[int, ...]] = field(default_factory=list)
    causes: list[int] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)  # the places that a fact follows from and its own, as bits
    waiting: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))  # candidates off, on, to go on from
    done: list[int] = field(default_factory=lambda: [0, 0])  # how many of them have been gone on from
    why: dict[int, Why] = field(default_factory=dict)  # of a place: the step that a fact follows by
    has_inner: bool = False
    tried: int = 0  # which searches for steps have found nothing, as bits, since the last fact
    clash: tuple[int, int] | None = None  # the places of a candidate's being on and off
    bits: tuple[int, int] = (0, 0)  # the candidates that are off, on

    def copy(self) -> "Run":
        """Return a run that can be driven on while this one stays."""
        return Run(
            self.flat.copy(), self.open, self.on.copy(), self.off.copy(), self.nodes.copy(), self.parents.copy(),
            self.causes.copy(), self.roots.copy(), (self.waiting[0].copy(), self.waiting[1].copy()), self.done.copy(),
            self.why.copy(), self.has_inner, self.tried, self.clash, self.bits,
        )  # fmt: skip

    def add(self, node: int, parents: tuple[int, ...], cause: int) -> int:
        """Write a fact down; return its place."""
        place = len(self.nodes)
        root = 1 << place
        for parent in parents:
            root |= self.roots[parent]
        self.nodes.append(node)
        self.parents.append(parents)
        self.causes.append(cause)
        self.roots.append(root)
        return place

    def walk(self, end: int) -> list[int]:
        """Return the places of all that a fact follows from, itself first, then level by level."""
        found, seen = [end], {self.nodes[end]}
        for place in found:
            for parent in self.parents[place]:
                if self.nodes[parent] not in seen:
                    seen.add(self.nodes[parent])
                    found.append(parent)
        return found


class Forced(NamedTuple):
    """A step of forcing chains: what decides its turn, its kind, what it shows, and the end of each chain.

    `target` is a fact, `cause` the group that the assumptions have in common (as a cause), 0 for none. The ends are
    runs and places.
    """

    key: Key
    family: Family
    kind: int
    target: int
    cause: int
    ends: tuple[tuple[Run, int], ...]


class Net:
    """The search for the steps of a family in a position.

    With `collect` it keeps the best step for each thing that can be removed, else the best one only.
    """

    def __init__(self, wiring: Wiring, flat: Flat, family: Family, *, collect: bool = False, depth: int = 0) -> None:
        self.wiring = wiring
        self.saved = flat
        self.family = family
        self.collect = collect
        self.depth = depth
        candidates = wiring.candidates(flat)
        self.all = sum(1 << n for n in candidates)
        present = {*candidates}
        nishio = family.mode == NISHIO
        self.weak = {
            n: [link for link in wiring.links[n] if link[0] in present and not (nishio and link[1] == CELL)]
            for n in candidates
        }
        self.reach = {n: sum(1 << m for m, _cause in out) for n, out in self.weak.items()} if nishio else wiring.reach
        self.runs: dict[int, Run] = {}
        self.budget = Budget()
        self.best: dict[int, Forced] = {}
        self.order: dict[int, int] = {}
        self.offers = 0
        self.is_followed = self.is_judged = False

    def deeper(self, family: Family) -> "Net":
        """Return the search for a family of a higher level, whose runs go on where those of this one end."""
        net = Net(self.wiring, self.saved, family, collect=self.collect, depth=self.depth)
        net.budget = self.budget
        net.runs = {node: run.copy() for node, run in self.runs.items()}
        return net

    # Runs

    def drive(self, node: int) -> Run:
        """Follow an assumption as far as the family allows."""
        run = self.runs.get(node)
        if run is None:
            run = self.runs[node] = Run(self.saved.copy(), self.all)
            self._enter(run, node, run.add(node, (), START))
        if run.clash is None:
            before = len(run.nodes)
            self._go_on(run)
            self.budget.left -= len(run.nodes) - before
            on = off = 0
            for n in run.on:
                on |= 1 << n
            for n in run.off:
                off |= 1 << n
            run.bits = off, on
        return run

    @staticmethod
    def _enter(run: Run, node: int, place: int) -> None:
        """Let a new fact wait for its turn."""
        n = node >> 1
        if node & 1:
            run.on[n] = place
        else:
            run.off[n] = place
            if n not in run.on:
                run.open &= ~(1 << n)
        run.waiting[node & 1].append(n)

    def _go_on(self, run: Run) -> None:
        level = self.family.level
        while not self._spread(run) and level:
            found: _Findings = []
            for number, (low, high, family) in enumerate(_INSIDE):
                if not low <= level <= high or run.tried >> number & 1:
                    continue
                if family is None:
                    found = self._by_rings(run) if number else self._by_patterns(run)
                else:
                    found = self._by_search(run, family)
                if found:
                    break
                run.tried |= 1 << number
            if not self._take_in(run, found):
                return
            run.tried = 0

    def _spread(self, run: Run) -> bool:  # noqa: C901, PLR0912, PLR0915 - the innermost loop of all chains
        """Follow all links until nothing waits; return whether there was a contradiction."""
        saved, flat, weak, reach = self.saved, run.flat, self.weak, self.reach
        groups, members = self.wiring.groups, self.wiring.members
        dynamic, first_group = self.family.mode != MULTIPLE, 1 if self.family.mode == NISHIO else 0
        on, off, nodes, parents, causes, roots = run.on, run.off, run.nodes, run.parents, run.causes, run.roots
        wait_off, wait_on = run.waiting
        done_off, done_on = run.done
        left = run.open
        try:
            while True:
                if done_on < len(wait_on):
                    n = wait_on[done_on]
                    done_on += 1
                    if not reach[n] & left:
                        continue
                    place = on[n]
                    root = roots[place]
                    for m, cause in weak[n]:
                        if m in on:
                            run.clash = on[m], run.add(2 * m, (place,), cause)
                            return True
                        if m not in off:
                            new = len(nodes)
                            off[m] = new
                            nodes.append(2 * m)
                            parents.append((place,))
                            causes.append(cause)
                            roots.append(root | 1 << new)
                            wait_off.append(m)
                            left ^= 1 << m
                elif done_off < len(wait_off):
                    n = wait_off[done_off]
                    done_off += 1
                    targets = None
                    cause = first_group
                    for group, bit in groups[n] if first_group == 0 else groups[n][1:]:
                        cause += 1
                        rest = flat[group] & ~bit
                        if dynamic:
                            flat[group] = rest
                        if rest and not rest & rest - 1:
                            if targets is None:
                                targets = []
                            targets.append((group, bit, rest, cause))
                    if targets is None:
                        continue
                    place = off[n]
                    for group, bit, rest, cause in targets:
                        m = members[group][rest.bit_length() - 1]
                        if m not in off and m in on:
                            continue
                        above = [place]
                        lost = saved[group] & ~rest & ~bit
                        if lost and dynamic:
                            above += [off[members[group][i]] for i in ONES[lost]]
                        new = run.add(2 * m + 1, tuple(above), cause)
                        if m in off:
                            run.clash = new, off[m]
                            return True
                        on[m] = new
                        wait_on.append(m)
                else:
                    return False
        finally:
            run.done[:] = done_off, done_on
            run.open = left

    def _take_in(self, run: Run, found: "_Findings") -> bool:
        """Put off what steps remove; return whether there is anything new."""
        is_new = False
        for n, parents, why in found:
            if n not in run.off:
                place = run.add(2 * n, parents, STEP)
                run.why[place] = why
                run.has_inner |= isinstance(why, Inner)
                self._enter(run, 2 * n, place)
                is_new = True
        return is_new

    def _lost(self, run: Run, needs: Iterator[tuple[int, int]]) -> tuple[int, ...]:
        """Return the places of what has gone from some groups, as far as masks tell, each once."""
        found: dict[int, None] = {}
        saved, flat, members = self.saved, run.flat, self.wiring.members
        for group, mask in needs:
            lost = saved[group] & ~flat[group] & mask
            if lost:
                for i in ONES[lost]:
                    found[run.off[members[group][i]]] = None
        return tuple(found)

    def _by_patterns(self, run: Run) -> "_Findings":
        """Find what intersections, or else hidden pairs, naked pairs, X-wings remove that could not go before."""
        wiring, flat = self.wiring, run.flat
        found: _Findings = []
        for finds in (
            first.locking(wiring, flat),
            first.hidden_set(wiring, flat, 2),
            first.naked_set(wiring, flat, 2),
            first.fish(wiring, flat, 2),
        ):
            for find in finds:
                parents = self._lost(run, iter(find.needs))
                if parents:
                    found += [(n, parents, find) for n in sorted(find.gone)]
            if found:
                break
        return found

    def _by_rings(self, run: Run) -> "_Findings":
        """Find what cycles and forcing chains remove that could not go before."""
        groups = self.wiring.groups
        found: _Findings = []
        self.budget.left -= _RING_WORK
        for ring in all_rings(self.wiring, run.flat, self.saved):
            way = [*(ring.way[1:] if ring.is_cycle else ring.way)][::-1]
            # A cycle the other way round: what was off goes on, for the cause for which it went off.
            back = [(node ^ 1, cause) for node, cause in way[:0:-1]] if ring.is_cycle else []
            needs = (
                (groups[node >> 1][cause - 1][0], -1) for node, cause in (*way, *back) if node & 1 and cause != START
            )
            parents = self._lost(run, needs)
            if parents:
                print_ = (int(ring.is_cycle), *(node for node, _cause in way))
                inner = Inner(ring.key[1], print_, ring)
                found += [(n, parents, inner) for n in ring.gone]
        return found

    def _by_search(self, run: Run, family: Family) -> "_Findings":
        """Find what the chains of a family remove that could not go before."""
        if self.depth > 0 and family.level > 0:
            return []
        self.budget.left -= _FORCE_WORK
        if family.mode == MULTIPLE and not _may_force(self.wiring, run.flat):
            return []
        net = Net(self.wiring, run.flat, family, collect=True, depth=self.depth + 1)
        net.budget = self.budget
        net.search()
        groups = self.wiring.groups
        found: _Findings = []
        flat = run.flat.copy()
        for forced in net.steps():
            walks = [(one, one.walk(end)) for one, end in forced.ends]
            needs = (
                (groups[one.nodes[place] >> 1][cause - 1][0], -1)
                for one, walk in walks
                for place in walk
                if one.nodes[place] & 1 and (cause := one.causes[place] or forced.cause)
            )
            parents = self._lost(run, needs)
            if parents:
                inner = Inner(forced.key[1], print_of(forced), None, family, flat, self.depth + 1)
                found += [(n, parents, inner) for n in net.removed(forced)]
        return found

    # What runs show

    def follow(self) -> None:
        """Follow every assumption."""
        if not self.is_followed:
            for node in self.plan():
                self.drive(node)
                if self.budget.is_spent:
                    return
            self.is_followed = True

    def search(self) -> None:
        """Follow every assumption, and keep what the runs show."""
        self.follow()
        if self.is_followed and not self.is_judged:
            self.is_judged = True
            self._judge()

    def first(self) -> Forced | None:
        """Return the first contradiction that an assumption leads to, or else the best of all steps.

        What makes many things follow is tried first. Returns None where there is nothing, or the budget is spent.
        """
        for node in sorted(self.plan(), key=lambda node: -len(self.runs[node].nodes) if node in self.runs else 0):
            run = self.drive(node)
            if run.clash is not None:
                self._offer(CONTRADICTION, node ^ 1, START, ((run, run.clash[0]), (run, run.clash[1])))
                return self.best[0]
            if self.budget.is_spent:
                return None
        self.is_followed = True
        self.search()
        return self.best.get(0)

    def removed(self, forced: Forced) -> list[int]:
        """Return what a step removes."""
        n = forced.target >> 1
        if not forced.target & 1:
            return [n]
        cell = n // self.wiring.size
        return [m for m in (self.wiring.members[cell][i] for i in ONES[self.saved[cell]]) if m != n]

    def steps(self) -> list[Forced]:
        """Return the steps that are kept, best first, of equals the first one found."""
        return [self.best[slot] for slot in sorted(self.best, key=lambda slot: (self.best[slot].key, self.order[slot]))]

    def plan(self) -> list[int]:
        """Return every assumption that has to be followed."""
        saved, size, wiring = self.saved, self.wiring.size, self.wiring
        dynamic = self.family.mode != MULTIPLE
        wanted = set[int]()
        for n in self.weak:
            count = saved[n // size].bit_count()
            if dynamic:
                wanted |= {2 * n, 2 * n + 1} if count > 1 else {2 * n + 1}
                continue
            if count < 3:
                continue
            wanted.add(2 * n + 1)
            for group, bit in wiring.groups[n][1:]:
                mask = saved[group]
                if mask & mask - 1 and not mask & bit - 1:
                    wanted |= {2 * wiring.members[group][i] + 1 for i in ONES[mask]}
        return sorted(wanted)

    def _judge(self) -> None:  # noqa: C901 - every kind of step in the order of the original
        """Offer every step that the runs allow."""
        saved, runs, wiring, size = self.saved, self.runs, self.wiring, self.wiring.size
        nishio, dynamic = self.family.mode == NISHIO, self.family.mode != MULTIPLE
        for cell in range(wiring.cells):
            count = saved[cell].bit_count()
            if count < 2 or (count == 2 and not dynamic):
                continue
            all_of_cell = []
            for d in ONES[saved[cell]]:
                n = size * cell + d
                on = runs[2 * n + 1]
                all_of_cell.append(on)
                if dynamic:
                    off = runs[2 * n]
                    for run, target in ((on, 2 * n), (off, 2 * n + 1)):
                        if run.clash is not None:
                            self._offer(CONTRADICTION, target, START, ((run, run.clash[0]), (run, run.clash[1])))
                    if count >= 3 and not nishio:
                        self._offer_common(DOUBLE, START, [on, off])
                if nishio:
                    continue
                for k, (group, bit) in enumerate(wiring.groups[n][1:]):
                    places = saved[group]
                    if places & places - 1 and not places & bit - 1:
                        members = [runs[2 * wiring.members[group][i] + 1] for i in ONES[places]]
                        self._offer_common(REGION, k + 2, members)
            if not nishio:
                self._offer_common(CELL_KIND, CELL, all_of_cell)

    def _offer_common(self, kind: int, cause: int, runs: list[Run]) -> None:
        """Offer all that runs have in common, in the order of the first of them."""
        for on in (1, 0):
            common = runs[0].bits[on]
            for run in runs[1:]:
                common &= run.bits[on]
            if common:
                sides = [run.on if on else run.off for run in runs]
                for n in sides[0]:
                    if common >> n & 1:
                        ends = tuple((run, side[n]) for run, side in zip(runs, sides, strict=True))
                        self._offer(kind, 2 * n + on, cause, ends)

    def _offer(self, kind: int, target: int, cause: int, ends: tuple[tuple[Run, int], ...]) -> None:
        """Keep a step if it goes before all others that remove the same (or before all others, for one step)."""
        n, size = target >> 1, self.wiring.size
        slot = n
        if target & 1:
            others = self.saved[n // size] & ~(1 << n % size)
            if not others:
                return
            slot = n + size * self.wiring.cells if others & others - 1 else n // size * size + others.bit_length() - 1
        if not self.collect:
            slot = 0
        best = self.best.get(slot)
        base = self.family.base
        complexity = 0
        for run, place in ends:
            complexity += run.roots[place].bit_count()
        key = key_of(base, complexity, kind)
        if best is not None and key >= best.key:
            return
        if self.family.level > 1:
            complexity += _inside(ends)
            key = key_of(base, complexity, kind)
            if best is not None and key >= best.key:
                return
        self.best[slot] = Forced(key, self.family, kind, target, cause, ends)
        self.order[slot] = self.offers
        self.offers += 1


def _may_force(wiring: Wiring, flat: Flat) -> bool:  # noqa: C901, PLR0912 - one search with many cases
    """Return whether all candidates of some cell, or places of a digit in a house, may have something in common.

    That is so if, through the links as they stand, they put on or off the same candidate, or if one of them leads to
    a contradiction. The order of facts does not matter for this, so sets are enough.
    """
    candidates, reach = wiring.candidates(flat), wiring.reach
    strong: dict[int, int] = {}
    linked, every = 0, 0
    for n in candidates:
        every |= 1 << n
        others = 0
        for group, bit in wiring.groups[n]:
            rest = flat[group] ^ bit
            if rest and not rest & rest - 1:
                others |= 1 << wiring.members[group][rest.bit_length() - 1]
        if others:
            strong[n] = others
            linked |= 1 << n
    shift = every.bit_length()
    runs: dict[int, int] = {}  # what goes on, and shifted what goes off
    for n in candidates:
        on, off, waiting = 1 << n, 0, [n]
        while waiting:
            new = reach[waiting.pop()] & every & ~off
            off |= new
            new &= linked
            while new:
                low = new & -new
                new ^= low
                more = strong[low.bit_length() - 1] & ~on
                on |= more
                while more:
                    bit = more & -more
                    more ^= bit
                    waiting.append(bit.bit_length() - 1)
        if on & off:
            return True
        runs[n] = on | off << shift
    for group in range(wiring.blanks):
        mask = flat[group]
        if mask & mask - 1:
            common = -1
            for i in ONES[mask]:
                common &= runs[wiring.members[group][i]]
                if not common:
                    break
            else:
                return True
    return False


def _inside(ends: tuple[tuple[Run, int], ...]) -> int:
    """Return the complexity of all different chains inside some chains."""
    found: dict[tuple[int, ...], int] = {}
    for run, end in ends:
        if run.has_inner:
            for place in run.walk(end):
                why = run.why.get(place)
                if isinstance(why, Inner):
                    found.setdefault(why.print, why.complexity)
    return sum(found.values())


def print_of(forced: Forced) -> tuple[int, ...]:
    """Return what tells a step from others."""
    found = [k if forced.kind == CONTRADICTION else forced.target for k in range(len(forced.ends))]
    for run, end in forced.ends:
        found += (-1, *(run.nodes[place] for place in run.walk(end)))
    return tuple(found)


Nets = dict[Family, Net]


def best_forced(wiring: Wiring, flat: Flat, most: int = 200) -> Forced | None:
    """Return the step of the first family that has one rated up to `most` tenths, the best of the family."""
    nets: Nets = {}
    for family in FAMILIES:
        if family.base > most:
            break
        net = net_of(wiring, flat, family, nets)
        net.search()
        if net.best:
            forced = net.best[0]
            return forced if tenths_of(forced.key) <= most else None
    return None


def net_of(
    wiring: Wiring, flat: Flat, family: Family, nets: Nets, *, collect: bool = False, budget: Budget | None = None
) -> Net:
    """Return the search for a family, kept in `nets`; its runs go on where those of the level below end."""
    if family not in nets:
        if family.mode == DYNAMIC and family.level:
            below = net_of(wiring, flat, FAMILIES[2 + _BELOW[family.level]], nets, collect=collect, budget=budget)
            below.follow()
            nets[family] = below.deeper(family)
        else:
            nets[family] = Net(wiring, flat, family, collect=collect)
    if budget is not None:
        nets[family].budget = budget
    return nets[family]


_BELOW = (-1, 0, 1, 2, 1, 4)  # of every level of the dynamic families: the one that its runs go on from
_Findings = list[tuple[int, tuple[int, ...], Why]]
