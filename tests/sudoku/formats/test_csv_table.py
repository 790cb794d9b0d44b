"""CSV files."""

from tessella.sudoku.formats import csv_table

PUZZLE, SOLUTION = "1....2..3......4", "1243432134122134"


def records(text: str) -> list[tuple[int, bool, str]]:
    """Return line, whether there is a puzzle, and the solution of each record."""
    found = csv_table.Reader(None).records((n, line, None) for n, line in enumerate(text.split("\n"), 1))
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
