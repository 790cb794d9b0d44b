"""The command that holds matches, and the replay of its reports."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support import processes
from support.processes import CHECKOUT, WITH_GRACE, until
from support.program import run
from support.referee_players import BY_CHANCE, FAULTS, moving, program
from tessella.game2048.referee.report import commitment


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reports be written where nobody else is."""
    monkeypatch.chdir(tmp_path)


def test_a_match_is_held_and_verified() -> None:
    """The commitment comes first, the figures are those of `evaluate`, and `replay` confirms every game."""
    done = run("2048", "referee", "--games", "5", "--json", "--", *BY_CHANCE)
    figures = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert figures["games"] == 5
    assert 200 < figures["mean"] < 4000
    assert figures["reached"]["32768"] == 0
    assert figures["faults"] == 0
    report = Path(figures["report"])
    head, *_games, end = map(json.loads, report.read_text().splitlines())
    assert f"report: {report}; commitment to its seed: {head['commitment']}\n" in done.stderr
    assert report.name == f"referee-{head['commitment'][:8]}.jsonl"
    assert commitment(int(end["seed"]), end["nonce"]) == head["commitment"]
    assert not head["chosen"]
    told = run("replay", str(report))
    assert told.returncode == 0, told.stderr
    assert [line.split(":")[0] for line in told.stdout.splitlines()[:5]] == [f"game {n}" for n in range(5)]
    assert f"mean score  {figures['mean']:,.0f} ± {figures['stderr']:,.0f}" in told.stdout
    assert told.stdout.endswith(
        f"verified: games 5, seed {end['seed']} (drawn by chance), commitment {head['commitment']}\n"
    )
    assert "game 0" not in run("replay", "--quiet", "-", typed=report.read_bytes()).stdout
    forged = report.read_text().replace('"score":', '"score":1', 1)
    found = run("replay", "-", typed=forged)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("game 0: expected score ")


def test_the_same_seed_gives_the_same_games() -> None:
    """A seed that is chosen says so; a report is never written over."""
    for name in "ab":
        done = run("2048", "referee", "--games", "2", "--seed", "7", "--rules", "3x3", "--out", name, "--", *BY_CHANCE)
        assert done.returncode == 0, done.stderr
    games = [[line for line in Path(name).read_text().splitlines() if '"line":"game"' in line] for name in "ab"]
    assert games[0] == games[1]
    assert "(chosen by whoever ran the match)" in run("replay", "a").stdout
    again = run("2048", "referee", "--out", "a", "--", *BY_CHANCE)
    assert again.returncode == 2
    assert "expected a file that is not there yet, got 'a'" in again.stderr


def stating(fours: str, cells: str = "empty") -> list[str]:
    """Return a program that expects 4s with a chance, in such cells, and plays by trial."""
    body = f"""tiles = words[1:]
empty = [k for k, tile in enumerate(tiles) if tile == "0"]
corners = [k for k in empty if k in (0, 3, 12, 15)] or empty
if topic == "move": print(("left", "down", "right", "up")[sum(map(int, tiles)) % 4], flush=True)
else: print(*[weight * (k in {cells}) for weight in (1 - {fours}, {fours}) for k in range(16)], flush=True)"""
    return program(body, "move,spawn")


def test_wrong_beliefs_are_named() -> None:
    """Who expects half of the tiles to be 4s, or all in corners, is told by how many standard errors that is wrong."""
    command = ["2048", "referee", "--games", "200", "--at-once", "8", "--seed", "1", "--"]
    right = run(*command, *stating("0.1")).stdout
    assert re.search(r"^it expects +10\.0% 4s, .*; \+0\.0 standard errors", right, re.MULTILINE)
    assert "The program expects" not in right
    halves = run(*command, *stating("0.5")).stdout
    assert "The program expects a 4 with 50.0%; " in halves
    assert "in corners; " not in halves.splitlines()[-1]
    assert "of the tiles in corners; " in run(*command, *stating("0.1", "corners")).stdout.splitlines()[-1]


