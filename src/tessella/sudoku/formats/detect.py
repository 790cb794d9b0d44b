"""How is a Sudoku written down?

Every format is read and written here, and told apart by itself. Files of many puzzles are streamed: a
reader holds one puzzle at a time, whatever the size of the file, and a line without end is refused, not
swallowed.

    line        53..7....6..195...        one line a puzzle; + before an own digit, ~ before pencil marks
    sdm         530070000600195000        the same with zeros
    rows        53..7....                 a line a row
    small        5 3 . | . 7 . |          rows with rules between the boxes
    boxed       ||  5  |  3  |            a box around every cell
    marks       | 5  3  124 | 26  7       a number a cell: a digit, or all its pencil marks
    sdk         [Puzzle] ... [State]      SadMan Sudoku
    ss          |53.|.7.|...|             Simple Sudoku
    opensudoku  <opensudoku version="2">  OpenSudoku, `opensudoku1` its first version
    library     :0603:3:14+8..+9:224::    HoDoKu's regression library
    csv         puzzle,solution
    json        {"givens": [[5, 3, 0      an object a line

Rows are read with bars or spaces between them, with numbers from 10 up in place of letters, with lines of
text between puzzles; a line `# box 3x2` says a box shape that the drawing does not show. Lines that begin
with `#` are comments.
"""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from typing import Any, NamedTuple, Protocol
from xml.parsers import expat

from tessella.errors import ParseError, TessellaError, quote
from tessella.i18n import _
from tessella.sudoku import rendering
from tessella.sudoku.board import (
    BLANKS,
    LARGEST,
    SYMBOLS,
    Board,
    Box,
    check_box,
    default_box,
    digits_of,
    parse_box,
    shape_of_cells,
)

__all__ = [
    "FORMATS",
    "Case",
    "CsvReader",
    "Format",
    "LineReader",
    "Record",
    "Source",
    "begin",
    "blocks_of_lines",
    "detect",
    "kept",
    "line_reader",
    "lines_of",
    "read",
    "read_library",
    "read_many",
    "write",
    "write_library",
    "write_many",
]

CHUNK = 1 << 16  # bytes read at once
ENOUGH = 1 << 12  # bytes that tell every format
LONGEST = 1 << 17  # bytes of the longest line, and of the longest token of XML or JSON


class Source(Protocol):
    """What puzzles are read from: a file opened for bytes, or anything else with its `read`."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""


class Record(NamedTuple):
    """One puzzle of a file, or what is wrong with its text."""

    line: int
    """The number of its first line, from 1."""
    text: str
    """That line."""
    board: Board | None
    """The puzzle, None where the text is wrong."""
    error: TessellaError | None = None
    """What is wrong."""
    solution: str = ""
    """The solution that the file gives, as it stands there."""


# --- reading ----------------------------------------------------------------------------------------------


def read(text: str, box: Box | None = None, *, form: str | None = None) -> Board:
    """Return the one puzzle that a text shows, in any format; raises `TessellaError` where that is not so.

    >>> read("5 3 .|. 7 .|. . ." + chr(10) + (". " * 9 + chr(10)) * 8).to_text()
    '53..7............................................................................'
    """
    found = list(_first(read_many(_Bytes(text.encode("utf-8", "replace")), form, box), 2))
    if not found:
        raise ParseError(_("expected a Sudoku, got {text}").format(text=quote(text)))
    if found[0].error:
        raise found[0].error
    if len(found) > 1:
        message = _("expected one Sudoku, got more, the next in line {line}: {text}")
        raise ParseError(message.format(line=found[1].line, text=quote(found[1].text)))
    assert found[0].board is not None
    return found[0].board


def _first(records: Iterator[Record], limit: int) -> Iterator[Record]:
    for number, record in enumerate(records, 1):
        yield record
        if number == limit or record.error:
            return


class _Bytes:
    """A text in memory as a source."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def read(self, size: int, /) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]


def read_many(source: Source, form: str | None = None, box: Box | None = None) -> Iterator[Record]:
    """Yield every puzzle of a source in turn, in any format, with wrong ones as records that say what is wrong.

    Only one puzzle and one chunk of bytes are held at a time. `form` names a format of `FORMATS` where it
    is not to be guessed; `box` says a shape that is not the usual one.
    """
    form, chunks = begin(source, form, box)
    reader = line_reader(form, box)
    if reader:
        for line in _lines(chunks):
            if record := reader.record(*line):
                yield record
    elif form in ("opensudoku", "opensudoku1"):
        yield from _read_xml(chunks, box)
    elif form == "json":
        yield from _read_json(chunks, box)
    elif form == "library":
        yield from _read_library_lines(_lines(chunks))
    else:
        start = next(chunks, b"")
        yield from _RowReader(start.decode("utf-8", "replace"), box).read(_lines(chain([start], chunks)))


def begin(source: Source, form: str | None = None, box: Box | None = None) -> tuple[str, Iterator[bytes]]:
    """Return the format that a source is in, unless it is named, and the chunks of its bytes from the first one on."""
    chunks = _chunks(source)
    head = _head(chunks, form, box)
    return form or detect(head.decode("utf-8", "replace"), box), chain([head], chunks)


def line_reader(form: str, box: Box | None) -> "LineReader | CsvReader | None":
    """Return the reader of a format that holds one puzzle a line, None for the others."""
    return CsvReader(box) if form == "csv" else LineReader(box) if form in ("line", "sdm") else None


