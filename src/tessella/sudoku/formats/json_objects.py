"""JSON: objects such as `{"givens": [[5, 3, 0, ...], ...]}`, one after the other or in a list."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.sudoku.formats import line as line_format
from tessella.sudoku.formats.base import MAX_VALUE_BYTES, PUZZLE_NAMES, SOLUTION_NAMES, ParsedRecord, wrong_record
from tessella.sudoku.rules import Box, Cells, PlainCells, check_box, digits_of, mask_of, rows_of


def read(chunks: Iterable[bytes], box: Box | None) -> Iterator[ParsedRecord]:
    """Yield the puzzles of JSON: objects or grids one after the other, or in a list."""
    decoder = json.JSONDecoder()
    text, line = "", 1
    opened = False
    for chunk in chain(chunks, [b""]):
        text += chunk.decode("utf-8", "replace")
        while text:
            rest = text.lstrip(" \t\r\n,]" if opened else " \t\r\n,")
            line += text[: len(text) - len(rest)].count("\n")
            text = rest
            if not opened and re.match(r"\[\s*(?:[{\"]|\[\s*[\[\"])", text):
                opened, text = True, text[1:]
                continue
            try:
                value, end = decoder.raw_decode(text)
            except (ValueError, RecursionError):  # no JSON, a number of thousands of digits, or too deep
                break
            yield _record(value, line, text[:200].split("\n", 1)[0], box)
            line += text[:end].count("\n")
            text = text[end:]
        if len(text) > MAX_VALUE_BYTES:
            break
    if text.strip():
        yield wrong_record(line, text, ParseError(_("expected JSON, got {text}"), text=text.strip()))


def _record(value: Any, line: int, text: str, box: Box | None) -> ParsedRecord:
    try:
        solution = ""
        if isinstance(value, dict):
            named = {str(key).lower(): part for key, part in value.items()}
            answer = next((named[name] for name in SOLUTION_NAMES if name in named), "")
            solution = answer if isinstance(answer, str) else line_format.write(PlainCells.from_rows(answer, box))
        return ParsedRecord(line, text, _parse_value(value, box), None, solution)
    except TessellaError as error:
        return wrong_record(line, text, error)
    except (TypeError, ValueError, AttributeError, KeyError):
        message = _("expected a Sudoku as a text, as rows or as an object with givens, got {text}")
        return wrong_record(line, text, ParseError(message, text=text))


def _parse_value(value: Any, box: Box | None) -> PlainCells:
    if isinstance(value, str):
        return line_format.parse_loose(value.strip(), box)
    if isinstance(value, list):
        return PlainCells.from_rows(value, box)
    named = {str(key).lower(): part for key, part in value.items()}
    shape = named.get("box")
    if shape is not None:
        rows, cols = shape.split("x") if isinstance(shape, str) else shape
        box = check_box(int(rows), int(cols))
    name = min(named.keys() & set(PUZZLE_NAMES), key=PUZZLE_NAMES.index)  # ValueError where there is none
    puzzle = _parse_value(named[name], box)
    if "digits" in named:
        puzzle = puzzle._replace(digits=PlainCells.from_rows(named["digits"], puzzle.box).digits)
    if "marks" in named:
        size = puzzle.box[0] * puzzle.box[1]
        cells = [map(str, cell) for row in named["marks"] for cell in row]
        puzzle = puzzle._replace(marks=tuple(mask_of(marks, cell, size) for cell, marks in enumerate(cells)))
    return puzzle


def write(cells: Cells, solution: Cells | None) -> str:
    """Return a puzzle and its solution as an object in one line."""
    size = cells.box[0] * cells.box[1]
    value: dict[str, Any] = {"box": list(cells.box), "givens": rows_of(cells.givens, size)}
    if cells.digits != cells.givens:
        value["digits"] = rows_of(cells.digits, size)
    if any(cells.marks):
        value["marks"] = rows_of([digits_of(mask) for mask in cells.marks], size)
    if solution:
        value["solution"] = rows_of(solution.digits, size)
    return json.dumps(value)
