"""What does a technique look at?

A `Grid` is a board as sets of cells, each an integer with bit `cell` for every member: where each digit may
still stand, what is blank, what was given. It is made once for a position and never changed.

    bit 0   r1c1   bit 1   r1c2   ...   bit 8   r1c9
    bit 9   r2c1   ...                  bit 80  r9c9
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tessella.sudoku.board import Board
from tessella.sudoku.rules import SYMBOLS, Box, digits_of, houses, houses_of, peers
from tessella.sudoku.techniques.step import Node, Places, Set, Step

__all__ = ["Grid", "Shape", "cells_of", "digits_text", "shape_of", "union"]


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, in order.

    >>> cells_of(0b100000011)
    [0, 1, 8]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def union(masks: Iterable[int]) -> int:
    """Return the members of any of the sets."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def digits_text(mask: int) -> str:
    """Return the digits of a mask as text, in order.

    >>> digits_text(0b100000011)
    '129'
    """
    return "".join(SYMBOLS[digit] for digit in digits_of(mask))


@dataclass(frozen=True, slots=True)
class Shape:
    """What all boards of one box shape have in common: houses, the houses of a cell and its peers, as sets."""

    box: Box
    size: int
    houses: tuple[int, ...]
    peers: tuple[int, ...]
    houses_of: tuple[tuple[int, int, int], ...]
    full: int
    _seen: dict[int, int] = field(default_factory=dict, compare=False)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows, as sets."""
        return self.houses[: self.size]

    @property
    def cols(self) -> tuple[int, ...]:
        """The columns, as sets."""
        return self.houses[self.size : 2 * self.size]

    @property
    def boxes(self) -> tuple[int, ...]:
        """The boxes, as sets."""
        return self.houses[2 * self.size :]

    def seen_by(self, cells: int) -> int:
        """Return the cells that are peers of every one of `cells`, and all cells for none."""
        found = self._seen.get(cells)
        if found is None:
            found, rest = self.full, cells
            while rest:
                low = rest & -rest
                found &= self.peers[low.bit_length() - 1]
                rest ^= low
            if len(self._seen) > 1 << 16:
                self._seen.clear()
            self._seen[cells] = found
        return found

    def shared(self, cells: int) -> tuple[int, ...]:
        """Return the numbers of the houses that hold all of `cells`."""
        if not cells:
            return ()
        three = self.houses_of[cells.bit_length() - 1]
        return tuple(house for house in three if not cells & ~self.houses[house])


@cache
def shape_of(box: Box) -> Shape:
    """Return what all boards of a box shape have in common."""
    size = box[0] * box[1]
    return Shape(
        box,
        size,
        tuple(sum(1 << cell for cell in house) for house in houses(box)),
        tuple(sum(1 << cell for cell in group) for group in peers(box)),
        houses_of(box),
        (1 << size * size) - 1,
    )


@dataclass(frozen=True, slots=True)
class Grid:
    """A position as sets of cells.

    `marks[cell]` is the mask of the candidates of a blank cell, 0 for a filled one; `places[digit]` the set
    of cells that may still hold a digit (`places[0]` is empty). `notes` keeps what one family has worked out
    for another, such as all almost locked sets.
    """

    shape: Shape
    digits: tuple[int, ...]
    givens: int
    marks: tuple[int, ...]
    places: tuple[int, ...]
    blank: int
    notes: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, board: Board) -> "Grid":
        """Return the grid of a board's pencil marks; where nothing at all is marked, of all its candidates."""
        marks = board.marks if any(board.marks) else board.candidates()
        return cls.of_marks(board, marks)

    @classmethod
    def of_marks(cls, board: Board, marks: Iterable[int]) -> "Grid":
        """Return the grid of a board with other marks than its own."""
        marks = tuple(marks)
        shape = shape_of(board.box)
        places = [0] * (shape.size + 1)
        for cell, mask in enumerate(marks):
            for digit in digits_of(mask):
                places[digit] |= 1 << cell
        return cls(
            shape,
            board.digits,
            sum(1 << cell for cell, digit in enumerate(board.givens) if digit),
            marks,
            tuple(places),
            sum(1 << cell for cell, digit in enumerate(board.digits) if not digit),
        )

    @property
    def size(self) -> int:
        """How many digits there are."""
        return self.shape.size

    def after(self, placed: Iterable[tuple[int, int]], gone: Iterable[tuple[int, int]] = ()) -> "Grid":
        """Return the grid once digits are placed and candidates gone, both as pairs (cell, digit)."""
        digits, marks, places = list(self.digits), list(self.marks), list(self.places)
        blank = self.blank
        for cell, digit in gone:
            marks[cell] &= ~(1 << digit - 1)
            places[digit] &= ~(1 << cell)
        for cell, digit in placed:
            bit = 1 << cell
            digits[cell] = digit
            blank &= ~bit
            for other in digits_of(marks[cell]):
                places[other] &= ~bit
            marks[cell] = 0
            for peer in cells_of(places[digit] & self.shape.peers[cell]):
                marks[peer] &= ~(1 << digit - 1)
            places[digit] &= ~self.shape.peers[cell]
        return Grid(self.shape, tuple(digits), self.givens, tuple(marks), tuple(places), blank)

    def with_counts(self) -> tuple[int, ...]:
        """Return for every number n the set of cells with n candidates (0 for the filled and the empty)."""
        if "counts" not in self.notes:
            counts = [0] * (self.size + 1)
            for cell, mask in enumerate(self.marks):
                counts[mask.bit_count()] |= 1 << cell
            self.notes["counts"] = tuple(counts)
        found: tuple[int, ...] = self.notes["counts"]
        return found

    def allowed(self, cell: int) -> int:
        """Return the mask of the digits that no filled peer of a cell holds, whatever is marked."""
        if "allowed" not in self.notes:
            taken = [0] * len(self.digits)
            for other, digit in enumerate(self.digits):
                if digit:
                    for peer in cells_of(self.shape.peers[other]):
                        taken[peer] |= 1 << digit - 1
            self.notes["allowed"] = [(1 << self.size) - 1 & ~mask for mask in taken]
        found: int = self.notes["allowed"][cell]
        return found

    @property
    def bivalue(self) -> int:
        """The cells with just two candidates."""
        return self.with_counts()[2]

    def sorted_places(self, found: Mapping[int, int]) -> Places:
        """Return sets of cells by digit as sorted tuples (digit, row, column)."""
        size = self.size
        return tuple(
            (digit, cell // size + 1, cell % size + 1) for digit in sorted(found) for cell in cells_of(found[digit])
        )

    def step(  # noqa: PLR0913 - a step has as many sides
        self,
        technique: tuple[str, str],
        digits: int,
        out: Mapping[int, int] | None = None,
        put: Mapping[int, int] | None = None,
        *,
        of_result: bool = False,
        cells: int = 0,
        second: int = 0,
        fins: int = 0,
        houses: Iterable[int] = (),
        covers: Iterable[int] = (),
        sets: Iterable[tuple[int, int]] = (),
        nodes: Iterable[Node] = (),
    ) -> Step:
        """Return the step of a pattern whose cells, digits and houses are given as sets.

        `technique` is name and code, `out` and `put` are the cells by digit that lose or get it; with
        `of_result` the digits of `candidates` are those that go, else the `digits` of the pattern.
        """
        out, put = out or {}, put or {}
        shown = digits
        if of_result:
            shown = sum(1 << digit - 1 for digit, where in out.items() if where)
        return Step(
            technique[0],
            technique[1],
            digits_text(shown),
            self.sorted_places(out),
            self.sorted_places(put),
            digits_of(digits),
            tuple(cells_of(cells)),
            tuple(cells_of(second)),
            tuple(cells_of(fins)),
            tuple(houses),
            tuple(covers),
            tuple(Set(tuple(cells_of(where)), digits_of(what)) for where, what in sets),
            tuple(nodes),
        )
