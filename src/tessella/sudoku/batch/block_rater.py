"""The compiled rater for batch jobs: many puzzles rated together."""

from collections.abc import Iterator

import numpy as np

from tessella.errors import TessellaError
from tessella.sudoku.batch.block_solver import MIN_GIVENS
from tessella.sudoku.batch.rated import RatedRecord
from tessella.sudoku.bulk_solver import cores
from tessella.sudoku.notation import Record
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import Rating, rate, rate_many
from tessella.sudoku.solver import solve

__all__ = ["cores", "rate_records"]


def rate_records(records: list[Record]) -> Iterator[RatedRecord]:
    """Yield the ratings of some records, without their paths."""
    boards = [record.board for record in records]
    is_fit = [
        board is not None and board.box == (3, 3) and sum(map(bool, board.digits)) >= MIN_GIVENS for board in boards
    ]
    rows = [board.digits for board, good in zip(boards, is_fit, strict=True) if good and board]
    found = rate_many(np.array(rows, np.uint8).reshape(-1, 81), threads=1)
    names = found["techniques"].dtype.names or ()
    used = np.ascontiguousarray(found["techniques"]).view(np.int16).reshape(len(found), len(names))
    levels = list(LEVELS)
    at = 0
    for record, good in zip(records, is_fit, strict=True):
        if not good or found["status"][at] != 1:
            yield RatedRecord(record, problem=record.error or _problem(record))
        else:
            one = found[at]
            times = {names[place]: int(used[at, place]) for place in np.flatnonzero(used[at]).tolist()}
            er, ep, ed = float(one["er"]), float(one["ep"]), float(one["ed"])
            rating = Rating(er, ep, ed, levels[one["level"]], times, int(one["bottlenecks"]), ())
            yield RatedRecord(record, rating, int(one["steps"]))
        at += good


def _problem(record: Record) -> TessellaError:
    """Return why a puzzle has no rating."""
    assert record.board is not None
    try:
        solve(record.board)  # with the words for what is wrong
        rate(record.board)
    except TessellaError as error:
        return error
    raise AssertionError(record.text)  # the engine and the plain solver do not agree
