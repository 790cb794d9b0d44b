"""What stands for a file of puzzles."""

import pytest

from support.endless import PUZZLE, SOLVED
from support.processes import run


def test_a_puzzle_in_place_of_a_file() -> None:
    """A puzzle written where a file's name belongs is taken as the puzzle."""
    assert run("sudoku", "solve", PUZZLE, "--format", "line").stdout == SOLVED + "\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "nowhere.txt"), "cannot read 'nowhere.txt': no such file"),
        (("solve", "--box", "1x7"), "expected a box of at least 2 rows"),
        (("solve", "--format", "best"), "expected a format, one of line, "),
        (("convert", "--from", "best"), "expected a format, one of line, "),
        (("solve", "--timeout", "soon"), "expected a number for --timeout, got 'soon'"),
        (("solve", "--limit", "0"), "expected a whole number of at least 1, got '0'"),
        (("check", "--out", "no/such/folder/x"), "cannot write 'no/such/folder/x'"),
    ],
)
def test_bad_arguments(arguments: tuple[str, ...], message: str) -> None:
    """An argument that makes no sense is one sentence and exit code 2."""
    done = run("sudoku", *arguments, typed=PUZZLE)
    assert done.returncode == 2
    assert done.stderr.startswith(message)
