"""Solving, counting and checking of files, through the real program."""

import json
import random
from pathlib import Path

import pytest

from support.endless import PUZZLE, SEVERAL, SOLVED, cells_exchanged, numbered
from support.processes import run
from support.reference import sudoku_solutions
from tessella.sudoku import Board


def test_solve_a_file(tmp_path: Path) -> None:
    """`solve FILE --format line --out FILE` writes one line of 81 signs a puzzle, in order."""
    luck = random.Random(5)
    puzzles = [cells_exchanged(luck) for _ in range(20)]
    (tmp_path / "in.txt").write_text(numbered(["# a list", *puzzles]), encoding="utf-8")
    done = run("sudoku", "solve", str(tmp_path / "in.txt"), "--format", "line", "--out", str(tmp_path / "out.txt"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    for puzzle, line in zip(puzzles, lines, strict=True):
        wanted = next(sudoku_solutions([int(sign) for sign in puzzle.replace(".", "0")]))
        assert line == "".join(map(str, wanted))


def test_counting() -> None:
    """`--count` says how many solutions each puzzle has, `--limit` where to stop."""
    done = run("sudoku", "solve", "--count", "--limit", "50", typed=numbered([PUZZLE, SEVERAL, "55" + "." * 79]))
    assert done.stdout == "1\n50+\n0\n"
    assert done.returncode == 1
    assert run("sudoku", "solve", "--count", typed="." * 16).stdout == "288\n"


def test_all_solutions() -> None:
    """`--all` writes every solution, a line each."""
    done = run("sudoku", "solve", "--all", "--format", "line", typed="12......" + "." * 8)
    expected = {"".join(map(str, found)) for found in sudoku_solutions([1, 2] + [0] * 14, 2, 2)}
    assert set(done.stdout.split()) == expected
    assert len(done.stdout.split()) == len(expected) == 24


def test_improper_puzzles() -> None:
    """A puzzle that is not proper is written as it is and explained, the others are solved, and the exit code is 1."""
    done = run("sudoku", "solve", typed=numbered([SEVERAL, PUZZLE, "55" + "." * 79]))
    assert done.stdout == numbered([SEVERAL, SOLVED, "55" + "." * 79])
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first.startswith("line 1: more than one solution, for example ")
    assert second == "line 3: no solution: row 1 holds 5 more than once: r1c1, r1c2"


def test_wrong_line_ends_the_work(tmp_path: Path) -> None:
    """A wrong line is said with number and text, and the file that was to be written stays what it was."""
    target = tmp_path / "out.txt"
    target.write_text("what was there", encoding="utf-8")
    text = numbered([PUZZLE, PUZZLE[:80], PUZZLE])
    done = run("sudoku", "solve", "--out", str(target), typed=text)
    assert done.returncode == 2
    assert done.stderr.startswith("line 2: expected 81 cells, got 80: '53..7....6")
    assert target.read_text(encoding="utf-8") == "what was there"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["out.txt"]
    going = run("sudoku", "solve", "--out", str(target), "--keep-going", typed=text)
    assert going.returncode == 2
    assert target.read_text(encoding="utf-8") == numbered([SOLVED, SOLVED])


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("." * 79, "line 1: expected 81 cells, got 79"),
        ("." * 82, "line 1: expected 81 cells, got 82"),
        ("." * 80 + "A", "line 1: expected a digit from 1 to 9 or a blank in r9c9, got 'A'"),
        (bytes(range(256)), "line 1: expected text in UTF-8"),
        ("", "expected a Sudoku, got nothing"),
        ("# nothing but a comment\n", "expected a Sudoku, got nothing"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]><opensudoku/>", "line 1: expected XML without a document type"),
        ('{"givens": 7}', "line 1: expected a Sudoku as a text, as rows or as an object"),
    ],
)
def test_bad_input(typed: str | bytes, message: str) -> None:
    """What is no puzzle is one sentence on standard error and exit code 2."""
    done = run("sudoku", "solve", typed=typed)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def test_check_tells_everything() -> None:
    """`check` says all that is wrong with a puzzle, and compares the solution that a file gives."""
    wrong = SOLVED[:-1] + "1"
    done = run("sudoku", "check", typed=f"puzzle,solution\n{PUZZLE},{SOLVED}\n{PUZZLE},{wrong}\n55{'.' * 79},\n")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("line 3: the solution given beside the puzzle is wrong")
    assert lines[1:3] == [
        "line 4: row 1 holds 5 more than once: r1c1, r1c2",
        "line 4: box 1 holds 5 more than once: r1c1, r1c2",
    ]
    assert lines[-1] == "1 of 3 puzzles are proper"


def test_solving_into_csv_and_json() -> None:
    """CSV and JSON hold the puzzle and its solution side by side."""
    assert run("sudoku", "solve", "--format", "csv", typed=PUZZLE).stdout == f"puzzle,solution\n{PUZZLE},{SOLVED}\n"
    value = json.loads(run("sudoku", "solve", "--format", "json", typed=PUZZLE).stdout)
    assert value["givens"] == [list(row) for row in Board.parse(PUZZLE).rows]
    assert value["solution"] == [list(row) for row in Board.parse(SOLVED).rows]


def test_giving_up() -> None:
    """A puzzle that takes longer than `--timeout` is given up in words, with exit code 1."""
    done = run("sudoku", "solve", "--count", "--limit", "999999999", "--timeout", "0.1", typed="." * 625)
    assert (done.returncode, done.stdout) == (1, "?\n")
    assert done.stderr == "line 1: gave up after 0.1 seconds\n"
