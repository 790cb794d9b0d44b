"""Tests of processes of this Python."""

import subprocess
import sys
from pathlib import Path

import pytest

from tessella.io import own_process


def test_it_finds_what_this_process_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules come from the same places, and none from the folder that one happens to be in."""
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong one')", encoding="utf-8")
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "found.py").write_text("word = 'found'", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "there")
    with own_process.start("-c", "import json, found; print(found.word)", stdout=subprocess.PIPE) as child:
        assert child.communicate()[0].split() == [b"found"]


@pytest.mark.skipif(sys.platform == "win32", reason="sessions are those of POSIX")
def test_it_has_a_session_of_its_own() -> None:
    """Ctrl-C that is meant for this process does not reach it."""
    with own_process.start("-c", "import os; print(os.getsid(0) == os.getpid())", stdout=subprocess.PIPE) as child:
        assert child.communicate()[0].split() == [b"True"]
