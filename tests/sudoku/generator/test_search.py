"""The search for puzzles of a level, a rating or a technique."""

import csv
import io
import os
import signal
import subprocess
import sys
import time
from itertools import count, product
from pathlib import Path

import pytest

from support import reference
from support.processes import CHECKOUT, COMMAND
from support.program import run
from support.searched import BEYOND_LOOKING, in_bulk, vectors
from tessella.errors import TessellaError
from tessella.play.session import Session
from tessella.rng import fold
from tessella.sudoku import LEVELS, Board, generate, open_id, rate
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.generator.target import SINGLES, slug
from tessella.sudoku.rating.scale import RATINGS


def test_wishes_go_together() -> None:
    """A level keeps to a symmetry, a pattern and a number of clues."""
    turned = generate(1, level="hard", symmetry="180")
    held = {cell for cell, digit in enumerate(turned.givens) if digit}
    assert held == {80 - cell for cell in held}
    assert rate(turned).level == "hard"
    pattern = "#########" * 8 + "........."
    kept = generate(1, level="medium", pattern=pattern)
    assert not any(kept.givens[72:])
    assert rate(kept).level == "medium"
    assert in_bulk(Recipe(level="medium", pattern=(1 << 72) - 1), 1) == [kept]
    counted = generate(1, level="expert", clues=28)
    assert sum(digit > 0 for digit in counted.givens) == 28
    assert rate(counted).level == "expert"


@pytest.mark.parametrize(("id_", "puzzle", "er"), vectors())
def test_vectors(id_: str, puzzle: str, er: str) -> None:
    """An id of the specification's table opens the puzzle that stands beside it, with its rating, for ever."""
    opening = open_id(id_)
    found = opening.start.puzzle
    assert (opening.id, found.to_text(), f"{rate(found).er:.1f}") == (id_, puzzle, er)


def test_there_are_vectors() -> None:
    """The specification's table names puzzles of every level."""
    assert {id_.split(":")[1].split("#")[0] for id_, _puzzle, _er in vectors()} >= LEVELS.keys()


@pytest.mark.parametrize(
    ("text", "full", "table"),
    [
        ("sudoku:hard#42", "sudoku:hard#42", "sudoku:hard"),
        ("sudoku:180/easy#42.7", "sudoku:easy/180#42.7", "sudoku:easy/180"),
        ("sudoku:rating=4.20#42", None, None),
        ("sudoku:rating=4.2..4.6#42", "sudoku:rating=4.2..4.6#42", "sudoku:rating=4.2..4.6"),
        ("sudoku:only/technique=XY_Wing#42", "sudoku:technique=xy-wing/only#42", "sudoku:technique=xy-wing/only"),
        ("sudoku:search=1/medium#42", "sudoku:medium#42", "sudoku:medium"),
    ],
)
def test_ids(text: str, full: str | None, table: str | None) -> None:
    """An id says what is wished in one way; the table and New game keep to the wish."""
    if full is None:
        with pytest.raises(TessellaError):
            open_id(text)
        return
    opening = open_id(text)
    assert (opening.id, opening.table, opening.again) == (full, table, table)
    assert open_id(full).start == opening.start


def test_the_week() -> None:
    """The daily puzzle is harder from day to day: beginner on Monday, extreme on Sunday."""
    levels = [rate(open_id(f"sudoku:daily/2026-11-{day}").start).level for day in range(16, 23)]
    assert levels == ["beginner", "easy", "medium", "medium", "hard", "expert", "extreme"]


def test_a_saved_daily_is_kept() -> None:
    """A save of a daily puzzle from before it had a level keeps the puzzle that was played."""
    old = generate(20261120, clues=None)
    session = Session("sudoku:daily/2026-11-20", old)
    session.play(old.moves()[0])
    again = Session.from_text(session.to_text())
    assert (again.id, again.start, again.position) == (session.id, old, session.position)


