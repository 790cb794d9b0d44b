"""The command that generates puzzles."""

from pathlib import Path

import pytest

from tessella.cli.main import main

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
