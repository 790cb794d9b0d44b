"""Notation: every format there and back, told apart by itself, and bad input of every kind."""

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.reference import sudoku_house_mates
from support.strategies import sudoku_boards
from tessella.errors import ParseError
from tessella.sudoku import Board, notation

FORMS = [name for name, form in notation.FORMATS.items() if not form.sizes]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(board=sudoku_boards())
def test_round_trip(form: str, board: Board) -> None:
    """What a format keeps of a board is what is read back, and nothing else has to be said."""
    assert notation.read(notation.write(board, form)) == notation.kept(board, form)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(boards=st.lists(sudoku_boards(st.just((2, 3))), min_size=1, max_size=4), ending=st.sampled_from(["\n", "\r\n"]))
def test_files_of_many(form: str, boards: list[Board], ending: str) -> None:
    """A file of many puzzles gives them all back, in order, with either kind of line ending and with a BOM."""
    text = "".join(notation.write_many(((board, None) for board in boards), form)).replace("\n", ending)
    records = list(notation.read_many(io.BytesIO(b"\xef\xbb\xbf" + text.encode())))
    assert [record.error for record in records] == [None] * len(boards)
    assert [record.board for record in records] == [notation.kept(board, form) for board in boards]


@given(board=sudoku_boards(st.just((3, 3))))
def test_library_round_trip(board: Board) -> None:
    """A library line keeps the digits and the marks of a 9x9 position."""
    assert notation.read(notation.write(board, "library")) == notation.kept(board, "library")
    with pytest.raises(ParseError):
        notation.read("")


def test_the_regression_library(sudoku_data: Path) -> None:
    """Every line of HoDoKu's library is read: its digits and own digits, its marks, and what the case says."""
    lines = (sudoku_data / "reglib_1.4_sample.txt").read_text(encoding="utf-8").splitlines()
    cases = [line for line in lines if line.startswith(":")]
    assert len(cases) == 576
    mates = sudoku_house_mates(3, 3)
    for line in cases:
        board, case = notation.read_library(line)
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
        assert notation.read_library(notation.write_library(board, case)) == (board, case)


@pytest.mark.parametrize(
    "line",
    ["", ":0603", ":0603:3:...", ":0603:3:" + "." * 80 + "::::", ":0603:3:" + "." * 81 + ":999 1:::", "x" * 100],
)
def test_bad_library_lines(line: str) -> None:
    """A line that is no case of the library is refused."""
    with pytest.raises(ParseError, match="expected"):
        notation.read_library(line)


GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [GRID[start : start + 9] for start in range(0, 81, 9)]
RULE = "\n-----------"
FOREIGN = {
    "Project Euler": "Grid 01\n" + "\n".join(ROWS).replace(".", "0") + "\n",
    "bands apart": "\n".join(
        " ".join((r[:3], r[3:6], r[6:])) + ("\n" if n % 3 == 2 else "") for n, r in enumerate(ROWS)
    ),
    "bars and a rule": "\n".join(f"{r[:3]}|{r[3:6]}|{r[6:]}{RULE * (n in (2, 5))}" for n, r in enumerate(ROWS)),
    "dashes for blanks": "\n".join(ROWS).replace(".", "-"),
    "stars, one line": GRID.replace(".", "*"),
    "spread out in one line": " ".join(GRID),
    "commas": "\n".join(",".join(row.replace(".", "0")) for row in ROWS),
    "commas, nothing for a blank": "\n".join(",".join(sign.replace(".", "") for sign in row) for row in ROWS),
    "a rating behind": f"# list\n{GRID} 7.2 # from somewhere\n",
    "SadMan": "#AAnybody\n#DA puzzle\n#LEasy\n[Puzzle]\n" + "\n".join(ROWS),
    "Simple Sudoku": " *-----------*\n"
    + "\n".join(
        f" |{r[:3]}|{r[3:6]}|{r[6:]}|" + ("\n |---+---+---|" if n in (2, 5) else "") for n, r in enumerate(ROWS)
    )
    + "\n *-----------*\n Simple Sudoku\n  Version 4.2n\n",
    "OpenSudoku 1": '<opensudoku><name>x</name><game data="' + GRID.replace(".", "0") + '"/></opensudoku>',
    "OpenSudoku notes of version 1": '<opensudoku version="2"><folder name="x"><game data="version: 1&#10;'
    + "".join(f"{sign.replace('.', '0')}|-|{int(sign == '.')}|" for sign in GRID)
    + '"/></folder></opensudoku>',
    "lists": "[" + ", ".join(str([int(sign) for sign in row.replace(".", "0")]) for row in ROWS) + "]",
    "the million": f"quizzes,solutions\n{GRID.replace('.', '0')},\n",
    "columns by name": f"id,puzzle,rating\n7,{GRID},1.2\n",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_as_others_write_it(name: str) -> None:
    """A puzzle as other programs and people write it down is read without being told how."""
    assert notation.read(FOREIGN[name]).to_text() == GRID


def test_numbers_in_place_of_letters() -> None:
    """Rows of numbers up to 16 are read as such, not as pencil marks."""
    board = Board.empty((4, 4)).play("r1c1=16").play("r2c2=9").play("r3c3=12")
    text = "\n".join(" ".join(map(str, row)) for row in board.rows)
    assert notation.read(text).digits == board.digits


def test_a_candidate_grid() -> None:
    """A grid of pencil marks as players post it is read with its marks."""
    text = ".---------.\n| 1  2 | 34  34 |\n| 34 34 | 1 2 |\n:---+---:\n| 2 1 | 34 34 |\n| 34 34 | 2 1 |\n'----'"
    board = notation.read(text)
    assert board.digits == (1, 2, 0, 0, 0, 0, 1, 2, 2, 1, 0, 0, 0, 0, 2, 1)
    assert set(board.marks) == {0, 0b1100}


def test_the_rest_is_read() -> None:
    """A wrong puzzle in a file is a record of its own, with its line, and the others are read."""
    text = "\n".join([*ROWS, "", *ROWS[:4], "53..7", *ROWS[5:], "", *ROWS])
    records = list(notation.read_many(io.BytesIO(text.encode())))
    assert [(record.line, record.board is None) for record in records] == [(1, False), (15, True), (21, False)]


@given(st.binary(max_size=300))
def test_rubbish(data: bytes) -> None:
    """Bytes of any kind are read to the end, each record a board or an error in one sentence."""
    for record in notation.read_many(io.BytesIO(data)):
        assert (record.board is None) == (record.error is not None)
        assert "\n" not in str(record.error or "")


@given(st.sampled_from(FORMS), sudoku_boards(st.just((2, 2))), st.data())
def test_damage(form: str, board: Board, data: st.DataObject) -> None:
    """A text with a piece cut out or put in is read or refused, never more than that."""
    text = notation.write(board, form)
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    damaged = text[:start] + data.draw(st.text(max_size=3)) + text[end:]
    for record in notation.read_many(io.BytesIO(damaged.encode("utf-8", "replace"))):
        assert (record.board is None) == (record.error is not None)
