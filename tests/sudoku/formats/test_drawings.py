"""Grids as other programs draw them."""

from tessella.sudoku import Board
from tessella.sudoku.formats import drawings

BOARD = Board.parse("1...|..2.|.3..|...4").play("r1c2=2").play("r1c3~4")


def test_sdk_has_the_sections_that_it_needs() -> None:
    """The state and the pencil marks have sections of their own, only where there are any."""
    assert drawings.write_sdk(BOARD).split("\n") == [
        "[Puzzle]", "1...", "..2.", ".3..", "...4",
        "[State]", "12..", "..2.", ".3..", "...4",
        "[PencilMarks]", ",,4,", ",,,", ",,,", ",,,",
    ]  # fmt: skip
    assert "[" not in drawings.write_sdk(BOARD.puzzle).removeprefix("[Puzzle]")


def test_marks_are_aligned() -> None:
    """A pencil-mark grid has columns of equal width; a lone mark is told from a digit by a tilde."""
    lines = drawings.write_marks(BOARD).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert lines[1].split() == ["|", "1", "+2", "|", "~4", ".", "|"]


def test_an_unusual_box_is_said() -> None:
    """Bare rows say their box shape where it is not the usual one."""
    assert drawings.write_rows(Board.empty((3, 2))).startswith("# box 3x2\n......\n")
    assert drawings.write_rows(Board.empty((2, 3))).startswith("......\n")
