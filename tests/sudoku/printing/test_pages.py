"""Pages: covers, puzzles, answers, and their order in a booklet."""

import os
import re
import subprocess
from collections import Counter
from io import BytesIO
from pathlib import Path

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from support.printed_sheets import (
    PUZZLE,
    SEVERAL,
    answer_to,
    given_signs,
    half,
    pdf_of,
    printed,
    puzzles,
    read_grids,
    signs,
)
from support.processes import CHECKOUT, COMMAND, on_terminal
from support.program import run
from tessella.cli import main as cli
from tessella.sudoku import generate
from tessella.sudoku.generation import WEEK
from tessella.sudoku.printing.layout import Layout, Page, Text
from tessella.sudoku.printing.pages import impose, signatures
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import rate


def test_answers_upside_down(fifteen: Path) -> None:
    """Below each puzzle stands its answer on its head, and nothing is at the end."""
    book = PdfReader(BytesIO(pdf_of(fifteen, Layout(per_page=6, answers="below"))), strict=True)
    assert len(book.pages) == 3
    answers = [grid for page in book.pages for grid in read_grids(page, turned=True) if grid]
    assert answers == [answer_to(text) for text in puzzles(15)]
    upright = [grid for page in book.pages for grid in read_grids(page) if grid]
    assert upright == [given_signs(text) for text in puzzles(15)]


def test_ids_and_puzzles_and_files_together(fifteen: Path) -> None:
    """Ids, puzzles and files are printed in the order of the arguments, ids with their ids."""
    book = printed(
        "sudoku:2x2#3", f"sudoku:{PUZZLE}", str(fifteen), "--no-level", "--answers", "none", "--per-page", "1"
    )
    assert len(book.pages) == 17
    assert "sudoku:2x2#3" in {sign.text for sign in signs(book.pages[0])}
    assert read_grids(book.pages[1]) == [given_signs(PUZZLE)]
    assert read_grids(book.pages[2]) == [given_signs(puzzles(1)[0])]


def test_a_pipe_in_and_out() -> None:
    """Puzzles come from standard input where nothing is named, and `--out -` writes to standard output."""
    done = subprocess.run(
        [*COMMAND, "sudoku", "print", "--out", "-", "--no-level"],
        input=PUZZLE.encode(),
        capture_output=True,
        env=os.environ | CHECKOUT,
        check=True,
        timeout=600,
    )
    assert read_grids(PdfReader(BytesIO(done.stdout)).pages[0]) == [given_signs(PUZZLE)]


def test_levels(tmp_path: Path) -> None:
    """A 9x9 puzzle carries the level that the rater gives it, others none."""
    boards = [generate(seed=11, k=k) for k in range(11)]
    names = [*(board.to_text() for board in boards), "1.....2..3.....4"]
    out = tmp_path / "levels.pdf"
    assert cli.main(["sudoku", "print", *names, "--answers", "none", "--out", str(out)]) == 0
    levels = [sign.text for page in PdfReader(out).pages for sign in signs(page) if sign.text in LEVELS]
    assert levels == [rate(board).level for board in boards]


