"""Reading of printed sheets: signs, lines and grids of a PDF."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader

from support.program import run_bytes
from support.reference import sudoku_solutions
from tessella.sudoku import Board, generate, solve
from tessella.sudoku.printing.documents import pdf_document
from tessella.sudoku.printing.layout import Layout, Page, PrintedPuzzle
from tessella.sudoku.printing.pages import lay_out

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


SEVERAL = "12......." + "." * 72


A4, LETTER = (595, 842), (612, 792)


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


@cache
def answer_to(text: str) -> dict[tuple[int, int], str]:
    """Return the solution of a puzzle, by the slow reference."""
    solved = next(iter(sudoku_solutions([int(sign) for sign in text.replace(".", "0")])))
    return {divmod(cell, 9): str(digit) for cell, digit in enumerate(solved)}


def puzzles(count: int) -> list[str]:
    """Return different puzzles that have one solution."""
    return [_puzzle(k) for k in range(count)]


@cache
def _puzzle(k: int) -> str:
    return generate(seed=7, k=k, clues=34).to_text()


def printed(*arguments: str, code: int = 0) -> PdfReader:
    """Return the PDF that the program writes to its standard output."""
    done = run_bytes("sudoku", "print", *arguments)
    assert done.returncode == code, done.stderr.decode()
    return PdfReader(BytesIO(done.stdout), strict=True)


def pdf_of(path: Path, layout: Layout) -> bytes:
    """Return the PDF of a file of puzzles, through the library."""
    boards = [Board.parse(line) for line in path.read_text(encoding="utf-8").split()]
    laid = [PrintedPuzzle(board, solve(board), number) for number, board in enumerate(boards, 1)]
    return pdf_document(lay_out(laid, layout), "Sudoku")


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


def cli_print_days(text: str) -> list[Any]:
    """Return the days that the command line takes a text for."""
    from datetime import date  # noqa: PLC0415 - only here

    from tessella.cli.sudoku.print_sheets import days_of  # noqa: PLC0415 - only here

    return [date.fromordinal(number) for number in days_of(text)]


def half(side: Page, *, right: bool) -> str:
    """Return the text on one half of a side."""
    return "".join(text.text for text in side.texts if (text.x > side.width / 2) == right)


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
