"""Tests of pictures of a board: text, words, SVG and HTML."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from support.strategies import boards_2048
from tessella.errors import ParseError
from tessella.game2048 import Board, render

BOARD = Board.parse("2 . . / 1024 32 . / . . .")


@given(boards_2048())
def test_every_picture_shows_every_tile(board: Board) -> None:
    """Text, words, SVG and HTML hold the tiles of a board in order, and nothing else that is a number in a cell."""
    tiles = [tile for row in board.rows for tile in row if tile]
    for form in ("text", "ascii"):
        assert [int(number) for number in re.findall(r"\d+", render(board, form))] == tiles
    words = [line.split(": ")[1] for line in render(board, "spoken").splitlines()]
    assert [int(word) for line in words for word in line.split(", ") if word != "empty"] == tiles
    texts = ET.fromstring(render(board, "svg")).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 - our own
    assert [int(text.text or 0) for text in texts] == tiles
    cells = ET.fromstring(render(board, "html")).iter("td")  # noqa: S314 - our own
    assert [int(cell.text) for cell in cells if cell.text] == tiles


def test_a_picture_in_text_is_a_box() -> None:
    """Each cell is as wide as the longest tile, at least four characters, in box-drawing characters or in ASCII."""
    assert render(BOARD, "ascii").splitlines() == [
        "+----+----+----+",
        "| 2  |    |    |",
        "+----+----+----+",
        "|1024| 32 |    |",
        "+----+----+----+",
        "|    |    |    |",
        "+----+----+----+",
    ]
    assert render(BOARD).splitlines()[0] == "┌────┬────┬────┐"
    assert render(BOARD, "ascii") == str(BOARD)


def test_themes_change_the_colours() -> None:
    """SVG and HTML are drawn in the colours of the theme that is asked for."""
    for form in ("svg", "html"):
        assert render(BOARD, form, theme="light") != render(BOARD, form, theme="dark")


def test_an_unknown_form() -> None:
    """A form that there is not is quoted beside those that there are."""
    with pytest.raises(ParseError, match=r"^expected one of text, ascii, spoken, svg, html, got 'png'$"):
        render(BOARD, "png")