def test_a_program_that_errs() -> None:
    """It ends the match in one sentence with exit code 1, and the report is whole."""
    body, sentence, _limit = FAULTS["crashes"]
    done = run("2048", "referee", "--out", "r", "--", *moving(f"if n > 5: {body}"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("the match ended after ")
    assert done.stderr.endswith(f" of 100 games: {sentence}\n")
    assert f"The match ended early: {sentence}\nverified: " in run("replay", "r").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a program, as in 'tessella 2048 referee -- python player.py'\n"),
        (["--", "nowhere/engine"], "cannot start 'nowhere/engine': no such file\n"),
        (["--games", "0", "--", "x"], "expected --games from 1 to 10000000, got '0'\n"),
        (["--at-once", "65", "--", "x"], "expected --at-once from 1 to 64, got '65'\n"),
        (["--rules", "9x9", "--", "x"], "expected a size from 2x2 to 8x8 (rows x columns), got '9x9'\n"),
        (["--seed", "x", "--", "x"], "expected a seed, a whole number from 0 to 18446744073709551615, got 'x'\n"),
        (["--log", "nowhere/log", "--", "x"], "cannot write 'nowhere/log': no such file\n"),
        (["--resume", "nowhere"], "cannot read 'nowhere': no such file\n"),
        (
            ["--", sys.executable, "-c", "print('hi')"],
            "expected an answer such as 'hello 1 move My player 1.0', got 'hi'\n",
        ),
        (["--", sys.executable, "-c", "1"], "the program ended with exit code 0\n"),
    ],
)
def test_what_cannot_be_a_match(words: list[str], message: str) -> None:
    """Whatever was typed wrong is one sentence, and nothing is written."""
    done = run("2048", "referee", *words)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert [*Path().iterdir()] == []


def test_options_behind_the_dashes_are_the_programs(tmp_path: Path) -> None:
    """Whatever stands behind -- is left alone, and the log takes what the program says beside."""
    body = "print(sys.argv[1:], file=sys.stderr, flush=True); print('resign', flush=True)"
    run("2048", "referee", "--games", "1", "--log", "log", "--", *program(body), "--games", "--json", "--", "-x")
    assert Path("log").read_text() == "['--games', '--json', '--', '-x']\n"


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_match_that_is_interrupted_goes_on(number: int) -> None:
    """After Ctrl-C or a kill the report has whole games, the seed is still secret, and --resume plays the rest."""
    waits = "while int(words[0]) > 20 and not os.path.exists('go'): time.sleep(0.01)"  # until it is stopped
    words = ["2048", "referee", "--games", "40", "--rules", "3x3", "--jobs", "2", "--out", "r", "--", *moving(waits)]
    report = Path("r")
    command = [sys.executable, "-c", WITH_GRACE.format(600)]  # both programs end before it does
    with subprocess.Popen([*command, *words], env=os.environ | CHECKOUT, stderr=subprocess.PIPE) as child:
        until(lambda: report.exists() and report.read_text().count('"line":"game"') > 2)
        child.send_signal(number)
        assert child.wait(600) == (130 if number == signal.SIGINT else -9)
        Path("go").touch()
        assert child.stderr
        said = child.stderr.read().decode()
    assert number == signal.SIGKILL or "Traceback" not in said  # the program loses its reader
    assert "still secret" in run("replay", "r").stderr
    done = processes.run("2048", "referee", "--resume", "r")
    assert done.returncode == 0, done.stderr
    assert "verified: games 40, " in run("replay", "--quiet", "r").stdout
    assert not Path("r.seed").exists()


def test_chinese() -> None:
    """The figures and sentences are there in Chinese."""
    done = run("2048", "referee", "--games", "2", "--lang", "zh", "--out", "r", "--", *BY_CHANCE)
    assert "新方块" in done.stdout
    assert "种子的承诺值" in done.stderr
