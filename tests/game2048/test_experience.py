"""Tests of what is told as the score to expect, against games that are played to their end."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tessella.game2048 import experience
from tessella.game2048.board import Board
from tessella.game2048.network_player import NetworkPlayer, play_many
from tessella.game2048.solve import advise
from tessella.game2048.weights import shipped

FRESH = Board.parse("2 . . . / . . . . / . . . . / . . . 2")


@pytest.mark.parametrize("ply", [1, 2])
def test_the_score_told_is_what_games_bring(ply: int) -> None:
    """A fresh board's expected score is the mean of games of the same player by another luck, within four errors."""
    player = NetworkPlayer(ply=ply)
    told = player.points(FRESH, max(player.values(FRESH).values()))
    scores = play_many(player.network, {1: 400, 2: 60}[ply], ply=ply, seed=99, threads=2)["score"]
    error = float(np.std(scores)) / len(scores) ** 0.5
    assert abs(told - scores.mean()) < 4 * error
    assert told > max(player.values(FRESH).values()) * 1.2  # which the network alone would have told


def test_what_is_told_keeps_moves_as_far_apart_as_their_values() -> None:
    """The score to expect is the board's own, and as much more for each move as its value says."""
    board = Board.parse("2 4 8 2 / 4 16 32 4 / 8 64 128 8 / 512 256 . .")
    advice = advise(board, player="network", ply=1)
    apart = [choice.score - choice.value for choice in advice.choices if choice.score is not None]
    assert len(apart) == len(advice.choices) > 1
    assert max(apart) - min(apart) < 0.01
    assert min(apart) > board.score


def test_numbers_of_other_weights_are_not_used() -> None:
    """A network that was not measured is taken at its word."""
    assert experience.brought("", 1, FRESH, 1234.5) == 1234.5
    assert experience.brought("0" * 64, 3, FRESH, 99.0) == 99.0


@given(
    st.integers(1, 20),
    st.sampled_from([2, 8192, 16384, 32768]),
    st.booleans(),
    st.floats(0, 600_000),
    st.floats(0, 600_000),
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
    few, many = (experience.brought(shipped().digest, ply, board, value) for value in (low, high))
    assert 0 <= few <= many
    assert experience.brought(shipped().digest, ply, board, 0.0) == 0
