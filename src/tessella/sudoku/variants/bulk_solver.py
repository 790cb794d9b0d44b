"""Solutions, counts and true candidates of puzzles with any rules.

Puzzles are rows of numbers, 0 for a blank: an array (N, cells) of uint8. A digit is numbered by its place among the
digits of the puzzle, 1 for the lowest, so that 0 stays free where the rules say that digits begin at 0.
"""

from collections.abc import Sequence
from math import factorial
from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.simd import empty_aligned
from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.sudoku.kernels import by_digit
from tessella.sudoku.kernels.variants import search, state
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants import clock
from tessella.sudoku.variants.encoding import Encoding, encoded

UNDECIDED = -2  # the count or status of a puzzle that was given up
_TRIED = 1 << 8  # nodes that an empty grid is first searched for, from each house
_GUESSES = 1 << 13  # the same for plain puzzles
_PART = 1 << 9  # nodes between two looks at the clock and at the keyboard

Array = np.ndarray[Any, Any]


class Budget(NamedTuple):
    """When a search is given up: after so many seconds, or so many nodes; None is never."""

    seconds: float | None = None
    nodes: int | None = None


UNLIMITED = Budget()


class Search:
    """The search for the solutions of one puzzle; the candidates of all cells are in `grid` once it has begun."""

    def __init__(self, encoding: Encoding, candidates: Array, scores: Array | None = None) -> None:
        cells = len(encoding.candidates)
        self._stack = np.zeros((cells + 2, cells + 2), np.int32)
        self._work = np.zeros(encoding.code[state.WORK], np.int32)
        self._waiting = np.zeros(encoding.wakes.shape[1], np.uint64)
        self._scores = encoding.scores.copy() if scores is None else scores
        self._state = np.zeros(search.STATE, np.int32)
        self.grid = self._stack[0, :cells]
        self.grid[:] = candidates
        self._tables = (encoding.code, self._work, encoding.peers, encoding.wakes, self._waiting)
        self._explore(0, 0, _NO_GRIDS, _NONE)  # settles the grid

    @property
    def found(self) -> int:
        """How many solutions have been found."""
        return int(self._state[search.FOUND])

    @property
    def nodes(self) -> int:
        """How many positions have been looked at."""
        return int(self._state[search.NODES])

    @property
    def left(self) -> float:
        """What part of the grids is still to be searched, were they spread evenly; the start of the search is 1."""
        cells = len(self.grid)
        left, share = 0.0, 1.0
        for row in self._stack[: self._state[search.DEPTH] - 1]:
            choices = int(row[row[cells]]).bit_count() + 1
            left, share = left + share * (choices - 1) / choices, share / choices
        return left + share

    def run(self, limit: int, budget: Budget, solutions: Array, seen: Array) -> bool:
        """Search until there are `limit` solutions or no more; return False where it is given up before that."""
        started = clock.now()
        while True:
            left = _PART if budget.nodes is None else min(_PART, budget.nodes - self.nodes)
            if self._explore(limit, left, solutions, seen):
                return True
            if budget.nodes is not None and self.nodes >= budget.nodes:
                return False
            if budget.seconds is not None and clock.now() - started > budget.seconds:
                return False

    def _explore(self, limit: int, nodes: int, solutions: Array, seen: Array) -> bool:
        scores, state = self._scores, self._state
        return search.explore(self._stack, *self._tables, scores, state, limit, nodes, seen, solutions)


_NONE = np.zeros(0, np.int32)
_NO_GRIDS = np.zeros((0, 0), np.int32)


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


def begun(givens: Sequence[int], rules: Rules) -> Search:
    """Return the search for the solutions of a puzzle; raises `RulesError` for rules that the engine does not know."""
    encoding = encoded(rules)
    return Search(encoding, _candidates(encoding, np.array(givens)))


def count_into(givens: Array, rules: Rules, limit: int, solutions: Array, budget: Budget = UNLIMITED) -> Array:
    """Return how many solutions puzzles have, which are `checked`; write one of each to `solutions`, if it has rows."""
    encoding = encoded(rules)
    counts = np.zeros(len(givens), np.int64)
    found = np.zeros((min(1, len(solutions)), givens.shape[1]), np.int32)
    renamed = factorial(rules.size) if _has_equal_digits(rules) else 0
    for i, row in enumerate(givens):
        if limit <= renamed and not row.any():
            counts[i] = {1: limit}.get(answer := _find_in_empty_grid(encoding, rules, found, budget), answer)
            if len(found) and answer == 1:
                solutions[i] = found[0] + 1
            continue
        if rules.box == (3, 3) and _MARKS.issuperset(one.type for one in rules.constraints):
            counts[i] = _count_marks(_candidates(encoding, row), limit, solutions[i : i + 1].reshape(-1), budget)
            continue
        one = Search(encoding, _candidates(encoding, row))
        done = one.run(limit, budget, found, _NONE)
        counts[i] = one.found if done else UNDECIDED
        if len(found) and one.found:
            solutions[i] = found[0] + 1
    return counts


# Types that say which cells are alike or differ, whatever the digits
_FAIR = {
    "all_different",
    "anti_king",
    "anti_knight",
    "clone",
    "diagonal",
    "digits",
    "disjoint_groups",
    "extra_region",
    "jigsaw",
    "no_boxes",
    "palindrome",
    "same_values",
    "windoku",
}


_MARKS = {"candidates", "even", "odd"}  # types that say what one cell may hold


