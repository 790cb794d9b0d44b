"""Branches of forcing chains: all that follows from one assumption.

A branch holds the candidates that go on or off, each with the facts that it follows from. Facts are numbered
2 * candidate + on, and have a place in their branch; a set of places, one integer a fact, tells all that it follows
from, so that its complexity is the number of its bits. How far a branch goes depends on its family:

    Nishio      links through houses only
    multiple    the links of the position as it stands
    dynamic     what went off is gone: it makes new links, whose ends follow from it as well
    plus        where that comes to an end, intersections, pairs and X-wings of the changed position
    nested      also its cycles and forcing chains (level 2), its multiple chains (3); or else its dynamic chains (4),
                also those of level 2 (5)
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from tessella.sudoku.techniques.cycles import FoundChain
from tessella.sudoku.techniques.grid import BITS, START, STEP, Masks, Shape, union
from tessella.sudoku.techniques.technique import Pattern

NISHIO, MULTIPLE, DYNAMIC = range(3)


class Family(NamedTuple):
    """A family of chains: how its branches go on, how much they use inside, and the base of its rating in tenths."""

    mode: int
    level: int
    base: int


FAMILIES = (
    Family(NISHIO, 0, 75),
    Family(MULTIPLE, 0, 80),
    *(Family(DYNAMIC, level, 85 + 5 * level) for level in range(6)),
)

# From which level up to which a branch uses what inside: patterns, cycles and chains, then three families.
INNER_LEVELS = ((1, 5), (2, 3), (3, 3), (4, 5), (5, 5))


class Inner(NamedTuple):
    """A chain inside a chain: its complexity, what tells it from others, and where it comes from.

    It is a cycle or forcing chain, or a step of a family in a position that can be searched for again.
    """

    complexity: int
    print: tuple[int, ...]
    chain: FoundChain | None = None
    family: Family | None = None
    masks: Masks | None = None
    depth: int = 0


Why: TypeAlias = Pattern | Inner
Findings: TypeAlias = list[tuple[int, tuple[int, ...], Why]]  # eliminated candidates, the places that they follow from


@dataclass(slots=True)
class Budget:
    """How much a search may still do, in facts that are reached: the same on every machine."""

    left: int = 1 << 60

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.left < 0


@dataclass(slots=True)
class Branch:
    """What an assumption leads to. Facts have places in the order in which they are reached."""

    masks: Masks
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

    def copy(self) -> "Branch":
        """Return a branch that can be driven on while this one stays."""
        return Branch(
            self.masks.copy(), self.open, self.on.copy(), self.off.copy(), self.nodes.copy(), self.parents.copy(),
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


class BranchSearch(ABC):
    """The branches of a family in a position, each driven on as far as the family allows."""

    def __init__(self, shape: Shape, masks: Masks, family: Family) -> None:
        self.shape = shape
        self.saved = masks
        self.family = family
        self.candidates = shape.candidates(masks)
        self.all = union(1 << n for n in self.candidates)
        self.reach = shape.house_reach if family.mode == NISHIO else shape.reach
        self.branches: dict[int, Branch] = {}
        self.budget = Budget()

    @cached_property
    def weak(self) -> dict[int, list[tuple[int, int]]]:
        """Of every candidate: what it puts off, each with the cause."""
        first = self.shape.size - 1 if self.family.mode == NISHIO else 0  # where the links through houses begin
        present = {*self.candidates}
        return {n: [link for link in self.shape.links[n][first:] if link[0] in present] for n in self.candidates}

    @abstractmethod
    def find_inside(self, branch: Branch, number: int) -> Findings:
        """Return what a search inside the branch, by its place in `INNER_LEVELS`, eliminates."""

    def drive(self, node: int) -> Branch:
        """Follow an assumption as far as the family allows."""
        if (branch := self.branches.get(node)) is None:
            branch = self.branches[node] = Branch(self.saved.copy(), self.all)
            self.enter(branch, node, branch.add(node, (), START))
        if branch.clash is None:
            before = len(branch.nodes)
            self._go_on(branch)
            self.budget.left -= len(branch.nodes) - before
            branch.bits = sum(1 << n for n in branch.off), sum(1 << n for n in branch.on)
        return branch

    @staticmethod
    def enter(branch: Branch, node: int, place: int) -> None:
        """Let a new fact wait for its turn."""
        n = node >> 1
        (branch.on if node & 1 else branch.off)[n] = place
        if n not in branch.on:
            branch.open &= ~(1 << n)
        branch.waiting[node & 1].append(n)

    def _go_on(self, branch: Branch) -> None:
        level = self.family.level
        while not self._spread(branch) and level:
            found: Findings = []
            for number, (low, high) in enumerate(INNER_LEVELS):
                if low <= level <= high and not branch.tried >> number & 1:
                    if found := self.find_inside(branch, number):
                        break
                    branch.tried |= 1 << number
            if not self._take_in(branch, found):
                return
            branch.tried = 0

    def _spread(self, branch: Branch) -> bool:  # noqa: C901, PLR0912 - the innermost loop of all chains
        """Follow all links until nothing waits; return whether there was a contradiction."""
        masks, weak, reach, groups = branch.masks, self.weak, self.reach, self.shape.groups
        dynamic, first_group = self.family.mode != MULTIPLE, 1 if self.family.mode == NISHIO else 0
        on, off, nodes = branch.on, branch.off, branch.nodes
        parents, causes, roots = branch.parents, branch.causes, branch.roots
        wait_off, wait_on = branch.waiting
        done_off, done_on = branch.done
        left = branch.open
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
                            branch.clash = on[m], branch.add(2 * m, (place,), cause)
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
                    targets = []
                    cause = first_group
                    for group, bit in groups[n] if first_group == 0 else groups[n][1:]:
                        cause += 1
                        rest = masks[group] & ~bit
                        if dynamic:
                            masks[group] = rest
                        if rest and not rest & rest - 1:
                            targets.append((group, bit, rest, cause))
                    if targets and self._force(branch, off[n], targets):
                        return True
                else:
                    return False
        finally:
            branch.done[:] = done_off, done_on
            branch.open = left

    def _force(self, branch: Branch, place: int, targets: list[tuple[int, int, int, int]]) -> bool:
        """Put on what is left alone in some groups by a fact at a place; return whether there was a contradiction."""
        on, off, members, dynamic = branch.on, branch.off, self.shape.members, self.family.mode != MULTIPLE
        for group, bit, rest, cause in targets:
            m = members[group][rest.bit_length() - 1]
            if m not in off and m in on:
                continue
            above = [place]
            if (lost := self.saved[group] & ~rest & ~bit) and dynamic:
                above += [off[members[group][i]] for i in BITS[lost]]
            new = branch.add(2 * m + 1, tuple(above), cause)
            if m in off:
                branch.clash = new, off[m]
                return True
            on[m] = new
            branch.waiting[1].append(m)
        return False

    def _take_in(self, branch: Branch, found: Findings) -> bool:
        before = len(branch.nodes)
        for n, parents, why in found:
            if n not in branch.off:
                place = branch.add(2 * n, parents, STEP)
                branch.why[place] = why
                branch.has_inner |= isinstance(why, Inner)
                self.enter(branch, 2 * n, place)
        return len(branch.nodes) > before

    def lost(self, branch: Branch, needs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the places of what has gone from some groups, as far as masks tell, each once."""
        saved, masks, members, off = self.saved, branch.masks, self.shape.members, branch.off
        lost = ((group, saved[group] & ~masks[group] & mask) for group, mask in needs)
        return tuple(dict.fromkeys(off[members[group][i]] for group, gone in lost if gone for i in BITS[gone]))
