"""How hard is a puzzle for a person, and by which steps is it solved?

Ratings are those of Sudoku Explainer 1.2.1 by Nicolas Juillerat, whose technique, rating and choice of every
step are followed: `er` is the rating of the hardest step, `ep` that of the hardest up to the first digit, `ed`
that of the first step. A level is read off `er`, never off the number of clues. The kernels that find the steps
are compiled at their first use; nothing here loads them before.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tessella.errors import ParseError, RulesError, nearest, quote
from tessella.i18n import _
from tessella.sudoku.kernels.rating.scale import RATINGS
from tessella.sudoku.rules import SYMBOLS
from tessella.sudoku.solver import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from tessella.sudoku.board import Board
    from tessella.sudoku.kernels.rating.path import Puzzles, Room, Table, Wide

__all__ = [
    "LEVELS",
    "RatedStep",
    "Rating",
    "is_compiled",
    "level_name",
    "level_of",
    "rate",
    "rate_in_plain",
    "rate_many",
    "read_level",
]

# The levels, easiest first, each with the highest ER that it takes.
LEVELS = {"beginner": 1.5, "easy": 2.3, "medium": 3.4, "hard": 5.0, "expert": 7.5, "extreme": float("inf")}

PLAIN_MOST = 94
"""Tenths: dearer steps are nested chains, which take plain Python minutes."""

_BEYOND = 200  # tenths, for what no technique solves, as the original has it
_NO_LIMIT = 1000  # tenths, above all ratings
_LONGEST = 81 * 9  # steps: each takes a candidate at least
_BLOCK = 256  # puzzles that a thread takes at once


def level_of(er: float) -> str:
    """Return the level that an ER stands for.

    >>> level_of(1.5), level_of(1.7), level_of(7.1), level_of(9.0)
    ('beginner', 'easy', 'expert', 'extreme')
    """
    return next(level for level, highest in LEVELS.items() if er <= highest)


def level_name(level: str) -> str:
    """Return a level in the language that is spoken.

    >>> level_name("hard")
    'hard'
    """
    return {
        "beginner": _("beginner"),
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "expert": _("expert"),
        "extreme": _("extreme"),
    }[level]


def read_level(text: str) -> str:
    """Return the level that a text names, in any case, or in the language that is spoken. Raises `ParseError`.

    >>> read_level("Hard")
    'hard'
    """
    name = text.strip().lower()
    found = next((level for level in LEVELS if name in (level, level_name(level))), None)
    if found is None:
        message = _("expected a level, one of {names}, got {text}").format(names=", ".join(LEVELS), text=quote(text))
        like = nearest(name, LEVELS)
        raise ParseError(message, hint=_("did you mean {name}?").format(name=like) if like else "")
    return found


@dataclass(frozen=True, slots=True)
class RatedStep:
    """One step: its technique and rating, and what it places and removes, as sorted (digit, row, column), 1 to 9.

    `complexity` counts the different nodes of the chains, 0 for other techniques. A chain that shows a digit to
    be true removes the rest of its cell and places it.
    """

    technique: str
    rating: float
    placements: tuple[tuple[int, int, int], ...]
    eliminations: tuple[tuple[int, int, int], ...]
    complexity: int = 0

    def __str__(self) -> str:
        """Return the step as a line: rating, technique, what it does."""
        done = [f"r{row}c{col}={SYMBOLS[digit]}" for digit, row, col in self.placements]
        gone = [f"r{row}c{col}<>{SYMBOLS[digit]}" for digit, row, col in self.eliminations]
        return f"{self.rating:.1f} {self.technique}: {', '.join(done or gone)}"


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a puzzle is: ER, EP and ED, the level, how often each technique is used, and the whole path.

    `bottlenecks` counts the steps that are as hard as the hardest. `str` is the path, a step a line.
    """

    er: float
    ep: float
    ed: float
    level: str
    techniques: dict[str, int]
    bottlenecks: int
    path: tuple[RatedStep, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.path))


