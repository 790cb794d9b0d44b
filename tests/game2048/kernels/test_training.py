"""Tests of learning: a step of it against one written out in plain Python, and what it leads to."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from game2048.kernels.test_bitboard import bits_of, random_boards, rows_of, slow_spawn
from game2048.kernels.test_network import slow_offsets
from tessella.game2048.board import DIRECTIONS, slide
from tessella.game2048.kernels import training as tr
from tessella.game2048.kernels.bitboard import row_table
from tessella.game2048.kernels.network import STEM, symmetries
from tessella.rng import GAMMA, MASK, mix64

Array = np.ndarray[Any, np.dtype[Any]]

STEMS = 2
SUMMED = 8 * 2 * STEMS
"""How many weights a value has."""
DEAD = bits_of(((2, 4, 2, 4), (4, 2, 4, 2), (2, 4, 2, 4), (4, 2, 4, 64)))


def offsets_of(board: int, stages: int) -> list[int]:
    """Return where a board's weights lie."""
    grid = np.array([[tile.bit_length() - 1 if tile else 0 for tile in row] for row in rows_of(board)])
    return [offset for line in slow_offsets(grid, STEMS, stages) for offset in line]


def afterstates(board: int) -> list[tuple[int, int]]:
    """Return what the moves lead to, with their points, for the moves there are."""
    rows = rows_of(board)
    moved = [slide(rows, way) for way in DIRECTIONS]
    return [(bits_of(new), sum(merged)) for new, merged in moved if new != rows]


def is_alive(board: int) -> bool:
    """Return whether a board has a move, and none of them merges two 32768."""
    merged = [value for way in DIRECTIONS for value in slide(rows_of(board), way)[1]]
    return bool(afterstates(board)) and 65536 not in merged


@dataclass
class Games:
    """All that the kernel works on, with weights at random where these games will look."""

    coherent: bool
    stages: int = 1
    boards: Array = field(default_factory=lambda: np.zeros(tr.GAMES, np.uint64))
    befores: Array = field(default_factory=lambda: np.zeros(tr.GAMES, np.uint64))
    luck: Array = field(default_factory=lambda: np.arange(tr.GAMES, dtype=np.uint64) * np.uint64(GAMMA >> 3))
    games: Array = field(default_factory=lambda: np.zeros((tr.GAMES, 3), np.int64))
    traces: Array = field(default_factory=lambda: np.zeros((tr.GAMES, tr.LONGEST), np.uint64))
    log: Array = field(default_factory=lambda: np.zeros((64, 4), np.int64))

    def __post_init__(self) -> None:
        self.weights = np.zeros(self.stages * STEMS * STEM, np.float32)
        self.errors = np.zeros(2 * len(self.weights) if self.coherent else 0, np.float32)

    def train(self, moves: int, rate: float, shortest: int = 0) -> int:
        """Let the kernel play."""
        state = (self.boards, self.befores, self.luck, self.games, self.traces, self.log)
        return tr.train(
            self.weights, self.errors, row_table(), self.stages, symmetries(), *state, moves, rate, shortest
        )


def value_of(weights: dict[int, float], board: int, stages: int) -> float:
    """Return a board's value by weights in a dictionary."""
    return sum(weights[offset] for offset in offsets_of(board, stages))


@pytest.mark.parametrize("stages", [1, 2])
@pytest.mark.parametrize("coherent", [False, True], ids=["td", "tc"])
def test_a_step_is_what_it_says(coherent: bool, stages: int) -> None:  # noqa: FBT001 - a parameter of the test
    """A step moves the value of the board before towards points and value of the best next one, and plays that."""
    luck = np.random.default_rng(stages + coherent)
    boards = random_boards(240, seed=7 + stages, least=1)
    boards = boards[[is_alive(int(board)) for board in boards]]
    rate = 0.1 if not coherent else 1.0
    games = Games(coherent, stages)
    steps = 0
    for at in range(0, len(boards) - 2 * tr.GAMES, 2 * tr.GAMES):
        games.boards[:], games.befores[:] = boards[at : at + tr.GAMES], boards[at + tr.GAMES : at + 2 * tr.GAMES]
        games.games[:] = luck.integers(0, 500, games.games.shape)
        known, sums = _fill(games, luck)
        expected = _step_by_hand(games, known, sums, rate)
        if expected is None:
            continue  # two moves are as good as equal, and rounding decides
        steps += 1
        before = games.games.copy()
        assert games.train(tr.GAMES, rate) == 0
        for game, (board, after, points) in enumerate(expected):
            assert int(games.befores[game]) == after
            assert int(games.boards[game]) == slow_spawn(after, mix64(int(games.luck[game])))
            assert games.games[game].tolist() == (before[game] + [points, 1, 0]).tolist()
            assert int(games.traces[game, before[game, 1]]) == board
        for offset, weight in known.items():
            assert games.weights[offset] == pytest.approx(weight, rel=1e-5, abs=1e-3)
        for offset, two in sums.items():
            assert games.errors[2 * offset : 2 * offset + 2].tolist() == pytest.approx(two, rel=1e-4, abs=1e-3)
    assert steps > 5


