"""Peers, candidates and completeness, by rules."""

from tessella.sudoku import geometry
from tessella.sudoku.board import Board
from tessella.sudoku.rules.peers import is_complete, peers
from tessella.sudoku.rules.ruleset import Rules


def test_entries_strike_marks_of_all_peers() -> None:
    """A digit goes from the marks of houses, cages and a knight's move away, and of no other cell."""
    board = Board.parse("." * 81 + ";anti_knight;diagonal:which=main;killer:r5c5r6c6r7c6")
    marked = board.play("~")
    gone = {board.name(cell) for cell, mask in enumerate(marked.play("r5c5=1").marks) if not mask & 1}
    assert {"r1c1", "r3c4", "r7c6", "r7c4", "r6c6", "r9c9"} <= gone
    assert not {"r1c9", "r8c7", "r3c7"} & gone
    assert gone == {board.name(cell) for cell in (*peers(board)[40], 40)}


def test_classic_peers_are_those_of_the_grid() -> None:
    """Without rules of its own a board asks the table of its box shape."""
    assert peers(Board.empty((2, 3))) is geometry.peers((2, 3))


def test_completeness_goes_by_regions() -> None:
    """A full grid is complete where its own regions hold each digit once."""
    digits = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    assert not is_complete(digits, Rules((2, 2), Rules.parse("diagonal:which=main", (2, 2)).constraints))
    jigsaw = Rules.parse("jigsaw:regions=1111222233334444", (2, 2))
    assert is_complete((1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3), jigsaw)
    assert not is_complete((1, 2, 3, 4, 2, 3, 4, 1, 3, 4, 1, 2, 4, 1, 2, 3), Rules((2, 2)))


def test_signs_of_cells_bound_candidates() -> None:
    """Odd and even cells, and pencil marks that are given, leave only their digits."""
    board = Board.parse("." * 16 + ";odd:r1c1;even:r1c2;candidates:values=1,2:r1c3")
    assert board.candidates()[:4] == (0b0101, 0b1010, 0b0011, 0b1111)
    assert any("no digit fits in r1c1" in text for text in board.play("r1c3=1").play("r1c4=3").problems())
