"""The plain solver of variants: a search with masks of candidates, for any rules.

A second opinion on the compiled engine: the checker confirms each solution. Every rule becomes a filter of the
candidates of some cells, and filters run until none finds anything:

    house       singles, naked and hidden
    peers       a candidate that no place of a digit in a house could stand beside goes
    pair        the digits that have a partner, by a table of what may stand in two cells
    line        the digits that some accepted word of the automaton has; digits that differ in one house count
    sum         the digits that some words with that sum have, of which parts in one house differ
    group       for the rest: a digit that the checker refuses beside what is known goes

Cages leave a sum to what they do not cover of a house or of some rows or columns, and so does what juts out of those.
What is left open is tried out, the cell with the fewest candidates for how often its filters failed first.
"""

import heapq
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, islice, permutations, product
from operator import or_
from typing import Protocol

from tessella.errors import PuzzleError
from tessella.i18n import _
from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.checker import Group, groups, is_solved
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants import clock
from tessella.sudoku.variants.automata import Automaton, automaton_of

MAX_WORDS = 300  # fillings of a group that are tried out
MAX_STATES = 4_000  # states of a line times the digits that it has used
MAX_PART = 3  # cells of a sum that are filled together
MAX_REST = 5  # cells of a house that its cages leave over
MAX_REMEMBERED = 100_000  # results of one filter

Masks = tuple[int, ...]
"""The candidates of some cells, bit value - 1 each."""


