"""The geometry of a Sudoku grid: box shapes, houses, peers, and the signs of its digits.

Boxes have any R rows by C columns, and grids go from 4x4 to 25x25. A value above 9 is written as its letter, A for 10.
A box shape is a pair (rows, columns); cells are numbered row by row from 0, and named from r1c1; a set of digits is a
mask with bit `digit - 1`.
"""

import math
import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import SupportsIndex, TypeAlias, TypeVar

from tessella.errors import ParseError, RulesError, quote
from tessella.i18n import _

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"  # the sign of every value; 0 is a blank
DIGIT_SIGNS = SYMBOLS.replace(".", "0")  # the same where 0 is a digit, as some variants have it
BLANKS = ".0*_-?xX"  # all signs that are read as a blank
BLANK_MARKS = re.escape("".join(sign for sign in BLANKS if not sign.isalnum()))  # for a set in a regular expression
MARK_SIGNS = "+~!^@"  # the other signs in the text of a board: before own digits, marks and colours
MAX_SIZE = 25

COLOURS = 9  # of cells and candidates

# Steps from a cell to those around it, rows down and columns to the right; of two that are opposite, one
ORTHOGONAL = ((0, 1), (1, 0))
DIAGONAL = ((1, 1), (1, -1))
KNIGHT = ((1, 2), (2, 1), (1, -2), (2, -1))

Box: TypeAlias = tuple[int, int]
Candidate: TypeAlias = tuple[int, int]  # a cell and a digit
T = TypeVar("T")

VALUES = dict.fromkeys("QRSTUVWXYZ", MAX_SIZE + 1)  # letters beyond every grid
VALUES |= {sign: value for value, sign in enumerate(SYMBOLS)} | dict.fromkeys(["", " ", *BLANKS], 0)
VALUES |= {sign.lower(): value for sign, value in VALUES.items()}


def check_box(rows: int, cols: int) -> Box:
    """Return the box shape (rows, cols), or raise `RulesError` where no grid has such boxes.

    >>> check_box(3, 4)
    (3, 4)
    """
    if rows < 2 or cols < 2 or rows * cols > MAX_SIZE:
        message = _("expected a box of at least 2 rows and 2 columns and at most {largest} cells, got {box}")
        raise RulesError(message, largest=MAX_SIZE, box=quote(f"{rows}x{cols}"), hint=_("such as 3x3 or 2x3"))
    return rows, cols


def parse_box(text: str) -> Box:
    """Return the box shape that a text such as "2x3" (rows x columns) names; raises `RulesError`."""
    match = re.fullmatch(r"\s*(\d{1,3})\s*[xX×*]\s*(\d{1,3})\s*", text, re.ASCII)
    if match is None:
        raise RulesError(_("expected a box shape such as 2x3 (rows x columns), got {text}"), text=text)
    return check_box(int(match[1]), int(match[2]))


