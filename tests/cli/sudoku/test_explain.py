"""The command that explains every step."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_last_step_completes_the_grid(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps are numbered from 1; --rated gives each its rating."""
    assert main(["sudoku", "explain", "1.....2..3.....4"]) == 0
    steps = capsys.readouterr().out
    assert steps.startswith("1. ")
    assert len([line for line in steps.splitlines() if line[:1].isdigit()]) >= 3
    assert main(["sudoku", "explain", PUZZLE, "--rated"]) == 0
    assert "(1.2)" in capsys.readouterr().out
