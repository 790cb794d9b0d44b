"""Every format there and back."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.strategies import sudoku_boards
from tessella.sudoku import Board, notation

FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(board=sudoku_boards())
def test_round_trip(form: str, board: Board) -> None:
    """What a format keeps of a board is what is read back, and nothing else has to be said."""
    assert notation.read(notation.write(board, form)) == notation.kept(board, form)


@given(st.sampled_from(FORMS), sudoku_boards(st.just((2, 2))), st.data())
def test_damage(form: str, board: Board, data: st.DataObject) -> None:
    """A text with a piece cut out or put in is read or refused, never more than that."""
    text = notation.write(board, form)
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    damaged = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    for record in notation.read_many(io.BytesIO(damaged.encode("utf-8", "replace"))):
        assert (record.board is None) == (record.error is not None)
