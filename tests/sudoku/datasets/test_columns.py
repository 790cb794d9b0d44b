"""The columns of a data set, where a puzzle is not the usual one."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.sudoku import Board, generate
from tessella.sudoku.datasets.columns import SCHEMA, UNREADABLE, digits_of, rows

PROPER = generate(1, level="easy").givens


def test_what_has_no_rating() -> None:
    """Every puzzle has its row; what cannot be known of it is null, and nothing else is."""
    empty, twice, none = [0] * 81, [5, 5] + [0] * 79, [UNREADABLE] * 81
    table = rows(None, np.array([PROPER, empty, twice, none], np.uint8))
    assert table.schema == SCHEMA
    by_status = {row["status"]: row for row in table.to_pylist()}
    assert list(by_status) == ["proper", "several", "none", "unreadable"]
    assert None not in by_status["proper"].values()
    known = {status: {name for name, value in row.items() if value is not None} for status, row in by_status.items()}
    assert known["several"] == known["none"] == {"id", "puzzle", "status", "clues", "symmetry"}
    assert known["unreadable"] == {"status"}


@pytest.mark.parametrize(
    ("symmetry", "shown"),
    [
        ("full", ["full"]),
        ("90", ["90", "full"]),
        ("180", ["180", "90", "full"]),
        ("mirror", ["mirror", "full"]),
        ("diagonal", ["diagonal", "full"]),
    ],
)
def test_symmetry(symmetry: str, shown: list[str]) -> None:
    """A puzzle that was made with a symmetry shows it, or one with more turns."""
    boards = [generate(3, k, clues=32, symmetry=symmetry) for k in range(3)]
    table = rows(None, np.array([board.givens for board in boards], np.uint8))
    assert set(table["symmetry"].to_pylist()) <= set(shown)


@given(st.lists(st.one_of(st.none(), st.text(max_size=5), st.text(".123456789", min_size=81, max_size=81))))
def test_digits_of_any_text(texts: list[str | None]) -> None:
    """A puzzle comes back as its digits; what is none is unreadable."""
    for text, digits in zip(texts, digits_of(pa.array(texts, pa.string())), strict=True):
        if text is None or len(text) != 81:
            assert set(digits.tolist()) == {UNREADABLE}
        else:
            assert Board.of_givens(digits.tolist()).to_text() == text
