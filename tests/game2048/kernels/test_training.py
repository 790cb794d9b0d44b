"""Tests of learning: a step of it against one written out in plain Python, and what it leads to."""

from typing import Any

import numpy as np
import pytest

from game2048.kernels.test_bitboard import bits_of, random_boards, rows_of, slow_spawn
from game2048.kernels.test_ntuple import slow_offsets
from tessella.game2048.kernels import training as tr
from tessella.game2048.kernels.bitboard import row_table
from tessella.game2048.kernels.ntuple import STEM, symmetries
from tessella.game2048.sliding import DIRECTIONS, slide
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


def has_greatest(board: int) -> bool:
    """Return whether a board holds 32768, or one of its moves makes it."""
    return any(32768 in row for after in (board, *(new for new, _ in afterstates(board))) for row in rows_of(after))


class Games:
    """All that the kernel works on, with weights at random where these games will look."""

    def __init__(self, coherent: bool, stages: int = 1, log: int = 64) -> None:  # noqa: FBT001 - what the tests are about
        self.coherent, self.stages = coherent, stages
        self.play = tr.self_play([(GAMMA >> 3) * n for n in range(tr.GAMES)], log)
        self.weights = np.zeros(stages * STEMS * STEM, np.float32)
        self.errors = np.zeros(2 * len(self.weights) if coherent else 0, np.float32)

    def train(
        self,
        moves: int,
        rate: float,
        shortest: int = 0,
        *,
        decay: float = 0.0,
        late: float = 0.0,
        guided: int = 0,
        learning: int = 0,
    ) -> int:
        """Let the kernel play."""
        curriculum = None
        if self.stages > 1 or decay > 0:
            curriculum = tr.Curriculum(self.stages, decay, late, guided, learning)
        learner = tr.Learner(self.weights, self.errors, row_table(), symmetries())
        return tr.train(learner, self.play, moves, rate, shortest, curriculum)


def value_of(weights: dict[int, float], board: int, stages: int) -> float:
    """Return a board's value by weights in a dictionary."""
    return sum(weights[offset] for offset in offsets_of(board, stages))


@pytest.mark.parametrize("stages", [1, 2, 3])
@pytest.mark.parametrize("coherent", [False, True], ids=["td", "tc"])
def test_a_step_is_what_it_says(coherent: bool, stages: int) -> None:  # noqa: FBT001 - a parameter of the test
    """A step moves the value of the board before towards points and value of the best next one, and plays that."""
    luck = np.random.default_rng(stages + coherent)
    boards = random_boards(120 if stages == 1 else 250, seed=7 + stages, least=1)
    boards = boards[[is_alive(int(board)) and (stages == 1 or not has_greatest(int(board))) for board in boards]]
    rate = 0.1 if not coherent else 1.0
    games = Games(coherent, stages)
    play = games.play
    steps = 0
    for at in range(0, len(boards) - 2 * tr.GAMES, 2 * tr.GAMES):
        play.boards[:], play.afterstates[:, 0] = boards[at : at + tr.GAMES], boards[at + tr.GAMES : at + 2 * tr.GAMES]
        play.games[:] = luck.integers(0, 500, play.games.shape)
        play.games[:, 3] = 1
        known, sums = _fill(games, luck)
        expected = _step_by_hand(games, known, sums, rate)
        if expected is None:
            continue  # two moves are as good as equal, and rounding decides
        steps += 1
        before = play.games.copy()
        assert games.train(tr.GAMES, rate) == 0
        for game, (board, after, points) in enumerate(expected):
            assert int(play.afterstates[game, 0]) == after
            assert int(play.boards[game]) == slow_spawn(after, mix64(int(play.streams[game])))
            assert play.games[game].tolist() == (before[game] + [points, 1, 0, 0]).tolist()
            assert int(play.positions[game, before[game, 1]]) == board
        for offset, weight in known.items():
            assert games.weights[offset] == pytest.approx(weight, rel=1e-5, abs=1e-3)
        for offset, two in sums.items():
            assert games.errors[2 * offset : 2 * offset + 2].tolist() == pytest.approx(two, rel=1e-4, abs=1e-3)
    assert steps > 5


