"""First solutions: the same by plain Python and by compiled code that takes over."""

from pathlib import Path

import pytest

from support.variant_puzzles import puzzles
from tessella.compiled import warming
from tessella.errors import PuzzleError
from tessella.sudoku.board import Board
from tessella.sudoku.geometry import VALUES
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.solver import count, solve
from tessella.sudoku.variants import two_speed_solver

SAMPLE = {one.name: one for one in puzzles(Path(__file__).parents[2] / "data" / "variants")}
SLOW = next(one for name, one in SAMPLE.items() if name.startswith("gen-non_consecutive"))  # seconds in plain Python
GIVENS = [VALUES.get(sign, 0) for sign in SLOW.givens]
FOUR = Rules((2, 2))


@pytest.fixture(params=["plain", "compiled"])
def ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let plain Python answer, or have compiled code take over at once."""
    if request.param == "compiled":
        warming.ensure(two_speed_solver.ENGINE)
        monkeypatch.setattr(two_speed_solver, "PATIENCE", -1.0)
    else:
        monkeypatch.setattr(warming, "is_ready", lambda *_groups: False)
    return str(request.param)


@pytest.mark.usefixtures("ways")
def test_solutions_are_counted_up_to_the_limit() -> None:
    """The 288 grids of 4x4, a grid with one, and one without."""
    assert len({*two_speed_solver.first_solutions([0] * 16, FOUR, 1000)}) == 288
    assert len(two_speed_solver.first_solutions([0] * 16, FOUR, 3)) == 3
    assert two_speed_solver.first_solutions([1, 1] + [0] * 14, FOUR, 2) == []


def test_compiled_code_takes_over_where_plain_python_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that takes plain Python seconds has its stated solution, and no second one."""
    warming.ensure(two_speed_solver.ENGINE)
    monkeypatch.setattr(two_speed_solver, "PATIENCE", 0.01)
    board = Board.of_givens(GIVENS, SLOW.rules.box, SLOW.rules.constraints)
    assert "".join(map(str, solve(board).digits)) == SLOW.solution
    assert count(board) == 1


@pytest.mark.usefixtures("ways")
def test_time_is_kept() -> None:
    """A search that cannot end in time says so."""
    with pytest.raises(PuzzleError, match="gave up after"):
        two_speed_solver.first_solutions([0] * 81, Rules(), 10**9, timeout=0.01)
