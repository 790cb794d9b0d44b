"""The example of Sudoku, run as a learner runs it."""

import subprocess
import sys
from pathlib import Path

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
