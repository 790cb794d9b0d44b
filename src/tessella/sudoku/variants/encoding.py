"""Rules as the numbers that the kernels of variants read.

Each constraint becomes propagators (`kernels.variants.search` lists their kinds), relations between pairs of cells,
candidates that are out from the beginning, and cells that see each other. A constraint that no propagator knows is
refused by name.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.errors import RulesError
from tessella.i18n import _
from tessella.sudoku.geometry import bits
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.constraint import Constraint
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.derived_sums import derived_sums, exclusive_groups
from tessella.sudoku.variants.relations import Relation, relation, table_of, transposed

Code: TypeAlias = np.ndarray[tuple[int], np.dtype[np.int32]]
_LEVELS = {search.LINEAR: 1, search.AUTOMATON: 1, search.CIRCLES: 1, search.RANK: 1, search.NO_TIES: 1}


class Encoding(NamedTuple):
    """Rules as the kernels read them."""

    code: Code
    peers: np.ndarray[tuple[int, int], np.dtype[np.uint64]]
    candidates: Code
    """The candidates of each cell before anything is given."""
    scores: Code
    """How much each cell is worth to the choice of the search at first."""


@lru_cache(maxsize=256)
def encoded(rules: Rules) -> Encoding:
    """Return the numbers of some rules; raises `RulesError` for a rule that the engine does not know."""
    return _Encoder(rules).encode()


class _Encoder:
    """What the constraints of some rules say, gathered one after the other."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = rules.size
        self.cells = rules.size * rules.size
        self.lowest = rules.lowest
        self.values = range(self.lowest, self.lowest + self.size)
        self.full = (1 << self.size) - 1
        self.candidates = [self.full] * self.cells
        self.peers = [0] * self.cells  # sets of cells
        self.records: list[tuple[int, Sequence[int], tuple[int, ...]]] = []  # kind, cells, the rest of the record
        self.relations: dict[tuple[int, int], Relation] = {}
        self.sums: dict[tuple[tuple[int, int], ...], int] = {}  # (cell, coefficient) of each cell: sum
        self.scores = [0] * self.cells
        self.tables: list[Code] = []
        self.places: dict[object, int] = {}
        self.end = 0

    # --- What constraints are made of ---

    def propagator(self, kind: int, cells: Sequence[int], *body: int, worth: int = 0) -> None:
        """Add a propagator; `body` is what stands between the head of its record and its cells, or around them."""
        self.records.append((kind, cells, body))
        for cell in {*cells}:
            self.scores[cell] += worth

    def differ(self, cells: Iterable[int]) -> None:
        """Have cells all differ."""
        cells = tuple(cells)
        together = sum(1 << cell for cell in {*cells})
        for cell in cells:
            self.peers[cell] |= together
        if len({*cells}) < len(cells):
            self.candidates[cells[0]] = 0

    def relate(self, one: int, other: int, allowed: Relation) -> None:
        """Have the digits of two cells be in a relation."""
        if one == other:
            self.candidates[one] &= sum(1 << d for d, row in enumerate(allowed) if row >> d & 1)
            return
        if one > other:
            one, other, allowed = other, one, transposed(allowed)
        before = self.relations.get((one, other))
        self.relations[one, other] = (
            tuple(a & b for a, b in zip(before, allowed, strict=True)) if before else allowed
        )

    def add(self, terms: Iterable[tuple[int, int]], total: int) -> None:
        """Have values times coefficients add to a total."""
        coefficients: dict[int, int] = {}
        for cell, coefficient in terms:
            coefficients[cell] = coefficients.get(cell, 0) + coefficient
        kept = {cell: one for cell, one in coefficients.items() if one}
        total += (1 - self.lowest) * sum(kept.values())  # the lowest digit counts 1
        key = tuple(sorted(kept.items()))
        if (not key and total) or self.sums.setdefault(key, total) != total:
            self.candidates[0] = 0

    def only(self, cell: int, allowed: Callable[[int], bool]) -> None:
        """Leave a cell the digits that are allowed."""
        self.candidates[cell] &= sum(1 << d for d, value in enumerate(self.values) if allowed(value))

    def mask(self, values: Iterable[int]) -> int:
        """Return a set of values as a mask; those that the grid has not are left out."""
        return sum(1 << value - self.lowest for value in {*values} if value in self.values)

    def table(self, key: object, make: Callable[[], Sequence[int] | Code]) -> int:
        """Return where a table stands in the code, which is made if it is not there."""
        if key not in self.places:
            self.places[key] = self.end
            self.tables.append(np.asarray(make(), np.int32))
            self.end += len(self.tables[-1])
        return self.places[key]

    def relation(self, allowed: Callable[[int, int], bool]) -> Relation:
        """Return the relation between digits for which that holds."""
        return relation(allowed, self.size, self.lowest)

    def neighbours(self, *steps: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells that are such steps apart."""
        for row in range(self.size):
            for col in range(self.size):
                for down, right in steps:
                    if 0 <= row + down < self.size and 0 <= col + right < self.size:
                        yield row * self.size + col, (row + down) * self.size + col + right

    # --- The code ---

    def encode(self) -> Encoding:
        """Return the numbers of all rules."""
        fixed = _tables(self.size)
        self.tables, self.end = [np.zeros(state.HEAD, np.int32), fixed], state.HEAD + len(fixed)
        for house in self.rules.houses:
            self.differ(house)
            self.propagator(search.HOUSE, house)
        for region in self.rules.regions:
            if len(region) < self.size:
                self.differ(region)
        for one in self.rules.constraints:
            if one.type not in ENCODERS:
                raise RulesError(_("expected rules that the engine knows, got {type}"), type=one.type)
            ENCODERS[one.type](self, one)
        self._settle_pairs()
        self._add_intersections()
        self._add_sums()
        return self._assemble()

    def _settle_pairs(self) -> None:
        """Have equal cells see what the other sees, and pairs that differ anyway see each other."""
        equal = tuple(1 << d for d in range(self.size))
        unequal = tuple(self.full & ~row for row in equal)
        for (one, other), allowed in self.relations.items():
            if not any(row >> d & 1 for d, row in enumerate(allowed)):
                self.peers[one] |= 1 << other
                self.peers[other] |= 1 << one
        for cell in range(self.cells):
            self.peers[cell] &= ~(1 << cell)
        same = [pair for pair, allowed in self.relations.items() if all(a & ~b == 0 for a, b in zip(allowed, equal, strict=True))]
        for _again in same:
            for one, other in same:
                both = self.peers[one] | self.peers[other]
                for cell in (one, other):
                    self.peers[cell] = both
                    for peer in bits(both):
                        self.peers[peer] |= 1 << cell
        for (one, other), allowed in self.relations.items():
            if self.peers[one] >> other & 1:
                kept = tuple(a & b for a, b in zip(allowed, unequal, strict=True))
                if kept == unequal:
                    continue
            else:
                kept = allowed
            if any(row != self.full for row in kept):
                table = self.table(kept, lambda kept=kept: table_of(kept))
                self.propagator(search.PAIR, (one, other), table, worth=1)

    def _add_intersections(self) -> None:
        """Add what two houses that share cells, or two halves of the grid, say of the rest of their cells."""
        for one, other in _interactions(self.rules):
            self.propagator(search.SAME_SET, (*one, *other), len(one), 1)

    def _add_sums(self) -> None:
        units = {
            sum(1 << cell for cell, _one in key): total
            for key, total in self.sums.items()
            if all(coefficient == 1 for _cell, coefficient in key)
        }
        if units:
            for key, total in derived_sums(self.rules, units, self.peers):
                self.sums.setdefault(key, total)
        houses = [sum(1 << cell for cell in house) for house in self.rules.houses]
        for key, total in self.sums.items():
            self._add_sum(key, total, houses)

    def _add_sum(self, key: tuple[tuple[int, int], ...], total: int, houses: list[int]) -> None:
        cells = tuple(cell for cell, _one in key)
        together = sum(1 << cell for cell in cells)
        worth = max(2 * self.size - len(cells), self.size)
        if len(key) == 1:
            cell, coefficient = key[0]
            digit, rest = divmod(total, coefficient)
            self.candidates[cell] &= 1 << digit - 1 if not rest and 1 <= digit <= self.size else 0
        elif len(key) == 2:
            (one, first), (other, second) = key
            differ = self.peers[one] >> other & 1
            ranks = range(1, self.size + 1)
            rows = tuple(
                sum(1 << b - 1 for b in ranks if first * a + second * b == total and not (differ and a == b))
                for a in ranks
            )
            table = self.table(rows, lambda: table_of(rows))
            self.propagator(search.PAIR, (one, other), table, worth=worth)
        elif all(one == 1 for _cell, one in key) and all(
            (together & ~self.peers[cell]) == 1 << cell for cell in cells
        ):
            if len(cells) > self.size:
                self.candidates[0] = 0
                return
            home = next((house for house in houses if house & together == together), together)
            rest = [*bits(home & ~together)]
            self.propagator(search.CAGE, cells, total, len(rest), *rest, worth=worth)
        else:
            groups = []
            for coefficient in sorted({one for _cell, one in key}, key=lambda one: (-abs(one), one)):
                chosen = [cell for cell, one in key if one == coefficient]
                groups += [(coefficient, group) for group in exclusive_groups(chosen, self.peers, houses)]
            body = [number for coefficient, group in groups for number in (coefficient, len(group), *group)]
            self.propagator(search.LINEAR, cells, total, len(groups), *body, worth=worth)

    def _assemble(self) -> Encoding:
        records, starts = [], []
        triggers: list[list[int]] = [[] for _cell in range(self.cells)]
        for p, (kind, cells, body) in enumerate(self.records):
            starts.append(len(records))
            before = _BEFORE.get(kind, 0) if kind != search.LINEAR else len(body)
            record = [kind, _LEVELS.get(kind, 0), len(cells), *body[:before]]
            if kind != search.LINEAR:
                record += cells
            records += record + [*body[before:]]
            watched = {*cells, *body[2 : 2 + body[1]]} if kind == search.CAGE else {*cells}
            if kind == search.AFTER_FIXING:
                watched = {cells[0]}
            for cell in watched:
                triggers[cell].append(p)
        head = self.tables[0]
        n, p = self.cells, len(self.records)
        head[state.DIGITS], head[state.CELLS], head[state.PROPAGATORS] = self.size, n, p
        head[state.FULL], head[state.LARGEST_SUM] = self.full, self.size * (self.size + 1) // 2
        head[state.COMBINATIONS_AT], head[state.REVERSED_AT] = state.HEAD, state.HEAD + _combination_rows(self.size)
        head[state.TRIGGERS_AT] = self._lists(triggers)
        head[state.PEERS_AT] = self._lists([[*bits(peers)] for peers in self.peers])
        houses = self.rules.houses
        head[state.HOUSES] = len(houses)
        head[state.HOUSES_AT] = self.table("houses", lambda: [cell for house in houses for cell in house])
        head[state.RECORDS_AT] = self.table("starts", lambda: [self.end + p + start for start in starts])
        self.table("records", lambda: records)
        ring = 1 << p.bit_length()
        head[state.FLAGS_AT] = state.WORK_HEAD
        head[state.RING_AT] = state.WORK_HEAD + p
        head[state.RING] = ring - 1
        head[state.SINGLES_AT] = state.WORK_HEAD + p + 2 * ring
        head[state.SCRATCH_AT] = head[state.SINGLES_AT] + n + 1
        scratch = 4 * n
        for kind, cells, body in self.records:
            if kind == search.AUTOMATON:
                scratch = max(scratch, (len(cells) + 1) * (2 * body[1] + 1))
        head[state.WORK] = head[state.SCRATCH_AT] + scratch
        words = -(-n // 64)
        peers = np.array([[one >> 64 * w & (1 << 64) - 1 for w in range(words)] for one in self.peers], np.uint64)
        return Encoding(
            np.concatenate(self.tables),
            peers,
            np.array(self.candidates, np.int32),
            np.array(self.scores, np.int32),
        )

    def _lists(self, lists: list[list[int]]) -> int:
        starts, end = [], self.end + len(lists) + 1
        for one in lists:
            starts.append(end)
            end += len(one)
        return self.table(object(), lambda: [*starts, end, *(number for one in lists for number in one)])


# How many numbers of a body stand before the cells
_BEFORE = {
    search.SAME_SET: 2,
    search.PAIR: 1,
    search.CAGE: 2,
    search.RISING: 1,
    search.OPTION_SETS: 1,
    search.COUNTS: 1,
    search.ENDS: 1,
    search.AUTOMATON: 3,
    search.CIRCLES: 1,
    search.SAME_COUNTS: 1,
    search.RANK: 2,
    search.DISTINCT: 1,
}


@cache
def _tables(size: int) -> Code:
    """Return the digit sets of each size and sum, behind where each begins, and each mask from the other end."""
    masks = np.arange(1 << size, dtype=np.int32)
    sizes, sums, reverse = np.zeros_like(masks), np.zeros_like(masks), np.zeros_like(masks)
    for d in range(size):
        bit = masks >> d & 1
        sizes += bit
        sums += bit * (d + 1)
        reverse |= bit << size - 1 - d
    row = sizes * (size * (size + 1) // 2 + 1) + sums
    order = np.argsort(row, kind="stable")
    begin = _combination_rows(size) - len(masks)
    starts = state.HEAD + begin + np.searchsorted(row[order], np.arange(begin))
    return np.concatenate([starts, order, reverse]).astype(np.int32)


def _combination_rows(size: int) -> int:
    return (size + 1) * (size * (size + 1) // 2 + 1) + 1 + (1 << size)


@cache
def _interactions(rules: Rules) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return pairs of sets of cells that hold the same digits.

    They are what is left of two houses without the cells they share, where that is at least two, and what rows or columns from an
    edge on have without whole regions that lie in them, where as many cells stand out of those.
    """
    size = rules.size
    houses = [sum(1 << cell for cell in house) for house in rules.houses]
    found: dict[tuple[int, int], None] = {}
    for one, other in combinations(houses, 2):
        shared = (one & other).bit_count()
        if 2 <= shared < size:
            found[one & ~other, other & ~one] = None
    if rules.of_type("jigsaw"):
        regions = [sum(1 << cell for cell in region) for region in rules.regions if len(region) == size]
        rows = houses[:size]
        columns = houses[size : 2 * size]
        for lines in (rows, rows[::-1], columns, columns[::-1]):
            together, left = 0, dict.fromkeys(regions)
            inside = 0
            for line in lines[:-1]:
                together |= line
                for region in [*left]:
                    if 2 * (region & together).bit_count() > size:
                        inside |= region
                        del left[region]
                out, over = together & ~inside, inside & ~together
                if out and out.bit_count() == over.bit_count() < size:
                    found[out, over] = None
    return tuple((tuple(bits(one)), tuple(bits(other))) for one, other in found)


# --- The types --------------------------------------------------------------------------------------------------------

_KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))
_KING = ((0, 1), (1, 0), (1, 1), (1, -1))
_ORTHOGONAL = ((0, 1), (1, 0))
_DIAGONAL = ((1, 1), (1, -1))


