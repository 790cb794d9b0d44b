"""Tests of Ctrl-C and of the signals that end a program: real processes and real signals."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import CHECKOUT, run_code, started
from tessella.io.interrupts import EXIT_CODE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals to other processes")

HEED = "import ctypes, os, signal, threading\nfrom tessella.io import interrupts\ninterrupts.heed()\n"
LOOKED = "looked = threading.Semaphore(0)\ninterrupts.time.sleep = lambda _seconds: looked.release()\n"
"""The program knows how often it has been looked after, which takes no time then."""
AT_LEISURE = "interrupts.GRACE = 600.0\n"
"""The program may take its time to end in order."""


def interrupted(code: str) -> tuple[int, str, str]:
    """Return how a program ends that Ctrl-C comes to after its first line: exit code, what it printed, and errors."""
    with started(HEED + code) as process:
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=600)
    return process.returncode, out, errors


def test_work_in_python_ends_in_order() -> None:
    """The exception runs what clears up."""
    code = f"{AT_LEISURE}try:\n  print(1, flush=True)\n  while True: pass\nfinally: print('done'); interrupts.leave()"
    assert interrupted(code) == (EXIT_CODE, "done\n", "")


def test_call_of_a_library_ends() -> None:
    """The main thread does not come back to Python, as in a kernel or a compiler."""
    code = (
        "import hashlib\n"
        "while True:\n"
        "  try:\n"
        "    os.write(1, b'1\\n')\n"
        "    hashlib.pbkdf2_hmac('sha256', b'', b'', 1 << 30)\n"
        "  except KeyboardInterrupt: pass\n"  # it came before the call
    )
    exit_code, _out, errors = interrupted(code)
    assert (exit_code, errors) == (EXIT_CODE, "")


def test_wait_for_threads_ends() -> None:
    """A thread that computes on is not waited for."""
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "try:\n"
        "  with ThreadPoolExecutor(1) as pool:\n"
        "    pool.submit(threading.Event().wait)\n"
        "    print(1, flush=True)\n"
        "    while True: pass\n"
        "except KeyboardInterrupt: pass\n"
    )
    assert interrupted(code) == (EXIT_CODE, "", "")


def test_interrupt_that_a_callback_loses_comes_again() -> None:
    """A library that calls Python drops the exception; it is raised behind the call, and nothing is printed of it."""
    code = (
        "def call(*_numbers):\n"
        "  signal.raise_signal(signal.SIGINT)\n"
        "  return 0\n"
        "compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(call)\n"
        "try:\n"
        "  ctypes.CDLL(None).qsort((ctypes.c_int * 2)(), 2, 4, compare)\n"
        "  while True: pass\n"
        "except KeyboardInterrupt: print('heard')\n"
    )
    assert run_code(HEED + AT_LEISURE + code) == "heard\n"


def test_what_is_uninterrupted_is_done_first() -> None:
    """Ctrl-C waits for the end of the block, however long that takes."""
    code = (
        "with interrupts.uninterrupted():\n"
        "  signal.raise_signal(signal.SIGINT)\n"
        "  for _time in range(3): looked.acquire()\n"
        "  print('stored', flush=True)\n"
        "while True: pass\n"
    )
    with started(HEED + LOOKED + code) as process:
        assert process.wait(600) in {-signal.SIGINT, EXIT_CODE}  # by the exception, or by who looks after it


def test_who_goes_on_says_so() -> None:
    """An interrupt that was taken ends nothing, and neither does the next one."""
    code = (
        "told = threading.Semaphore(0)\n"
        "interrupts.time.sleep = lambda _seconds: told.acquire()\n"
        "for _time in range(3):\n"
        "  try:\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    while True: pass\n"
        "  except KeyboardInterrupt: interrupts.taken()\n"
        "  told.release()\n"
        "  while interrupts._is_taken: pass\n"
        "print('alive')\n"
    )
    assert run_code(HEED + code) == "alive\n"


def test_who_catches_it_and_goes_on_has_time_to_tidy_up() -> None:
    """What is cancelled ends nothing, however long it takes until the exception is caught."""
    code = (
        "interrupts.GRACE = 0.0\n"
        "for _time in range(3):\n"
        "  try:\n"
        "    with interrupts.handled_by(interrupts.cancel):\n"
        "      print(1, flush=True)\n"
        "      signal.raise_signal(signal.SIGINT)\n"
        "  except KeyboardInterrupt:\n"
        "    while interrupts._is_taken: pass\n"
        "    print('alive')\n"
    )
    assert run_code(HEED + code) == 3 * "1\nalive\n"


def test_what_is_uninterrupted_inside_is_done_and_then_cancelled() -> None:
    """The signal that came is the one that is taken, and no second one ends the program."""
    code = (
        "interrupts.GRACE = 0.0\n"
        "for _time in range(30):\n"
        "  try:\n"
        "    with interrupts.handled_by(interrupts.cancel):\n"
        "      with interrupts.uninterrupted():\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "        interrupts.time.sleep(0.01)\n"
        "      print('never')\n"
        "  except KeyboardInterrupt:\n"
        "    while interrupts._is_taken: pass\n"
        "    interrupts.time.sleep(0.01)  # a second signal would be seen to now\n"
        "print('alive')\n"
    )
    assert run_code(HEED + code) == "alive\n"


def test_what_is_cancelled_elsewhere_stays_ignored() -> None:
    """A program in the background of a script is not cancelled either."""
    code = (
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "with interrupts.handled_by(interrupts.cancel): signal.raise_signal(signal.SIGINT)\n"
        "print(1)"
    )
    assert run_code("import signal\nfrom tessella.io import interrupts\n" + code) == "1\n"


def test_where_it_is_ignored_it_stays_ignored() -> None:
    """A program in the background of a script is not ended by a Ctrl-C that is meant for another one."""
    code = (
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\ninterrupts.heed()\nsignal.raise_signal(signal.SIGINT)\nprint(1)"
    )
    assert run_code("import signal\nfrom tessella.io import interrupts\n" + code) == "1\n"


@pytest.mark.parametrize("module", ["tessella.i18n", "tessella.cli.commands", "tessella.cli.bench"])
def test_while_modules_are_imported(module: str) -> None:
    """Not even a start is a traceback."""
    code = (
        "import runpy, signal, sys\n"
        "class Finder:\n"
        "  def find_spec(name, *_more):\n"
        f"    if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder); sys.argv[1:] = ['bench']\n"
        "runpy.run_module('tessella', run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | CHECKOUT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (EXIT_CODE, "", "")


# --- The signals that end a program ---

# Each writes a part of the file `out`, says so, and waits for what never comes
WRITERS = {
    "a file of text": """
