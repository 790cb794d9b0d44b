"""The command that measures the engine."""

import pytest

from tessella.cli.main import main


@pytest.mark.parametrize("arguments", [["bench"], ["bench", "sudoku"]])
def test_a_row_for_each_collection(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Each collection is a row of times under a heading, the game named or not; talk goes to standard error."""
    assert main(arguments) == 0
    said = capsys.readouterr()
    heading, *rows = said.out.splitlines()
    assert heading.split() == ["puzzles", "count", "solve", "counts/s"]
    assert [row[:16].strip() for row in rows] == ["easy", "random minimal", "hard"]
    assert [row[16:].split()[0] for row in rows] == ["10,000", "10,000", "1,000"]
    assert all(float(number.replace(",", "")) > 0 for row in rows for number in row[16:].split())
    assert said.err.splitlines()[0] == "starting the engine"
