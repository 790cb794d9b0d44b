"""What all formats share."""

from tessella.errors import ParseError
from tessella.sudoku.formats import line
from tessella.sudoku.formats.base import box_comment, is_comment, wrong_record
from tessella.sudoku.rules.cells import PlainCells


def test_a_reader_passes_by_what_says_nothing() -> None:
    """Blank lines and comments give no record; a fault of the line is a wrong record with its number."""
    fault = ParseError("broken")
    lines = [(1, "", None), (2, "# words", None), (3, "broken", fault), (4, "1....2..3......4", None)]
    records = list(line.Reader(None).records(iter(lines)))
    assert [(record.line, record.error) for record in records] == [(3, fault), (4, None)]


def test_box_comments() -> None:
    """A box shape is said where the text does not show it, or where rows would be taken for puzzles."""
    empty = {
        size: PlainCells.of_givens((0,) * size**2, box) for size, box in {6: (3, 2), 9: (3, 3), 16: (4, 4)}.items()
    }
    assert [box_comment(cells) for cells in empty.values()] == ["# box 3x2\n", "", "# box 4x4\n"]
    assert [box_comment(cells, drawn=True) for cells in empty.values()] == ["# box 3x2\n", "", ""]
    assert all(map(is_comment, ["#", "; x", "// box 2x2"]))


def test_a_wrong_record_is_short() -> None:
    """Of a long text only the beginning is kept."""
    assert len(wrong_record(1, "x" * 10_000, ParseError("wrong")).text) == 200
