"""The first solutions of a puzzle with any rules: by plain Python at first, by compiled code where that takes long."""

from collections.abc import Sequence
from itertools import islice

from tessella.compiled import warming
from tessella.errors import PuzzleError, RulesError
from tessella.i18n import _
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants import plain_solver

ENGINE = "variants"  # the group of kernels
PATIENCE = 1.0  # seconds for plain Python, about what the kernels take to load
FEW = 1000  # solutions that compiled code is asked for at once

Digits = tuple[int, ...]


def first_solutions(givens: Sequence[int], rules: Rules, limit: int, *, timeout: float | None = None) -> list[Digits]:
    """Return the first solutions, at most `limit`, a value a cell; which of several come first is left open.

    Raises `PuzzleError` when `timeout` seconds have passed.

    >>> first_solutions([0] * 15 + [3], Rules.parse("thermo:r1c1r1c2r1c3r1c4;thermo:r2c4r2c3", (2, 2)), 1)[0][:4]
    (1, 2, 3, 4)
    """
    if limit <= FEW and (timeout is None or timeout > PATIENCE) and warming.is_ready(ENGINE):
        try:
            return [*islice(plain_solver.solutions(givens, rules, timeout=PATIENCE), limit)]
        except PuzzleError:
            left = timeout and timeout - PATIENCE
            if not (found := compiled_solutions(givens, rules, limit, left)):
                return [*islice(plain_solver.solutions(givens, rules, timeout=left), limit)]
            solutions, is_complete = found
            if is_complete:
                return solutions
            raise PuzzleError(_("gave up after {seconds:g} seconds"), seconds=timeout) from None
    return [*islice(plain_solver.solutions(givens, rules, timeout=timeout), limit)]


def compiled_solutions(
    givens: Sequence[int], rules: Rules, limit: int, seconds: float | None
) -> tuple[list[Digits], bool] | None:
    """Return the first solutions by compiled code, and whether that was all within `limit`; None where it cannot tell.

    It cannot as long as it is not compiled, nor for rules that the engine does not know.
    """
    if not warming.is_ready(ENGINE):
        return None
    import numpy as np  # noqa: PLC0415 - only beside compiled code

    from tessella.sudoku.variants.bulk_solver import Budget, begun  # noqa: PLC0415 - loads the kernels

    try:
        search = begun(givens, rules)
    except RulesError:
        return None
    found = np.zeros((limit, len(givens)), np.int32)
    is_done = search.run(limit, Budget(seconds), found, np.zeros(0, np.int32))
    return [tuple(row) for row in (found[: search.found] + 1).tolist()], is_done
