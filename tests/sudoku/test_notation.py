"""Notation: files of many puzzles, and bad input of every kind."""

import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from support.formats import kept
from support.strategies import sudoku_boards
from tessella.sudoku import Board, notation

FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=25)
@given(boards=st.lists(sudoku_boards(st.just((2, 3))), min_size=1, max_size=4), ending=st.sampled_from(["\n", "\r\n"]))
@example(boards=[Board.empty((2, 3)).play("r1c2=1").play("r1c3=1"), Board.empty((2, 3)).play("r1c4=1")], ending="\n")
def test_files_of_many(form: str, boards: list[Board], ending: str) -> None:
    """A file of many puzzles gives them all back, in order, with either kind of line ending and with a BOM."""
    text = "".join(notation.write_many(((board, None) for board in boards), form)).replace("\n", ending)
    records = list(notation.read_many(io.BytesIO(b"\xef\xbb\xbf" + text.encode())))
    assert [record.error for record in records] == [None] * len(boards)
    assert [record.board for record in records] == [kept(board, form) for board in boards]


SIZES = [(2, 2), (2, 3), (3, 2), (2, 3), (4, 4), (2, 2), (3, 4), (3, 3), (5, 5)]


def pattern(box: tuple[int, int], seed: int) -> Board:
    """Return a puzzle of that box shape: every third cell of a solution."""
    height, width = box
    size = height * width
    cells = [(row, col) for row in range(size) for col in range(size)]
    return Board.of_givens(
        ((row * width + row // height + col) % size + 1 if (row + col + seed) % 3 == 0 else 0 for row, col in cells),
        box,
    )


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_files_of_mixed_sizes(form: str, joined: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Puzzles of any size follow each other in a file, written at once or one file put behind the other."""
    puzzles = [pattern(box, seed) for seed, box in enumerate(SIZES)]
    for boards in (puzzles, puzzles[::-1], puzzles[3:] + puzzles[:3], [puzzles[0]] * 16 + [puzzles[4]]):
        pairs = [(board, None) for board in boards]
        text = "".join(
            notation.write_many(pairs, form) if joined else (notation.write(board, form) for board in boards)
        )
        found = [record.board for record in notation.read_many(io.BytesIO(text.encode()))]
        assert found == [kept(board, form) for board in boards]


def test_a_box_shape_said_once_holds_for_the_puzzle_below() -> None:
    """A box shape right above a puzzle is of that puzzle; above a blank line it is of all that follow."""
    rows = "1.....\n" + "......\n" * 5
    for text, boxes in (("# box 3x2\n" + rows + "\n" + rows, [(3, 2), (2, 3)]),
                        ("# box 3x2\n\n" + rows + "\n" + rows, [(3, 2), (3, 2)])):  # fmt: skip
        assert [record.board and record.board.box for record in notation.read_many(io.BytesIO(text.encode()))] == boxes


@given(st.binary(max_size=300))
def test_rubbish(data: bytes) -> None:
    """Bytes of any kind are read to the end, each record a board or an error in one sentence."""
    for record in notation.read_many(io.BytesIO(data)):
        assert (record.board is None) == (record.error is not None)
        assert "\n" not in str(record.error or "")
