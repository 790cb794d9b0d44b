"""Blocks of lines as arrays, and arrays as lines.

A block is the bytes of some whole lines. Those that hold 81 cells and nothing else, or in CSV a puzzle and perhaps its
solution, become rows of an array all at once; whatever else stands between them is left to the reader of single lines.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.sudoku.geometry import BLANKS

Table: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]


class Rows(NamedTuple):
    """Lines of a block that follow each other: puzzles, or text that is to be read line by line."""

    first: int  # the place of the first line, from 0
    puzzles: Table | None  # (N, 81), 0 for a blank, or None for other text
    answers: Table | None  # (N, 81): the solutions that stand beside them, zeros where there is none
    text: bytes  # the lines themselves, only where they are not puzzles


VALUES: Any = np.full(256, 255, np.uint8)  # the value of every sign, 255 for those that have none
VALUES[list(BLANKS.encode())] = 0
VALUES[list(b"123456789")] = np.arange(1, 10)


def parse(data: bytes, *, csv: bool) -> Iterator[Rows]:
    r"""Yield the lines of a block, which ends with a line feed, in order: puzzles together, other lines together.

    >>> [(rows.first, rows.puzzles is None) for rows in parse((b"." * 81 + b"\n") * 3 + b"# no puzzle\n", csv=False)]
    [(0, False), (3, True)]
    """
    width = data.index(b"\n") + 1
    buffer = np.frombuffer(data, np.uint8)
    if len(data) % width == 0 and bool((buffer[width - 1 :: width] == 10).all()):
        # Most blocks: all lines are of the same width, and no line is cut, for cells hold no line feed.
        good, puzzles, answers = _cells(buffer.reshape(-1, width), csv=csv)
        if good.all():
            yield Rows(0, puzzles, answers, b"")
            return
    starts = np.concatenate(([0], np.flatnonzero(buffer == 10) + 1))
    n = len(starts) - 1
    good = np.zeros(n, np.bool_)
    puzzles = np.zeros((n, 81), np.uint8)
    answers = np.zeros((n, 81), np.uint8) if csv else None
    widths = np.diff(starts)
    for one in (82, 83, 84, 164, 165):
        places = np.flatnonzero(widths == one)
        if len(places):
            table = buffer[starts[places][:, None] + np.arange(one)]
            good[places], puzzles[places], found = _cells(table, csv=csv)
            if answers is not None and found is not None:
                answers[places] = found
    begun = 0
    for end in [*(np.flatnonzero(np.diff(good)) + 1).tolist(), n]:
        if good[begun]:
            yield Rows(begun, puzzles[begun:end], None if answers is None else answers[begun:end], b"")
        else:
            yield Rows(begun, None, None, data[int(starts[begun]) : int(starts[end])])
        begun = end


def _cells(table: Any, *, csv: bool) -> tuple[Any, Table, Table | None]:
    """Return for lines of the same width which of them hold a puzzle, these puzzles, and the solutions beside them."""
    n, width = table.shape
    none: Any = np.zeros((n, 81), np.uint8)
    if width < 82:
        return np.zeros(n, np.bool_), none, None
    good, puzzles = _digits(table[:, :81], blanks=True)
    rest = table[:, 81:-1]
    if rest.shape[1] and bool((rest[:, -1] == 13).any()):
        good &= rest[:, -1] == 13
        rest = rest[:, :-1]
    if csv and rest.shape[1] in (1, 82):
        good &= rest[:, 0] == 44
        if rest.shape[1] == 1:
            return good, puzzles, None
        solved, answers = _digits(rest[:, 1:], blanks=False)
        return good & solved, puzzles, answers
    if rest.shape[1]:
        good[:] = False
    return good, puzzles, None


def _digits(signs: Any, *, blanks: bool) -> tuple[Any, Table]:
    """Return which rows hold nothing but digits, and perhaps blanks, and their values."""
    values = signs - np.uint8(48)
    if blanks:
        values *= signs != 46
    if (values.max() if blanks else (values - np.uint8(1)).max()) <= (9 if blanks else 8):
        return np.ones(len(signs), np.bool_), values
    values = VALUES[signs]
    if not blanks:
        return ((values > 0) & (values < 10)).all(axis=1), values
    return (values < 10).all(axis=1), values


def text_of(columns: Iterable[Any]) -> Any:
    """Return the lines of some columns of signs, each (N, 81), with commas between them: (N, width) uint8."""
    parts = list(columns)
    table = np.empty((len(parts[0]), 82 * len(parts)), np.uint8)
    for n, part in enumerate(parts):
        at = table[:, 82 * n : 82 * n + 81]
        np.add(part, 48, out=at)
        if not part.all():
            at[part == 0] = 46
        table[:, 82 * n + 81] = 44
    table[:, -1] = 10
    return table
