"""What is a Sudoku position, and what may be done to it?

The law, in plain Python, for boxes of any R rows by C columns and grids from 4x4 to 25x25. A value above 9
is written as its letter, A for 10, in moves, files and on the screen. A box shape is a pair (rows,
columns); cells are numbered row by row from 0, and named from r1c1; a set of digits is a mask with bit
`digit - 1`.

    5 3 . | . 7 . | . . .       givens 53..7....   play("r1c3=4")     -> 53+4.7....
    6 . . | 1 9 5 | . . .                          play("r1c3~4")     -> a pencil mark
    . 9 8 | . . . | . 6 .                          play("r1c3-")      -> erased
"""

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self, SupportsIndex

from tessella.errors import MoveError, ParseError, RulesError, quote
from tessella.i18n import _
from tessella.sudoku import rendering

__all__ = [
    "BLANKS",
    "SYMBOLS",
    "Board",
    "Problem",
    "box_of",
    "cell_name",
    "check_box",
    "default_box",
    "digits_of",
    "house_name",
    "houses",
    "houses_of",
    "is_complete",
    "parse_box",
    "peers",
    "problems",
    "shape_of_cells",
]

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # the sign of every value; 0 is a blank
BLANKS = ".0*_-"  # all that is read as a blank
LARGEST = 25

Box = tuple[int, int]

_VALUES = dict.fromkeys("QRSTUVWXYZ", LARGEST + 1)  # letters beyond every grid
_VALUES |= {sign: value for value, sign in enumerate(SYMBOLS)} | dict.fromkeys(BLANKS, 0)
_VALUES |= {sign.lower(): value for sign, value in _VALUES.items()}

_LINE = re.compile(r"(?:(\d{1,3})x(\d{1,3}):)?((?:\+?[0-9A-Za-z]|[.*_-])+)((?:~[0-9A-Za-z]*)*)", re.ASCII)
_MOVE = re.compile(r"r(\d{1,3})c(\d{1,3})(?:-|([=~])([1-9]\d?|[A-Za-z]))", re.ASCII | re.IGNORECASE)


# --- shapes -------------------------------------------------------------------------------------------------


def check_box(rows: int, cols: int) -> Box:
    """Return the box shape (rows, cols), or raise `RulesError` where no grid has such boxes.

    >>> check_box(3, 4)
    (3, 4)
    """
    if rows < 2 or cols < 2 or rows * cols > LARGEST:
        message = _("expected a box of at least 2 rows and 2 columns and at most {largest} cells, got {box}")
        raise RulesError(message.format(largest=LARGEST, box=quote(f"{rows}x{cols}")), hint=_("such as 3x3 or 2x3"))
    return rows, cols


