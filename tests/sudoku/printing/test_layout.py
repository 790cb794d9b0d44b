"""Printed sheets, read back by a library that shares no code with what wrote them."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pexpect
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from support.processes import CHECKOUT, COMMAND, on_terminal, run
from support.reference import sudoku_solutions
from tessella import i18n
from tessella.cli import main as cli
from tessella.errors import ParseError
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.generation import WEEK
from tessella.sudoku.printing import fonts
from tessella.sudoku.printing.captions import date_range
from tessella.sudoku.printing.imposition import impose, signatures
from tessella.sudoku.printing.layout import PAPERS, Layout, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out
from tessella.sudoku.printing.pdf import pdf_document
from tessella.sudoku.printing.shapes import Page, Text
from tessella.sudoku.rating.levels import LEVELS
from tessella.sudoku.rating.rater import rate

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "12......." + "." * 72
A4, LETTER = (595, 842), (612, 792)
# How wide the signs of Helvetica are, as Adobe's metrics tell; figures are 0.556.
WIDTHS = dict(
    zip(
        "ABCDEFGHIJKLMNOP",
        (667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667),
        strict=True,
    )
)


class Sign(NamedTuple):
    """A text of a page: where it starts from the top left corner, how large, whether it stands on its head."""

    x: float
    y: float
    text: str
    size: float
    turned: bool


def signs(page: Any) -> list[Sign]:
    """Return every text of a page of a PDF, by what pypdf finds in it."""
    found: list[Sign] = []
    height = float(page.mediabox.height)

    def visit(text: str, ctm: list[float], matrix: list[float], _font: object, size: float) -> None:
        if text.strip():
            a, b, c, d, e, f = ctm
            x, y = matrix[4] * a + matrix[5] * c + e, matrix[4] * b + matrix[5] * d + f
            found.append(Sign(x, height - y, text.strip(), size, a < 0))

    page.extract_text(visitor_text=visit)
    return found


def outlines(page: Any) -> Iterator[tuple[float, float, float, float]]:
    """Yield the rectangles that a page draws: left, top, width, height."""
    height = float(page.mediabox.height)
    content = page.get_contents().get_data().decode("latin-1")
    for match in re.finditer(r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re S", content):
        x, y, w, h = map(float, match.groups())
        top = height - max(y, y + h)
        yield x, top, w, abs(h)


def read_grids(page: Any, size: int = 9, *, turned: bool = False) -> list[dict[tuple[int, int], str]]:
    """Return the signs in every grid of a page, by row and column from 0; turned, as whoever turns the page sees it."""
    found = []
    every = [sign for sign in signs(page) if sign.turned == turned]
    for x, y, side, _h in outlines(page):
        cell = side / size
        here: dict[tuple[int, int], str] = {}
        for sign in every:
            # From the start of the baseline to the middle of the sign.
            way = -1 if turned else 1
            across = (sign.x + way * WIDTHS.get(sign.text, 556) / 2000 * sign.size - x) / cell
            down = (sign.y - way * 0.36 * sign.size - y) / cell
            if 0 <= across < size and 0 <= down < size:
                assert abs(across % 1 - 0.5) < 0.1, "not in the middle of its cell"
                assert abs(down % 1 - 0.5) < 0.1, "not in the middle of its cell"
                row, col = int(down), int(across)
                here[(size - 1 - row, size - 1 - col) if turned else (row, col)] = sign.text
        found.append(here)
    return found


def given_signs(text: str) -> dict[tuple[int, int], str]:
    """Return the signs of a line of 81 by row and column."""
    return {divmod(cell, 9): sign for cell, sign in enumerate(text) if sign != "."}


def answer_to(text: str) -> dict[tuple[int, int], str]:
    """Return the solution of a puzzle, by the slow reference."""
    solved = next(iter(sudoku_solutions([int(sign) for sign in text.replace(".", "0")])))
    return {divmod(cell, 9): str(digit) for cell, digit in enumerate(solved)}


def puzzles(count: int) -> list[str]:
    """Return different puzzles that have one solution."""
    return [generate(seed=7, k=k, clues=34).to_text() for k in range(count)]


@pytest.fixture
def fifteen(tmp_path: Path) -> Path:
    """Return a file of 15 puzzles."""
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(puzzles(15)) + "\n", encoding="utf-8")
    return path


def printed(*arguments: str, code: int = 0) -> PdfReader:
    """Return the PDF that the program writes to its standard output."""
    done = subprocess.run(
        [*COMMAND, "sudoku", "print", *arguments],
        capture_output=True,
        env=os.environ | CHECKOUT,
        check=False,
        timeout=60,
    )
    assert done.returncode == code, done.stderr.decode()
    return PdfReader(BytesIO(done.stdout), strict=True)


# --- what is on paper -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 4, 6, 9])
@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
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


def pdf_of(path: Path, layout: Layout) -> bytes:
    """Return the PDF of a file of puzzles, through the library."""
    boards = [Board.parse(line) for line in path.read_text(encoding="utf-8").split()]
    laid = [PrintedPuzzle(board, solve(board), number) for number, board in enumerate(boards, 1)]
    return pdf_document(lay_out(laid, layout), "Sudoku")


def test_answers_upside_down(fifteen: Path) -> None:
    """Below each puzzle stands its answer on its head, and nothing is at the end."""
    book = PdfReader(BytesIO(pdf_of(fifteen, Layout(per_page=6, answers="below"))), strict=True)
    assert len(book.pages) == 3
    answers = [grid for page in book.pages for grid in read_grids(page, turned=True) if grid]
    assert answers == [answer_to(text) for text in puzzles(15)]
    upright = [grid for page in book.pages for grid in read_grids(page) if grid]
    assert upright == [given_signs(text) for text in puzzles(15)]


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


def thick_lines(page: Any) -> dict[str, set[int]]:
    """Return the numbers of the lines that are thicker than the others, counted from the top and from the left."""
    ((x, y, side, _h),) = outlines(page)
    height = float(page.mediabox.height)
    content = page.get_contents().get_data().decode("latin-1")
    width, found = 0.0, []
    for match in re.finditer(r"([\d.]+) w\n|([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content):
        if match[1]:
            width = float(match[1])
        else:
            found.append((width, *map(float, match.groups()[1:])))
    thinnest = min(line[0] for line in found)
    count = max(Counter(line[0] for line in found).total() // 2 + 1, 2)
    thick: dict[str, set[int]] = {"down": set(), "across": set()}
    for width, x1, y1, x2, y2 in found:
        if width > 1.5 * thinnest:
            if y1 == y2:
                thick["down"].add(round((height - y1 - y) / (side / count)))
            else:
                assert x1 == x2
                thick["across"].add(round((x1 - x) / (side / count)))
    return thick


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


def test_headings() -> None:
    """A puzzle carries its number or its day with the weekday, its level and its id, and a page its number."""
    book = printed("--daily", "2026-12-24..2026-12-25", "--no-level")
    texts = [sign.text for sign in signs(book.pages[0])]
    assert {"Thursday 24 December 2026", "Friday 25 December 2026", "sudoku:daily/2026-12-24", "1"} <= set(texts)
    laid = lay_out([PrintedPuzzle(Board.parse(PUZZLE), None, 12, "sudoku:hard#1", "hard")], Layout(answers="none"))
    assert {"No. 12", "hard", "sudoku:hard#1"} <= {text.text for text in laid[0].texts}


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


# --- a book of days -------------------------------------------------------------------------------------------------


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


def cli_print_days(text: str) -> list[Any]:
    """Return the days that the command line takes a text for."""
    from datetime import date  # noqa: PLC0415 - only here

    from tessella.cli.sudoku.print_sources import days_of  # noqa: PLC0415 - only here

    return [date.fromordinal(number) for number in days_of(text)]


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


def half(side: Page, *, right: bool) -> str:
    """Return the text on one half of a side."""
    return "".join(text.text for text in side.texts if (text.x > side.width / 2) == right)


def test_a_booklet_is_two_pages_to_a_side() -> None:
    """`--booklet` prints on sheets of the paper that was asked for, across."""
    book = printed("--daily", "2027-02-01..2027-02-06", "--cover", "--per-page", "1", "--booklet")
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in book.pages} == {(842, 595)}
    assert len(book.pages) % 2 == 0
    cover = [sign for sign in signs(book.pages[0]) if sign.text == "Sudoku"]
    assert cover[0].x > 421


# --- files ----------------------------------------------------------------------------------------------------------


def test_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    """Nothing in a file tells when or where it was made."""
    for name in ("one.pdf", "two.pdf"):
        done = run("sudoku", "print", "-n", "2", "--seed", "5", "--no-level", "--out", str(tmp_path / name))
        assert done.returncode == 0
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    assert b"(D:2000" in (tmp_path / "one.pdf").read_bytes()


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
        timeout=60,
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


# --- fonts ----------------------------------------------------------------------------------------------------------


def make_font(path: Path, text: str) -> Path:
    """Write a TrueType font in which every sign of a text is a box."""
    names = {ord(sign): f"uni{ord(sign):04X}" for sign in sorted(set(text))}
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for point in ((50, 700), (450, 700), (450, 0)):
        pen.lineTo(point)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    order = [".notdef", *names.values()]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys(order, box))
    builder.setupHorizontalMetrics(dict.fromkeys(order, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.save(path)
    return path


LATIN = "".join(map(chr, range(32, 127)))


def fonts_of(page: Any) -> dict[str, bool]:
    """Return the fonts of a page, and whether each is embedded."""
    found = {}
    for font in page["/Resources"]["/Font"].values():
        told = font.get_object()
        below = told["/DescendantFonts"][0].get_object() if "/DescendantFonts" in told else told
        told_more = below.get("/FontDescriptor", {})
        found[str(told["/BaseFont"])] = any(key in told_more for key in ("/FontFile", "/FontFile2", "/FontFile3"))
    return found


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


def test_digits_somebody_has_written() -> None:
    """A position is printed as it stands: givens black, digits that were written pale, and the puzzle's answer."""
    board = Board.parse(PUZZLE).play("r1c3=1")
    (page,) = lay_out([PrintedPuzzle(board, solve(board.puzzle))], Layout(answers="below"))
    shown = [text for text in page.texts if text.centred and not text.turned]
    assert len(shown) == 81 - PUZZLE.count(".") + 1
    assert [text.text for text in shown if text.grey] == ["1"]
    assert not any(text.grey for text in page.texts if text.turned)


