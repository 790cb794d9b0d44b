"""OpenSudoku's XML: a `<game>` a puzzle, as a line of digits in version 1, with notes in version 2."""

import re
from collections.abc import Iterable, Iterator
from html import escape
from xml.parsers import expat

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.sudoku import geometry
from tessella.sudoku.formats import line
from tessella.sudoku.formats.base import MAX_VALUE_BYTES, ParsedRecord, wrong_record
from tessella.sudoku.geometry import Box
from tessella.sudoku.rules.cells import Cells, PlainCells, rules_of
from tessella.sudoku.rules.peers import is_complete

_END = b"</opensudoku>"


def read(chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
    """Yield the games of a file."""
    reader = _XmlReader(box)
    try:
        for chunk in _by_document(chunks):
            reader.feed(chunk)
            yield from reader.taken()
    except expat.ExpatError as error:
        yield from reader.taken()
        message = _("expected XML, got a fault in line {line}: {reason}")
        number = reader.lines + error.lineno
        yield wrong_record(number, "", ParseError(message, line=number, reason=expat.errors.messages[error.code]))
    except ParseError as error:
        yield from reader.taken()
        yield wrong_record(reader.line, "", error)
    except (LookupError, ValueError) as error:  # an encoding that Python does not know, or expat cannot use
        yield wrong_record(1, "", ParseError(_("expected XML in UTF-8 or a similar encoding: {reason}"), reason=error))


def _by_document(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pieces of a file, none of which lies in two documents, and an empty one at the end."""
    kept = b""
    for chunk in chunks:
        *whole, rest = (kept + chunk).split(_END)
        yield from (piece + _END for piece in whole)
        kept = rest[-len(_END) :]
        yield rest[: -len(_END)] or b" "
    yield kept or b" "
    yield b""


class _XmlReader:
    """Collects the games; refuses a document type, the one door for entities, and whatever grows without end."""

    def __init__(self, box: Box | None) -> None:
        self.box = box
        self.found: list[ParsedRecord] = []
        self.lines = self.documents = 0  # before this one
        self._begin()

    def _begin(self, encoding: str | None = None) -> None:
        self.depth = self.fed = 0
        self.parser = expat.ParserCreate(encoding)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk, an empty one at the end; raises `ParseError` and `expat.ExpatError`."""
        if not self.fed:  # an XML declaration stands at the very beginning
            data = chunk.lstrip()
            self.lines += chunk.count(b"\n") - data.count(b"\n")
            if not data and (chunk or self.documents):
                return
            if re.match(rb"<\?xml[^>]{0,80}encoding=.utf-?16", data, re.IGNORECASE):
                self._begin("utf-8")  # which it is by now
            chunk = data
        self.fed += len(chunk)
        self.parser.Parse(chunk, not chunk or chunk.endswith(_END))
        if chunk.endswith(_END):
            self.lines += self.parser.CurrentLineNumber - 1
            self.documents += 1
            self._begin()
        if self.fed - max(self.parser.CurrentByteIndex, 0) > MAX_VALUE_BYTES:
            raise ParseError(_("expected an XML element of at most {limit} bytes"), limit=MAX_VALUE_BYTES)

    @property
    def line(self) -> int:
        """The number of the line that is being read."""
        return self.lines + self.parser.CurrentLineNumber

    def taken(self) -> list[ParsedRecord]:
        """Return the games found since the last call."""
        found, self.found = self.found, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > 100 or (self.depth == 1 and name != "opensudoku"):
            raise ParseError(_("expected an <opensudoku> document, got {text}"), text=f"<{name}>")
        if name != "game":
            return
        data, number = attributes.get("data", ""), self.line
        try:
            box = geometry.parse_box(attributes["box"]) if "box" in attributes and self.box is None else self.box
            self.found.append(ParsedRecord(number, data[:200], _parse_game(data, box)))
        except TessellaError as error:
            self.found.append(wrong_record(number, data, error))

    def _end(self, _name: str) -> None:
        self.depth -= 1

    def _doctype(self, *_parts: object) -> None:
        raise ParseError(_("expected XML without a document type, got {text}"), text="<!DOCTYPE")


def _parse_game(data: str, box: Box | None) -> PlainCells:
    """Return the cells of a game's `data`: a line of cells, or value, notes and "may be changed" for every cell."""
    match = re.match(r"version: (\d+)\s+", data)
    if match is None:
        return line.parse_loose(data.strip(), box)
    parts = data[match.end() :].strip().rstrip("|").split("|")
    per_cell = 4 if int(match[1]) > 2 and len(parts) % 4 == 0 else 3
    if len(parts) % per_cell:
        message = _("expected {n} values for each cell, got {got} in all: {text}")
        raise ParseError(message, n=per_cell, got=len(parts), text=data)
    if (shape := geometry.shape_of_cells(cells := len(parts) // per_cell, box)) is None:
        raise ParseError(line.wrong_count(81, cells, data))
    size = shape[0] * shape[1]
    givens, digits, marks = [], [], []
    for cell in range(size * size):
        value, note, *_more, editable = parts[cell * per_cell : (cell + 1) * per_cell]
        digit = geometry.value_of(value, cell, size)
        mask = _parse_note(note, cell, size)
        givens.append(0 if editable == "1" else digit)
        digits.append(digit)
        marks.append(0 if digit else mask)
    return PlainCells(shape, tuple(givens), tuple(digits), tuple(marks))


def _parse_note(note: str, cell: int, size: int) -> int:
    """Return the marks of a note: a mask, or digits each followed by a comma, or a dash for none."""
    if note in ("-", ""):
        return 0
    if "," in note:
        return geometry.mask_of(note.strip(",").split(","), cell, size)
    if not re.fullmatch(r"\d{1,8}", note, re.ASCII) or int(note) >> size:
        raise ParseError(_("expected pencil marks as a number, got {text}"), text=note)
    return int(note)


def _quoted(text: str) -> str:
    """Return a text as the value of an attribute, line feeds kept; Python's own `quoteattr` loads half of the web."""
    return '"' + escape(text).replace("\n", "&#10;") + '"'


def write_digits(cells: Cells) -> str:
    """Return the element of a puzzle in version 1: its digits alone."""
    return f"  <game data={_quoted(line.write_digits(cells))} />"


def write_notes(cells: Cells) -> str:
    """Return the element of a puzzle in version 2, with pencil marks."""
    parts = zip(cells.digits, cells.marks, cells.givens, strict=True)
    data = "".join(f"{digit}|{mask}|{0 if given else 1}|" for digit, mask, given in parts)
    plain = cells.givens == cells.digits and not any(cells.marks)
    state = 1 if plain else 2 if is_complete(cells.digits, rules_of(cells)) else 0  # not started, done, being played
    data = _quoted("version: 2\n" + data)
    height, width = cells.box
    # The box shape is our own addition, where OpenSudoku has no such grid.
    shape = "" if cells.box == geometry.default_box(height * width) else f' box="{height}x{width}"'
    return f'    <game created="0" state="{state}" time="0" last_played="0"{shape} data={data} />'
