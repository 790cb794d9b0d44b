"""OpenSudoku's XML."""

import pytest

from tessella.sudoku import Board
from tessella.sudoku.formats import opensudoku

BOARD = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4")


def boards(text: str) -> list[Board | None]:
    """Return the boards of a document, None for what is wrong."""
    return [record.cells and Board(*record.cells) for record in opensudoku.read([text.encode()], None)]


def test_notes() -> None:
    """Version 2 holds own digits and pencil marks, version 1 the digits alone."""
    assert boards(f"<opensudoku>{opensudoku.write_notes(BOARD)}</opensudoku>") == [BOARD]
    digits = Board.of_givens(BOARD.digits, BOARD.box)
    assert boards(f"<opensudoku>{opensudoku.write_digits(BOARD)}</opensudoku>") == [digits]


@pytest.mark.parametrize("text", ["<a/>", "<opensudoku>", "<!DOCTYPE x><opensudoku/>", "<opensudoku><game data='x'/>"])
def test_what_is_refused(text: str) -> None:
    """Other documents, document types and broken XML are wrong records, never an exception."""
    assert set(boards(text)) == {None}


def test_values_that_make_no_cells_are_counted() -> None:
    """Values that are not three a cell are told by their number, which is a whole one."""
    data = "version: 2&#10;" + "5|0|0|" * 80 + "1|"
    [record] = opensudoku.read([f"<opensudoku><game data='{data}' /></opensudoku>".encode()], None)
    assert str(record.error).startswith("expected 3 values for each cell, got 241 in all: 'version: 2")


def test_notes_of_a_later_version() -> None:
    """Later versions write four fields a cell, and marks as a list of digits."""
    data = "version: 3&#10;" + "0|1,2,|-|1|" + "3|-|-|0|" + "0|-|-|1|" * 14
    (board,) = boards(f'<opensudoku><game data="{data}"/></opensudoku>')
    assert board is not None
    assert (board.marks[0], board.givens[1], board.digits[2]) == (0b11, 3, 0)


@pytest.mark.parametrize("encoding", ["utf-7", "rot13", "nonsense", "utf-32", "idna"])
def test_encodings_that_xml_cannot_have_here(encoding: str) -> None:
    """A declared encoding that Python does not know, or that expat cannot use, is one wrong record."""
    text = f'<?xml version="1.0" encoding="{encoding}"?><opensudoku><game data="{"0" * 81}"/></opensudoku>'
    records = list(opensudoku.read([text.encode()], None))
    assert [record.cells for record in records] == [None]
    assert str(records[0].error).startswith("expected XML")
