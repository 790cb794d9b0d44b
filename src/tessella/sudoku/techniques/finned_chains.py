"""Finned forcing chains: what a candidate would rule out, where all that it sees counts as gone at every link.

A finned X-wing would be an X-wing but for its fins, which do not matter to a candidate that sees them. A chain has fins
as well: with the candidate that it begins with (1), whatever this one sees is no hindrance further on.

    (1) r1c1 is 5                        it sees the fin r4c1
    (2) r1c7 is 3: the only candidate left in r1c7 (from 1)
    (3) r4c2 is 3: the only place left for 3 in row 4 (from 2 and 1: r4c1, r4c7 are gone)

Every fact follows from the beginning and from one inference before it: the last place of a digit, naked and hidden
subsets of a house, a clue, or what all places of a digit or all candidates of a cell see. What different inferences
say is not put together, as dynamic chains do, but at the end: a cell, a digit or a rule to which several chains leave
no way is what cell and region forcing chains show. So nothing is tried out on a changed position. In the terms of D.
Berthier, "The Hidden Logic of Sudoku" (2007), these are z-chains, with subsets and clues as links.

What a candidate sees is all that it rules out by two cells alone: in its cell, houses and cages, a knight's move away,
a neighbour with the next digit. A fact is a number, as in `clue_chains`: the candidate if it is false, if it is true
that and the number of all candidates. A set of candidates is an integer.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, reduce
from operator import and_
from typing import NamedTuple

from tessella.i18n import N_, _, list_of
from tessella.sudoku.rules.peers import distinct_sets
from tessella.sudoku.techniques.clue_words import name_clue, tell_clue
from tessella.sudoku.techniques.clues import Clue, Left, clues_of, shown
from tessella.sudoku.techniques.grid import BITS, CELL, PEER, Grid, Shape, cells_of, once_per_grid, union
from tessella.sudoku.techniques.phrasing import Words, digit_sign, join_sentences
from tessella.sudoku.techniques.step import Fact, Step
from tessella.sudoku.techniques.sums import all_different
from tessella.sudoku.techniques.technique import Technique

_MOST_LINKS = 12
_MOST_NODES = 250  # of what follows from one candidate
_MOST_WORK = 150_000  # rules that are asked in a position, about two seconds
_MOST_SEERS = 4  # places of a digit, or candidates of a cell, that one candidate may see all of
_NOT_CHAINED = {"cages"}  # clues that are too dear to be asked so often


@lru_cache(maxsize=16)
def seen_candidates(shape: Shape) -> tuple[int, ...]:
    """Return for every candidate those that it rules out by two cells alone, as sets."""
    size, full = shape.size, (1 << shape.size) - 1
    seen = [*shape.reach]
    for one in (one for some in clues_of(shape.rules).values() for one in some if len(one.cells) == 2):
        for place, d in ((place, d) for place in (0, 1) for d in range(size)):
            before = (1 << d, full) if place == 0 else (full, 1 << d)
            left = one.left(before) or (0, 0)
            seen[size * one.cells[place] + d] |= (full & ~left[1 - place]) << size * one.cells[1 - place]
    return tuple(held & ~(1 << n) for n, held in enumerate(seen))


class Rule(NamedTuple):
    """Cells, what is left of their candidates, and the clue that says so; None where the cells differ."""

    cells: tuple[int, ...]
    left: Left
    clue: Clue | None
    candidates: int


class Node(NamedTuple):
    """What one inference says: the candidates that it rules out and places, and all that these rule out in turn.

    It follows from the node `before` by a rule, or as what all members of a group see that are left.
    """

    before: int = -1
    rule: int = -1
    group: int = 0
    off: int = 0
    on: int = 0
    out: int = 0


class _Net:
    """Rules and groups of a position."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.size, self.many = grid, grid.size, grid.size**3
        self.full = (1 << grid.size) - 1
        self.masks = shown(grid)
        shape, size = grid.shape, grid.size
        self.every = sum(mask << size * cell for cell, mask in enumerate(grid.marks))
        self.candidates = [size * cell + d for cell, mask in enumerate(grid.marks) for d in BITS[mask]]
        seen = seen_candidates(shape)
        self.seen = {n: seen[n] & self.every for n in self.candidates}
        houses = dict.fromkeys((*shape.house_cells, *distinct_sets(shape.rules)))
        clues = [one for code, some in clues_of(shape.rules).items() if code not in _NOT_CHAINED for one in some]
        self.rules = [Rule(cells, all_different, None, self._of(cells)) for cells in houses]
        self.rules += [Rule(one.cells, one.left, one, self._of(one.cells)) for one in clues]
        self.rules = [one for one in self.rules if one.candidates]
        # Sets of candidates of which one is true.
        self.cell_groups = [mask << size * cell for cell, mask in enumerate(grid.marks) if mask]
        every_digit = [sum(1 << size * cell for cell in house) for house in shape.house_cells]
        self.house_groups = [house << d & self.every for house in every_digit for d in range(size)]
        self.groups = [group for group in (*self.cell_groups, *self.house_groups) if group]
        self.work = 0

    def _of(self, cells: tuple[int, ...]) -> int:
        return union(self.full << self.size * cell for cell in cells) & self.every

    def common(self, group: int) -> int:
        """Return what all of some candidates see."""
        return reduce(and_, (self.seen[n] for n in cells_of(group)), self.every)

    def asked(self, rule: Rule, gone: int) -> tuple[int, int] | None:
        """Return what a rule rules out, and what it places, once some candidates are gone; None where it has no way."""
        self.work += 1
        size, full, masks = self.size, self.full, self.masks
        before = tuple([masks[cell] & ~(gone >> size * cell & full) for cell in rule.cells])
        if (after := rule.left(before) if all(before) else None) is None:
            return None
        off = on = 0
        for cell, had, has in zip(rule.cells, before, after, strict=True):
            if had != has:
                off |= (had & ~has) << size * cell
            if not has & has - 1 and masks[cell] != has:
                on |= has << size * cell
        return off, on


