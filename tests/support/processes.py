"""The real program, started as a player starts it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

COMMAND = [sys.executable, "-m", "tessella"]
WITH_GRACE = (
    "import runpy; from tessella.io import interrupts; interrupts.GRACE = {}; "
    "runpy.run_module('tessella', run_name='__main__', alter_sys=True)"
)
"""The program, which may take so many seconds to end after a Ctrl-C: for a loaded machine few are none."""
CHECKOUT = {"PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}
"""What a process needs to run this checkout rather than an installed Tessella."""
PATIENCE = 600.0
"""Seconds after which something hangs; a busy machine is slow, not wrong."""


def run(*arguments: str, typed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what the program said and answered, its standard input a pipe with `typed`."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=os.environ | CHECKOUT | environment,
        timeout=PATIENCE,
        check=False,
    )
    out, err = (stream.decode("utf-8", errors="replace") for stream in (done.stdout, done.stderr))
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


def started(code: str, *arguments: str) -> "subprocess.Popen[str]":
    """Return a process that runs a program and has printed its first line."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | CHECKOUT,
    )
    assert process.stdout is not None
    assert process.stdout.readline(), process.communicate()[1]
    return process


def run_code(code: str, *arguments: str) -> str:
    """Return what a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout


@contextmanager
def on_terminal(
    *arguments: str, rows: int = 24, cols: int = 80, grace: float | None = None, **environment: str
) -> Iterator["pexpect.spawn[str]"]:
    """Give the program a terminal of its own, and take it away at the end."""
    child = pexpect.spawn(
        COMMAND[0],
        [*(COMMAND[1:] if grace is None else ["-c", WITH_GRACE.format(grace)]), *arguments],
        env=os.environ | CHECKOUT | {"TERM": "xterm-256color"} | environment,
        dimensions=(rows, cols),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    try:
        yield child
    finally:
        hang_up(child)


def hang_up(terminal: "pexpect.spawn[str]") -> None:
    """Take a terminal away, and wait until its program has ended, which pexpect does for tenths of a second."""
    try:
        terminal.close(force=True)
    except pexpect.ExceptionPexpect:
        terminal.wait()


def end_by_ctrl_c(terminal: "pexpect.spawn[str]") -> int | None:
    """Press Ctrl-C, and return the exit code of the program, which must say nothing of its own making."""
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    assert "Traceback" not in str(terminal.before)
    terminal.wait()
    return terminal.exitstatus


def children(parent: int, module: str) -> list[int]:
    """Return the processes that work for a program by running a module."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    found = [line.split(maxsplit=2) for line in listed.splitlines()]
    return [int(pid) for pid, above, command in found if int(above) == parent and module in command]


def has_ended(pid: int) -> bool:
    """Return whether a process has ended, even if nobody has asked yet how."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip()[:1] in ("", "Z")


@contextmanager
def held_port() -> Iterator[int]:
    """Give a port to listen at, once or again and again, that the system gives to nobody else meanwhile."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def until(done: Callable[[], bool]) -> None:
    """Look until something is so, which no event tells."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def stopped(arguments: list[str], feed: bytes, folder: Path, number: int = signal.SIGINT) -> tuple[int, str]:
    """Return how the program ends that is fed for ever and told to stop once it has written enough."""
    with subprocess.Popen(
        [*COMMAND, "sudoku", *arguments],
        env=os.environ | CHECKOUT,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
    ) as child:
        assert child.stdin
        assert child.stderr
        child.stdin.write(feed)
        child.stdin.flush()
        deadline = time.monotonic() + PATIENCE
        while not any(one.stat().st_size > 1000 for one in folder.glob(".out*")) and time.monotonic() < deadline:
            time.sleep(0.02)  # until the file has grown, which nothing else tells
        child.send_signal(number)
        said = child.stderr.read().decode()
        return child.wait(PATIENCE), said
