"""Solutions, counts and true candidates of puzzles with any rules.

Puzzles are rows of numbers, 0 for a blank: an array (N, cells) of uint8. A digit is numbered by its place among the
digits of the puzzle, 1 for the lowest, so that 0 stays free where the rules say that digits begin at 0.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.encoding import Encoding, encoded

UNDECIDED = -2  # the count or status of a puzzle that was given up
_PART = 1 << 11  # nodes between two looks at the clock and at the keyboard

Array = np.ndarray[Any, Any]


class Budget(NamedTuple):
    """When a search is given up: after so many seconds, or so many nodes; None is never."""

    seconds: float | None = None
    nodes: int | None = None


UNLIMITED = Budget()


class Search:
    """The search for the solutions of one puzzle; the candidates of all cells are in `grid` once it has begun."""

    def __init__(self, encoding: Encoding, candidates: Array) -> None:
        cells = len(encoding.candidates)
        self._stack = np.zeros((cells + 2, cells + 2), np.int32)
        self._work = np.zeros(encoding.code[state.WORK], np.int32)
        self._waiting = np.zeros(encoding.wakes.shape[1], np.uint64)
        self._scores = encoding.scores.copy()
        self._state = np.zeros(search.STATE, np.int32)
        self.grid = self._stack[0, :cells]
        self.grid[:] = candidates
        self._tables = (encoding.code, self._work, encoding.peers, encoding.wakes, self._waiting)
        self._state[search.DEPTH] = search.begin(self._stack[0], *self._tables)

    @property
    def found(self) -> int:
        """How many solutions have been found."""
        return int(self._state[search.FOUND])

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self._state[search.NODES])

    def run(self, limit: int, budget: Budget, solutions: Array, seen: Array) -> bool:
        """Search until there are `limit` solutions or no more; return False where it is given up before that."""
        started = time.perf_counter()
        while True:
            left = _PART if budget.nodes is None else min(_PART, budget.nodes - self.nodes)
            if search.explore(self._stack, *self._tables, self._scores, self._state, limit, left, seen, solutions):
                return True
            if budget.nodes is not None and self.nodes >= budget.nodes:
                return False
            if budget.seconds is not None and time.perf_counter() - started > budget.seconds:
                return False


_NONE = np.zeros(0, np.int32)


def checked(givens: Any, rules: Rules) -> Array:
    """Return puzzles as they are; raise `TessellaError` for what is no array (N, cells) of uint8."""
    cells = rules.size * rules.size
    if not isinstance(givens, np.ndarray) or givens.dtype != np.uint8 or givens.ndim != 2 or givens.shape[1] != cells:
        message = _("expected an array of shape (N, {cells}) and dtype uint8, got {got}")
        got = f"{givens.shape}, {givens.dtype}" if isinstance(givens, np.ndarray) else type(givens).__name__
        raise TessellaError(message, cells=cells, got=got)
    return givens


def _candidates(encoding: Encoding, givens: Array) -> Array:
    wanted = np.where(givens > 0, np.int64(1) << np.maximum(givens.astype(np.int64) - 1, 0), -1)
    return (encoding.candidates & wanted).astype(np.int32)


def count_into(givens: Array, rules: Rules, limit: int, solutions: Array, budget: Budget = UNLIMITED) -> Array:
    """Return how many solutions puzzles have, which are `checked`; write one of each to `solutions`, if it has rows."""
    encoding = encoded(rules)
    counts = np.zeros(len(givens), np.int64)
    found = np.zeros((min(1, len(solutions)), givens.shape[1]), np.int32)
    for i, row in enumerate(givens):
        one = Search(encoding, _candidates(encoding, row))
        done = one.run(limit, budget, found, _NONE)
        counts[i] = one.found if done else UNDECIDED
        if len(found) and one.found:
            solutions[i] = found[0] + 1
    return counts


def count_many(givens: Any, rules: Rules, limit: int = 2, *, budget: Budget = UNLIMITED) -> Array:
    """Return how many solutions each puzzle has under the rules, counted up to `limit`: an array (N,) of int64.

    A puzzle that is given up, for the budget was spent, has UNDECIDED. Raises `TessellaError` for a wrong shape, dtype
    or limit, and `RulesError` for rules that the engine does not know.
    """
    if limit < 1:
        raise TessellaError(_("expected a limit of at least 1, got {limit}").format(limit=limit))
    return count_into(checked(givens, rules), rules, limit, np.zeros((0, rules.size**2), np.uint8), budget)


def solve_many(givens: Any, rules: Rules, *, budget: Budget = UNLIMITED) -> tuple[Array, Array]:
    """Return a solution of each puzzle, (N, cells) uint8, and its status, (N,) int8.

    The status is 1 for the one solution, 2 for one of several, 0 for none, and UNDECIDED where the search was given up;
    the row is zeros where no solution was found. Raises as `count_many` does.
    """
    solutions = np.zeros_like(checked(givens, rules))
    return solutions, count_into(givens, rules, 2, solutions, budget).astype(np.int8)


def true_candidates(givens: Any, rules: Rules, *, budget: Budget = UNLIMITED) -> tuple[Array, Array]:
    """Return the candidates that occur in solutions, (N, cells) of masks, and whether each row is complete, (N,) bool.

    Bit 0 stands for the lowest digit. A row is not complete where the budget was spent: then it holds those candidates
    that are proven so far. Raises as `count_many` does.
    """
    givens = checked(givens, rules)
    encoding = encoded(rules)
    masks = np.zeros(givens.shape, np.int32)
    complete = np.zeros(len(givens), bool)
    for i, row in enumerate(givens):
        one = Search(encoding, _candidates(encoding, row))
        complete[i] = one.run(1 << 30, budget, np.zeros((0, givens.shape[1]), np.int32), masks[i])
    return masks, complete


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    count_many(np.zeros((1, 16), np.uint8), Rules((2, 2)))