from tessella.io.streams import OutputFile
def write():
    with OutputFile("out") as target:
        target.write("half")
        wait()
""",
    "a packed file": """
from tessella.io.streams import OutputFile
def write():
    with OutputFile("out.gz") as target:
        target.write("half")
        wait()
""",
    "a checkpoint": """
from pathlib import Path
from tessella.io.streams import atomic_file
def write():
    with atomic_file(Path("out")) as file:
        file.write(b"half")
        wait()
""",
}
WRITES = """
import argparse, sys
from tessella.cli import main
def wait():
    print("begun", flush=True)
    sys.stdin.read()
{writer}
main._run = lambda args: write()
sys.exit(main.main(["scores"]))
"""


def ended(writer: str, folder: Path, *numbers: int, **settings: bool) -> int:
    """Return the exit code of a writer that gets some signals while it writes."""
    command = [sys.executable, "-c", WRITES.format(writer=WRITERS[writer])]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=os.environ | CHECKOUT, **pipes, **settings) as child:  # type: ignore[call-overload]
        assert child.stdout.readline() == b"begun\n"
        for number in numbers:
            child.send_signal(number)
        child.stdin.close()
        return int(child.wait(600))


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("writer", WRITERS)
def test_no_litter(writer: str, name: str, tmp_path: Path) -> None:
    """A program that is ended while it writes leaves the old file, nothing beside it, and the signal's exit code."""
    (tmp_path / "out").write_text("old", encoding="utf-8")
    number = getattr(signal, name)
    assert ended(writer, tmp_path, number, restore_signals=True) == 128 + number
    assert [(one.name, one.read_text(encoding="utf-8")) for one in tmp_path.iterdir()] == [("out", "old")]


def test_nohup_stays(tmp_path: Path) -> None:
    """A program that is told to ignore SIGHUP goes on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert ended("a file of text", tmp_path, signal.SIGHUP) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (tmp_path / "out").read_text(encoding="utf-8") == "half"
