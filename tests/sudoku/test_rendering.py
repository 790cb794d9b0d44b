"""Pictures: the boxed one as it was ordered, and what tells givens from own digits."""

from xml.etree import ElementTree as ET

from hypothesis import given

from support.processes import run
from support.strategies import sudoku_boards
from tessella.sudoku import Board, rendering

ORDERED = """\
++=====+=====+=====++=====+=====+=====++=====+=====+=====++
||  8  |     |     ||     |     |     ||     |     |     ||
++-----+-----+-----++-----+-----+-----++-----+-----+-----++
"""


def test_boxed_as_ordered() -> None:
    """The boxed picture begins as the order for it shows."""
    board = Board.parse("8" + "." * 80)
    assert rendering.boxed(board, ascii_only=True).startswith(ORDERED)


@given(sudoku_boards())
def test_boxed_at_any_size(board: Board) -> None:
    """There is a thick rule above and below every box and a thin one between other rows, and all lines are as long."""
    height, size = board.box[0], board.size
    lines = rendering.boxed(board, ascii_only=True).split("\n")
    assert {len(line) for line in lines} == {6 * size + height + 2}
    assert len(lines) == 2 * size + 1
    for number, line in enumerate(lines):
        if number % 2:
            assert line.count("||") == height + 1
        else:
            assert set(line) == ({"+", "="} if number // 2 % height == 0 else {"+", "-"})
            assert line.count("++") == height + 1
    drawn = rendering.boxed(board)
    assert len(drawn.split("\n")) == len(lines)
    assert drawn.count("+") == sum(d > 0 and not g for d, g in zip(board.digits, board.givens, strict=True))


@given(sudoku_boards())
def test_svg_is_xml_with_every_digit(board: Board) -> None:
    """The SVG is well formed; givens are bold, own digits slanted, and there is one text a digit or mark."""
    root = ET.fromstring(rendering.svg(board, title="<&>"))  # noqa: S314 - our own
    texts = root.findall(".//{http://www.w3.org/2000/svg}text")
    bold = [text for text in texts if text.get("font-weight") == "bold"]
    slanted = [text for text in texts if text.get("font-style") == "italic"]
    own = sum(d > 0 and not g for d, g in zip(board.digits, board.givens, strict=True))
    assert (len(bold), len(slanted)) == (sum(g > 0 for g in board.givens), own)
    marks = (mask for mask, digit in zip(board.marks, board.digits, strict=True) if not digit)  # a digit covers them
    assert len(texts) == len(bold) + len(slanted) + sum(mask.bit_count() for mask in marks)


@given(sudoku_boards())
def test_html_has_a_cell_for_every_cell(board: Board) -> None:
    """The table has a row a row and a cell a cell; givens and own digits differ by element."""
    table = ET.fromstring(rendering.html(board))  # noqa: S314 - our own
    rows = table.findall("tr")
    assert [len(row.findall("td")) for row in rows] == [board.size] * board.size
    assert len(table.findall(".//b")) == sum(g > 0 for g in board.givens)


def test_show() -> None:
    """`show` draws with lines where they can be shown, and `--format` names another picture."""
    puzzle = "1" + "." * 15
    assert run("sudoku", "show", typed=puzzle, PYTHONIOENCODING="utf-8").stdout.splitlines()[2] == "─────┼─────"
    assert run("sudoku", "show", typed=puzzle, PYTHONIOENCODING="ascii").stdout.splitlines()[2] == "-----+-----"
    assert run("sudoku", "show", "--format", "svg", typed=puzzle).stdout.startswith("<svg")
    assert run("sudoku", "show", "--format", "boxed", typed=puzzle, PYTHONIOENCODING="utf-8").stdout.startswith("╔═")