class _Tree:
    """What follows from one candidate, level by level; the first node is what it sees."""

    def __init__(self, net: _Net, start: int) -> None:
        self.net, self.start = net, start
        self.base = net.seen[start]
        self.nodes = [Node(out=self.base)]
        self.front = [0]
        self.out = self.base  # all that is ruled out

    def grow(self) -> int:
        """Add what follows from the last level; return what that rules out, or what leaves a rule no way."""
        front, self.front = self.front, []
        for number in front:
            for node in self._after(number):
                if node is None:
                    return self.nodes[number].out | self.base
                is_old = any(not node.out & ~old.out for old in self.nodes)
                if not is_old and len(self.nodes) < _MOST_NODES:
                    self.front.append(len(self.nodes))
                    self.nodes.append(node)
                    self.out |= node.out
        return union([self.nodes[number].out for number in self.front])

    def _after(self, number: int) -> Iterator[Node | None]:
        """Yield what follows from a node, None if that leaves a rule no way."""
        net, new = self.net, self.nodes[number].out
        gone = new | self.base
        for n, rule in enumerate(net.rules):
            if rule.candidates & new:
                if (found := net.asked(rule, gone)) is None:
                    yield None
                    return
                off, on = found
                out = union([net.seen[m] for m in cells_of(on)]) | off
                if out & ~gone:
                    yield Node(number, n, 0, off, on, out)
        for group in net.groups:
            if group & new and 1 < (left := group & ~gone).bit_count() <= _MOST_SEERS and (out := net.common(left)):
                yield Node(number, -1, group, out, 0, out)

    def failure(self) -> int:
        """Return a group of which all is ruled out, 0 where there is none; the beginning itself is one."""
        if self.out >> self.start & 1:
            return 1 << self.start
        return next((group for group in self.net.groups if not group & ~self.out), 0)

    def failing_rule(self, new: int) -> int:
        """Return a rule about something new to which all that is ruled out leaves no way, -1 where there is none."""
        able = (n for n, rule in enumerate(self.net.rules) if rule.candidates & new)
        return next((n for n in able if self.net.asked(self.net.rules[n], self.out) is None), -1)


Holds = Callable[[int], bool]
"""Whether enough is gone for something to follow."""


