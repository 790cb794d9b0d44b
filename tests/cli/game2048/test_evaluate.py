"""The command that measures AIs."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from support import processes
from support.machine_code import never_compiled
from support.processes import end_by_ctrl_c, on_terminal, run_code
from support.program import run
from tessella.compiled.warming import ADVICE


def test_a_report(tmp_path: Path) -> None:
    """A measurement as JSON has the mean with its error and the share of each tile; the same seed gives the same."""
    plot = tmp_path / "scores.svg"
    args = ["2048", "evaluate", "--player", "corner", "--games", "30", "--seed", "7", "--threads", "1"]
    report = json.loads(run(*args, "--json", "--plot", str(plot)).stdout)
    assert report["games"] == 30
    assert 500 < report["mean"] < 8000
    assert 0 < report["stderr"] < report["mean"]
    assert report["reached"]["32768"] == 0
    assert all(0 <= share <= 1 for share in report["reached"].values())
    assert len(ET.parse(plot).getroot().findall(".//{*}rect")) > 5  # noqa: S314 - our own file
    table = run(*args).stdout
    assert f"{report['mean']:,.0f} ± {report['stderr']:,.0f}" in table
    assert "moves per second" in table
    first = next(tile for tile, share in report["reached"].items() if not share)  # no larger one is listed
    assert re.search(
        rf"{first} +0\.0%  \(0\.0% to 11\.4%\)$", table.strip()
    )  # none of 30 games proves no share of nothing


def test_who_follows_a_rule_needs_no_compiler() -> None:
    """Random and corner play without numba and numpy."""
    printed = run_code(
        "import sys; from tessella.cli.main import main\n"
        "for name in ('random', 'corner'): main(['2048', 'evaluate', '--player', name, '--games', '2'])\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert printed.splitlines()[-1] == "[]"


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.slow
def test_moves_are_played_while_the_kernels_compile() -> None:
    """With an empty cache the games begin at once, a terminal counts their moves, and Ctrl-C ends it."""
    command = "2048", "evaluate", "--games", "50", "--ply", "1", "--lang", "zh"
    with never_compiled(*ADVICE), on_terminal(*command, cols=100) as terminal:
        terminal.expect(r"/ 50  [1-9][0-9.kM]* 步")
        assert end_by_ctrl_c(terminal) == 130


@pytest.mark.slow
@pytest.mark.parametrize("words", [("--games", "12", "--ply", "1"), ("--games", "2", "--rules", "sprint")])
def test_a_change_to_kernels_changes_no_game(words: tuple[str, ...], unmarked_cache: Path) -> None:
    """What begins in plain Python and what kernels play alone are the same report, but for its times."""

    def report() -> dict[str, object]:
        done = processes.run("2048", "evaluate", "--json", "--seed", "3", *words)
        said: dict[str, object] = json.loads(done.stdout)
        return {name: value for name, value in said.items() if name not in {"seconds", "timed", "moves_a_second"}}

    begun = report()
    assert list(unmarked_cache.glob("ready-*"))
    assert begun == report()
