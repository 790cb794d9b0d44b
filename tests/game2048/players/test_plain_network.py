"""The network in numpy alone, held to its kernels bit for bit."""

from functools import lru_cache
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings

from support.strategies import rows_2048
from tessella.game2048 import Board
from tessella.game2048.kernels.bitboard import pack
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players import plain_network
from tessella.game2048.players.network import BulkGames, NetworkPlayer, play_many
from tessella.game2048.sliding import Rows
from tessella.game2048.training.weights import Network


@lru_cache(maxsize=1)
def network(stages: int) -> Network:
    """Return a network without any pattern."""
    run = np.random.default_rng(5).integers(-900, 900, 1_000_003, np.int16)
    return Network(np.resize(run, 2 * STEM * stages), 0.3, 2, stages)


def teardown_module() -> None:
    """Let go of the network, which is large."""
    network.cache_clear()


@pytest.mark.parametrize("stages", [1, 3])
@pytest.mark.parametrize("ply", [1, 2])
@settings(max_examples=60)
@given(rows=rows_2048((4, 4)))
def test_values_are_those_of_the_kernels(stages: int, ply: int, rows: Rows) -> None:
    """On every board that it knows, each move is worth to the plain player what it is to the other."""
    board = Board.from_rows(rows)
    player = NetworkPlayer(network(stages), ply=ply)
    plain = player.plain(board)
    assert (plain is not None) == plain_network.knows(player.network, pack(rows), ply)
    if plain and board.moves():
        assert plain.values(board) == player.values(board)


@pytest.mark.parametrize("text", ["16384 4096 2 2/. . . ./. . . ./8 . . .", "8192 4096 4096 2/. . . ./. . . ./8 . . ."])
def test_boards_that_later_stages_judge(text: str) -> None:
    """A network of stages judges 16384 in plain Python too; one stage alone would see it downgraded."""
    board = Board.parse(text)
    assert NetworkPlayer(network(1)).plain(board) is None
    player = NetworkPlayer(network(3))
    plain = player.plain(board)
    assert plain
    assert plain.values(board) == player.values(board)
    assert NetworkPlayer(network(3), ply=3).plain(board) is None
    assert NetworkPlayer(network(3), seconds=1).plain(board) is None


@pytest.mark.parametrize("ply", [1, 2])
@pytest.mark.parametrize("steps", [0, 1, 100, 1 << 30])
def test_games_go_on_where_plain_python_left_them(ply: int, steps: int) -> None:
    """However many moves plain Python plays, all games end as kernels alone play them."""
    games, step = BulkGames(network(1), range(20), ply=ply, seed=3, threads=2), count()
    games.play_plainly(lambda: next(step) >= steps)
    assert (games.moves > 0) == (steps > 0)
    assert games.ended == 20 if steps > 10_000 else games.ended < 20
    games.play()
    assert games.ended == 20
    assert games.results() == play_many(network(1), 20, ply=ply, seed=3)
    assert games.moves == sum(result.moves for result in games.results())
