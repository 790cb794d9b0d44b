"""The command that finds what is wrong with puzzles."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_what_is_wrong_is_said_puzzle_by_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    """A proper puzzle has exit code 0; a rule that is broken is named, with exit code 1."""
    assert main(["sudoku", "check", PUZZLE]) == 0
    assert capsys.readouterr().err == ""
    assert main(["sudoku", "check", "55" + PUZZLE[2:]]) == 1
    assert "row 1" in capsys.readouterr().out


def test_verdicts_are_no_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    """What is not puzzles cannot go into a Parquet file."""
    assert main(["sudoku", "check", PUZZLE, "--out", "x.parquet"]) == 2
    assert capsys.readouterr().err.startswith("expected the name of a text file, got 'x.parquet'")
