"""The command `tessella sudoku print`."""

from pathlib import Path

import pytest

from support.program import run
from tessella.cli.main import main
from tessella.cli.sudoku.print_sheets import days_of
from tessella.errors import ParseError

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


@pytest.mark.parametrize("puzzles", [(PUZZLE,), ("--daily", "2027-03-14")])
@pytest.mark.parametrize(
    "kind",
    ["--variant=x", "--level=easy", "--only", "--first=3", "--seed=1", "--number=2", "--clues=30", "--symmetry=90"],
)
def test_kinds_do_not_apply_to_puzzles_that_are_there(puzzles: tuple[str, ...], kind: str) -> None:
    """An option that says what to generate is refused beside files and days, and never ignored."""
    done = run("sudoku", "print", *puzzles, kind)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("expected only one of: files and ids, dates, a kind of puzzle to generate")


@pytest.mark.parametrize("puzzles", [("--daily", "2027-03-14"), ("--number", "2")])
@pytest.mark.parametrize("reading", ["--skip=3", "--from=csv", "--keep-going"])
def test_options_of_reading_do_not_apply_to_what_is_generated(puzzles: tuple[str, ...], reading: str) -> None:
    """An option that says how to read files is refused where none is read, and never ignored."""
    done = run("sudoku", "print", *puzzles, reading)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "expected --from, --skip and --keep-going with files only\n"


@pytest.mark.parametrize("kind", ["--variant=x", "--first=3"])
def test_a_kind_alone_is_generated(kind: str, tmp_path: Path) -> None:
    """Nothing is read from standard input."""
    done = run(
        "sudoku", "print", kind, "--answers", "none", "--no-level", "--out", str(tmp_path / "a.svg"), typed=PUZZLE
    )
    assert (done.returncode, done.stderr.partition(",")[0]) == (0, "1 puzzle on 1 page")
    assert PUZZLE[:9] not in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "sudoku:" in (tmp_path / "a.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "days"),
    [("2027", 365), ("2028", 366), ("2028-02", 29), ("2027-12", 31), ("2027-03-14", 1), ("2027-12-31..2028-01", 32)],
)
def test_days_of_a_period(text: str, days: int) -> None:
    """Years, months, days and ranges have as many days as the calendar says."""
    assert len(days_of(text)) == days


@pytest.mark.parametrize("text", ["", "27", "2027-13", "2027-02-29", "2028..2027", "2027-3", "2027..", "x"])
def test_what_is_no_day_is_quoted(text: str) -> None:
    """A text that names no days is refused."""
    with pytest.raises(ParseError, match="expected dates such as 2027"):
        days_of(text)
