"""Sums that follow from others: innies and outies by the rule of 45, cages that these split, and houses of cages.

A house has a sum that is known, and so has an area of several houses that share no cell. What the cages inside leave
of an area are its innies; what cages that reach out of it have beyond it are its outies:

    innies     the sum of the area, less the cages inside
    outies     the cages, less the sum of the area
    both       the difference of the two, where neither is covered

A sum of some cells of a cage splits it: the other cells have the rest. Totals count the digits as they are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Protocol, TypeAlias

from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.peers import peers_of
from tessella.sudoku.rules.ruleset import Rules

MOST = 5  # cells of a sum that follows from others; of those that all differ one more
_MOST_SUMS = 300
_TOTALS = {"xv_x": 10, "xv_v": 5}

Masks: TypeAlias = tuple[int, ...]
Cells: TypeAlias = frozenset[int]


class Filter(Protocol):
    """What a rule leaves of the candidates of some cells, None for no way."""

    cells: tuple[int, ...]

    def __call__(self, masks: Masks) -> Masks | None:
        """Return the candidates that are left."""


class Sum(NamedTuple):
    """Cells whose sum, less that of others, is known, and what it follows from."""

    added: Cells
    taken: Cells
    total: int
    houses: tuple[int, ...] = ()
    """The numbers of the houses that make the area."""
    cages: tuple[Cells, ...] = ()
    """The sums that it follows from; of a cage that is split the whole, then the part that is known."""


@lru_cache(maxsize=64)
def given_sums(rules: Rules) -> dict[Cells, int]:
    """Return the sums of cells that constraints give."""
    found = {}
    for one in rules.of_type("killer", "sum", "little_killer", *_TOTALS):
        fields = dict(one.fields)
        total = fields.get("sum", _TOTALS.get(one.type))
        if total is not None and not fields.get("coefficients") and len({*one.cells}) == len(one.cells):
            found[frozenset(one.cells)] = total
    return found


def derived_sums(rules: Rules) -> list[Sum]:
    """Return the sums that follow from those that are given, each once, those of few cells and houses first."""
    given = given_sums(rules)
    near = [{*group} for group in peers_of(rules)]
    found: dict[tuple[Cells, Cells], Sum] = {}

    def take(one: Sum) -> None:
        many = len(one.added) + len(one.taken)
        most = MOST + (not one.taken and all_differ(one.added, near))
        known = one.added in given and not one.taken
        if one.added and many <= most and not known:
            found.setdefault((one.added, one.taken), one)

    if given:
        for area in _areas(rules):
            for one in _of_area(rules, area, given):
                take(one)
        for one in [one for one in found.values() if not one.taken]:
            for cage, total in given.items():
                if one.added < cage:
                    take(Sum(cage - one.added, frozenset(), total - one.total, cages=(cage, one.added)))
                elif cage < one.added:
                    take(Sum(one.added - cage, frozenset(), one.total - total, cages=(one.added, cage)))
    ordered = sorted(found.values(), key=lambda one: (len(one.added) + len(one.taken), len(one.houses)))
    return ordered[:_MOST_SUMS]


def all_differ(cells: Iterable[int], near: Sequence[set[int]]) -> bool:
    """Return whether all of some cells see each other."""
    return all(other in near[cell] for cell, other in combinations(cells, 2))


def _areas(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of houses that share no cell: single ones, lines side by side, two and three regions."""
    size, houses = rules.size, rules.houses
    yield from ((number,) for number in range(len(houses)))
    for first in (0, size):
        for wide in range(2, size):
            yield from (tuple(range(first + n, first + n + wide)) for n in range(size - wide + 1))
    regions = [number for number, kind in enumerate(rules.house_kinds) if kind in ("box", "region")]
    touching = {(a, b) for a, b in combinations(regions, 2) if _touch(houses[a], houses[b], size)}
    yield from sorted(touching)
    for three in combinations(regions, 3):
        if sum(pair in touching for pair in combinations(three, 2)) >= 2:
            yield three


def _touch(one: tuple[int, ...], other: tuple[int, ...], size: int) -> bool:
    beside = {cell + step for cell in one for step in (-size, size)} | {cell + 1 for cell in one if (cell + 1) % size}
    return bool({*other} & (beside | {cell - 1 for cell in one if cell % size}))