def solutions(givens: Sequence[int], rules: Rules, *, timeout: float | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to complete givens, a value a cell, 0 for a blank, in a fixed order.

    Raises `PuzzleError` when `timeout` seconds have passed since the first was asked for.

    >>> next(solutions([0] * 16, Rules.parse("thermo:r1c1r1c2r1c3r1c4", (2, 2))))[:8]
    (1, 2, 3, 4, 3, 4, 1, 2)
    """
    deadline = None if timeout is None else clock.now() + timeout
    every = (1 << rules.size) - 1
    filters = _filters(rules)
    weights = [1.0] * len(filters.each)
    masks = [1 << value - 1 if value else every for value in givens]
    waiting = [(masks, [*range(len(filters.each))])]
    while waiting:
        if deadline is not None and clock.now() > deadline:
            raise PuzzleError(_("gave up after {seconds:g} seconds"), seconds=timeout)
        masks, due = waiting.pop()
        if (failed := _propagate(masks, filters, due)) is not None:
            weights[failed] += 1
            continue
        choices = _branch(masks, filters, weights)
        if not choices:
            digits = tuple(mask.bit_length() for mask in masks)
            if is_solved(digits, rules):
                yield digits
        for cell, value in reversed(choices):
            waiting.append(([*masks[:cell], 1 << value, *masks[cell + 1 :]], filters.watching[cell]))


def count(givens: Sequence[int], rules: Rules, limit: int | None = 2, *, timeout: float | None = None) -> int:
    """Return how many ways there are to complete givens, counted up to `limit` (None counts them all)."""
    return sum(1 for _solution in islice(solutions(givens, rules, timeout=timeout), limit))


class _Filter(Protocol):
    """A rule of some cells; `cells` may name one twice."""

    cells: tuple[int, ...]
    cost: int
    """The cheap ones run first."""
    again: bool
    """Whether it may find more in what it has left."""

    def __call__(self, masks: Masks) -> Masks | None:
        """Return the candidates that are left, None where a cell has none."""


class _Filters:
    """The filters of rules, and which of them watch a cell."""

    def __init__(self, each: list[_Filter], sources: list[tuple[Constraint, ...]], rules: Rules) -> None:
        self.each, self.sources = each, sources
        self.houses = rules.houses
        self.size = size = rules.size
        cells = size * size
        self.watching: list[list[int]] = [[] for _cell in range(cells)]
        self.excluded = [[0] * size for _cell in range(cells)]
        """excluded[cell][value]: the candidates that cannot stand beside it, bit cell * size + value each."""
        for number, one in enumerate(each):
            for cell in {*one.cells}:
                self.watching[cell].append(number)
            if isinstance(one, _Distinct):
                for cell, other in permutations(one.cells, 2):
                    for value in range(size):
                        self.excluded[cell][value] |= 1 << other * size + value
            elif isinstance(one, _Pair):
                first, second = one.cells
                for value in range(size):
                    for other in range(size):
                        if not one.table[value] >> other & 1:
                            self.excluded[first][value] |= 1 << second * size + other
                            self.excluded[second][other] |= 1 << first * size + value


class _Queue:
    """The filters that are due, the cheap ones first."""

    def __init__(self, filters: _Filters, due: Iterable[int]) -> None:
        self.filters = filters
        self.waiting: set[int] = set()
        self.heap: list[tuple[int, int]] = []
        self.add(due)

    def add(self, due: Iterable[int], running: int = -1) -> None:
        """Let filters run, but not the one that is running."""
        for number in due:
            if number not in self.waiting and number != running:
                self.waiting.add(number)
                heapq.heappush(self.heap, (self.filters.each[number].cost, number))

    def pop(self) -> int:
        number = heapq.heappop(self.heap)[1]
        self.waiting.discard(number)
        return number


def _propagate(masks: list[int], filters: _Filters, due: list[int]) -> int | None:
    """Run the filters that are due, and those that are due by what they find; return the number of one that fails."""
    queue = _Queue(filters, due)
    while True:
        while queue.heap:
            number = queue.pop()
            one = filters.each[number]
            before = tuple([masks[cell] for cell in one.cells])
            after = one(before)
            if after is None:
                return number
            for cell, mask in zip(one.cells, after, strict=True) if after != before else ():
                if (left := masks[cell] & mask) != masks[cell]:
                    masks[cell] = left
                    if not left:
                        return number
                    queue.add(filters.watching[cell], -1 if one.again else number)
        for cell, value in _beside_no_place(masks, filters):
            masks[cell] &= ~(1 << value)
            if not masks[cell]:
                return filters.watching[cell][0]
            queue.add(filters.watching[cell])
        if not queue.heap:
            return None


def _beside_no_place(masks: list[int], filters: _Filters) -> Iterator[tuple[int, int]]:
    """Yield the candidates beside which some digit has no place in some house."""
    size = filters.size
    gone = 0
    for house in filters.houses:
        for value in range(size):
            shared = -1
            for cell in house:
                if masks[cell] >> value & 1:
                    shared &= filters.excluded[cell][value]
                    if not shared:
                        break
            else:
                gone |= shared
    state = sum([mask << cell * size for cell, mask in enumerate(masks)])
    for bit in bits(gone & state):
        yield divmod(bit, size)


def _branch(masks: list[int], filters: _Filters, weights: list[float]) -> list[tuple[int, int]]:
    """Return a cell with each of its digits, the one with the fewest for its weight; nothing where all are known.

    After Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic search by weighting constraints" (ECAI 2004).
    """
    best, least = -1, float("inf")
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            share = mask.bit_count() / sum([weights[number] for number in filters.watching[cell]])
            if share < least:
                best, least = cell, share
    return [(best, value) for value in bits(masks[best])] if best >= 0 else []


# --- Filters ----------------------------------------------------------------------------------------------------------


class _Distinct:
    """Cells of different digits, which are a house where they are as many as digits."""

    cost, again = 0, False

    def __init__(self, cells: tuple[int, ...], size: int) -> None:
        self.cells = cells
        self.every = (1 << size) - 1 if len(cells) == size else 0

    def __call__(self, masks: Masks) -> Masks | None:
        before, left = None, masks
        while left != before:
            before = left
            once = twice = single = 0
            for mask in left:
                twice |= once & mask
                once |= mask
                if not mask & (mask - 1):
                    if single & mask:
                        return None
                    single |= mask
            hidden = self.every & ~twice & ~single
            if self.every & ~once or (hidden and any((mask & hidden) & (mask & hidden) - 1 for mask in left)):
                return None
            left = tuple([mask if not mask & (mask - 1) else mask & hidden or mask & ~single for mask in left])
            if not all(left):
                return None
        return left


class _Pair:
    """Two cells, by a table: what may stand in one beside each digit of the other."""

    cost, again = 0, True

    def __init__(self, cells: tuple[int, ...], table: Sequence[int]) -> None:
        self.cells, self.table = cells, table
        size = len(table)
        turned = [sum(1 << one for one in range(size) if table[one] >> other & 1) for other in range(size)]
        self.beside, self.beside_turned = _beside(tuple(table)), _beside(tuple(turned))

    def __call__(self, masks: Masks) -> Masks | None:
        one, other = masks
        one, other = one & self.beside_turned[other], other & self.beside[one]
        return (one, other) if one and other else None


@lru_cache(maxsize=64)
def _beside(table: tuple[int, ...]) -> list[int]:
    """Return for every mask what may stand beside one of its digits."""
    found = [0]
    for allowed in table:
        found += [mask | allowed for mask in found]
    return found


class _Remembering(ABC):
    """A filter that remembers what it has found."""

    def __init__(self) -> None:
        self.known: dict[Masks, Masks | None] = {}

    def __call__(self, masks: Masks) -> Masks | None:
        if masks not in self.known:
            if len(self.known) > MAX_REMEMBERED:
                self.known.clear()
            self.known[masks] = self.left(masks)
        return self.known[masks]

    @abstractmethod
    def left(self, masks: Masks) -> Masks | None:
        """Return the digits that are left in the cells, None where some cell has none."""


class _Line(_Remembering):
    """The cells of an automaton, which differ from each other where `distinct`."""

    cost = 2

    def __init__(self, automaton: Automaton, *, distinct: bool) -> None:
        super().__init__()
        self.cells = automaton.cells
        self.transitions = automaton.transitions
        self.accepting = automaton.accepting
        self.distinct = distinct
        self.again = len({*self.cells}) < len(self.cells)

    def left(self, masks: Masks) -> Masks | None:
        """Return the digits of all words: states that are reached, then those that lead to the end."""
        shift = len(self.transitions[0]) if self.distinct and self.is_small(masks) else 0
        values = [[*bits(mask)] for mask in masks]
        reached: list[set[int]] = [{0}]
        for here in values:
            reached.append({after for state in reached[-1] for _value, after in self.steps(state, here, shift)})
        alive = {state for state in reached.pop() if state >> shift in self.accepting}
        left = []
        for here in reversed(values):
            before, mask = set(), 0
            for state in reached.pop():
                for value, after in self.steps(state, here, shift):
                    if after in alive:
                        before.add(state)
                        mask |= 1 << value
            if not mask:
                return None
            alive = before
            left.append(mask)
        return tuple(reversed(left))

    def steps(self, state: int, values: list[int], shift: int) -> Iterator[tuple[int, int]]:
        """Yield the digits that may follow, each with its state, whose low bits are the digits used so far."""
        row, used = self.transitions[state >> shift], state & (1 << shift) - 1
        for value in values:
            if (after := row[value]) >= 0:
                if not shift:
                    yield value, after
                elif not used >> value & 1:
                    yield value, after << shift | used | 1 << value

    def is_small(self, masks: Masks) -> bool:
        """Whether there are few sets of digits that may have been used."""
        used = {0}
        for mask in masks:
            used = {before | 1 << value for before in used for value in bits(mask) if not before >> value & 1}
            if len(used) * len(self.transitions) > MAX_STATES:
                return False
        return True


class _Sum(_Remembering):
    """A weighted sum, of parts whose digits differ."""

    cost, again = 2, False

    def __init__(self, weights: dict[int, int], total: int, differ: Sequence[set[int]]) -> None:
        parts: list[list[int]] = []
        for cell in sorted(weights, key=lambda cell: weights[cell]):  # those that count alike together
            part = next((p for p in parts if len(p) < MAX_PART and differ[cell].issuperset(p)), None)
            if part is None:
                parts.append(part := [])
            part.append(cell)
        super().__init__()
        self.cells = tuple(cell for part in parts for cell in part)
        self.weights = [tuple(weights[cell] for cell in part) for part in parts]
        self.wanted = total

    def left(self, masks: Masks) -> Masks | None:
        """Return the digits of all words with that sum: totals that are reached, then those that lead to the end."""
        tables, wanted, start = [], self.wanted, 0
        for weights in self.weights:
            table = _part_sums(weights, masks[start : start + len(weights)])
            if not table:
                return None
            start += len(weights)
            least = min(table)
            wanted -= least
            tables.append({total - least: each for total, each in table.items()})
        if wanted < 0:
            return None
        reached = [1]  # bit n: a total of n
        for table in tables:
            reached.append(_any(reached[-1] << total for total in table))
        alive = 1 << wanted
        left: list[int] = []
        for table in reversed(tables):
            before = reached[-2]
            reached.pop()
            fitting = [(total, each) for total, each in table.items() if before & alive >> total]
            if not fitting:
                return None
            alive = _any(alive >> total for total, _each in fitting)
            left[:0] = [_any(part) for part in zip(*(each for _total, each in fitting), strict=True)]
        return tuple(left)


@lru_cache(MAX_REMEMBERED)
def _part_sums(weights: tuple[int, ...], masks: Masks) -> dict[int, Masks]:
    """Return the weighted sums of digits that differ, their values counted from 1, and the digits of each sum."""
    found: dict[int, Masks] = {}
    for word in product(*(tuple(bits(mask)) for mask in masks)):
        if len({*word}) == len(word):
            total = sum([weight * (value + 1) for weight, value in zip(weights, word, strict=True)])
            each = found.get(total) or (0,) * len(word)
            found[total] = tuple([mask | 1 << value for mask, value in zip(each, word, strict=True)])
    return found


def _any(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


class _Group(_Remembering):
    """Cells that the checker judges together."""

    cost, again = 3, True

    def __init__(self, group: Group, lowest: int) -> None:
        super().__init__()
        self.cells = tuple(dict.fromkeys(group.cells))
        self.places = [self.cells.index(cell) for cell in group.cells]
        self.holds = group.holds
        self.lowest = lowest

    def left(self, masks: Masks) -> Masks | None:
        """Return the digits that stand in a filling, or where those are many, beside the digits that are known."""
        values = [[*bits(mask)] for mask in masks]
        words = 1
        for here in values:
            words *= len(here)
        left = [0] * len(masks)
        if words <= MAX_WORDS:
            for word in product(*values):
                if self.may_be(word):
                    left = [mask | 1 << value for mask, value in zip(left, word, strict=True)]
        else:
            known = [here[0] if len(here) == 1 else None for here in values]
            for n, here in enumerate(values):
                for value in here:
                    if self.may_be([*known[:n], value, *known[n + 1 :]]):
                        left[n] |= 1 << value
        return tuple(left) if all(left) else None

    def may_be(self, word: Sequence[int | None]) -> bool:
        """Whether the checker finds nothing broken."""
        digits = [None if value is None else value + self.lowest for value in word]
        return self.holds([digits[place] for place in self.places])


# --- From rules to filters --------------------------------------------------------------------------------------------


def filters_of_clues(rules: Rules) -> list[_Filter]:
    """Return the filters of what is no house, each of which judges one rule alone."""
    return [one for one in _filters(rules).each if not isinstance(one, _Distinct)]


def constraints_of_filters(rules: Rules) -> dict[_Filter, tuple[Constraint, ...]]:
    """Return for each of these filters the constraints that it judges, none where a sum follows from others."""
    filters = _filters(rules)
    return {one: filters.sources[filters.each.index(one)] for one in filters_of_clues(rules)}


@lru_cache(maxsize=64)
def _filters(rules: Rules) -> _Filters:
    """Return the filters of rules."""
    size, cells = rules.size, rules.size**2
    distinct = {frozenset(house) for house in rules.houses}
    distinct |= {frozenset(one.cells) for one in rules.of_type("killer", "all_different", "rellik_cage", "renban")}
    distinct |= {frozenset(region) for region in rules.regions}
    differ = [{other for house in distinct if cell in house for other in house} for cell in range(cells)]
    found: list[_Filter] = [_Distinct(tuple(sorted(house)), size) for house in distinct]
    sources: list[tuple[Constraint, ...]] = [()] * len(found)
    for one in [*rules.constraints, *_leftovers(rules)]:
        if weights := _weights(one):
            total = dict(one.fields).get("sum", 0) + sum(weights.values()) * (1 - rules.lowest)
            found.append(_Sum(weights, total, differ))
        elif automaton := automaton_of(one, rules):
            apart = all(other in differ[cell] for cell, other in combinations(automaton.cells, 2))
            found.append(_Line(automaton, distinct=apart and one.type not in ("killer", "renban", "thermo")))
        if len(found) > len(sources):
            sources.append((one,) if one in rules.constraints else ())
    tables: dict[tuple[int, int], list[int]] = {}
    related: dict[tuple[int, int], list[Constraint]] = {}
    for group in groups(rules):
        places = list(dict.fromkeys(group.cells))
        if len(places) > 2:
            if group.constraint and (_weights(group.constraint) or automaton_of(group.constraint, rules)):
                continue
            found.append(_Group(group, rules.lowest))
            sources.append((group.constraint,) if group.constraint else ())
        for other in places[1:] or places:
            every, apart = range(size), other != places[0] and other in differ[places[0]]
            pair = places[0], other
            table = tables.setdefault(pair, [sum(1 << b for b in every if a != b or not apart) for a in every])
            _forbid(table, group, pair, rules.lowest)
            related.setdefault(pair, []).extend([group.constraint] if group.constraint else [])
    found += [_Pair(pair, table) for pair, table in tables.items()]
    sources += [tuple(dict.fromkeys(related[pair])) for pair in tables]
    return _Filters(found, sources, rules)


def _forbid(table: list[int], group: Group, pair: tuple[int, int], lowest: int) -> None:
    """Take from the table of two cells, or one named twice, what a group does not hold whatever else stands in it."""
    for one, other in product(range(len(table)), repeat=2):
        digits = {pair[1]: other + lowest, pair[0]: one + lowest}
        if (pair[0] == pair[1] and one != other) or not group.holds([digits.get(cell) for cell in group.cells]):
            table[one] &= ~(1 << other)


def _weights(one: Constraint) -> dict[int, int]:
    """Return the weight of each cell in a sum, nothing where a constraint is none."""
    each = {
        "little_killer": [1] * len(one.cells),
        "sum": dict(one.fields).get("coefficients") or [1] * len(one.cells),
        "arrow": [1] + [-1] * (len(one.cells) - 1),
        "double_arrow": [1] + [-1] * (len(one.cells) - 2) + [1],
    }.get(one.type, [])
    return dict(zip(one.cells, each, strict=True)) if each and len({*one.cells}) == len(each) else {}


def _leftovers(rules: Rules) -> Iterator[Constraint]:
    """Yield the sums of what cages leave over of a house or some rows or columns, and of what juts out of those."""
    size = rules.size
    whole = sum(range(rules.lowest, rules.lowest + size))
    cages = [({*one.cells}, one["sum"]) for one in rules.of_type("killer") if one["sum"] is not None]
    areas = [({*house}, 1) for house in rules.houses] if cages else []
    for lines in (rules.houses[:size], rules.houses[size : 2 * size]):
        spans = [(n, n + wide) for wide in range(2, size // 2 + 1) for n in range(size - wide + 1)]
        areas += [({cell for line in lines[n:end] for cell in line}, end - n) for n, end in spans if cages]
    for area, times in areas:
        rest, total, out, over = {*area}, times * whole, set[int](), 0
        for cells, cage_sum in cages:
            if cells <= rest:
                rest, total = rest - cells, total - cage_sum
        if 0 < len(rest) <= MAX_REST and rest != area:
            yield Constraint("sum", tuple(sorted(rest)), (("sum", total),))
        for cells, cage_sum in cages:
            if cells & rest and cells & area <= rest and not cells & out:
                rest, out, over = rest - cells, out | cells - area, over + cage_sum
        if not rest and 0 < len(out) <= MAX_REST:
            yield Constraint("sum", tuple(sorted(out)), (("sum", over - total),))
