"""Tests of `tessella warm`: real processes, real folders."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from support.machine_code import SOONEST
from support.processes import CHECKOUT, on_terminal, run
from tessella.cli.main import main
from tessella.compiled import warming
from tessella.play.store import Store
from tessella.play.warm_up import SETTING


@pytest.fixture
def one_group(monkeypatch: pytest.MonkeyPatch) -> str:
    """Let there be a single group, which compiles soonest: all take minutes (a slow test of `warming` has them all)."""
    monkeypatch.setattr(warming, "GROUPS", {SOONEST: warming.GROUPS[SOONEST]})
    return SOONEST


def test_it_compiles_everything_and_says_nothing(
    unmarked_cache: Path, one_group: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a terminal nothing is printed; all is ready then."""
    assert main(["warm"]) == 0
    assert warming.is_ready(one_group)
    assert capsys.readouterr() == ("", "")


CLOSED = """
import sys
from tessella.cli.main import main
from tessella.compiled import warming
from tessella.io import interrupts
interrupts.heed()
warming.GROUPS = {sys.argv[1]: warming.GROUPS[sys.argv[1]]}
sys.exit(main(["warm"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_closed_streams_hold_nothing_up(unmarked_cache: Path, one_group: str, closed: str) -> None:
    """The pipes of the children take no place of a stream that was closed: they hear when to end, and it ends."""
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", CLOSED, one_group]
    assert subprocess.run(command, env=os.environ | CHECKOUT, check=False, timeout=600).returncode == 0
    assert warming.is_ready(one_group)


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(("lang", "said"), [("en", "Compiling, this once"), ("zh", "正在编译")])
def test_interrupt_ends_it(lang: str, said: str) -> None:
    """A terminal shows that it compiles; Ctrl-C ends it at once, with nothing more said."""
    with on_terminal("warm", "--lang", lang) as terminal:
        terminal.expect(said)
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
        terminal.wait()
        assert terminal.exitstatus == 130


def test_folder_that_takes_nothing(tmp_path: Path) -> None:
    """What cannot be kept is named, and the exit code is 1."""
    (tmp_path / "file").touch()
    done = run("warm", NUMBA_CACHE_DIR=str(tmp_path / "file"))
    assert done.returncode == 1
    assert done.stderr.startswith("could not compile or keep: ")
    assert all(group in done.stderr for group in warming.GROUPS)


def test_choice_of_the_background_is_kept() -> None:
    """Off is remembered, and a word that is neither is refused."""
    assert main(["warm", "--background", "off"]) == 0
    assert Store.open().setting(SETTING) == "off"
    assert main(["warm", "--background", "never"]) == 2
    assert Store.open().setting(SETTING) == "off"
