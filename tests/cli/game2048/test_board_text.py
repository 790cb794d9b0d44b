"""Boards of 2048 as people write them."""

import pytest

from tessella.cli.game2048.board_text import read_board
from tessella.errors import ParseError, RulesError
from tessella.game2048 import Board

SMALL = Board.parse("2 . 4 / . 8 . / 2 . .")


@pytest.mark.parametrize(
    "text",
    [
        "2 0 4/0 8 0/2 0 0",
        "2 . 4 / . 8 . / 2 . .",
        "2,0,4/0,8,0/2,0,0",
        "2.4/.8./2..",
        "204/080/200",
        "2 - 4; - 8 -; 2 - -",
        "2 0 4 0 8 0 2 0 0",
        "2, 0, 4, 0, 8, 0, 2, 0, 0",
        "[[2, 0, 4], [0, 8, 0], [2, 0, 0]]",
        "((2, 0, 4), (0, 8, 0), (2, 0, 0))",
        "\n2\t0\t4\r\n0\t8\t0\r\n2\t0\t0\r\n\r\n",
        "+---+---+---+\n| 2 |   | 4 |\n+---+---+---+\n|   | 8 |   |\n+---+---+---+\n| 2 |   |   |\n+---+---+---+\n",
        "┌───┬───┬───┐\n│ 2 │   │ 4 │\n├───┼───┼───┤\n│   │ 8 │   │\n├───┼───┼───┤\n│ 2 │   │   │\n└───┴───┴───┘",
        "2048:3x3/classic:2.4/.8./2..#0",
        SMALL.to_text(),
    ],
)
def test_a_board_is_read_however_it_is_written(text: str) -> None:
    """Rows by slashes, lines, brackets, bars or none at all: it is the same board."""
    assert read_board(text) == SMALL


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2 3/4 2", "expected tiles that are powers of two from 2 to 32, got 3 in '23/42'"),
        ("2 4/4", "expected rows of one length, got '24/4'"),
        ("2 4 8", "expected a size from 2x2 to 8x8 "),
        ("hello", "expected a row of tiles such as 2,.,16,. or ..2., got 'hello' in 'hello'"),
        ("/", "expected a board of 2048, got '/'"),
        ("", "expected a board of 2048, got ''"),
        ("0 0/0 0", "expected a board with a tile on it, got"),
        ("131072 131072 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "no game has 2 of at least 131072:"),
        ("262144 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "powers of two from 2 to 131072, got 262144"),
        ("32 16/16 2", "no game has 3 of at least 16:"),
    ],
)
def test_what_is_no_board_is_said(text: str, said: str) -> None:
    """What no game can have is one sentence that quotes it, with a hint on how a board is written."""
    with pytest.raises((ParseError, RulesError)) as error:
        read_board(text)
    assert said in str(error.value)
    assert error.value.hint.startswith("a board is rows of tiles such as '2 . 4 8 / ")


def test_the_fullest_board_that_there_can_be_is_one() -> None:
    """Tiles that can just lie together are not refused."""
    tiles = [str(2**power) for power in range(17, 1, -1)]
    assert read_board(" ".join(tiles)).rows[0] == (131072, 65536, 32768, 16384)
    assert read_board("32 16/8 4").rows == ((32, 16), (8, 4))