def rate(board: Board) -> Rating:
    """Return how hard a board is; all digits on it count as given, and pencil marks do not count.

    A board that is full is rated 0. Raises `PuzzleError` where there is no solution or more than one, saying
    which, and `RulesError` for a grid that is not 9x9 with boxes of 3x3.
    """
    if board.box != (3, 3):
        message = _("ratings and levels are for grids of 9x9 with boxes of 3x3, got boxes of {rows}x{cols}")
        hint = _("the ratings of Sudoku Explainer are defined for 9x9 only")
        raise RulesError(message.format(rows=board.box[0], cols=board.box[1]), hint=hint)
    solve(board)
    import numpy as np  # noqa: PLC0415 - play starts without it

    from tessella.sudoku.kernels.rating import path as rating  # noqa: PLC0415 - as above
    from tessella.sudoku.kernels.rating.steps import NAMES, STEP  # noqa: PLC0415 - as above

    puzzles = np.array([board.digits], np.uint8)
    tallies = np.zeros((1, rating.TALLY), np.int64)
    steps, losses = np.zeros((_LONGEST, STEP), np.int64), np.zeros((_LONGEST, 81), np.int16)
    _climb(puzzles, tallies, rating.new_room(), steps, losses, _NO_LIMIT)
    tally = tallies[0].tolist()
    many = tally[rating.STEPS]
    path = tuple(_steps(steps[:many].tolist(), losses[:many], NAMES))
    er = tally[rating.ER] / 10
    used = dict(zip(NAMES, tally[rating.USED : rating.USED + len(NAMES)], strict=True))
    return Rating(
        er,
        tally[rating.EP] / 10,
        tally[rating.ED] / 10,
        level_of(er),
        {name: times for name, times in used.items() if times},
        tally[rating.BOTTLENECKS],
        path,
    )


def rate_in_plain(board: Board, *, most: int = PLAIN_MOST, seconds: float = math.inf) -> Rating | None:
    """Return what `rate` returns, found without compiled code; None where a step above `most` tenths is needed.

    None too once the steps have taken so many seconds; the one begun is always ended. Nothing is checked: the board is
    9x9 and has one solution.

    >>> board = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> rate_in_plain(board).er, rate_in_plain(board, most=10)
    (1.2, None)
    """
    # Only here: play starts without the techniques.
    from tessella.sudoku.explainer import search_order  # noqa: PLC0415 - see above

    steps: list[RatedStep] = []
    end = time.monotonic() + seconds
    for step, tenths in search_order.path(board, most=most):
        steps.append(RatedStep(step.technique, tenths / 10, step.placements, step.eliminations, step.complexity))
        if time.monotonic() > end:
            return None
    if sum(len(step.placements) for step in steps) < board.digits.count(0):
        return None
    ratings = [step.rating for step in steps] or [0.0]
    first = next((n for n, step in enumerate(steps) if step.placements), 0)
    er = max(ratings)
    used = Counter(step.technique for step in steps)
    techniques = {name: used[name] for name in RATINGS if used[name]}
    bottlenecks = ratings.count(er) if steps else 0
    return Rating(er, max(ratings[: first + 1]), ratings[0], level_of(er), techniques, bottlenecks, tuple(steps))


def is_compiled() -> bool:
    """Return whether the rater is on the disk as machine code; else its first use compiles it, up to a minute."""
    from tessella.compiled.jit import is_cached  # noqa: PLC0415 - numba comes with it
    from tessella.sudoku.kernels.rating import (  # noqa: PLC0415 - the same
        aligned_exclusion,
        cycles,
        forcing_chains,
    )
    from tessella.sudoku.kernels.rating import path as rating  # noqa: PLC0415 - the same

    return all(
        map(is_cached, (rating.climb, aligned_exclusion.aligned_triplet, cycles.best_cycle, forcing_chains.search))
    )


