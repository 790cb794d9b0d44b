"""The options of printed sheets, and the room that puzzles have on a page."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from support.printed_sheets import (
    A4,
    LETTER,
    PUZZLE,
    answer_to,
    given_signs,
    outlines,
    pdf_of,
    puzzles,
    read_grids,
    signs,
    thick_lines,
)
from tessella.cli import main as cli
from tessella.errors import ParseError
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.printing.documents import pdf_document
from tessella.sudoku.printing.layout import PAPERS, Layout, Line, Page, PrintedPuzzle, Text, text_width
from tessella.sudoku.printing.pages import lay_out


@pytest.mark.parametrize(
    ("count", "paper", "size"),
    [(1, "letter", LETTER), (2, "a4", A4), (4, "letter", LETTER), (6, "a4", A4), (9, "letter", LETTER)],
)
def test_every_given_at_its_place(fifteen: Path, count: int, paper: str, size: tuple[int, int]) -> None:
    """Every given stands in the middle of its cell, puzzles follow in order, and the right answers are at the end."""
    book = PdfReader(BytesIO(pdf_of(fifteen, Layout(paper, count))), strict=True)
    asked = puzzles(15)
    sheets = -(-15 // count)
    assert {tuple(sorted((round(page.mediabox.width), round(page.mediabox.height)))) for page in book.pages} == {
        tuple(sorted(size))
    }
    found = [grid for page in book.pages[:sheets] for grid in read_grids(page)]
    assert found == [given_signs(text) for text in asked]
    answers = [grid for page in book.pages[sheets:] for grid in read_grids(page)]
    assert answers == [answer_to(text) for text in asked]


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 4), (4, 4), (5, 5)])
def test_other_sizes(box: tuple[int, int]) -> None:
    """Grids of other sizes have the board's own signs, thick lines around their boxes and cells of one size."""
    board = generate(seed=3, clues=None, box=box)
    size = board.size
    book = PdfReader(
        BytesIO(pdf_document(lay_out([PrintedPuzzle(board, solve(board))], Layout()), "Sudoku")), strict=True
    )
    wanted = {
        divmod(cell, size): sign for cell, sign in enumerate(board.to_text().partition(":")[2] or board.to_text())
    }
    for page, expected in zip(book.pages, [wanted, None], strict=True):
        (grid,) = read_grids(page, size)
        if expected is None:
            rows = [[grid[row, col] for col in range(size)] for row in range(size)]
            houses = [*rows, *zip(*rows, strict=True)]
            assert all(len(set(house)) == size for house in houses)
            assert {place: grid[place] for place, sign in wanted.items() if sign != "."}.items() <= grid.items()
        else:
            assert grid == {place: sign for place, sign in wanted.items() if sign != "."}
    assert thick_lines(book.pages[0]) == {
        "down": {n for n in range(1, size) if n % box[0] == 0},
        "across": {n for n in range(1, size) if n % box[1] == 0},
    }


def test_nothing_overlaps_or_leaves_the_page() -> None:
    """Everything stands between the margins that printers can print, and no two texts on each other."""
    boards = [Board.parse(text) for text in puzzles(9)]
    laid = [
        PrintedPuzzle(board, solve(board), n, f"sudoku:expert/180#{10**8}.{n}", "beginner")
        for n, board in enumerate(boards, 1)
    ]
    for paper in PAPERS:
        for count in (1, 6, 9):
            for answers in ("end", "below"):
                layout = Layout(paper, count, answers=answers, title="A title " * 30)
                for page in PdfReader(BytesIO(pdf_document(lay_out(laid, layout), "x"))).pages:
                    width, height = float(page.mediabox.width), float(page.mediabox.height)
                    places = [(round(sign.x), round(sign.y)) for sign in signs(page)]
                    assert len(set(places)) == len(places)
                    assert all(17 < x < width - 17 and 17 < y < height - 17 for x, y in places)
                    boxes = list(outlines(page))
                    assert all(x > 17 and y > 17 and x + w < width - 17 and y + h < height - 17 for x, y, w, h in boxes)
                    for n, (x, y, w, h) in enumerate(boxes):
                        for left, top, wide, high in boxes[:n]:
                            apart = x >= left + wide or left >= x + w or y >= top + high or top >= y + h
                            assert apart


def test_large_print(fifteen: Path) -> None:
    """In large print all digits of a puzzle are taller than 10 mm, and all other text is 12 points at least."""
    boards = [Board.parse(line) for line in fifteen.read_text(encoding="utf-8").split()]
    laid = [PrintedPuzzle(board, None, 3, "sudoku:#3", "hard") for board in boards[:2]]
    first, second = lay_out(laid, Layout(large=True, answers="none"))
    for page in (first, second):
        assert min(text.size for text in page.texts) >= 12
        assert min(0.7 * text.size for text in page.texts if text.centred) > 10 * 72 / 25.4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--paper", "a3"], "expected one of a4, letter, got 'a3'"),
        (["--per-page", "5"], "expected 1, 2, 4, 6, 9 puzzles to a page, got '5'"),
        (["--per-page", "x"], "expected a whole number of at least 1, got 'x'"),
        (["--per-page", "4", "--large"], "expected 1, 2 puzzles to a page, got '4'"),
        (["--answers", "maybe"], "expected one of end, below, none, got 'maybe'"),
        (["--orientation", "up"], "expected one of auto, portrait, landscape, got 'up'"),
        (["--booklet", "--orientation", "landscape"], "expected portrait pages for a booklet, got 'landscape'"),
        (["--format", "docx"], "expected one of pdf, svg, got 'docx'"),
        (["--font", "nowhere.ttf"], "cannot read 'nowhere.ttf': no such file"),
        (["--font", __file__], f"expected a TrueType or OpenType font, got {__file__!r}"),
        (["--font", "x.ttf", "--format", "svg"], "expected PDF output with --font"),
        (
            ["--daily", "2027-13"],
            "expected only one of: files and ids, dates, a kind of puzzle to generate",
        ),
        (["--timeout", "x"], "expected a number of at least 0 for --timeout, got 'x'"),
    ],
)
def test_bad_options(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What no sheet can be is refused in a sentence."""
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(message[:60])


def test_a_layout_says_what_it_can_be() -> None:
    """The library refuses what no sheet can be, with the names of what can."""
    with pytest.raises(ParseError, match="expected one of a4, letter, got 'a3'"):
        Layout("a3")


def test_the_texts_of_a_page() -> None:
    """A page lists its texts in the order in which they are drawn."""
    texts = [Text(1, 1, "a", 9), Text(2, 2, "b", 9)]
    assert list(Page(10, 10, (texts[0], Line(0, 0, 1, 1, 1), texts[1])).texts) == texts


def test_widths() -> None:
    """A text is as wide as its characters; a Chinese one is wider than a Latin one."""
    assert text_width("") == 0
    assert text_width("12") == 2 * text_width("1") < text_width("数独")
