"""Files of puzzles as arrays of digits, all of one length, in the order of the files.

What is no 9x9 puzzle has its row too, so that a row's number says which puzzle it is.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tessella.errors import ParseError, cannot_read
from tessella.sudoku.batch.job import Job, Output, open_puzzles
from tessella.sudoku.bulk_solver import Puzzles
from tessella.sudoku.datasets.columns import UNREADABLE
from tessella.sudoku.datasets.recipe import Source
from tessella.sudoku.notation import Record
from tessella.sudoku.rules.ruleset import CLASSIC


def source_of(name: str) -> Source:
    """Return what a recipe says of a file; raises `ParseError` where it cannot be read."""
    try:
        with Path(name).open("rb") as file:
            return Source(Path(name).name, hashlib.file_digest(file, "sha256").hexdigest())
    except OSError as error:
        raise ParseError(cannot_read(name, error)) from None


def count_puzzles(names: Sequence[str]) -> int:
    """Return how many puzzles some files hold, those included that cannot be read."""
    return sum(len(block) for name in names for block in _blocks(name))


def parts_of(names: Sequence[str], size: int) -> Iterator[Puzzles]:
    """Yield the puzzles of some files, (size, 81) uint8 each time, at the end the rest."""
    waiting = np.zeros((0, 81), np.uint8)
    for name in names:
        for block in _blocks(name):
            waiting = np.concatenate([waiting, block])
            while len(waiting) >= size:
                yield waiting[:size]
                waiting = waiting[size:]
    if len(waiting):
        yield waiting


def _blocks(name: str) -> Iterator[Puzzles]:
    with open_puzzles(name) as stream:
        job = Job(stream, Output(str), str, keep_going=True, lists_errors=True)
        rows: list[Sequence[int]] = []
        for item in job.items(lambda: True):
            if isinstance(item, Record):
                is_usual = item.board is not None and item.board.rules == CLASSIC
                rows.append(item.board.digits if item.board and is_usual else [UNREADABLE] * 81)
            if rows and (len(rows) >= 1 << 14 or not isinstance(item, Record)):
                yield np.array(rows, np.uint8)
                rows = []
            if item and not isinstance(item, Record):
                yield item.puzzles
        if rows:
            yield np.array(rows, np.uint8)