def parse_box(text: str) -> Box:
    """Return the box shape that a text such as "2x3" (rows x columns) names; raises `RulesError`."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*[xX×*]\s*(\d{1,3})\s*", text, re.ASCII)
    if match is None:
        raise RulesError(_("expected a box shape such as 2x3 (rows x columns), got {text}").format(text=quote(text)))
    return check_box(int(match[1]), int(match[2]))


@cache
def default_box(size: int) -> Box | None:
    """Return the usual box of a grid of `size` rows, the squarest one, lying; None if there is none.

    >>> default_box(9), default_box(6), default_box(12), default_box(7)
    ((3, 3), (2, 3), (3, 4), None)
    """
    fitting = [(rows, size // rows) for rows in range(2, size) if size % rows == 0 and rows * rows <= size]
    return fitting[-1] if fitting and size <= LARGEST else None


@cache
def shape_of_cells(cells: int, box: Box | None = None) -> Box | None:
    """Return `box`, or else the usual one, if a grid of so many cells can have it, and None if not."""
    size = next((n for n in range(4, LARGEST + 1) if n * n == cells), 0)
    if box is None:
        return default_box(size)
    return box if box[0] * box[1] == size else None


@cache
def houses(box: Box) -> tuple[tuple[int, ...], ...]:
    """Return the cells of every house: rows from the top, columns from the left, boxes row by row."""
    height, width = box
    size = height * width
    rows = [tuple(range(r * size, (r + 1) * size)) for r in range(size)]
    cols = [tuple(range(c, size * size, size)) for c in range(size)]
    boxes = [
        tuple((top + r) * size + left + c for r in range(height) for c in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]
    return (*rows, *cols, *boxes)


@cache
def box_of(box: Box) -> tuple[int, ...]:
    """Return for every cell the number of its box, from 0, row by row."""
    height, width = box
    size = height * width
    return tuple(r // height * height + c // width for r in range(size) for c in range(size))


@cache
def houses_of(box: Box) -> tuple[tuple[int, int, int], ...]:
    """Return for every cell the numbers of its row, column and box in `houses`."""
    size = box[0] * box[1]
    return tuple((cell // size, size + cell % size, 2 * size + b) for cell, b in enumerate(box_of(box)))


@cache
def peers(box: Box) -> tuple[tuple[int, ...], ...]:
    """Return for every cell the other cells of its row, column and box, in order."""
    every = houses(box)
    return tuple(
        tuple(sorted({other for house in three for other in every[house]} - {cell}))
        for cell, three in enumerate(houses_of(box))
    )


def cell_name(cell: int, size: int = 9) -> str:
    """Return the name of a cell.

    >>> cell_name(33)
    'r4c7'
    """
    return f"r{cell // size + 1}c{cell % size + 1}"


def house_name(house: int, size: int = 9) -> str:
    """Return the name of a house by its number in `houses`.

    >>> house_name(0), house_name(10), house_name(26)
    ('row 1', 'column 2', 'box 9')
    """
    kind, number = divmod(house, size)
    return (_("row {number}"), _("column {number}"), _("box {number}"))[kind].format(number=number + 1)


@cache
def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, in order.

    >>> digits_of(0b100000011)
    (1, 2, 9)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


def is_complete(digits: Sequence[int], box: Box) -> bool:
    """Return whether every house holds every digit once."""
    whole = set(range(1, box[0] * box[1] + 1))
    return all({digits[cell] for cell in house} == whole for house in houses(box))


# --- the board ----------------------------------------------------------------------------------------------


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
                raise ParseError(_wrong_count(cells, len(values), values))
        if min(self.digits) < 0 or max(self.digits) > size:
            cell = next(cell for cell, digit in enumerate(self.digits) if not 0 <= digit <= size)
            raise ParseError(_wrong_digit(self.digits[cell], cell, size))
        if self.givens != self.digits and any(g and g != d for g, d in zip(self.givens, self.digits, strict=True)):
            raise ParseError(_("expected every given among the digits, got {text}").format(text=quote(self.givens)))
        if any(self.marks) and any(
            mask >> size or mask < 0 or (mask and digit) for mask, digit in zip(self.marks, self.digits, strict=True)
        ):
            message = _("expected pencil marks from 1 to {size} in blank cells only, got {text}")
            raise ParseError(message.format(size=size, text=quote(self.marks)))

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
        table = [list(row) for row in rows]
        size = len(table)
        shape = check_box(*box) if box else default_box(size)
        if shape is None or shape[0] * shape[1] != size:
            wanted = str(shape[0] * shape[1]) if shape else "4, 6, 8, 9, 10, 12, ... 25"
            raise ParseError(_("expected {expected} rows, got {got}").format(expected=wanted, got=size))
        givens: list[int] = []
        for number, row in enumerate(table, 1):
            if len(row) != size:
                message = _("expected {expected} cells in row {number}, got {got}: {text}")
                raise ParseError(message.format(expected=size, number=number, got=len(row), text=quote(row)))
            first = len(givens)
            givens += [_value(value, first + place, size) for place, value in enumerate(row)]
        return cls.of_givens(givens, shape)

    @classmethod
    def parse(cls, text: str, box: Box | None = None) -> Self:
        """Return the board that a text shows, in the form of `to_text` or any other that `notation` knows.

        Raises `ParseError` or `RulesError` with what was expected.

        >>> Board.parse(Board.empty((2, 3)).to_text()) == Board.empty((2, 3))
        True
        """
        match = _LINE.fullmatch(text.strip())
        if match is None:
            # Here and not above: notation stands on this module, and only unusual texts need it.
            from tessella.sudoku.formats import detect  # noqa: PLC0415 - see the line above

            board = detect.read(text, box)
            return cls(board.box, board.givens, board.digits, board.marks)
        return cls._from_line(match, box)

    @classmethod
    def _from_line(cls, match: re.Match[str], box: Box | None) -> Self:
        rows, cols, body, notes = match.groups()
        if rows:
            box = check_box(int(rows), int(cols))
        signs = body.replace("+", "")
        shape = shape_of_cells(len(signs), box)
        if shape is None:
            expected = (box[0] * box[1]) ** 2 if box else _nearest(len(signs))
            raise ParseError(_wrong_count(expected, len(signs), match[0]))
        size = shape[0] * shape[1]
        values = tuple(map(_VALUES.__getitem__, signs))
        if max(values) > size:
            cell = next(cell for cell, value in enumerate(values) if value > size)
            raise ParseError(_wrong_digit(signs[cell], cell, size))
        givens = values
        if "+" in body:
            own = [len(part) for part in body.split("+")]
            placed = set[int]()
            cell = 0
            for length in own[:-1]:
                cell += length
                placed.add(cell)
            givens = tuple(0 if cell in placed else value for cell, value in enumerate(values))
        return cls(shape, givens, values, _read_marks(notes, values, size) if notes else (0,) * len(values))

    @property
    def size(self) -> int:
        """How many rows, columns, boxes and digits there are."""
        return self.box[0] * self.box[1]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits on the board, row by row, 0 for a blank."""
        size = self.size
        return tuple(self.digits[start : start + size] for start in range(0, size * size, size))

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
        taken = self._taken()
        whole = (1 << self.size) - 1
        return tuple(
            0 if digit else whole & ~(taken[row] | taken[col] | taken[box])
            for digit, (row, col, box) in zip(self.digits, houses_of(self.box), strict=True)
        )

    def _taken(self) -> list[int]:
        taken = [0] * (3 * self.size)
        for digit, three in zip(self.digits, houses_of(self.box), strict=True):
            if digit:
                for house in three:
                    taken[house] |= 1 << digit - 1
        return taken

    def problems(self) -> list["Problem"]:
        """Return everything that is wrong here, as sentences: see `problems`."""
        return problems(self)

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

    def is_won(self) -> bool:
        """Return whether the board is full and without conflict; a Sudoku cannot be lost."""
        return self.is_over()

    def moves(self) -> tuple[str, ...]:
        """Return every move that `play` takes here, conflicts included, as on paper; none once solved."""
        if self.is_over():
            return ()
        return tuple(self._moves())

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

        `r3c5=7` writes a digit, and strikes it from the marks of the cell's peers; `r3c5-` erases the digit
        or the marks; `r3c5~7` makes a pencil mark or takes it back; `~` marks every candidate of every
        blank cell. Raises `ParseError` for what is no move and `MoveError` for one that cannot be played
        here.
        """
        text = move.strip()
        if self.is_over():
            raise MoveError(_("the puzzle is solved, no move is left to play: {text}").format(text=quote(move)))
        if text == "~":
            marks = self.candidates()
            if marks == self.marks:
                raise MoveError(_("every candidate is marked already: {text}").format(text=quote(move)))
            return Board(self.box, self.givens, self.digits, marks)
        match = _MOVE.fullmatch(text)
        if match is None:
            message = _("expected a move such as r3c5=7, r3c5- or r3c5~7, got {text}")
            raise ParseError(message.format(text=quote(move)))
        size = self.size
        row, col = int(match[1]), int(match[2])
        if not (1 <= row <= size and 1 <= col <= size):
            message = _("expected a row and a column from 1 to {size}, got {text}")
            raise MoveError(message.format(size=size, text=quote(move)))
        cell = (row - 1) * size + col - 1
        if self.givens[cell]:
            message = _("{cell} is a given and stays {digit}: {text}")
            name = cell_name(cell, size)
            raise MoveError(message.format(cell=name, digit=SYMBOLS[self.givens[cell]], text=quote(move)))
        if match[3] is None:
            return self._erase(cell, move)
        value = int(match[4]) if match[4].isdecimal() else _VALUES[match[4]]
        if value > size:
            message = _("expected a digit from 1 to {largest}, got {text}")
            raise MoveError(message.format(largest=SYMBOLS[size], text=quote(move)))
        return self._write(cell, value, move) if match[3] == "=" else self._mark(cell, value, move)

    def _write(self, cell: int, value: int, move: str) -> "Board":
        if self.digits[cell] == value:
            raise MoveError(_("{cell} holds that digit already: {text}").format(cell=self.name(cell), text=quote(move)))
        marks = list(self.marks)
        marks[cell] = 0
        for peer in peers(self.box)[cell]:
            marks[peer] &= ~(1 << value - 1)
        return Board(self.box, self.givens, _with(self.digits, cell, value), tuple(marks))

    def _mark(self, cell: int, value: int, move: str) -> "Board":
        if self.digits[cell]:
            message = _("{cell} holds a digit, erase it before you mark: {text}")
            raise MoveError(message.format(cell=self.name(cell), text=quote(move)))
        marks = _with(self.marks, cell, self.marks[cell] ^ 1 << value - 1)
        return Board(self.box, self.givens, self.digits, marks)

    def _erase(self, cell: int, move: str) -> "Board":
        if self.digits[cell]:
            return Board(self.box, self.givens, _with(self.digits, cell, 0), self.marks)
        if self.marks[cell]:
            return Board(self.box, self.givens, self.digits, _with(self.marks, cell, 0))
        raise MoveError(_("{cell} is blank already: {text}").format(cell=self.name(cell), text=quote(move)))

    def name(self, cell: int) -> str:
        """Return the name of a cell of this board, such as r4c7."""
        return cell_name(cell, self.size)

    def to_text(self) -> str:
        """Return the board as one line that `parse` reads back.

        A sign a cell; `+` before a digit that is no given; the box shape in front (`3x2:`) where it is not
        the usual one; and then, as far as there are pencil marks, `~` and the marks of every blank cell in
        turn.
        """
        shape = "" if self.box == default_box(self.size) else f"{self.box[0]}x{self.box[1]}:"
        if self.givens == self.digits:
            body = "".join([SYMBOLS[digit] for digit in self.digits])
        else:
            body = "".join(
                SYMBOLS[digit] if given or not digit else "+" + SYMBOLS[digit]
                for given, digit in zip(self.givens, self.digits, strict=True)
            )
        if not any(self.marks):
            return shape + body
        notes = "".join(
            "~" + "".join(SYMBOLS[digit] for digit in digits_of(mask))
            for mask, digit in zip(self.marks, self.digits, strict=True)
            if not digit
        )
        return shape + body + notes.rstrip("~")

    def __str__(self) -> str:
        return rendering.small(self.rows, self.box, self.puzzle.rows, ascii_only=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.to_text()!r})"

    # --- In a notebook ---

    def _parts(self) -> tuple[Any, ...]:
        """Return what a picture needs: digits, box, givens, marks."""
        size = self.size
        marks = [[digits_of(self.marks[r * size + c]) for c in range(size)] for r in range(size)]
        return self.rows, self.box, self.puzzle.rows, marks

    def _repr_html_(self) -> str:
        """Return a still picture, as a table with its own colours."""
        return rendering.html(*self._parts())

    def _repr_svg_(self) -> str:
        """Return a still picture."""
        return rendering.svg(*self._parts())

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the board as a notebook shows it: the richest that it trusts."""
        return {
            "text/plain": rendering.small(self.rows, self.box, self.puzzle.rows),
            "text/html": self._repr_html_(),
            "image/svg+xml": self._repr_svg_(),
        }


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _value(value: SupportsIndex | str | None, cell: int, size: int) -> int:
    if value is None:
        return 0
    if isinstance(value, str):
        number = 0 if value == " " else _VALUES.get(value, -1)
    else:
        try:
            number = operator.index(value)
        except TypeError:
            number = -1
    if not 0 <= number <= size:
        raise ParseError(_wrong_digit(value, cell, size))
    return number


