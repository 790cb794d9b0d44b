"""Tests of the warm-up: real child processes and real folders."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.machine_code import SOONEST, never_compiled
from tessella.compiled.sources import PACKAGE
from tessella.compiled.warming import GROUPS, WarmUp, ensure, is_ready
from tessella.io.worker_threads import cores


@pytest.mark.slow
def test_two_that_want_the_same_compile_it_once(empty_cache: Path, tmp_path: Path) -> None:
    """A child compiles, and every process knows it; who comes second waits for the first, and finds all done.

    For the same sources in another place nothing is ready: numba would not find the code.
    """
    assert not is_ready(SOONEST)
    with WarmUp(SOONEST) as first, WarmUp(SOONEST) as second:
        first.wait()
        second.wait()
    assert is_ready(SOONEST)
    assert WarmUp(SOONEST).groups == []
    written = {path.name.rpartition(".")[0].rpartition(".")[0] for path in empty_cache.rglob("*.nbc")}
    assert 0 < len(written) == len([*empty_cache.rglob("*.nbc")])
    (tmp_path / "tessella").symlink_to(PACKAGE)
    asked = [sys.executable, "-c", f"from tessella.compiled.warming import is_ready; print(is_ready({SOONEST!r}))"]
    told = [
        subprocess.run(asked, env=os.environ | {"PYTHONPATH": str(place)}, capture_output=True, text=True, check=True)
        for place in (PACKAGE.parent, tmp_path)
    ]
    assert [done.stdout for done in told] == ["True\n", "False\n"]


def test_stop_ends_the_children(empty_cache: Path) -> None:
    """Who stops does not wait for the compiler."""
    with WarmUp(*GROUPS) as work:
        children = work._children
        while len(children) < min(cores(), len(GROUPS)):
            work.wait(0.01)
    assert [child.wait() for child in children] == [-signal.SIGKILL] * len(children)


def test_a_child_that_is_killed_costs_its_own_group(empty_cache: Path) -> None:
    """What is left is compiled by another, group after group."""
    with never_compiled("rater-chains"), WarmUp("rater-chains", "endgame", SOONEST, background=True) as work:
        first, *others = work.groups
        while not work._children:
            work.wait(0.01)
        work._children[0].kill()
        work.wait()
    assert work.failed == [first]
    assert (is_ready(first), is_ready(*others), len(work._children)) == (False, True, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals and groups of processes are those of POSIX")
@pytest.mark.slow
def test_children_end_with_their_parent(empty_cache: Path) -> None:
    """A parent that is killed leaves no compiler behind."""
    program = (
        "import time; from tessella.compiled.warming import WarmUp\n"
        "work = WarmUp('rater-chains')\n"
        "while not work._children: time.sleep(0.01)\n"
        "print(work._children[0].pid, flush=True); work.wait()"
    )
    with (
        never_compiled("rater-chains"),
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent,
    ):
        assert parent.stdout
        child = int(parent.stdout.readline())
        end = os.pidfd_open(child)
        parent.kill()
    assert select.select([end], [], [], 600)[0]


def test_without_a_compiler_all_is_ready(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python needs no warm-up."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert is_ready(*GROUPS)


def test_where_no_process_starts_nobody_waits(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller compiles in its own process then."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    ensure(SOONEST)
    assert not is_ready(SOONEST)


@pytest.mark.slow
def test_every_group_can_be_compiled() -> None:
    """What stands in the table compiles, and is noted as ready."""
    ensure(*GROUPS)
    assert [group for group in GROUPS if not is_ready(group)] == []


@pytest.mark.parametrize("folder", ["x" * 300, __file__])
def test_a_folder_that_no_code_can_be_in_has_none(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of code with too long a name, or a file in its place, is not ready, and nothing is raised."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", folder)
    assert not is_ready(SOONEST)
