"""Puzzles a line each, as signs or as CSV."""

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


PUZZLE, SOLUTION = "1....2..3......4", "1243432134122134"


def records(text: str) -> list[tuple[int, bool, str]]:
    """Return line, whether there is a puzzle, and the solution of each record."""
    found = line.CsvReader(None).records((n, line, None) for n, line in enumerate(text.split("\n"), 1))
    return [(record.line, record.cells is not None, record.solution) for record in found]


def test_columns_by_name() -> None:
    """A first line that names columns says where puzzle and solution stand, in any order."""
    assert records(f"answer,id,Puzzle\n{SOLUTION},7,{PUZZLE}") == [(2, True, SOLUTION)]


def test_columns_without_names() -> None:
    """Without names the first column holds puzzles, and the second one solutions if it has as many cells."""
    assert records(f"{PUZZLE},{SOLUTION}") == [(1, True, SOLUTION)]
    assert records(f"{PUZZLE},easy") == [(1, True, "")]


def test_a_missing_column_is_a_wrong_line() -> None:
    """A line without the puzzle's column is wrong, and the others are read."""
    assert records(f"id,puzzle\n1\n2,{PUZZLE}") == [(2, False, ""), (3, True, "")]