def _fill(games: Games, luck: Any) -> tuple[dict[int, float], dict[int, list[float]]]:
    """Put random weights and errors where the boards' next steps look; return them by their places."""
    known: dict[int, float] = {}
    sums: dict[int, list[float]] = {}
    for board, before in zip(map(int, games.boards), map(int, games.befores), strict=True):
        for seen in [before, *(after for after, _points in afterstates(board))]:
            for offset in offsets_of(seen, games.stages):
                games.weights[offset] = luck.normal(0, 100)
                known[offset] = float(games.weights[offset])
                if games.coherent:
                    absolute = luck.uniform(1, 10)
                    games.errors[2 * offset : 2 * offset + 2] = absolute * luck.uniform(-1, 1), absolute
                    sums[offset] = games.errors[2 * offset : 2 * offset + 2].tolist()
    return known, sums


def _step_by_hand(
    games: Games, known: dict[int, float], sums: dict[int, list[float]], rate: float
) -> list[tuple[int, int, int]] | None:
    """Change weights and sums as a step of every game should; return board, afterstate and points of each."""
    chosen = []
    for board, before in zip(map(int, games.boards), map(int, games.befores), strict=True):
        worth = [(points + value_of(known, after, games.stages), after, points) for after, points in afterstates(board)]
        worth.sort(reverse=True)
        if len(worth) > 1 and worth[0][0] - worth[1][0] < 0.01:
            return None
        best, after, points = worth[0]
        chosen.append((board, after, points))
        step = (best - value_of(known, before, games.stages)) * rate / SUMMED
        for offset in offsets_of(before, games.stages):  # some of them more than once, where the board is its own image
            if games.coherent:
                total, absolute = sums[offset]
                known[offset] += step * abs(total) / absolute
                sums[offset] = [total + step, absolute + abs(step)]
            else:
                known[offset] += step
    return chosen


def test_a_lost_game_is_worth_nothing_more() -> None:
    """The board before the end of a game is moved towards 0, and a fresh game begins."""
    games = Games(coherent=False)
    games.boards[:] = DEAD
    games.befores[:] = random_boards(tr.GAMES, seed=5)
    games.games[:] = [[100 * n, 30, n % 2] for n in range(tr.GAMES)]
    befores = [int(board) for board in games.befores]
    for board in befores:
        games.weights[offsets_of(board, 1)] = 8.0
    luck = [int(state) for state in games.luck]
    assert games.train(tr.GAMES, rate=0.5) == tr.GAMES
    for board in befores:
        offsets = offsets_of(board, 1)
        assert games.weights[offsets].sum() <= 0.51 * 8 * SUMMED
    assert games.log[: tr.GAMES].tolist() == [[100 * n, 30, 6, n % 2] for n in range(tr.GAMES)]
    assert not games.befores.any()
    for game, state in enumerate(luck):
        word = mix64(state + GAMMA & MASK)
        assert int(games.boards[game]) == slow_spawn(slow_spawn(0, word), mix64(word + GAMMA & MASK))
    assert games.games.tolist() == [[0, 0, 1]] * tr.GAMES


def test_a_long_game_starts_again_half_way() -> None:
    """A game of at least twice so many moves goes on from its middle and does not count; a shorter one begins anew."""
    games = Games(coherent=False)
    games.boards[:] = DEAD
    games.games[:, 1] = [19, 20, 21, 300]
    games.games[:, 2] = 1
    games.traces[:] = np.arange(tr.LONGEST, dtype=np.uint64)
    games.train(tr.GAMES, rate=0.5, shortest=10)
    assert games.games.tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert [int(board) for board in games.boards[1:]] == [10, 10, 150]
    assert sum(tile > 0 for row in rows_of(int(games.boards[0])) for tile in row) == 2


def begun(coherent: bool, start: float) -> Games:  # noqa: FBT001 - as above
    """Return games from empty boards, with a network that knows nothing yet."""
    games = Games(coherent)
    games.weights[:] = start
    games.errors[:] = tr.TINY
    tr.begin(games.boards, games.luck, games.games)
    games.log = np.zeros((1 << 16, 4), np.int64)
    return games


def test_optimism_comes_down_step_by_step() -> None:
    """Weights that start high have only lost at first, where a game has looked, and are untouched elsewhere."""
    games = begun(coherent=True, start=1000.0)
    games.train(4000, rate=1.0)
    touched = games.errors[1::2] > tr.TINY
    assert 1000 < touched.sum() < 300_000
    assert (games.weights[~touched] == 1000).all()
    assert games.weights[touched].mean() < 1000


@pytest.mark.parametrize("coherent", [False, True], ids=["td", "tc"])
def test_it_learns(coherent: bool) -> None:  # noqa: FBT001 - as above
    """Games score as a beginner does at first, and after a million moves ten times what random play makes, 1,100."""
    games = begun(coherent, start=0.0)
    ended = games.train(1_000_000, rate=1.0 if coherent else 0.1)
    scores = games.log[:ended, 0]
    assert scores[:10].mean() < 3000
    assert scores[-100:].mean() > 11_000


def test_the_same_seed_learns_the_same() -> None:
    """Two trainings are equal to the last bit, however their moves are divided into calls."""
    one, other = begun(coherent=False, start=0.0), begun(coherent=False, start=0.0)
    one.train(240_000, rate=0.1, shortest=50)
    for _ in range(60):
        other.train(4000, rate=0.1, shortest=50)
    for name in ("weights", "boards", "befores", "luck", "games", "traces"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