def test_puzzles_of_a_level() -> None:
    """`--level` makes puzzles of that level, each with its id and level."""
    book = printed("--level", "easy", "-n", "2", "--seed", "3", "--answers", "none")
    texts = Counter(sign.text for sign in signs(book.pages[0]))
    assert texts["easy"] == 2
    assert texts["sudoku:easy#3"] == texts["sudoku:easy#3.1"] == 1
    assert read_grids(book.pages[0])[1] == given_signs(generate(seed=3, k=1, level="easy").to_text())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--daily", "2027-13"], "expected dates such as 2027"),
        (["--daily", "2027-02-30"], "expected dates such as 2027"),
        (["--daily", "2028..2027"], "expected dates such as 2027"),
        (["--daily", "0000"], "expected dates such as 2027"),
        (["--daily", "1900..2100"], "expected at most 10000 puzzles to print, got 73414"),
        (["-n", "100000"], "expected at most 10000 puzzles to print, got 100000"),
        (["-n", "1", "--clues", "12"], "expected 17 to 81 clues, got 12"),
        (["sudoku:nonsense#1"], "expected a variant, a level, rating=4.2..4.6"),
        ([PUZZLE, "--skip", "5"], "expected puzzles to print, got nothing"),
        (["nowhere.txt"], "cannot read 'nowhere.txt': no such file"),
        ([PUZZLE, "--out", "sheet.docx"], "expected a name that ends in .pdf or .svg, got 'sheet.docx'"),
        ([PUZZLE, "--out", "nowhere/sheet.pdf", "--no-level"], "cannot write 'nowhere/sheet.pdf'"),
    ],
)
def test_bad_puzzles(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What cannot be printed is refused in a sentence, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["sudoku", "print", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_bad_lines(tmp_path: Path) -> None:
    """A wrong line leaves the file that was there as it is, unless told to keep going."""
    out = tmp_path / "x.pdf"
    out.write_bytes(b"before")
    text = f"{PUZZLE}\n53..7\n{PUZZLE}\n"
    done = run("sudoku", "print", "--no-level", "--out", str(out), typed=text)
    assert done.returncode == 2
    assert done.stderr.startswith("line 2: expected 81 cells, got 5")
    assert out.read_bytes() == b"before"
    done = run("sudoku", "print", "--no-level", "--keep-going", "--out", str(out), typed=text)
    assert done.returncode == 2  # as of every command that reads puzzles
    assert [len(read_grids(page)) for page in PdfReader(out).pages] == [2, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "x.pdf"] or list(tmp_path.iterdir()) == [out]


def test_a_puzzle_that_is_not_proper() -> None:
    """A puzzle without exactly one solution is printed, said to be so, and has no answer; the exit code is 1."""
    done = run("sudoku", "print", SEVERAL, "--format", "svg", "--answers", "below", "--no-level")
    assert done.returncode == 1
    assert done.stderr.startswith("line 1: ")
    assert "no unique solution" in done.stdout


def test_ctrl_c(tmp_path: Path) -> None:
    """A long job tells how far it is; Ctrl-C ends it with a sentence and exit code 130, and nothing is written."""
    arguments = ("sudoku", "print", "-n", "5000", "--seed", "1", "--out", str(tmp_path / "x.pdf"))
    with on_terminal(*arguments) as terminal:
        terminal.expect(r"\d+ puzzles .*left")
        terminal.sendintr()
        terminal.expect("stopped; nothing was written")
        terminal.expect(pexpect.EOF)
        terminal.wait()
        assert terminal.exitstatus == 130
    assert not list(tmp_path.glob("*x.pdf*"))


@pytest.mark.slow
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


@given(st.integers(1, 300))
@settings(max_examples=60)
def test_a_booklet_folds(count: int) -> None:
    """Sheets that are printed on both sides and folded show the pages in order."""
    pages = [Page(100, 200, (Text(50, 100, str(n), 9),)) for n in range(1, count + 1)]
    sides = impose(pages)
    assert {(side.width, side.height) for side in sides} == {(200, 200)}
    read: list[str] = []
    for sheets in signatures(count):
        part, sides = sides[: 2 * sheets], sides[2 * sheets :]
        fronts, backs = part[::2], part[1::2]
        # Fold: the right half of each front, and the left half of its back, go from the outside to the middle.
        first = [
            half(side, right=right)
            for front, back in zip(fronts, backs, strict=True)
            for side, right in ((front, True), (back, False))
        ]
        last = [
            half(side, right=right)
            for front, back in zip(fronts, backs, strict=True)
            for side, right in ((front, False), (back, True))
        ]
        read += first + last[::-1]
    assert not sides
    assert [text for text in read if text] == [str(n) for n in range(1, count + 1)]
    assert len(read) - count < 4 * len(signatures(count))


def test_a_booklet_is_two_pages_to_a_side() -> None:
    """`--booklet` prints on sheets of the paper that was asked for, across."""
    book = printed("--daily", "2027-02-01..2027-02-06", "--cover", "--per-page", "1", "--booklet")
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in book.pages} == {(842, 595)}
    assert len(book.pages) % 2 == 0
    cover = [sign for sign in signs(book.pages[0]) if sign.text == "Sudoku"]
    assert cover[0].x > 421
