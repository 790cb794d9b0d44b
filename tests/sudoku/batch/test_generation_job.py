"""Generation of puzzles into a file."""

import pytest

from support.processes import run
from support.reference import sudoku_solutions


def test_new_puzzles() -> None:
    """`new` makes puzzles with one solution, as many and with as many clues as asked, the same for a seed."""
    done = run("sudoku", "new", "-n", "3", "--clues", "30", "--symmetry", "180", "--seed", "5")
    assert done.returncode == 0
    lines = done.stdout.split()
    assert len(set(lines)) == 3
    for line in lines:
        digits = [int(sign) for sign in line.replace(".", "0")]
        assert sum(digit > 0 for digit in digits) == 30
        assert [digit > 0 for digit in digits] == [digit > 0 for digit in reversed(digits)]
        assert len(list(sudoku_solutions(digits))) == 1
    again = run("sudoku", "new", "-n", "3", "--clues", "30", "--symmetry", "180", "--seed", "5", "--format", "sdm")
    assert again.stdout.replace("0", ".").split() == lines


def test_revealing() -> None:
    """`new --reveal` shows the puzzle, waits for Enter, and then shows its answer."""
    done = run("sudoku", "new", "--reveal", "--seed", "1", "--format", "line", typed="\n")
    puzzle, prompt, answer = [line for line in done.stdout.splitlines() if line]
    assert prompt == "Press Enter to see the solution."
    found = next(sudoku_solutions([int(sign) for sign in puzzle.replace(".", "0")]))
    assert answer == "".join(map(str, found))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--clues", "14"), "expected 17 to 81 clues, got 14"),
        (("--pattern", "#" * 80), "expected a pattern of 81 cells, got 80"),
        (("--pattern", "." * 80 + "#"), "expected at least 17 cells where givens may stand, got 1"),
        (("--box", "1x7"), "expected a box of at least 2 rows"),
        (("--symmetry", "round"), "expected a symmetry, one of none, 180"),
        (("-n", "many"), "expected a whole number of at least 1, got 'many'"),
        (("--seed", "-1"), "expected a seed, a whole number"),
    ],
)
def test_puzzles_that_cannot_be_had(arguments: tuple[str, ...], message: str) -> None:
    """What cannot be made is refused with the reason and exit code 2."""
    done = run("sudoku", "new", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
