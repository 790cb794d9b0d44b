"""The command that solves puzzles."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_solutions_and_their_number(capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle's solution is written, or with --count how many there are, at most --limit."""
    assert main(["sudoku", "solve", PUZZLE]) == 0
    assert capsys.readouterr().out == SOLUTION + "\n"
    assert main(["sudoku", "solve", PUZZLE, "--count"]) == 0
    assert capsys.readouterr().out == "1\n"
    assert main(["sudoku", "solve", "." * 16, "--all", "--limit", "3"]) == 1
    assert len(set(capsys.readouterr().out.split())) == 3


def test_a_puzzle_that_is_not_proper_is_written_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Several solutions: the puzzle is written as it is, named on standard error, and the exit code is 1."""
    assert main(["sudoku", "solve", "1" + "." * 15]) == 1
    said = capsys.readouterr()
    assert said.out == "1" + "." * 15 + "\n"
    assert said.err.startswith("line 1: ")


def test_count_and_all_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Only one of --count and --all can be asked for."""
    assert main(["sudoku", "solve", PUZZLE, "--count", "--all"]) == 2
    assert "--count" in capsys.readouterr().err
