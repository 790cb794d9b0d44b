"""The commands that play."""

import contextlib
import json
import sqlite3
from pathlib import Path

import pexpect
import pytest

from support.processes import on_terminal
from support.program import run
from tessella.io.own_process import home
from tessella.play.store import FILE


def test_another_game_in_progress_is_left_only_when_told_to() -> None:
    """A whole id does not push a game in progress out of its slot; --new does, and undo brings the old one back."""
    run("2048", "--seed", "5", typed="a\n")
    refused = run("2048", "--seed", "6", typed="")
    assert refused.returncode == 2
    assert "hint: add --new" in refused.stderr
    back = run("2048", "--seed", "6", "--new", typed="i\nb\ni\n").stdout.splitlines()
    assert back.index("2048:classic#6") < back.index("2048:classic#5")
    assert "Step 1  Score 4" in run("2048", typed="").stdout


def test_games_that_were_left_are_listed_and_continued() -> None:
    """`tessella continue` lists what can be continued, also as JSON, and takes an id or a number of its list."""
    assert run("continue").stdout == "No game is in progress.\n"
    run("2048", "--seed", "5", typed="a\n")
    run("2048", "--seed", "6", "--new", typed="d\n")
    rows = [line.split() for line in run("continue").stdout.splitlines()]
    assert [(row[0], row[1]) for row in rows] == [("1", "2048:classic#6"), ("2", "2048:classic#5")]
    assert [row[2:] for row in rows] == [["0", "points,", "just", "now"], ["4", "points,", "just", "now"]]
    listed = json.loads(run("continue", "--json").stdout)
    assert [(game["id"], game["moves"]) for game in listed] == [("2048:classic#6", 1), ("2048:classic#5", 1)]
    assert "Step 1  Score 4" in run("continue", "2", typed="").stdout
    assert "Step 1" in run("continue", "2048:classic#6", typed="").stdout
    assert "Step 1  Score 4" in run("2048", "--id", "2048:classic#5", typed="").stdout
    assert "Step 1  Score 4" in run("2048", "--seed", "6", typed="i 2048:classic#5\n").stdout
    for wrong in ("3", "0", "2048:classic#7", "chess"):
        refused = run("continue", wrong)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith("expected ")


def test_a_game_that_cannot_be_read_is_listed_and_exported() -> None:
    """A damaged game is named in the list; who continues it is told why not, and its save is written all the same."""
    run("2048", "--seed", "5", typed="a\n")
    text = run("export").stdout
    run("2048", "--seed", "6", "--new", typed="d\n")
    with contextlib.closing(sqlite3.connect(home() / FILE)) as connection, connection:
        connection.execute("UPDATE game SET entries = 7 WHERE id = '2048:classic#5'")
    assert "2048:classic#5" in run("continue").stdout
    refused = run("continue", "2")
    assert refused.returncode == 2
    assert refused.stderr.startswith("cannot read the game 2048:classic#5 (")
    assert "hint: tessella export 2048:classic#5" in refused.stderr
    done = run("export", "2048:classic#5")
    assert done.returncode == 0
    assert done.stdout.startswith(text)
    assert "hint: it is written as it is stored" in done.stderr


def test_no_save_keeps_nothing(tmp_path: Path) -> None:
    """With --no-save no file appears."""
    assert run("2048", "--no-save", typed="a\n").returncode == 0
    assert not (tmp_path / "home").exists()


def test_tessella_alone_plays() -> None:
    """Without a single argument there is a game: by lines in a pipe, a menu on a terminal."""
    assert "Step 0  Score 0" in run(typed="").stdout
    with on_terminal() as child:
        child.expect("Sudoku")
        child.send("q")
        child.expect(pexpect.EOF)


@pytest.mark.parametrize(
    "command", ["scores", "scores --json", "continue", "continue 1", "export", "2048 hint", "2048 review"]
)
def test_every_command_tells_of_a_damaged_file(command: str) -> None:
    """A file that is no store of ours is set aside, never without a word, whichever command comes first."""
    home().mkdir(parents=True, exist_ok=True)
    (home() / FILE).write_text("no database", encoding="utf-8")
    said = run(*command.split()).stderr
    (aside,) = home().glob(f"{FILE}.damaged-*")
    assert said.startswith(f"Cannot read {home() / FILE}; it was renamed to {aside.name}, and a new file was started\n")