def _nothing(_encoder: _Encoder, _one: Constraint) -> None:
    """Add nothing: the houses and the digits of the rules say it."""


def _grid(*steps: tuple[int, int], allowed: Callable[[Any, int, int], bool]) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        pairs = encoder.relation(lambda a, b: allowed(one, a, b))
        for cells in encoder.neighbours(*steps):
            encoder.relate(*cells, pairs)

    return encode


def _line(allowed: Callable[[Any, int, int], bool]) -> Callable[[_Encoder, Constraint], None]:
    """Return the encoder of a relation between neighbours on a line."""

    def encode(encoder: _Encoder, one: Constraint) -> None:
        pairs = encoder.relation(lambda a, b: allowed(one, a, b))
        for cells in pairwise(one.cells):
            encoder.relate(*cells, pairs)

    return encode


def _candidates(allowed: Callable[[Any, int], bool]) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        for cell in one.cells:
            encoder.only(cell, lambda value: allowed(one, value))

    return encode


def _extreme(sign: int) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        less = encoder.relation(lambda a, b: sign * a < sign * b)
        for a, b in encoder.neighbours(*_ORTHOGONAL):
            if a in one.cells and b not in one.cells:
                encoder.relate(a, b, less)
            elif b in one.cells and a not in one.cells:
                encoder.relate(b, a, less)

    return encode


