"""The small network in plain Python, held to the same file as the compiled search reads it."""

from functools import lru_cache

import pytest
from hypothesis import given, settings

from support.processes import run_code
from support.strategies import rows_2048
from tessella.errors import PlayerError
from tessella.game2048 import Board
from tessella.game2048.players import small_network
from tessella.game2048.players.network import NetworkPlayer
from tessella.game2048.players.small_network import SmallNetworkPlayer

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None  # an import of either fails
from tessella import compiled
compiled.available = lambda: False
from tessella.errors import PlayerError
from tessella.game2048 import Board, advice
from tessella.game2048.advice.advisor import advise
from tessella.game2048.game_review import review
from tessella.play.session import Session
board = Board.parse("2 4 8 16 / 2 . . 4 / 128 64 . . / 1024 512 8 2")
advice = advise(board)
print(advice.player, advice.best, all(choice.score and choice.chance is None for choice in advice.choices))
print(advise(Board.parse("2 4 8 / 4 8 . / . . 2 / 64 2 .")).player)
try:
    advise(board, player="network:mine.network")
except PlayerError as error:
    print(error)
from tessella import sudoku
puzzle = sudoku.Board.parse("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
print(sudoku.rate(puzzle).er)
try:
    sudoku.solve_many
except ValueError as error:
    print(error)
"""


@lru_cache(maxsize=1)
def compiled(ply: int) -> NetworkPlayer:
    """Return the player that searches in kernels."""
    return NetworkPlayer(small_network.SHIPPED, ply=ply)


def teardown_module() -> None:
    """Let go of the network, which is large there."""
    compiled.cache_clear()


@pytest.mark.parametrize("ply", [1, 2])
@settings(max_examples=40)
@given(rows=rows_2048((4, 4)))
def test_values_are_those_of_the_compiled_search(ply: int, rows: tuple[tuple[int, ...], ...]) -> None:
    """On every board whose tiles the network knows, each move is worth to it what it is to the compiled player."""
    board = Board.from_rows(rows)
    if sum(map(sum, rows)) + 4 * ply < small_network.DOWNGRADE_FROM and board.moves():
        assert SmallNetworkPlayer(ply=ply).values(board) == pytest.approx(compiled(ply).values(board), abs=1)


def test_large_tiles_are_halved() -> None:
    """A board with 131072 is played like the one with 8192 in its place."""
    known, great = (f"2 4 8 16 / 2 . . 4 / 128 64 . . / {tile} 512 8 2" for tile in (8192, 131072))
    values, great_values = (SmallNetworkPlayer().values(Board.parse(text)) for text in (known, great))
    assert values == great_values


def test_other_boards_are_refused() -> None:
    """A board of another size is none of its boards, and it says so."""
    board = Board.parse("2 4 8 / 4 8 . / . . 2 / 64 2 .")
    assert not SmallNetworkPlayer().accepts(board)
    with pytest.raises(PlayerError, match=r"^expected a board of 4x4 tiles that merge once, got '2048:4x3"):
        SmallNetworkPlayer().values(board)


def test_it_advises_where_there_is_no_compiler() -> None:
    """Without numpy and numba the small network advises on its boards, plain Python on others; nothing is promised."""
    assert run_code(WITHOUT_NUMBA).splitlines() == [
        "small network, 2 ply down True",
        "heuristic, 2-3 ply",
        "'network:mine.network' needs numba, which is not installed here",
        "1.2",
        "solve_many needs numpy, which is not installed here",
    ]
