"""The command that explains the next step."""

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
        (["--stage", "4"], "expected a stage of a hint, 1, 2 or 3, got '4'"),
        (["--style", "x"], "expected one of "),
        (["--format", "pdf"], "expected a format, one of text, svg, json, html, got 'pdf'"),
    ],
)
def test_bad_options(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be is refused in a sentence."""
    assert main(["sudoku", "hint", PUZZLE, *arguments]) == 2
    assert capsys.readouterr().err.startswith(said)
