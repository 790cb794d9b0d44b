"""Drawings of puzzles: digits, pencil marks, lines."""

from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from support.printed_sheets import PUZZLE, outlines, signs
from tessella.sudoku import Board, solve
from tessella.sudoku.printing.layout import Layout, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out
from tessella.sudoku.printing.pdf import pdf_document


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
