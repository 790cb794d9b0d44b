"""The command that measures the engine."""

from collections.abc import Iterator

import pytest

from tessella.cli.main import main
from tessella.sudoku import bench


@pytest.mark.parametrize("arguments", [["bench"], ["bench", "sudoku"]])
def test_a_row_for_each_collection(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each collection is a row under a heading, the game named or not; talk goes to standard error."""

    def timings() -> Iterator[bench.Timing]:
        yield bench.Timing("17 clues", 1000, 1.25, 2.5, 800_000.0)

    monkeypatch.setattr(bench, "timings", timings)
    assert main(arguments) == 0
    said = capsys.readouterr()
    heading, row = said.out.splitlines()
    assert heading.split() == ["puzzles", "count", "solve", "counts/s"]
    assert row.split() == ["17", "clues", "1,000", "1.250", "2.500", "800,000"]
    assert said.err.splitlines()[0] == "starting the engine"
