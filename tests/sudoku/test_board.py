"""The board: text, moves, problems."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference import sudoku_house_mates, sudoku_solutions
from support.strategies import sudoku_boards, sudoku_puzzles
from tessella import sudoku
from tessella.errors import MoveError, ParseError, TessellaError
from tessella.sudoku import Board, geometry, problems

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


ROWS = [
    [5, 3, None, None, 7, None, None, None, None],
    [6, None, None, 1, 9, 5, None, None, None],
    [None, 9, 8, None, None, None, None, 6, None],
    [8, None, None, None, 6, None, None, None, 3],
    [4, None, None, 8, None, 3, None, None, 1],
    [7, None, None, None, 2, None, None, None, 6],
    [None, 6, None, None, None, None, 2, 8, None],
    [None, None, None, 4, 1, 9, None, None, 5],
    [None, None, None, None, 8, None, None, 7, 9],
]


@pytest.mark.parametrize(("cells", "box"), [(16, (2, 2)), (36, (2, 3)), (81, (3, 3)), (144, (3, 4)), (256, (4, 4))])
def test_usual_box_shapes(cells: int, box: tuple[int, int]) -> None:
    """36 cells are read as boxes of 2x3 and 144 as 3x4."""
    assert Board.parse("." * cells).box == box


@given(sudoku_boards())
def test_text_round_trip(position: Board) -> None:
    """`parse` reads what `str` writes, and `repr` builds the board again."""
    text = position.to_text()
    assert Board.parse(text) == position
    assert eval(repr(position)) == position  # noqa: S307 - our own text
    assert not set(text) & set(" #/\n")


@given(sudoku_puzzles(st.sampled_from([(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)])))
def test_a_puzzle_is_one_sign_a_cell(puzzle: Board) -> None:
    """A board of givens with the usual box is written with one sign a cell and nothing else."""
    assert len(puzzle.to_text()) == puzzle.size**2
    assert set(puzzle.to_text()) <= set(".123456789ABCDEFGHIJKLMNOP")


@given(sudoku_boards(), sudoku_boards())
def test_equal_by_content(one: Board, other: Board) -> None:
    """Boards are equal, and hash alike, just when their texts are the same."""
    assert (one == other) == (one.to_text() == other.to_text())
    again = Board.parse(one.to_text())
    assert hash(again) == hash(one)


@given(st.text(max_size=100) | st.text(".123456789+~x:|- \n", max_size=200))
def test_what_parses_prints_back(text: str) -> None:
    """Any text at all is either a board, which its own text gives back, or refused in one sentence."""
    refusal = ""
    try:
        position = Board.parse(text)
    except TessellaError as error:
        refusal = str(error)
    if refusal:
        assert re.fullmatch("expected .*", refusal)
    else:
        assert Board.parse(position.to_text()) == position


@pytest.mark.parametrize("blanks", [".", "0", "*", "_", "-"])
def test_blank_signs(blanks: str) -> None:
    """A blank may be any of the usual signs."""
    assert Board.parse(PUZZLE.replace(".", blanks)) == Board.parse(PUZZLE)


def test_rows_of_the_tutorials() -> None:
    """Lists of rows with None or 0 for a blank are a board."""
    zeros = [[value or 0 for value in row] for row in ROWS]
    assert Board.from_rows(ROWS) == Board.from_rows(zeros) == Board.parse(PUZZLE)
    assert Board.parse(PUZZLE).rows == tuple(map(tuple, zeros))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("." * 79, "expected 81 cells, got 79: '\\.\\.\\."),
        ("." * 80, "expected 81 cells, got 80"),
        ("." * 82, "expected 81 cells, got 82"),
        ("5" * 16, "expected a digit from 1 to 4 or a blank in r1c1, got '5'"),
        ("." * 35 + "7", "expected a digit from 1 to 6 or a blank in r6c6, got '7'"),
        ("." * 80 + "A", "expected a digit from 1 to 9 or a blank in r9c9, got 'A'"),
        ("1x7:" + "." * 49, "expected a box .* got '1x7'"),
        ("2x3:" + "." * 81, "expected 36 cells, got 81"),
        (".123" * 4 + "~1" * 5, "expected pencil marks for at most 4 blank cells, got 5"),
        (".123" * 4 + "~5", "expected a digit from 1 to 4 or a blank in r1c1, got '5'"),
        ("", "expected a Sudoku, got ''"),
        ("\x00\x01\x02\xff", "expected text in UTF-8"),
        ("53..7....\n" * 8, "expected 9 rows, got 8"),
        ("53..7....\n" * 4 + "53..7..\n" + "53..7....\n" * 4, "expected a row of 9 cells, got 7"),
    ],
)
def test_bad_text(text: str, message: str) -> None:
    """A text that is no board is refused with what was expected and what was got."""
    with pytest.raises(TessellaError, match=message):
        Board.parse(text)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0] * 9] * 8 + [[0] * 8], "expected 9 cells in row 9, got 8"),
        ([[0] * 7] * 7, "expected 4, 6, 8, .* rows, got 7"),
        ([[0, 0, 0, 5]] * 4, "in r1c4, got '5'"),
        ([[0, 0, 0, -1]] * 4, "in r1c4, got '-1'"),
        ([[0, 0, 0, 1.5]] * 4, "in r1c4, got '1.5'"),
        ([], "rows, got 0"),
    ],
)
def test_bad_rows(rows: list[list[int | None]], message: str) -> None:
    """Rows that are no board are refused with the place of the first fault."""
    with pytest.raises(ParseError, match=message):
        Board.from_rows(rows)


@pytest.mark.parametrize(
    "ask",
    [
        sudoku.canonical,
        sudoku.count,
        lambda board: [str(hint) for hint in sudoku.explain(board)],
        lambda board: sudoku.find_all(board, "hidden single"),
        lambda board: str(sudoku.hint(board)),
        sudoku.is_minimal,
        sudoku.problems,
        sudoku.rate,
        sudoku.render,
        lambda board: sudoku.shuffle(board, 7),
        lambda board: list(sudoku.solutions(board)),
        sudoku.solve,
    ],
)
def test_a_board_can_be_given_as_text_or_rows(ask: Callable[[Any], object]) -> None:
    """Whatever is asked of a board can be asked of its text, of rows and of an array; anything else is refused."""
    board = Board.parse(PUZZLE)
    answer = ask(board)
    assert ask(board.to_text()) == ask(board.rows) == ask(np.array(board.rows, np.uint8)) == answer
    for value in (5, None, object(), [5], b"53"):
        with pytest.raises(ParseError, match="expected a board, its text or its rows, got "):
            ask(value)
    with pytest.raises(ParseError, match="expected 16 cells, got 2: 'zz'"):
        ask("zz")


def test_moves_change_what_they_say_and_nothing_else() -> None:
    """A digit is written, changed and erased, a mark made and taken back, and the old board stays as it was."""
    start = Board.parse(PUZZLE)
    one = start.play("r1c3=4")
    assert one.to_text() == PUZZLE.replace("53.", "53+4", 1)
    assert one.play("r1c3=1").to_text() == PUZZLE.replace("53.", "53+1", 1)
    assert one.play("r1c3-") == start
    assert start.play("r1c3~4").play("r1c3~1").marks[2] == 0b1001
    assert start.play("r1c3~4").play("r1c3~4") == start
    assert start.play("r1c3~4").play("r1c3-") == start
    assert start.to_text() == PUZZLE


def test_a_digit_strikes_its_marks() -> None:
    """A written digit clears the marks of its cell, and itself from those of the peers alone."""
    marked = Board.empty((2, 2)).play("~")
    played = marked.play("r1c1=3")
    for cell in range(16):
        expected = 0 if cell == 0 else 0b1011 if cell in geometry.peers((2, 2))[0] else 0b1111
        assert played.marks[cell] == expected


@given(sudoku_boards(), st.data())
def test_every_listed_move_can_be_played(position: Board, data: st.DataObject) -> None:
    """`moves` lists texts that `play` takes, and each of them changes the board."""
    moves = position.moves()
    assert bool(moves) == (not position.is_over() and not all(position.givens))
    if moves:
        move = data.draw(st.sampled_from(moves))
        after = position.play(move)
        assert after != position
        assert after.givens == position.givens
        assert Board.parse(after.to_text()) == after


@given(sudoku_boards(), st.sampled_from("=~"), st.data())
def test_moves_lists_all(position: Board, kind: str, data: st.DataObject) -> None:
    """A digit or a mark that `moves` does not list for a cell is refused by `play`, and the other way round."""
    size = position.size
    row, col, digit = (data.draw(st.integers(1, size)) for _ in range(3))
    move = f"r{row}c{col}{kind}{geometry.SYMBOLS[digit]}"
    if move in position.moves():
        position.play(move)
    else:
        with pytest.raises(MoveError):
            position.play(move)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("r1c1=7", "r1c1 is a given and stays 5"),
        ("r1c1-", "r1c1 is a given"),
        ("r1c2~1", "r1c2 is a given"),
        ("r0c3=1", "expected a row and a column from 1 to 9"),
        ("r10c3=1", "expected a row and a column from 1 to 9"),
        ("r1c3=A", "expected a digit from 1 to 9, got 'r1c3=A'"),
        ("r1c3=Z", "expected a digit from 1 to 9"),
        ("r1c3-", "r1c3 is already empty"),
    ],
)
def test_moves_that_cannot_be_played(move: str, message: str) -> None:
    """A move that this board does not take is refused with the reason."""
    with pytest.raises(MoveError, match=message):
        Board.parse(PUZZLE).play(move)


@pytest.mark.parametrize("move", ["", "r1c3", "r1c3=", "r1c3=0", "r1c3=77x", "c3r1=5", "left", "r1c3−", "r１c3=4"])
def test_texts_that_are_no_moves(move: str) -> None:
    """A text that is no move is refused with examples of moves."""
    with pytest.raises(ParseError, match="expected a move such as r3c5=7"):
        Board.parse(PUZZLE).play(move)


def test_letters_above_nine() -> None:
    """Values above 9 are letters of either case in moves, and numbers are understood."""
    start = Board.empty((4, 4))
    assert start.play("r1c1=G") == start.play("r1c1=g") == start.play("R1C1=16")
    assert start.play("r16c16=G").digits[255] == 16


def test_solved() -> None:
    """A full board without conflict is over and won; one with a conflict is neither."""
    solution = next(sudoku_solutions(Board.parse(PUZZLE).digits))
    position = Board.parse(PUZZLE)
    for cell, digit in enumerate(solution):
        if not position.digits[cell]:
            assert not position.is_over()
            position = position.play(f"{position.name(cell)}={digit}")
    assert position.is_over()
    assert position.is_won()
    assert position.moves() == ()
    with pytest.raises(MoveError, match="the puzzle is already solved"):
        position.play("r1c3-")
    wrong = list(solution)
    wrong[2], wrong[3] = wrong[3], wrong[2]
    assert not Board.of_givens(wrong).is_over()


@given(sudoku_boards(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3)])))
def test_problems_by_the_book(position: Board) -> None:
    """Every repeated digit, every cell without a candidate and every digit without a place is told, and no other."""
    size, digits = position.size, position.digits
    mates = sudoku_house_mates(*position.box)
    fits = [set(range(1, size + 1)) - {digits[mate] for mate in mates[cell]} for cell in range(size * size)]
    expected = set()
    for number, house in enumerate(geometry.houses(position.box)):
        for digit in range(1, size + 1):
            held = [cell for cell in house if digits[cell] == digit]
            if len(held) > 1:
                expected.add(("repeated", number, digit))
            if not held and not any(digits[cell] == 0 and digit in fits[cell] for cell in house):
                expected.add(("house", number, digit))
    expected |= {("cell", cell, 0) for cell in range(size * size) if not digits[cell] and not fits[cell]}
    found = problems(position)
    told = {(p.kind, p.cells[0] if p.kind == "cell" else p.house, p.digit) for p in found}
    assert told == expected
    assert len(found) == len(expected)


def test_problems_are_sentences() -> None:
    """Conflicting givens are said with their house and cells."""
    assert problems(Board.parse("55" + "." * 79)) == [
        "row 1 holds 5 more than once: r1c1, r1c2",
        "box 1 holds 5 more than once: r1c1, r1c2",
    ]
