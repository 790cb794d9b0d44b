"""Textbook patterns on boards that hold nothing else: each technique takes away just what its rule says."""

import pytest

from tessella.errors import ParseError
from tessella.sudoku import Board, find_all

ALL = (1 << 9) - 1


def _cell(name: str) -> int:
    return 9 * int(name[1]) + int(name[3]) - 10


def _board(cells: dict[str, str] | None = None, rows: dict[tuple[int, int], str] | None = None) -> Board:
    """Return a blank board marked in full, but for some cells, and for the columns a digit keeps to in some rows."""
    marks = [ALL] * 81
    for (digit, row), columns in (rows or {}).items():
        for col in range(1, 10):
            if str(col) not in columns:
                marks[9 * row + col - 10] &= ~(1 << digit - 1)
    for name, digits in (cells or {}).items():
        marks[_cell(name)] = sum(1 << int(digit) - 1 for digit in digits)
    return Board((3, 3), (0,) * 81, (0,) * 81, tuple(marks))


def _gone(board: Board, technique: str) -> list[set[str]]:
    """Return what each step takes away, such as 5r2c3."""
    return [{f"{d}r{r}c{c}" for d, r, c in step.eliminations} for step in find_all(board, technique)]


def test_x_wing() -> None:
    """Two rows with a digit in the same two columns clear the rest of the columns."""
    board = _board(rows={(5, 2): "37", (5, 6): "37"})
    wanted = {f"5r{row}c{col}" for row in (1, 3, 4, 5, 7, 8, 9) for col in (3, 7)}
    assert _gone(board, "X-wing") == [wanted]
    assert _gone(board, "swordfish") == []


def test_swordfish() -> None:
    """Three rows that keep a digit to three columns clear the rest of those, though each has only two of them."""
    board = _board(rows={(5, 1): "25", (5, 5): "58", (5, 9): "28"})
    assert _gone(board, "0301") == [{f"5r{row}c{col}" for row in (2, 3, 4, 6, 7, 8) for col in (2, 5, 8)}]


def test_finned_x_wing() -> None:
    """With a fin only what sees the fin as well goes."""
    board = _board(rows={(5, 2): "37", (5, 5): "378"})
    assert {"5r4c7", "5r6c7"} in _gone(board, "finned X-wing")
    assert _gone(board, "X-wing") == []


def test_sashimi_x_wing() -> None:
    """A corner may be missing altogether where a fin stands by it."""
    board = _board(rows={(5, 2): "37", (5, 5): "38"})
    assert {"5r4c7", "5r6c7"} in _gone(board, "sashimi X-wing")


def test_skyscraper() -> None:
    """Two towers on one base: what sees both tops goes."""
    board = _board(rows={(5, 2): "15", (5, 8): "14"})
    assert _gone(board, "skyscraper") == [{"5r1c4", "5r3c4", "5r7c5", "5r9c5"}]


def test_xy_wing() -> None:
    """A pivot and two pincers clear the cell where the pincers meet."""
    board = _board({"r1c1": "12", "r1c5": "13", "r5c1": "23"})
    assert _gone(board, "XY-wing") == [{"3r5c5"}]


def test_xyz_wing() -> None:
    """A pivot with all three digits counts itself: only what sees all three cells loses z."""
    board = _board({"r1c1": "123", "r1c5": "13", "r2c2": "23"})
    assert _gone(board, "XYZ-wing") == [{"3r1c2", "3r1c3"}]


def test_w_wing() -> None:
    """Two equal pairs joined by a row with two places for one digit clear the other."""
    board = _board({"r1c1": "12", "r5c5": "12"}, {(2, 9): "15"})
    assert {"1r1c5", "1r5c1"} in _gone(board, "W-wing")


def test_unique_rectangle() -> None:
    """Three corners with just two digits clear them from the fourth; within one box nothing is gained."""
    board = _board({"r1c1": "12", "r1c4": "12", "r2c1": "12", "r2c4": "125"})
    assert {"1r2c4", "2r2c4"} in _gone(board, "unique rectangle type 1")
    in_a_box = _board({"r1c1": "12", "r1c2": "12", "r2c1": "12", "r2c2": "125"})
    assert _gone(in_a_box, "0600") == []


def test_givens_break_no_rectangle() -> None:
    """An avoidable rectangle needs the player's own digits: with a given among them it says nothing."""
    cells = dict.fromkeys(range(81), ".") | {0: "+1", 3: "+2", 9: "+2"}
    text = "".join(cells.values())
    board = Board.parse(text)
    marks = [0 if digit else ALL for digit in board.digits]
    marks[_cell("r2c4")] = 0b101
    own = Board(board.box, board.givens, board.digits, tuple(marks))
    assert _gone(own, "avoidable rectangle type 1") == [{"1r2c4"}]
    given = Board(board.box, (1, *board.givens[1:]), board.digits, tuple(marks))
    assert _gone(given, "avoidable rectangle type 1") == []


def test_aligned_pair() -> None:
    """Two cells lose the digit whose every way with the other cell takes all that a pair beside them has."""
    board = _board({"r1c1": "12", "r1c2": "13", "r1c9": "12", "r2c3": "13", "r3c3": "23"})
    # r1c1=1 leaves r1c2=3, which takes all of r2c3; r1c1=2 leaves 1 or 3: with 1 r1c9 has nothing, with 3 r3c3.
    assert {"1r1c1", "2r1c1", "1r1c2", "3r1c2"} in _gone(board, "aligned pair exclusion")


@pytest.mark.parametrize("name", ["x wing", "X-WING", "0300", "0300-1", " xwing "])
def test_names(name: str) -> None:
    """Names are read without regard to case, spaces and hyphens, and a variant that is none is no matter."""
    board = _board(rows={(5, 2): "37", (5, 6): "37"})
    assert [step.technique for step in find_all(board, name)] == ["X-wing"]


def test_unknown_name() -> None:
    """An unknown technique is refused, and quoted."""
    with pytest.raises(ParseError, match="'guessing'"):
        find_all(Board.empty(), "guessing")


def test_blank_marks_are_all_candidates() -> None:
    """A board without any pencil mark is read as marked in full."""
    board = Board.parse("1...|..2.|.3..|...4")
    assert find_all(board, "0002") == find_all(board.play("~"), "0002") != []
