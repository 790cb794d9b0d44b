"""Detection of a text's format by its first lines."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from tessella.io.lines import ByteSource, chunks_of
from tessella.sudoku.formats.base import BOX_COMMENT, PUZZLE_NAMES, is_comment
from tessella.sudoku.formats.line import count_cells
from tessella.sudoku.formats.rows import is_rule, is_title
from tessella.sudoku.rules import MAX_SIZE, Box, check_box

MAX_HEAD_BYTES = 1 << 12  # as many bytes tell every format


def detect(head: str, box: Box | None = None) -> str:
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
    said = [line for line in map(str.strip, text.splitlines()) if line]
    lines = [line for line in said if not is_comment(line) and not is_title(line) and not is_rule(line)]
    first = next(iter(lines or said), "")
    if first.startswith(":") and first.count(":") >= 5:
        return "library"
    return _detect_table(text, first, lines, box)


def _detect_table(text: str, first: str, lines: list[str], box: Box | None) -> str:
    """Return "csv", "line" or "rows"; `lines` are those that show cells."""
    fields = [part.strip(' "') for part in text.split("\n", 1)[0].lower().split(",")]
    if any(name in fields for name in PUZZLE_NAMES) or (
        "," in first and count_cells(first.split(",", maxsplit=1)[0]) > MAX_SIZE
    ):
        return "csv"
    token = next(iter(first.split()), "")
    cells = count_cells(token)
    if not lines or cells > MAX_SIZE or ("|" not in first and len(token) > MAX_SIZE):
        return "line"
    if cells == 16 and _is_four_by_four(text, lines, box):
        return "csv" if "," in first else "line"
    return "rows"


def _is_four_by_four(text: str, lines: list[str], box: Box | None) -> bool:
    """Return whether lines of 16 cells are puzzles of 4x4 rather than rows of 16x16."""
    shapes = [check_box(int(rows), int(cols)) for rows, cols in BOX_COMMENT.findall(text)]
    shape = box or next(iter(shapes), None)
    if shape:
        return shape[0] * shape[1] == 4
    return not re.search(r"[5-9A-Ga-g]", "".join(line.split()[0] for line in lines))


def detect_source(source: ByteSource, form: str | None, box: Box | None) -> tuple[str, Iterator[bytes]]:
    """Return the format that a source is in, unless it is named, and the chunks of its bytes from the first one on."""
    chunks = chunks_of(source)
    head = _head(chunks, form, box)
    return form or detect(head.decode("utf-8", "replace"), box), chain([head], chunks)


def _head(chunks: Iterable[bytes], form: str | None, box: Box | None) -> bytes:
    """Return as much of the beginning as tells the format: a line that says something, and of rows a whole puzzle.

    Where puzzles come one by one through a pipe, no more is waited for.
    """
    head = b""
    for chunk in chunks:
        head += chunk
        text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
        said = any(line.strip() and not is_comment(line.strip()) for line in text.split("\n")[:-1])
        if len(head) >= MAX_HEAD_BYTES or (said and (form or detect(text, box)) != "rows"):
            break
    return head.removeprefix(b"\xef\xbb\xbf")