def _chunks(source: Source) -> Iterator[bytes]:
    fetch: Callable[[int], bytes] = getattr(source, "read1", source.read)  # read1 takes what a pipe has now
    while chunk := fetch(CHUNK):
        yield chunk


def _head(chunks: Iterator[bytes], form: str | None, box: Box | None) -> bytes:
    """Return as much of the beginning as tells the format: a line that says something, and of rows a whole puzzle.

    Where puzzles come one by one through a pipe, no more is waited for.
    """
    head = b""
    for chunk in chunks:
        head += chunk
        text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        said = any(line.strip() and not _is_comment(line.strip()) for line in text.split("\n")[:-1])
        if len(head) >= ENOUGH or (said and (form or detect(text, box)) != "rows"):
            break
    return head.removeprefix(b"\xef\xbb\xbf")


Line = tuple[int, str, TessellaError | None]


def _lines(chunks: Iterable[bytes]) -> Iterator[Line]:
    """Yield number, text and fault of every line; of an endless line only the beginning is kept."""
    number, rest, flooded = 0, b"", False
    for chunk in chunks:
        whole = (rest + chunk).split(b"\n")
        rest = whole.pop()
        for line in whole:
            number += 1
            if not flooded:
                yield _decoded(number, line)
            flooded = False
        if len(rest) > LONGEST:
            if not flooded:
                yield _decoded(number + 1, rest)
            rest, flooded = b"", True
    if rest and not flooded:
        yield _decoded(number + 1, rest)


