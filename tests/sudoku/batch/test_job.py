"""Batch jobs: going on in the middle."""

import random
import sys
from pathlib import Path

import pytest

from support.packed_files import pairs, text
from support.processes import run, stopped


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
