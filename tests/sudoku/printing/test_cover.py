"""The cover of a book of days."""

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from support.printed_sheets import signs
from tessella.cli import main as cli
from tessella.sudoku.generation import WEEK
from tessella.sudoku.rating.levels import LEVELS


def test_a_month_of_days(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A month of daily puzzles is a book with a cover, contents, every day once and in order, and as many answers."""
    path = tmp_path / "february.pdf"
    assert cli.main(["sudoku", "print", "--daily", "2027-02", "--out", str(path)]) == 0
    assert re.fullmatch(r"28 puzzles on \d+ pages, in [\d.]+ s\n", capsys.readouterr().err)
    book = PdfReader(path, strict=True)
    assert book.metadata is not None
    assert book.metadata.title == "Sudoku February 2027"
    words = [sign.text for page in book.pages for sign in signs(page)]
    days = [int(found[1]) for word in words if (found := re.fullmatch(r"\w+day (\d+) February 2027", word))]
    assert days == list(range(1, 29))
    assert [word for word in words if re.fullmatch(r"\d+ February", word)] == [f"{n} February" for n in range(1, 29)]
    assert "Monday 1 February 2027" in words
    assert [word for word in words if word in LEVELS] == [WEEK[n % 7] for n in range(28)]
    assert "28 puzzles, one for every day" in {sign.text for sign in signs(book.pages[0])}
    assert [item.title for item in book.outline if not isinstance(item, list)] == ["Sudoku", "February 2027", "Answers"]
