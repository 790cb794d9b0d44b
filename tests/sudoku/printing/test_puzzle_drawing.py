"""Drawings of puzzles, and their captions."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from support.printed_sheets import PUZZLE, cli_print_days, outlines, printed, signs
from tessella.sudoku import Board, solve
from tessella.sudoku.printing import layout
from tessella.sudoku.printing.documents import pdf_document, svg_page
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out
from tessella.sudoku.printing.puzzle_drawing import date_range
from tessella.sudoku.rules.drawing import borders


def test_headings() -> None:
    """A puzzle carries its number or its day with the weekday, its level and its id, and a page its number."""
    book = printed("--daily", "2026-12-24..2026-12-25", "--no-level")
    texts = [sign.text for sign in signs(book.pages[0])]
    assert {"Thursday 24 December 2026", "Friday 25 December 2026", "sudoku:daily/2026-12-24", "1"} <= set(texts)
    laid = lay_out([PrintedPuzzle(Board.parse(PUZZLE), None, 12, "sudoku:hard#1", "hard")], Layout(answers="none"))
    assert {"No. 12", "hard", "sudoku:hard#1"} <= {text.text for text in laid[0].texts}


@pytest.mark.parametrize(
    ("text", "first", "last", "words"),
    [
        ("2028", "2028-01-01", "2028-12-31", "2028"),
        ("2028-02", "2028-02-01", "2028-02-29", "February 2028"),
        ("2027-12", "2027-12-01", "2027-12-31", "December 2027"),
        ("2027-01..2027-02-03", "2027-01-01", "2027-02-03", "1 January 2027 to 3 February 2027"),
        ("2027-05-01", "2027-05-01", "2027-05-01", "1 May 2027"),
        ("9999-12", "9999-12-01", "9999-12-31", "December 9999"),
    ],
)
def test_days(text: str, first: str, last: str, words: str) -> None:
    """A year, a month, a day and a range stand for their days, and are said in words."""
    days = cli_print_days(text)
    assert (str(days[0]), str(days[-1])) == (first, last)
    assert date_range(days[0], days[-1]) == words


def test_pencil_marks(fifteen: Path) -> None:
    """With marks, every blank cell holds its candidates, or those of the board if it has any, smaller than a given."""
    board = Board.parse(PUZZLE)
    marked = board.play("r1c3~1").play("r1c3~4")
    for given_board, masks in ((board, board.candidates()), (marked, marked.marks)):
        layout = Layout(marks=True, answers="none")
        (page,) = PdfReader(
            BytesIO(pdf_document(lay_out([PrintedPuzzle(given_board)], layout), "x")), strict=True
        ).pages
        ((x, y, side, _h),) = outlines(page)
        found: dict[tuple[int, int], set[str]] = {}
        for sign in signs(page):
            col, row = int((sign.x + 0.2 * sign.size - x) // (side / 9)), int((sign.y - y) // (side / 9))
            if sign.size < 0.5 * side / 9 and 0 <= row < 9 and 0 <= col < 9:
                found.setdefault((row, col), set()).add(sign.text)
        assert found == {
            divmod(cell, 9): {str(digit) for digit in range(1, 10) if mask >> digit - 1 & 1}
            for cell, mask in enumerate(masks)
            if mask
        }


def test_digits_somebody_has_written() -> None:
    """A position is printed as it stands: givens black, digits that were written pale, and the puzzle's answer."""
    board = Board.parse(PUZZLE).play("r1c3=1")
    (page,) = lay_out([PrintedPuzzle(board, solve(board.puzzle))], Layout(answers="below"))
    shown = [text for text in page.texts if text.centred and not text.turned]
    assert len(shown) == 81 - PUZZLE.count(".") + 1
    assert [text.text for text in shown if text.grey] == ["1"]
    assert not any(text.grey for text in page.texts if text.turned)


def test_rules_are_printed() -> None:
    """Regions, cages, lines, dots and clues are drawn, and the kinds of the rules stand in the caption."""
    rules = "jigsaw:regions=1112143243324432;killer:sum=5:r1c1r1c2;thermo:r2c1r3c1;sandwich:sum=3:r1c1r2c1r3c1r4c1"
    board = Board.parse(f"{'.' * 16};{rules}")
    [page] = lay_out([PrintedPuzzle(board)], Layout(answers="none"))
    shapes = page.shapes
    texts = {shape.text for shape in shapes if isinstance(shape, layout.Text)}
    assert {"5", "3", "jigsaw, killer cage, thermometer"} <= texts
    frame = next(shape for shape in shapes if isinstance(shape, layout.Rectangle))
    thick = [shape for shape in shapes if isinstance(shape, layout.Line) and shape.width == frame.width]
    assert len(thick) == len([*borders(board.rules)])
    paths = [shape for shape in shapes if isinstance(shape, layout.Path)]
    assert sum(bool(path.dashes) for path in paths) == 6  # around the cage
    assert svg_page(page, "").count("stroke-dasharray") == 6
    assert pdf_document([page], "").startswith(b"%PDF")


def test_rules_in_words() -> None:
    """A puzzle with a page of its own has its rules in words below, within the page; smaller ones their names."""
    board = Board.parse("." * 81 + ";killer:sum=12:r1c1r1c2;killer:sum=4:r2c1r2c2;sandwich:sum=8:r1c9r1c8r1c7")
    for chosen in (Layout(answers="below"), Layout(large=True), Layout(booklet=True)):
        page = lay_out([PrintedPuzzle(board, None, 1, "sudoku:killer#1")], chosen)[0]
        words = [text for text in page.texts if "its cells differ" in text.text or "add up to its number" in text.text]
        assert words
        assert all(text.y < page.height - 10 and text.x + 0.8 * text.width < page.width for text in words)
    several = lay_out([PrintedPuzzle(board)] * 2, Layout(per_page=2))[0]
    assert not any("its cells differ" in text.text for text in several.texts)
    assert any("killer cage" in text.text for text in several.texts)
