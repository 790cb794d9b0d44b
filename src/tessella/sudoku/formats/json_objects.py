"""JSON and its like: objects such as `{"givens": [[5, 3, 0, ...], ...]}` and grids, one after the other or in a list.

Literals of Python, Java and C are read as well: `grid = [[5, 3, None, ...], ...]`, `int[][] grid = {{5, 3, ...}, ...};`
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.sudoku.formats import line as line_format
from tessella.sudoku.formats.base import (
    MAX_VALUE_BYTES,
    NOTHING_SAID,
    PUZZLE_NAMES,
    SOLUTION_NAMES,
    About,
    ParsedRecord,
    is_four_by_four,
    wrong_record,
)
from tessella.sudoku.formats.variants import fpuzzles, ipuz, self_describing
from tessella.sudoku.formats.variants.base import VariantPuzzle, refuse_unknown, unknown_rule
from tessella.sudoku.geometry import MAX_SIZE, Box, check_box, default_box, digits_of, mask_of, rows_of, shape_of_cells
from tessella.sudoku.rules.cells import Cells, PlainCells

# What stands before a value in a program: `grid =`, `np.array(`, `int grid[9][9] =`, `new int[][]`
_NAME = re.compile(
    r"(?:(?!new\s)[A-Za-z_][\w.:,\s\[\]]{0,80}?[=(\[]\s*(?=[\[({A-Za-z])){0,2}(?:new\s+\w+\s*(?:\[\d*\]\s*)+)?(?=[\[({])"
)
_KEYS = (*PUZZLE_NAMES, *SOLUTION_NAMES, "box", "digits", "marks")
CUT_SIGNS = 100  # as many signs at the end of a chunk are looked at
_BEGUN = re.compile(r"\{|[\[(][\[({\s]*(?:[\"']|None|null|-?\d+\s*[,\])}]|$)")
_CODE = re.compile(r"\bNone\b|,\s*(?=[\])}])|,\s*dtype=[\w.]+")  # what JSON writes otherwise, and not at all
_CUT = re.compile(r"(?:,\s*(?:d[\w.=]{0,20})?|\bN|\bNo|\bNon)\Z")  # the beginning of that, perhaps
_STRINGS = {  # possessive: a string without end would be remembered sign by sign
    quote: re.compile(rf"({quote}[^{quote}\\]*+(?:\\.[^{quote}\\]*+)*+{quote})", re.DOTALL) for quote in "\"'"
}


def is_begun(text: str) -> bool:
    """Return whether a text begins as JSON or a literal of a programming language does.

    >>> is_begun("[[5, 3, 0,"), is_begun("grid = [[5, None"), is_begun("[Puzzle]"), is_begun("[[5 3 0")
    (True, True, False, False)
    """
    name = _NAME.match(text)
    return _BEGUN.match(text, name.end() if name else 0) is not None


def _decoded(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield text, with the brackets, quotes and words of other languages replaced by those of JSON.

    What stands in quotes stays as it is, and comes in one piece.
    """
    kept, signs, quote = "", None, '"'
    for chunk in chain(chunks, [b""]):
        text = kept + chunk.decode("utf-8", "replace")
        if signs is None and text.strip():
            name = _NAME.match(text.lstrip())
            literal = text.lstrip()[name.end() if name else 0 :]
            braces = "[]" if re.match(r"\{\s*[{\d]", literal) else "{}"
            quote = '"' if '"' in text else "'"
            signs = {} if quote == '"' else str.maketrans("(){}", f"[]{braces}")
        parts = _STRINGS[quote].split(text)  # by turns code and strings
        code = parts[-1]
        opened = code.find(quote)
        cut = _CUT.search(code, max(len(code) - CUT_SIGNS, 0))
        end = opened if opened >= 0 else cut.start() if cut else len(code)
        if not chunk or len(code) - end > MAX_VALUE_BYTES:
            end = len(code)
        parts[-1], kept = code[:end], code[end:]
        yield "".join(
            _as_string(part)
            if number % 2
            else _CODE.sub(lambda found: "null" if found[0] == "None" else "", part).translate(signs or {})
            for number, part in enumerate(parts)
        )


def _as_string(text: str) -> str:
    """Return a string with the quotes of JSON."""
    inner = text[1:-1]
    return text if text[0] == '"' else '"' + inner.replace('"', '\\"').replace("\\'", "'") + '"'


