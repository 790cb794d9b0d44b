"""Shares of a job: what a child process is asked for, and what becomes of it where children are killed or stopped."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.processes import CHECKOUT, COMMAND, PATIENCE, children, has_ended, run, until
from support.rated_files import EASY, HARD, NESTED, NONE, SEVERAL
from tessella.sudoku.batch import plain_work
from tessella.sudoku.batch.plain_work import make_some, rate_some
from tessella.sudoku.board import Board
from tessella.sudoku.generation import puzzle_of
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.rating.rater import rate_in_plain

MANY = 400


@pytest.fixture
def _long_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a share have time for all that it is given."""
    monkeypatch.setattr(plain_work, "MOMENT", PATIENCE)


@pytest.mark.usefixtures("_long_moment")
def test_ratings() -> None:
    """A puzzle has the rating that plain Python finds; what is none, or needs nested chains, has none."""
    ratings, seconds = rate_some([EASY, "", SEVERAL, NONE, EASY])
    assert ratings == [rate_in_plain(Board.parse(EASY)), None, None, None, rate_in_plain(Board.parse(EASY))]
    assert seconds > 0
    assert rate_some([NESTED])[0] == [None]


def test_a_share_ends_after_a_moment() -> None:
    """What takes long is given back with what is left, one puzzle being done at least."""
    ratings, _seconds = rate_some([HARD, *[EASY] * 1000])
    assert [rating and rating.er for rating in ratings] == [9.0]


@pytest.mark.usefixtures("_long_moment")
def test_puzzles() -> None:
    """Puzzles are those of the numbers that were asked for."""
    puzzles, _seconds = make_some("easy/180", 7, [3, 5])
    assert puzzles == [puzzle_of(Recipe.parse("easy/180"), 7, k).to_text() for k in (3, 5)]


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (("rate", "--format", "json", "--path"), f"{EASY}\nno puzzle\n{SEVERAL}\n{EASY[::-1]}\n" * 40),
        pytest.param(("new", "--level", "easy", "-n", "100", "--seed", "1"), "", marks=pytest.mark.slow),
        pytest.param(("new", "--format", "csv", "-n", "300", "--seed", "1"), "", marks=pytest.mark.slow),
    ],
    ids=["ratings", "puzzles of a level", "puzzles"],
)
def test_all_processes_say_the_same(arguments: tuple[str, ...], typed: str, empty_cache: Path, tmp_path: Path) -> None:
    """Whoever does the work, rows come in order and are the same, byte by byte; nothing is compiled for so little."""
    (tmp_path / "typed.txt").write_text(typed, encoding="utf-8")
    source = [str(tmp_path / "typed.txt")] * bool(typed)
    alone, shared = (run("sudoku", *arguments, *source, "--threads", n) for n in "13")
    assert alone.stdout.count("\n") > 90
    said = [[line for line in done.stderr.splitlines() if "still searching" not in line] for done in (alone, shared)]
    assert said[0] == said[1]  # a busy machine is told that it searches
    assert (shared.stdout, shared.returncode) == (alone.stdout, alone.returncode)
    assert not empty_cache.exists()


@contextmanager
def shared_rating(folder: Path) -> Iterator["tuple[subprocess.Popen[str], list[str], list[int]]"]:
    """Give a program that rates a file, the rows that it has written, and its child processes."""
    (folder / "many.txt").write_text(f"{EASY}\n" * MANY, encoding="utf-8")
    with subprocess.Popen(
        [*COMMAND, "sudoku", "rate", "--format", "csv", "--threads", "2", "many.txt"],
        env=os.environ | CHECKOUT,
        stdout=subprocess.PIPE,
        pipesize=4096,  # so that it waits for who reads, and is not at its end before they have seen its children
        cwd=folder,
        text=True,
    ) as program:
        assert program.stdout
        rows = list[str]()
        while not (working := children(program.pid, "plain_work")):
            rows.append(program.stdout.readline())
        yield program, rows, working


@pytest.mark.usefixtures("empty_cache")
def test_killed_children_lose_nothing(tmp_path: Path) -> None:
    """Their puzzles are rated all the same."""
    with shared_rating(tmp_path) as (program, rows, working):
        for pid in working:
            os.kill(pid, signal.SIGKILL)
        assert program.stdout
        rows.extend(program.stdout)
    assert program.returncode == 0
    assert len(rows) == 1 + MANY
    assert len({*rows[1:]}) == 1


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_no_child_outlives_the_program(number: int, code: int, tmp_path: Path) -> None:
    """Ctrl-C and SIGTERM end the job between two rows, and with the program end its children, however it ends."""
    with shared_rating(tmp_path) as (program, _rows, working):
        program.send_signal(number)
        program.communicate()
    assert program.returncode == code
    until(lambda: all(map(has_ended, working)))
