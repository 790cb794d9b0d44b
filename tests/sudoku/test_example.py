"""The example of Sudoku, run as a learner runs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import CHECKOUT
from support.reference import sudoku_solutions
from tessella.sudoku import notation

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "sudoku.py"


def test_example() -> None:
    """It prints a made puzzle, its answer, Inkala's puzzle and its answer, boxed, in at most 40 lines of program."""
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 40
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "3", "7"], capture_output=True, env=CHECKOUT, check=True, encoding="utf-8"
    )
    made, answer, inkala, solved = [notation.read(part) for part in done.stdout.strip().split("\n\n")]
    assert inkala.to_text().startswith("..53.....8......2.")
    for puzzle, solution in ((made, answer), (inkala, solved)):
        assert [tuple(found) for found in sudoku_solutions(puzzle.digits)] == [solution.digits]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["4"], ""),
        (["2", "1", "--blanks", "9"], ""),
        (["9"], "expected a box of at least 2 rows"),
        (["3", "-1"], "expected a whole number"),
        (["3", "0", "--blanks", "90"], "expected 17 to 81 clues"),
    ],
)
def test_sizes_and_blanks(arguments: list[str], said: str) -> None:
    """Boxes are of any size, as many cells are blank as are asked for, and what cannot be had is one sentence."""
    command = [sys.executable, str(EXAMPLE), *arguments]
    done = subprocess.run(command, capture_output=True, env=CHECKOUT, check=False, encoding="utf-8")
    assert (done.returncode, done.stderr.count("\n")) == ((1, 1) if said else (0, 0))
    assert done.stderr.startswith(said)
    if not said:
        made = notation.read(done.stdout.split("\n\n")[0])
        assert made.size == int(arguments[0]) ** 2
        assert "--blanks" not in arguments or made.digits.count(0) == int(arguments[-1])


def test_cheap_to_import() -> None:
    """Importing, solving and making load neither numpy nor numba; every public name is there when asked for."""
    program = (
        "import sys; from tessella import sudoku; sudoku.solve(sudoku.generate(seed=1));"
        "sudoku.notation.read('1' + '.' * 80);"
        "assert not {'numpy', 'numba', 'textual'} & set(sys.modules);"
        "print(all(hasattr(sudoku, name) for name in sudoku.__all__))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=CHECKOUT, check=True, encoding="utf-8"
    )
    assert done.stdout == "True\n"
