"""Rules as the numbers that the kernels of variants read."""

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tessella.sudoku.geometry import bits
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.constraint_parts import add_constraint
from tessella.sudoku.variants.derived_sums import derived_sums, exclusive_groups
from tessella.sudoku.variants.parts import Code, Parts
from tessella.sudoku.variants.relations import Relation, is_transitive, table_of

_LEVELS = {search.HOUSE: 1, search.SAME_SET: 1} | dict.fromkeys(
    (search.AUTOMATON, search.CIRCLES, search.RANK, search.NO_TIES, search.LUNCHBOX, search.X_SUM), 2
)
_WAIT = {search.AFTER_FIXING}  # kinds that are looked at when the digit of a cell is known


class Encoding(NamedTuple):
    """Rules as the kernels read them."""

    code: Code
    peers: np.ndarray[tuple[int, int], np.dtype[np.uint64]]
    wakes: np.ndarray[tuple[int, int], np.dtype[np.uint64]]
    """The propagators that a change of each cell wakes, then those that wait until its digit is known."""
    candidates: Code
    """The candidates of each cell before anything is given."""
    scores: Code
    """How much each cell, then each digit, is worth to the choice of the search at first."""


@lru_cache(maxsize=256)
def encoded(rules: Rules) -> Encoding:
    """Return the numbers of some rules; raises `RulesError` for a rule that the engine does not know."""
    return _Encoder(rules).encode()