def _read_marks(notes: str, digits: tuple[int, ...], size: int) -> tuple[int, ...]:
    groups = notes[1:].split("~")
    blanks = [cell for cell, digit in enumerate(digits) if not digit]
    if len(groups) > len(blanks):
        message = _("expected pencil marks for at most {expected} blank cells, got {got}: {text}")
        raise ParseError(message.format(expected=len(blanks), got=len(groups), text=quote(notes)))
    marks = [0] * len(digits)
    for cell, group in zip(blanks, groups, strict=False):
        for sign in group:
            value = _VALUES.get(sign, 0)
            if not 1 <= value <= size:
                raise ParseError(_wrong_digit(sign, cell, size))
            marks[cell] |= 1 << value - 1
    return tuple(marks)


def _nearest(cells: int) -> int:
    sizes = [size * size for size in range(4, LARGEST + 1) if default_box(size)]
    return min(sizes, key=lambda whole: abs(whole - cells))


def _wrong_count(expected: int, got: int, text: object) -> str:
    return _("expected {expected} cells, got {got}: {text}").format(expected=expected, got=got, text=quote(text))


def _wrong_digit(sign: object, cell: int, size: int) -> str:
    message = _("expected a digit from 1 to {largest} or a blank in {cell}, got {text}")
    return message.format(largest=SYMBOLS[size], cell=cell_name(cell, size), text=quote(sign))


