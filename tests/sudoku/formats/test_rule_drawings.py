"""Drawings of puzzles with rules: what is written is drawn, and read again as it was."""

from collections.abc import Callable
from itertools import combinations
from time import thread_time

import pytest

from support.processes import run
from tessella.errors import TessellaError
from tessella.sudoku import Board, rendering
from tessella.sudoku.formats.registry import FORMATS, in_characters
from tessella.sudoku.rules.constraint import Constraint

PUZZLES = {
    "killer": "4+3..............;killer:sum=7:r1c1r1c2;killer:r3c3r4c3",
    "anti_knight": "1+3......2.+4.....;anti_knight",
    "clues in one place": "................;little_killer:sum=12:r1c3r2c2r3c1;sandwich:sum=2:r1c4r2c4;"
    "x_sum:sum=8:r1c4r2c4;skyscraper:count=2:r1c4r2c4;numbered_room:value=3:r1c1r2c1;sandwich:sum=3:r1c1r2c1;skyscraper:count=1:r1c1r2c1",
    "jigsaw": "1...............;jigsaw:regions=1112132223344344",
    "outside": "1.............+2.;sandwich:sum=8:r1c1r2c1;little_killer:sum=12:r1c2r2c3r3c4;x_sum:sum=8:r4c4r3c4",
    "lines": "................;anti_king;thermo:r1c1r2c2r3c2;renban:r4c1r4c2;kropki_black:r1c3r1c4",
    "zero": "2.............1.;digits:lowest=0;anti_king",
    "wide": "." * 256 + ";killer:sum=30:r16c15r16c16;quadruple:values=9,16:r1c1r1c2r2c1r2c2",
    "without boxes": "1x5:1........................;global_mod3",
    "box": "3x2:5" + "." * 35 + ";odd:r1c1",
}
KILLER = in_characters(Board.parse(PUZZLES["killer"]))


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("draw", [rendering.small, rendering.boxed])
def test_read_as_written(name: str, draw: Callable[..., str], ascii_only: bool) -> None:  # noqa: FBT001 - a parameter
    """Rules and digits are the same after they were drawn and read."""
    board = Board.parse(PUZZLES[name])
    assert Board.parse(in_characters(board, draw, ascii_only=ascii_only)) == board


def test_show_draws_rules_and_can_be_read() -> None:
    """`show` draws cages, lines and clues as the full screen does, and what it draws is the same puzzle when read."""
    text = "".join(PUZZLES[name] + "\n" for name in ("killer", "lines"))
    shown = run("sudoku", "show", "--ascii", typed=text).stdout
    assert shown.splitlines()[2:5] == ["7-------+-------+", "| 4  +3 ! .   . |", "|.......|       |"]
    assert run("sudoku", "convert", typed=shown).stdout == text
    assert "┊" in (shown := run("sudoku", "show", typed=text, PYTHONIOENCODING="utf-8").stdout)
    assert run("sudoku", "convert", typed=shown, PYTHONIOENCODING="utf-8").stdout == text


@pytest.mark.parametrize("name", PUZZLES)
def test_printed_board_never_loses_rules(name: str) -> None:
    """What `print(board)` shows is read as the same board, or refused, never as one with fewer rules."""
    board = Board.parse(PUZZLES[name])
    try:
        assert Board.parse(str(board)) == board
    except TessellaError:
        assert any(sign in str(board) for sign in ".:o@T")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("anti_knight\n12..\n....\n....\n....", "expected a grid below these rules"),
        (KILLER.replace("|.......|", "|.... ..|"), "expected a grid below these rules"),
        ("killer:sum=3:r1c1r1c2\n", "expected a grid below these rules"),
        ("unicorn:r1c1r1c2\n" + "12..\n" * 4, "'unicorn'"),
        ("1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\nanti_king", "expected a grid below these rules"),
    ],
)
def test_refused(text: str, said: str) -> None:
    """Rules that are not known, or not those of the grid below them, are refused and not dropped."""
    done = run("sudoku", "convert", typed=text)
    assert done.returncode == 2
    assert said in done.stderr


def test_thousands_of_cages_are_written_at_once() -> None:
    """What a constraint costs does not grow with how many there are: each way to write 3000 cages takes seconds."""
    pairs = list(combinations(range(81), 2))[:3000]
    cages = tuple(Constraint("killer", pair, (("sum", 9),)) for pair in pairs)
    board = Board.of_givens((0,) * 81, (3, 3), cages)
    began = thread_time()
    for name in ("small", "boxed", "scl", "json"):
        FORMATS[name].text(board)
    assert thread_time() - began < 8
