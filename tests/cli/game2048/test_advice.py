"""Boards that commands read, and games that they find."""

from pathlib import Path

import pytest

from tessella.cli.game2048.advice import game_in_progress, read_board
from tessella.cli.saves import saved_session
from tessella.errors import ParseError, ReplayError, RulesError, StoreError
from tessella.game2048 import Board
from tessella.play.store import Store
from tessella.play.stored_game import StoredGame


def test_without_a_game_there_is_nothing_to_look_at() -> None:
    """Where nothing was played, the last game is asked for in vain, and a hint says how to play one."""
    for look in (lambda: game_in_progress("2048"), lambda: saved_session(None, "2048")):
        with pytest.raises(StoreError, match="there is no saved game yet") as refused:
            look()
        assert "tessella 2048" in refused.value.hint


def test_a_game_in_progress_is_found_and_another_is_dealt() -> None:
    """An id that is being played gives that game; one that is not gives its first board alone."""
    played = StoredGame.open(Store.open(), "2048:3x3/classic#4")
    played.play(played.session.position.moves()[0])
    game, board = game_in_progress("2048:3x3/classic#4")
    assert game is not None
    assert board == played.session.position
    assert game_in_progress("2048")[1] == board
    nobody, dealt = game_in_progress("2048:3x3/classic#5")
    assert nobody is None
    assert dealt.ply == 0


def test_a_game_that_was_left_is_found_and_stays_where_it_lies() -> None:
    """Who looks at a game does not continue it, however its id is written."""
    left = StoredGame.open(Store.open(), "2048:classic#4")
    left.play(left.session.position.moves()[0])
    StoredGame.open(Store.open(), "2048:classic#5", new=True)
    before = Store.open().in_progress()
    for text in ("2048:classic#4", "2048:4x4/classic#4"):
        game, board = game_in_progress(text)
        assert game is not None
        assert (game.number, board) == (left.number, left.session.position)
    assert Store.open().in_progress() == before


def test_a_session_comes_from_the_store_or_a_file(tmp_path: Path) -> None:
    """Id, name of the game and a save file give the same game."""
    played = StoredGame.open(Store.open(), "2048:classic#4")
    played.play(played.session.position.moves()[0])
    file = tmp_path / "game"
    file.write_text(played.session.to_text(), encoding="utf-8")
    for text in (None, "2048", "2048:classic#4", str(file)):
        assert saved_session(text, "2048").to_text() == played.session.to_text()


def test_other_games_are_refused(tmp_path: Path) -> None:
    """A Sudoku is no game of 2048, and a text that is no save says what writes one."""
    StoredGame.open(Store.open(), "sudoku:#1")
    with pytest.raises(ParseError, match="expected a game of 2048, got 'sudoku:"):
        saved_session("sudoku", "2048")
    with pytest.raises(ParseError, match="expected a game of 2048, got 'sudoku:"):
        game_in_progress("sudoku")
    file = tmp_path / "game"
    file.write_text("x", encoding="utf-8")
    with pytest.raises(ReplayError) as refused:
        saved_session(str(file), "2048")
    assert "tessella export" in refused.value.hint


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
