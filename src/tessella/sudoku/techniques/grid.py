"""A position as sets of cells: where each digit may still stand, what is blank, what was given.

A `Grid` is made once for a position and never changed; what a technique works out for others is kept with it.

    bit 0   r1c1   bit 1   r1c2   ...   bit 8   r1c9
    bit 9   r2c1   ...                  bit 80  r9c9
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from tessella.sudoku.board import Board
from tessella.sudoku.rules import SYMBOLS, digits_of
from tessella.sudoku.techniques.shape import BITS, Masks, Shape, cells_of, shape_of, union
from tessella.sudoku.techniques.step import Step

P = ParamSpec("P")
T = TypeVar("T")


def digits_text(mask: int) -> str:
    """Return the digits of a mask as text, in order.

    >>> digits_text(0b100000011)
    '129'
    """
    return "".join(SYMBOLS[digit] for digit in digits_of(mask))


@dataclass(frozen=True, repr=False)
class Grid:
    """A position as sets of cells.

    `marks[cell]` is the mask of the candidates of a blank cell, 0 for a filled one; `places[digit]` the set
    of cells that may still hold a digit (`places[0]` is empty).
    """

    shape: Shape
    digits: tuple[int, ...]
    givens: int
    marks: tuple[int, ...]
    places: tuple[int, ...]
    blank: int
    answers: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What `once_per_grid` keeps."""

    @classmethod
    def of(cls, board: Board) -> "Grid":
        """Return the grid of a board's pencil marks; where nothing at all is marked, of all its candidates."""
        return cls.of_marks(board, board.marks if any(board.marks) else board.candidates())

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

    def __repr__(self) -> str:
        rows, cols = self.shape.box
        return f"<Grid with boxes of {rows}x{cols}, {self.blank.bit_count()} cells blank>"

    @property
    def size(self) -> int:
        """How many digits there are."""
        return self.shape.size

    def after(self, placed: Iterable[tuple[int, int]], eliminated: Iterable[tuple[int, int]] = ()) -> "Grid":
        """Return the grid once digits are placed and candidates eliminated, both as pairs (cell, digit)."""
        shape = self.shape
        digits, marks, places = list(self.digits), list(self.marks), list(self.places)
        masks, blank = self.masks.copy(), self.blank

        def lose(cell: int, digit: int) -> None:
            places[digit] &= ~(1 << cell)
            for group, bit in shape.groups[shape.size * cell + digit - 1]:
                masks[group] &= ~bit
            marks[cell] = masks[cell]

        for cell, digit in eliminated:
            lose(cell, digit)
        for cell, digit in placed:
            digits[cell] = digit
            blank &= ~(1 << cell)
            for other in digits_of(marks[cell]):
                lose(cell, other)
            for peer in cells_of(places[digit] & shape.peers[cell]):
                lose(peer, digit)
            for house in shape.houses_of[cell]:
                masks[shape.blanks + house] -= 1
            masks[shape.placed + digit - 1] += 1
        grid = Grid(shape, tuple(digits), self.givens, tuple(marks), tuple(places), blank)
        grid.__dict__["masks"] = masks  # what the property would work out anew
        return grid

    def after_step(self, step: Step) -> "Grid":
        """Return the grid once a step is done."""
        size = self.size
        return self.after(
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.placements],
            [((row - 1) * size + col - 1, digit) for digit, row, col in step.eliminations],
        )

    @cached_property
    def masks(self) -> Masks:
        """The position as a list of groups; see `shape`. Whoever changes it takes a copy."""
        shape, size = self.shape, self.size
        masks = [*self.marks, *[0] * (shape.placed + size - shape.cells)]
        for cell, mask in enumerate(self.marks):
            for d in BITS[mask]:
                _cell, (box, in_box), (row, in_row), (col, in_col) = shape.groups[size * cell + d]
                masks[box] |= in_box
                masks[row] |= in_row
                masks[col] |= in_col
        for house, cells in enumerate(shape.houses):
            masks[shape.blanks + house] = (self.blank & cells).bit_count()
        for digit in range(1, size + 1):
            masks[shape.placed + digit - 1] = self.digits.count(digit)
        return masks

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """For every number n the set of cells with n candidates (0 for the filled and the empty)."""
        counts = [0] * (self.size + 1)
        for cell, mask in enumerate(self.marks):
            counts[mask.bit_count()] |= 1 << cell
        return tuple(counts)

    @property
    def bivalue(self) -> int:
        """The cells with just two candidates."""
        return self.counts[2]

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For every cell the mask of the digits that no filled peer holds, whatever is marked."""
        digits, full = self.digits, (1 << self.size) - 1
        return tuple(full & ~union(1 << digits[peer] - 1 for peer in near if digits[peer]) for near in self.shape.near)


def once_per_grid(work: Callable[Concatenate[Grid, P], T]) -> Callable[Concatenate[Grid, P], T]:
    """Return a function whose answers are kept with the grid that they are about."""

    @wraps(work)
    def kept(grid: Grid, *args: P.args, **kwargs: P.kwargs) -> T:
        key = work, args, tuple(kwargs.items())
        if key not in grid.answers:
            grid.answers[key] = work(grid, *args, **kwargs)
        answer: T = grid.answers[key]
        return answer

    return cast("Callable[Concatenate[Grid, P], T]", kept)
