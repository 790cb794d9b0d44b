"""The command that looks back on a game of 2048."""

import json
from pathlib import Path

import pytest

from support.program import run
from tessella.play.session import Session

LONG = "x" * 300  # no file can have such a name

EDGE = "2048:classic:2,4,8,16/32,64,128,256/512,1024,2,4/4,2,8,8#5"
"""A board where left ends the game at once, and right does not."""


def test_a_review(tmp_path: Path) -> None:
    """The costliest moves come first, with the board before, of a save in a file or the game played last."""
    session = Session.open(EDGE)
    session.play("left")
    assert session.position.is_over()
    save = tmp_path / "lost.tessella"
    save.write_text(session.to_text(), encoding="utf-8")
    how = ("--player", "heuristic", "--ply", "1")
    told = json.loads(run("2048", "review", str(save), "--json", *how).stdout)
    [move] = told["moves"]
    assert (move["played"], move["better"], move["ply"], move["board"]) == ("left", "right", 0, EDGE)
    home = {"TESSELLA_HOME": str(tmp_path / "games")}
    run("2048", "--plain", "--id", EDGE, typed="a\nq\n", **home)
    for args in ([], [EDGE], ["-"]):
        said = run("2048", "review", *args, *how, typed=session.to_text(), **home)
        assert (said.returncode, said.stderr) == (0, "")
        assert f"{EDGE}: score 16, moves 1; judged by heuristic" in said.stdout
        assert "512 │1024│" in said.stdout
        assert f"tessella 2048 --id '{EDGE}'" in said.stdout
    assert "|512 |1024|" in run("2048", "review", str(save), "--ascii", *how).stdout


@pytest.mark.parametrize("name", [LONG, f"{LONG}/game.save", f"{__file__}/game.save"])
def test_what_is_no_file_is_one_sentence(name: str) -> None:
    """A name that no file can have is answered as any other that there is no game of."""
    done = run("2048", "review", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert name[:60] in done.stderr.splitlines()[0]