def _of_area(rules: Rules, area: tuple[int, ...], given: dict[Cells, int]) -> Iterator[Sum]:
    """Yield the innies of an area, and the outies of cages that reach out of it, alone and together."""
    cells = frozenset(cell for house in area for cell in rules.houses[house])
    rest, total = cells, len(area) * sum(range(rules.lowest, rules.lowest + rules.size))
    inside = []
    for cage, one in given.items():
        if cage <= rest:
            rest, total = rest - cage, total - one
            inside.append(cage)
    if rest != cells:
        yield Sum(rest, frozenset(), total, area, tuple(inside))
    crossing = [cage for cage in given if cage & rest and cage & cells <= rest]
    mostly = [cage for cage in crossing if 2 * len(cage & rest) > len(cage)]
    for some in (crossing, mostly, *([cage] for cage in crossing)):
        left, out, over, used = rest, frozenset[int](), total, [*inside]
        for cage in some:
            if cage & cells <= left and not cage & out:
                left, out, over = left - cage, out | cage - cells, over - given[cage]
                used.append(cage)
        if left:
            yield Sum(left, out, over, area, tuple(used))
        else:
            yield Sum(out, frozenset(), -over, area, tuple(used))


@lru_cache(maxsize=1 << 12)
def combinations_of(count: int, total: int, size: int, lowest: int) -> tuple[int, ...]:
    """Return the sets of so many different digits that add up to a total, as masks of values.

    >>> combinations_of(2, 4, 9, 1)
    (5,)
    """
    least = total - count * (lowest - 1)
    sets = combinations(range(1, size + 1), count)
    return tuple(sum(1 << value - 1 for value in one) for one in sets if sum(one) == least)


@lru_cache(maxsize=1 << 18)
def all_different(masks: Masks) -> Masks | None:
    """Return the candidates of cells that all differ that are left by naked and hidden subsets; None for no way.

    Whatever is left is part of some way to fill them. After Hall's theorem: as many cells as they have digits between
    them keep these for themselves.

    >>> all_different((3, 3, 7))
    (3, 3, 4)
    """
    left = [*masks]
    if (open_ := _without_singles(left)) is None:
        return None
    unions = [0]
    for n in open_:
        unions += [held | left[n] for held in unions]
    tight = []
    for chosen, held in enumerate(unions):
        lacking = chosen.bit_count() - held.bit_count()
        if lacking > 0:
            return None
        if not lacking and chosen:
            tight.append((chosen, ~held))
    for chosen, others in tight:
        for place, n in enumerate(open_):
            if not chosen >> place & 1:
                left[n] &= others
    return tuple(left)


def _without_singles(left: list[int]) -> list[int] | None:
    """Take the only digits of cells from the others; return the places of these, None where a digit has two cells."""
    places, known, single = [*range(len(left))], 0, 0
    while True:
        for n in places:
            left[n] &= ~known
            if not left[n] & left[n] - 1:
                if not left[n] or single & left[n]:
                    return None
                single |= left[n]
        if single == known:
            return places
        known, places = single, [n for n in places if left[n] & left[n] - 1]


def fill_sets(masks: Masks, sets: Iterable[int]) -> tuple[Masks | None, list[int]]:
    """Return what is left in cells that hold one of some sets of digits, None for no way, and the sets that can be."""
    whole, able = [0] * len(masks), []
    for one in sets:
        inside = tuple([mask & one for mask in masks])
        if all(inside) and (left := all_different(inside)) is not None:
            able.append(one)
            whole = [held | mask for held, mask in zip(whole, left, strict=True)]
    return (tuple(whole) if able else None), able


def fill_cases(cases: Iterable[Masks], masks: Masks) -> Masks | None:
    """Return what is left in cells that all differ, each of which may be so much in some case; None for no way."""
    whole = (0,) * len(masks)
    for case in cases:
        inside = tuple([mask & may for mask, may in zip(masks, case, strict=True)])
        if all(inside) and (left := all_different(inside)) is not None:
            whole = tuple([held | mask for held, mask in zip(whole, left, strict=True)])
    return whole if all(whole) else None


