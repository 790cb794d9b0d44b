"""Puzzles with rules of their own a line each."""

import io

import pytest

from tessella.errors import ParseError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats.registry import detect
from tessella.sudoku.formats.variants.lines import Reader, form_of

BOARD = Board.parse("." * 80 + "1;killer:sum=10:r1c1r1c2")
KILLER = Board.parse("." * 81 + ";killer:sum=10:r1c1r1c2")
JIGSAW = Board.parse("." * 80 + "1;jigsaw:regions=" + "1" * 9 + "2" * 9 + "3" * 9 + "4" * 9 + "5" * 9 + "6" * 9
                     + "7" * 9 + "8" * 9 + "9" * 9)  # fmt: skip


@pytest.mark.parametrize(
    ("form", "board"),
    [
        ("fpuzzles", BOARD),
        ("sudokupad", BOARD),
        ("iss", BOARD),
        ("sumocue", KILLER),
        ("sumocue", JIGSAW),
        ("killer81", KILLER),
    ],
)
def test_forms_are_told_apart(form: str, board: Board) -> None:
    """Each form is known by what it writes, in a file of several, and as the text of one board."""
    text = notation.write(board, form)
    assert detect(text) == ("sumocue" if form == "killer81" else form)
    assert form_of(text) == detect(text)
    assert notation.read(text) == board
    found = [record.board for record in notation.read_many(io.BytesIO(f"# two\n{text}{text}".encode()))]
    assert found == [board, board]


def test_forms_may_be_mixed() -> None:
    """A file holds lines of any of these forms; a wrong one is a record of its own."""
    lines = [notation.write(BOARD, "iss"), "nothing\n", notation.write(KILLER, "killer81")]
    found = [record.board for record in notation.read_many(io.BytesIO("".join(lines).encode()))]
    assert found == [BOARD, None, KILLER]


def test_a_string_over_several_lines_is_refused() -> None:
    """What goes on in the next line is not taken for a puzzle of its own."""
    found = [record.board for record in notation.read_many(io.BytesIO(b".AntiKnight\n  .Diagonal~1\n"))]
    assert found[1] is None


def test_another_text() -> None:
    """A text of another kind is refused."""
    with pytest.raises(ParseError, match="expected a link"):
        Reader(None).parse(1, "53..7....")
