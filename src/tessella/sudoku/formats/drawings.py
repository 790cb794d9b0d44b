"""Grids written a row a line: bare rows, grids of pencil marks, SadMan Sudoku and Simple Sudoku."""

from collections.abc import Sequence

from tessella.sudoku.formats.base import box_comment
from tessella.sudoku.rules import SYMBOLS, Cells, digits_of, rows_of


def _rows(values: Sequence[int], size: int) -> list[str]:
    """Return rows of signs."""
    return ["".join(SYMBOLS[value] for value in row) for row in rows_of(values, size)]


def write_rows(cells: Cells) -> str:
    """Return a row of signs a line."""
    return box_comment(cells) + "\n".join(_rows(cells.digits, cells.box[0] * cells.box[1]))


def write_marks(cells: Cells) -> str:
    """Return a word a cell: a digit, `+` and an own digit, or the marks, after `~` where they look like a digit."""
    height, width = cells.box
    size = height * width
    words = []
    for given, digit, mask in zip(cells.givens, cells.digits, cells.marks, strict=True):
        marks = "".join(SYMBOLS[mark] for mark in digits_of(mask))
        if marks:
            words.append(("~" if len(marks) == 1 or size > 9 else "") + marks)
        else:
            words.append(("" if given or not digit else "+") + SYMBOLS[digit])
    widest = [max(map(len, words[col::size])) for col in range(size)]
    lines = []
    for number, row in enumerate(rows_of(words, size)):
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
        marks = ["".join(SYMBOLS[mark] for mark in digits_of(mask)) for mask in cells.marks]
        parts += ["[PencilMarks]", *(",".join(row) for row in rows_of(marks, size))]
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
