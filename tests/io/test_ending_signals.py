"""SIGTERM and SIGHUP while something is written: they end it as Ctrl-C does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import CHECKOUT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals to be sent")

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
from tessella.game2048.training.checkpoint import atomic_file
def write():
    with atomic_file(Path("out")) as file:
        file.write(b"half")
        wait()
""",
}
PROGRAM = """
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
    command = [sys.executable, "-c", PROGRAM.format(writer=WRITERS[writer])]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=os.environ | CHECKOUT, **pipes, **settings) as child:  # type: ignore[call-overload]
        assert child.stdout.readline() == b"begun\n"
        for number in numbers:
            child.send_signal(number)
        child.stdin.close()
        return int(child.wait(180))


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
