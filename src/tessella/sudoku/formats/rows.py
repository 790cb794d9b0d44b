"""Grids drawn a row a line: bare signs, words with pencil marks, boxes with rules, SadMan Sudoku, Simple Sudoku.

Rows are read with bars or spaces between them, with numbers from 10 up in place of letters, with lines of text between
puzzles; a line `# box 3x2` says a box shape that the drawing does not show.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.io.lines import Line, numbered_lines
from tessella.sudoku import rules
from tessella.sudoku.formats import line as line_format
from tessella.sudoku.formats.base import BOX_COMMENT, ParsedRecord, box_comment, is_comment, wrong_record
from tessella.sudoku.rules import SYMBOLS, Box, Cells, PlainCells

_SIGNS = re.compile(r"\+?[^\s|+]")  # a cell of a row, with the mark of an own digit
_RULE_SIGNS = frozenset("-=+|:.'* ")
_AS_ASCII = str.maketrans(
    {"║": "||", "│": "|", "┃": "||"} | dict.fromkeys("═─━", "-") | dict.fromkeys("╔╤╦╗╟┼╫╢╠╪╬╣╚╧╩╝├┤┬┴┌┐└┘┏┓┗┛╋", "+")
)


def is_title(line: str) -> bool:
    """Return whether a line has letters that no value has: a title, a signature."""
    return any(sign.isalpha() and sign.upper() > SYMBOLS[-1] for sign in line) or line.startswith("[")


def is_rule(line: str, *, dashes: bool = False) -> bool:
    """Return whether a line is part of the drawing; `dashes` says that a dash alone is a blank here."""
    drawn = line.translate(_AS_ASCII).strip()
    if not drawn or not _RULE_SIGNS.issuperset(drawn) or re.search(r"(^|[ |])\+?[.*]($|[ |])", drawn):
        return False
    return any(sign in drawn for sign in (("+", "=", "*-") if dashes else ("-", "=")))


def read(chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
    """Yield the grids of a stream; how its cells are written is told by the first chunk."""
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


class _Reader:
    """Reads everything that shows a row a line, and knows a puzzle's end by its number of rows."""

    def __init__(self, head: str, box: Box | None) -> None:
        self.box = box
        self.said: Box | None = None  # by a comment, for the puzzles below it
        lines = [line.strip().translate(_AS_ASCII) for line in head.splitlines()]
        lines = [line for line in lines if line and not is_comment(line) and not is_title(line)]
        self.dashes = any(re.search(r"[1-9A-Pa-p]", line) and "-" in line for line in lines)
        self.style = _style([line for line in lines if not is_rule(line, dashes=self.dashes)])
        self.section = ""
        self.rows = _Rows()
        self.lost = False  # after a wrong row, until the next gap
        self.ready: ParsedRecord | None = None  # a puzzle that a [State] may still follow

    def records(self, lines: Iterable[Line]) -> Iterator[ParsedRecord]:
        """Yield the puzzles that lines draw, and what is wrong with some."""
        for number, line, fault in lines:
            text = line.strip()
            if fault:
                yield from self._fail(number, line, fault)
            elif not text:
                self.lost = False
            elif shape := BOX_COMMENT.fullmatch(text):
                self.said = rules.check_box(int(shape[1]), int(shape[2]))
            elif is_comment(text):
                self.lost = False
            elif text.startswith("["):
                yield from self._incomplete()
                self.lost, self.section = False, text.strip("[] ").lower()
            else:
                yield from self._line(number, text.translate(_AS_ASCII))
        yield from self._incomplete()
        yield from self._release()

    def _line(self, number: int, text: str) -> Iterator[ParsedRecord]:
        if self.section == "pencilmarks":
            yield from self._row(number, text, [part.strip() for part in text.split(",")])
        elif is_rule(text, dashes=self.dashes):
            return
        elif is_title(text) and not self.rows.cells:
            self.lost = False
        elif not self.lost:
            yield from self._row(number, text, _split(text, self.style))

    def _row(self, number: int, text: str, cells: list[str]) -> Iterator[ParsedRecord]:
        if not self.rows.cells:
            if rules.default_box(len(cells)) is None:
                yield from self._lone(number, text)
                return
            self.rows = _Rows(number, text, [], _box_width(text, len(cells), self.style))
        rows = self.rows
        size = len(rows.cells[0]) if rows.cells else len(cells)
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
        box = self.box or self.said
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
            self.ready = ParsedRecord(rows.line, rows.text, _cells(signs, size, box, self.style))
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
        if len(rows.cells) == 1 and rules.shape_of_cells(len(rows.cells[0])):
            yield from self._lone(rows.line, rows.text)  # 4x4 in one line, with gaps between its rows
        elif rows.cells:
            message = _("expected {expected} rows, got {got}, the first being {text}")
            size = len(rows.cells[0])
            error = ParseError(message, expected=size, got=len(rows.cells), text=rows.text)
            yield from self._fail(rows.line, rows.text, error)


