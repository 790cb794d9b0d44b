"""Tests of what is told as the score to expect, against games that are played to their end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.game2048.advice.advisor import advise, expected_points
from tessella.game2048.board import Board
from tessella.game2048.players.network import NetworkPlayer, play_many, points_reached
from tessella.game2048.rules import RULES
from tessella.game2048.training.weights import shipped

FRESH = Board.parse("2 . . . / . . . . / . . . . / . . . 2")


@pytest.mark.parametrize("ply", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_score_told_is_what_games_bring(ply: int) -> None:
    """At the start and 250 moves on the expected score is the mean of games by another luck, within four errors."""
    player = NetworkPlayer(ply=ply)
    games = play_many(player.network, {1: 200, 2: 24}[ply], ply=ply, seed=99, threads=2)
    scores = [game.score for game in games]
    error = float(np.std(scores)) / len(scores) ** 0.5
    for moves in (0, 250):
        told = []
        for seed in range(10):
            board = Board.start(RULES["classic"], seed)
            for _ in range(moves):
                board = board.play(player.choose(board))
            told.append(board.score + player.expected_points(board, max(player.values(board).values())))
        assert abs(np.mean(told) - np.mean(scores)) < 4 * error, moves
    assert told[0] > max(player.values(FRESH).values()) * 1.1  # which the network alone would have told


def test_good_moves_are_told_as_far_apart_as_their_values() -> None:
    """The score to expect is the board's own, and as much more for each good move as its value says."""
    board = Board.parse("2 4 8 2 / 4 16 32 4 / 8 64 128 8 / 512 256 . .")
    advice = advise(board, player="network", ply=1)
    apart = [choice.score - choice.value for choice in advice.choices if choice.score is not None]
    assert len(apart) == len(advice.choices) > 1
    assert min(choice.value for choice in advice.choices) > advice.choices[0].value / 2
    assert max(apart) - min(apart) < 0.01
    assert min(apart) > board.score


@pytest.mark.parametrize("ply", [1, 2, 3])
@pytest.mark.parametrize(
    "text",
    [
        "2048:classic:.,4,1024,2048/2,4,512,4096/4,8,256,8192/2,16,64,16384#0/score=386308",
        "2048:classic:.,2,128,1024/.,4,64,4096/4,16,32,8192/2,32,8,32768#0/score=604368",
    ],
)
def test_a_move_that_loses_is_told_to_bring_nothing(text: str, ply: int) -> None:
    """What it leads to is worth next to nothing, so its final score is about the score that is there, and no less."""
    board = Board.parse(text)
    choices = {choice.move: choice for choice in advise(board, player="network", ply=ply).choices}
    assert all(choice.score is not None and choice.score >= board.score for choice in choices.values())
    lost = choices["left"]
    assert lost.score is not None
    assert lost.score - board.score <= 6 * max(lost.value, 0)


def test_numbers_of_other_games_are_not_used() -> None:
    """A network that was not measured is taken at its word, and so is one where a 4 comes at another rate."""
    assert points_reached("", 1, FRESH, 1234.5) == 1234.5
    assert points_reached("0" * 64, 3, FRESH, 99.0) == 99.0
    often = Board.parse("2048:classic/fours=25:2.../..../..../...2")
    assert often.rules.fours == 25
    player = NetworkPlayer(ply=1)
    assert player.expected_points(often, 1234.5) == 1234.5 != player.expected_points(FRESH, 1234.5)


def test_a_game_that_ends_at_its_target_is_not_told_in_points() -> None:
    """Nobody measured those: its value is the player's own."""
    sprint = Board.parse("2048:sprint:2.../..../..../...2")
    player = NetworkPlayer(ply=1)
    assert expected_points(player, sprint, 1234.5) == 1234.5 != player.expected_points(sprint, 1234.5)


@given(
    st.integers(1, 20),
    st.sampled_from([2, 4096, 8192, 16384, 32768]),
    st.booleans(),
    st.floats(-100_000, 600_000),
    st.floats(-100_000, 600_000),
)
def test_more_value_never_means_fewer_points(
    ply: int,
    largest: int,
    has_second: bool,  # noqa: FBT001 - made by Hypothesis
    one: float,
    other: float,
) -> None:
    """What is told grows with the value, from nothing on."""
    board = Board.from_rows(((largest, 8192 * has_second, 0, 0), *[(0,) * 4] * 3))
    low, high = sorted([one, other])
    few, many = (points_reached(shipped().digest, ply, board, value) for value in (low, high))
    assert 0 <= few <= many
    assert points_reached(shipped().digest, ply, board, 0.0) == 0
