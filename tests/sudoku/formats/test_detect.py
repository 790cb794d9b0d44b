"""Detection of formats."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.strategies import sudoku_boards
from tessella.sudoku import Board
from tessella.sudoku.formats.detect import detect, detect_source
from tessella.sudoku.notation import write

FAMILY = {"line": "line", "sdm": "line", "csv": "csv", "json": "json", "library": "library"}


@given(form=st.sampled_from(["line", "sdm", "csv", "json", "library", "rows", "small", "boxed", "marks", "sdk", "ss"]),
       board=sudoku_boards(st.just((3, 3))))  # fmt: skip
def test_what_is_written_is_known(form: str, board: Board) -> None:
    """Every format is known by what it writes; all that shows a row a line is "rows"."""
    assert detect(write(board, form)) == FAMILY.get(form, "rows")


@pytest.mark.parametrize("form", ["opensudoku", "opensudoku1"])
def test_xml(form: str) -> None:
    """XML is OpenSudoku's."""
    assert detect(write(Board.empty(), form)) == "opensudoku"


def test_the_source_is_whole() -> None:
    """Detection takes no byte from what is read afterwards, but for a byte order mark."""
    data = write(Board.empty(), "rows").encode()
    form, chunks = detect_source(io.BytesIO(b"\xef\xbb\xbf" + data), None, None)
    assert (form, b"".join(chunks)) == ("rows", data)


def test_small_grids() -> None:
    """Lines of 16 cells are puzzles of 4x4, unless a digit or a comment says that they are rows of 16x16."""
    assert detect("1...2...3...4...\n") == "line"
    assert detect("1...2...3...5...\n") == "rows"
    assert detect("# box 4x4\n1...2...3...4...\n") == "rows"
