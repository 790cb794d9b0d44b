"""Puzzles that take seconds, made in a child process."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from support.endless import LONG_TO_GENERATE
from support.processes import CHECKOUT, until
from tessella import games
from tessella.errors import ParseError, PuzzleError, StoppedError
from tessella.io import child_process
from tessella.play.puzzle_maker import PuzzleMaker
from tessella.play.tasks import Task


def made(id: str) -> object:
    """Return what a child process makes of an id."""
    with PuzzleMaker() as maker:
        return maker.open_id(id)


@pytest.mark.parametrize("id", ["sudoku:easy#7", "sudoku:2x3/clues=12#42", "2048:sprint#5", "sudoku:daily/2026-11-17"])
def test_what_is_made_is_what_the_id_stands_for(id: str) -> None:
    """The process says just what `games.open_id` says, in every field."""
    assert made(id) == games.open_id(id)


def test_errors_come_through() -> None:
    """What the id's game raises is raised here, with its hint."""
    with pytest.raises(ParseError, match="got 'harder'") as raised:
        made("sudoku:harder#1")
    assert raised.value.hint == "did you mean hard?"
    with pytest.raises(PuzzleError, match="expected 17 to 81 clues, got 4"):
        made("sudoku:clues=4#1")


def test_making_is_stopped_at_once() -> None:
    """What is not wanted any more ends at once, and its process with it; nothing else is made then."""
    maker = PuzzleMaker()
    task = Task("open", lambda: maker.open_id(LONG_TO_GENERATE))
    thread = threading.Thread(target=task.run)
    thread.start()
    until(lambda: maker._child is not None)
    assert maker._child
    process = maker._child.process
    maker.stop()
    thread.join(600)
    assert not thread.is_alive()
    assert process.poll() is not None
    with pytest.raises(StoppedError):
        task.result()
    with pytest.raises(StoppedError):
        maker.open_id("sudoku:easy#7")


def test_interrupted_waiting_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while a puzzle is waited for leaves no process behind that goes on with it."""
    maker = PuzzleMaker()
    started = []

    def interrupted(process: child_process._Process, _request: object) -> None:
        started.append(process.process)
        raise KeyboardInterrupt

    monkeypatch.setattr(child_process._Process, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        maker.open_id(LONG_TO_GENERATE)
    [process] = started
    assert process.wait(600) != 0


def test_the_folder_that_one_is_in_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the current folder that is named like a module is not taken for one."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert made("sudoku:easy#7") == games.open_id("sudoku:easy#7")
    assert [path.name for path in tmp_path.iterdir()] == ["json.py"]


def test_where_no_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, the one at hand makes what is asked for."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert made("sudoku:easy#7") == games.open_id("sudoku:easy#7")


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
        [sys.executable, "-c", program], env=CHECKOUT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    technique, er = done.stdout.rsplit(maxsplit=1)
    assert technique
    assert (2.4 <= float(er) <= 3.4) if "medium" in id else float(er) == 4.2
