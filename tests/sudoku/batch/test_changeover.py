"""The change from plain Python to compiled code: when it pays, and what is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.machine_code import SOONEST, never_compiled
from support.processes import CHECKOUT, COMMAND
from support.rated_files import CHAINS, EASY, NESTED, rated
from tessella.compiled.warming import RATER, ensure, is_ready
from tessella.sudoku.batch.changeover import Changeover


def test_a_short_job_compiles_nothing(empty_cache: Path) -> None:
    """Plain Python is through before the compiler would be."""
    with Changeover(lambda: "code", SOONEST, usual=0.01, puzzles=100) as change:
        assert not change.is_ready
        change._begun = time.process_time()  # what it took to find that out
        assert [change.code(done) for done in (0, 1, 50)] == [None] * 3
        assert change._work is None


def test_a_long_job_compiles_beside_plain_python(unmarked_cache: Path) -> None:
    """The code is there once it is compiled, but not before the first puzzle."""
    with Changeover(lambda: "code", SOONEST, usual=1e-6, puzzles=1e12) as change:
        assert change.code(0) is None
        assert change._work
        change._work.wait()
        assert [change.code(done) for done in (0, 1, 2)] == [None, "code", "code"]
    assert is_ready(SOONEST)


def test_compiled_code_is_loaded_sooner() -> None:
    """What only has to be loaded pays after less work."""
    ensure(SOONEST)
    with Changeover(lambda: "code", SOONEST, usual=0.01, puzzles=100) as change:
        assert [change.code(done) for done in (0, 1)] == [None, "code"]
    with Changeover(lambda: "code", SOONEST, usual=0.01, puzzles=10) as change:
        assert change.code(1) is None


def test_what_still_compiles_is_stopped(empty_cache: Path) -> None:
    """A job that ends leaves no compiler behind."""
    with Changeover(lambda: "code", "rater-chains", usual=1, puzzles=100) as change:
        work = change.begin()
        while not work._children:
            work.wait(0.01)
    assert [child.wait() for child in work._children] == [-signal.SIGKILL]


@pytest.mark.parametrize("how", [{}, {"path": True}])
def test_a_change_in_mid_stream_changes_no_answer(how: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows come in order and say the same, whichever puzzle the kernels begin with, even in the middle of one."""
    ensure(*RATER)
    text = f"{EASY}\nno puzzle\n{EASY[::-1]}\n{CHAINS}\n{EASY}\n"
    answers = list[str]()
    for first in (99, 1, 2, 4):
        monkeypatch.setattr(Changeover, "_is_worth", lambda _self, begun, first=first: begun >= first)
        answers.append(rated(text, form="json", **how))
    assert answers == answers[:1] * 4


@pytest.fixture(scope="module")
def rows() -> tuple[str, str]:
    """Return puzzles, one of them beyond what child processes do, and what is said of them."""
    ensure(*RATER)
    text = f"{EASY}\n{NESTED}\n" + f"{EASY}\n{EASY[::-1]}\n" * 8
    return text, rated(text)


@pytest.mark.parametrize("first", [pytest.param(1, marks=pytest.mark.slow), 3])
def test_a_change_from_child_processes(first: int, rows: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code takes over from child processes, and does what they cannot do."""
    text, answer = rows
    monkeypatch.setattr(Changeover, "is_ready", False)
    monkeypatch.setattr(Changeover, "_left", lambda _self, _begun: 10.0)
    monkeypatch.setattr(Changeover, "_is_worth", lambda _self, begun: begun > first)
    assert rated(text, threads=3) == answer


@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot press Ctrl-C there")
@pytest.mark.parametrize(
    "arguments",
    [
        ("rate", "--format", "csv", "many.txt"),
        pytest.param(("new", "--level", "hard", "-n", "5000", "--seed", "1"), marks=pytest.mark.slow),
    ],
)
def test_first_rows_do_not_wait_for_the_compiler(arguments: tuple[str, ...], empty_cache: Path, tmp_path: Path) -> None:
    """They are on the pipe while kernels compile; Ctrl-C then ends the program and its compilers."""
    (tmp_path / "many.txt").write_text(f"{EASY}\n" * 5000, encoding="utf-8")
    with (
        never_compiled("rater-chains"),
        subprocess.Popen(
            [*COMMAND, "sudoku", *arguments],
            env=os.environ | CHECKOUT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            text=True,
        ) as child,
    ):
        assert child.stdout
        assert child.stderr
        assert len([child.stdout.readline() for _row in range(2)][1]) > 81
        assert not list(empty_cache.glob("ready-rater-chains-*[!k]"))
        child.send_signal(signal.SIGINT)
        said = child.communicate()[1]
        assert child.returncode == 130
    assert "stopped after " in said
