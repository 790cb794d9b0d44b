"""The table of formats: for each its name, how it is read and written, and how much of a position it holds."""

import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import islice

from tessella.errors import ParseError, one_of
from tessella.i18n import _
from tessella.io.lines import numbered_lines
from tessella.sudoku import rendering
from tessella.sudoku.formats import csv_table, hodoku, json_objects, line, opensudoku, rows
from tessella.sudoku.formats.base import LineReader, ParsedRecord, box_comment
from tessella.sudoku.formats.detect import detect_source
from tessella.sudoku.rules import Box, Cells, PlainCells


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write puzzles down.

    `holds` says how much of a position it keeps: "givens" (own digits are written as givens), "digits" or "marks"
    (all).
    """

    name: str
    holds: str
    # Returns the text of one puzzle; with `holds_solution` it is told the solution too, or None
    write: Callable[..., str]
    _: KW_ONLY
    line_reader: Callable[[Box | None], LineReader] | None = None  # the reader of a format that has one puzzle a line
    read: Callable[[Iterable[bytes], Box | None], Iterator[ParsedRecord]] = rows.read  # reads any other format
    holds_solution: bool = False
    head: str = ""
    foot: str = ""
    gap: str = ""  # what stands between two puzzles
    sizes: tuple[int, ...] = ()  # the sizes that it can write; all if none is named

    def text(self, cells: Cells, solution: Cells | None = None) -> str:
        """Return the text of one puzzle, with its solution where the format has a place for it."""
        return self.write(cells, solution) if self.holds_solution else self.write(cells)

    def records(self, chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
        """Yield the puzzles of a stream."""
        return self.line_reader(box).records(numbered_lines(chunks)) if self.line_reader else self.read(chunks, box)


def _write_small(cells: Cells) -> str:
    return box_comment(cells, drawn=True) + rendering.small(cells, ascii_only=True)


FORMATS = {
    one.name: one
    for one in (
        Format("line", "marks", line.write, line_reader=line.Reader),
        Format("sdm", "givens", line.write_digits, line_reader=line.Reader),
        Format("rows", "givens", rows.write_rows, gap="\n"),
        Format("small", "digits", _write_small, gap="\n"),
        Format("boxed", "digits", partial(rendering.boxed, ascii_only=True), gap="\n"),
        Format("marks", "marks", rows.write_marks, gap="\n"),
        Format("sdk", "marks", rows.write_sdk, gap="\n"),
        Format("ss", "givens", rows.write_ss, gap="\n"),
        Format(
            "opensudoku",
            "marks",
            opensudoku.write_notes,
            read=opensudoku.read,
            head=opensudoku.HEAD + '<opensudoku version="2">\n  <folder name="Tessella" created="0">\n',
            foot="  </folder>\n</opensudoku>\n",
        ),
        Format(
            "opensudoku1",
            "givens",
            opensudoku.write_digits,
            read=opensudoku.read,
            head=opensudoku.HEAD + "<opensudoku>\n  <name>Tessella</name>\n",
            foot="</opensudoku>\n",
        ),
        Format("library", "digits", hodoku.write, line_reader=hodoku.Reader, sizes=(9,)),
        Format(
            "csv", "marks", csv_table.write, line_reader=csv_table.Reader, holds_solution=True, head="puzzle,solution\n"
        ),
        Format("json", "marks", json_objects.write, read=json_objects.read, holds_solution=True),
    )
}
"""Every format by its name."""


def format_named(name: str) -> Format:
    """Return the format of that name; raises `ParseError`."""
    return FORMATS[one_of(FORMATS, name, _("expected a format, one of {names}, got {text}"))]


def read_one(text: str, box: Box | None = None) -> PlainCells:
    """Return the cells of the one puzzle that a text shows; raises `TessellaError` where that is not so."""
    if cells := line.parse(text, box):
        return cells
    form, chunks = detect_source(io.BytesIO(text.encode("utf-8", "replace")), None, box)
    found = list(islice(format_named(form).records(chunks, box), 2))
    if not found:
        raise ParseError(_("expected a Sudoku, got {text}"), text=text)
    first, *more = found
    if first.error:
        raise first.error
    if more:
        raise ParseError(
            _("expected one Sudoku, got more, the next in line {line}: {text}"), line=more[0].line, text=more[0].text
        )
    assert first.cells is not None
    return first.cells
