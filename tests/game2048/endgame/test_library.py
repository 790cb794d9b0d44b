"""Tables on the disk, and what they say of a game's position."""

import pytest

from tessella.errors import TessellaError
from tessella.game2048 import Board, advise, best_move
from tessella.game2048.endgame import library
from tessella.game2048.endgame.construction import make
from tessella.game2048.endgame.formations import EndGame

NAMES = ("L3-8", "L3-16")


@pytest.fixture(autouse=True)
def tables() -> None:
    """Make two tables in the folder of this test."""
    for name in NAMES:
        make(EndGame.parse(name), library.path_of(EndGame.parse(name)))


def test_advice_is_exact_where_a_table_knows_the_board() -> None:
    """The best player gives a table's chances, of the larger goal, and the sentence names the table."""
    board = Board.parse("2 . . . / . . 2 . / 2 1024 2048 4096 / 4 32768 16384 8192")
    advice = advise(board)
    exact = library.best_exact(board)
    assert exact is not None
    assert {choice.move: choice.chance for choice in advice.choices} == exact.chances
    assert (advice.goal, advice.next_tile) == (16, 16)
    assert "table L3-16" in advice.reason
    assert best_move(board) == advice.best
    assert advise(board, player="heuristic").goal == 0


def test_other_rules_and_other_boards_are_left_to_the_players() -> None:
    """A table counts with one 4 in ten, and knows nothing of boards beside its formation."""
    rows = "2 . . . / . . 2 . / 2 1024 2048 4096 / 4 32768 16384 8192"
    assert library.best_exact(Board.parse(rows)) is not None
    assert library.best_exact(Board.parse(f"2048:fours=50:{rows}#1")) is None
    assert library.best_exact(Board.parse("2 . . . / . . . . / . . . . / . . . 2")) is None


def test_a_damaged_table_says_nothing_and_others_still_do() -> None:
    """Advice goes on by the tables that can be read, and by the players."""
    board = Board.parse("2 . . . / . . 2 . / 2 1024 2048 4096 / 4 32768 16384 8192")
    library.path_of(EndGame.parse("L3-16")).write_bytes(b"none")
    exact = library.best_exact(board)
    assert exact is not None
    assert exact.table.name == "L3-8"


def test_tables_are_listed_and_removed() -> None:
    """What was removed is not there any more, and asking for it says how to make it."""
    assert [one.name for one in library.made()] == ["L3-16", "L3-8"]
    assert library.remove(EndGame.parse("L3-8")) > 0
    assert [one.name for one in library.made()] == ["L3-16"]
    with pytest.raises(TessellaError, match="no table") as refused:
        library.remove(EndGame.parse("L3-8"))
    assert "tables make L3-8" in refused.value.hint


@pytest.mark.parametrize("home", ["x" * 300, __file__])
def test_a_home_that_nothing_can_be_in_has_no_tables(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is too long for a folder, and that of a file, are said to have no table."""
    monkeypatch.setenv("TESSELLA_HOME", home)
    assert library.made() == []
    with pytest.raises(TessellaError, match="there is no table of 'L3-8' yet"):
        library.open_table(EndGame.parse("L3-8"))