def _style(lines: list[str]) -> str:
    """Return what a cell is in these rows: "signs", "marks" (several digits a cell) or "numbers" (10 and up)."""
    size = len(_words(lines[0])) if lines else 0
    if rules.default_box(size) is None:
        return "signs"
    whole = len(lines) // size * size  # the last puzzle may go on beyond the text at hand
    words = [word for line in lines[:whole] for word in _words(line)]
    several = [word for word in words if len(word.lstrip("+")) > 1]
    if len(words) != whole * size or not several:
        return "signs"
    if all(re.fullmatch(r"\+?\d\d", word, re.ASCII) and 10 <= int(word) <= size for word in several):
        return "numbers"
    values = "~" + SYMBOLS[1 : size + 1]
    places = [[values.find(sign) for sign in word.lstrip("+").upper()] for word in several]
    return "marks" if all(row[0] >= 0 and row == sorted(set(row)) for row in places) else "signs"


def _words(line: str) -> list[str]:
    return line.replace("|", " ").replace(",", " ").split()


def _split(text: str, style: str) -> list[str]:
    if style != "signs":
        return _words(text)
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
        return parts[:-1] if not parts[-1] and rules.default_box(len(parts)) is None else parts
    fields = [part.strip() for part in text.replace("||", "|").removeprefix("|").removesuffix("|").split("|")]
    if rules.default_box(len(fields)) and all(len(part.removeprefix("+")) <= 1 for part in fields):
        return fields
    return _SIGNS.findall(text)


def _box_width(text: str, size: int, style: str) -> int:
    """Return how wide a box is, by the bars that set cells apart in a row; 0 where they do not say."""
    thick = "||" if "||" in text else "|"
    groups = text.removeprefix(thick).removesuffix(thick).split(thick)
    if len(groups) in (1, size):
        return 0
    if thick == "||":
        widths = {part.count("|") + 1 for part in groups}
    else:
        widths = {len(_words(part)) if style != "signs" else len(_SIGNS.findall(part)) for part in groups}
    return widths.pop() if len(widths) == 1 else 0


def _cells(signs: list[str], size: int, box: Box | None, style: str) -> PlainCells:
    """Return the cells that these signs show, with what they say of own digits and marks."""
    shape = rules.shape_of_cells(size * size, box)
    if shape is None:
        assert box is not None
        raise ParseError(_("expected {expected} rows, got {got}"), expected=box[0] * box[1], got=size)
    givens, digits, marks = [], [], []
    for cell, sign in enumerate(signs):
        plain = sign.removeprefix("+")
        is_marks = style == "marks" and len(plain) > 1
        digit = 0 if is_marks else rules.value_of(plain, cell, size)
        givens.append(0 if sign != plain else digit)
        digits.append(digit)
        marks.append(rules.mask_of(plain.removeprefix("~"), cell, size) if is_marks else 0)
    return PlainCells(shape, tuple(givens), tuple(digits), tuple(marks))


def _with_state(cells: PlainCells, signs: list[str]) -> PlainCells:
    now = _cells(signs, cells.box[0] * cells.box[1], cells.box, "signs").digits
    return cells._replace(digits=tuple(given or digit for given, digit in zip(cells.givens, now, strict=True)))


def _with_marks(cells: PlainCells, signs: list[str]) -> PlainCells:
    size = cells.box[0] * cells.box[1]
    masks = [rules.mask_of(run, cell, size) for cell, run in enumerate(signs)]
    return cells._replace(marks=tuple(0 if digit else mask for digit, mask in zip(cells.digits, masks, strict=True)))


def _rows(values: Sequence[int], size: int) -> list[str]:
    return ["".join(SYMBOLS[value] for value in row) for row in rules.rows_of(values, size)]


def write_rows(cells: Cells) -> str:
    """Return a row of signs a line."""
    return box_comment(cells) + "\n".join(_rows(cells.digits, cells.box[0] * cells.box[1]))


def write_marks(cells: Cells) -> str:
    """Return a word a cell: a digit, `+` and an own digit, or the marks, after `~` where they look like a digit."""
    height, width = cells.box
    size = height * width
    words = []
    for given, digit, mask in zip(cells.givens, cells.digits, cells.marks, strict=True):
        marks = "".join(SYMBOLS[mark] for mark in rules.digits_of(mask))
        if marks:
            words.append(("~" if len(marks) == 1 or size > 9 else "") + marks)
        else:
            words.append(("" if given or not digit else "+") + SYMBOLS[digit])
    widest = [max(map(len, words[col::size])) for col in range(size)]
    lines = []
    for number, row in enumerate(rules.rows_of(words, size)):
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
        marks = ["".join(SYMBOLS[mark] for mark in rules.digits_of(mask)) for mask in cells.marks]
        parts += ["[PencilMarks]", *(",".join(row) for row in rules.rows_of(marks, size))]
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
