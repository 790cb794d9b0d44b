"""Reading of one puzzle from a text in any format."""

import io
from itertools import islice

from tessella.errors import ParseError, quote
from tessella.i18n import _
from tessella.sudoku.formats import line
from tessella.sudoku.formats.detect import detect_source
from tessella.sudoku.formats.registry import format_named
from tessella.sudoku.rules import Box, PlainCells

__all__ = ["read_one"]


def read_one(text: str, box: Box | None = None) -> PlainCells:
    """Return the cells of the one puzzle that a text shows; raises `TessellaError` where that is not so."""
    if cells := line.parse(text, box):
        return cells
    form, chunks = detect_source(io.BytesIO(text.encode("utf-8", "replace")), None, box)
    found = list(islice(format_named(form).records(chunks, box), 2))
    if not found:
        raise ParseError(_("expected a Sudoku, got {text}").format(text=quote(text)))
    first, *more = found
    if first.error:
        raise first.error
    if more:
        message = _("expected one Sudoku, got more, the next in line {line}: {text}")
        raise ParseError(message.format(line=more[0].line, text=quote(more[0].text)))
    assert first.cells is not None
    return first.cells
