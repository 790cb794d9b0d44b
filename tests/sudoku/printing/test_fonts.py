"""Fonts: given, found, missing."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from support.printed_sheets import LATIN, PUZZLE, fonts_of, make_font, printed, signs
from tessella.cli import main as cli
from tessella.sudoku.printing import fonts


def test_a_given_font_is_embedded(tmp_path: Path) -> None:
    """A font that is given sets headings and digits, is embedded, and its signs can be read back."""
    font = make_font(tmp_path / "own.ttf", LATIN + "数独练习")
    book = printed(PUZZLE, "--no-level", "--font", str(font), "--title", "数独练习", "--answers", "none")
    assert list(fonts_of(book.pages[0]).values()) == [True]
    assert "Boxes" in next(iter(fonts_of(book.pages[0])))
    assert "数独练习" in {sign.text for sign in signs(book.pages[0])}
    assert book.metadata is not None
    assert book.metadata.title == "数独练习"


def test_a_found_font(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A font of this machine is found by its name and taken where Helvetica lacks signs, but not for the digits."""
    folder = tmp_path / "fonts" / "chinese"
    folder.mkdir(parents=True)
    make_font(folder / "SimHei.ttf", LATIN + "数独练习")
    make_font(folder / "NotoSansSC-Regular.otf", LATIN)
    (folder / "msyh.ttc").write_bytes(b"no font at all")
    monkeypatch.setattr(fonts, "_places", lambda: [tmp_path / "nowhere", tmp_path / "fonts"])
    out = tmp_path / "x.pdf"
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", "--title", "数独练习", "--out", str(out)]) == 0
    assert sorted(fonts_of(PdfReader(out).pages[0]).items(), key=str) == [
        ("/Helvetica", False),
        ("/Helvetica-Bold", False),
        ("/MPDFAA+Boxes", True),
    ]


def test_chinese(tmp_path: Path) -> None:
    """In Chinese, the date, the weekday and the level over a puzzle are, and so is the title of the document."""
    names = "数独答案年月日星期一二三四五六困难"
    font = make_font(tmp_path / "own.ttf", LATIN + names)
    book = printed("--daily", "2026-12-25", "--lang", "zh", "--font", str(font))
    texts = {sign.text for page in book.pages for sign in signs(page)}
    assert {"2026年12月25日 星期五", "困难", "答案", "12月25日"} <= texts
    assert book.metadata is not None
    assert book.metadata.title == "数独 2026年12月25日"


def test_without_a_chinese_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no font has Chinese signs, a warning says so in Chinese, and the sheets are in English."""
    monkeypatch.setattr(fonts, "_places", list)
    out = tmp_path / "x.pdf"
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", "--lang", "zh", "--out", str(out)]) == 0
    said = capsys.readouterr().err
    assert "本机没有中文字体：题目单改用英文\n" in said
    assert "1 题，2 页，用时" in said
    assert {"Sudoku", "Answers"} <= {sign.text for page in PdfReader(out).pages for sign in signs(page)}


def test_signs_that_no_font_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sign that no font has is printed as a question mark, and a warning names it."""
    monkeypatch.setattr(fonts, "_places", list)
    out = tmp_path / "x.pdf"
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", "--title", "A 数 B", "--out", str(out)]) == 0
    assert "no font has '数'" in capsys.readouterr().err
    assert "A ? B" in {sign.text for sign in signs(PdfReader(out).pages[0])}
