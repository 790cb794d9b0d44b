"""The table of formats, by name, and the detection of the format that a text begins in."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import KW_ONLY, dataclass
from functools import partial
from itertools import chain, islice, takewhile
from typing import Any

from tessella.errors import ParseError, RulesError, one_of
from tessella.i18n import _
from tessella.io.lines import ByteSource, as_utf8, chunks_of, numbered_lines
from tessella.sudoku import rendering
from tessella.sudoku.formats import hodoku, line, rows, rule_drawings
from tessella.sudoku.formats.base import (
    BOX_COMMENT,
    NOTHING_SAID,
    PUZZLE_NAMES,
    About,
    LineReader,
    ParsedRecord,
    box_comment,
    is_comment,
    is_four_by_four,
    late,
)
from tessella.sudoku.formats.line import count_cells, puzzle_in
from tessella.sudoku.formats.rows import as_ascii, is_rule, is_title
from tessella.sudoku.formats.variants import lines as variant_lines
from tessella.sudoku.geometry import MAX_SIZE, Box
from tessella.sudoku.rules.cells import Cells, PlainCells, refuse_variant
from tessella.sudoku.rules.ruleset import MAX_VARIANT_SIZE

MAX_HEAD_BYTES = 1 << 12  # as many bytes tell every format
XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_ALL_SIZES = tuple(range(4, MAX_SIZE + 1))
_SIZES = _ALL_SIZES[: MAX_VARIANT_SIZE - 3]


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write puzzles down.

    `holds` says how much of a position it keeps: "givens" (own digits become givens), "digits", "marks" (the centre
    marks of blank cells too) or "all".
    """

    name: str
    holds: str
    # Returns the text of one puzzle; with `holds_solution` it is told the solution too, or None, and with `holds_about`
    # what is said about it
    write: Callable[..., str]
    _: KW_ONLY
    line_reader: Callable[[Box | None], LineReader] | None = None  # the reader of a format that has one puzzle a line
    read: Callable[[Iterable[bytes], Box | None], Iterator[ParsedRecord]] = rows.read  # reads any other format
    holds_solution: bool = False
    holds_rules: bool = False  # constraints beside rows, columns and boxes
    holds_about: bool = False  # name, author and source
    head: str = ""
    foot: str = ""
    gap: str = ""  # what stands between two puzzles
    sizes: tuple[int, ...] = ()  # the sizes that it can write; all if none is named

    def text(self, cells: Cells, solution: Cells | None = None, about: About = NOTHING_SAID) -> str:
        """Return the text of one puzzle, with its solution and its name where the format has a place for them.

        Raises `RulesError` where it cannot say the rules of the puzzle.
        """
        if not self.holds_rules:
            refuse_variant(cells)
        if self.holds_about:
            return self.write(cells, solution, about)
        return self.write(cells, solution) if self.holds_solution else self.write(cells)

    def records(self, chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
        """Yield the puzzles of a stream."""
        return self.line_reader(box).records(numbered_lines(chunks)) if self.line_reader else self.read(chunks, box)


def _rules_in_a_line(name: str, write: Callable[..., str], sizes: Iterable[int]) -> Format:
    return Format(name, "givens", write, line_reader=variant_lines.Reader, holds_rules=True, sizes=tuple(sizes))


def _with_about(name: str, write: Callable[..., str], holds: str = "marks", **more: Any) -> Format:
    return Format(name, holds, write, holds_solution=True, holds_rules=True, holds_about=True, **more)


def in_characters(cells: Cells, draw: Callable[..., str] = rendering.small, *, ascii_only: bool = True) -> str:
    """Return a picture in characters that can be read again: the rules of the puzzle stand above it, a line each."""
    size = cells.box[0] * cells.box[1]  # not of rules, which would be made and compared for each constraint
    rules = [one.to_text(size) for one in cells.constraints]
    picture = draw(cells, ascii_only=ascii_only)
    is_small = draw is rendering.small or rules
    return (box_comment(cells, drawn=True) if is_small else "") + "\n".join([*rules, picture])


FORMATS = {
    one.name: one
    for one in (
        Format("line", "all", line.write, line_reader=line.Reader, holds_rules=True),
        Format("sdm", "givens", line.write_digits, line_reader=line.Reader),
        Format("rows", "givens", rows.write_rows, gap="\n"),
        Format("small", "digits", in_characters, gap="\n", holds_rules=True),
        Format("boxed", "digits", partial(in_characters, draw=rendering.boxed), gap="\n", holds_rules=True),
        Format("marks", "marks", rows.write_marks, gap="\n"),
        Format("sdk", "marks", rows.write_sdk, gap="\n"),
        Format("ss", "givens", rows.write_ss, gap="\n"),
        Format(
            "opensudoku",
            "marks",
            late("opensudoku", "write_notes"),
            read=late("opensudoku", "read"),
            head=XML_HEAD + '<opensudoku version="2">\n  <folder name="Tessella" created="0">\n',
            foot="  </folder>\n</opensudoku>\n",
        ),
        Format(
            "opensudoku1",
            "givens",
            late("opensudoku", "write_digits"),
            read=late("opensudoku", "read"),
            head=XML_HEAD + "<opensudoku>\n  <name>Tessella</name>\n",
            foot="</opensudoku>\n",
        ),
        Format("library", "digits", hodoku.write, line_reader=hodoku.Reader, sizes=(9,)),
        Format(
            "csv",
            "all",
            line.write_csv,
            line_reader=line.CsvReader,
            holds_solution=True,
            holds_rules=True,
            head="puzzle,solution\n",
        ),
        _with_about("json", late("json_objects", "write"), read=late("json_objects", "read")),
        *(
            _with_about(name, late(f"variants.{module}", "write"), line_reader=variant_lines.Reader, sizes=_ALL_SIZES)
            for name, module in (("fpuzzles", "fpuzzles"), ("sudokupad", "sudokupad_puzzle"))
        ),
        _with_about(
            "scl",
            late("variants.sudokupad_puzzle", "write_drawing"),
            "givens",
            line_reader=variant_lines.Reader,
            sizes=_SIZES,
        ),
        _with_about("ipuz", late("variants.ipuz", "write"), read=late("json_objects", "read"), sizes=_SIZES),
        _with_about("penpa", late("variants.penpa", "write"), "givens", line_reader=variant_lines.Reader, sizes=_SIZES),
        _rules_in_a_line("iss", late("variants.iss", "write"), _SIZES),
        _rules_in_a_line("sumocue", late("variants.killer_lines", "write"), (9,)),
        _rules_in_a_line("killer81", late("variants.killer_lines", "write_pointers"), (9,)),
    )
}


def format_named(name: str) -> Format:
    """Return the format of that name; raises `ParseError`."""
    return FORMATS[one_of(FORMATS, name, _("expected a format, one of {names}, got {text}"))]


def read_one(text: str, box: Box | None = None) -> PlainCells:
    """Return the cells of the one puzzle that a text shows; raises `TessellaError` where that is not so."""
    try:
        if cells := line.parse(text, box):
            return cells
    except RulesError:
        if "\n" not in text.strip():
            raise  # else what stands behind the rules may be another puzzle
    form, chunks = detect_source(io.BytesIO(text.encode("utf-8", "backslashreplace")), None, box)
    found = list(islice(format_named(form).records(chunks, box), 2))
    if not found:
        raise ParseError(_("expected a Sudoku, got {text}"), text=text)
    first, *more = found
    if first.error:
        raise first.error
    if more:
        message = _("expected one Sudoku, got more, the next in line {line}: {text}")
        raise ParseError(message, line=more[0].line, text=more[0].text)
    assert first.cells is not None
    return first.cells


def detect(head: str, box: Box | None = None) -> str:
    """Return the name of the format that a text begins in: "line", "csv", "json", "fpuzzles" and so on.

    "rows" stands for everything that shows a row a line, and "sumocue" for all lines of cages.

    >>> detect("puzzle,solution"), detect('{"givens": [['), detect("5 3 . | . 7 ."), detect("." * 81)
    ('csv', 'json', 'rows', 'line')
    """
    text = as_ascii(head.lstrip("\ufeff \t\r\n"))
    if text.startswith("<"):
        return "opensudoku"
    if re.search(r"[\[({]", text[:400]) and late("json_objects", "is_begun")(text):
        return "json"
    told = [line for line in map(str.strip, text.splitlines()) if line and not is_comment(line)]
    if form := told and ("rows" if rule_drawings.is_rule(told[0]) else variant_lines.form_of(told[0])):
        return form
    lines = [line for line in told if not is_rule(line) and (not is_title(line) or puzzle_in(line))]
    first = next(iter(lines or told), "")
    if first.startswith(":") and first.count(":") >= 5:
        return "library"
    if told and (line.delimiter_of(told[0]) or line.delimiter_of(first) or _is_one_column(told)):
        return "csv"
    return _detect_cells(text, first, lines, box)


def _detect_cells(text: str, first: str, lines: list[str], box: Box | None) -> str:
    """Return "csv", "line" or "rows"; `lines` show cells, `first` is the first or a rule."""
    token = next(iter(first.split()), "")
    cells = count_cells(token)
    is_drawn = not lines and is_rule(first)  # as far as it is there
    if not is_drawn and (not lines or max(cells, len(token) * ("|" not in first)) > MAX_SIZE or puzzle_in(first)):
        return "line"
    if cells == 16 and _are_four_by_four(text, lines, box):
        return "csv" if "," in first else "line"
    return "rows"


def _is_one_column(told: list[str]) -> bool:
    """Return whether lines are CSV of puzzles alone, below the name of the column."""
    below = told[1:2]
    return told[0].strip('"').lower() in PUZZLE_NAMES and (not below or count_cells(below[0]) > MAX_SIZE)


def _are_four_by_four(text: str, lines: list[str], box: Box | None) -> bool:
    """Return whether lines that begin with one of 16 cells are puzzles of 4x4 rather than rows of 16x16."""
    said = next((int(rows) * int(cols) for rows, cols in BOX_COMMENT.findall(text)), 0)
    size = box[0] * box[1] if box else said
    if size:
        return size == 4
    tokens = [one.split()[0] for one in lines]
    same = list(takewhile(lambda token: count_cells(token) == 16, tokens))
    return is_four_by_four("".join(same)) or (len(same) < len(tokens) and len(same) % 16 > 0)


def detect_source(source: ByteSource, form: str | None, box: Box | None) -> tuple[str, Iterator[bytes]]:
    """Return the format that a source is in, unless it is named, and the chunks of its bytes from the first one on."""
    chunks = as_utf8(chunks_of(source))
    head = _head(chunks, form, box)
    return form or detect(head.decode("utf-8", "replace"), box), chain([head], chunks)


def _head(chunks: Iterable[bytes], form: str | None, box: Box | None) -> bytes:
    """Return as much of the beginning as tells the format: a line that says something, and of rows a whole puzzle.

    Where puzzles come one by one through a pipe, no more is waited for.
    """
    head = b""
    for chunk in chunks:
        head += chunk
        text = head.decode("utf-8", "replace")
        said = any(line.strip() and not is_comment(line.strip()) for line in text.split("\n")[:-1])
        if len(head) >= MAX_HEAD_BYTES or (said and (form or detect(text, box)) != "rows"):
            break
    return head
