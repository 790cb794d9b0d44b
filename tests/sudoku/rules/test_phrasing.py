"""Rules in words."""

from tessella import i18n
from tessella.sudoku.board import Board


def test_conflicts_name_every_kind_of_house() -> None:
    """A digit that stands twice in a diagonal, a window, a group or a region is told by the name of the house."""
    board = Board.parse("." * 81 + ";diagonal:which=both;windoku")
    [told] = board.play("r2c2=5").play("r3c3=5").conflicts()[:1]
    assert told.startswith("box 1")
    assert {text.partition(" holds")[0] for text in board.play("r2c2=5").play("r3c3=5").conflicts()} == {
        "box 1",
        "the diagonal from r1c1",
        "window 1",
    }
    with i18n.speaking("zh"):
        assert any("对角线" in text for text in board.play("r1c1=5").play("r9c9=5").conflicts())