def blocks_of_lines(chunks: Iterable[bytes], enough: Callable[[], int]) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines together, each with its line feed, with the number of the first; `enough` says how many bytes.

    Of an endless line only the beginning is kept, enough of it to be refused.
    """
    number, rest, flooded = 1, [b""], False
    size = 0
    for chunk in chunks:
        data = chunk
        if flooded:
            _end, feed, data = chunk.partition(b"\n")
            flooded = not feed
        rest.append(data)
        size += len(data)
        if size < enough() or flooded:
            continue
        whole, feed, last = b"".join(rest).rpartition(b"\n")
        rest, size = [last], len(last)
        if feed:
            yield number, whole + feed
            number += whole.count(b"\n") + 1
        if len(last) > LONGEST:
            yield number, last + b"\n"
            number += 1
            rest, size, flooded = [], 0, True
    if whole := b"".join(rest):
        yield number, whole if whole.endswith(b"\n") else whole + b"\n"


def lines_of(data: bytes, first: int) -> Iterator[Line]:
    """Yield number, text and fault of every line of some bytes that end with a line feed."""
    for number, line in enumerate(data[:-1].split(b"\n"), first):
        yield _decoded(number, line)


def _decoded(number: int, line: bytes) -> Line:
    if len(line) > LONGEST:
        start = line[:60].decode("utf-8", "replace")
        message = _("expected a line of at most {limit} bytes, got {text}")
        return number, start, ParseError(message.format(limit=LONGEST, text=quote(start + "...")))
    try:
        text = line.decode().rstrip("\r")
    except UnicodeDecodeError:
        text = ""
    if (not text and line.rstrip(b"\r")) or not text.replace("\t", " ").isprintable():
        start = line[:60].decode("latin-1")
        return number, start, ParseError(_("expected text in UTF-8, got {text}").format(text=quote(start, 30)))
    return number, text, None


def _wrong(number: int, text: str, error: TessellaError) -> Record:
    return Record(number, text[:200], None, error)


def _is_comment(text: str) -> bool:
    return text.startswith(("#", ";", "//"))


# --- telling formats apart --------------------------------------------------------------------------------

_CELLS = re.compile(r"(?:\d{1,3}x\d{1,3}:)?((?:\+?[0-9A-Pa-p]|[.*_-])+)(?:~[0-9A-Pa-p]*)*", re.ASCII)
_SHAPE = re.compile(r"[#;/]+\s*(?:C\s*)?box\s+(\d{1,3})x(\d{1,3})\s*", re.ASCII)
_SIGNS = re.compile(r"\+?[^\s|+]")  # a cell of a row, with the mark of an own digit
_RULE = frozenset("-=+|:.'* ")
_DRAWN = str.maketrans(
    {"║": "||", "│": "|", "┃": "||"} | dict.fromkeys("═─━", "-") | dict.fromkeys("╔╤╦╗╟┼╫╢╠╪╬╣╚╧╩╝├┤┬┴┌┐└┘┏┓┗┛╋", "+")
)
_PUZZLE_NAMES = ("puzzle", "puzzles", "quizzes", "quiz", "board", "givens", "grid", "sudoku")
_SOLUTION_NAMES = ("solution", "solutions", "answer", "solved")


def detect(head: str, box: Box | None = None) -> str:  # noqa: PLR0911 - a return for every format reads best
    """Return the name of the format that a text begins in: "line", "csv", "library", "json", "opensudoku" or "rows".

    "rows" stands for everything that shows a row a line.

    >>> detect("puzzle,solution"), detect('{"givens": [['), detect("5 3 . | . 7 ."), detect("." * 81)
    ('csv', 'json', 'rows', 'line')
    """
    text = head.lstrip("\ufeff \t\r\n")
    if text.startswith("<"):
        return "opensudoku"
    if re.match(r"\{|\[\s*(?:[\[{\"\d]|null|$)", text):
        return "json"
    lines = [line for line in map(str.strip, text.splitlines()) if not _is_comment(line) and not _is_text(line)]
    lines = [line for line in lines if line and not _is_rule(line)]
    first = lines[0] if lines else next((line for line in map(str.strip, text.splitlines()) if line), "")
    if first.startswith(":") and first.count(":") >= 5:
        return "library"
    fields = [part.strip(' "') for part in text.split("\n", 1)[0].lower().split(",")]
    if any(name in fields for name in _PUZZLE_NAMES) or ("," in first and _count(first.split(",")[0]) > LARGEST):
        return "csv"
    token = first.split(maxsplit=1)[0] if first.split() else ""
    cells = _count(token)
    if not lines or cells > LARGEST or ("|" not in first and len(token) > LARGEST):
        return "line"
    if cells == 16 and _is_four_by_four(text, lines, box):
        return "csv" if "," in first else "line"
    return "rows"


def _count(token: str) -> int:
    match = _CELLS.fullmatch(token.strip('"'))
    return len(match[1].replace("+", "")) if match else 0


def _is_four_by_four(text: str, lines: list[str], box: Box | None) -> bool:
    """Return whether lines of 16 cells are puzzles of 4x4 rather than rows of 16x16."""
    shapes = [check_box(int(rows), int(cols)) for rows, cols in _SHAPE.findall(text)]
    shape = box or next(iter(shapes), None)
    if shape:
        return shape[0] * shape[1] == 4
    return not re.search(r"[5-9A-Ga-g]", "".join(line.split()[0] for line in lines))


def _is_text(line: str) -> bool:
    """Return whether a line has letters that no value has: a title, a signature."""
    return any(sign.isalpha() and sign.upper() > SYMBOLS[-1] for sign in line) or line.startswith("[")


def _is_rule(line: str, *, dashes: bool = False) -> bool:
    """Return whether a line is part of the drawing; `dashes` says that a dash alone is a blank here."""
    drawn = line.translate(_DRAWN).strip()
    if not drawn or not _RULE.issuperset(drawn) or re.search(r"(^|[ |])\+?[.*]($|[ |])", drawn):
        return False
    if dashes:
        return "+" in drawn or "=" in drawn or "*-" in drawn
    return "-" in drawn or "=" in drawn


# --- one line a puzzle ------------------------------------------------------------------------------------


class LineReader:
    """Reads one puzzle a line."""

    def __init__(self, box: Box | None) -> None:
        self.box = box
        self.last = box  # the size that a wrong line is measured by

    def record(self, number: int, line: str, fault: TessellaError | None) -> Record | None:
        """Return what a line holds, None where it says nothing."""
        if fault:
            return _wrong(number, line, fault)
        text = line.strip()
        if not text or _is_comment(text):
            return None
        try:
            board = _read_line(text, self.box, self.last)
        except TessellaError as error:
            return _wrong(number, text, error)
        self.last = board.box
        return Record(number, text, board)


def _read_line(text: str, box: Box | None, usual: Box | None = None) -> Board:
    """Return the puzzle of a line, whatever stands behind it; cells may also be spread out by spaces and bars."""
    token = text.split(maxsplit=1)[0].strip(",;")
    cells = _count(token)
    if not cells or shape_of_cells(cells) is None:
        joined = re.sub(r"[\s|,]", "", text)
        if _CELLS.fullmatch(joined) and shape_of_cells(_count(joined)):
            token = joined
        elif not _CELLS.fullmatch(token):
            raise ParseError(_("expected a Sudoku, got {text}").format(text=quote(text)))
        else:
            box = box or usual  # so that the size it should have is named
    return Board.parse(token, box)


class CsvReader:
    """Reads lines of fields: `puzzle` and `solution` are their columns, once `begun`."""

    def __init__(self, box: Box | None) -> None:
        self.box = box
        self.puzzle, self.solution = 0, 1
        self.begun = False

    def record(self, number: int, line: str, fault: TessellaError | None) -> Record | None:
        """Return what a line holds, None where it says nothing or names the columns."""
        if fault:
            return _wrong(number, line, fault)
        if not line.strip() or _is_comment(line):
            return None
        fields = [part.strip() for part in next(csv.reader([line]))]
        if not self.begun:
            self.begun = True
            if self._named([part.lower() for part in fields]):
                return None
            same = len(fields) > 1 and _count(fields[1]) == _count(fields[0])
            self.solution = 1 if same else len(fields)
        try:
            if len(fields) <= self.puzzle:
                message = _("expected a puzzle in column {column}, got {text}")
                raise ParseError(message.format(column=self.puzzle + 1, text=quote(line)))
            answer = fields[self.solution] if self.solution < len(fields) else ""
            return Record(number, line, _read_line(fields[self.puzzle] or "''", self.box), None, answer)
        except TessellaError as error:
            return _wrong(number, line, error)

    def _named(self, names: list[str]) -> bool:
        """Take the columns from a line that names them; return whether it does."""
        if not any(name in _PUZZLE_NAMES for name in names):
            return False
        self.puzzle = next(n for n, name in enumerate(names) if name in _PUZZLE_NAMES)
        self.solution = next((n for n, name in enumerate(names) if name in _SOLUTION_NAMES), len(names))
        return True


# --- HoDoKu's library -------------------------------------------------------------------------------------

Places = tuple[tuple[int, int, int], ...]


class Case(NamedTuple):
    """What a line of HoDoKu's regression library says beside the position."""

    code: str
    """The technique, such as "0603"."""
    variant: str
    """What follows the code after a dash: "1", "2", or "x" where no step is to be found; else nothing."""
    candidates: str
    """The digits of the technique as they stand there, such as "36"."""
    eliminations: Places
    """The candidates taken away: (digit, row, column) from 1, sorted."""
    placements: Places
    """The digits placed, in the same way."""
    extra: str = ""
    """What else the line says, such as the length of a chain."""


