"""Parquet files."""

from importlib import import_module
from pathlib import Path

import pytest

from support.packed_files import PUZZLE, SOLVED, text
from support.program import run


def test_a_parquet_file_of_others(tmp_path: Path) -> None:
    """Row n of a Parquet file is spoken of as line n, and what is no puzzle there is a wrong line."""
    arrow = pytest.importorskip("pyarrow")
    parquet = import_module("pyarrow.parquet")
    path = tmp_path / "x.parquet"
    parquet.write_table(arrow.table({"id": [1, 2, 3, 4], "puzzle": [PUZZLE, None, "a\nb,", PUZZLE]}), path)
    done = run("sudoku", "solve", "--keep-going", str(path))
    assert done.stdout == text([SOLVED] * 2)
    assert [line[:20] for line in done.stderr.splitlines()] == ["'x.parquet', line 2:", "'x.parquet', line 3:"]
    parquet.write_table(arrow.table({"id": [1]}), path)
    done = run("sudoku", "solve", str(path))
    assert (done.returncode, done.stderr) == (2, "expected a column named puzzle, got 'id'\n")


def test_what_parquet_does_not_hold(tmp_path: Path) -> None:
    """Only puzzles go into a Parquet file: not sentences, nor pictures."""
    out = str(tmp_path / "x.parquet")
    assert run("sudoku", "check", "--out", out, typed=PUZZLE).stderr.startswith(
        "expected the name of a text file, got "
    )
    drawn = run("sudoku", "convert", "--out", out, "--format", "rows", typed=PUZZLE)
    assert drawn.stderr == "expected csv as the format of a Parquet file, got 'rows'\n"
