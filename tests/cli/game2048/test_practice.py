"""The command `tessella 2048 practice`."""

import pytest

from support.end_games import make_table
from support.program import run


def test_practice_by_lines() -> None:
    """Positions are drawn, moves judged, what changes nothing is not taken, and the accuracy is there the next time."""
    make_table("L3-16")
    said = run("2048", "practice", "L3-16", "--ascii", typed="x\n" + "w\na\ns\nd\nn\n" * 2 + "w\na\ns\nd\n")
    assert (said.returncode, said.stderr) == (0, "")
    assert "Make 16 without moving a large tile." in said.stdout
    verdicts = [line for line in said.stdout.splitlines() if " is best, " in line or line.startswith("Right: ")]
    assert len(verdicts) > 2
    told = run("2048", "practice", "L3-16", "--accuracy").stdout.splitlines()
    assert told[0].split()[:3] == ["Day", "Right", "Accuracy"]
    assert told[-1] == said.stdout.splitlines()[-1]


@pytest.mark.parametrize(("typed", "end"), [("w\na\n", "Game over"), ("w\nn\n", "Make 16 without")])
def test_who_leaves_hears_the_accuracy(typed: str, end: str) -> None:
    """That is so after the end of a game, and before the first move in a position."""
    make_table("L3-16")
    position = "2048:practice=L3-16:2,4,2,4/4,2,.,./2,32,64,128/4,1024,512,256#12"
    said = run("2048", "--plain", "--id", position, typed=typed).stdout
    assert end in said.partition(" is best, ")[2]
    assert said.splitlines()[-1].startswith("0 of 1 right (0%), ")


def test_practice_ends_with_the_input() -> None:
    """The end of the input, or q, ends it; nothing was decided, so there is nothing to tell."""
    make_table("L3-16")
    for typed in ("", "q\n"):
        said = run("2048", "practice", "L3-16", "--spoken", typed=typed)
        assert said.returncode == 0
        assert "row 1: " in said.stdout
    assert run("2048", "practice", "L3-16", "--accuracy").stdout == "Nothing has been practised yet.\n"


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("L3-16", "there is no table of 'L3-16' yet", "make it with: tessella 2048 tables make L3-16"),
        ("L9-16", "expected a formation, one of L3, ", ""),
        ("L3", "expected a goal from 8 to 2048, such as L3-512, got 'L3'", ""),
    ],
)
def test_what_cannot_be_practised_is_one_sentence(name: str, message: str, hint: str) -> None:
    """A name that is none, and a table that is not there, are refused with exit code 2; both languages."""
    refused = run("2048", "practice", name)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(message)
    assert hint in refused.stderr
    assert run("2048", "practice", name, "--lang", "zh").stderr.isascii() is False
