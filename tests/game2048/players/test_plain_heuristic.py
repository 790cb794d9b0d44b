"""The heuristic in numpy alone, held to its kernels bit for bit."""

import pytest
from hypothesis import given, settings

from support.strategies import rows_2048
from tessella.game2048 import Board, Rules
from tessella.game2048.players.heuristic import HeuristicPlayer
from tessella.game2048.sliding import Rows


@pytest.mark.parametrize("rules", ["classic", "sprint", "64/notebook", "cascade"])
@pytest.mark.parametrize("ply", [1, 2])
@settings(max_examples=60)
@given(rows=rows_2048((4, 4)))
def test_values_are_those_of_the_kernels(rules: str, ply: int, rows: Rows) -> None:
    """On every board that it knows, each move is worth to the plain player what it is to the other."""
    board = Board.from_rows(rows, Rules.parse(rules))
    player = HeuristicPlayer(ply=ply)
    plain = player.plain(board)
    assert (plain is not None) == (rules != "cascade" and board.highest < 16384)
    if plain and board.moves():
        assert plain.values(board) == player.values(board)
