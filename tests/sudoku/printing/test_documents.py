"""Pages as PDF and SVG."""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from support import processes
from support.printed_sheets import PUZZLE, given_signs, puzzles
from support.processes import on_terminal
from support.program import run
from tessella.io.extras import install_command


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
    done = processes.run("sudoku", "print", PUZZLE, "--no-level", PYTHONPATH=f"{tmp_path}{separator}{path}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"expected the package fpdf for a PDF; install it with: {install_command('pdf')}\nhint: "
    )
    done = processes.run(
        "sudoku", "print", PUZZLE, "--no-level", "--answers", "none", "--format", "svg",
        PYTHONPATH=f"{tmp_path}{separator}{path}",
    )  # fmt: skip
    assert done.returncode == 0


@pytest.mark.parametrize("name", ["sheet.svg", "sheet.SVG"])
def test_svg(tmp_path: Path, fifteen: Path, name: str) -> None:
    """SVG is a well-formed file a page, numbered, in its true size, with every given at its place."""
    done = run("sudoku", "print", str(fifteen), "--per-page", "9", "--no-level", "--out", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (0, "")
    files = sorted(tmp_path.glob("sheet-*"))
    assert [file.name for file in files] == [f"sheet-{n}{name[5:]}" for n in range(1, 4)]
    root = ET.fromstring(files[0].read_text(encoding="utf-8"))  # noqa: S314 - our own file
    space = "{http://www.w3.org/2000/svg}"
    assert root.get("width") == "8.2678in"
    frames = [rect for rect in root.iter(f"{space}rect") if rect.get("fill") == "none"]
    assert len(frames) == 9
    for frame, text in zip(frames, puzzles(9), strict=True):
        x, y, side = (float(frame.get(key, "")) for key in ("x", "y", "width"))
        found = {}
        for sign in root.iter(f"{space}text"):
            col = (float(sign.get("x", "")) - x) / (side / 9)
            row = (float(sign.get("y", "")) - 0.36 * float(sign.get("font-size", "")) - y) / (side / 9)
            if 0 <= row < 9 and 0 <= col < 9:
                found[int(row), int(col)] = sign.text
        assert found == given_signs(text)


def test_one_svg_to_standard_output() -> None:
    """One page of SVG goes to standard output, several do not."""
    done = run("sudoku", "print", PUZZLE, "--format", "svg", "--answers", "none", "--no-level")
    assert done.returncode == 0
    ET.fromstring(done.stdout)  # noqa: S314 - our own output
    done = run("sudoku", "print", PUZZLE, "--format", "svg", "--no-level")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("expected --out FILE for 2 pages of SVG\n")
