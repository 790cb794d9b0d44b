"""Puzzles that take seconds, made in a process of their own."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.processes import CHECKOUT
from tessella import games
from tessella.errors import ParseError, PuzzleError
from tessella.play.puzzle_process import Making, StoppedError


@pytest.mark.parametrize("id", ["sudoku:easy#7", "sudoku:2x3/clues=12#42", "2048:sprint#5", "sudoku:daily/2026-11-17"])
def test_what_is_made_is_what_the_id_stands_for(id: str) -> None:
    """The process says just what `games.open_id` says, in every field."""
    assert Making(id).wait() == games.open_id(id)


def test_errors_come_through() -> None:
    """What the id's game raises is raised here, with its hint."""
    with pytest.raises(ParseError, match="got 'harder'") as raised:
        Making("sudoku:harder#1").wait()
    assert "levels: beginner" in raised.value.hint
    with pytest.raises(PuzzleError, match="expected 17 to 81 clues, got 4"):
        Making("sudoku:clues=4#1").wait()


def test_making_is_stopped_at_once() -> None:
    """What is not wanted any more ends at once, and its process with it."""
    making = Making("sudoku:clues=17#1")
    begun = time.monotonic()
    making.stop()
    with pytest.raises(StoppedError):
        making.wait()
    assert making._process is not None
    assert making._process.poll() is not None
    assert time.monotonic() - begun < 5


def test_interrupted_waiting_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a puzzle is waited for leaves no process behind that goes on with it."""
    making = Making("sudoku:clues=17#1")
    process = making._process
    assert process is not None

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(process, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        making.wait()
    assert process.wait(10) != 0
    assert process.stdout is not None
    process.stdout.close()


def test_the_folder_that_one_is_in_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the current folder that is named like a module is not taken for one."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert Making("sudoku:easy#7").wait().id == "sudoku:easy#7"
    assert [path.name for path in tmp_path.iterdir()] == ["json.py"]


def test_where_no_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, the one at hand makes what is asked for."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert Making("sudoku:easy#7").wait() == games.open_id("sudoku:easy#7")


@pytest.mark.parametrize("id", ["sudoku:medium#5", "sudoku:technique=xy-wing#5"])
def test_neither_maker_nor_hints_load_the_compiler(id: str) -> None:
    """Making, hinting and telling the ER of a level or a course load neither numba nor numpy."""
    program = f"""
import sys
from tessella import games
from tessella.sudoku.tutor.practice import hint, lesson_of
from tessella.sudoku.rating.rater import rate_in_plain
board = games.open_id({id!r}).start
found = lesson_of({id!r})
print(hint(board, found and found[0]).technique, rate_in_plain(board).er)
assert not {{"numba", "numpy"}} & set(sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=CHECKOUT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    technique, er = done.stdout.rsplit(maxsplit=1)
    assert technique
    assert (2.4 <= float(er) <= 3.4) if "medium" in id else float(er) == 4.2