def _steps(steps: list[list[int]], losses: Table, names: tuple[str, ...]) -> Iterator[RatedStep]:
    for (technique, cell, digit, rating, *_rest, complexity), lost in zip(steps, losses.tolist(), strict=True):
        placed = ((digit + 1, cell // 9 + 1, cell % 9 + 1),) if cell >= 0 else ()
        gone = [
            (d, c // 9 + 1, c % 9 + 1) for c, mask in enumerate(lost) if mask for d in range(1, 10) if mask >> d - 1 & 1
        ]
        yield RatedStep(names[technique], rating / 10, placed, tuple(sorted(gone)), complexity)


def rate_many(
    puzzles: Puzzles, *, most: float | None = None, threads: int | None = None
) -> np.ndarray[tuple[int], Any]:
    """Return how hard each of many puzzles is: a structured array (N,).

    ==============  ==================================================================================
    field           holds
    ==============  ==================================================================================
    status          int8, as in `solve_many`: 1 one solution, 2 several, 0 none, -1 a bad row
    er, ep, ed      float64, nan where the status is not 1
    level           int8, the place in `LEVELS`, -1 where the status is not 1
    steps           int32, how many
    bottlenecks     int32, how many are as hard as the hardest
    techniques      a field for each technique by its name: int16, how often it is used
    ==============  ==================================================================================

    With `most`, a puzzle is given up as soon as it needs a step that is rated above it, and nothing dearer is
    searched for: it then has an `er` of inf and a level of -1 (one in `LEVELS` is not known), `ep` is inf if it has
    no digit placed by then, `ed` is inf if the first step is such a one, and the counts are of the steps before.

    `puzzles` is an array (N, 81) of uint8, 0 for a blank; `threads` the number of cores by default. The answer
    does not depend on it. Raises `TessellaError` for a wrong shape, dtype or number of threads.
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - nor without threads
    from queue import SimpleQueue  # noqa: PLC0415 - as above

    import numpy as np  # noqa: PLC0415 - play starts without it

    from tessella.sudoku.bulk_solver import solve_many  # noqa: PLC0415 - as above
    from tessella.sudoku.kernels.rating import path as rating  # noqa: PLC0415 - as above
    from tessella.sudoku.kernels.rating.steps import NAMES, STEP  # noqa: PLC0415 - as above

    _solutions, status = solve_many(puzzles, threads=threads)
    proper = np.flatnonzero(status == 1)
    asked = np.ascontiguousarray(puzzles[proper])
    limit = _NO_LIMIT if most is None else math.floor(min(10 * most + 1e-6, _NO_LIMIT))
    tallies = np.zeros((len(asked), rating.TALLY), np.int64)
    rooms: SimpleQueue[Room] = SimpleQueue()

    def one(first: int) -> None:
        room = rating.new_room() if rooms.empty() else rooms.get()
        part = slice(first, first + _BLOCK)
        steps, losses = np.zeros((0, STEP), np.int64), np.zeros((0, 81), np.int16)
        _climb(asked[part], tallies[part], room, steps, losses, limit)
        rooms.put(room)

    blocks = range(0, len(asked), _BLOCK)
    workers = min(threads or _threads(), len(blocks))
    if workers <= 1:
        for first in blocks:
            one(first)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for done in pool.map(one, blocks):
                assert done is None

    techniques = np.dtype([(name, np.int16) for name in NAMES])
    fields: list[tuple[str, Any]] = [("status", np.int8), ("er", float), ("ep", float), ("ed", float)]
    fields += [("level", np.int8), ("steps", np.int32), ("bottlenecks", np.int32), ("techniques", techniques)]
    result = np.zeros(len(puzzles), np.dtype(fields))
    result["status"] = status
    result["level"] = -1
    for name, place in (("er", rating.ER), ("ep", rating.EP), ("ed", rating.ED)):
        result[name] = np.nan
        result[name][proper] = np.where(tallies[:, place] > limit, np.inf, tallies[:, place] / 10)
    limits = [round(10 * highest) for highest in list(LEVELS.values())[:-1]]
    result["level"][proper] = np.where(
        tallies[:, rating.ER] > limit, -1, np.searchsorted(limits, tallies[:, rating.ER])
    )
    result["steps"][proper] = tallies[:, rating.STEPS]
    result["bottlenecks"][proper] = tallies[:, rating.BOTTLENECKS]
    for place, name in enumerate(NAMES):
        result["techniques"][name][proper] = tallies[:, rating.USED + place]
    return result


def _threads() -> int:
    from tessella.sudoku.bulk_solver import cores  # noqa: PLC0415 - play starts without numpy

    return cores()


def _climb(puzzles: Puzzles, tallies: Wide, room: Room, steps: Wide, losses: Table, most: int) -> None:
    """Solve puzzles with one solution each step by step, writing the tallies, and the steps as far as there is room.

    Where a step above `most` tenths is needed, that is what the tally says for ER, and for EP and ED if it is what
    they wait for.
    """
    import numpy as np  # noqa: PLC0415 - play starts without it

    from tessella.sudoku.kernels.rating import path as rating  # noqa: PLC0415 - as above
    from tessella.sudoku.kernels.rating.grid import GRID  # noqa: PLC0415 - as above

    grids = np.zeros((len(puzzles), GRID), np.int16)
    step, gone = room.step, room.gone
    rating.climb(puzzles, grids, tallies, step, gone, False, steps, losses, most)  # noqa: FBT003 - kernels take no names
    for i in np.flatnonzero(tallies[:, rating.BLANKS_LEFT]):
        this = slice(i, i + 1)
        gone[:] = 0
        while tallies[i, rating.BLANKS_LEFT] and tallies[i, rating.ER] <= most:
            if not rating.chain_step(grids[i], room, most):
                tallies[i, rating.ER] = _BEYOND if most >= _BEYOND else most + 1
                break
            rating.climb(puzzles[this], grids[this], tallies[this], step, gone, True, steps, losses, most)  # noqa: FBT003
        if tallies[i, rating.ER] > most:
            tallies[i, rating.ED] = tallies[i, rating.ED if tallies[i, rating.STEPS] else rating.ER]
            tallies[i, rating.EP] = tallies[i, rating.EP if tallies[i, rating.PLACED_ONE] else rating.ER]
