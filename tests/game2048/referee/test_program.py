"""Programs that misbehave: each ends with its sentence, and nothing hangs."""

import sys
from pathlib import Path

import pytest

from support.processes import PATIENCE, has_ended, until
from support.referee_players import FAULTS, program
from tessella.errors import TessellaError
from tessella.game2048.referee.program import Program, ProgramError

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and sleep are Unix's")


def asked(one: Program, times: int) -> None:
    """Ask a program for so many moves."""
    for _time in range(times):
        one.tell("move 0\n")
        one.answer()


def test_an_answer_is_a_line() -> None:
    """Line ends of Windows are taken off, and several answers may come in one piece."""
    with Program(program(r"sys.stdout.buffer.write(b'one\r\ntwo\n'); sys.stdout.flush()"), PATIENCE) as one:
        one.tell("move\n")
        assert (one.answer(), one.answer()) == ("one", "two")


@posix
@pytest.mark.parametrize("fault", FAULTS)
def test_what_ends_a_program(fault: str) -> None:
    """Whatever it does, the error says so in a sentence."""
    body, sentence, limit = FAULTS[fault]
    with Program(program(body), PATIENCE) as one:
        one.tell("hello\n")
        one.answer()  # it may take as long as it likes to start
        one.seconds = limit
        with pytest.raises(ProgramError) as caught:
            asked(one, 100)
    assert str(caught.value).startswith(sentence)


@posix
def test_what_it_wrote_before_its_end_is_read() -> None:
    """A program that has ended before it was asked is judged by what it wrote first."""
    with Program([sys.executable, "-c", "print('hi')"], PATIENCE) as one:
        one._process.wait()
        one.tell("hello\n")
        assert one.answer() == "hi"
        with pytest.raises(ProgramError, match="the program ended with exit code 0"):
            one.answer()


@posix
def test_who_does_not_read_is_not_waited_for() -> None:
    """A pipe that is full is no reason to wait for longer than an answer may take."""
    late = pytest.raises(ProgramError, match=r"no answer from the program within 0\.5 s")
    with Program([sys.executable, "-c", "import time; time.sleep(1000)"], 0.5) as one, late:
        one.tell("move 0\n" * 100_000)


@posix
def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    """The processes of its group are killed too."""
    said = tmp_path / "pid"
    code = f"child = subprocess.Popen(['sleep', '1000']); open({str(said)!r}, 'w').write(str(child.pid))"
    with Program(
        [sys.executable, "-c", f"import subprocess, time\n{code}\nprint(flush=True); time.sleep(1000)"], PATIENCE
    ) as one:
        asked(one, 1)
        one.seconds = 0.1
        with pytest.raises(ProgramError):
            asked(one, 1)
    until(lambda: has_ended(int(said.read_text())))


def test_quit_ends_a_program_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may do what it likes before it ends; its standard error goes where it is to go."""
    monkeypatch.setattr("tessella.game2048.referee.program.PATIENCE", PATIENCE)
    code = "import sys\nfor line in sys.stdin: print(line.strip(), file=sys.stderr)"
    with (tmp_path / "log").open("wb") as log, Program([sys.executable, "-c", code], PATIENCE, log) as one:
        one.tell("move 0\n")
    assert (tmp_path / "log").read_text().split("\n") == ["move 0", "quit", ""]


def test_what_cannot_be_started(tmp_path: Path) -> None:
    """A command that is not there, or no program, is one sentence."""
    with pytest.raises(TessellaError, match=r"cannot start 'nowhere/engine': no such file"):
        Program(["nowhere/engine"], 1)
    with pytest.raises(TessellaError, match="cannot start"):
        Program([str(tmp_path)], 1)


def test_who_is_not_stuck() -> None:
    """A program that answers, or was killed and heard of, keeps nobody waiting."""
    with Program([sys.executable, "-c", "input()"], PATIENCE) as one:
        assert not one.is_stuck()
        one.kill()
        with pytest.raises(ProgramError):
            one.answer()
        assert not one.is_stuck()