def read(chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
    """Yield the puzzles of JSON: objects or grids one after the other, or in a list."""
    decoder = json.JSONDecoder()
    text, line = "", 1
    between, opened = " \t\r\n,", False
    for more in _decoded(chunks):
        text += more
        while text:
            rest = text.lstrip(between)
            if name := _NAME.match(rest):
                rest = rest[name.end() :]
            line += text[: len(text) - len(rest)].count("\n")
            text = rest
            try:
                if not opened and re.match(r"\[\s*[^\s\]]", text):
                    first, _end = decoder.raw_decode(text, len(text) - len(text[1:].lstrip()))
                    if _is_puzzle(first):
                        opened, between, text = True, between + "];", text[1:]
                        continue
                value, end = decoder.raw_decode(text)
            except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, or too deep
                break
            shown = text[:200].split("\n", 1)[0]
            for one in _puzzles(value):
                yield _record(one, line, shown, box)
            line += text[:end].count("\n")
            text, between = text[end:], " \t\r\n,];)"
        if len(text) > MAX_VALUE_BYTES:
            break
    if text.strip(between):
        yield wrong_record(line, text, ParseError(_("expected JSON, got {text}"), text=text.strip()))


def _is_puzzle(first: Any) -> bool:
    """Return whether the first element of a list is a puzzle, and not a row or a cell of one."""
    if isinstance(first, list):
        return len(first) > MAX_SIZE or any(map(_is_puzzle, first)) or any(isinstance(one, list) for one in first)
    return isinstance(first, dict) or (isinstance(first, str) and len(first) > MAX_SIZE)


def _name_of(named: dict[str, Any], names: tuple[str, ...]) -> str:
    """Return the first of some names that an object has as a key, "" if it has none."""
    return next((name for name in names if name in named), "")


def _puzzles(value: Any) -> list[Any]:
    """Return the puzzles that a value holds, an object each or a grid; a value that holds none is returned alone."""
    if isinstance(value, dict):
        return [value] if _dialect(value) else _puzzles_of_object(value)
    if not isinstance(value, list) or not any(isinstance(one, dict | list) or _is_text(one) for one in value):
        return [value]
    first = value[0]
    is_deep = any(isinstance(row, list) and any(isinstance(one, dict | list) or _is_text(one) for one in row)
                  for row in value)  # fmt: skip
    if is_deep or isinstance(first, dict):
        return [one for part in value for one in _puzzles(part)]
    if not isinstance(first, list | str) or (default_box(len(value)) and len(first) == len(value)):
        is_list = len(value) == 16 and all(map(_is_text, value)) and is_four_by_four("".join(value))
        return value if is_list else [value]
    return value if isinstance(first, str) or shape_of_cells(len(first)) else [value]


def _puzzles_of_object(value: dict[str, Any]) -> list[Any]:
    named = {str(key).lower(): part for key, part in value.items()}
    if name := _name_of(named, PUZZLE_NAMES):
        found = _puzzles(named[name])
        return [named] if found == [named[name]] else found
    parts = [part for part in value.values() if isinstance(part, dict | list)]
    return [one for part in parts for one in _puzzles(part) if isinstance(one, dict)] or [value]


def _is_text(value: Any) -> bool:
    """Return whether a value is a row or a puzzle rather than a cell."""
    return isinstance(value, str) and len(value) > 2


def _dialect(value: Any) -> Callable[[dict[str, Any], Box | None], VariantPuzzle] | None:
    """Return the reader of an object that says the rules of its puzzle, None for any other value."""
    forms = (self_describing, fpuzzles, ipuz)
    return next((form.read for form in forms if isinstance(value, dict) and form.claims(value)), None)


def _record(value: Any, line: int, text: str, box: Box | None) -> ParsedRecord:
    try:
        if dialect := _dialect(value):
            return dialect(value, box).record(line, text)
        solution, about = "", NOTHING_SAID
        if isinstance(value, dict):
            about = self_describing.about_of(value)
            answer = value.get(_name_of(value, SOLUTION_NAMES)) or ""
            solution = answer if isinstance(answer, str) else line_format.write(_parse_value(answer, box))
        return ParsedRecord(line, text, _parse_value(value, box), None, solution, about)
    except TessellaError as error:
        return wrong_record(line, text, error)
    except (TypeError, ValueError, AttributeError, KeyError, IndexError, RecursionError, OverflowError):
        message = _("expected a Sudoku as a text, as rows or as an object with givens, got {text}")
        return wrong_record(line, text, ParseError(message, text=text))


def _parse_value(value: Any, box: Box | None) -> PlainCells:
    if isinstance(value, str):
        return line_format.parse_loose(value.strip(), box)
    if isinstance(value, list):
        size = math.isqrt(len(value))
        is_flat = len(value) == size * size > MAX_SIZE or not any(
            isinstance(row, list) or _is_text(row) for row in value
        )
        return PlainCells.from_rows(rows_of(value, size) if is_flat else value, box)
    refuse_unknown(value, _KEYS)
    if value.get("boxes") is False:  # in ipuz
        raise unknown_rule("boxes: false")
    shape = value.get("box")
    if shape is not None:
        rows, cols = shape.split("x") if isinstance(shape, str) else shape
        box = check_box(int(rows), int(cols))
    puzzle = _parse_value(value[_name_of(value, PUZZLE_NAMES)], box)
    if "digits" in value:
        puzzle = puzzle._replace(digits=PlainCells.from_rows(value["digits"], puzzle.box).digits)
    if "marks" in value:
        size = puzzle.box[0] * puzzle.box[1]
        cells = [map(str, cell) for row in value["marks"] for cell in row]
        puzzle = puzzle._replace(marks=tuple(mask_of(marks, cell, size) for cell, marks in enumerate(cells)))
    return puzzle


def write(cells: Cells, solution: Cells | None, about: About = NOTHING_SAID) -> str:
    """Return a puzzle and its solution as an object in one line, in the self-describing form if it has own rules."""
    if cells.constraints:
        return self_describing.write(cells, solution, about)
    size = cells.box[0] * cells.box[1]
    value = self_describing.said_of(about) | {"box": list(cells.box), "givens": rows_of(cells.givens, size)}
    if cells.digits != cells.givens:
        value["digits"] = rows_of(cells.digits, size)
    if any(cells.marks):
        value["marks"] = rows_of([digits_of(mask) for mask in cells.marks], size)
    if solution:
        value["solution"] = rows_of(solution.digits, size)
    return json.dumps(value)
