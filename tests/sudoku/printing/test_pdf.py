"""PDF documents."""

import sys
from pathlib import Path

from support.printed_sheets import PUZZLE
from support.processes import on_terminal, run


def test_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    """Nothing in a file tells when or where it was made."""
    for name in ("one.pdf", "two.pdf"):
        done = run("sudoku", "print", "-n", "2", "--seed", "5", "--no-level", "--out", str(tmp_path / name))
        assert done.returncode == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert b"(D:2000" in (tmp_path / "one.pdf").read_bytes()


def test_no_pdf_on_a_terminal() -> None:
    """A PDF is not written to a terminal."""
    with on_terminal("sudoku", "print", PUZZLE, "--no-level") as terminal:
        terminal.expect("expected a file for a PDF, got a terminal")
        terminal.expect("hint: --out puzzles.pdf")


def test_without_fpdf2(tmp_path: Path) -> None:
    """Without fpdf2 a sentence says how to get it, and SVG works all the same."""
    (tmp_path / "fpdf.py").write_text("raise ImportError", encoding="utf-8")
    path = str(Path(__file__).resolve().parents[3] / "src")
    separator = ";" if sys.platform == "win32" else ":"
    done = run("sudoku", "print", PUZZLE, "--no-level", PYTHONPATH=f"{tmp_path}{separator}{path}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        "expected the package fpdf for a PDF; install it with: pip install 'tessella[pdf]'\nhint: "
    )
    done = run(
        "sudoku", "print", PUZZLE, "--no-level", "--answers", "none", "--format", "svg",
        PYTHONPATH=f"{tmp_path}{separator}{path}",
    )  # fmt: skip
    assert done.returncode == 0
