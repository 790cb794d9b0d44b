"""Notation: files of many puzzles, and bad input of every kind."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.strategies import sudoku_boards
from tessella.sudoku import Board, notation

FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(boards=st.lists(sudoku_boards(st.just((2, 3))), min_size=1, max_size=4), ending=st.sampled_from(["\n", "\r\n"]))
def test_files_of_many(form: str, boards: list[Board], ending: str) -> None:
    """A file of many puzzles gives them all back, in order, with either kind of line ending and with a BOM."""
    text = "".join(notation.write_many(((board, None) for board in boards), form)).replace("\n", ending)
    records = list(notation.read_many(io.BytesIO(b"\xef\xbb\xbf" + text.encode())))
    assert [record.error for record in records] == [None] * len(boards)
    assert [record.board for record in records] == [notation.kept(board, form) for board in boards]


@given(st.binary(max_size=300))
def test_rubbish(data: bytes) -> None:
    """Bytes of any kind are read to the end, each record a board or an error in one sentence."""
    for record in notation.read_many(io.BytesIO(data)):
        assert (record.board is None) == (record.error is not None)
        assert "\n" not in str(record.error or "")
