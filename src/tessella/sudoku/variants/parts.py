"""Parts that constraints are made of, before they become numbers.

Each constraint becomes propagators (`kernels.variants.search` lists their kinds), relations between pairs of cells,
sums, candidates that are out from the beginning, and cells that see each other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from tessella.sudoku.kernels.variants import state
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.relations import Relation, relation, transposed

Code: TypeAlias = np.ndarray[Any, np.dtype[np.int32]]


class Parts:
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
        self.known_relations: dict[object, Relation] = {}
        self.sums: dict[tuple[tuple[int, int], ...], int] = {}  # (cell, coefficient) of each cell: sum
        self.scores = [0] * self.cells
        self.tables: list[Code] = [np.zeros(state.HEAD, np.int32)]
        self.places: dict[object, int] = {}
        self.end = state.HEAD

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

    def all_differ(self, cells: Sequence[int]) -> bool:
        """Return whether cells are known to differ from each other."""
        together = sum(1 << cell for cell in {*cells})
        return len({*cells}) == len(cells) and all(together & ~self.peers[cell] in (0, 1 << cell) for cell in cells)

    def relate(self, one: int, other: int, allowed: Relation) -> None:
        """Have the digits of two cells be in a relation."""
        if one == other:
            self.candidates[one] &= sum(1 << d for d, row in enumerate(allowed) if row >> d & 1)
            return
        if one > other:
            one, other, allowed = other, one, transposed(allowed)
        before = self.relations.get((one, other))
        self.relations[one, other] = tuple(a & b for a, b in zip(before, allowed, strict=True)) if before else allowed

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

    def relation(self, allowed: Callable[[int, int], bool], key: object = None) -> Relation:
        """Return the relation between digits for which that holds; one that has a key is remembered by it."""
        if key is None:
            return relation(allowed, self.size, self.lowest)
        if key not in self.known_relations:
            self.known_relations[key] = relation(allowed, self.size, self.lowest)
        return self.known_relations[key]

    def neighbours(self, *steps: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of cells that are such steps apart."""
        for row in range(self.size):
            for col in range(self.size):
                for down, right in steps:
                    if 0 <= row + down < self.size and 0 <= col + right < self.size:
                        yield row * self.size + col, (row + down) * self.size + col + right
