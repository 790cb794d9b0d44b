"""Players that think in a process of their own."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from support.processes import CHECKOUT
from tessella import i18n
from tessella.errors import MoveError, ParseError, ReplayError, TessellaError
from tessella.game2048 import RULES, Board
from tessella.game2048.advice.advisor import advise
from tessella.play import advisor_process
from tessella.play.advisor_process import Thinker, shared
from tessella.play.session import Session

BOARD = Board.parse("2048:classic:2,4,8,16/4,2,.,./2,.,.,./.,.,.,.#7/score=60/ply=12")
OVER = Board.parse("2 4 / 4 2")


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    """Return a Thinker that ends with the test."""
    made = Thinker()
    yield made
    made.stop()


def pid_of(thinker: Thinker) -> int:
    """Return the number of the process that thinks."""
    assert thinker._child
    return thinker._child.process.pid


def state_of(pid: int) -> str:
    """Return what the system says of a process, "" when there is none."""
    return subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout


def until(done: Callable[[], bool]) -> None:
    """Look until something is so, which no event tells."""
    end = time.monotonic() + 180  # a busy machine is slow, not wrong
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_the_process_says_what_the_library_says(thinker: Thinker) -> None:
    """Advice, best move and their board come from the process as the library gives them here."""
    told = thinker.advise(BOARD, player="heuristic", ply=1)
    assert told == advise(BOARD, player="heuristic", ply=1)
    assert thinker.best_move(BOARD, player="heuristic", ply=1) == told.best
    assert told.board == BOARD
    assert {choice.move for choice in told.choices} == set(BOARD.moves())


def test_it_is_warm_after_its_first_answer(thinker: Thinker) -> None:
    """No process is started before the first question, and after its answer the next one waits for no compiler."""
    assert not thinker.is_warm
    assert thinker._child is None
    thinker.best_move(BOARD, player="heuristic", ply=1)
    assert thinker.is_warm
    first = pid_of(thinker)
    thinker.best_move(BOARD, player="heuristic", ply=1)
    assert pid_of(thinker) == first
    thinker.stop()
    assert not thinker.is_warm


def test_getting_ready_in_the_background() -> None:
    """The front end goes on while the player gets ready for boards of its kind."""
    thinker = Thinker()
    thinker.warm_up(Board.start(RULES["classic"], 1))
    until(lambda: thinker.is_warm)
    thinker.stop()


def test_errors_come_through(thinker: Thinker) -> None:
    """What the question raises is raised here, as the same kind, and the process goes on."""
    with pytest.raises(MoveError, match="over"):
        thinker.advise(OVER, player="heuristic", ply=1)
    with pytest.raises(ParseError, match="got 'wizard'"):
        thinker.advise(BOARD, player="wizard")
    first = pid_of(thinker)
    assert thinker.best_move(BOARD, player="heuristic", ply=1) in BOARD.moves()
    assert pid_of(thinker) == first


def test_each_question_is_answered_in_its_language(thinker: Thinker) -> None:
    """An error speaks the language of who asked, whatever was spoken before."""
    for lang, word in (("en", "expected a save"), ("zh", "存档"), ("en", "expected a save")):
        with i18n.speaking(lang), pytest.raises(ReplayError, match=word):
            thinker.review("no save at all")


def test_any_thread_may_ask(thinker: Thinker) -> None:
    """Questions of many threads each get their own answer."""
    boards = [BOARD]
    while len(boards) < 24:
        boards.append(boards[-1].play(boards[-1].moves()[0]))
    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda board: thinker.advise(board, player="heuristic", ply=1), boards))
    assert [one.board for one in told] == boards


def test_a_killed_process_is_started_anew(thinker: Thinker) -> None:
    """A process that is killed in its sleep or in the middle of a thought is replaced, and the question answered."""
    expected = thinker.best_move(BOARD, player="heuristic", ply=1)
    for stop in (False, True):
        pid = pid_of(thinker)
        if stop:  # it has the question and will never answer it
            os.kill(pid, signal.SIGSTOP)
            threading.Timer(0.3, os.kill, (pid, signal.SIGKILL)).start()
        else:
            os.kill(pid, signal.SIGKILL)
            until(lambda pid=pid: not state_of(pid))  # type: ignore[misc]  # mypy knows no default of a lambda
        assert thinker.best_move(BOARD, player="heuristic", ply=1) == expected
        assert pid_of(thinker) != pid
        assert not state_of(pid)


def test_a_process_that_is_killed_again_and_again(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice killed at one question it is not asked a third time, and nothing is thought here that might kill this."""
    import tessella.play.advisor_process as room  # noqa: PLC0415 - the room itself, to start what is killed

    class Doomed(room._Child):
        def ask(self, question: room.Message) -> room.Message | None:
            self.process.kill()
            return super().ask(question)

    monkeypatch.setattr(room, "_Child", Doomed)
    with pytest.raises(TessellaError, match="ended by the system twice"):
        thinker.best_move(BOARD, player="heuristic", ply=1)
    monkeypatch.undo()
    assert thinker.best_move(BOARD, player="heuristic", ply=1)


