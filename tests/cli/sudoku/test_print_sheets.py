"""The command that prints puzzles."""

from pathlib import Path

import pytest

from tessella.cli.main import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_kind_of_file_follows_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that ends in .svg gives SVG, one in .pdf a PDF, and --format decides before the name."""
    for name, form, start in (("a.svg", None, b"<svg"), ("a.PDF", None, b"%PDF"), ("a.txt", "svg", b"<svg")):
        out = tmp_path / name
        more = ["--format", form] if form else []
        assert main(["sudoku", "print", PUZZLE, "--no-level", "--answers", "none", "--out", str(out), *more]) == 0
        assert out.read_bytes().startswith(start)
    assert "1 puzzle on " in capsys.readouterr().err


def test_pages_of_svg_are_numbered(tmp_path: Path) -> None:
    """Several pages become several files."""
    out = tmp_path / "a.svg"
    assert (
        main(
            ["sudoku", "print", PUZZLE, PUZZLE, "--per-page", "1", "--answers", "none", "--no-level", "--out", str(out)]
        )
        == 0
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-1.svg", "a-2.svg"]
