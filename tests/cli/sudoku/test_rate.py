"""The command that rates puzzles."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_formats_of_a_rating(capsys: pytest.CaptureFixture[str]) -> None:
    """Csv has a row a puzzle under a heading; text is a report; others are refused."""
    assert main(["sudoku", "rate", PUZZLE, "--format", "csv"]) == 0
    heading, row = capsys.readouterr().out.splitlines()
    rated = dict(zip(heading.split(","), row.split(","), strict=False))
    assert rated["puzzle"] == PUZZLE
    assert "1.2" in row
    assert main(["sudoku", "rate", PUZZLE]) == 0
    assert "1.2" in capsys.readouterr().out
    assert main(["sudoku", "rate", PUZZLE, "--format", "svg"]) == 2
    assert capsys.readouterr().err == "expected a format, one of text, csv, json, got 'svg'\n"


def test_what_is_no_puzzle_has_a_row_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """In csv every line of the input has a row, and the exit code says that some are no puzzles."""
    assert main(["sudoku", "rate", "1" * 16, "--format", "csv"]) in (1, 2)
    assert len(capsys.readouterr().out.splitlines()) == 2
