"""Do the referee's examples play: one by chance, one of Tessella's own, one that wraps a foreign engine?"""

import json
import sys
from pathlib import Path

import pytest

from support.program import run
from support.referee_players import BY_CHANCE, EXAMPLES
from tessella.game2048 import evaluate

ENGINE = """
import sys
for line in sys.stdin:
    cells = [int(word) for word in line.split()]
    assert len(cells) == 16 and all({check} for cell in cells), cells
    rows = [cells[k:k + 4] for k in range(0, 16, 4)]
    lines = {{"D": [c[::-1] for c in zip(*rows)], "L": rows, "R": [r[::-1] for r in rows], "U": list(zip(*rows))}}
    def moves(one):
        return any(b and a in (0, b) for a, b in zip(one, one[1:]))
    print("best is", next(name for name in "DLRU" if any(map(moves, lines[name]))), flush=True)
"""
"""A foreign engine in its own words: the first of down, left, right and up that changes something."""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports be written where nobody else is."""
    monkeypatch.chdir(tmp_path)


def figures(*words: str) -> dict[str, object]:
    """Return the figures of a match, in which nobody erred."""
    done = run("2048", "referee", "--json", *words)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    assert found["faults"] == 0
    return found


@pytest.mark.parametrize("rules", ["classic", "3x5/cascade"])
def test_chance_plays_what_is_legal(rules: str) -> None:
    """The random player never errs where tiles merge once; where they cascade, a legal move is one all the same."""
    assert figures("--games", "20", "--rules", rules, "--", *BY_CHANCE)["games"] == 20


@pytest.mark.parametrize("mode", [["--exponents"], [], ["--once"]])
def test_a_foreign_engine_plays(mode: list[str], tmp_path: Path) -> None:
    """It reads tiles or exponents, says moves in its own words, and makes what the same rule makes in `evaluate`."""
    check = "cell < 16" if mode == ["--exponents"] else "cell == 0 or cell & (cell - 1) == 0 and cell > 1"
    Path("engine.py").write_text(ENGINE.format(check=check))
    wrapper = [sys.executable, str(EXAMPLES / "referee_wrapper.py"), "--words", "U R D L", *mode]
    n = 1 if mode == ["--once"] else 10
    rules = ["--rules", "4x4/32/ends=yes/classic"] if n == 1 else []
    found = figures("--games", str(n), "--seed", "3", *rules, "--", *wrapper, sys.executable, "engine.py")
    report = evaluate("corner", n, 3, rules[1] if rules else "classic")
    assert (found["mean"], found["reached"]) == (report.mean, report.reached)


@pytest.mark.slow
def test_the_network_plays_as_it_is_evaluated() -> None:
    """By rules whose games `evaluate` plays one by one, the scores are the same; it knows the law of new tiles."""
    player = [sys.executable, str(EXAMPLES / "referee_player.py"), "--player", "network", "--ply", "1"]
    found = figures("--games", "6", "--seed", "3", "--rules", "sprint", "--at-once", "6", "--", *player)
    report = evaluate("network", 6, 3, "sprint", ply=1)
    assert (found["mean"], found["reached"]) == (report.mean, report.reached)
    assert found["stderr"] == pytest.approx(report.stderr)
    believed, implied = found["believed"], found["implied"]
    assert isinstance(believed, dict)
    assert isinstance(implied, dict)
    assert believed["off"] == 0
    assert abs(implied["fours"] - 0.1) < 4 * implied["error"] + 0.15