class _Encoder(Parts):
    """The rules, gathered and written down."""

    def encode(self) -> Encoding:
        """Return the numbers of all rules."""
        fixed = _tables(self.size)
        self.tables.append(fixed)
        self.end += len(fixed)
        for house in self.rules.houses:
            self.differ(house)
            self.propagator(search.HOUSE, house)
        for region in self.rules.regions:
            if len(region) < self.size:
                self.differ(region)
        for one in self.rules.constraints:
            add_constraint(self, one)
        self._settle_pairs()
        self._add_intersections()
        self._add_sums()
        return self._assemble()

    def _settle_pairs(self) -> None:
        """Have equal cells see what the other sees, and pairs that differ anyway see each other."""
        unequal = tuple(self.full & ~(1 << d) for d in range(self.size))
        for (one, other), allowed in self.relations.items():
            if not any(row >> d & 1 for d, row in enumerate(allowed)):
                self.peers[one] |= 1 << other
                self.peers[other] |= 1 << one
        for cell in range(self.cells):
            self.peers[cell] &= ~(1 << cell)
        self._share_peers()
        for (one, other), allowed in self.relations.items():
            if self.peers[one] >> other & 1:
                kept = tuple(a & b for a, b in zip(allowed, unequal, strict=True))
                if kept == unequal:
                    continue
            else:
                kept = allowed
            if any(row != self.full for row in kept):
                self._add_pair(one, other, kept, 1)

    def _add_pair(self, one: int, other: int, allowed: Relation, worth: int) -> None:
        table = self.table(allowed, partial(table_of, allowed))
        excludes = int(self.peers[one] & self.peers[other] != 0 and not is_transitive(allowed))
        self.propagator(search.PAIR, (one, other), table, excludes, worth=worth)

    def _share_peers(self) -> None:
        """Have equal cells see the same cells."""
        equal = [
            pair
            for pair, allowed in self.relations.items()
            if all(row & ~(1 << d) == 0 for d, row in enumerate(allowed))
        ]
        before: list[int] = []
        while before != self.peers:
            before = [*self.peers]
            for one, other in equal:
                both = self.peers[one] | self.peers[other]
                for cell in (one, other):
                    self.peers[cell] = both
                    for peer in bits(both):
                        self.peers[peer] |= 1 << cell

    def _add_intersections(self) -> None:
        """Add what two houses that share cells, or two halves of the grid, say of the rest of their cells."""
        for one, other in _interactions(self.rules.houses, self.rules.regions if self.rules.of_type("jigsaw") else ()):
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
            self._add_pair(one, other, rows, worth)
        elif all(one == 1 for _cell, one in key) and all((together & ~self.peers[cell]) == 1 << cell for cell in cells):
            if len(cells) > self.size:
                self.candidates[0] = 0
                return
            home = next((house for house in houses if house & together == together), together)
            others = [*bits(home & ~together)]
            self.propagator(search.CAGE, cells, total, len(others), *others, worth=worth)
        else:
            # Tried: exactly what the sets of digits of all groups can add, by a table of what so many digits of a mask
            # add to and convolution. A third fewer positions in sums of diagonals alone, an eighth fewer where there
            # are some, and none of it in time: 5 % less, as much, and a tenth more in killers.
            groups = []
            for coefficient in sorted({one for _cell, one in key}, key=lambda one: (-abs(one), one)):
                chosen = [cell for cell, one in key if one == coefficient]
                groups += [(coefficient, group) for group in exclusive_groups(chosen, self.peers, houses)]
            body = [number for coefficient, group in groups for number in (coefficient, len(group), *group)]
            self.propagator(search.LINEAR, cells, total, len(groups), *body, worth=worth)

    def _assemble(self) -> Encoding:
        records: list[int] = []
        starts: list[int] = []
        wakes: list[list[int]] = [[] for _cell in range(2 * self.cells)]  # on any change, then once the digit is known
        # Between lines and boxes little follows; between regions of any shape most does.
        wait = _WAIT if self.rules.of_type("jigsaw") else _WAIT | {search.SAME_SET}
        ends = []
        for level in range(state.LEVELS):
            for kind, cells, body in self.records:
                if _LEVELS.get(kind, 0) != level:
                    continue
                p = len(starts)
                starts.append(len(records))
                before = _BEFORE.get(kind, 0) if kind != search.LINEAR else len(body)
                records += [kind, level, len(cells), *body[:before]]
                if kind != search.LINEAR:
                    records += cells
                records += body[before:]
                watched = {*cells, *body[2 : 2 + body[1]]} if kind == search.CAGE else {*cells}
                for cell in watched:
                    wakes[cell + self.cells * (kind in wait)].append(p)
            starts += [0] * (-len(starts) % 64)
            ends.append(len(starts) // 64)
        head = self.tables[0]
        n, p = self.cells, len(starts)
        head[state.DIGITS], head[state.CELLS], head[state.PROPAGATORS] = self.size, n, p
        head[state.FULL], head[state.LARGEST_SUM] = self.full, self.size * (self.size + 1) // 2
        head[state.COMBINATIONS_AT], head[state.REVERSED_AT] = state.HEAD, state.HEAD + _combination_rows(self.size)
        head[state.LEVEL_ENDS : state.LEVEL_ENDS + state.LEVELS] = ends
        head[state.PEERS_AT] = self._lists([_members(peers) for peers in self.peers])
        houses = self.rules.houses
        head[state.HOUSES] = len(houses)
        # Measured: with sums a third more positions, without them half as many.
        head[state.WIDE] = not any(kind in (search.CAGE, search.LINEAR) for kind, _cells, _body in self.records)
        head[state.HOUSES_AT] = self.table("houses", lambda: [cell for house in houses for cell in house])
        head[state.RECORDS_AT] = self.table("starts", lambda: [self.end + p + start for start in starts])
        self.table("records", lambda: records)
        head[state.SINGLES_AT] = state.WORK_HEAD
        head[state.MARKS_AT] = head[state.SINGLES_AT] + n + 1
        marks = max(
            ((len(cells) + 1) * (body[1] + 1) for kind, cells, body in self.records if kind == search.AUTOMATON),
            default=0,
        )
        head[state.SCRATCH_AT] = head[state.MARKS_AT] + marks
        head[state.WORK] = head[state.SCRATCH_AT] + marks + 4 * n
        return Encoding(
            np.concatenate(self.tables),
            _bit_rows(self.peers, n),
            _bit_rows([sum(1 << one for one in row) for row in wakes], p),
            np.array(self.candidates, np.int32),
            np.array([*self.scores, *[0] * self.size], np.int32),
        )

    def _lists(self, lists: Sequence[Sequence[int]]) -> int:
        starts, end = [], self.end + len(lists) + 1
        for one in lists:
            starts.append(end)
            end += len(one)
        return self.table(object(), lambda: [*starts, end, *(number for one in lists for number in one)])


# How many numbers of a body stand before the cells
_BEFORE = {
    search.SAME_SET: 2,
    search.PAIR: 2,
    search.CAGE: 2,
    search.RISING: 1,
    search.OPTION_SETS: 1,
    search.COUNTS: 2,
    search.ENDS: 1,
    search.AUTOMATON: 3,
    search.CIRCLES: 1,
    search.SAME_COUNTS: 1,
    search.RANK: 2,
    search.DISTINCT: 1,
    search.LUNCHBOX: 2,
    search.X_SUM: 2,
}


def _bit_rows(rows: list[int], n: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """Return sets of numbers below n as rows of words."""
    return np.array([[one >> at & (1 << 64) - 1 for at in range(0, n, 64)] for one in rows], np.uint64)


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


@lru_cache(maxsize=1 << 14)
def _members(cells: int) -> tuple[int, ...]:
    return tuple(bits(cells))


@lru_cache(maxsize=64)
def _interactions(
    all_houses: tuple[tuple[int, ...], ...], all_regions: tuple[tuple[int, ...], ...]
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return pairs of sets of cells that hold the same digits.

    They are what is left of two houses without the cells they share, where those are at least two, and what rows or
    columns from an edge on have without whole regions that lie in them, where as many cells stand out of those; such
    regions are given for a jigsaw.
    """
    size = len(all_houses[0])
    houses = [sum(1 << cell for cell in house) for house in all_houses]
    found: dict[tuple[int, int], None] = {}
    for one, other in combinations(houses, 2):
        shared = (one & other).bit_count()
        if 2 <= shared < size:
            found[one & ~other, other & ~one] = None
    if all_regions:
        regions = [sum(1 << cell for cell in region) for region in all_regions if len(region) == size]
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
