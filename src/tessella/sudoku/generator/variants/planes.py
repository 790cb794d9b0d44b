"""Positions as planes: for each digit the cells that may hold it, bit i of an integer for cell i.

Houses, peers and neighbours that may not be consecutive are known here, and no other rules. What is placed is in its
own plane alone, and its peers are not in that.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from tessella.sudoku.generator.layouts import neighbours
from tessella.sudoku.geometry import bits
from tessella.sudoku.rules.peers import peers_of
from tessella.sudoku.rules.ruleset import HOUSES, Rules

# The types of which planes say all
SHAPES = HOUSES | {"jigsaw", "no_boxes", "anti_knight", "anti_king", "non_consecutive"}


class ContradictionError(Exception):
    """A cell without a digit, or a digit without a place in a house."""


class Shape:
    """What houses, peers and neighbours leave of planes."""

    def __init__(self, rules: Rules) -> None:
        self.size = rules.size
        self.full = (1 << rules.size**2) - 1
        self.houses = [sum(1 << cell for cell in house) for house in rules.houses]
        self.seen = [sum(1 << peer for peer in near) for near in peers_of(rules)]
        apart = neighbours(rules.size) if rules.of_type("non_consecutive") else ()
        self.apart = [sum(1 << other for other in near) for near in apart]

    def start(self, givens: Iterable[int]) -> tuple[list[int], int]:
        """Return the planes and the cells in place, 0 for a blank; raise `ContradictionError`."""
        planes, placed = [self.full] * self.size, 0
        for cell, digit in enumerate(givens):
            if digit:
                self.place(planes, digit - 1, cell)
                placed |= 1 << cell
        return planes, placed

    def place(self, planes: list[int], digit: int, cell: int) -> None:
        """Place a digit; raise `ContradictionError` where its plane lacks the cell."""
        bit = 1 << cell
        if not planes[digit] & bit:
            raise ContradictionError
        for other in range(self.size):
            planes[other] &= ~bit
        planes[digit] = planes[digit] & ~self.seen[cell] | bit
        if self.apart:
            for other in (digit - 1, digit + 1):
                if 0 <= other < self.size:
                    planes[other] &= ~self.apart[cell]

    def settle(self, planes: list[int], placed: int, *, naked: bool = True) -> int:
        """Place all hidden singles, and naked ones; return the cells in place, or raise `ContradictionError`."""
        while True:
            once = twice = 0
            for plane in planes:
                twice |= once & plane
                once |= plane
            if once != self.full:
                raise ContradictionError
            singles = naked and once & ~twice & ~placed
            found = [plane & singles for plane in planes] if singles else self._hidden(planes, placed)
            if not any(found):
                return placed
            for digit, cells in enumerate(found):
                for cell in bits(cells):
                    self.place(planes, digit, cell)
                placed |= cells

    def _hidden(self, planes: Sequence[int], placed: int) -> list[int]:
        """Return for each digit the cells that are its only places in a house."""
        found = [0] * self.size
        for digit, plane in enumerate(planes):
            for house in self.houses:
                places = plane & house
                if not places & places - 1:
                    found[digit] |= places & ~placed
                    if not places:
                        raise ContradictionError
        return found

    def is_unique(self, givens: Sequence[int], solution: Sequence[int]) -> bool:
        """Return whether givens have no other solution than one that is known."""
        planes, placed = self.start(givens)
        while (placed := self.settle(planes, placed)) != self.full:
            cell = self.branch(planes, placed)
            for digit in digits_at(planes, cell):
                if digit != solution[cell] - 1 and self._has_solution(planes.copy(), placed, digit, cell):
                    return False
            self.place(planes, solution[cell] - 1, cell)
            placed |= 1 << cell
        return True

    def _has_solution(self, planes: list[int], placed: int, digit: int, cell: int) -> bool:
        try:
            self.place(planes, digit, cell)
            placed = self.settle(planes, placed | 1 << cell)
        except ContradictionError:
            return False
        if placed == self.full:
            return True
        cell = self.branch(planes, placed)
        return any(self._has_solution(planes.copy(), placed, one, cell) for one in digits_at(planes, cell))

    def branch(self, planes: Sequence[int], placed: int) -> int:
        """Return the first of the blank cells with the fewest digits; there is one."""
        held = [self.full & ~placed, *[0] * (self.size + 1)]  # the cells with so many digits or more
        for plane in planes:
            for many in range(self.size, 0, -1):
                held[many] |= held[many - 1] & plane
        few = next(few for many in range(1, self.size + 1) if (few := held[many] & ~held[many + 1]))
        return (few & -few).bit_length() - 1


def digits_at(planes: Sequence[int], cell: int) -> list[int]:
    """Return the digits that a cell may hold, from 0.

    >>> digits_at([0b01, 0b11, 0b10], 1)
    [1, 2]
    """
    return [digit for digit, plane in enumerate(planes) if plane >> cell & 1]


shape_of = lru_cache(maxsize=64)(Shape)
