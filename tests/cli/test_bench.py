"""The command that measures the solvers."""

import pytest

from support.machine_code import never_compiled
from support.processes import end_by_ctrl_c, on_terminal
from tessella.cli.main import main

COLLECTIONS = ["easy", "random minimal", "hard"]


@pytest.mark.slow
def test_a_row_for_each_collection(capsys: pytest.CaptureFixture[str]) -> None:
    """Each collection is a row of times for either solver; talk goes to standard error."""
    assert main(["bench"]) == 0
    said = capsys.readouterr()
    heading, *rows = said.out.splitlines()
    assert heading.split() == ["solver", "puzzles", "count", "solve", "counts/s"]
    assert [row[:16].strip() for row in rows] == 2 * COLLECTIONS
    cells = [row[16:].split() for row in rows]
    assert [row[0] for row in cells] == ["Python"] * 3 + ["engine"] * 3
    assert [row[1] for row in cells] == ["20"] * 3 + ["10,000", "10,000", "1,000"]
    assert all(float(number.replace(",", "")) > 0 for row in cells for number in row[1:])
    assert said.err == "microseconds per puzzle on one thread, then puzzles per second on all threads\n"


@pytest.mark.usefixtures("empty_cache")
def test_plain_rows_come_before_anything_is_compiled() -> None:
    """With an empty cache plain Python is measured at once, and Ctrl-C ends the wait for the engine."""
    with never_compiled("bulk-solver"), on_terminal("bench", "sudoku", cols=100) as terminal:
        for name in COLLECTIONS:
            terminal.expect(rf"{name} +Python +20 ")
        assert end_by_ctrl_c(terminal) == 130
