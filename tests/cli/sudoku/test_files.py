"""The commands on files of puzzles."""

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


def test_a_picture_by_default_and_svg_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """Puzzles are drawn as text with every given at its place, or as SVG."""
    assert main(["sudoku", "show", PUZZLE]) == 0
    drawn = capsys.readouterr().out
    assert drawn.count("\n") > 9
    assert [sign for sign in drawn if sign.isdigit()] == [sign for sign in PUZZLE if sign.isdigit()]
    assert main(["sudoku", "show", PUZZLE, "--format", "svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")


def test_a_line_by_default_and_any_format_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """A grid with zeros becomes a line with dots; csv has a heading."""
    assert main(["sudoku", "convert", PUZZLE.replace(".", "0")]) == 0
    assert capsys.readouterr().out == PUZZLE + "\n"
    assert main(["sudoku", "convert", PUZZLE, "--format", "csv"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("puzzle")
    assert main(["sudoku", "convert", PUZZLE, "--format", "docx"]) == 2
    assert capsys.readouterr().err.startswith("expected a format, one of ")


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
    assert capsys.readouterr().err.splitlines()[0] == "expected a format, one of text, csv, json, got 'svg'"


def test_what_is_no_puzzle_has_a_row_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    """In csv every line of the input has a row, and the exit code says that some are no puzzles."""
    assert main(["sudoku", "rate", "1" * 16, "--format", "csv"]) in (1, 2)
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_hint_of_what_cannot_be_read_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that is mistyped is named with its line, and then the rule that is like it."""
    assert main(["sudoku", "solve", "." * 81 + ";kiler:sum=3:r1c1r1c2"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("line 1: expected a rule that is known")
    assert second == "hint: did you mean killer?"
