"""Blocks of lines as arrays."""

from support.packed_files import PUZZLE, SOLVED
from tessella.sudoku.formats import line_blocks


def test_parsing_finds_the_plain_lines() -> None:
    """Runs of plain lines come as arrays that hold their digits, and what is between them as it stands."""
    found = list(line_blocks.parse(f"{PUZZLE}\n{PUZZLE}\n# words\n{SOLVED}\n".encode(), csv=False))
    assert [(rows.first, rows.text) for rows in found] == [(0, b""), (2, b"# words\n"), (3, b"")]
    first, last = found[0].puzzles, found[2].puzzles
    assert first is not None
    assert last is not None
    assert first.tolist() == [[int(sign) for sign in PUZZLE.replace(".", "0")]] * 2
    assert last.tolist() == [[int(sign) for sign in SOLVED]]
