"""Still pictures of boards, steps and games, as a notebook keeps them."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from hypothesis import given

from support.cells import SMALL
from support.strategies import boards_2048, sudoku_boards
from tessella import game2048, sudoku
from tessella.play.session import Session
from tessella.sudoku.tutor import hints as teach

KEPT = {"table", "tbody", "tr", "td", "b", "i", "small", "span", "br", "div", "img", "ul", "li"}


class Reader(HTMLParser):
    """Reads a table as a browser would, and what it is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.styles: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.add(tag)
        self.attributes |= {name for name, _value in attrs}
        if tag == "td":
            self.cells.append("")
            self.styles.append(dict(attrs)["style"] or "")

    def handle_data(self, data: str) -> None:
        """Note what stands in a cell."""
        if self.cells:
            self.cells[-1] += data.strip()


def texts_of(svg: str) -> list[str]:
    """Return the texts of an SVG picture."""
    root = ET.fromstring(svg)  # noqa: S314 - our own
    return [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]


@given(boards_2048())
def test_2048_as_a_picture(board: game2048.Board) -> None:
    """The table has each tile in its cell with ground and ink beside it, and SVG and text have the same tiles."""
    shown = board._repr_mimebundle_()
    read = Reader(shown["text/html"])
    tiles = [str(tile or "") for row in board.rows for tile in row]
    assert read.cells == tiles
    assert all("background-color:#" in style and ";color:#" in style for style in read.styles)
    assert (read.tags <= KEPT, read.attributes) == (True, {"style"})
    assert texts_of(shown["image/svg+xml"]) == [tile for tile in tiles if tile]
    assert [
        part for line in shown["text/plain"].split("\n") for part in line.replace("│", " ").split() if part.isdigit()
    ] == [tile for tile in tiles if tile]


@given(sudoku_boards())
def test_sudoku_as_a_picture(board: sudoku.Board) -> None:
    """The table has each digit in its cell on a ground of its own, given digits in `<b>`; no script, no style sheet."""
    shown = board._repr_mimebundle_()
    read = Reader(shown["text/html"])
    assert [cell for cell, digit in zip(read.cells, board.digits, strict=True) if digit] == [
        ".123456789ABCDEFGHIJKLMNOP"[digit] for digit in board.digits if digit
    ]
    assert all("background-color:#" in style and ";color:#" in style for style in read.styles)
    assert (read.tags <= KEPT, read.attributes <= {"style", "class"}) == (True, True)
    assert shown["image/svg+xml"].startswith("<svg")


def test_a_step_as_a_picture() -> None:
    """A hint strikes through what goes and underlines what is placed, in a table, or is an image where it has links."""
    puzzle = sudoku.Board.parse("2.....7......5..4.7.6..45.8.6......98......151....9....53.4...7.7.8.6....1....4..")
    kinds = set()
    for hint in teach.explain(puzzle):
        shown = hint._repr_mimebundle_()
        read = Reader(shown["text/html"])
        assert read.tags <= KEPT
        assert str(hint).split()[0] in shown["text/plain"]
        assert hint.step
        if "img" in read.tags:
            kinds.add("image")
        else:
            kinds.add("table")
            assert shown["text/html"].count("line-through") == len(hint.step.eliminations)
            assert shown["text/html"].count("text-decoration:underline") == len(hint.step.placements)
    assert kinds == {"image", "table"}


def test_a_game_as_a_picture() -> None:
    """A session is the picture of its position with id, score and moves below."""
    session = Session.open("2048:classic:2,2,.,./.,.,.,./.,.,.,./.,.,.,.#1")
    session.play("left")
    shown = session._repr_mimebundle_()
    assert Reader(shown["text/html"]).cells[0] == "4"
    assert shown["text/html"].endswith(f"{session.id} · Score 4 · Moves 1</div></div>")
    assert shown["text/plain"].endswith(f"{session.id} · Score 4 · Moves 1")


def test_a_variant_as_a_picture() -> None:
    """Cages and clues are drawn in the picture of a board, of a game and of a hint, and the rules stand below."""
    session = Session.open("sudoku:................;killer:sum=7:r1c1r1c2;anti_knight;sandwich:sum=2:r3c1r3c2r3c3r3c4")
    board = session.position
    assert isinstance(board, sudoku.Board)
    for shown in (board._repr_mimebundle_()["text/html"], session._repr_mimebundle_()["text/html"]):
        assert Reader(shown).tags <= KEPT
        assert board._repr_svg_() == b64decode(shown.partition("base64,")[2].partition('"')[0]).decode()
        assert "<li>killer cage: its cells differ and add up to its number</li>" in shown
        assert "anti-knight: " in shown
    hint = teach.hint(board)
    (image,) = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]*)"', hint._repr_html_())
    assert b64decode(image).decode() == hint.svg(cell=44)
    assert f'width="{6 * 44 + 4}"' in hint._repr_html_()  # four cells, and a clue on either side


def test_a_mistake_as_a_picture() -> None:
    """A digit that is wrong stands on a ground of its own."""
    hint = teach.hint(sudoku.Board.parse(SMALL).play("r1c2=3"))
    styles = Reader(hint._repr_html_()).styles
    assert [number for number, style in enumerate(styles) if "#fcdcd4" in style] == [1]
