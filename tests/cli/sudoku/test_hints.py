"""The commands that explain one position."""

from pathlib import Path

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_stages_reveal_more_and_more(capsys: pytest.CaptureFixture[str]) -> None:
    """Stage 1 says where to look, 2 also the technique, 3 also the reason."""
    said = []
    for stage in "123":
        assert main(["sudoku", "hint", PUZZLE, "--stage", stage]) == 0
        said.append(capsys.readouterr().out)
    assert [("hidden single" in text.lower(), "r1c6 is 8" in text) for text in said] == [
        (False, False),
        (True, False),
        (True, True),
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--stage", "5"], "expected a stage of a hint, from 1 to 4, got '5'"),
        (["--style", "x"], "expected one of direct, candidates, got "),
        (["--format", "pdf"], "expected a format, one of text, svg, json, html, got 'pdf'"),
    ],
)
def test_bad_options(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be is refused in a sentence."""
    assert main(["sudoku", "hint", PUZZLE, *arguments]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_the_last_step_completes_the_grid(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps are numbered from 1; --rated gives each its rating."""
    assert main(["sudoku", "explain", "1.....2..3.....4"]) == 0
    steps = capsys.readouterr().out
    assert steps.startswith("1. ")
    assert len([line for line in steps.splitlines() if line[:1].isdigit()]) >= 3
    assert main(["sudoku", "explain", PUZZLE, "--rated"]) == 0
    assert "(1.2)" in capsys.readouterr().out


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
