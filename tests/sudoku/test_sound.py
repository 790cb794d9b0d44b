"""Every path of a few puzzles against their solutions; `benchmarks/sudoku_sound.py` follows thousands."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tessella.sudoku import Board, RatedStep, solve

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "sudoku_sound.py"


@pytest.fixture
def program() -> ModuleType:
    """Return the program as a module."""
    spec = importlib.util.spec_from_file_location("sudoku_sound", PROGRAM)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_paths_are_sound(
    program: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No step of any way to solve random minimal puzzles contradicts the solution, and every path ends solved."""
    monkeypatch.setattr(
        sys, "argv", ["sudoku_sound.py", "-n", "6", "--file", "0", "--made", "0", "--stated", "0", "--seed", "77"]
    )
    assert program.main() == 0
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [row[1] for row in rows] == list(program.WAYS)
    for row in rows:
        assert row[2] == "6"
        assert int(row[3]) > 6 * 40
        assert row[4:6] == ["0", "0"]


def test_what_is_wrong_is_found(program: ModuleType) -> None:
    """A step that places or removes what it must not, or does nothing, is found, and so is a path that breaks off."""
    puzzle = Board.parse("1...|..2.|.3..|...4")
    right = solve(puzzle).rows
    good = RatedStep("x", 1.0, ((right[0][1], 1, 2),), ())
    bad = [
        RatedStep("x", 1.0, ((right[0][1] % 4 + 1, 1, 2),), ()),
        RatedStep("x", 1.0, (), ((right[0][1], 1, 2),)),
        RatedStep("x", 1.0, (), ()),
    ]
    found = list(program.faults(puzzle, solve(puzzle), [good, *bad]))
    assert [bool(fault) for _step, fault in found] == [False, True, True, True, True]
    assert found[-1][0] is None
