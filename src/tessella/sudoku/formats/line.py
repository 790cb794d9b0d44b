"""Puzzles a line each, as signs or CSV: `53..7....6..195...`, `+` before an entered digit, `~` and `!` before marks.

Rules that are not those of every Sudoku stand behind, each after a semicolon: `53..7...;killer:sum=10:r1c1r1c2`.
"""

import csv
import math
import re
from itertools import accumulate

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.formats import annotations
from tessella.sudoku.formats.base import PUZZLE_NAMES, SOLUTION_NAMES, LineReader, ParsedRecord, late
from tessella.sudoku.geometry import BLANK_MARKS, MAX_SIZE, SYMBOLS, VALUES, Box
from tessella.sudoku.rules.cells import Cells, PlainCells, rules_of
from tessella.sudoku.rules.constraint_types import TYPES
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE, Rules

DELIMITERS = ",;\t"  # what may stand between the fields of CSV
_NOTE = r"[0-9A-Za-z~^@-]"
_LINE = re.compile(
    rf"(?:(\d{{1,3}})x(\d{{1,3}}):)?((?:\+?[0-9A-Za-z]|[{BLANK_MARKS}])+)((?:~[0-9A-Za-z]*)*)((?:!{_NOTE}*)*)", re.ASCII
)
_CELLS = re.compile(
    rf"(?:\d{{1,3}}x\d{{1,3}}:)?((?:\+?[0-9A-PXa-px]|[{BLANK_MARKS}])+)(?:~[0-9A-Pa-p]*)*(?:!{_NOTE}*)*", re.ASCII
)
_RULE = re.compile(r"\s*([A-Za-z][A-Za-z0-9_-]*)(?:(:)|[\s;]|$)")  # the name of its type, and whether it says more


def split(text: str) -> tuple[str, str]:
    """Return the cells and the rules of a text, "" where it says none.

    What stands behind the first semicolon are rules if it looks like one, and else the next column of a CSV.
    A name that is written otherwise, such as `Anti-Knight`, is meant as a rule as well, to be refused and not dropped.

    >>> split("." * 4 + ";killer:sum=3:r1c1r1c2;anti_knight"), split("....;easy")
    (('....', 'killer:sum=3:r1c1r1c2;anti_knight'), ('....;easy', ''))
    """
    cells, _semicolon, rules = text.partition(";")
    name = _RULE.match(rules)
    is_rule = name and (
        name[1].lower().replace("-", "_") in TYPES or (name[1].islower() and (name[2] or "_" in name[1]))
    )
    return (cells.rstrip(), rules.strip()) if is_rule else (text, "")


def parse(text: str, box: Box | None = None) -> PlainCells | None:
    """Return the cells that a line written by `write` shows, None for a text of another kind.

    Raises `ParseError` or `RulesError` with what was expected.
    """
    cells_text, rules = split(text.strip())
    match = _LINE.fullmatch(cells_text)
    if match is None:
        return None
    rows, cols, body, notes, drawn = match.groups()
    if rows:
        box = int(rows), int(cols)
        Rules(box) if rules else geometry.check_box(*box)
    signs = body.replace("+", "")
    shape = geometry.shape_of_cells(len(signs), box)
    if shape is None and rules and not box:
        side = math.isqrt(len(signs))
        shape = (1, side) if side * side == len(signs) and 4 <= side <= MAX_VARIANT_SIZE else None
    if shape is None:
        if late("variants.lines", "form_of")(text):  # a string of another program may look like cells and marks
            return None
        expected = (box[0] * box[1]) ** 2 if box else _nearest_count(len(signs))
        raise ParseError(wrong_count(expected, len(signs), match[0]))
    size = shape[0] * shape[1]
    values = tuple(map(VALUES.__getitem__, signs))
    if max(values) > size:
        cell = next(cell for cell, value in enumerate(values) if value > size)
        raise ParseError(geometry.wrong_digit(signs[cell], cell, size))
    entered = {*accumulate(map(len, body.split("+")[:-1]))}
    givens = tuple(0 if cell in entered else value for cell, value in enumerate(values)) if entered else values
    marks = _parse_marks(notes, values, size) if notes else (0,) * len(values)
    constraints = Rules.parse(rules, shape).constraints if rules else ()
    cells = PlainCells(shape, givens, values, marks, constraints=constraints)
    return annotations.parse(drawn, cells) if drawn else cells


def _parse_marks(notes: str, digits: tuple[int, ...], size: int) -> tuple[int, ...]:
    groups = notes[1:].split("~")
    blanks = [cell for cell, digit in enumerate(digits) if not digit]
    if len(groups) > len(blanks):
        message = _("expected pencil marks for at most {expected} blank cells, got {got}: {text}")
        raise ParseError(message, expected=len(blanks), got=len(groups), text=notes)
    marks = [0] * len(digits)
    for cell, group in zip(blanks, groups, strict=False):
        marks[cell] = geometry.mask_of(group, cell, size)
    return tuple(marks)


def _nearest_count(cells: int) -> int:
    counts = [size * size for size in range(4, MAX_SIZE + 1) if geometry.default_box(size)]
    return min(counts, key=lambda count: abs(count - cells))


def wrong_count(expected: int, got: int, text: object) -> str:
    """Return what to say of a text with too many or too few cells."""
    return _("expected {expected} cells, got {got}: {text}").format(expected=expected, got=got, text=quote(text))


def count_cells(token: str) -> int:
    """Return how many cells a word shows, 0 where it is no line of signs."""
    match = _CELLS.fullmatch(split(token.strip('"'))[0])
    return len(match[1].replace("+", "")) if match else 0


