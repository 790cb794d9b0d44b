"""A Sudoku position and the moves on it.

Boxes have any R rows by C columns; `rules` says how cells, digits and boxes are numbered and named.

    5 3 . | . 7 . | . . .       givens 53..7....   play("r1c3=4")     -> 53+4.7....
    6 . . | 1 9 5 | . . .                          play("r1c3~4")     -> a pencil mark
    . 9 8 | . . . | . 6 .                          play("r1c3-")      -> erased
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self, SupportsIndex

from tessella.errors import MoveError, ParseError
from tessella.i18n import _
from tessella.sudoku import rendering
from tessella.sudoku.formats import line
from tessella.sudoku.formats.registry import read_one
from tessella.sudoku.rules import (
    SYMBOLS,
    VALUES,
    Box,
    PlainCells,
    candidate_masks,
    cell_name,
    check_box,
    house_name,
    houses,
    is_complete,
    peers,
    rows_of,
    wrong_digit,
)

_MOVE = re.compile(r"r(\d{1,3})c(\d{1,3})(?:-|([=~])([1-9]\d?|[A-Za-z]))", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A Sudoku position: the box shape, the givens, all digits that stand on the board, and the pencil marks.

    `givens` and `digits` hold a value a cell, 0 for a blank; a given stands in both. `marks` holds a mask a
    cell, 0 where nothing is marked; a filled cell has no marks.

    >>> board = Board.parse("1...|..2.|.3..|...4")
    >>> board.play("r1c2=2").play("r1c3~4")
    Board.parse('1+2....2..3.....4~4')
    """

    box: Box
    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: tuple[int, ...]

    def __post_init__(self) -> None:
        check_box(*self.box)
        size = self.size
        cells = size * size
        for values in (self.givens, self.digits, self.marks):
            if len(values) != cells:
                raise ParseError(line.wrong_count(cells, len(values), values))
        if min(self.digits) < 0 or max(self.digits) > size:
            cell = next(cell for cell, digit in enumerate(self.digits) if not 0 <= digit <= size)
            raise ParseError(wrong_digit(self.digits[cell], cell, size))
        if self.givens != self.digits and any(g and g != d for g, d in zip(self.givens, self.digits, strict=True)):
            raise ParseError(_("expected every given among the digits, got {text}"), text=self.givens)
        if any(self.marks) and any(
            mask >> size or mask < 0 or (mask and digit) for mask, digit in zip(self.marks, self.digits, strict=True)
        ):
            message = _("expected pencil marks from 1 to {size} in blank cells only, got {text}")
            raise ParseError(message, size=size, text=self.marks)

    @classmethod
    def of_givens(cls, givens: Iterable[int], box: Box = (3, 3)) -> Self:
        """Return the puzzle with these givens, row by row, 0 for a blank."""
        values = tuple(givens)
        return cls(box, values, values, (0,) * len(values))

    @classmethod
    def empty(cls, box: Box = (3, 3)) -> Self:
        """Return the board with nothing on it."""
        check_box(*box)
        return cls.of_givens((0,) * (box[0] * box[1]) ** 2, box)

    @classmethod
    def from_rows(cls, rows: Iterable[Iterable[SupportsIndex | str | None]], box: Box | None = None) -> Self:
        """Return the puzzle whose givens stand in `rows`.

        A cell is a number or its sign; `None`, 0 or a blank sign is a blank. The box shape is the usual one
        for so many rows unless it is said. Raises `ParseError`.

        >>> Board.from_rows([[1, None, 0, 4], [0] * 4, [0] * 4, "..2."]).to_text()
        '1..4..........2.'
        """
        return cls(*PlainCells.from_rows(rows, box))

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Self:
        """Return the board that a text shows, in the form of `to_text` or in any format of `notation`.

        Raises `ParseError` or `RulesError` with what was expected.

        >>> Board.parse(Board.empty((2, 3)).to_text()) == Board.empty((2, 3))
        True
        """
        return cls(*read_one(text, box))

    @property
    def size(self) -> int:
        """How many rows, columns, boxes and digits there are."""
        return self.box[0] * self.box[1]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits on the board, row by row, 0 for a blank."""
        return rows_of(self.digits, self.size)

    @property
    def score(self) -> int:
        """The points: a Sudoku gives none."""
        return 0

    @property
    def puzzle(self) -> "Board":
        """The givens alone: the board as it was at the start."""
        return Board.of_givens(self.givens, self.box)

    def candidates(self) -> tuple[int, ...]:
        """Return for every blank cell the mask of digits that no peer holds, and 0 for a filled cell."""
        return candidate_masks(self.digits, self.box)

    def conflicts(self) -> list["Problem"]:
        """Return every digit that a house holds twice, as sentences."""
        found: list[Problem] = []
        for number, house in enumerate(houses(self.box)):
            for digit, times in sorted(Counter(self.digits[cell] for cell in house).items()):
                if digit and times > 1:
                    held = tuple(cell for cell in house if self.digits[cell] == digit)
                    message = _("{house} holds {digit} more than once: {cells}")
                    name, cells = house_name(number, self.size), _(", ").join(map(self.name, held))
                    text = message.format(house=name, digit=SYMBOLS[digit], cells=cells)
                    found.append(Problem(text, "repeated", held, digit, number))
        return found

    def problems(self) -> list["Problem"]:
        """Return everything that is wrong on a board at first sight, as sentences.

        That is a digit that a house holds twice, a blank cell that no digit fits, and a digit that a house has no
        place left for. A board without problems may still have no solution.

        >>> problems(Board.parse("11..|....|....|...."))[0]
        'row 1 holds 1 more than once: r1c1, r1c2'
        """
        found, candidates = self.conflicts(), self.candidates()
        for cell, (digit, mask) in enumerate(zip(self.digits, candidates, strict=True)):
            if not digit and not mask:
                found.append(Problem(_("no digit fits in {cell}").format(cell=self.name(cell)), "cell", (cell,)))
        for number, house in enumerate(houses(self.box)):
            for digit in range(1, self.size + 1):
                if not any(self.digits[cell] == digit or candidates[cell] >> digit - 1 & 1 for cell in house):
                    message = _("{house} has no place left for {digit}")
                    text = message.format(house=house_name(number, self.size), digit=SYMBOLS[digit])
                    blank = tuple(cell for cell in house if not self.digits[cell])
                    found.append(Problem(text, "house", blank, digit, number))
        return found

    def mistakes(self, solution: "Board") -> tuple[int, ...]:
        """Return the cells whose digit is not the solution's.

        >>> solution = Board.parse("1243342143122134")
        >>> Board.parse("1...|..2.|.3..|...4").play("r1c2=3").mistakes(solution)
        (1,)
        """
        pairs = zip(self.digits, solution.digits, strict=True)
        return tuple(cell for cell, (digit, right) in enumerate(pairs) if digit and digit != right)

    def is_over(self) -> bool:
        """Return whether the board is full and without conflict."""
        return 0 not in self.digits and is_complete(self.digits, self.box)

    is_won = is_over  # a Sudoku cannot be lost

    def moves(self) -> tuple[str, ...]:
        """Return every move that `play` takes here, conflicts included, as on paper; none once solved."""
        return () if self.is_over() else tuple(self._moves())

    def _moves(self) -> Iterator[str]:
        size = self.size
        for cell, (given, digit, mask) in enumerate(zip(self.givens, self.digits, self.marks, strict=True)):
            if given:
                continue
            name = cell_name(cell, size)
            yield from (f"{name}={SYMBOLS[value]}" for value in range(1, size + 1) if value != digit)
            if digit or mask:
                yield f"{name}-"
            if not digit:
                yield from (f"{name}~{SYMBOLS[value]}" for value in range(1, size + 1))
        if self.marks != self.candidates():
            yield "~"

    def play(self, move: str) -> "Board":
        """Return the board after a move; this board stays as it is.

        `r3c5=7` writes a digit, and strikes it from the marks of the cell's peers; `r3c5-` erases the digit or the
        marks; `r3c5~7` makes a pencil mark or takes it back; `~` marks every candidate of every blank cell. Raises
        `ParseError` for what is no move and `MoveError` for one that cannot be played here.
        """
        text = move.strip()
        if self.is_over():
            raise MoveError(_("the puzzle is already solved: {text}"), text=move)
        if text == "~":
            marks = self.candidates()
            if marks == self.marks:
                raise MoveError(_("all candidates are already marked: {text}"), text=move)
            return Board(self.box, self.givens, self.digits, marks)
        match = _MOVE.fullmatch(text)
        if match is None:
            raise ParseError(_("expected a move such as r3c5=7, r3c5- or r3c5~7, got {text}"), text=move)
        size = self.size
        row, col = int(match[1]), int(match[2])
        if not (1 <= row <= size and 1 <= col <= size):
            raise MoveError(_("expected a row and a column from 1 to {size}, got {text}"), size=size, text=move)
        cell = (row - 1) * size + col - 1
        if self.givens[cell]:
            message, digit = _("{cell} is a given and stays {digit}: {text}"), SYMBOLS[self.givens[cell]]
            raise MoveError(message, cell=self.name(cell), digit=digit, text=move)
        if match[3] is None:
            return self._erase(cell, move)
        value = int(match[4]) if match[4].isdecimal() else VALUES[match[4]]
        if not 0 < value <= size:  # X is a blank
            raise MoveError(_("expected a digit from 1 to {largest}, got {text}"), largest=SYMBOLS[size], text=move)
        return self._write(cell, value, move) if match[3] == "=" else self._mark(cell, value, move)

    def _write(self, cell: int, value: int, move: str) -> "Board":
        if self.digits[cell] == value:
            raise MoveError(_("{cell} already holds that digit: {text}"), cell=self.name(cell), text=move)
        marks = list(self.marks)
        marks[cell] = 0
        for peer in peers(self.box)[cell]:
            marks[peer] &= ~(1 << value - 1)
        return Board(self.box, self.givens, _with(self.digits, cell, value), tuple(marks))

    def _mark(self, cell: int, value: int, move: str) -> "Board":
        if self.digits[cell]:
            raise MoveError(_("{cell} has a digit; erase it before marking: {text}"), cell=self.name(cell), text=move)
        return Board(self.box, self.givens, self.digits, _with(self.marks, cell, self.marks[cell] ^ 1 << value - 1))

    def _erase(self, cell: int, move: str) -> "Board":
        if self.digits[cell]:
            return Board(self.box, self.givens, _with(self.digits, cell, 0), self.marks)
        if self.marks[cell]:
            return Board(self.box, self.givens, self.digits, _with(self.marks, cell, 0))
        raise MoveError(_("{cell} is already empty: {text}"), cell=self.name(cell), text=move)

    def name(self, cell: int) -> str:
        """Return the name of a cell of this board, such as r4c7."""
        return cell_name(cell, self.size)

    def to_text(self) -> str:
        """Return the board as one line that `parse` reads back.

        A sign a cell; `+` before a digit that is no given; the box shape in front (`3x2:`) where it is not the usual
        one; and then, as far as there are pencil marks, `~` and the marks of every blank cell in turn.
        """
        return line.write(self)

    def __str__(self) -> str:
        return rendering.small(self, ascii_only=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.to_text()!r})"

    def _repr_html_(self) -> str:
        """Return a still picture, as a table with its own colours."""
        return rendering.html(self)

    def _repr_svg_(self) -> str:
        """Return a still picture."""
        return rendering.svg(self)

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the board as a notebook shows it: the richest that it trusts."""
        return {
            "text/plain": rendering.small(self),
            "text/html": rendering.html(self),
            "image/svg+xml": rendering.svg(self),
        }


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


class Problem(str):
    """One thing that is wrong on a board: a sentence, with the cells, the digit and the house it speaks of.

    `kind` is "repeated", "cell" (no digit fits) or "house" (no place left for a digit); `house` is -1 and
    `digit` 0 where there is none.
    """

    __slots__ = ("cells", "digit", "house", "kind")
    kind: str
    cells: tuple[int, ...]
    digit: int
    house: int

    def __new__(cls, sentence: str, kind: str, cells: tuple[int, ...], digit: int = 0, house: int = -1) -> Self:
        """Return the sentence with what it speaks of."""
        problem = super().__new__(cls, sentence)
        problem.kind, problem.cells, problem.digit, problem.house = kind, cells, digit, house
        return problem


def problems(board: Board) -> list[Problem]:
    """Return everything that is wrong on a board at first sight, as sentences: see `Board.problems`."""
    return board.problems()