def _indexer(down: bool) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        size = encoder.size
        for cell in one.cells:
            row, col = divmod(cell, size)
            encoder.only(cell, lambda value: 1 <= value <= size)
            for place in range(size):
                there = place * size + col if down else row * size + place
                own = (row if down else col) + 1
                pairs = encoder.relation(lambda a, b: (a == place + 1) == (b == own))  # noqa: B023 - called at once
                encoder.relate(cell, there, pairs)

    return encode


def _blocks(groups: int) -> Callable[[_Encoder, Constraint], None]:
    """Return the encoder of 2x2 blocks that have digits of all of three groups, by size or by remainder."""

    def encode(encoder: _Encoder, one: Constraint) -> None:
        size = encoder.size
        masks = [encoder.mask(v for v in encoder.values if ((v - 1) // 3 if groups else v % 3) == g) for g in range(3)]
        body = [number for mask in masks for number in (mask, 1, 2)]
        for cell in range((size - 1) * size):
            if cell % size < size - 1:
                encoder.propagator(search.COUNTS, (cell, cell + 1, cell + size, cell + size + 1), 3, *body)

    return encode


def _taxicab(encoder: _Encoder, _one: Constraint) -> None:
    size = encoder.size
    for cell in range(encoder.cells):
        row, col = divmod(cell, size)
        lists = [
            [other for other in range(encoder.cells) if abs(other // size - row) + abs(other % size - col) == value]
            if value
            else []
            for value in encoder.values
        ]
        starts, end = [], state.BODY + 1 + size + 1
        for one in lists:
            starts.append(end)
            end += len(one)
        encoder.propagator(search.AFTER_FIXING, (cell,), *starts, end, *(other for one in lists for other in one))


def _flatmates(encoder: _Encoder, _one: Constraint) -> None:
    size, five = encoder.size, ~encoder.mask([5]) & encoder.full
    table = encoder.table(
        "flatmates",
        lambda: [encoder.full if a == 1 or b == 9 else five for a in encoder.values for b in encoder.values],
    )
    for cell in range(encoder.cells):
        row = cell // size
        if 0 < row < size - 1:
            encoder.propagator(search.ENDS, (cell - size, cell + size, cell), table)
        else:
            only = encoder.relation((lambda a, b: a != 5 or b == 9) if row == 0 else lambda a, b: a != 5 or b == 1)
            encoder.relate(cell, cell + size if row == 0 else cell - size, only)


def _killer(encoder: _Encoder, one: Constraint) -> None:
    encoder.differ(one.cells)
    if one["sum"] is not None:
        encoder.add(((cell, 1) for cell in one.cells), one["sum"])
    elif len(one.cells) > 1:
        encoder.propagator(search.DIFFERENT, one.cells)


def _all_different(encoder: _Encoder, one: Constraint) -> None:
    encoder.differ(one.cells)
    encoder.propagator(search.DIFFERENT, one.cells)


def _sum(encoder: _Encoder, one: Constraint) -> None:
    coefficients = one["coefficients"] or [1] * len(one.cells)
    if len(coefficients) != len(one.cells):
        message = _("expected a coefficient for each cell in a rule of type {type}, got {got}")
        raise RulesError(message, type=one.type, got=len(coefficients))
    encoder.add(zip(one.cells, coefficients, strict=True), one["sum"])


def _unit_sum(encoder: _Encoder, one: Constraint) -> None:
    encoder.add(((cell, 1) for cell in one.cells), one["sum"])


def _clone(encoder: _Encoder, one: Constraint) -> None:
    if len(one.cells) != len(one["clone_cells"]):
        message = _("expected as many cells as clones in a rule of type {type}, got {got}")
        raise RulesError(message, type=one.type, got=len(one["clone_cells"]))
    same = encoder.relation(lambda a, b: a == b)
    for a, b in zip(one.cells, one["clone_cells"], strict=True):
        encoder.relate(a, b, same)


def _palindrome(encoder: _Encoder, one: Constraint) -> None:
    same = encoder.relation(lambda a, b: a == b)
    for i in range(len(one.cells) // 2):
        encoder.relate(one.cells[i], one.cells[-1 - i], same)


def _same_values(encoder: _Encoder, one: Constraint) -> None:
    for a, b in combinations(one["sets"], 2):
        if len(a) != len(b):
            encoder.candidates[0] = 0
        encoder.propagator(search.SAME_COUNTS, (*a, *b), len(a), worth=1)


def _equal(encoder: _Encoder, sets: Sequence[Sequence[int]]) -> None:
    """Have sets of cells add to the same sum."""
    for a, b in combinations(sets, 2):
        encoder.add([*((cell, 1) for cell in a), *((cell, -1) for cell in b)], 0)


def _equal_sums(encoder: _Encoder, one: Constraint) -> None:
    _equal(encoder, one["sets"])


def _contains(encoder: _Encoder, one: Constraint) -> None:
    values = one["values"]
    wanted = [(encoder.mask([v]), values.count(v), len(one.cells)) for v in dict.fromkeys(values)]
    if len(values) == len(one.cells):
        wanted.append((encoder.mask(values), len(values), len(values)))
    body = [number for three in wanted for number in three]
    encoder.propagator(search.COUNTS, one.cells, len(wanted), *body, worth=encoder.size)


def _look_and_say(encoder: _Encoder, one: Constraint) -> None:
    clue = one["clue"]
    if len(clue) % 2 or not clue.isascii() or not clue.isdigit():
        raise RulesError(_("expected pairs of a count and a digit, such as 1617, got {text}"), text=clue)
    body = []
    for count, value in zip(clue[::2], clue[1::2], strict=True):
        body += [encoder.mask([int(value)]), int(count), int(count)]
    encoder.propagator(search.COUNTS, one.cells, len(clue) // 2, *body, worth=encoder.size)


def _options(allowed: Callable[[Constraint, tuple[int, ...], range], bool]) -> Callable[[_Encoder, Constraint], None]:
    """Return the encoder of cells that all differ and hold one of the digit sets that are allowed."""

    def encode(encoder: _Encoder, one: Constraint) -> None:
        cells = one.cells
        encoder.differ(cells)
        sets = combinations(encoder.values, len(cells))
        body = [encoder.mask(values) for values in sets if allowed(one, values, encoder.values)]
        encoder.propagator(search.OPTION_SETS, cells, len(body), *body, worth=encoder.size)

    return encode


def _no_part_adds(one: Constraint, values: tuple[int, ...], _all: range) -> bool:
    sums = {0}
    for value in values:
        if one["sum"] - value in sums:
            return False
        sums |= {value + other for other in sums}
    return True


def _is_even_handed(_one: Constraint, values: tuple[int, ...], every: range) -> bool:
    middle = every[0] + every[-1]
    return (
        2 * sum(value % 2 for value in values) == len(values)
        and 2 * sum(2 * value < middle for value in values) == len(values)
        and all(2 * value != middle for value in values)
    )


def _renban(encoder: _Encoder, one: Constraint) -> None:
    n = len(one.cells)
    if n == 2:
        _line(lambda _one, a, b: abs(a - b) == 1)(encoder, one)
    elif n > 2:
        _options(lambda _one, values, _all: values[-1] - values[0] == n - 1)(encoder, one)


def _count_distinct(encoder: _Encoder, one: Constraint) -> None:
    encoder.propagator(search.DISTINCT, one.cells, encoder.lowest, worth=encoder.size)


def _circles(encoder: _Encoder, one: Constraint) -> None:
    encoder.propagator(search.CIRCLES, one.cells, encoder.lowest, worth=1)


def _rising(step: int) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        if step:
            encoder.differ(one.cells)
        if step and len(one.cells) > encoder.size:
            encoder.candidates[one.cells[0]] = 0
        encoder.propagator(search.RISING, one.cells, step, worth=len(one.cells))

    return encode


def _arrow(encoder: _Encoder, one: Constraint) -> None:
    encoder.add([(one.cells[0], 1), *((cell, -1) for cell in one.cells[1:])], 0)


def _pill_arrow(encoder: _Encoder, one: Constraint) -> None:
    pill = one["pill"]
    terms = [(cell, 10 ** (len(pill) - 1 - i)) for i, cell in enumerate(pill)]
    encoder.add([*terms, *((cell, -1) for cell in one.cells)], 0)


def _double_arrow(encoder: _Encoder, one: Constraint) -> None:
    first, *inner, last = one.cells
    encoder.add([(first, 1), (last, 1), *((cell, -1) for cell in inner)], 0)


def _ends(allowed: Callable[[Constraint, int, int, int], bool | None]) -> Callable[[_Encoder, Constraint], None]:
    """Return the encoder of a line whose ends say what stands between; None forbids the ends."""

    def encode(encoder: _Encoder, one: Constraint) -> None:
        first, *inner, last = one.cells

        def row(a: int, b: int) -> int:
            answers = [allowed(one, min(a, b), max(a, b), value) for value in encoder.values]
            return -1 if None in answers else sum(1 << d for d, answer in enumerate(answers) if answer)

        table = encoder.table(
            (one.type, one.fields), lambda: [row(a, b) for a in encoder.values for b in encoder.values]
        )
        encoder.propagator(search.ENDS, (first, last, *inner), table, worth=len(one.cells))

    return encode


def _outside_ends(one: Constraint, low: int, high: int, value: int) -> bool | None:
    return None if high - low < one["difference"] else not low <= value <= high


def _region_sums(encoder: _Encoder, one: Constraint) -> None:
    homes = {cell: i for i, region in enumerate(encoder.rules.regions) for cell in region}
    parts: list[list[int]] = []
    before: object = object()
    for cell in one.cells:
        if homes.get(cell) != before:
            parts.append([])
            before = homes.get(cell)
        parts[-1].append(cell)
    _equal(encoder, parts)


def _groups(group: Callable[[Constraint, int], int], length: Callable[[Constraint], int]) -> Callable[[_Encoder, Constraint], None]:
    """Return the encoder of a line on which so many neighbours are always of different groups."""

    def encode(encoder: _Encoder, one: Constraint) -> None:
        n = length(one)
        differ = encoder.relation(lambda a, b: group(one, a) != group(one, b))
        same = encoder.relation(lambda a, b: group(one, a) == group(one, b))
        all_groups = len({group(one, value) for value in encoder.values}) == n
        for i, cell in enumerate(one.cells):
            for other in one.cells[i + 1 : i + n]:
                encoder.relate(cell, other, differ)
            if all_groups:
                for other in one.cells[i + n : i + n + 1]:
                    encoder.relate(cell, other, same)

    return encode


def _zipper(encoder: _Encoder, one: Constraint) -> None:
    cells, n = one.cells, len(one.cells)
    pairs = [[cells[i], cells[-1 - i]] for i in range(n // 2)]
    _equal(encoder, [*pairs, [cells[n // 2]]] if n % 2 else pairs)


def _negative(types: tuple[str, ...], allowed: Callable[[Constraint, int, int], bool]) -> Callable[[_Encoder, Constraint], None]:
    def encode(encoder: _Encoder, one: Constraint) -> None:
        marked = {frozenset(other.cells) for other in encoder.rules.of_type(*types)}
        pairs = encoder.relation(lambda a, b: allowed(one, a, b))
        for cells in encoder.neighbours(*_ORTHOGONAL):
            if frozenset(cells) not in marked:
                encoder.relate(*cells, pairs)

    return encode


def _no_dot(one: Constraint, a: int, b: int) -> bool:
    return not ((one["white"] and abs(a - b) == 1) or (one["black"] and (a == 2 * b or b == 2 * a)))


def _all_pairs(encoder: _Encoder, one: Constraint) -> None:
    allowed = {*one["allowed"]}
    pairs = encoder.relation(lambda a, b: (a, b) in allowed)
    for a, b in combinations(one.cells, 2):
        encoder.relate(a, b, pairs)


def _lines(encoder: _Encoder) -> list[tuple[int, ...]]:
    size = encoder.size
    lines = encoder.rules.houses[: 2 * size]
    return [*lines, *(line[::-1] for line in lines)]


def _rank(encoder: _Encoder, one: Constraint) -> None:
    lines = _lines(encoder)
    rank = one["rank"]
    if one.cells not in lines or not 1 <= rank <= len(lines):
        encoder.candidates[0] = 0
        return
    # Each digit begins four lines.
    encoder.candidates[one.cells[0]] &= 1 << (rank - 1) // 4
    cells = [cell for line in lines for cell in line]
    encoder.propagator(search.RANK, cells, rank - 1, lines.index(one.cells))
    for cell in one.cells:
        encoder.scores[cell] += 2


def _ties(encoder: _Encoder, one: Constraint) -> None:
    if one["ties"] == "none":
        encoder.propagator(search.NO_TIES, [cell for line in _lines(encoder) for cell in line])


ENCODERS: dict[str, Callable[[_Encoder, Constraint], None]] = {
    **dict.fromkeys(
        ("digits", "jigsaw", "no_boxes", "diagonal", "windoku", "disjoint_groups", "extra_region"), _nothing
    ),
    "all_different": _all_different,
    "anti_knight": _grid(*_KNIGHT, allowed=lambda _one, a, b: a != b),
    "anti_king": _grid(*_KING, allowed=lambda _one, a, b: a != b),
    "non_consecutive": _grid(*_ORTHOGONAL, allowed=lambda _one, a, b: abs(a - b) != 1),
    "diagonal_non_consecutive": _grid(*_DIAGONAL, allowed=lambda _one, a, b: abs(a - b) != 1),
    "knight_sums": _grid(*_KNIGHT, allowed=lambda one, a, b: a + b not in one["sums"]),
    "anti_taxicab": _taxicab,
    "global_entropy": _blocks(1),
    "global_mod3": _blocks(0),
    "dutch_flatmates": _flatmates,
    "candidates": _candidates(lambda one, value: value in one["values"]),
    "odd": _candidates(lambda _one, value: value % 2 == 1),
    "even": _candidates(lambda _one, value: value % 2 == 0),
    "minimum": _extreme(1),
    "maximum": _extreme(-1),
    "column_indexer": _indexer(down=False),
    "row_indexer": _indexer(down=True),
    "counting_circles": _circles,
    "killer": _killer,
    "sum": _sum,
    "clone": _clone,
    "same_values": _same_values,
    "equal_sums": _equal_sums,
    "quadruple": _contains,
    "contain_at_least": _contains,
    "look_and_say": _look_and_say,
    "rellik_cage": _options(_no_part_adds),
    "equality_cage": _options(_is_even_handed),
    "count_distinct": _count_distinct,
    "thermo": _rising(1),
    "slow_thermo": _rising(0),
    "arrow": _arrow,
    "pill_arrow": _pill_arrow,
    "double_arrow": _double_arrow,
    "whisper": _line(lambda one, a, b: abs(a - b) >= one["difference"]),
    "renban": _renban,
    "palindrome": _palindrome,
    "between": _ends(lambda _one, low, high, value: low < value < high),
    "lockout": _ends(_outside_ends),
    "region_sum_line": _region_sums,
    "entropic": _groups(lambda _one, value: (value - 1) // 3, lambda _one: 3),
    "modular": _groups(lambda one, value: value % one["mod"], lambda one: one["mod"]),
    "zipper": _zipper,
    "kropki_white": _line(lambda one, a, b: abs(a - b) == one["difference"]),
    "kropki_black": _line(lambda one, a, b: a == one["ratio"] * b or b == one["ratio"] * a),
    "kropki_negative": _negative(("kropki_white", "kropki_black"), _no_dot),
    "xv_x": _line(lambda _one, a, b: a + b == 10),
    "xv_v": _line(lambda _one, a, b: a + b == 5),
    "xv_negative": _negative(("xv_x", "xv_v"), lambda _one, a, b: a + b not in (5, 10)),
    "greater_than": _line(lambda _one, a, b: a > b),
    "pair_table": _line(lambda one, a, b: (a, b) in one["allowed"]),
    "pair_table_all": _all_pairs,
    "little_killer": _unit_sum,
    "full_rank": _rank,
    "full_rank_ties": _ties,
}
