"""Grids drawn a row a line: bare signs, words with pencil marks, boxes with rules, SadMan Sudoku, Simple Sudoku.

Rows are read with bars or spaces between them, with numbers from 10 up in place of letters, with lines of text between
puzzles; a line `# box 3x2` says a box shape that the drawing does not show. Rules stand above a grid, a line each, see
`rule_drawings`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.io.lines import Line, numbered_lines
from tessella.sudoku import geometry
from tessella.sudoku.formats import line as line_format
from tessella.sudoku.formats.base import BOX_COMMENT, ParsedRecord, box_comment, is_comment, wrong_record
from tessella.sudoku.formats.rule_drawings import Drawing
from tessella.sudoku.formats.rule_drawings import is_rule as is_rule_of_puzzle
from tessella.sudoku.geometry import SYMBOLS, Box
from tessella.sudoku.rules.cells import Cells, PlainCells
from tessella.sudoku.rules.ruleset import Rules

_LETTER = re.compile("[Q-Zq-z]")
_SIGNS = re.compile(r"\+?[^\s|+]")  # a cell of a row, with the mark of an own digit
_WORDS = re.compile(r"\+?[^\s|+]+")  # a word of a row; a + begins one, with or without a space before it
_RULE_SIGNS = frozenset("-=+|:.'* ")
_TITLE_X = re.compile(
    r"(?i)(?<!\w)(?=\w{0,8}(?:[a-wyz]x|x[a-wyz]))\w{2,9}(?!\w)"
)  # a short word with an X among letters
_BRACKETED = re.compile(r"\[*([\d. ]+?)\]*")  # a row as numpy prints it
_AS_ASCII = str.maketrans(
    dict.fromkeys(map(chr, range(0x2500, 0x2580)), "+")  # all of box drawing
    | dict.fromkeys("─━┄┅┈┉╌╍═╴╶╸╺╼╾", "-")
    | dict.fromkeys("│┆┊╎╵╷¦", "|")
    | dict.fromkeys("┃┇┋╏║╹╻╽╿", "||")
    | {"·": ".", "\u3000": " "}
)


def as_ascii(text: str) -> str:
    """Return a text with bars and rules of ASCII in place of box drawing; thick bars become two.

    >>> as_ascii("┃5│3┃")
    '||5|3||'
    """
    return text if text.isascii() else text.translate(_AS_ASCII)


def is_title(line: str) -> bool:
    """Return whether a line has letters that no cell has: a title, a signature."""
    if line.startswith("["):
        return not _BRACKETED.fullmatch(line)
    if line.isascii() and not _LETTER.search(line):
        return False
    return any(sign.isalpha() and sign.upper() > SYMBOLS[-1] for sign in line if sign not in "xX") or bool(
        _TITLE_X.search(line)
    )


def is_rule(line: str, *, dashes: bool = False) -> bool:
    """Return whether a line is part of the drawing; `dashes` says that a dash alone is a blank here."""
    drawn = as_ascii(line).strip()
    if not drawn or not _RULE_SIGNS.issuperset(drawn) or re.search(r"(^|[ |])\+?[.*]($|[ |])", drawn):
        return False
    return any(sign in drawn for sign in (("+", "=", "*-") if dashes else ("-", "=")))


def read(chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
    """Yield the grids of a stream, whose first chunk tells whether a dash is a blank."""
    rest = iter(chunks)
    head = next(rest, b"")
    return _Reader(head.decode("utf-8", "replace"), box).records(numbered_lines(chain([head], rest)))


@dataclass(slots=True)
class _Rows:
    """The rows of a grid as far as they are read, a sign or a number a cell."""

    line: int = 0
    text: str = ""
    cells: list[list[str]] = field(default_factory=list)
    box_width: int = 0  # as the bars of the first row show it

    @property
    def size(self) -> int:
        """The number of cells in a row, 0 before the first one."""
        return len(self.cells[0]) if self.cells else 0


class _Reader:
    """Reads everything that shows a row a line, and knows a puzzle's end by its number of rows."""

    def __init__(self, head: str, box: Box | None) -> None:
        self.box = box
        self.said: Box | None = None  # by a comment: for the puzzle right below it, or for all after a blank line
        self.said_once = False
        lines = [line.strip() for line in as_ascii(head).splitlines()]
        lines = [line for line in lines if line and not is_comment(line) and not is_title(line)]
        self.dashes = any(re.search(r"[1-9A-Pa-p]", line) and "-" in line for line in lines)
        self.section = ""
        self.rows = _Rows()
        self.lost = False  # after a wrong row, until the next gap
        self.drawing: Drawing | None = None  # of a puzzle with rules
        self.ready: ParsedRecord | None = None  # a puzzle that a [State] may still follow

    def records(self, lines: Iterable[Line]) -> Iterator[ParsedRecord]:
        """Yield the puzzles that lines draw, and what is wrong with some."""
        for number, line, fault in lines:
            text = line.strip()
            if self.drawing or is_rule_of_puzzle(text):
                yield from self._drawn(number, line)
            elif fault:
                yield from self._fail(number, line, fault)
            elif not text and not _cells_of_table(line):
                self.lost = self.said_once = False
            elif is_comment(text):
                yield from self._comment(number, text)
            elif row := _BRACKETED.fullmatch(text):
                yield from self._line(number, row[1])
            elif text.startswith("["):
                yield from self._incomplete()
                self.lost, self.section = False, text.strip("[] ").lower()
            else:
                yield from self._line(number, as_ascii(line.strip(" \r")))
        yield from self._incomplete()
        yield from self._release()
        if self.drawing:
            yield self.drawing.broken_off()

    def _comment(self, number: int, text: str) -> Iterator[ParsedRecord]:
        """Take the shape that a comment says."""
        if not (shape := BOX_COMMENT.fullmatch(text)):
            self.lost = False
            return
        try:
            self.said, self.said_once = Rules((int(shape[1]), int(shape[2]))).box, True
        except TessellaError as error:
            yield from self._fail(number, text, error)

    def _drawn(self, number: int, line: str) -> Iterator[ParsedRecord]:
        """Yield the puzzle with rules whose last line this is."""
        if not self.drawing:
            yield from self._incomplete()
            yield from self._release()
            self.drawing, self.said_once = Drawing(number, self.box or self.said, []), False
            self.said = None
        for record in self.drawing.add(line):
            yield record
            self.drawing, self.lost = None, record.cells is None
            if record.error and is_rule_of_puzzle(line.strip()):
                yield from self._drawn(number, line)

    def _line(self, number: int, text: str) -> Iterator[ParsedRecord]:
        if self.section == "pencilmarks":
            yield from self._row(number, text, [part.strip() for part in text.split(",")])
        elif is_rule(text, dashes=self.dashes):
            return
        elif is_title(text) and not self.rows.cells:
            self.lost = False
        elif not self.lost:
            yield from self._row(number, text, _cells_of_row(text, self.rows.size))

    def _row(self, number: int, text: str, cells: list[str]) -> Iterator[ParsedRecord]:
        if not self.rows.cells:
            if geometry.default_box(len(cells)) is None:
                yield from self._lone(number, text)
                return
            self.rows = _Rows(number, text, [], _box_width(text, len(cells)))
        rows = self.rows
        size = rows.size or len(cells)
        if len(cells) != size:
            message = _("expected a row of {expected} cells, got {got}: {text}")
            yield from self._fail(number, text, ParseError(message, expected=size, got=len(cells), text=text))
            return
        rows.cells.append(cells)
        if len(rows.cells) == size:
            self.rows = _Rows()
            yield from self._finish(rows, size)

    def _lone(self, number: int, text: str) -> Iterator[ParsedRecord]:
        """Yield what a line is that cannot be a row: a whole puzzle, or wrong."""
        yield from self._release()
        try:
            yield ParsedRecord(number, text, line_format.parse_loose(text, self.box or self.said))
        except TessellaError as error:
            yield from self._fail(number, text, error)

    def _finish(self, rows: _Rows, size: int) -> Iterator[ParsedRecord]:
        section, self.section = self.section, ""
        said = self.said if self.said and geometry.shape_of_cells(size * size, self.said) else None
        if self.said_once:
            self.said, self.said_once = None, False
        box = self.box or said
        width = rows.box_width
        if box is None and 2 <= width < size and size % width == 0:
            box = (size // width, width)
        signs = [sign for row in rows.cells for sign in row]
        ready = self.ready
        try:
            if ready and ready.cells and section in ("state", "pencilmarks"):
                added = _with_state if section == "state" else _with_marks
                self.ready = ready._replace(cells=added(ready.cells, signs))
                return
            yield from self._release()
            self.ready = ParsedRecord(rows.line, rows.text, _cells(signs, size, box))
        except TessellaError as error:
            yield from self._fail(rows.line, rows.text, error)
            self.lost = False

    def _release(self) -> Iterator[ParsedRecord]:
        if self.ready:
            yield self.ready
        self.ready = None

    def _fail(self, number: int, text: str, error: TessellaError) -> Iterator[ParsedRecord]:
        yield from self._release()
        self.rows, self.lost = _Rows(), True
        yield wrong_record(number, text, error)

    def _incomplete(self) -> Iterator[ParsedRecord]:
        rows, self.rows = self.rows, _Rows()
        if len(rows.cells) == 1 and geometry.shape_of_cells(rows.size):
            yield from self._lone(rows.line, rows.text)  # 4x4 in one line, with gaps between its rows
        elif rows.cells:
            message = _("expected {expected} rows, got {got}, the first being {text}")
            error = ParseError(message, expected=rows.size, got=len(rows.cells), text=rows.text)
            yield from self._fail(rows.line, rows.text, error)


def _is_number(word: str, size: int) -> bool:
    """Return whether a word is a number from 10 up, in place of a letter."""
    return re.fullmatch(r"\+?[12]\d", word, re.ASCII) is not None and int(word) <= size


def _is_cell(word: str, size: int) -> bool:
    """Return whether a word may be one cell: a sign, a number, or pencil marks in order."""
    if len(word.removeprefix("+")) < 2 or _is_number(word, size):
        return True
    places = [SYMBOLS.find(sign, 1) for sign in word.removeprefix("~").upper()]
    return places[0] > 0 and places[-1] <= size and places == sorted(set(places))


def _cells_of_table(line: str) -> list[str]:
    """Return the cells of a row with commas, semicolons or tabs between them, nothing where it is none."""
    sign = next((sign for sign in line_format.DELIMITERS if sign in line), "")
    parts = [part.strip() for part in line.split(sign)] if sign else []
    if parts and not parts[-1] and geometry.default_box(len(parts)) is None:
        parts.pop()
    return parts if geometry.default_box(len(parts)) or "," in line else []


def _cells_of_row(text: str, size: int) -> list[str]:
    """Return the cells of a row: fields of a table, fields between bars, words, or else signs.

    `size` is how many there are to be, 0 where that is not known.
    """
    if cells := _cells_of_table(text):
        return cells
    fields = [part.strip() for part in text.replace("||", "|").removeprefix("|").removesuffix("|").split("|")]
    for cells in (fields, _WORDS.findall(text)):
        fits = len(cells) == size if size else geometry.default_box(len(cells))
        if fits and (
            sum(len(cell) < 2 for cell in cells) * 2 > len(cells) or all(_is_cell(cell, len(cells)) for cell in cells)
        ):
            return cells
    return _SIGNS.findall(text)


def _box_width(text: str, size: int) -> int:
    """Return how wide a box is, by the bars that set cells apart in a row; 0 where they do not say."""
    thick = "||" if "||" in text else "|"
    groups = text.removeprefix(thick).removesuffix(thick).split(thick)
    if len(groups) in (1, size):
        return 0
    if any("|" in part for part in groups):
        widths = {part.count("|") + 1 for part in groups}
    else:
        cell = _WORDS if len(_WORDS.findall(text)) == size else _SIGNS
        widths = {len(cell.findall(part)) for part in groups}
    return widths.pop() if len(widths) == 1 else 0


def _cells(signs: list[str], size: int, box: Box | None) -> PlainCells:
    """Return the cells that these signs show, with what they say of own digits and marks."""
    several = [sign for sign in signs if len(sign.removeprefix("+")) > 1]
    are_marks = not all(_is_number(sign, size) for sign in several)
    shape = geometry.shape_of_cells(size * size, box)
    if shape is None:
        assert box is not None
        raise ParseError(_("expected {expected} rows, got {got}"), expected=box[0] * box[1], got=size)
    givens, digits, marks = [], [], []
    for cell, sign in enumerate(signs):
        plain = sign.removeprefix("+")
        is_marks = are_marks and len(plain) > 1
        digit = 0 if is_marks else geometry.value_of(plain, cell, size)
        givens.append(0 if sign != plain else digit)
        digits.append(digit)
        marks.append(geometry.mask_of(plain.removeprefix("~"), cell, size) if is_marks else 0)
    return PlainCells(shape, tuple(givens), tuple(digits), tuple(marks))


def _with_state(cells: PlainCells, signs: list[str]) -> PlainCells:
    now = _cells(signs, cells.box[0] * cells.box[1], cells.box).digits
    return cells._replace(digits=tuple(given or digit for given, digit in zip(cells.givens, now, strict=True)))


def _with_marks(cells: PlainCells, signs: list[str]) -> PlainCells:
    size = cells.box[0] * cells.box[1]
    masks = [geometry.mask_of(run, cell, size) for cell, run in enumerate(signs)]
    return cells._replace(marks=tuple(0 if digit else mask for digit, mask in zip(cells.digits, masks, strict=True)))


def _rows(values: Sequence[int], size: int) -> list[str]:
    return ["".join(SYMBOLS[value] for value in row) for row in geometry.rows_of(values, size)]


def write_rows(cells: Cells) -> str:
    """Return a row of signs a line."""
    return box_comment(cells) + "\n".join(_rows(cells.digits, cells.box[0] * cells.box[1]))


def write_marks(cells: Cells) -> str:
    """Return a word a cell: a digit, `+` and an own digit, or the marks, after `~` where they look like a digit."""
    height, width = cells.box
    size = height * width
    words = []
    for given, digit, mask in zip(cells.givens, cells.digits, cells.marks, strict=True):
        marks = "".join(SYMBOLS[mark] for mark in geometry.digits_of(mask))
        if marks:
            words.append(("~" if len(marks) == 1 or size > 9 else "") + marks)
        else:
            words.append(("" if given or not digit else "+") + SYMBOLS[digit])
    widest = [max(map(len, words[col::size])) for col in range(size)]
    lines = []
    for number, row in enumerate(geometry.rows_of(words, size)):
        aligned = [word.ljust(columns) for word, columns in zip(row, widest, strict=True)]
        groups = [" ".join(aligned[start : start + width]) for start in range(0, size, width)]
        if number % height == 0:
            lines.append("+" + "+".join("-" * (len(group) + 2) for group in groups) + "+")
        lines.append("| " + " | ".join(groups) + " |")
    return box_comment(cells, drawn=True) + "\n".join([*lines, lines[0]])


def write_sdk(cells: Cells) -> str:
    """Return the sections of SadMan Sudoku: the puzzle, its state and its pencil marks as far as there are any."""
    size = cells.box[0] * cells.box[1]
    parts = [box_comment(cells) + "[Puzzle]", *_rows(cells.givens, size)]
    if cells.digits != cells.givens:
        parts += ["[State]", *_rows(cells.digits, size)]
    if any(cells.marks):
        marks = ["".join(SYMBOLS[mark] for mark in geometry.digits_of(mask)) for mask in cells.marks]
        parts += ["[PencilMarks]", *(",".join(row) for row in geometry.rows_of(marks, size))]
    return "\n".join(parts)


def write_ss(cells: Cells) -> str:
    """Return the drawing of Simple Sudoku."""
    height, width = cells.box
    size = height * width
    edge = "*" + "-" * (size + height - 1) + "*"
    rule = "|" + "+".join(["-" * width] * height) + "|"
    lines = [edge]
    for number, row in enumerate(_rows(cells.digits, size)):
        if number and number % height == 0:
            lines.append(rule)
        lines.append("|" + "|".join(row[start : start + width] for start in range(0, size, width)) + "|")
    return box_comment(cells, drawn=True) + "\n".join([*lines, edge])