def _fill(games: Games, luck: Any) -> tuple[dict[int, float], dict[int, list[float]]]:
    """Put random weights and errors where the boards' next steps look; return them by their places."""
    known: dict[int, float] = {}
    sums: dict[int, list[float]] = {}
    for board, before in zip(map(int, games.play.boards), map(int, games.play.afterstates[:, 0]), strict=True):
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
    for board, before in zip(map(int, games.play.boards), map(int, games.play.afterstates[:, 0]), strict=True):
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
    play = games.play
    play.boards[:] = DEAD
    play.afterstates[:, 0] = random_boards(tr.GAMES, seed=5)
    play.games[:] = [[100 * n, 30, n % 2, 1] for n in range(tr.GAMES)]
    earlier = [int(board) for board in play.afterstates[:, 0]]
    for board in earlier:
        games.weights[offsets_of(board, 1)] = 8.0
    luck = [int(state) for state in play.streams]
    assert games.train(tr.GAMES, rate=0.5) == tr.GAMES
    for board in earlier:
        offsets = offsets_of(board, 1)
        assert games.weights[offsets].sum() <= 0.51 * 8 * SUMMED
    assert play.log[: tr.GAMES].tolist() == [[100 * n, 30, 6, n % 2] for n in range(tr.GAMES)]
    for game, state in enumerate(luck):
        word = mix64(state + GAMMA & MASK)
        assert int(play.boards[game]) == slow_spawn(slow_spawn(0, word), mix64(word + GAMMA & MASK))
    assert play.games.tolist() == [[0, 0, 1, 0]] * tr.GAMES


def test_a_long_game_starts_again_half_way() -> None:
    """A game of at least twice so many moves goes on from its middle and does not count; a shorter one begins anew."""
    games = Games(coherent=False)
    play = games.play
    play.positions[:] = np.arange(tr.MAX_MOVES, dtype=np.uint64)
    for lengths in ((19, 20), (21, 300)):
        play.boards[:] = DEAD
        play.games[:] = 0
        play.games[:, 1] = lengths
        games.train(tr.GAMES, rate=0.5, shortest=10)
        for game, length in enumerate(lengths):
            assert play.games[game].tolist() == [0, 0, int(length < 20), 0]
            if length < 20:
                assert sum(tile > 0 for row in rows_of(int(play.boards[game])) for tile in row) == 2
            else:
                assert int(play.boards[game]) == length // 2


@pytest.mark.parametrize("decay", [0.5, 1.0])
def test_a_trace_brings_later_boards_in(decay: float) -> None:
    """With a decay a board's goal is the mix of what the boards after it say, here at the end of the game.

    Written as the sum over n of (1 - decay) decay^(n-1) times the n-step return, which the kernel never forms.
    """
    games = Games(coherent=False)
    play = games.play
    play.boards[:] = DEAD
    play.afterstates[:] = random_boards(3 * tr.GAMES, seed=21).reshape(tr.GAMES, 3)
    play.estimates[:] = np.random.default_rng(4).integers(0, 400, play.estimates.shape)
    play.games[:, 3] = 3
    expected: dict[int, float] = {}
    for boards, known in zip(play.afterstates.tolist(), play.estimates.tolist(), strict=True):
        for k, board in enumerate(boards):
            goal = 0.0
            for n in range(1, 4 - k):
                is_last = k + n == 3
                seen = sum(gain for gain, _worth in known[k + 1 : k + n + 1]) + (0 if is_last else known[k + n][1])
                goal += seen * decay ** (n - 1) * (1 if is_last else 1 - decay)
            for offset in offsets_of(board, 1):
                expected[offset] = expected.get(offset, 0.0) + goal
    rate = 1e-4  # so small that what is learned for one board says nothing of another
    assert games.train(tr.GAMES, rate=rate, decay=decay) == tr.GAMES
    assert not play.games[:, 3].any()
    assert len(expected) > 3 * tr.GAMES * SUMMED // 2
    for offset, goal in expected.items():
        assert games.weights[offset] * SUMMED / rate == pytest.approx(goal, rel=2e-3, abs=0.5)


# Two 16384 that the only best move merges, then a 32768 alone is seen as a 16384.
BRINK = bits_of(((16384, 16384, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 4, 0, 8)))


def test_a_game_of_stages_ends_with_its_first_32768() -> None:
    """It is worth the points of the merge, and what the network says of the board with a 16384 in its place."""
    games = Games(coherent=False, stages=3)
    play = games.play
    play.boards[:] = BRINK
    play.afterstates[:, 0] = bits_of(((16384, 16384, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 4, 0, 8)))
    play.games[:, 3] = 1
    play.games[:, 0] = 1000
    after = bits_of(((16384, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 4, 8, 0)))
    games.weights[offsets_of(after, 3)] = 50
    before = offsets_of(int(play.afterstates[0, 0]), 3)
    assert games.train(tr.GAMES, rate=0.01) == tr.GAMES
    assert play.log[: tr.GAMES, 0].tolist() == [1000 + 32768] * tr.GAMES
    assert play.log[: tr.GAMES, 2].tolist() == [15] * tr.GAMES
    told = games.weights[[*{*before} - {*offsets_of(after, 3)}]]
    assert told.min() > 0  # each of the games moved it
    assert games.weights[: STEMS * STEM].any() == 0
    one = 0.01 * (32768 + value_of_all(games, after)) / SUMMED
    assert one <= told.max() <= (tr.GAMES + 0.5) * one * 2  # a weight that two symmetries share is moved twice


