"""The real program, started as a player starts it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

COMMAND = [sys.executable, "-m", "tessella"]
CHECKOUT = {"PYTHONPATH": str(Path(__file__).resolve().parents[1] / "src")}
"""What a process needs to run this checkout rather than an installed Tessella."""


def run(*arguments: str, typed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what the program said and answered, its standard input a pipe with `typed`."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=os.environ | CHECKOUT | environment,
        timeout=60,
        check=False,
    )
    out, err = (stream.decode("utf-8", errors="replace") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


@contextmanager
def on_terminal(*arguments: str, rows: int = 24, cols: int = 80, **environment: str) -> Iterator["pexpect.spawn[str]"]:
    """Give the program a terminal of its own, and take it away at the end."""
    child = pexpect.spawn(
        COMMAND[0],
        [*COMMAND[1:], *arguments],
        env=os.environ | CHECKOUT | {"TERM": "xterm-256color"} | environment,
        dimensions=(rows, cols),
        encoding="utf-8",
        timeout=30,
    )
    try:
        yield child
    finally:
        child.close(force=True)
