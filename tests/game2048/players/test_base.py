"""Tests of what all players have in common, and of the two that follow a fixed rule."""

import pytest
from hypothesis import assume, given, settings

from support.strategies import boards_2048
from tessella.game2048 import RULES, Board
from tessella.game2048.players.base import RandomPlayer, share_of_games
from tessella.game2048.players.registry import player


@pytest.mark.parametrize("spec", ["random", "corner", "heuristic"])
@settings(max_examples=30)
@given(board=boards_2048())
def test_players_for_everything_play_everything(spec: str, board: Board) -> None:
    """A player for every size and all rules makes a legal move on every board that has one."""
    who = player(spec, ply=1 if spec == "heuristic" else None)
    assert who.accepts(board)
    assume(not board.is_over())
    assert who.choose(board) in board.moves()
    values = who.values(board)
    assert not values or set(values) == set(board.moves())


@given(boards_2048())
def test_the_corner_player_prefers_down_then_left(board: Board) -> None:
    """The player that seeks the lower left corner leaves it only where it must."""
    assume(not board.is_over())
    order = ["down", "left", "right", "up"]
    assert player("corner").choose(board) == min(board.moves(), key=order.index)


def test_a_random_player_is_random_and_can_be_repeated() -> None:
    """The same seed makes the same moves; over many boards each legal move comes about equally often."""
    boards = [Board.start(RULES["classic"], seed) for seed in range(400)]
    boards = [board for board in boards if len(board.moves()) == 4]
    one = [RandomPlayer(5).choose(board) for board in boards]
    assert one == [RandomPlayer(5).choose(board) for board in boards]
    assert one != [RandomPlayer(6).choose(board) for board in boards]
    counts = [one.count(move) for move in ("left", "right", "up", "down")]
    expected = len(boards) / 4
    assert sum((count - expected) ** 2 / expected for count in counts) < 21.1, "chi-squared, once in ten thousand"


def test_a_share_and_its_error() -> None:
    """The error of a share is never nothing, and shrinks as the games grow in number."""
    assert share_of_games(0, 10)[0] == 0.0
    assert share_of_games(10, 10)[0] == 1.0
    assert share_of_games(0, 10)[1] == pytest.approx(share_of_games(10, 10)[1])
    assert share_of_games(0, 10)[1] > share_of_games(100, 100)[1] > 0
    assert share_of_games(500, 1000)[1] == pytest.approx((0.25 / 1001) ** 0.5)
