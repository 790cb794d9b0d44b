"""Conversion of files."""

import tracemalloc

import pytest

from support.endless import PUZZLE, SOLVED, Endless
from support.processes import run
from tessella.sudoku import Board, notation
from tessella.sudoku.batch.conversion_job import convert_all
from tessella.sudoku.batch.job import Job, Output


def test_in_a_pipe() -> None:
    """The commands read standard input and write to standard output, so that one feeds the next."""
    boxed = run("sudoku", "convert", "--format", "boxed", typed=PUZZLE)
    back = run("sudoku", "convert", "-", typed=boxed.stdout)
    solved = run("sudoku", "solve", typed=back.stdout)
    assert back.stdout == PUZZLE + "\n"
    assert solved.stdout == SOLVED + "\n"
    assert run("sudoku", "check", typed=solved.stdout).stdout == "1 of 1 puzzle is proper\n"


@pytest.mark.parametrize("form", ["line", "rows", "json", "opensudoku"])
def test_many_puzzles_do_not_fill_memory(form: str) -> None:
    """Converting a long stream takes the memory of a few puzzles, whatever its length."""
    one = notation.write(Board.parse(PUZZLE), form).encode()
    start = b"\n"
    if form == "opensudoku":
        start, body = b"<opensudoku>", one.partition(b"<game")[2].partition(b"/>")[0]
        one = b"<game" + body + b"/>\n"
    if form == "rows":
        one += b"\n"
    source = Endless(iter([start, *[one * 10] * 100]))
    seen = 0

    def write(text: str) -> None:
        nonlocal seen
        seen += text.count("\n")

    convert_all(Job(Endless(iter([start, one])), Output(write), print), form="line")  # what is kept once for all
    seen = 0
    tracemalloc.start()
    try:
        tally = convert_all(Job(source, Output(write), print, keep_going=True), form="line")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert tally.read == seen == 1000
    assert peak < 2 << 20
