"""The position that is explained, and in which style."""

import argparse
from pathlib import Path

import pytest

from tessella.cli.main import main
from tessella.cli.sudoku import one_board

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_position_comes_from_a_file_or_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle in place of a name and the same puzzle in a file give the same hint."""
    file = tmp_path / "one.sdk"
    file.write_text(PUZZLE + "\n", encoding="utf-8")
    said = []
    for name in (PUZZLE, str(file)):
        assert main(["sudoku", "hint", name]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    file.write_bytes(bytes(70_000))
    assert main(["sudoku", "hint", str(file)]) == 2
    assert capsys.readouterr().err == "expected one Sudoku, got more than 65536 bytes\n"


def test_a_style_has_a_default(capsys: pytest.CaptureFixture[str]) -> None:
    """Unknown styles are refused with the known ones."""
    assert one_board.style_of(argparse.Namespace(style=None), "candidates") == "candidates"
    assert one_board.style_of(argparse.Namespace(style="direct"), "candidates") == "direct"
    assert main(["sudoku", "explain", PUZZLE, "--style", "x"]) == 2
    assert "direct, candidates" in capsys.readouterr().err