def test_new_with_a_level() -> None:
    """`new --level` writes what the ids open; CSV has level and ER beside puzzle and solution."""
    done = run("sudoku", "new", "--level", "hard", "-n", "3", "--seed", "42", "--first", "1")
    assert done.stdout.splitlines() == [generate(42, k, level="hard").to_text() for k in (1, 2, 3)]
    table = list(
        csv.DictReader(
            io.StringIO(run("sudoku", "new", "--level", "hard", "-n", "3", "--seed", "42", "--format", "csv").stdout)
        )
    )
    for k, row in enumerate(table):
        board = generate(42, k, level="hard")
        assert row == {
            "puzzle": board.to_text(),
            "solution": "".join(map(str, next(reference.sudoku_solutions(board.givens)))),
            "level": "hard",
            "er": f"{rate(board).er:.1f}",
        }


def test_plain_play_needs_no_kernel() -> None:
    """A puzzle of every level is opened without numpy and numba."""
    code = (
        "import sys; from tessella.sudoku import LEVELS, open_id;"
        "[open_id(f'sudoku:{level}#1') for level in LEVELS]; open_id('sudoku:technique=xy-wing#1');"
        "print({'numpy', 'numba'} & {*sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | CHECKOUT, check=True
    )
    assert done.stdout == "set()\n"


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
def test_ctrl_c(tmp_path: Path) -> None:
    """Ctrl-C keeps the puzzles that are there, and what it says makes the rest."""
    out = tmp_path / "out.txt"
    arguments = ["new", "--level", "beginner", "-n", "90000", "--seed", "8", "--threads", "1", "--out", str(out)]
    with subprocess.Popen([*COMMAND, "sudoku", *arguments], env=os.environ | CHECKOUT, stderr=subprocess.PIPE) as child:
        assert child.stderr
        deadline = time.monotonic() + 600
        while not any(one.stat().st_size > 1000 for one in tmp_path.glob(".out*")) and time.monotonic() < deadline:
            time.sleep(0.02)  # until the file has grown, which nothing else tells
        child.send_signal(signal.SIGINT)
        said = child.stderr.read().decode()
        assert child.wait(600) == 130
    made = (tmp_path / "out.txt.part").read_text(encoding="utf-8").splitlines()
    n = len(made)
    assert n > 0
    assert said.splitlines()[-1].endswith(f"continue with --seed 8 --first {n} -n {90000 - n}")
    assert made[-1] == generate(8, n - 1, level="beginner").to_text()


@pytest.mark.parametrize(("level", "seed"), [pytest.param("hard", 38, marks=pytest.mark.slow), ("expert", 13)])
def test_the_first_that_fits(level: str, seed: int) -> None:
    """The puzzle is the first of the candidates that the specification names, each made by the slow reference."""
    source = fold([1, seed, 0])
    made = (Board.of_givens(reference.make_sudoku(source, number) or []) for number in count())
    assert next(board for board in made if rate(board).level == level) == generate(seed, level=level)


@pytest.mark.parametrize("name", BEYOND_LOOKING)
def test_a_technique_is_needed(name: str) -> None:
    """The path uses the technique, and none that is rated higher; the puzzle comes from the bank, shuffled."""
    puzzles = [generate(42, k, technique=slug(name)) for k in range(3)]
    for board in puzzles:
        rating = rate(board)
        assert name in rating.techniques
        assert max(map(RATINGS.__getitem__, rating.techniques)) == RATINGS[name]
    assert in_bulk(Recipe(technique=name), 42, 3) == puzzles
    assert len(set(puzzles)) == 3


def test_the_only_technique() -> None:
    """With `only` there is nothing beyond singles but the technique."""
    for name, k in product(["XY-wing", "naked pair", "swordfish"], range(2)):
        rating = rate(generate(7, k, technique=name, only=True))
        assert name in rating.techniques
        assert rating.techniques.keys() <= {name, *SINGLES}
