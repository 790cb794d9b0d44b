"""The command `tessella sudoku new`."""

import io
from pathlib import Path

import pytest

from support.processes import run, until
from tessella.cli.main import main
from tessella.cli.sudoku import new
from tessella.io.progress_bar import ProgressBar
from tessella.sudoku.batch.job import Tally

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_seed_names_its_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same puzzles, and --first starts among them."""
    assert main(["sudoku", "new", "-n", "2", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len({*lines}) == 2
    assert main(["sudoku", "new", "--seed", "3", "--first", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[1:]


def test_a_pattern_is_read_from_its_file_or_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Givens stand only where the pattern has a sign."""
    pattern = ("x" * 8 + ".") * 9
    file = tmp_path / "pattern"
    file.write_text(pattern, encoding="utf-8")
    drawn = []
    for name in (pattern, str(file)):
        assert main(["sudoku", "new", "--seed", "3", "--pattern", name]) == 0
        drawn.append(capsys.readouterr().out.strip())
    assert drawn[0] == drawn[1]
    assert all(sign == "." for sign, mask in zip(drawn[0], pattern, strict=True) if mask == ".")
    assert main(["sudoku", "new", "--pattern", "nowhere"]) == 2
    assert capsys.readouterr().err == "cannot read 'nowhere': no such file\n"


class _Terminal(io.StringIO):
    """What is written on a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_long_search_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for a puzzle for a while is told which one is searched for."""
    monkeypatch.setattr(new, "NOTICE_DELAY", 0.01)
    terminal = _Terminal()
    with new._Notice(ProgressBar(terminal), Tally(done=1), 3):
        until(lambda: "still searching for puzzle 2 of 3" in terminal.getvalue())


def test_what_cannot_be_had_ends() -> None:
    """A level that no grid gives ends in one sentence."""
    done = run("sudoku", "new", "--variant", "x", "--level", "extreme", "--box", "2x2")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("gave up after 48 grids, none of which has a puzzle like that")
