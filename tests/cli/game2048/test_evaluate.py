"""The command that measures AIs."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

from support.program import run


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
    assert re.search(r"32768 +0\.0%  \(0\.0% to 11\.4%\)", table)  # none of 30 games proves no share of nothing
