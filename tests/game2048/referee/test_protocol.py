"""Questions and answers of the protocol."""

import pytest

from tessella.errors import MoveError, ParseError
from tessella.game2048 import Rules
from tessella.game2048.referee import protocol

ROWS = ((2, 0), (0, 4))


def test_the_first_question_tells_what_a_program_must_know() -> None:
    """It has the version, rows, columns, the time for an answer and the rules as an id writes them."""
    assert protocol.hello(Rules.parse("3x5/cascade"), 0.5) == "hello 1 3 5 0.5 3x5/cascade"


@pytest.mark.parametrize(
    "answer", ["", "hello", "hello 2 move New", "hello 1 spawn Dumb", "hello 1 move", "hi 1 move A"]
)
def test_who_does_not_introduce_itself_is_refused(answer: str) -> None:
    """Another version, no name, or nobody who moves: the error quotes the answer."""
    with pytest.raises(ParseError, match=r"expected an answer such as 'hello 1 move My player 1\.0', got"):
        protocol.read_hello(answer)


def test_topics_of_later_versions_are_ignored() -> None:
    """A program may say that it can do more than the referee knows; its name may hold blanks, and is cut."""
    assert protocol.read_hello("hello 1 move,spawn,dance A b") == ("A b", frozenset({"move", "spawn"}))
    assert len(protocol.read_hello("hello 1 move " + "x" * 1000)[0]) == protocol.MAX_NAME


@pytest.mark.parametrize("answer", ["", "Left", "left left", "foo", "l", "1"])
def test_what_is_no_move(answer: str) -> None:
    """An answer is a direction in full."""
    with pytest.raises(MoveError, match="expected one of left, right, up, down, resign, got"):
        protocol.read_move(answer)


@pytest.mark.parametrize("answer", ["", "1", "1 2 3", "a b", "nan 1", "inf 1", "1e999 1"])
def test_what_are_no_two_numbers(answer: str) -> None:
    """Numbers are as many as asked for, and finite."""
    with pytest.raises(ParseError, match="expected 2 numbers, got"):
        protocol.read_numbers(answer, 2)


@pytest.mark.parametrize("answer", ["0 0 0 0 0 0 0 0", "1 1 1 0 0 0 0 0", "0 1 -1 0 0 1 1 0", "0 1 1 0 0 0 0 1"])
def test_what_are_no_chances(answer: str) -> None:
    """Weights are not negative, not all 0, and none is for a cell that is taken."""
    with pytest.raises(ParseError, match="expected the chances of new tiles in empty cells, got"):
        protocol.read_chances(answer, ROWS)


def test_chances_sum_to_one() -> None:
    """Weights become chances: of a 2 in each cell, then of a 4."""
    assert protocol.read_chances("0 9 9 0 0 1 1 0", ROWS) == [0, 0.45, 0.45, 0, 0, 0.05, 0.05, 0]
