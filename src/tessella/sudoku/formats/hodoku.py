"""HoDoKu's regression library: a position a line, with a technique and what it does there."""

import re
from typing import NamedTuple, TypeAlias

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.formats import line as line_format
from tessella.sudoku.formats.base import LineReader, ParsedRecord
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.rules.cells import Cells, PlainCells
from tessella.sudoku.rules.peers import candidate_masks

Places: TypeAlias = tuple[tuple[int, int, int], ...]


class Case(NamedTuple):
    """What a line of HoDoKu's regression library says beside the position."""

    code: str  # the technique, such as "0603"
    variant: str  # what follows the code after a dash: "1", "2", or "x" where no step is to be found; else nothing
    candidates: str  # the digits of the technique as they stand there, such as "36"
    eliminations: Places  # the candidates taken away: (digit, row, column) from 1, sorted
    placements: Places  # the digits placed, in the same way
    extra: str = ""  # what else the line says, such as the length of a chain


def parse(line: str) -> tuple[PlainCells, Case]:
    """Return the position and the case of a line; raises `ParseError`.

    Every blank cell is marked with its candidates, less those that the line deletes.

    >>> cells, case = parse(":0603-1:3:" + "." * 79 + "12:313 323:436 257::")
    >>> cells.marks[2].bit_count(), case.code, case.variant, case.candidates, case.eliminations
    (8, '0603', '1', '3', ((2, 5, 7), (4, 3, 6)))
    """
    parts = line.strip().split(":")
    if len(parts) < 7 or parts[0]:
        message = _("expected :technique:candidates:givens:deleted:eliminations:placements:, got {text}")
        raise ParseError(message, text=line)
    _nothing, technique, digits, givens, deleted, eliminated, placed = parts[:7]
    cells = line_format.parse(givens, (3, 3)) or line_format.parse_loose(givens, (3, 3))
    marks = list(candidate_masks(cells))
    for digit, row, col in _parse_places(deleted):
        marks[9 * row + col - 10] &= ~(1 << digit - 1)
    code, _dash, variant = technique.partition("-")
    case = Case(code, variant, digits, _parse_places(eliminated), _parse_places(placed), ":".join(parts[7:]))
    return cells._replace(marks=tuple(marks)), case


def write(cells: Cells, case: Case | None = None) -> str:
    """Return the line of a 9x9 position; cells without marks count as marked in full."""
    if cells.box != (3, 3):
        raise ParseError(_("expected a 9x9 board for this format, got {size}x{size}"), size=cells.box[0] * cells.box[1])
    plain = PlainCells(cells.box, cells.givens, cells.digits, (0,) * 81)
    deleted = (
        (digit, cell // 9 + 1, cell % 9 + 1)
        for cell, (mask, mark) in enumerate(zip(candidate_masks(cells), cells.marks, strict=True))
        if mark
        for digit in digits_of(mask & ~mark)
    )
    case = case or Case("", "", "", (), ())
    code = f"{case.code}-{case.variant}" if case.variant else case.code
    places = [
        " ".join(f"{digit}{row}{col}" for digit, row, col in part)
        for part in (sorted(deleted), case.eliminations, case.placements)
    ]
    return ":" + ":".join([code, case.candidates, line_format.write(plain), *places, case.extra])


def _parse_places(text: str) -> Places:
    parts = text.split()
    for part in parts:
        if not re.fullmatch(r"[1-9]{3}", part, re.ASCII):
            raise ParseError(_("expected digit, row and column such as 436, got {text}"), text=part)
    return tuple(sorted((int(part[0]), int(part[1]), int(part[2])) for part in parts))


class Reader(LineReader):
    """A reader of the positions of a library."""

    def parse(self, number: int, text: str) -> ParsedRecord:
        """Return the position of a line."""
        return ParsedRecord(number, text, parse(text)[0])
