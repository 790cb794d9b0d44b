"""The commands that play."""

from pathlib import Path

import pexpect

from support.processes import on_terminal, run


def test_another_game_in_progress_is_left_only_when_told_to() -> None:
    """A whole id does not push a game in progress out of its slot; --new does, and undo brings the old one back."""
    run("2048", "--seed", "5", typed="a\n")
    refused = run("2048", "--seed", "6", typed="")
    assert refused.returncode == 2
    assert "hint: add --new" in refused.stderr
    back = run("2048", "--seed", "6", "--new", typed="i\nb\ni\n").stdout.splitlines()
    assert back.index("2048:classic#6") < back.index("2048:classic#5")
    assert "Step 1  Score 4" in run("2048", typed="").stdout


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
