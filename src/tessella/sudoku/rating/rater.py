"""Ratings of puzzles as Sudoku Explainer 1.2.1 by Nicolas Juillerat gives them, and the steps that solve them.

Its technique, rating and choice of every step are followed: `er` is the rating of the hardest step, `ep` that of the
hardest up to the first digit, `ed` that of the first step. The kernels that find the steps are compiled at their first
use; nothing here loads them before.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tessella import compiled
from tessella.sudoku.board import Board, BoardLike, read_board
from tessella.sudoku.geometry import SYMBOLS
from tessella.sudoku.rating.levels import check_rateable, level_of
from tessella.sudoku.rating.scale import RATINGS
from tessella.sudoku.solver import solve

if TYPE_CHECKING:
    import numpy as np

VERSION = 1  # the version of the ratings: it goes up whenever any puzzle gets another one
MOST = 200  # tenths: above every rating
PLAIN_LIMIT = 94  # tenths: dearer steps are nested chains, which take plain Python minutes


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


def rate(board: BoardLike) -> Rating:
    """Return how hard a board is; all digits on it count as given, and pencil marks do not count.

    Boards with other houses (jigsaw, diagonals, windows, groups, extra regions, or no boxes) or with peers a king's or
    knight's move away are rated as SukakuExplainer does with the techniques of Sudoku Explainer; in plain Python, so
    that nested chains take minutes. A board that is full is rated 0. Raises `PuzzleError` where there is no solution or
    more than one, saying which, and `RulesError` for a grid that is not 9x9 with boxes of 3x3 and for other rules.
    """
    board = read_board(board)
    check_rateable(board.rules)
    solve(board)
    if board.constraints or not compiled.available():
        found = rate_in_plain(board, most=MOST)
        assert found is not None, "nested chains find something in every open position"
        return found
    from tessella.sudoku.rating import bulk_rater  # noqa: PLC0415 - the door to compiled code

    return rating_of([RatedStep(*step) for step in bulk_rater.path_of(board.digits)])


def rating_of(steps: list[RatedStep]) -> Rating:
    """Return the rating of a whole path.

    >>> rating_of([]).level
    'beginner'
    """
    ratings = [step.rating for step in steps] or [0.0]
    first = next((n for n, step in enumerate(steps) if step.placements), 0)
    er = max(ratings)
    used = Counter(step.technique for step in steps)
    techniques = {name: used[name] for name in (*RATINGS, *sorted(used.keys() - RATINGS)) if used[name]}
    bottlenecks = ratings.count(er) if steps else 0
    return Rating(er, max(ratings[: first + 1]), ratings[0], level_of(er), techniques, bottlenecks, tuple(steps))


def rate_in_plain(
    board: Board, *, most: int = PLAIN_LIMIT, is_over: Callable[[], bool] = lambda: False
) -> Rating | None:
    """Return what `rate` returns, found without compiled code; None where a step above `most` tenths is needed.

    None too once `is_over`, which is asked after each step. Nothing is checked: the board is 9x9 and has one solution.

    >>> board = Board.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> rate_in_plain(board).er, rate_in_plain(board, most=10)
    (1.2, None)
    """
    from tessella.sudoku.explainer import search_order  # noqa: PLC0415 - play starts without the techniques

    steps: list[RatedStep] = []
    for step, tenths in search_order.path(board, most=most):
        steps.append(RatedStep(step.technique, tenths / 10, step.placements, step.eliminations, step.complexity))
        if is_over():
            return None
    if sum(len(step.placements) for step in steps) < board.digits.count(0):
        return None
    return rating_of(steps)


def rate_many(
    puzzles: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]",
    *,
    most: float | None = None,
    budget: int | None = None,
    threads: int | None = None,
) -> "np.ndarray[tuple[int], Any]":
    """Return how hard each of many puzzles is: a structured array (N,).

    ==============  ==================================================================================
    field           holds
    ==============  ==================================================================================
    status          int8, as in `solve_many`: 1 one solution, 2 several, 0 none, -1 a bad row
    er, ep, ed      float64, nan where the status is not 1
    level           int8, the place in `LEVELS`, -1 where the status is not 1
    steps           int32, how many
    bottlenecks     int32, how many are as hard as the hardest
    work            int64, how many nodes of forcing chains were followed
    exact           bool, whether `er`, `ep` and `ed` are those of the whole path
    techniques      a field for each technique by its name: int16, how often it is used
    ==============  ==================================================================================

    With `most`, a puzzle is given up as soon as it needs a step that is rated above it, and nothing dearer is
    searched for: it then has an `er` of inf and a level of -1 (one in `LEVELS` is not known), `ep` is inf if it has
    no digit placed by then, `ed` is inf if the first step is such a one, and the counts are of the steps before.

    With a `budget`, a puzzle is given up as soon as it has followed more nodes of forcing chains than that: its ratings
    are then lower bounds, and its level is -1 but for the hardest. A million nodes take about a second.

    `puzzles` is an array (N, 81) of uint8, 0 for a blank; `threads` the number of cores by default. The answer
    does not depend on it. Raises `TessellaError` for a wrong shape, dtype or number of threads.
    """
    from tessella.sudoku.rating import bulk_rater  # noqa: PLC0415 - the door to compiled code

    return bulk_rater.rate_many(puzzles, most, budget, threads)
