"""Is an order of puzzles written as it was given, and can it be gone on with?"""

import os
import signal
import subprocess
import sys
from importlib import import_module
from itertools import islice

import pytest

from processes import CHECKOUT
from tessella.errors import PuzzleError
from tessella.sudoku import Board, generate
from tessella.sudoku.recipe import MINIMAL, Recipe
from tessella.sudoku.supply import MANY, boards, write_puzzles

RECIPE = Recipe(clues=MINIMAL)


def test_few_and_many_are_the_same() -> None:
    """An order for the kernels begins with the puzzles of a small one."""
    few = list(boards(RECIPE, 4, 5))
    assert few == [generate(4, k) for k in range(5)]
    assert list(islice(boards(RECIPE, 4, MANY), 5)) == few


@pytest.mark.parametrize("n", [3, MANY + 1])
def test_orders_can_be_gone_on_with(n: int) -> None:
    """An order in two parts is the order in one, plain or in bulk, and every part says how much was written."""
    whole: list[str] = []
    steps: list[int] = []
    assert write_puzzles(whole.append, RECIPE, 4, n, step=steps.append) == n
    parts: list[str] = []
    done = write_puzzles(parts.append, RECIPE, 4, 2)
    assert write_puzzles(parts.append, RECIPE, 4, n - done, first=done) == n - done
    assert "".join(parts) == "".join(whole)
    assert steps[-1] == n
    assert len("".join(whole)) == 82 * n


def test_formats() -> None:
    """CSV holds the solutions, in order."""
    text: list[str] = []
    assert write_puzzles(text.append, RECIPE, 4, 3, form="csv") == 3
    lines = "".join(text).split()
    assert lines[0].startswith("puzzle,solution")
    assert [Board.parse(line.split(",")[0]) for line in lines[1:]] == [generate(4, k) for k in range(3)]


def test_what_was_made_before_a_failure_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle that cannot be made ends the order with its reason, and what came before is there."""
    monkeypatch.setattr(import_module("tessella.sudoku.generate"), "STEPS", 12)
    text: list[str] = []
    with pytest.raises(PuzzleError, match="gave up after 12 steps"):
        write_puzzles(text.append, Recipe(clues=21), 1, 50)
    lines = "".join(text).split()
    assert [Board.parse(line) for line in lines] == [generate(1, k, clues=21) for k in range(len(lines))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal to send to a process of one's own kind")
def test_an_interrupted_order_is_whole() -> None:
    """Ctrl-C leaves whole lines of what was done, and the number to go on from."""
    program = (
        "import sys\n"
        "from tessella.sudoku.recipe import Recipe\n"
        "from tessella.sudoku.supply import write_puzzles\n"
        "done = write_puzzles(sys.stdout.write, Recipe(clues=None), 4, 10**9, form='sdm', threads=1)\n"
        "print('done', done, file=sys.stderr)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | CHECKOUT | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        talk = process.stderr.read()
    lines = (first + rest).splitlines()
    assert talk.strip().endswith(f"done {len(lines)}")
    assert all(len(line) == 81 for line in lines)
    assert [Board.parse(line) for line in lines[:9]] == [generate(4, k, clues=None) for k in range(len(lines[:9]))]