def test_it_is_stopped_at_once(thinker: Thinker) -> None:
    """Who waits when the process is stopped is told so, and nothing is left of it."""
    thinker.best_move(BOARD, player="heuristic", ply=1)
    pid = pid_of(thinker)
    os.kill(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(thinker.best_move, BOARD, player="heuristic", ply=1)
        until(thinker._asking.locked)
        thinker.stop()
        with pytest.raises(TessellaError, match="told to stop"):
            waiting.result(10)
    assert not state_of(pid)


def test_it_is_stopped_while_its_process_begins(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that begins at the very moment of the stop ends too, and thinks about nothing."""
    begun = []

    class Slow(advisor_process._Child):
        def __init__(self) -> None:
            super().__init__()
            begun.append(self)
            thinker.stop()  # as another thread may, before anybody knows of this process

    monkeypatch.setattr(advisor_process, "_Child", Slow)
    with pytest.raises(TessellaError, match="told to stop"):
        thinker.best_move(BOARD, player="heuristic", ply=1)
    assert [child.process.poll() is None for child in begun] == [False]


def test_where_no_process_can_be_had(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a second process, this one thinks, and says the same."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert thinker.advise(BOARD, player="heuristic", ply=1) == advise(BOARD, player="heuristic", ply=1)
    assert thinker.is_warm
    with pytest.raises(MoveError):
        thinker.advise(OVER)


ASKS = """
import sys, threading
from tessella.game2048 import Board
from tessella.play.advisor_process import shared
thinker = shared()
board = Board.parse({board!r})
thinker.best_move(board, player="heuristic", ply=1)
print(thinker._child.process.pid, flush=True)
{then}
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("then", ["input()", "thinker.advise(board, seconds=120)"], ids=["idle", "thinking"])
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
    until(lambda: state_of(pid).strip()[:1] in ("", "Z"))  # Z: ended, and init has not looked yet


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
    assert state_of(int(done.stdout)).strip()[:1] in ("", "Z")


def test_it_does_not_hear_the_interrupt_of_the_terminal(thinker: Thinker) -> None:
    """It has a group of its own and takes no notice of SIGINT."""
    thinker.best_move(BOARD, player="heuristic", ply=1)
    pid = pid_of(thinker)
    assert os.getpgid(pid) != os.getpgid(0)
    os.kill(pid, signal.SIGINT)
    thinker.best_move(BOARD, player="heuristic", ply=1)
    assert pid_of(thinker) == pid


def test_the_folder_that_one_is_in_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thinker: Thinker
) -> None:
    """A file of the current folder that is named like a module is not taken for one."""
    (tmp_path / "json.py").write_text("open('taken', 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert thinker.best_move(BOARD, player="heuristic", ply=1)
    assert [path.name for path in tmp_path.iterdir()] == ["json.py"]


def test_asking_loads_no_compiler_here() -> None:
    """The process that asks for advice, best moves and a review imports no numba."""
    program = f"""
import sys
from tessella.game2048 import Board
from tessella.play.session import Session
from tessella.play.advisor_process import Thinker
session = Session.open("2048:sprint#5")
for move in ("left", "up", "left", "down", "right"):
    if move in session.position.moves():
        session.play(move)
thinker = Thinker()
print(thinker.advise(Board.parse({BOARD.to_text()!r}), player="heuristic", ply=1).best)
print(thinker.review(session, player="heuristic").accuracy)
thinker.stop()
assert "numba" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] in BOARD.moves()


def test_a_review_comes_through(thinker: Thinker) -> None:
    """The review of a game names moves that were played in it, with the board before."""
    session = Session.open("2048:classic#5")
    for step in range(40):
        session.play(session.position.moves()[step % len(session.position.moves())])
    review = thinker.review(session, player="heuristic", most=3)
    assert 0 < len(review.moves) <= 3
    for one in review.moves:
        assert session.position_after(one.ply) == one.board
        assert session.moves[one.ply] == one.played != one.better


def test_there_is_one_for_a_process() -> None:
    """All who ask in a process share one."""
    assert shared() is shared()
