"""Batch jobs: what stands for a file, and going on in the middle."""

import io
import random
import sys
from pathlib import Path

import pytest

from support.endless import PUZZLE, SOLVED
from support.packed_files import pairs, text
from support.processes import stopped
from support.program import run
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku.batch.job import Job, Output


def test_skip_and_first() -> None:
    """`--skip` and `--first` begin in the middle, and what they give is the rest of the whole."""
    made = pairs(9, random.Random(4))
    done = run("sudoku", "solve", "--skip", "4", typed=text(["# a list", *(one for one, _two in made)]))
    assert done.stdout == text([two for _one, two in made[4:]])
    whole = run("sudoku", "new", "-n", "5", "--seed", "3").stdout.splitlines()
    assert run("sudoku", "new", "-n", "2", "--seed", "3", "--first", "3").stdout.splitlines() == whole[3:]


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
def test_interrupted_making(tmp_path: Path) -> None:
    """What `new` says at Ctrl-C makes the puzzles that are missing."""
    arguments = ["new", "-n", "90000", "--pattern", "#" * 81, "--seed", "8", "--out", "out.txt"]
    code, said = stopped(arguments, b"", tmp_path)
    assert code == 130
    assert not (tmp_path / "out.txt").exists()
    n = len((tmp_path / "out.txt.part").read_text(encoding="utf-8").splitlines())
    assert said == (
        f"stopped after {n} puzzles, saved in 'out.txt.part'; continue with --seed 8 --first {n} -n {90000 - n}\n"
    )


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
        (("solve", "--timeout", "soon"), "expected a number of at least 0 for --timeout, got 'soon'"),
        (("solve", "--limit", "0"), "expected a whole number of at least 1, got '0'"),
        (("check", "--out", "no/such/folder/x"), "cannot write 'no/such/folder/x'"),
    ],
)
def test_bad_arguments(arguments: tuple[str, ...], message: str) -> None:
    """An argument that makes no sense is one sentence and exit code 2."""
    done = run("sudoku", *arguments, typed=PUZZLE)
    assert done.returncode == 2
    assert done.stderr.startswith(message)


def test_what_is_read_is_not_yet_done() -> None:
    """The share that is shown grows with each puzzle, though the whole of a small file is read at once."""
    progress = ProgressBar(share=lambda: 1.0)
    job = Job(io.BytesIO(f"# a comment\n{PUZZLE}\n".encode() * 4), Output(str, progress), str)
    assert [progress.share() for _record in job.records()] == [1 / 8, 2 / 8, 3 / 8, 4 / 8]
    assert progress.share() == 1