def _count_marks(candidates: Array, limit: int, solution: Array, budget: Budget) -> int:
    """Return how many solutions candidates of 9x9 have where nothing but rows, columns and boxes count, or UNDECIDED.

    The search is that of plain puzzles, many times faster; the solution is written where it has room.
    """
    words = empty_aligned(by_digit.STACK + by_digit.SCRATCH).view(np.uint32)
    stack, scratch = words[: by_digit.STACK], words[by_digit.STACK :]
    places = np.arange(27)
    stack[:3] = 0
    for digit in range(9):
        stack[:3, digit] = ((candidates.reshape(3, 27) >> digit & 1) << places).sum(axis=1)
    deadline = None if budget.seconds is None else clock.now() + budget.seconds
    found, left, size = 0, budget.nodes, 1
    while size and found < limit:
        if (left is not None and left <= 0) or (deadline is not None and clock.now() > deadline):
            return UNDECIDED
        part = _GUESSES if left is None else min(left, _GUESSES)
        more, guesses, size = by_digit.explore(limit - found, part, size, stack, scratch, solution)
        found += more
        left = None if left is None else left - guesses
    return found


def _has_equal_digits(rules: Rules) -> bool:
    """Return whether the rules treat all digits alike, so that they can be renamed."""
    return all(one.type in _FAIR or (one.type == "killer" and one["sum"] is None) for one in rules.constraints)


def _find_in_empty_grid(encoding: Encoding, rules: Rules, found: Array, budget: Budget) -> int:
    """Return whether an empty grid has a solution, 1 or 0, or UNDECIDED, where digits can be renamed.

    One house may hold the digits in order. Each house is tried for a few positions; the half that were searched
    farthest go on for more. After the Interactive Sudoku Solver (sigh, MIT licence).
    """
    deadline = None if budget.seconds is None else clock.now() + budget.seconds
    left = budget.nodes
    scores = encoding.scores.copy()
    searches = []
    for house in rules.houses:
        candidates = encoding.candidates.copy()
        candidates[[*house]] &= 1 << np.arange(rules.size, dtype=np.int32)
        searches.append(Search(encoding, candidates, scores))
    part = _TRIED
    while True:
        for one in searches:
            before = one.nodes
            seconds = None if deadline is None else deadline - clock.now()
            if (seconds is not None and seconds <= 0) or (left is not None and left <= 0):
                return UNDECIDED
            if one.run(1, Budget(seconds, before + (part if left is None else min(part, left))), found, _NONE):
                return one.found
            left = None if left is None else left - (one.nodes - before)
        searches = sorted(searches, key=lambda one: one.left)[: (len(searches) + 1) // 2]
        part *= 2


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
    equal = _has_equal_digits(rules)
    for i, row in enumerate(givens):
        if equal and not row.any():
            answer = _find_in_empty_grid(encoding, rules, _NO_GRIDS, budget)
            masks[i] = (1 << rules.size) - 1 if answer == 1 else 0
            complete[i] = answer != UNDECIDED
        else:
            complete[i] = _Candidates(encoding, _candidates(encoding, row), budget).find(masks[i])
    return masks, complete


class _Candidates:
    """The search for the true candidates of a puzzle.

    In turn, and with more and more positions, all solutions are searched, leaving out what has no candidate that was
    not seen; and each candidate that was not seen is searched for, close to the last solution. A candidate without
    solution is out for good.
    """

    def __init__(self, encoding: Encoding, candidates: Array, budget: Budget) -> None:
        self._encoding = encoding
        self._cells = len(candidates)
        self._grid = candidates
        self._scores = encoding.scores.copy()
        self._seen = np.zeros(2 * self._cells, np.int32)
        self._left = budget.nodes
        self._deadline = None if budget.seconds is None else clock.now() + budget.seconds

    def find(self, seen: Array) -> bool:
        """Write the candidates that are found; return whether those are all."""
        part = _TRIED
        done = False
        while not done and self._goes_on():
            done = self._search(self._grid, 1 << 30, part, self._seen[: self._cells]) or self._probe(part)
            part *= 2
        seen[:] = self._seen[: self._cells]
        return done

    def _goes_on(self) -> bool:
        in_time = self._deadline is None or clock.now() < self._deadline
        return in_time and (self._left is None or self._left > 0)

    def _search(self, grid: Array, limit: int, nodes: int, seen: Array) -> bool:
        """Search a grid; return whether the search came to its end, in which the grid is settled as far as it was."""
        one = Search(self._encoding, grid, self._scores)
        if grid is self._grid:
            grid[:] = one.grid
        seconds = None if self._deadline is None else self._deadline - clock.now()
        done = one.run(limit, Budget(seconds, nodes if self._left is None else min(nodes, self._left)), _NO_GRIDS, seen)
        if self._left is not None:
            self._left -= one.nodes
        return done

    def _probe(self, nodes: int) -> bool:
        """Look for a solution with each candidate not seen; return whether all are known."""
        known = True
        for cell in range(self._cells):
            left = int(self._grid[cell])
            while left := left & int(self._grid[cell] & ~self._seen[cell]):
                digit = left & -left
                left ^= digit
                grid = self._grid.copy()
                grid[cell] = digit
                if not self._goes_on() or not self._search(grid, 1, nodes, self._seen):
                    known = False
                elif not self._seen[cell] & digit:
                    self._grid[cell] ^= digit
        return known


def warm_up() -> None:
    """Call the kernels, so that they are compiled."""
    count_many(np.zeros((1, 16), np.uint8), Rules((2, 2)))
