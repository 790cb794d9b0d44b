"""Child processes: how they start, answer, are stopped and end."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from support.calculator import Calculator
from support.processes import CHECKOUT, has_ended, until
from tessella.errors import MoveError, TessellaError
from tessella.io import child_process
from tessella.io.child_process import Request

PATH = {"PYTHONPATH": os.pathsep.join([CHECKOUT["PYTHONPATH"], str(Path(__file__).parents[1])])}


@pytest.fixture
def calculator() -> Iterator[Calculator]:
    """Return a calculator that ends with the test."""
    with Calculator() as made:
        yield made


def pid_of(calculator: Calculator) -> int:
    """Return the number of the child process."""
    assert calculator._child
    return calculator._child.process.pid


def test_it_is_warm_after_its_first_answer(calculator: Calculator) -> None:
    """No process is started before the first question, and after its answer the next one waits for no compiler."""
    assert not calculator.is_warm
    assert calculator._child is None
    calculator.half(8)
    assert calculator.is_warm
    first = pid_of(calculator)
    calculator.half(8)
    assert pid_of(calculator) == first
    calculator.stop()
    assert not calculator.is_warm


@pytest.mark.skipif(sys.platform != "linux", reason="the system has no such limit")
def test_a_child_takes_no_more_memory_than_it_may(calculator: Calculator) -> None:
    """What would take more fails in words, and the child goes on."""
    calculator.memory = 1 << 30
    assert calculator.allocate(1 << 20) == 1 << 20
    with pytest.raises(TessellaError, match="not enough memory"):
        calculator.allocate(1 << 31)
    assert calculator.half(8) == 4


def test_any_thread_may_ask(calculator: Calculator) -> None:
    """Questions of many threads each get their own answer."""
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(calculator.half, range(0, 48, 2))) == list(range(24))


def test_a_killed_process_is_started_anew(calculator: Calculator) -> None:
    """A process that is killed while it waits or works is replaced, and the question answered."""
    expected = calculator.half(8)
    for stop in (False, True):
        pid = pid_of(calculator)
        if stop:  # it has the question and will never answer it
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
        else:
            os.kill(pid, signal.SIGKILL)
            until(lambda pid=pid: has_ended(pid))  # type: ignore[misc]  # mypy knows no default of a lambda
        assert calculator.half(8) == expected
        assert pid_of(calculator) != pid
        assert has_ended(pid)


def test_a_process_that_is_killed_again_and_again(calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice killed at one question it is not asked a third time, and nothing is done here that might kill this."""

    class Doomed(child_process._Process):
        def ask(self, request: Request) -> child_process.Response | None:
            self.process.kill()
            return super().ask(request)

    monkeypatch.setattr(child_process, "_Process", Doomed)
    with pytest.raises(TessellaError, match="the system killed the process twice"):
        calculator.half(8)
    monkeypatch.undo()
    assert calculator.half(8)


def test_a_process_that_is_killed_in_the_middle_of_its_answer(calculator: Calculator) -> None:
    """The half of an answer is none, also where its process takes a moment longer to end."""
    with pytest.raises(TessellaError, match="the system killed the process twice"):
        calculator.die()


class _Watched:
    """Standard input of a child, which notes whether one thread alone could close it each time."""

    def __init__(self, stdin: Any, closing: threading.Lock) -> None:
        self.stdin, self.closing = stdin, closing
        self.was_held: list[bool] = []

    def close(self) -> None:
        self.was_held.append(self.closing.locked())
        self.stdin.close()


def test_two_threads_may_end_it(calculator: Calculator) -> None:
    """Who stops it and who waits for its answer both end it, one after the other: Python may find a buffer gone."""
    calculator.half(8)
    child = calculator._child
    assert child
    stdin = _Watched(child.process.stdin, child._closing)
    child.process.stdin = stdin  # type: ignore[assignment]
    with ThreadPoolExecutor(2) as pool:
        for ended in [pool.submit(child.end), pool.submit(child.end)]:
            ended.result(600)
    assert stdin.was_held == [True, True]
    assert stdin.stdin.closed


def test_it_is_stopped_at_once(calculator: Calculator) -> None:
    """Who waits when the process is stopped is told so, and nothing is left of it."""
    calculator.half(8)
    pid = pid_of(calculator)
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(calculator.half, 8)
        until(calculator._asking.locked)
        calculator.stop()
        with pytest.raises(TessellaError, match="the task was stopped"):
            waiting.result(600)
    assert has_ended(pid)


def test_it_is_stopped_while_its_process_begins(calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that begins at the very moment of the stop ends too, and does nothing."""
    begun = []

    class Slow(child_process._Process):
        def __init__(self, module: str, memory: int) -> None:
            super().__init__(module, memory)
            begun.append(self)
            calculator.stop()  # as another thread may, before anybody knows of this process

    monkeypatch.setattr(child_process, "_Process", Slow)
    with pytest.raises(TessellaError, match="the task was stopped"):
        calculator.half(8)
    assert [child.process.poll() is None for child in begun] == [False]


def test_where_no_process_can_be_had(calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, this one does the work."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert calculator.half(8) == 4
    assert calculator.is_warm
    with pytest.raises(MoveError):
        calculator.half(7)


ASKS = """
from support.calculator import Calculator
calculator = Calculator()
calculator.half(8)
print(calculator._child.process.pid, flush=True)
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("then", ["input()", "calculator.never()"])
def test_it_ends_with_its_parent(name: str, then: str) -> None:
    """When the front end is killed, the process ends too, also in the middle of its work."""
    with subprocess.Popen(
        [sys.executable, "-c", ASKS + then],
        env=os.environ | PATH,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.send_signal(getattr(signal, name))
    until(lambda: has_ended(pid))


LOADS = """
import threading
from tessella.io.child_process import ChildProcess
class Loading(ChildProcess):
    module = "loading"
threading.Thread(target=Loading().ask, args=(print,), daemon=True).start()
input()
"""


def test_it_ends_with_its_parent_while_it_loads(tmp_path: Path) -> None:
    """When the front end is killed, a process that is still importing what it works with ends too."""
    told = tmp_path / "pid"
    os.mkfifo(told)
    module = f"import os\nwith open({str(told)!r}, 'w') as told: told.write(str(os.getpid()))\nwhile True: pass\n"
    (tmp_path / "loading.py").write_text(module, encoding="utf-8")
    path = os.pathsep.join([CHECKOUT["PYTHONPATH"], str(tmp_path)])
    with subprocess.Popen(
        [sys.executable, "-c", LOADS], env=os.environ | {"PYTHONPATH": path}, stdin=subprocess.PIPE
    ) as parent:
        pid = int(told.read_text(encoding="utf-8"))
        parent.kill()
    until(lambda: has_ended(pid))


def test_it_does_not_hear_the_interrupt_of_the_terminal(calculator: Calculator) -> None:
    """It has a group of its own and takes no notice of SIGINT."""
    calculator.half(8)
    pid = pid_of(calculator)
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    calculator.half(8)
    assert pid_of(calculator) == pid


def test_the_folder_that_one_is_in_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calculator: Calculator
) -> None:
    """A file of the current folder that is named like a module is not taken for one."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert calculator.half(8)
    assert [path.name for path in tmp_path.iterdir()] == ["json.py"]