def value_of_all(games: Games, board: int) -> float:
    """Return what the network says of a board."""
    return float(sum(games.weights[offset] for offset in offsets_of(board, games.stages)))


def test_first_boards_of_later_stages_are_kept_and_begun_with() -> None:
    """The board with a game's first 16384 is kept, and a lost game begins with one of those that are."""
    games = Games(coherent=False, stages=2)
    play = games.play
    play.boards[:] = bits_of(((8192, 8192, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 4, 8, 16)))
    games.train(tr.GAMES, rate=0.1)
    assert play.starts_seen.tolist() == [0, tr.GAMES, 0]
    assert [int(board) for board in play.stage_starts[1, : tr.GAMES]] == [int(board) for board in play.boards]
    assert max(rows_of(int(play.stage_starts[1, 0]))[0]) == 16384
    kept = {int(board) for board in play.stage_starts[1, : tr.GAMES]}
    for late, wanted in ((1.0, True), (0.0, False)):
        play.boards[:] = DEAD
        play.games[:] = 0
        games.train(tr.GAMES, rate=0.1, late=late)
        assert all((int(board) in kept) == wanted for board in play.boards)
        assert play.games[:, 2].tolist() == [0 if wanted else 1] * tr.GAMES


def test_a_guided_game_plays_as_the_first_stage_would() -> None:
    """It chooses what is best on the board downgraded, by the first stage's weights, and only its own stage learns."""
    games = Games(coherent=False, stages=3)
    play = games.play
    board = bits_of(((16384, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 4, 0, 64)))
    play.boards[:] = board
    like = bits_of(((8192, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 4, 0, 64)))
    earlier = bits_of(((16384, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 4, 2, 64)))
    play.afterstates[:, 0] = earlier
    play.games[:, 3] = 1
    luck = np.random.default_rng(8)
    for after, _points in afterstates(like):
        games.weights[offsets_of(after, 1)] = luck.normal(0, 100)
    values = [value_of_all(games, after) for after, _points in afterstates(like)]
    wanted = afterstates(board)[int(np.argmax(values))][0]
    first = games.weights[: STEMS * STEM].copy()
    games.weights[offsets_of(wanted, 3)] = 10
    games.train(tr.GAMES, rate=0.01, guided=1, learning=1)
    assert [int(one) for one in play.afterstates[:, 0]] == [wanted] * tr.GAMES
    assert np.array_equal(games.weights[: STEMS * STEM], first)
    assert games.weights[[*{*offsets_of(earlier, 3)} - {*offsets_of(wanted, 3)}]].min() > 0


def test_an_earlier_stage_can_rest() -> None:
    """Where only later stages are to learn, the first is left as it is, and a later one is not."""
    games = Games(coherent=False, stages=2)
    play = games.play
    late = bits_of(((16384, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (2, 2, 8, 64)))
    play.boards[:] = [late, 0x1100]
    play.afterstates[:, 0] = [late, 0x100]
    play.games[:, 3] = 1
    games.weights[:] = 1
    games.train(tr.GAMES, rate=0.1, learning=1)
    assert (games.weights[: STEMS * STEM] == 1).all()
    assert (games.weights[STEMS * STEM :] != 1).any()


def begun(coherent: bool, start: float) -> Games:  # noqa: FBT001 - as above
    """Return games from empty boards, with a network that knows nothing yet."""
    games = Games(coherent, log=1 << 16)
    games.weights[:] = start
    games.errors[:] = tr.TINY
    tr.begin(games.play)
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
    """Games score what greed does at first, 3,000, and after a million moves ten times what random play does, 1,100."""
    games = begun(coherent, start=0.0)
    ended = games.train(1_000_000, rate=1.0 if coherent else 0.1)
    scores = games.play.log[:ended, 0]
    assert scores[:10].mean() < 4000
    assert scores[-100:].mean() > 11_000


@pytest.mark.parametrize("decay", [0.0, 0.5])
def test_the_same_seed_learns_the_same(decay: float) -> None:
    """Two trainings are equal to the last bit, however their moves are divided into calls."""
    one, other = begun(coherent=False, start=0.0), begun(coherent=False, start=0.0)
    one.train(240_000, rate=0.1, shortest=50, decay=decay)
    for _ in range(60):
        other.train(4000, rate=0.1, shortest=50, decay=decay)
    assert np.array_equal(one.weights, other.weights)
    for name in ("boards", "afterstates", "estimates", "streams", "games", "positions"):
        assert np.array_equal(getattr(one.play, name), getattr(other.play, name)), name
