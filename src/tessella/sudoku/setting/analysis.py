"""Analysis of a puzzle that is being set: its solutions, true candidates, and the clues that it can do without.

Each function stops when its seconds have passed on the `clock`, and tells as much as it has found out by then. Compiled
code does the work where it is there, plain Python as long as it is not.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from tessella.compiled import warming
from tessella.errors import PuzzleError, RulesError
from tessella.sudoku import solver
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import digits_of
from tessella.sudoku.variants import clock
from tessella.sudoku.variants.two_speed_solver import ENGINE, compiled_solutions

FRAME = ("digits", "jigsaw", "no_boxes")  # types that say what the grid is, and are no clues


class Solutions(NamedTuple):
    """How many solutions a puzzle has."""

    number: int | None  # 0, 1, or 2 for more; None where that is not known
    examples: list[list[int]]  # the first two of them, a digit a cell


class Candidates(NamedTuple):
    """The digits that some solution has in each cell."""

    masks: list[int]
    is_complete: bool  # whether there are no others
    possible: list[int]  # those that are not ruled out at first sight


class Clue(NamedTuple):
    """A given (`cell`) or a constraint (its number, `constraint`) of a puzzle."""

    cell: int = -1
    constraint: int = -1


def clues(board: Board) -> list[Clue]:
    """Return what a puzzle might do without: its constraints, then its givens."""
    ones = [Clue(constraint=number) for number, one in enumerate(board.constraints) if one.type not in FRAME]
    return ones + [Clue(cell=cell) for cell, digit in enumerate(board.givens) if digit]


def without(board: Board, clue: Clue) -> Board:
    """Return a puzzle without one of its clues."""
    givens = [0 if cell == clue.cell else digit for cell, digit in enumerate(board.givens)]
    constraints = [one for number, one in enumerate(board.constraints) if number != clue.constraint]
    return Board.of_givens(givens, board.box, constraints)


def solutions(board: Board, seconds: float) -> Solutions:
    """Return how many solutions a puzzle has, and the first two.

    >>> solutions(Board.parse("1...|..2.|.3..|...4"), 5).number
    1
    """
    if found := compiled_solutions(board.givens, board.rules, 2, seconds):
        examples, is_complete = [[*digits] for digits in found[0]], found[1]
        return Solutions(len(examples) if is_complete else None, examples)
    examples = []
    try:
        examples.extend([*one.digits] for one in islice(solver.solutions(board, timeout=seconds), 2))
    except PuzzleError:
        return Solutions(None, examples)
    return Solutions(len(examples), examples)


def true_candidates(board: Board, seconds: float, known: Sequence[int] = ()) -> Candidates:
    """Return the candidates of all cells that stand in some solution, or those that are known to, some before.

    >>> true_candidates(Board.parse("1...|..2.|.3..|...4"), 5).masks[:4]
    [1, 2, 8, 4]
    """
    masks = [*known] or [0] * len(board.givens)
    if warming.is_ready(ENGINE):
        import numpy as np  # noqa: PLC0415 - only beside compiled code

        from tessella.sudoku.variants import bulk_solver  # noqa: PLC0415 - loads the kernels

        try:
            budget = bulk_solver.Budget(seconds)
            found, done = bulk_solver.true_candidates(np.array([board.givens], np.uint8), board.rules, budget=budget)
        except RulesError:
            pass
        else:
            masks = [mask | before for mask, before in zip(found[0].tolist(), masks, strict=True)]
            return Candidates(masks, bool(done[0]), bulk_solver.begun(board.givens, board.rules).grid.tolist())
    return _plain_candidates(board, clock.now() + seconds, masks)


def _plain_candidates(board: Board, deadline: float, masks: list[int]) -> Candidates:
    possible = [1 << given - 1 if given else mask for given, mask in zip(board.givens, board.candidates(), strict=True)]
    try:
        for cell, mask in enumerate(possible):
            for digit in digits_of(mask):
                if masks[cell] >> digit - 1 & 1:
                    continue
                if (left := deadline - clock.now()) <= 0:
                    return Candidates(masks, is_complete=False, possible=possible)
                givens = [digit if number == cell else other for number, other in enumerate(board.givens)]
                wanted = Board.of_givens(givens, board.box, board.constraints)
                for solution in islice(solver.solutions(wanted, timeout=left), 1):
                    masks = [mask | 1 << here - 1 for mask, here in zip(masks, solution.digits, strict=True)]
    except PuzzleError:  # the seconds have passed
        return Candidates(masks, is_complete=False, possible=possible)
    return Candidates(masks, is_complete=True, possible=possible)


def judged(board: Board, count: int, first: int, seconds: float, each: float = 1.0) -> list[bool | None]:
    """Return for each clue from number `first` on whether it matters that it is there, until the seconds have passed.

    Of a puzzle with one solution that is whether it stays the only one without the clue; of one with none, whether
    there is one without it. None stands for a clue for which `each` so many seconds were not enough.
    """
    return [*_judged(board, count, first, clock.now() + seconds, each)]


def _judged(board: Board, count: int, first: int, deadline: float, each: float) -> Iterator[bool | None]:
    for number, clue in enumerate(clues(board)[first:]):
        if number and clock.now() > deadline:
            return
        try:
            found = solutions(without(board, clue), each).number
        except RulesError:  # nothing says any more what the grid is like
            found = 2 - 2 * bool(count == 0)
        yield None if found is None else (found == 1 if count else found > 0)
