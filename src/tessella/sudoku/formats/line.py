"""Puzzles a line each, as signs or CSV: `53..7....6..195...`, with `+` before an entered digit and `~` before marks."""

import csv
import re
from itertools import accumulate

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku import rules
from tessella.sudoku.formats.base import PUZZLE_NAMES, SOLUTION_NAMES, LineReader, ParsedRecord
from tessella.sudoku.rules import MAX_SIZE, SYMBOLS, VALUES, Box, Cells, PlainCells

_LINE = re.compile(r"(?:(\d{1,3})x(\d{1,3}):)?((?:\+?[0-9A-Za-z]|[.*_-])+)((?:~[0-9A-Za-z]*)*)", re.ASCII)
_CELLS = re.compile(r"(?:\d{1,3}x\d{1,3}:)?((?:\+?[0-9A-Pa-p]|[.*_-])+)(?:~[0-9A-Pa-p]*)*", re.ASCII)


def parse(text: str, box: Box | None = None) -> PlainCells | None:
    """Return the cells that a line written by `write` shows, None for a text of another kind.

    Raises `ParseError` or `RulesError` with what was expected.
    """
    match = _LINE.fullmatch(text.strip())
    if match is None:
        return None
    rows, cols, body, notes = match.groups()
    if rows:
        box = rules.check_box(int(rows), int(cols))
    signs = body.replace("+", "")
    shape = rules.shape_of_cells(len(signs), box)
    if shape is None:
        expected = (box[0] * box[1]) ** 2 if box else _nearest_count(len(signs))
        raise ParseError(wrong_count(expected, len(signs), match[0]))
    size = shape[0] * shape[1]
    values = tuple(map(VALUES.__getitem__, signs))
    if max(values) > size:
        cell = next(cell for cell, value in enumerate(values) if value > size)
        raise ParseError(rules.wrong_digit(signs[cell], cell, size))
    entered = {*accumulate(map(len, body.split("+")[:-1]))}
    givens = tuple(0 if cell in entered else value for cell, value in enumerate(values)) if entered else values
    return PlainCells(shape, givens, values, _parse_marks(notes, values, size) if notes else (0,) * len(values))


def _parse_marks(notes: str, digits: tuple[int, ...], size: int) -> tuple[int, ...]:
    groups = notes[1:].split("~")
    blanks = [cell for cell, digit in enumerate(digits) if not digit]
    if len(groups) > len(blanks):
        message = _("expected pencil marks for at most {expected} blank cells, got {got}: {text}")
        raise ParseError(message, expected=len(blanks), got=len(groups), text=notes)
    marks = [0] * len(digits)
    for cell, group in zip(blanks, groups, strict=False):
        marks[cell] = rules.mask_of(group, cell, size)
    return tuple(marks)


def _nearest_count(cells: int) -> int:
    counts = [size * size for size in range(4, MAX_SIZE + 1) if rules.default_box(size)]
    return min(counts, key=lambda count: abs(count - cells))


def wrong_count(expected: int, got: object, text: object) -> str:
    """Return what to say of a text with too many or too few cells."""
    return _("expected {expected} cells, got {got}: {text}").format(expected=expected, got=got, text=quote(text))


def count_cells(token: str) -> int:
    """Return how many cells a word shows, 0 where it is no line of signs."""
    match = _CELLS.fullmatch(token.strip('"'))
    return len(match[1].replace("+", "")) if match else 0


def parse_loose(text: str, box: Box | None, usual: Box | None = None) -> PlainCells:
    """Return the cells of a line whatever stands behind them; they may also be spread out by spaces and bars.

    `usual` is the size that a wrong number of cells is measured by. Raises `ParseError` or `RulesError`.
    """
    token = text.split(maxsplit=1)[0].strip(',;"') if text.strip() else ""
    cells = count_cells(token)
    if rules.shape_of_cells(cells) is None:
        joined = re.sub(r"[\s|,]", "", text)
        if rules.shape_of_cells(count_cells(joined)):
            token, cells = joined, len(joined)
        else:
            box = box or usual
    found = parse(token, box) if cells else None
    if found is None:
        raise ParseError(_("expected a Sudoku, got {text}"), text=text)
    return found


def write(cells: Cells) -> str:
    """Return the cells as one line.

    A sign a cell; `+` before a digit that is no given; the box shape in front (`3x2:`) where it is not the usual one;
    and then, as far as there are pencil marks, `~` and the marks of every blank cell in turn.
    """
    height, width = cells.box
    shape = "" if cells.box == rules.default_box(height * width) else f"{height}x{width}:"
    if cells.givens == cells.digits:
        body = "".join([SYMBOLS[digit] for digit in cells.digits])
    else:
        body = "".join(
            SYMBOLS[digit] if given or not digit else "+" + SYMBOLS[digit]
            for given, digit in zip(cells.givens, cells.digits, strict=True)
        )
    if not any(cells.marks):
        return shape + body
    notes = "".join(
        "~" + "".join(SYMBOLS[digit] for digit in rules.digits_of(mask))
        for mask, digit in zip(cells.marks, cells.digits, strict=True)
        if not digit
    )
    return shape + body + notes.rstrip("~")


def write_digits(cells: Cells) -> str:
    """Return the digits alone, 0 for a blank, as SadMan Sudoku's `.sdm` has them."""
    return write(PlainCells.of_givens(cells.digits, cells.box)).replace(".", "0")


class Reader(LineReader):
    """A reader of one line of signs a puzzle."""

    def __init__(self, box: Box | None) -> None:
        super().__init__(box)
        self.last = box  # the size that a wrong line is measured by

    @property
    def has_plain_lines(self) -> bool:
        """Whether the box shape that is said, if one is, is that of 9x9."""
        return self.box in {None, (3, 3)}

    def parse(self, number: int, text: str) -> ParsedRecord:
        """Return the puzzle of a line."""
        cells = parse_loose(text, self.box, self.last)
        self.last = cells.box
        return ParsedRecord(number, text, cells)


class CsvReader(LineReader):
    """A reader of lines of fields: `puzzle` and `solution` are their columns, once `begun`."""

    def __init__(self, box: Box | None) -> None:
        super().__init__(box)
        self.puzzle, self.solution = 0, 1
        self.begun = False

    @property
    def has_plain_lines(self) -> bool:
        """Whether puzzles of 9x9 stand in the first column."""
        return self.begun and self.puzzle == 0 and self.box in {None, (3, 3)}

    def parse(self, number: int, text: str) -> ParsedRecord | None:
        """Return the puzzle of a line, None for the line that names the columns."""
        fields = [part.strip() for part in next(csv.reader([text]))]
        if not self.begun:
            self.begun = True
            names = [part.lower() for part in fields]
            if any(name in PUZZLE_NAMES for name in names):
                self.puzzle = next(n for n, name in enumerate(names) if name in PUZZLE_NAMES)
                self.solution = next((n for n, name in enumerate(names) if name in SOLUTION_NAMES), len(names))
                return None
            if len(fields) < 2 or count_cells(fields[1]) != count_cells(fields[0]):
                self.solution = len(fields)
        if len(fields) <= self.puzzle:
            raise ParseError(_("expected a puzzle in column {column}, got {text}"), column=self.puzzle + 1, text=text)
        answer = fields[self.solution] if self.solution < len(fields) else ""
        return ParsedRecord(number, text, parse_loose(fields[self.puzzle], self.box), None, answer)


def write_csv(cells: Cells, solution: Cells | None) -> str:
    """Return a line with a puzzle and its solution."""
    return f"{write(cells)},{write(solution) if solution else ''}"