def test_without_a_chinese_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no font has Chinese signs, a warning says so, and the sheets are in English."""
    monkeypatch.setattr(fonts, "_places", list)
    out = tmp_path / "x.pdf"
    i18n.use("zh")
    expected = i18n._("found no font with Chinese characters in {where}: the sheets are in English")
    machine = i18n._("this machine")
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", "--lang", "zh", "--out", str(out)]) == 0
    assert expected.format(where=machine) in capsys.readouterr().err
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


# --- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--paper", "a3"], "expected one of a4, letter, got 'a3'"),
        (["--per-page", "5"], "expected 1, 2, 4, 6, 9 puzzles to a page, got '5'"),
        (["--per-page", "x"], "expected a whole number of at least 1, got 'x'"),
        (["--per-page", "4", "--large"], "expected 1, 2 puzzles to a page, got '4'"),
        (["--answers", "maybe"], "expected one of end, below, none, got 'maybe'"),
        (["--orientation", "up"], "expected one of auto, portrait, landscape, got 'up'"),
        (["--booklet", "--orientation", "landscape"], "expected upright pages for a booklet, got 'landscape'"),
        (["--format", "docx"], "expected one of pdf, svg, got 'docx'"),
        (["--font", "nowhere.ttf"], "cannot read 'nowhere.ttf': no such file"),
        (["--font", __file__], f"expected a TrueType or OpenType font, got {__file__!r}"),
        (["--font", "x.ttf", "--format", "svg"], "expected PDF output with --font"),
        (
            ["--daily", "2027-13"],
            "expected files and ids, days, or a kind of puzzle to generate, but only one of these",
        ),
        (["--timeout", "x"], "expected a number for --timeout, got 'x'"),
    ],
)
def test_bad_options(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What no sheet can be is refused in a sentence."""
    assert cli.main(["sudoku", "print", PUZZLE, "--no-level", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(message[:60])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--daily", "2027-13"], "expected days such as 2027"),
        (["--daily", "2027-02-30"], "expected days such as 2027"),
        (["--daily", "2028..2027"], "expected days such as 2027"),
        (["--daily", "0000"], "expected days such as 2027"),
        (["--daily", "1900..2100"], "expected at most 10000 puzzles to print, got 73414"),
        (["-n", "100000"], "expected at most 10000 puzzles to print, got 100000"),
        (["-n", "1", "--clues", "12"], "expected 17 to 81 clues, got 12"),
        (["sudoku:nonsense#1"], "expected a level, rating=4.2..4.6"),
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
    assert done.returncode == 0
    assert [len(read_grids(page)) for page in PdfReader(out).pages] == [2, 2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "x.pdf"] or list(tmp_path.iterdir()) == [out]


def test_a_puzzle_that_is_not_proper() -> None:
    """A puzzle without exactly one solution is printed, said to be so, and has no answer; the exit code is 1."""
    done = run("sudoku", "print", SEVERAL, "--format", "svg", "--answers", "below", "--no-level")
    assert done.returncode == 1
    assert done.stderr.startswith("line 1: ")
    assert "no single answer" in done.stdout


def test_no_pdf_on_a_terminal() -> None:
    """A PDF is not written to a terminal."""
    with on_terminal("sudoku", "print", PUZZLE, "--no-level") as terminal:
        terminal.expect("expected a file for a PDF, got a terminal")
        terminal.expect("hint: --out puzzles.pdf")


def test_ctrl_c(tmp_path: Path) -> None:
    """A long job tells how far it is; Ctrl-C ends it with a sentence and exit code 130, and nothing is written."""
    arguments = ("sudoku", "print", "-n", "5000", "--seed", "1", "--out", str(tmp_path / "x.pdf"))
    with on_terminal(*arguments) as terminal:
        terminal.expect(r"\d+ puzzles .*left")
        terminal.sendintr()
        terminal.expect("stopped, nothing is written")
        terminal.expect(pexpect.EOF)
        terminal.wait()
        assert terminal.exitstatus == 130
    assert not list(tmp_path.glob("*x.pdf*"))


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


def test_a_layout_says_what_it_can_be() -> None:
    """The library refuses what no sheet can be, with the names of what can."""
    with pytest.raises(ParseError, match="expected one of a4, letter, got 'a3'"):
        Layout("a3")
