"""Consequences of each fact in a position with clues: by houses, by places of digits, by every rule.

A fact is a number: the candidate if it is false, if it is true that and the number of all candidates; a set of facts
is an integer, a bit each.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from tessella.sudoku.rules.peers import distinct_sets
from tessella.sudoku.techniques.clues import Clue, Left, clues_of, shown
from tessella.sudoku.techniques.grid import BITS, Grid, cells_of, once_per_grid, union
from tessella.sudoku.techniques.step import Fact
from tessella.sudoku.techniques.sums import all_different

_MOST_SEERS = 4  # places of a digit that cells outside may see all of
_NOT_CHAINED = {"cages"}  # clues that are too dear to be asked about every candidate


def chained_clues(grid: Grid) -> list[Clue]:
    """Return the clues of a grid that chains go through."""
    by_code = clues_of(grid.shape.rules)
    return [one for code, some in by_code.items() if code not in _NOT_CHAINED for one in some]


Rule: TypeAlias = tuple[tuple[int, ...], Left, Clue | None]
"""Its cells, what it leaves of their candidates, and the clue; None where cells only differ."""


class Failure(NamedTuple):
    """What cannot be: a candidate that is true and false, a group of which none is left, or a rule that has no way."""

    candidate: int = -1
    group: int = 0
    rule: int = -1


class Net:
    """What follows at once from each fact in a position."""

    def __init__(self, grid: Grid) -> None:
        self.grid, self.shape = grid, grid.shape
        self.size, self.many = grid.size, grid.size**3
        self.masks = shown(grid)
        rules = grid.shape.rules
        self.clues = chained_clues(grid)
        houses = dict.fromkeys((*grid.shape.house_cells, *distinct_sets(rules)))
        self.houses = [cells for cells in houses if any(grid.marks[cell] for cell in cells)]
        self.rules: list[Rule] = [
            *((cells, all_different, None) for cells in self.houses),
            *((one.cells, one.left, one) for one in self.clues),
        ]
        self.watching: list[list[int]] = [[] for _cell in grid.marks]
        for number, (cells, _left, _clue) in enumerate(self.rules):
            for cell in {*cells}:
                self.watching[cell].append(number)
        self.areas = [sum(1 << cell for cell in {*cells}) for cells, _left, _clue in self.rules]
        self.blank = cells_of(grid.blank)
        size = self.size
        self.every = sum(mask << size * cell for cell, mask in enumerate(grid.marks))
        self.candidates = [size * cell + d for cell, mask in enumerate(grid.marks) for d in BITS[mask]]
        # Sets of candidates of which one is true: those of a cell, and of a digit in a house.
        groups = [mask << size * cell for cell, mask in enumerate(grid.marks) if mask]
        groups += [
            sum(1 << size * cell + d for cell in house if grid.marks[cell] >> d & 1)
            for house in grid.shape.house_cells
            for d in range(size)
        ]
        self.groups = [group for group in groups if group]
        self.known: dict[int, int] = {}

    def after(self, fact: int) -> int:
        """Return the facts that follow at once, and the fact's contrary where it cannot be."""
        if (found := self.known.get(fact)) is None:
            found = self.known[fact] = self._after(fact)
        return found

    def _after(self, fact: int) -> int:
        n = fact % self.many
        cell, d = divmod(n, self.size)
        changed = self.changed(fact)
        if fact >= self.many:
            found = self.shape.reach[n] & self.every
        else:
            found, left = 0, changed[cell]
            if not left & left - 1:
                found |= 1 << self.many + cell * self.size + left.bit_length() - 1
        found |= self._peers_of_places(d, union(1 << other for other in changed if other != cell or fact == n))
        for number in self.touched(fact):
            if (more := self.by_rule(number, changed)) is None:
                return found | 1 << (n if fact >= self.many else n + self.many)
            found |= more
        return found & ~(1 << fact)

    def changed(self, fact: int) -> dict[int, int]:
        """Return the candidates of the cells that lose some as soon as a fact is known: the cell and its peers."""
        cell, d = divmod(fact % self.many, self.size)
        if fact < self.many:
            return {cell: self.masks[cell] & ~(1 << d)}
        peers = cells_of(self.grid.places[d + 1] & self.shape.peers[cell])
        return {cell: 1 << d} | {other: self.masks[other] & ~(1 << d) for other in peers}

    def touched(self, fact: int) -> Iterator[int]:
        """Yield the rules that a fact may say something in: of its cell, houses of its peers, clues of two of them."""
        cell, d = divmod(fact % self.many, self.size)
        if fact < self.many:
            yield from self.watching[cell]
            return
        own, peers = 1 << cell, self.grid.places[d + 1] & self.shape.peers[cell]
        for number, area in enumerate(self.areas):
            if area & own or (area & peers).bit_count() > (number >= len(self.houses)):
                yield number

    def _peers_of_places(self, d: int, gone: int) -> int:
        """Return what loses a digit to its places in a house that are left once some are gone."""
        places, shape, size = self.grid.places[d + 1], self.shape, self.size
        left, found = places & ~gone, 0
        for house in shape.houses:
            if house & gone and 1 < (rest := left & house).bit_count() <= _MOST_SEERS:
                found |= union([1 << size * other + d for other in cells_of(shape.seen_by(rest) & left)])
        return found

    def by_rule(self, number: int, changed: dict[int, int]) -> int | None:
        """Return the facts that a rule leaves where some cells have fewer candidates, None where it cannot be kept."""
        cells, left, _clue = self.rules[number]
        masks, size = self.masks, self.size
        before = tuple([changed.get(cell, masks[cell]) for cell in cells])
        if (after := left(before) if all(before) else None) is None:
            return None
        found = 0
        for cell, had, has in zip(cells, before, after, strict=True):
            if had != has:
                found |= (had & ~has) << size * cell
            if not has & has - 1 and masks[cell] != has:
                found |= has << self.many + size * cell
        return found

    def number(self, fact: Fact) -> int:
        """Return a fact as a number."""
        return fact.cell * self.size + fact.digit - 1 + self.many * fact.is_on

    def ends(self, failure: Failure, facts: int) -> list[int]:
        """Return the facts that a failure follows from."""
        if failure.candidate >= 0:
            return [n for n in (failure.candidate, failure.candidate + self.many) if facts >> n & 1]
        if failure.rule < 0:
            return cells_of(failure.group)
        cells = self.rules[failure.rule][0]
        ends = [n for n in cells_of(facts & (1 << self.many) - 1) if n // self.size in cells]
        for n in [*ends]:  # what is not needed for it
            fewer = [other for other in ends if other != n]
            if self.fails(failure.rule, union(1 << other for other in fewer)):
                ends = fewer
        return ends

    def is_whole(self, house: int, members: list[int]) -> bool:
        """Return whether some candidates are all places of their digit in a house."""
        places = self.grid.places[members[0] % self.size + 1] & self.shape.houses[house]
        return places == union(1 << member // self.size for member in members)

    def rule_between(self, parent: Fact, fact: Fact) -> Rule | None:
        """Return the rule by which a fact follows from another."""
        number = self.number(parent)
        changed = self.changed(number)
        for rule in self.touched(number):
            found = self.by_rule(rule, changed)
            if (parent.cell == fact.cell) if found is None else found >> self.number(fact) & 1:
                return self.rules[rule]
        return None

    def is_last(self, cells: tuple[int, ...], parent: Fact, fact: Fact) -> bool:
        """Return whether a digit has one place left in a house once another fact is known."""
        changed, bit = self.changed(self.number(parent)), 1 << fact.digit - 1
        return [cell for cell in cells if changed.get(cell, self.masks[cell]) & bit] == [fact.cell]

    def is_seen(self, house: int, parent: Fact, fact: Fact) -> bool:
        """Return whether a cell sees all places that a digit has in a house once another fact is known."""
        gone = union(1 << cell for cell in self.changed(self.number(parent)) if cell != parent.cell or not parent.is_on)
        rest = self.grid.places[fact.digit] & self.shape.houses[house] & ~gone
        return bool(rest & rest - 1 and self.shape.houses[house] & gone and self.shape.seen_by(rest) >> fact.cell & 1)

    def failing(self, facts: int, *, by_rule: bool = False) -> Failure | None:
        """Return what facts leave no way: a candidate, a cell or a digit in a house; with `by_rule` any other rule."""
        off, on = facts & (1 << self.many) - 1, facts >> self.many
        if both := off & on:
            return Failure(candidate=both.bit_length() - 1)
        for group in self.groups:
            if not group & ~off:
                return Failure(group=group)
        if not by_rule:
            return None
        size, whole = self.size, (1 << self.size) - 1
        where = sum([1 << cell for cell in self.blank if off >> size * cell & whole])
        for number, area in enumerate(self.areas):
            if (area & where).bit_count() > 1 and self.fails(number, off):
                return Failure(rule=number)
        return None

    def fails(self, number: int, off: int) -> bool:
        """Return whether a rule has no way to be kept without some candidates."""
        cells, left, _clue = self.rules[number]
        size, masks = self.size, self.masks
        before = tuple([masks[cell] & ~(off >> size * cell) for cell in cells])
        return not all(before) or left(before) is None

    def search(self, most: int, *, by_rule: bool) -> Iterator[int]:
        """Yield the candidates that lead in so many links to something that cannot be, by the number of links."""
        many = self.many
        front = {n: (1 << n + many, 1 << n + many) for n in self.candidates}
        for _length in range(most):
            for n, (before, new) in [*front.items()]:
                added = union([self.after(fact) for fact in cells_of(new)]) & ~before
                facts = before | added
                front[n] = facts, added
                if not added:
                    del front[n]
                elif facts >> n & 1 or self.failing(facts, by_rule=by_rule):
                    yield n


@once_per_grid
def net_of(grid: Grid) -> Net:
    """Return the net of a grid."""
    return Net(grid)