def read_library(line: str) -> tuple[Board, Case]:
    """Return the position and the case of a line of HoDoKu's library; raises `ParseError`.

    Every blank cell is marked with its candidates, less those that the line deletes.

    >>> board, case = read_library(":0603-1:3:" + "." * 79 + "12:313 323:436 257::")
    >>> board.marks[2].bit_count(), case.code, case.variant, case.candidates, case.eliminations
    (8, '0603', '1', '3', ((2, 5, 7), (4, 3, 6)))
    """
    parts = line.strip().split(":")
    if len(parts) < 7 or parts[0]:
        message = _("expected :technique:candidates:givens:deleted:eliminations:placements:, got {text}")
        raise ParseError(message.format(text=quote(line)))
    _nothing, technique, candidates, givens, deleted, eliminated, placed = parts[:7]
    board = Board.parse(givens, (3, 3))
    marks = list(board.candidates())
    for digit, row, col in _places(deleted):
        marks[9 * row + col - 10] &= ~(1 << digit - 1)
    code, _dash, variant = technique.partition("-")
    case = Case(code, variant, candidates, _places(eliminated), _places(placed), ":".join(parts[7:]))
    return Board(board.box, board.givens, board.digits, tuple(marks)), case


def write_library(board: Board, case: Case | None = None) -> str:
    """Return the line of HoDoKu's library for a 9x9 position; cells without marks count as marked in full."""
    if board.box != (3, 3):
        message = _("expected a 9x9 board for this format, got {size}x{size}")
        raise ParseError(message.format(size=board.size))
    plain = Board(board.box, board.givens, board.digits, (0,) * 81)
    deleted = tuple(
        (digit, cell // 9 + 1, cell % 9 + 1)
        for cell, (mask, mark) in enumerate(zip(board.candidates(), board.marks, strict=True))
        if mark
        for digit in digits_of(mask & ~mark)
    )
    case = case or Case("", "", "", (), ())
    code = f"{case.code}-{case.variant}" if case.variant else case.code
    fields = (
        code,
        case.candidates,
        plain.to_text(),
        *map(_placed, (sorted(deleted), case.eliminations, case.placements)),
    )
    return ":" + ":".join([*fields, case.extra])


def _places(text: str) -> Places:
    found = []
    for part in text.split():
        if not re.fullmatch(r"[1-9]{3}", part, re.ASCII):
            message = _("expected digit, row and column such as 436, got {text}")
            raise ParseError(message.format(text=quote(part)))
        found.append((int(part[0]), int(part[1]), int(part[2])))
    return tuple(sorted(found))


def _placed(places: Iterable[tuple[int, int, int]]) -> str:
    return " ".join(f"{digit}{row}{col}" for digit, row, col in places)


def _read_library_lines(lines: Iterable[Line]) -> Iterator[Record]:
    for number, line, fault in lines:
        text = line.strip()
        if fault:
            yield _wrong(number, line, fault)
        elif text and not _is_comment(text):
            try:
                yield Record(number, text, read_library(text)[0])
            except TessellaError as error:
                yield _wrong(number, text, error)


# --- a row a line -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Grid:
    """The rows of a puzzle as far as they are read, a sign or a number a cell."""

    line: int = 0
    text: str = ""
    rows: list[list[str]] = field(default_factory=list)
    width: int = 0  # of a box, as the bars of the first row show it


class _RowReader:
    """Reads everything that shows a row a line, and knows a puzzle's end by its number of rows."""

    def __init__(self, head: str, box: Box | None) -> None:
        self.box = box
        self.said: Box | None = None  # by a comment, for the puzzles below it
        lines = [line.strip().translate(_DRAWN) for line in head.splitlines()]
        lines = [line for line in lines if line and not _is_comment(line) and not _is_text(line)]
        self.dashes = any(re.search(r"[1-9A-Pa-p]", line) and "-" in line for line in lines)
        self.style = _style([line for line in lines if not _is_rule(line, dashes=self.dashes)])
        self.section = ""
        self.grid = _Grid()
        self.lost = False  # after a wrong row, until the next gap
        self.ready: Record | None = None  # a puzzle that a [State] may still follow

    def read(self, lines: Iterable[Line]) -> Iterator[Record]:
        number = 0
        for number, line, fault in lines:
            text = line.strip()
            if fault:
                yield from self._fail(number, line, fault)
            elif not text:
                self.lost = False
            elif shape := _SHAPE.fullmatch(text):
                self.said = check_box(int(shape[1]), int(shape[2]))
            elif _is_comment(text):
                self.lost = False
            elif text.startswith("["):
                yield from self._incomplete()
                self.lost, self.section = False, text.strip("[] ").lower()
            else:
                yield from self._line(number, text.translate(_DRAWN))
        yield from self._incomplete()
        if self.ready:
            yield self.ready

    def _line(self, number: int, text: str) -> Iterator[Record]:
        if self.section == "pencilmarks":
            yield from self._row(number, text, [part.strip() for part in text.split(",")])
        elif _is_rule(text, dashes=self.dashes):
            return
        elif _is_text(text) and not self.grid.rows:
            self.lost = False  # a title
        elif not self.lost:
            yield from self._row(number, text, _cells(text, self.style))

    def _row(self, number: int, text: str, cells: list[str]) -> Iterator[Record]:
        grid = self.grid
        if not grid.rows:
            if default_box(len(cells)) is None:
                yield from self._lone(number, text)
                return
            self.grid = grid = _Grid(number, text, [], _bars(text, len(cells), self.style))
        size = len(grid.rows[0]) if grid.rows else len(cells)
        if len(cells) != size:
            message = _("expected a row of {expected} cells, got {got}: {text}")
            error = ParseError(message.format(expected=size, got=len(cells), text=quote(text)))
            yield from self._fail(number, text, error)
            return
        grid.rows.append(cells)
        if len(grid.rows) == size:
            self.grid = _Grid()
            yield from self._finish(grid, size)

    def _lone(self, number: int, text: str) -> Iterator[Record]:
        """Yield what a line is that cannot be a row: a whole puzzle, or wrong."""
        yield from self._release()
        try:
            yield Record(number, text, _read_line(text, self.box or self.said))
        except TessellaError as error:
            yield from self._fail(number, text, error)

    def _finish(self, grid: _Grid, size: int) -> Iterator[Record]:
        section, self.section = self.section, ""
        box = self.box or self.said
        if box is None and 2 <= grid.width < size and size % grid.width == 0:
            box = (size // grid.width, grid.width)
        try:
            cells = [cell for row in grid.rows for cell in row]
            old = self.ready.board if self.ready else None
            if old and section in ("state", "pencilmarks"):
                board = _state(old, cells) if section == "state" else _marked(old, cells)
                self.ready = self.ready._replace(board=board) if self.ready else None
                return
            yield from self._release()
            self.ready = Record(grid.line, grid.text, _board(cells, size, box, self.style))
        except TessellaError as error:
            yield from self._fail(grid.line, grid.text, error)
            self.lost = False

    def _release(self) -> Iterator[Record]:
        if self.ready:
            yield self.ready
        self.ready = None

    def _fail(self, number: int, text: str, error: TessellaError) -> Iterator[Record]:
        yield from self._release()
        self.grid, self.lost = _Grid(), True
        yield _wrong(number, text, error)

    def _incomplete(self) -> Iterator[Record]:
        grid, self.grid = self.grid, _Grid()
        if len(grid.rows) == 1 and shape_of_cells(len(grid.rows[0])):
            yield from self._lone(grid.line, grid.text)  # 4x4 in one line, with gaps between its rows
        elif grid.rows:
            message = _("expected {expected} rows, got {got}, the first being {text}")
            size = len(grid.rows[0])
            error = ParseError(message.format(expected=size, got=len(grid.rows), text=quote(grid.text)))
            yield from self._fail(grid.line, grid.text, error)


def _style(lines: list[str]) -> str:
    """Return what a cell is in these rows: "signs", "marks" (several digits a cell) or "numbers" (10 and up)."""
    size = len(_words(lines[0])) if lines else 0
    if default_box(size) is None:
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


def _cells(text: str, style: str) -> list[str]:
    if style != "signs":
        return _words(text)
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
        return parts[:-1] if not parts[-1] and default_box(len(parts)) is None else parts
    fields = [part.strip() for part in text.replace("||", "|").removeprefix("|").removesuffix("|").split("|")]
    if default_box(len(fields)) and all(len(part.removeprefix("+")) <= 1 for part in fields):
        return fields
    return _SIGNS.findall(text)


def _bars(text: str, size: int, style: str) -> int:
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


def _board(cells: list[str], size: int, box: Box | None, style: str) -> Board:
    """Return the board of these cells, with what they say of own digits and marks."""
    shape = shape_of_cells(size * size, box)
    if shape is None:
        assert box is not None
        message = _("expected {expected} rows, got {got}")
        raise ParseError(message.format(expected=box[0] * box[1], got=size))
    givens, digits, marks = [], [], []
    for cell, text in enumerate(cells):
        own = text.startswith("+")
        plain = text.removeprefix("+")
        if style == "marks" and len(plain) > 1:
            digit, mask = 0, sum(1 << _value(sign, cell, size) - 1 for sign in set(plain.removeprefix("~")))
        else:
            digit, mask = _value(plain or ".", cell, size), 0
        givens.append(0 if own else digit)
        digits.append(digit)
        marks.append(mask)
    return Board(shape, tuple(givens), tuple(digits), tuple(marks))


def _value(text: str, cell: int, size: int) -> int:
    if text in BLANKS:
        return 0
    value = int(text) if text.isdecimal() and text.isascii() else SYMBOLS.find(text.upper())
    if value == 0 and set(text) == {"0"}:
        return 0
    if not 1 <= value <= size:
        message = _("expected a digit from 1 to {largest} or a blank in {cell}, got {text}")
        name = f"r{cell // size + 1}c{cell % size + 1}"
        raise ParseError(message.format(largest=SYMBOLS[size], cell=name, text=quote(text)))
    return value


def _state(board: Board, cells: list[str]) -> Board:
    """Return the puzzle with the digits of its later state."""
    now = _board(cells, board.size, board.box, "signs").digits
    digits = tuple(given or digit for given, digit in zip(board.givens, now, strict=True))
    return Board(board.box, board.givens, digits, board.marks)


def _marked(board: Board, cells: list[str]) -> Board:
    """Return the board with pencil marks, a run of digits a cell."""
    masks = [sum(1 << _value(sign, n, board.size) - 1 for sign in set(text)) for n, text in enumerate(cells)]
    marks = tuple(0 if digit else mask for digit, mask in zip(board.digits, masks, strict=True))
    return Board(board.box, board.givens, board.digits, marks)


# --- OpenSudoku -------------------------------------------------------------------------------------------


def _read_xml(chunks: Iterable[bytes], box: Box | None) -> Iterator[Record]:
    """Yield the games of an OpenSudoku file."""
    reader = _XmlReader(box)
    try:
        for chunk in chunks:
            reader.feed(chunk)
            yield from reader.taken()
        reader.feed(b"")
        yield from reader.taken()
    except expat.ExpatError as error:
        yield from reader.taken()
        message = _("expected XML, got a fault in line {line}: {reason}")
        fault = ParseError(message.format(line=error.lineno, reason=expat.errors.messages[error.code]))
        yield _wrong(error.lineno, "", fault)
    except ParseError as error:
        yield from reader.taken()
        yield _wrong(reader.parser.CurrentLineNumber, "", error)


class _XmlReader:
    """Collects the games; refuses a document type, the one door for entities, and whatever grows without end."""

    def __init__(self, box: Box | None) -> None:
        self.box = box
        self.found: list[Record] = []
        self.depth = 0
        self.fed = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk, an empty one at the end; raises `ParseError` and `expat.ExpatError`."""
        self.fed += len(chunk)
        self.parser.Parse(chunk, not chunk)
        if self.fed - max(self.parser.CurrentByteIndex, 0) > 16 * LONGEST:
            raise ParseError(_("expected an XML element of at most {limit} bytes").format(limit=16 * LONGEST))

    def taken(self) -> list[Record]:
        """Return the games found since the last call."""
        found, self.found = self.found, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > 100 or (self.depth == 1 and name != "opensudoku"):
            raise ParseError(_("expected an <opensudoku> document, got {text}").format(text=quote(f"<{name}>")))
        if name != "game":
            return
        data, line = attributes.get("data", ""), self.parser.CurrentLineNumber
        try:
            box = parse_box(attributes["box"]) if "box" in attributes and self.box is None else self.box
            self.found.append(Record(line, data[:200], _read_game(data, box)))
        except TessellaError as error:
            self.found.append(_wrong(line, data, error))

    def _end(self, _name: str) -> None:
        self.depth -= 1

    def _doctype(self, *_parts: object) -> None:
        raise ParseError(_("expected XML without a document type, got {text}").format(text=quote("<!DOCTYPE")))


def _read_game(data: str, box: Box | None) -> Board:
    """Return the board of a game's `data`: a line of cells, or value, notes and "may be changed" for every cell."""
    match = re.match(r"version: (\d+)\s+", data)
    if match is None:
        return _read_line(data.strip() or "''", box)
    parts = data[match.end() :].strip().rstrip("|").split("|")
    per_cell = 4 if int(match[1]) > 2 and len(parts) % 4 == 0 else 3
    shape = shape_of_cells(len(parts) // per_cell, box)
    if len(parts) % per_cell or shape is None:
        message = _("expected {expected} cells, got {got}: {text}")
        raise ParseError(message.format(expected=81, got=f"{len(parts) / per_cell:g}", text=quote(data)))
    size = shape[0] * shape[1]
    givens, digits, marks = [], [], []
    for cell in range(size * size):
        value, note, *_more, editable = parts[cell * per_cell : (cell + 1) * per_cell]
        digit = _value(value, cell, size)
        mask = _note(note, cell, size)
        givens.append(0 if editable == "1" else digit)
        digits.append(digit)
        marks.append(0 if digit else mask)
    return Board(shape, tuple(givens), tuple(digits), tuple(marks))


def _note(note: str, cell: int, size: int) -> int:
    """Return the marks of a note: a mask, or digits each followed by a comma, or a dash for none."""
    if note in ("-", ""):
        return 0
    if "," in note:
        return sum(1 << _value(part, cell, size) - 1 for part in set(note.strip(",").split(",")))
    if not re.fullmatch(r"\d{1,8}", note, re.ASCII) or int(note) >> size:
        raise ParseError(_("expected pencil marks as a number, got {text}").format(text=quote(note)))
    return int(note)


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute, line feeds kept; Python's own `quoteattr` loads half of the web."""
    return '"' + escape(text).replace("\n", "&#10;") + '"'


def _write_game(board: Board, _solution: Board | None) -> str:
    parts = zip(board.digits, board.marks, board.givens, strict=True)
    data = "".join(f"{digit}|{mask}|{0 if given else 1}|" for digit, mask, given in parts)
    plain = board.givens == board.digits and not any(board.marks)
    state = 1 if plain else 2 if board.is_over() else 0  # OpenSudoku's: not started, completed, being played
    data = _quoted("version: 2\n" + data)
    # The box shape is our own addition, where OpenSudoku has no such grid.
    shape = "" if board.box == default_box(board.size) else f' box="{board.box[0]}x{board.box[1]}"'
    return f'    <game created="0" state="{state}" time="0" last_played="0"{shape} data={data} />'


# --- JSON -------------------------------------------------------------------------------------------------


def _read_json(chunks: Iterable[bytes], box: Box | None) -> Iterator[Record]:
    """Yield the puzzles of JSON: objects or grids one after the other, or in a list."""
    decoder = json.JSONDecoder()
    text, line, failed = "", 1, False
    opened = False
    for chunk in chain(chunks, [b""]):
        text += chunk.decode("utf-8", "replace")
        while text:
            rest = text.lstrip(" \t\r\n,") if not opened else text.lstrip(" \t\r\n,]")
            line += text[: len(text) - len(rest)].count("\n")
            text = rest
            if not opened and re.match(r"\[\s*(?:[{\"]|\[\s*[\[\"])", text):
                opened, text = True, text[1:]
                continue
            try:
                value, end = decoder.raw_decode(text)
            except (json.JSONDecodeError, RecursionError):
                break
            yield _json_record(value, line, text[:200].split("\n", 1)[0], box)
            line += text[:end].count("\n")
            text = text[end:]
        if len(text) > 16 * LONGEST:
            failed = True
            break
    if failed or text.strip():
        yield _wrong(line, text, ParseError(_("expected JSON, got {text}").format(text=quote(text.strip()))))


def _json_record(value: Any, line: int, text: str, box: Box | None) -> Record:
    try:
        solution = ""
        if isinstance(value, dict):
            named = {str(key).lower(): part for key, part in value.items()}
            answer = next((named[name] for name in _SOLUTION_NAMES if name in named), "")
            solution = answer if isinstance(answer, str) else Board.from_rows(answer, box).to_text()
        return Record(line, text, _json_board(value, box), None, solution)
    except TessellaError as error:
        return _wrong(line, text, error)
    except (TypeError, ValueError, AttributeError, KeyError):
        message = _("expected a Sudoku as a text, as rows or as an object with givens, got {text}")
        return _wrong(line, text, ParseError(message.format(text=quote(text))))


def _json_board(value: Any, box: Box | None) -> Board:
    if isinstance(value, str):
        return _read_line(value.strip() or "''", box)
    if isinstance(value, list):
        return Board.from_rows(value, box)
    named = {str(key).lower(): part for key, part in value.items()}
    shape = named.get("box")
    if shape is not None:
        rows, cols = shape.split("x") if isinstance(shape, str) else shape
        box = check_box(int(rows), int(cols))
    name = min(named.keys() & set(_PUZZLE_NAMES), key=_PUZZLE_NAMES.index)  # ValueError where there is none
    puzzle = _json_board(named[name], box)
    digits = Board.from_rows(named["digits"], puzzle.box).digits if "digits" in named else puzzle.digits
    marks = puzzle.marks
    if "marks" in named:
        cells = [cell for row in named["marks"] for cell in row]
        masks = [sum(1 << _value(str(mark), n, puzzle.size) - 1 for mark in set(cell)) for n, cell in enumerate(cells)]
        marks = tuple(masks)
    return Board(puzzle.box, puzzle.givens, digits, marks)


def _write_json(board: Board, solution: Board | None) -> str:
    size = board.size
    value: dict[str, Any] = {"box": list(board.box), "givens": board.puzzle.rows}
    if board.digits != board.givens:
        value["digits"] = board.rows
    if any(board.marks):
        lists = [digits_of(mask) for mask in board.marks]
        value["marks"] = [lists[start : start + size] for start in range(0, size * size, size)]
    if solution:
        value["solution"] = solution.rows
    return json.dumps(value)


# --- writing ----------------------------------------------------------------------------------------------


def _shape_line(board: Board, *, drawn: bool = False) -> str:
    """Return the comment that says a box shape which the drawing does not show, if there is need of one."""
    usual = board.box == default_box(board.size)
    doubtful = board.size == 16 and max(board.digits) <= 4  # rows that look like puzzles of 4x4
    return "" if usual and (drawn or not doubtful) else f"# box {board.box[0]}x{board.box[1]}\n"


def _write_line(board: Board, _solution: Board | None) -> str:
    return board.to_text()


def _write_sdm(board: Board, _solution: Board | None) -> str:
    return Board.of_givens(board.digits, board.box).to_text().replace(".", "0")


def _write_rows(board: Board, _solution: Board | None) -> str:
    return _shape_line(board) + "\n".join("".join(SYMBOLS[digit] for digit in row) for row in board.rows)


def _write_small(board: Board, _solution: Board | None) -> str:
    return _shape_line(board, drawn=True) + rendering.small(board.rows, board.box, board.puzzle.rows, ascii_only=True)


def _write_boxed(board: Board, _solution: Board | None) -> str:
    return rendering.boxed(board.rows, board.box, board.puzzle.rows, ascii_only=True)


def _write_marks(board: Board, _solution: Board | None) -> str:
    """Write a word a cell: a digit, `+` and an own digit, or the marks, with `~` before what might be taken for one."""
    words = []
    for given, digit, mask in zip(board.givens, board.digits, board.marks, strict=True):
        marks = "".join(SYMBOLS[mark] for mark in digits_of(mask))
        if marks:
            words.append(("~" if len(marks) == 1 or board.size > 9 else "") + marks)
        else:
            words.append(("" if given or not digit else "+") + SYMBOLS[digit])
    height, width = board.box
    size = board.size
    wide = [max(map(len, words[col::size])) for col in range(size)]
    lines = []
    for row in range(size):
        cells = [word.ljust(wide[col]) for col, word in enumerate(words[row * size : (row + 1) * size])]
        groups = [" ".join(cells[start : start + width]) for start in range(0, size, width)]
        line = "| " + " | ".join(groups) + " |"
        if row % height == 0:
            lines.append("+" + "+".join("-" * (len(group) + 2) for group in groups) + "+")
        lines.append(line)
    return _shape_line(board, drawn=True) + "\n".join([*lines, lines[0]])


def _write_sdk(board: Board, _solution: Board | None) -> str:
    def rows(values: tuple[int, ...]) -> str:
        size = board.size
        signs = "".join(SYMBOLS[value] for value in values)
        return "\n".join(signs[start : start + size] for start in range(0, len(signs), size))

    parts = [_shape_line(board) + "[Puzzle]", rows(board.givens)]
    if board.digits != board.givens:
        parts += ["[State]", rows(board.digits)]
    if any(board.marks):
        marks = ["".join(SYMBOLS[mark] for mark in digits_of(mask)) for mask in board.marks]
        size = board.size
        parts += ["[PencilMarks]", *(",".join(marks[start : start + size]) for start in range(0, len(marks), size))]
    return "\n".join(parts)


def _write_ss(board: Board, _solution: Board | None) -> str:
    height, width = board.box
    size = board.size
    edge = "*" + "-" * (size + height - 1) + "*"
    rule = "|" + "+".join(["-" * width] * height) + "|"
    lines = [edge]
    for number, row in enumerate(board.rows):
        if number and number % height == 0:
            lines.append(rule)
        signs = "".join(SYMBOLS[digit] for digit in row)
        lines.append("|" + "|".join(signs[start : start + width] for start in range(0, size, width)) + "|")
    return _shape_line(board, drawn=True) + "\n".join([*lines, edge])


def _write_xml1(board: Board, _solution: Board | None) -> str:
    return f"  <game data={_quoted(_write_sdm(board, None))} />"


def _write_csv(board: Board, solution: Board | None) -> str:
    return f"{board.to_text()},{solution.to_text() if solution else ''}"


def _write_library_line(board: Board, _solution: Board | None) -> str:
    return write_library(board)


_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write puzzles down.

    `holds` says how much of a board it keeps: "givens" (own digits are written as givens), "digits" or
    "marks" (all).
    """

    name: str
    holds: str
    body: Callable[[Board, Board | None], str]
    head: str = ""
    foot: str = ""
    gap: str = ""  # between two puzzles
    sizes: tuple[int, ...] = ()  # that it can write; all if none is named


FORMATS = {
    form.name: form
    for form in (
        Format("line", "marks", _write_line),
        Format("sdm", "givens", _write_sdm),
        Format("rows", "givens", _write_rows, gap="\n"),
        Format("small", "digits", _write_small, gap="\n"),
        Format("boxed", "digits", _write_boxed, gap="\n"),
        Format("marks", "marks", _write_marks, gap="\n"),
        Format("sdk", "marks", _write_sdk, gap="\n"),
        Format("ss", "givens", _write_ss, gap="\n"),
        Format(
            "opensudoku",
            "marks",
            _write_game,
            _XML + '<opensudoku version="2">\n  <folder name="Tessella" created="0">\n',
            "  </folder>\n</opensudoku>\n",
        ),
        Format(
            "opensudoku1", "givens", _write_xml1, _XML + "<opensudoku>\n  <name>Tessella</name>\n", "</opensudoku>\n"
        ),
        Format("library", "digits", _write_library_line, sizes=(9,)),
        Format("csv", "marks", _write_csv, "puzzle,solution\n"),
        Format("json", "marks", _write_json),
    )
}


def kept(board: Board, form: str) -> Board:
    """Return what is left of a board once it is written in a format and read again."""
    holds = FORMATS[form].holds
    if form == "library":
        marks = tuple(mark & mask if mark else mask for mark, mask in zip(board.marks, board.candidates(), strict=True))
        return Board(board.box, board.givens, board.digits, marks)
    if holds == "givens":
        return Board.of_givens(board.digits, board.box)
    return board if holds == "marks" else Board(board.box, board.givens, board.digits, (0,) * len(board.digits))


def write(board: Board, form: str = "line", solution: Board | None = None) -> str:
    """Return a puzzle as text in a format of `FORMATS`, as a whole file would hold it; raises `ParseError`.

    >>> print(write(Board.parse("1...|..2.|.3..|...4"), "ss"), end="")
    *-----*
    |1.|..|
    |..|2.|
    |--+--|
    |.3|..|
    |..|.4|
    *-----*
    """
    return "".join(write_many([(board, solution)], form))


def write_many(puzzles: Iterable[tuple[Board, Board | None]], form: str = "line") -> Iterator[str]:
    """Yield the text of a file of puzzles with their solutions, piece by piece."""
    if form not in FORMATS:
        message = _("expected a format, one of {names}, got {text}")
        raise ParseError(message.format(names=", ".join(FORMATS), text=quote(form)))
    chosen = FORMATS[form]
    yield chosen.head
    gap = ""
    for board, solution in puzzles:
        yield gap + chosen.body(board, solution) + "\n"
        gap = chosen.gap
    yield chosen.foot