class HouseOfCages:
    """A house with sums inside: how the digits can be shared out among them and the cells that are left."""

    def __init__(self, house: tuple[int, ...], parts: list[tuple[tuple[int, ...], int]], rules: Rules) -> None:
        rest = {*house}.difference(*(cells for cells, _total in parts))
        self.cells = tuple(cell for cells, _total in parts for cell in cells) + tuple(sorted(rest))
        self.sets = [
            (len(cells), combinations_of(len(cells), total, rules.size, rules.lowest)) for cells, total in parts
        ]
        self.known: dict[Masks, Masks | None] = {}

    def __call__(self, masks: Masks) -> Masks | None:
        """Return the candidates that are left, None where the digits cannot be shared out."""
        if masks not in self.known:
            if len(self.known) > 1 << 14:
                self.known.clear()
            self.known[masks] = self._left(masks)
        return self.known[masks]

    def _left(self, masks: Masks) -> Masks | None:
        parts: list[tuple[int, Masks, tuple[int, ...]]] = []
        start = 0
        for count, sets in self.sets:
            here = masks[start : start + count]
            parts.append((start, here, tuple(fill_sets(here, sets)[1])))
            start += count
        parts += [(n, masks[n : n + 1], tuple(1 << d for d in bits(masks[n]))) for n in range(start, len(masks))]
        parts.sort(key=lambda part: len(part[2]))
        reached = [{0}]
        for _start, _here, sets in parts:
            reached.append({used | one for used in reached[-1] for one in sets if not used & one})
        alive, left = reached.pop(), [0] * len(masks)
        for start, here, sets in reversed(parts):
            before = reached.pop()
            fitting = {one for one in sets if any(not used & one and used | one in alive for used in before)}
            alive = {used for used in before for one in fitting if not used & one and used | one in alive}
            found, _able = fill_sets(here, fitting)
            if found is None:
                return None
            left[start : start + len(here)] = found
        return tuple(left)


class BoundedSum:
    """A signed sum with many cells that all differ: what a filter leaves of it, and what bounds by these cells do."""

    def __init__(self, filter_: Filter, signs: Mapping[int, int], total: int, near: Sequence[set[int]]) -> None:
        self.cells, self.filter, self.total = filter_.cells, filter_, total
        self.groups: list[tuple[int, list[int]]] = []
        for n, cell in enumerate(self.cells):
            for sign, group in self.groups:
                if sign == signs[cell] and all(self.cells[other] in near[cell] for other in group):
                    group.append(n)
                    break
            else:
                self.groups.append((signs[cell], [n]))

    def __call__(self, masks: Masks) -> Masks | None:
        """Return the candidates that are left, None for no way; the total is of values that count from 1."""
        found = self.filter(masks)
        if found is None:
            return None
        left = [*found]
        limits = [extremes(tuple([left[n] for n in group])) for _sign, group in self.groups]
        if (0, 0) in limits:
            return None
        least = sum(one[0] if sign > 0 else -one[1] for one, (sign, _group) in zip(limits, self.groups, strict=True))
        most = sum(one[1] if sign > 0 else -one[0] for one, (sign, _group) in zip(limits, self.groups, strict=True))
        for (low, high), (sign, group) in zip(limits, self.groups, strict=True):
            # What this group may add up to, beside all others.
            if sign > 0:
                at_least, at_most = self.total - (most - high), self.total - (least - low)
            else:
                at_least, at_most = least + high - self.total, most + low - self.total
            for n in group:
                others = extremes(tuple([left[other] for other in group if other != n])) if len(group) > 1 else (0, 0)
                able = range(max(1, at_least - others[1]), at_most - others[0] + 1)
                left[n] &= sum(1 << value - 1 for value in able if value <= left[n].bit_length())
                if not left[n]:
                    return None
        return tuple(left)


@lru_cache(maxsize=1 << 16)
def extremes(masks: Masks) -> tuple[int, int]:
    """Return the least and the greatest sum of cells that all differ, values counted from 1; zeros for no way.

    >>> extremes((0b111, 0b111, 0b1111))
    (6, 9)
    """
    reached = {0}
    for mask in sorted(masks, key=int.bit_count):
        reached = {used | 1 << d for used in reached for d in bits(mask & ~used)}
    sums = [sum(d + 1 for d in bits(used)) for used in reached]
    return (min(sums), max(sums)) if sums else (0, 0)
