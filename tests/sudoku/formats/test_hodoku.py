"""HoDoKu's library."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats import kept
from support.reference import sudoku_house_mates
from support.strategies import sudoku_boards
from tessella.errors import ParseError
from tessella.sudoku import Board, notation
from tessella.sudoku.formats import hodoku


@given(board=sudoku_boards(st.just((3, 3))))
def test_library_round_trip(board: Board) -> None:
    """A library line keeps the digits and the marks of a 9x9 position."""
    assert notation.read(notation.write(board, "library")) == kept(board, "library")
    with pytest.raises(ParseError):
        notation.read("")


def test_the_regression_library(sudoku_data: Path) -> None:
    """Every line of HoDoKu's library is read: its digits and own digits, its marks, and what the case says."""
    library = sudoku_data / "reglib_1.4_sample.txt"
    if not library.exists():
        pytest.skip("HoDoKu's regression library is under the GPL and no part of this project; TESSELLA_DATA has it")
    lines = library.read_text(encoding="utf-8").splitlines()
    cases = [line for line in lines if line.startswith(":")]
    assert len(cases) == 576
    mates = sudoku_house_mates(3, 3)
    for line in cases:
        cells, case = hodoku.parse(line)
        board = Board(*cells)
        fields = line.split(":")
        code, _dash, variant = fields[1].partition("-")
        assert (case.code, case.variant, case.candidates) == (code, variant, fields[2])
        assert Board(board.box, board.givens, board.digits, (0,) * 81).to_text() == fields[3]
        deleted = {tuple(map(int, part)) for part in fields[4].split()}
        for cell, mask in enumerate(board.marks):
            row, col = cell // 9 + 1, cell % 9 + 1
            peers = {board.digits[peer] for peer in mates[cell]}
            wanted = {d for d in range(1, 10) if d not in peers and (d, row, col) not in deleted}
            assert mask == (0 if board.digits[cell] else sum(1 << digit - 1 for digit in wanted))
        for found, text in ((case.eliminations, fields[5]), (case.placements, fields[6])):
            assert found == tuple(sorted(tuple(map(int, part)) for part in text.split()))
        assert hodoku.parse(hodoku.write(board, case)) == (cells, case)


@pytest.mark.parametrize(
    "line",
    ["", ":0603", ":0603:3:...", ":0603:3:" + "." * 80 + "::::", ":0603:3:" + "." * 81 + ":999 1:::", "x" * 100],
)
def test_bad_library_lines(line: str) -> None:
    """A line that is no case of the library is refused."""
    with pytest.raises(ParseError, match="expected"):
        hodoku.parse(line)
