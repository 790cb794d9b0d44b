"""Text of annotations: corner marks, colours, lines, and the centre marks that a digit covers.

They stand behind the rest of a board, each after `!`, and look like the moves that make them:

    r1c1^12           corner marks 1 and 2
    r1c1~12           centre marks of a cell with a digit
    r3c5@13           colours 1 and 3 of a cell
    r4c4~7@2          colour 2 of a candidate
    r1c1~7-r2c3~7     a line between two candidates
"""

import re
from collections.abc import Iterator

from tessella.errors import ParseError
from tessella.i18n import _
from tessella.sudoku.geometry import COLOURS, SYMBOLS, Candidate, cell_name, cell_named, digits_of, mask_of
from tessella.sudoku.rules.cells import Annotations, Cells, PlainCells

CELL = r"r\d{1,3}c\d{1,3}"  # as moves name it
_SIGNS = "([1-9A-Pa-p]+)"
_ITEM = re.compile(
    rf"({CELL})(?:([~^]){_SIGNS}|@([1-9]+)|~([1-9A-Pa-p])@([1-9]+)|~([1-9A-Pa-p])-({CELL})~([1-9A-Pa-p]))", re.ASCII
)


def write(cells: Cells) -> str:
    """Return the annotations of a grid as text, "" if there are none."""
    return "".join(f"!{item}" for item in _items(cells))


def _items(cells: Cells) -> Iterator[str]:
    size = cells.box[0] * cells.box[1]

    def signs(mask: int) -> str:
        return "".join(SYMBOLS[digit] for digit in digits_of(mask))

    def candidate(place: Candidate) -> str:
        return f"{cell_name(place[0], size)}~{SYMBOLS[place[1]]}"

    for cell, (digit, mask) in enumerate(zip(cells.digits, cells.marks, strict=True)):
        if digit and mask:
            yield f"{cell_name(cell, size)}~{signs(mask)}"
    drawn = cells.annotations
    yield from (f"{cell_name(cell, size)}^{signs(mask)}" for cell, mask in drawn.corners)
    yield from (f"{cell_name(cell, size)}@{signs(mask)}" for cell, mask in drawn.colours)
    yield from (f"{candidate(place)}@{signs(mask)}" for place, mask in drawn.candidates)
    yield from (f"{candidate(start)}-{candidate(end)}" for start, end in drawn.lines)


def parse(text: str, cells: PlainCells) -> PlainCells:
    """Return the cells with the annotations that a text adds to them; raises `ParseError`."""
    size = cells.box[0] * cells.box[1]
    marks = list(cells.marks)
    corners, colours = dict[int, int](), dict[int, int]()
    candidates, lines = dict[Candidate, int](), set[tuple[Candidate, Candidate]]()
    for item in text.split("!")[1:]:
        if not (match := _ITEM.fullmatch(item)):
            raise _wrong(item)
        cell = cell_named(match[1], size, item)
        if match[2] == "~":
            marks[cell] = mask_of(match[3], cell, size)
        elif match[2]:
            corners[cell] = mask_of(match[3], cell, size)
        elif match[4]:
            colours[cell] = mask_of(match[4], cell, COLOURS)
        elif match[5]:
            candidates[cell, mask_of(match[5], cell, size).bit_length()] = mask_of(match[6], cell, COLOURS)
        else:
            start = cell, mask_of(match[7], cell, size).bit_length()
            other = cell_named(match[8], size, item)
            end = other, mask_of(match[9], other, size).bit_length()
            lines.add((min(start, end), max(start, end)))
    drawn = Annotations(
        tuple(sorted(corners.items())),
        tuple(sorted(colours.items())),
        tuple(sorted(candidates.items())),
        tuple(sorted(lines)),
    )
    return cells._replace(marks=tuple(marks), annotations=drawn)


def check(cells: Cells) -> None:
    """Raise `ParseError` where the annotations of a grid are none that can stand on it."""
    size, drawn = cells.box[0] * cells.box[1], cells.annotations
    all_cells, all_digits = range(size * size), range(1, size + 1)
    ends = [place for place, _mask in drawn.candidates] + [end for one in drawn.lines for end in one]
    is_right = (
        list(drawn.corners) == sorted(dict(drawn.corners).items())
        and list(drawn.colours) == sorted(dict(drawn.colours).items())
        and list(drawn.candidates) == sorted(dict(drawn.candidates).items())
        and list(drawn.lines) == sorted({*drawn.lines})
        and all(cell in all_cells and 0 < mask < 1 << size and not cells.givens[cell] for cell, mask in drawn.corners)
        and all(cell in all_cells and 0 < mask < 1 << COLOURS for cell, mask in drawn.colours)
        and all(0 < mask < 1 << COLOURS for _place, mask in drawn.candidates)
        and all(cell in all_cells and digit in all_digits for cell, digit in ends)
        and all(start < end for start, end in drawn.lines)
    )
    if not is_right:
        raise _wrong(drawn)


def _wrong(text: object) -> ParseError:
    message = _("expected corner marks, colours or lines such as {example}, got {text}")
    return ParseError(message, example="r1c1^12, r3c5@3, r4c4~7@2, r1c1~7-r2c3~7", text=text)
