"""The command that converts puzzles."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_line_by_default_and_any_format_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """A grid with zeros becomes a line with dots; csv has a heading."""
    assert main(["sudoku", "convert", PUZZLE.replace(".", "0")]) == 0
    assert capsys.readouterr().out == PUZZLE + "\n"
    assert main(["sudoku", "convert", PUZZLE, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("puzzle")
    assert main(["sudoku", "convert", PUZZLE, "--format", "docx"]) == 2
    assert capsys.readouterr().err.startswith("expected a format, one of ")
