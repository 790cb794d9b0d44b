"""Tests of the chances that rollouts count."""

import pytest

from support.players import greedy
from tessella.game2048 import Board, Rules
from tessella.game2048.advice.advisor import advise, best_move


def test_a_merge_that_makes_the_next_tile_makes_it_for_sure() -> None:
    """The chance is 1 after a move that makes the tile, without any error; after others it is only likely."""
    advice = advise(Board.parse("512,512,8,2 / 32,16,4,8 / 2,8,16,4 / .,.,4,2"), player=greedy())
    by_move = {choice.move: choice for choice in advice.choices}
    for move in ("left", "right"):
        assert (by_move[move].chance, by_move[move].error) == (1.0, 0.0)
    assert (by_move["down"].error or 0.0) > 0.0


@pytest.mark.parametrize(
    "tiles", ["32768,32768,8,2 / 32,16,4,. / 2,.,.,. / .,.,.,.", "32768,2,.,. / 32768,4,.,./.,.,.,./.,.,.,."]
)
def test_two_32768(tiles: str) -> None:
    """Where two 32768 lie side by side, the best move merges them, and 65536 is sure."""
    board = Board.parse(tiles)
    advice = advise(board, player=greedy())
    assert advice.next_tile == 65536
    assert max(map(max, board.play(advice.best).rows)) == 65536
    assert advice.choices[0].chance == 1.0
    assert advice.reason.endswith(
        ("the largest tile so far, while down does not.", "the largest tile so far, while right does not.")
    )


def test_beyond_the_network() -> None:
    """With 65536 on the board the heuristic takes over; the next tile is too far away for a chance."""
    board = Board.parse("65536,64,8,2 / 32,16,4,. / 2,.,.,. / .,.,.,.")
    advice = advise(board)
    assert advice.player.startswith("heuristic")
    assert advice.next_tile == 131072
    assert {(choice.score, choice.chance) for choice in advice.choices} == {(None, None)}
    assert advice.reason
    assert advice.best in board.moves()


@pytest.mark.parametrize("rules", ["cascade", "3x3/classic", "5x5/classic", "2x2/classic", "8x8/classic"])
def test_rules_without_a_network(rules: str) -> None:
    """The heuristic advises under all rules; chances are there where the next tile is near."""
    board = Board.start(Rules.parse(rules), 5)
    advice = advise(board, ply=1)
    assert advice.player.startswith("heuristic")
    assert {choice.move for choice in advice.choices} == set(board.moves())
    assert all(choice.chance is not None and 0 <= choice.chance <= 1 for choice in advice.choices)
    assert not advice.in_points


@pytest.mark.parametrize("rules", ["sprint", "notebook"])
def test_a_game_that_ends_at_its_target(rules: str) -> None:
    """A move that wins comes first, and a final score is that of a game that ends there."""
    board = Board.parse(f"2048:{rules}:1024,1024,8,2/32,16,4,./2,.,.,./.,.,.,.#7/score=20000")
    advice = advise(board, player=greedy())
    assert board.play(advice.best).is_won()
    assert best_move(board, player=greedy()) in ("left", "right")
    assert advice.choices[0].score == 22048
    assert not advice.in_points
    far = advise(Board.parse(f"2048:{rules}:1024,512,8,2/32,16,4,./2,.,.,./.,.,.,.#7/score=20000"), player=greedy())
    assert all(20000 <= (choice.score or 0) < 25000 for choice in far.choices)