class _Teller:
    """A tree as a list of facts: those that its end needs, each with those that it follows from."""

    def __init__(self, tree: _Tree) -> None:
        self.tree, self.net = tree, tree.net
        self.first = tree.start + tree.net.many
        self.facts: dict[int, tuple[int, ...]] = {self.first: ()}

    def tell_group(self, group: int) -> None:
        """Tell why all of some candidates are ruled out, each by the first node that says so."""
        for n in cells_of(group):
            if n not in self.facts:
                number = next(number for number, node in enumerate(self.tree.nodes) if node.out >> n & 1)
                self.facts.setdefault(n, tuple(self.tell(number, 1 << n)))

    def tell_rule(self, number: int) -> None:
        """Tell what leaves a rule no way, besides what the beginning sees."""
        net, rule = self.net, self.net.rules[number]
        gone, fins = self.tree.out & rule.candidates, self.tree.base
        self.tell_group(self.least(gone & ~fins, fins, lambda gone: net.asked(rule, gone) is None))

    def tell(self, number: int, wanted: int) -> list[int]:
        """Tell what a node says as far as that rules out some candidates; return these facts."""
        net, node = self.net, self.tree.nodes[number]
        if number == 0:
            return [self.first] * bool(wanted)
        on = 0
        for n in cells_of(node.on):
            sees = net.seen[n] & wanted
            if sees & sees - 1 or sees & ~node.off:  # a digit that is placed says more than several that are not there
                on |= 1 << n
                wanted &= ~sees
        facts = [n + net.many for n in cells_of(on)] + cells_of(wanted)
        if any(fact not in self.facts for fact in facts):
            parents = self._parents(node, wanted, on)
            for fact in facts:
                self.facts.setdefault(fact, parents)
        return facts

    def _parents(self, node: Node, off: int, on: int) -> tuple[int, ...]:
        """Tell as little as can be of what an inference rests on; return these facts."""
        net = self.net
        if node.before == 0:
            return (self.first,)

        def holds(gone: int) -> bool:
            if node.group:
                return not off & ~net.common(node.group & ~gone)
            found = net.asked(net.rules[node.rule], gone)
            return found is None or not (off & ~found[0] or on & ~found[1])

        touched = node.group or net.rules[node.rule].candidates
        before, fins = self.tree.nodes[node.before].out & touched, self.tree.base & touched
        if holds(before):
            fins = 0
        facts = self.tell(node.before, self.least(before & ~fins, fins, holds))
        return tuple(dict.fromkeys([*[self.first] * bool(fins), *facts]))

    def least(self, gone: int, fins: int, holds: Holds) -> int:
        """Return what cannot be spared of the candidates that are gone, besides fins, for something to hold."""
        size, full = self.net.size, self.net.full
        cells = dict.fromkeys(n // size for n in cells_of(gone))
        for part in (*(full << size * cell for cell in cells), *(1 << n for n in cells_of(gone))):
            if gone & part and holds(gone & ~part | fins):
                gone &= ~part
        return gone


@once_per_grid
def _net(grid: Grid) -> _Net:
    return _Net(grid)


def finned_chains(grid: Grid) -> Iterator[Step]:
    """Yield the chains that each rule out the candidate they begin with, those of few links first."""
    if grid.shape.is_classic or not shown(grid):
        return
    net = _net(grid)
    net.work = 0
    trees = [_Tree(net, n) for n in net.candidates]
    for _length in range(_MOST_LINKS):
        for tree in [*trees]:
            if teller := _failed(tree, tree.grow()):
                yield _step(teller)
            if teller or not tree.front:
                trees.remove(tree)
            if net.work > _MOST_WORK:
                return


def _failed(tree: _Tree, new: int) -> _Teller | None:
    """Return what is to be told where a tree comes to something that cannot be; None where it does not."""
    teller = _Teller(tree)
    if group := tree.failure():
        teller.tell_group(group)
    elif (number := tree.failing_rule(new)) >= 0:
        teller.tell_rule(number)
    else:
        return None
    return teller


def _step(teller: _Teller) -> Step:
    net, start = teller.net, teller.tree.start
    size, place = net.size, {fact: n for n, fact in enumerate(teller.facts)}

    def told(fact: int, parents: tuple[int, ...]) -> Fact:
        cell, d = divmod(fact % net.many, size)
        if not parents:
            return Fact(d + 1, cell, is_on=True)
        cause = CELL if cell == parents[-1] % net.many // size else PEER
        return Fact(d + 1, cell, fact >= net.many, cause, tuple(sorted(place[parent] for parent in parents)))

    chain = tuple(told(fact, parents) for fact, parents in teller.facts.items())
    step = FINNED.step(net.grid, 0, {start % size + 1: 1 << start // size}, of_result=True)
    return replace(step, chains=(chain,), complexity=len(chain))


# --- Words ------------------------------------------------------------------------------------------------------------


def _explain(words: Words) -> str:
    net, chain = _net(words.grid), words.step.chains[0]
    lines = [_("Suppose {fact} (1).").format(fact=words.fact(chain[0]))]
    for number, fact in enumerate(chain[1:], 2):
        parents = list_of(str(parent + 1) for parent in fact.parents)
        why = _why(words, net, [chain[parent] for parent in fact.parents], fact)
        form = _("({number}) {fact}: {why} (from {parents}).")
        lines.append(form.format(number=number, fact=words.fact(fact), why=why, parents=parents))
    return "\n".join([*lines, _end(words, net, chain)])


def _ruled_out(net: _Net, fact: Fact) -> int:
    n = net.size * fact.cell + fact.digit - 1
    return net.seen[n] if fact.is_on else 1 << n


def _why(words: Words, net: _Net, parents: list[Fact], fact: Fact) -> str:
    """Return why a fact follows from others."""
    n, bit, size = net.size * fact.cell + fact.digit - 1, 1 << fact.digit - 1, net.size
    values = {"cell": words.list_cells([fact.cell]), "digit": digit_sign(fact.digit)}
    for parent in parents:
        if parent.is_on and not fact.is_on and _ruled_out(net, parent) >> n & 1:
            return _why_seen(words, net, parent, fact)
    gone = union([_ruled_out(net, parent) for parent in parents])
    if fact.is_on and net.masks[fact.cell] & ~(gone >> size * fact.cell) == bit:
        return _("the only candidate left in {cell}").format(**values)
    for house, group in enumerate(net.house_groups[fact.digit - 1 :: size] if fact.is_on else ()):
        if group & ~gone == 1 << n:
            return _("the only place left for {digit} in {house}").format(house=words.list_houses([house]), **values)
    groups = [] if fact.is_on else [one for one in net.groups if one & gone and net.common(one & ~gone) >> n & 1]
    if groups:
        return _why_all(words, net, min(groups, key=lambda group: (group & ~gone).bit_count()))
    for rule in net.rules:
        if rule.candidates & gone and (found := net.asked(rule, gone)) and found[fact.is_on] >> n & 1:
            if rule.clue:
                return name_clue(rule.clue, words)
            return _("the other candidates of {house} leave nothing else").format(house=_place(words, rule.cells))
    raise AssertionError(fact)


def _why_seen(words: Words, net: _Net, parent: Fact, fact: Fact) -> str:
    """Return why a digit rules out another candidate."""
    shape, values = words.grid.shape, {"cell": words.list_cells([fact.cell]), "digit": digit_sign(fact.digit)}
    if parent.cell == fact.cell:
        return _("{cell} can only be one digit").format(**values)
    if parent.digit == fact.digit:
        if shared := shape.shared(1 << parent.cell | 1 << fact.cell):
            return _("{house} can have only one {digit}").format(house=words.list_houses(shared[:1]), **values)
        if shape.peers[parent.cell] >> fact.cell & 1:
            return _("{cell} sees a cell that is {digit}").format(**values)
    pair = {parent.cell, fact.cell}
    return name_clue(next(rule.clue for rule in net.rules if rule.clue and {*rule.cells} == pair), words)


def _why_all(words: Words, net: _Net, group: int) -> str:
    """Return that all candidates of a group that are left rule something out."""
    if group in net.cell_groups:
        cell = words.list_cells([group.bit_length() // net.size])
        return _("each candidate left in {cell} rules it out").format(cell=cell)
    number = net.house_groups.index(group)
    house, digit = words.list_houses([number // net.size]), digit_sign(number % net.size + 1)
    return _("each place left for {digit} in {house} rules it out").format(digit=digit, house=house)


def _end(words: Words, net: _Net, chain: tuple[Fact, ...]) -> str:
    """Return the sentence on what cannot be."""
    start, *others = chain
    out = union([_ruled_out(net, fact) for fact in (start, *(fact for fact in others if not fact.is_on))])
    if out >> net.size * start.cell + start.digit - 1 & 1:
        return _("That contradicts the assumption.")
    for cell, group in zip([cell for cell, mask in enumerate(words.grid.marks) if mask], net.cell_groups, strict=True):
        if not group & ~out:
            return _("That leaves no digit for {cell}.").format(cell=words.list_cells([cell]))
    for number, group in enumerate(net.house_groups):
        if group and not group & ~out:
            form, house = _("That leaves no place for {digit} in {house}."), words.list_houses([number // net.size])
            return form.format(digit=digit_sign(number % net.size + 1), house=house)
    rule = next(rule for rule in net.rules if rule.candidates & out and net.asked(rule, out) is None)
    text = _("That leaves no way to fill {cells}.").format(cells=_place(words, rule.cells))
    return join_sentences(text, tell_clue(rule.clue, words)) if rule.clue else text


def _place(words: Words, cells: tuple[int, ...]) -> str:
    houses = words.grid.shape.house_cells
    return words.list_houses([houses.index(cells)]) if cells in houses else words.list_cells(cells)


FINNED = Technique("finchain", N_("finned forcing chain"), finned_chains, _explain, difficulty=83)
TECHNIQUES = (FINNED,)
