"""The commands on stored games."""

import json
from pathlib import Path

import pexpect

from support.processes import on_terminal
from support.program import run


def test_a_game_is_exported_and_verified(tmp_path: Path) -> None:
    """What `export` writes, `replay` plays again and confirms; a forged score is found out."""
    run("2048", "--seed", "5", typed="a\ns\nb\nd\n")
    file = tmp_path / "game.txt"
    assert run("export", "--out", str(file)).returncode == 0
    text = file.read_text(encoding="utf-8")
    assert run("export").stdout == text
    done = run("replay", str(file))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("verified: 2048:classic#5, score 4, moves 2, undos 1, hints 0")
    forged = run("replay", "-", typed=text.replace("score 4", "score 4000"))
    assert forged.returncode == 2
    assert forged.stderr == "expected score 4, as the moves give, got 'score 4000'\n"
    honest = run("replay", "-", "--quiet", typed=text.replace("undos 1", "undos 0"))
    assert "expected undos 1" in honest.stderr


def test_the_steps_of_a_replay_can_be_skipped(tmp_path: Path) -> None:
    """On a terminal Enter shows the next step; q, or ctrl+d, leads to the verdict at once."""
    run("2048", "--seed", "5", typed="a\ns\nd\n")
    file = tmp_path / "game.txt"
    run("export", "--out", str(file))
    for key in ("q\r", "\x04"):
        with on_terminal("replay", str(file)) as child:
            child.expect("Press Enter for the next step")
            child.send("\r")
            child.expect("1\\. left.*Press Enter for the next step, q to skip the rest: ")
            child.send(key)
            child.expect("\r\nverified: 2048:classic#5, .*")
            child.expect(pexpect.EOF)
            assert child.wait() == 0


def test_scores_as_text_and_as_json() -> None:
    """`scores` shows a line a game, `--json` one array of tables."""
    assert run("scores").stdout == "No game has been played yet.\n"
    run("2048", "--seed", "5", typed="a\ns\n")
    assert "2048:classic#5" in run("scores").stdout
    tables = json.loads(run("scores", "--json").stdout)
    assert [(t["score_table"], t["games"], t["best"], t["records"][0]["id"]) for t in tables] == [
        ("2048:classic", 1, 4, "2048:classic#5")
    ]


def test_scores_are_one_format_at_a_time() -> None:
    """The results of a class are CSV; asked for as JSON they are refused."""
    done = run("scores", "--class", "--json")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "expected --class or --json, not both\n")
