"""Puzzles as one line of signs."""

import pytest
from hypothesis import given

from support.strategies import sudoku_boards
from tessella.errors import ParseError
from tessella.sudoku import Board
from tessella.sudoku.formats import line


@given(sudoku_boards())
def test_a_line_says_everything(board: Board) -> None:
    """A line holds box shape, givens, own digits and pencil marks, and is read back as it was written."""
    cells = line.parse(line.write(board))
    assert cells is not None
    assert Board(*cells) == board


@pytest.mark.parametrize("behind", ["", "  7.2 # rated", ", x", ";"])
def test_what_stands_behind_is_passed_by(behind: str) -> None:
    """Words, ratings and commas behind the cells do not matter; quotes around them do not either."""
    text = "1...2...3...4..."
    assert line.parse_loose(text + behind, None) == line.parse_loose(f'"{text}"', None) == line.parse(text)


def test_a_drawing_is_no_line() -> None:
    """What has bars is no line of signs, but may be read as one that is spread out."""
    text = "1...|2...|3...|4..."
    assert line.parse(text) is None
    assert line.parse_loose(text, None) == line.parse(text.replace("|", ""))


def test_the_usual_size_measures_a_wrong_line() -> None:
    """A line with a cell too few is measured by the lines before it."""
    reader = line.Reader(None)
    assert reader.record(1, "." * 36, None) is not None
    wrong = reader.record(2, "." * 35, None)
    assert wrong is not None
    assert "expected 36 cells, got 35" in str(wrong.error)
    with pytest.raises(ParseError, match="expected a Sudoku, got ''"):
        line.parse_loose("", None)
