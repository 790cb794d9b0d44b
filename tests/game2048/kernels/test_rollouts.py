"""Do games that are played on quickly end as often with the tile as by the plain law?"""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from tessella.game2048 import Board, Rules, slide
from tessella.game2048.kernels import expectimax
from tessella.game2048.kernels.bitboard import row_table
from tessella.game2048.kernels.expectimax_any import KernelRules, Tally, line_weights, play_out
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.heuristic import HeuristicPlayer
from tessella.game2048.sliding import DIRECTIONS, Rows
from tessella.game2048.training.weights import Network, zeros
from tessella.rng import fold

BLANK = Network(zeros(STEM, np.int16), 1.0, stems=1)
"""A network that knows nothing: its player takes the most points at once, and the first move of equal ones."""

Choose = Callable[[Rows], str | None]


def greedy(rows: Rows) -> str | None:
    """Return the move of the player who knows nothing."""
    best, chosen = -1, None
    for move in DIRECTIONS:
        after, merged = slide(rows, move)
        if after != rows and sum(merged) > best:
            best, chosen = sum(merged), move
    return chosen


def simulate(rows: Rows, tile: int, last: int, rules: Rules, choose: Choose, games: int) -> tuple[float, float]:
    """Return how often games that are played on by the plain law make the tile, and their mean points."""
    luck = Random(1)
    reached, points = 0, 0
    for _game in range(games):
        now, made = rows, 0
        while made < last:
            empty = [(r, c) for r, row in enumerate(now) for c, there in enumerate(row) if not there]
            r, c = luck.choice(empty)
            new = 4 if luck.randrange(100) < rules.fours else 2
            now = (*now[:r], (*now[r][:c], new, *now[r][c + 1 :]), *now[r + 1 :])
            move = choose(now)
            if move is None:
                break
            now, merged = slide(now, move, rules.merging)
            points += rules.points * len(merged) if rules.points else sum(merged)
            made = max(made, *merged, 0)
        reached += made >= tile
    return reached / games, points / games


def luck_of(games: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return a stream for each game."""
    return np.array([fold((7, game)) for game in range(games)], np.uint64)


def bits_of(rows: Rows) -> int:
    """Return the board as four bits a cell."""
    return sum((tile.bit_length() - 1) << 4 * cell for cell, tile in enumerate(sum(rows, ())) if tile)


GAMES, PLAIN = 4000, 700


def by_network(rows: Rows, fours: int, last: int, luck: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> np.ndarray:
    """Return score, moves and largest power of games that the network plays on from a board after a move."""
    playing, log = np.zeros((expectimax.GAMES, 4), np.int64), np.full((len(luck), 4), -1, np.int64)
    bound = np.uint64(-(-(fours << 32) // 100))
    games = expectimax.Games(luck, playing, log, np.uint64(bits_of(rows)), bound, last)
    assert expectimax.play(row_table(), BLANK.arrays, 1, 0.0, 1 << 60, games, expectimax.workspace()) == 0
    return log


@pytest.mark.parametrize(("fours", "last"), [(10, 128), (50, 128), pytest.param(10, 256, marks=pytest.mark.slow)])
def test_network(fours: int, last: int) -> None:
    """The network's games make the tile as often, and as many points, as the same player's by the plain law."""
    rows = Board.parse("64,2,8,4 / 32,4,16,2 / 2,8,4,. / .,.,2,.").rows
    log = by_network(rows, fours, last.bit_length() - 1, luck_of(GAMES))
    scored, moves, reached = log[:, 0], log[:, 1].sum(), log[:, 2] >= 7
    share, points = simulate(rows, 128, last, Rules(fours=fours), greedy, PLAIN)
    error = (share * (1 - share) * (1 / PLAIN + 1 / GAMES)) ** 0.5
    assert 0.1 < share < 0.9, "a board on which there is something to tell"
    assert abs(reached.mean() - share) < 5 * error
    spread = float(scored.std()) * (1 / PLAIN + 1 / GAMES) ** 0.5
    assert abs(scored.mean() - points) < 5 * spread
    assert moves > GAMES


@pytest.mark.parametrize("n", [1, 3, 4, 5, 50])
def test_games_do_not_depend_on_their_neighbours(n: int) -> None:
    """A game ends as it does alone, however many are played side by side."""
    rows = Board.parse("64,2,8,4 / 32,4,16,2 / 2,8,4,. / .,.,2,.").rows

    def play(luck: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> list[tuple[int, int]]:
        return [(int(power), int(score)) for score, _moves, power, _spare in by_network(rows, 10, 7, luck).tolist()]

    assert play(luck_of(n)) == [play(luck_of(n)[game : game + 1])[0] for game in range(n)]


def test_two_32768_merge() -> None:
    """Two 32768 that can merge are the tile after them, which no four bits hold."""
    rows = Board.parse("32768,.,.,. / 32768,.,.,. / .,.,.,. / .,.,.,.").rows
    assert (by_network(rows, 10, 16, luck_of(8))[:, 2] == 16).all()


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("2048:3x3/64/classic:32,4,2/8,2,./.,.,.#0", 64),
        ("2048:3x3/128/cascade:64,8,2/16,4,./.,2,.#0", 128),
    ],
)
def test_heuristic(text: str, tile: int) -> None:
    """The heuristic's games make the tile about as often, and as many points, as its player at two plies by the law."""
    board = Board.parse(text)
    rules = Rules(3, 3, target=tile, fours=board.rules.fours, merging=board.rules.merging, points=board.rules.points,
                  ends=True)  # fmt: skip
    player = HeuristicPlayer(ply=2)

    def choose(rows: Rows) -> str | None:
        now = Board(rules, rows)
        return None if now.is_over() else player.choose(now)

    games = 300
    reached, scored = np.zeros(1000, np.uint8), np.zeros(1000, np.int64)
    cells = np.array([there.bit_length() - 1 if there else 0 for row in board.rows for there in row], np.uint8)
    power = tile.bit_length() - 1
    kernel_rules = KernelRules(3, 3, int(rules.merging == "cascade"), rules.fours / 100, power, rules.points)
    tally = Tally(luck_of(1000), reached, scored)
    play_out(line_weights(), 300_000.0, cells, kernel_rules, power, tally)
    share, points = simulate(board.rows, tile, tile, rules, choose, games)
    error = (max(share * (1 - share), 0.01) * (1 / games + 1 / 1000)) ** 0.5
    assert abs(reached.mean() - share) < 5 * error
    assert abs(scored.mean() - points) < 5 * max(float(scored.std()), 1.0) * (1 / games + 1 / 1000) ** 0.5
