"""Annotations as text: what is written is read back, and nothing else is."""

import re

import pytest
from hypothesis import given

from support.strategies import sudoku_boards
from tessella import games
from tessella.errors import ParseError
from tessella.sudoku import Board
from tessella.sudoku.rules.cells import Annotations

BLANK = Board.empty((2, 2))


def test_every_kind_has_its_text() -> None:
    """Corner marks, colours, coloured candidates, lines and covered marks stand behind the board as their moves."""
    board = BLANK
    for move in ("r1c1~2", "r1c1:3", "r1c2^4", "r1c2^1", "r4c4@9", "r4c4@2", "r2c2~3@5", "r2c2~3-r1c2~1"):
        board = board.play(move)
    assert board.to_text() == "+3...............!r1c1~2!r1c2^14!r4c4@29!r2c2~3@5!r1c2~1-r2c2~3"
    assert Board.parse(board.to_text()) == board
    assert board.puzzle == BLANK


def test_an_id_holds_a_board_with_all_its_marks() -> None:
    """What a player shares opens again with all its marks."""
    board = BLANK.play("r1c1=1").play("r2c2=3").play("r1c2^4").play("r4c4@9").play("r2c3~2-r4c1~1")
    assert games.open_id(f"sudoku:{board.to_text()}").start == board


@given(sudoku_boards())
def test_text_is_one_word_without_commas(board: Board) -> None:
    """The text of a board goes into an id, a line of a journal and a field of CSV as it is."""
    assert not set(board.to_text()) & set(" ,;\t#/\n\"'%&")


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("r1c1", r"such as r1c1\^12, .* got 'r1c1'"),
        ("r1c1^", "expected corner marks"),
        ("r1c1@0", "expected corner marks"),
        ("", "expected corner marks, colours or lines .* got ''"),
        ("r5c1@1", "expected a row and a column from 1 to 4, got 'r5c1@1'"),
        ("r1c1^5", "expected a digit from 1 to 4 or a blank in r1c1, got '5'"),
        ("r1c1~1-r1c1~1", "expected corner marks"),
    ],
)
def test_what_is_no_annotation_is_refused(item: str, message: str) -> None:
    """A wrong annotation is quoted, with what was expected."""
    with pytest.raises(ParseError, match=message):
        Board.parse(f"{BLANK.to_text()}!{item}")


@pytest.mark.parametrize(
    "drawn",
    [
        Annotations(corners=((0, 0),)),
        Annotations(corners=((1, 1), (0, 1))),
        Annotations(corners=((0, 1), (0, 2))),
        Annotations(corners=((0, 16),)),
        Annotations(corners=((16, 1),)),
        Annotations(colours=((0, 512),)),
        Annotations(candidates=(((0, 5), 1),)),
        Annotations(lines=(((1, 1), (0, 1)),)),
        Annotations(lines=(((0, 1), (0, 1)),)),
    ],
)
def test_annotations_that_cannot_stand(drawn: Annotations) -> None:
    """A board takes annotations in order, none empty, each within the grid and once."""
    with pytest.raises(ParseError, match="expected corner marks"):
        Board(BLANK.box, BLANK.givens, BLANK.digits, BLANK.marks, drawn)


def test_a_given_takes_no_marks() -> None:
    """Neither corner nor centre marks stand in the cell of a given; a colour may."""
    board = Board.parse("1...............")
    with pytest.raises(ParseError, match="expected corner marks"):
        Board.parse(board.to_text() + "!r1c1^2")
    with pytest.raises(ParseError, match=re.escape("expected pencil marks from 1 to 4 in cells without a given only")):
        Board.parse(board.to_text() + "!r1c1~2")
    assert Board.parse(board.to_text() + "!r1c1@2") == board.play("r1c1@2")
