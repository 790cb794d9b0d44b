"""Child processes: how they start, answer, are stopped and end."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.processes import CHECKOUT, has_ended, until
from tessella.errors import MoveError, TessellaError
from tessella.game2048 import Board
from tessella.game2048.advice.advisor import advise
from tessella.io import child_process
from tessella.io.child_process import Request
from tessella.play.advisor import Advisor, PlayerOptions

QUICK = PlayerOptions("heuristic", 1)
BOARD = Board.parse("2048:classic:2,4,8,16/4,2,.,./2,.,.,./.,.,.,.#7/score=60/ply=12")
OVER = Board.parse("2 4 / 4 2")


@pytest.fixture
def advisor() -> Iterator[Advisor]:
    """Return an advisor that ends with the test."""
    made = Advisor()
    yield made
    made.stop()


def pid_of(advisor: Advisor) -> int:
    """Return the number of the process that thinks."""
    assert advisor._child
    return advisor._child.process.pid


def test_it_is_warm_after_its_first_answer(advisor: Advisor) -> None:
    """No process is started before the first question, and after its answer the next one waits for no compiler."""
    assert not advisor.is_warm
    assert advisor._child is None
    advisor.best_move(BOARD, QUICK)
    assert advisor.is_warm
    first = pid_of(advisor)
    advisor.best_move(BOARD, QUICK)
    assert pid_of(advisor) == first
    advisor.stop()
    assert not advisor.is_warm


def test_any_thread_may_ask(advisor: Advisor) -> None:
    """Questions of many threads each get their own answer."""
    boards = [BOARD]
    while len(boards) < 24:
        boards.append(boards[-1].play(boards[-1].moves()[0]))
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda board: advisor.advise(board, QUICK), boards))
    assert [one.board for one in told] == boards


def test_a_killed_process_is_started_anew(advisor: Advisor) -> None:
    """A process that is killed in its sleep or in the middle of a thought is replaced, and the question answered."""
    expected = advisor.best_move(BOARD, QUICK)
    for stop in (False, True):
        pid = pid_of(advisor)
        if stop:  # it has the question and will never answer it
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
        else:
            os.kill(pid, signal.SIGKILL)
            until(lambda pid=pid: has_ended(pid))  # type: ignore[misc]  # mypy knows no default of a lambda
        assert advisor.best_move(BOARD, QUICK) == expected
        assert pid_of(advisor) != pid
        assert has_ended(pid)


def test_a_process_that_is_killed_again_and_again(advisor: Advisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice killed at one question it is not asked a third time, and nothing is thought here that might kill this."""

    class Doomed(child_process._Process):
        def ask(self, request: Request) -> child_process.Response | None:
            self.process.kill()
            return super().ask(request)

    monkeypatch.setattr(child_process, "_Process", Doomed)
    with pytest.raises(TessellaError, match="the system killed the process twice"):
        advisor.best_move(BOARD, QUICK)
    monkeypatch.undo()
    assert advisor.best_move(BOARD, QUICK)


def test_it_is_stopped_at_once(advisor: Advisor) -> None:
    """Who waits when the process is stopped is told so, and nothing is left of it."""
    advisor.best_move(BOARD, QUICK)
    pid = pid_of(advisor)
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(advisor.best_move, BOARD, QUICK)
        until(advisor._asking.locked)
        advisor.stop()
        with pytest.raises(TessellaError, match="the task was stopped"):
            waiting.result(180)
    assert has_ended(pid)


def test_it_is_stopped_while_its_process_begins(advisor: Advisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that begins at the very moment of the stop ends too, and thinks about nothing."""
    begun = []

    class Slow(child_process._Process):
        def __init__(self, module: str) -> None:
            super().__init__(module)
            begun.append(self)
            advisor.stop()  # as another thread may, before anybody knows of this process

    monkeypatch.setattr(child_process, "_Process", Slow)
    with pytest.raises(TessellaError, match="the task was stopped"):
        advisor.best_move(BOARD, QUICK)
    assert [child.process.poll() is None for child in begun] == [False]


def test_where_no_process_can_be_had(advisor: Advisor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, this one thinks, and says the same."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert advisor.advise(BOARD, QUICK) == advise(BOARD, **QUICK._asdict())
    assert advisor.is_warm
    with pytest.raises(MoveError):
        advisor.advise(OVER)


ASKS = """
import sys, threading
from tessella.game2048 import Board
from tessella.play.advisor import PlayerOptions, shared_advisor
advisor = shared_advisor()
board = Board.parse({board!r})
advisor.best_move(board, PlayerOptions("heuristic", 1))
print(advisor._child.process.pid, flush=True)
{then}
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize(
    "then", ["input()", "advisor.advise(board, PlayerOptions(seconds=120))"], ids=["idle", "thinking"]
)
def test_it_ends_with_its_parent(name: str, then: str) -> None:
    """When the front end is killed, the process ends too, also in the middle of a thought."""
    program = ASKS.format(board=BOARD.to_text(), then=then)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env=os.environ | CHECKOUT,
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


def test_leaving_ends_it() -> None:
    """A front end that ends in order leaves no process, no zombie and not a word on its error output."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "dev", "-c", ASKS.format(board=BOARD.to_text(), then="")],
        env=os.environ | CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
        timeout=180,
    )
    assert done.stderr == ""
    assert has_ended(int(done.stdout))


def test_it_does_not_hear_the_interrupt_of_the_terminal(advisor: Advisor) -> None:
    """It has a group of its own and takes no notice of SIGINT."""
    advisor.best_move(BOARD, QUICK)
    pid = pid_of(advisor)
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    advisor.best_move(BOARD, QUICK)
    assert pid_of(advisor) == pid


def test_the_folder_that_one_is_in_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, advisor: Advisor
) -> None:
    """A file of the current folder that is named like a module is not taken for one."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert advisor.best_move(BOARD, QUICK)
    assert [path.name for path in tmp_path.iterdir()] == ["json.py"]
