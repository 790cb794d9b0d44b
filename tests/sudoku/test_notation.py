"""Notation: every format there and back, told apart by itself, and bad input of every kind."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strategies import sudoku_boards
from tessella.errors import ParseError
from tessella.sudoku import Board, notation

FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@given(board=sudoku_boards())
def test_round_trip(form: str, board: Board) -> None:
    """What a format keeps of a board is what is read back, and nothing else has to be said."""
    assert notation.read(notation.write(board, form)) == notation.kept(board, form)


@pytest.mark.parametrize("form", FORMS)
@given(boards=st.lists(sudoku_boards(st.just((2, 3))), min_size=1, max_size=4), ending=st.sampled_from(["\n", "\r\n"]))
def test_files_of_many(form: str, boards: list[Board], ending: str) -> None:
    """A file of many puzzles gives them all back, in order, with either kind of line ending and with a BOM."""
    text = "".join(notation.write_many(((board, None) for board in boards), form)).replace("\n", ending)
    records = list(notation.read_many(io.BytesIO(b"\xef\xbb\xbf" + text.encode())))
    assert [record.error for record in records] == [None] * len(boards)
    assert [record.board for record in records] == [notation.kept(board, form) for board in boards]


@given(board=sudoku_boards(st.just((3, 3))))
def test_library_round_trip(board: Board) -> None:
    """A library line keeps the digits and the marks of a 9x9 position."""
    assert notation.read(notation.write(board, "library")) == notation.kept(board, "library")
    with pytest.raises(ParseError):
        notation.read("")
