"""The solving and counting of puzzles with rules of their own: plain Python for a moment, then the compiled engine."""

import sys
from itertools import islice
from typing import Any

from tessella.compiled import warming
from tessella.errors import PuzzleError
from tessella.i18n import _
from tessella.sudoku import solver
from tessella.sudoku.board import Board

PATIENCE = 1.0  # seconds that plain Python is given for a puzzle as long as the engine is not loaded
_ENGINE = "tessella.sudoku.variants.bulk_solver"


def solve(board: Board, timeout: float | None) -> Board:
    """Return the only way to complete a board; raises `PuzzleError` as `solver.solve` does."""
    found = _found_plainly(board, 2)
    if found is not None:
        return found[0] if len(found) == 1 else solver.solve(board)  # with the words for what is wrong
    engine = _engine()
    solutions, (status,) = engine.solve_many(_row(board), board.rules, budget=engine.Budget(timeout))
    if status == engine.UNDECIDED:
        raise _given_up(timeout)
    if not status:
        raise PuzzleError(_("no solution: {reason}"), reason=_("no way to complete the grid keeps all rules"))
    only = Board.of_givens(solutions[0].tolist(), board.box, board.constraints)
    if status > 1:
        raise PuzzleError(_("more than one solution, for example {first}"), first=only.to_text().partition(";")[0])
    return only


def count(board: Board, limit: int, timeout: float | None) -> int:
    """Return how many ways there are to complete a board, counted up to `limit`; raises `PuzzleError`."""
    found = _found_plainly(board, limit)
    if found is not None:
        return len(found)
    engine = _engine()
    (counted,) = engine.count_many(_row(board), board.rules, limit, budget=engine.Budget(timeout))
    if counted == engine.UNDECIDED:
        raise _given_up(timeout)
    return int(counted)


def _given_up(timeout: float | None) -> PuzzleError:
    return PuzzleError(_("gave up after {seconds:g} seconds"), seconds=timeout)


def _found_plainly(board: Board, limit: int) -> list[Board] | None:
    """Return solutions that plain Python finds in a moment, None where it does not, or the engine is there anyway."""
    if _ENGINE in sys.modules:
        return None
    try:
        return list(islice(solver.solutions(board, timeout=PATIENCE), limit))
    except PuzzleError:
        return None


def _engine() -> Any:
    """Return the engine, compiled."""
    warming.ensure("variants")
    # Only here: numba takes longer to load than most puzzles to be solved.
    from tessella.sudoku.variants import bulk_solver  # noqa: PLC0415

    return bulk_solver


def _row(board: Board) -> Any:
    # Only here: numpy takes longer to load than most puzzles to be solved.
    import numpy as np  # noqa: PLC0415

    return np.array([board.digits], np.uint8)
