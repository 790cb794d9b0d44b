"""The program in this process, which spares what a process of its own takes to start."""

import io
import subprocess
import sys

import pytest

from tessella import i18n
from tessella.cli.main import main


def run(*arguments: str, typed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what the program says and answers to `typed` on its standard input, as `support.processes.run` does."""
    done = run_bytes(*arguments, typed=typed, **environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_bytes(*arguments: str, typed: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Return the same where what it writes need not be text."""
    fed = typed.encode() if isinstance(typed, str) else typed
    written = {"stdin": io.BytesIO(fed), "stdout": io.BytesIO(), "stderr": io.BytesIO()}
    streams = {name: io.TextIOWrapper(file, encoding="utf-8", write_through=True) for name, file in written.items()}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"LANGUAGE": "", **environment}.items():  # which the program sets to the language it speaks
            patch.setenv(name, value)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        try:
            code = main(arguments)
        except SystemExit as left:  # after --help
            code = int(left.code or 0)
        finally:
            i18n.use("en")
    return subprocess.CompletedProcess(arguments, code, written["stdout"].getvalue(), written["stderr"].getvalue())
