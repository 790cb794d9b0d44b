"""Ratings by the compiled rater: the path of one puzzle, or many puzzles at once on all cores."""

import math
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from tessella.io.worker_threads import cores
from tessella.sudoku.bulk_solver import run_blocks, solve_many
from tessella.sudoku.kernels.rating import path
from tessella.sudoku.kernels.rating.path import Puzzles, Workspace
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.techniques.step import Places

_FEW = 8  # puzzles that are not worth a second thread


def path_of(digits: tuple[int, ...]) -> Iterator[tuple[str, float, Places, Places, int]]:
    """Yield the steps of a puzzle with one solution: technique, rating, placements, eliminations, complexity."""
    trace = path.new_trace()
    summary = path.rate_block(np.array([digits], np.uint8), path.new_workspace(), trace=trace)[0]
    names = tuple(RATINGS)
    steps = trace[: summary[path.STEPS]].tolist()
    for technique, cell, digit, rating, complexity, _where, _set, _cover, *lost in steps:
        placed = ((digit + 1, cell // 9 + 1, cell % 9 + 1),) if cell >= 0 else ()
        gone = [(d, c // 9 + 1, c % 9 + 1) for c, mask in enumerate(lost) for d in range(1, 10) if mask >> d - 1 & 1]
        yield names[technique], rating / 10, placed, tuple(sorted(gone)), complexity


def rate_many(
    puzzles: Puzzles, most: float | None, budget: int | None, threads: int | None
) -> np.ndarray[tuple[int], Any]:
    """Return what `rater.rate_many` promises."""
    status = solve_many(puzzles, threads=threads)[1]
    proper = np.flatnonzero(status == 1)
    checked = np.ascontiguousarray(puzzles[proper])
    limit = path.NO_LIMIT if most is None else math.floor(min(10 * most + 1e-6, path.NO_LIMIT))
    allowed = path.NO_BUDGET if budget is None else budget
    workspaces: SimpleQueue[Workspace] = SimpleQueue()
    summaries = np.zeros((len(checked), path.SUMMARY), np.int64)

    def rate_part(part: slice) -> None:
        try:
            workspace = workspaces.get_nowait()
        except Empty:
            workspace = path.new_workspace()
        summaries[part] = path.rate_block(checked[part], workspace, limit, budget=allowed)
        workspaces.put(workspace)

    run_blocks(rate_part, len(checked), min(threads or cores(), -(-len(checked) // _FEW) or 1), least=1)

    techniques = np.dtype([(name, np.int16) for name in RATINGS])
    fields: list[tuple[str, Any]] = [("status", np.int8), ("er", float), ("ep", float), ("ed", float)]
    fields += [("level", np.int8), ("steps", np.int32), ("bottlenecks", np.int32)]
    fields += [("work", np.int64), ("exact", np.bool_), ("techniques", techniques)]
    result = np.zeros(len(puzzles), np.dtype(fields))
    result["status"] = status
    result["level"] = -1
    for name, column in (("er", path.ER), ("ep", path.EP), ("ed", path.ED)):
        result[name] = np.nan
        result[name][proper] = np.where(summaries[:, column] > limit, np.inf, summaries[:, column] / 10)
    er = summaries[:, path.ER]
    highest = [round(10 * rating) for rating in list(LEVELS.values())[:-1]]
    level = np.searchsorted(highest, er)
    given_up = summaries[:, path.IS_GIVEN_UP] > 0
    result["level"][proper] = np.where((er > limit) | (given_up & (level < len(highest))), -1, level)
    result["exact"][proper] = (er <= limit) & ~given_up
    result["work"][proper] = summaries[:, path.WORK]
    result["steps"][proper] = summaries[:, path.STEPS]
    result["bottlenecks"][proper] = summaries[:, path.BOTTLENECKS]
    for column, name in enumerate(RATINGS, path.USED):
        result["techniques"][name][proper] = summaries[:, column]
    return result