def puzzle_in(text: str) -> str:
    """Return the first word of a line that is a whole puzzle, larger than a row can be; "" if there is none.

    >>> puzzle_in("0000183b305c " + "." * 81 + "  1.2") == "." * 81
    True
    """
    words = (word.strip(',;"') for word in text.split() if len(word) > MAX_SIZE)
    return next((word for word in words if geometry.shape_of_cells(count_cells(word))), "")


def parse_loose(text: str, box: Box | None, usual: Box | None = None) -> PlainCells:
    """Return the cells of a line whatever stands beside them; they may also be spread out by spaces and bars.

    `usual` is the size that a wrong number of cells is measured by. Raises `ParseError` or `RulesError`.
    """
    if ";" in text and split(text)[1]:
        text = re.sub(r"\s*;\s*", ";", text)
    token = text.split(maxsplit=1)[0].strip(',;"') if text.strip() else ""
    cells = count_cells(token)
    if geometry.shape_of_cells(cells) is None:
        body, rules = split(text)
        joined = re.sub(r"\+?-{3,}(?:\+-{3,})+\+?", "", re.sub(r"[\s|,;]", "", body)) + (f";{rules}" if rules else "")
        other = puzzle_in(text)
        if other or geometry.shape_of_cells(count_cells(joined)):
            token, cells = (other or joined), MAX_SIZE
        else:
            box = box or usual
    found = parse(token, box) if cells else None
    if found is None:
        raise ParseError(_("expected a Sudoku, got {text}"), text=text)
    return found


def write(cells: Cells) -> str:
    """Return the cells as one line.

    A sign a cell; `+` before a digit that is no given; the box shape in front (`3x2:`) where it is not the usual one;
    then, as far as there are pencil marks, `~` and the marks of every blank cell in turn; then `!` before all else
    that is marked, see `annotations`; and then the rules that are its own, each after `;`.
    """
    height, width = cells.box
    shape = "" if cells.box == geometry.default_box(height * width) else f"{height}x{width}:"
    if cells.givens == cells.digits:
        body = "".join([SYMBOLS[digit] for digit in cells.digits])
    else:
        body = "".join(
            SYMBOLS[digit] if given or not digit else "+" + SYMBOLS[digit]
            for given, digit in zip(cells.givens, cells.digits, strict=True)
        )
    drawn = annotations.write(cells)
    if cells.constraints:
        drawn += f";{rules_of(cells)}"
    if not any(cells.marks):
        return shape + body + drawn
    notes = "".join(
        "~" + "".join(SYMBOLS[digit] for digit in geometry.digits_of(mask))
        for mask, digit in zip(cells.marks, cells.digits, strict=True)
        if not digit
    )
    return shape + body + notes.rstrip("~") + drawn


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


def delimiter_of(text: str) -> str:
    """Return the sign between the fields of a line of CSV that holds a puzzle or names its column, "" if it is none.

    >>> delimiter_of("id;puzzle;rating"), delimiter_of("1," + "." * 81), delimiter_of("5,3,.,.,7")
    (';', ',', '')
    """
    if split(text)[1]:
        return ""
    for sign in DELIMITERS:
        fields = [part.strip(' "') for part in text.split(sign)]
        if len(fields) > 1 and (
            any(count_cells(one) > MAX_SIZE for one in fields) or _column(fields, PUZZLE_NAMES) >= 0
        ):
            return sign
    return ""


def _column(fields: list[str], names: tuple[str, ...]) -> int:
    """Return the place of the field that has the first of some names, -1 if there is none."""
    columns = [part.lower() for part in fields]
    return next((columns.index(name) for name in names if name in columns), -1)


class CsvReader(LineReader):
    """A reader of lines of fields: `puzzle` and `solution` are their columns, -1 for none, once `begun`."""

    def __init__(self, box: Box | None) -> None:
        super().__init__(box)
        self.puzzle, self.solution = 0, -1
        self.begun = False
        self.delimiter = ","

    @property
    def has_plain_lines(self) -> bool:
        """Whether puzzles of 9x9 stand in the first column."""
        return self.begun and self.puzzle == 0 and self.delimiter == "," and self.box in {None, (3, 3)}

    def parse(self, number: int, text: str) -> ParsedRecord | None:
        """Return the puzzle of a line, None for a line that names the columns."""
        if not self.begun:
            self.delimiter = delimiter_of(text) or self.delimiter
        fields = [part.strip() for part in next(csv.reader([text], delimiter=self.delimiter))]
        if not self.begun:
            self.begun = True
            if self._is_header(fields):
                return None
            sizes = list(map(count_cells, fields))
            self.puzzle = next((n for n, size in enumerate(sizes) if size > MAX_SIZE), 0)
            beside = self.puzzle + 1
            self.solution = beside if sizes[beside : beside + 1] == [sizes[self.puzzle]] else -1
        if len(fields) <= self.puzzle:
            raise ParseError(_("expected a puzzle in column {column}, got {text}"), column=self.puzzle + 1, text=text)
        try:
            cells = parse_loose(fields[self.puzzle], self.box)
        except TessellaError:
            if self._is_header(fields):  # of the next file, behind the first one
                return None
            raise
        return ParsedRecord(
            number, text, cells, None, fields[self.solution] if 0 <= self.solution < len(fields) else ""
        )

    def _is_header(self, fields: list[str]) -> bool:
        """Return whether fields name the columns, and note which are wanted."""
        puzzle = _column(fields, PUZZLE_NAMES)
        if puzzle >= 0:
            self.puzzle, self.solution = puzzle, _column(fields, SOLUTION_NAMES)
        return puzzle >= 0


def write_csv(cells: Cells, solution: Cells | None) -> str:
    """Return a line with a puzzle and its solution."""
    puzzle = f'"{write(cells)}"' if cells.constraints else write(cells)
    return f"{puzzle},{write(PlainCells.of_givens(solution.digits, solution.box)) if solution else ''}"