# --- what is wrong ------------------------------------------------------------------------------------------


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
    """Return everything that is wrong on a board at first sight, as sentences.

    That is a digit that a house holds twice, a blank cell that no digit fits, and a digit that a house has no
    place left for. A board without problems may still have no solution.

    >>> problems(Board.parse("11..|....|....|...."))[0]
    'row 1 holds 1 more than once: r1c1, r1c2'
    """
    size, digits, candidates = board.size, board.digits, board.candidates()
    found: list[Problem] = []
    for number, house in enumerate(houses(board.box)):
        name = house_name(number, size)
        for digit in range(1, size + 1):
            held = tuple(cell for cell in house if digits[cell] == digit)
            if len(held) > 1:
                message = _("{house} holds {digit} more than once: {cells}")
                names = ", ".join(cell_name(cell, size) for cell in held)
                text = message.format(house=name, digit=SYMBOLS[digit], cells=names)
                found.append(Problem(text, "repeated", held, digit, number))
    for cell, (digit, mask) in enumerate(zip(digits, candidates, strict=True)):
        if not digit and not mask:
            text = _("no digit fits in {cell}").format(cell=cell_name(cell, size))
            found.append(Problem(text, "cell", (cell,)))
    for number, house in enumerate(houses(board.box)):
        for digit in range(1, size + 1):
            if not any(digits[cell] == digit or candidates[cell] >> digit - 1 & 1 for cell in house):
                message = _("{house} has no place left for {digit}")
                text = message.format(house=house_name(number, size), digit=SYMBOLS[digit])
                blank = tuple(cell for cell in house if not digits[cell])
                found.append(Problem(text, "house", blank, digit, number))
    return found
