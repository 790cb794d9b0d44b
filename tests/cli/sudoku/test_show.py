"""The command that draws puzzles."""

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_a_picture_by_default_and_svg_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """Puzzles are drawn as text with every given at its place, or as SVG."""
    assert main(["sudoku", "show", PUZZLE]) == 0
    drawn = capsys.readouterr().out
    assert drawn.count("\n") > 9
    assert [sign for sign in drawn if sign.isdigit()] == [sign for sign in PUZZLE if sign.isdigit()]
    assert main(["sudoku", "show", PUZZLE, "--format", "svg"]) == 0
    assert capsys.readouterr().out.startswith("<svg ")
