"""Tests of the player of an end game, against a plain recursion."""

import pytest

from support.end_games import make_table, twin_of
from tessella.errors import TessellaError
from tessella.game2048.board import Board
from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.endgame.practice import open_id
from tessella.game2048.players.table import TablePlayer

L3 = EndGame.parse("L3-16")


def test_it_plays_what_has_the_best_chance() -> None:
    """Moves are worth their exact chances; a board that is no such end game is not accepted."""
    with pytest.raises(TessellaError, match="no table of 'L3-16' yet"):
        TablePlayer(L3)
    make_table(L3.name)
    player, twin = TablePlayer(L3), twin_of(L3.name)
    for seed in range(5):
        board = open_id(f"2048:practice=L3-16#{seed}").start
        assert player.accepts(board)
        assert player.values(board) == pytest.approx(twin.chances(board.rows), abs=1e-7)
        assert player.values(board)[player.choose(board)] == pytest.approx(
            max(twin.chances(board.rows).values()), abs=1e-7
        )
    assert not player.accepts(Board.parse("2 . . . / . . . . / . . . . / . . . 2"))
    assert player.name == "table L3-16"
