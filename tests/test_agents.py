"""Do the agents of the examples play?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.processes import CHECKOUT

AGENTS = Path(__file__).parents[1] / "examples" / "agents.py"


def points(*arguments: str) -> tuple[float, float]:
    """Return what an agent makes a game, and its standard error."""
    done = subprocess.run(
        [sys.executable, str(AGENTS), *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | CHECKOUT,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    match = re.search(r": (\d+) points a game, give or take (\d+)$", done.stdout.strip())
    assert match, done.stdout
    return float(match[1]), float(match[2])


@pytest.mark.parametrize("agent", ["random", "masked"])
def test_chance_makes_as_much_as_is_known(agent: str) -> None:
    """Whether it looks at the mask or not, chance makes about 1,090 points a game, as has been published often."""
    mean, error = points(agent, "--games", "2048")
    assert abs(mean - 1090) < 5 * error + 15


def test_who_learns_does_better_than_chance() -> None:
    """MaskablePPO trains on the environment, obeys its masks, and beats chance on a small board."""
    pytest.importorskip("sb3_contrib", reason="sb3-contrib, with PyTorch, is not installed")
    by_chance, _error = points("masked", "--games", "512", "--rules", "3x3")
    learned, error = points("ppo", "--games", "64", "--rules", "3x3", "--steps", "20000")
    assert learned > by_chance + 2 * error