@cache
def default_box(size: int) -> Box | None:
    """Return the usual box of a grid of `size` rows, the squarest one, lying; None if there is none.

    >>> default_box(9), default_box(6), default_box(12), default_box(7)
    ((3, 3), (2, 3), (3, 4), None)
    """
    fitting = [(rows, size // rows) for rows in range(2, size) if size % rows == 0 and rows * rows <= size]
    return fitting[-1] if fitting and size <= MAX_SIZE else None


@cache
def miniature(box: Box) -> Box:
    """Return the rows and columns in which the marks of a cell stand: as many as its box has.

    >>> miniature((2, 3)), miniature((1, 7))
    ((2, 3), (3, 3))
    """
    rows = math.isqrt(box[1] - 1) + 1
    return box if box[0] > 1 else (-(-box[1] // rows), rows)


@cache
def shape_of_cells(cells: int, box: Box | None = None) -> Box | None:
    """Return `box`, or else the usual one, if a grid of so many cells can have it, and None if not."""
    size = next((n for n in range(4, MAX_SIZE + 1) if n * n == cells), 0)
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
    all_houses = houses(box)
    return tuple(
        tuple(sorted({other for house in three for other in all_houses[house]} - {cell}))
        for cell, three in enumerate(houses_of(box))
    )


def cell_name(cell: int, size: int = 9) -> str:
    """Return the name of a cell.

    >>> cell_name(33)
    'r4c7'
    """
    return f"r{cell // size + 1}c{cell % size + 1}"


def cell_named(name: str, size: int = 9, text: str = "") -> int:
    """Return the number of the cell of that name; raises `ParseError` if there is none, and quotes `text` then.

    >>> cell_named("r4c7")
    33
    """
    match = re.fullmatch(r"r(\d{1,3})c(\d{1,3})", name, re.ASCII | re.IGNORECASE)
    row, col = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (1 <= row <= size and 1 <= col <= size):
        raise ParseError(_("expected a row and a column from 1 to {size}, got {text}"), size=size, text=text or name)
    return (row - 1) * size + col - 1


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


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def is_complete(digits: Sequence[int], box: Box) -> bool:
    """Return whether every house holds every digit once."""
    whole = set(range(1, box[0] * box[1] + 1))
    return all({digits[cell] for cell in house} == whole for house in houses(box))


def rows_of(values: Sequence[T], size: int) -> tuple[tuple[T, ...], ...]:
    """Return a value a cell as rows.

    >>> rows_of((1, 2, 3, 4), 2)
    ((1, 2), (3, 4))
    """
    return tuple(tuple(values[start : start + size]) for start in range(0, size * size, size))


def candidate_masks(digits: Sequence[int], box: Box) -> tuple[int, ...]:
    """Return for every blank cell the mask of digits that no peer holds, and 0 for a filled cell."""
    size = box[0] * box[1]
    places = houses_of(box)
    taken = [0] * (3 * size)
    for digit, three in zip(digits, places, strict=True):
        if digit:
            for house in three:
                taken[house] |= 1 << digit - 1
    whole = (1 << size) - 1
    return tuple(
        0 if digit else whole & ~(taken[row] | taken[col] | taken[box_])
        for digit, (row, col, box_) in zip(digits, places, strict=True)
    )


def value_of(sign: SupportsIndex | str | None, cell: int, size: int) -> int:
    """Return the value that a sign or a number stands for in a cell, 0 for a blank; raises `ParseError`.

    >>> value_of("A", 0, 16), value_of("12", 0, 16), value_of(7, 0, 9), value_of(None, 0, 9)
    (10, 12, 7, 0)
    """
    if sign is None:
        return 0
    if isinstance(sign, str):
        value = VALUES.get(sign, -1)
        if value < 0 and sign.isdecimal() and sign.isascii():
            value = int(sign)
    else:
        try:
            value = operator.index(sign)
        except TypeError:
            value = -1
    if not 0 <= value <= size:
        raise ParseError(wrong_digit(sign, cell, size))
    return value


def mask_of(signs: Iterable[str], cell: int, size: int) -> int:
    """Return the mask of the pencil marks that signs or numbers name in a cell; raises `ParseError`.

    >>> bin(mask_of("129", 0, 9))
    '0b100000011'
    """
    mask = 0
    for sign in signs:
        value = value_of(sign, cell, size)
        if not value:
            message = _("expected a pencil mark from 1 to {largest} in {cell}, got {text}")
            raise ParseError(message, largest=SYMBOLS[size], cell=cell_name(cell, size), text=sign)
        mask |= 1 << value - 1
    return mask


def wrong_digit(sign: object, cell: int, size: int) -> str:
    """Return what to say of a sign that is no value in a cell."""
    message = _("expected a digit from 1 to {largest} or a blank in {cell}, got {text}")
    return message.format(largest=SYMBOLS[size], cell=cell_name(cell, size), text=quote(sign))
