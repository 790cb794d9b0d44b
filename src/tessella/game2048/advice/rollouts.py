"""How likely is the next tile, after each move?

The game is played on many times from the board after the move, and the games are counted in which the tile came. They
are played quickly: by the network without looking ahead, or, on boards that the network does not know, by the
heuristic at two plies. Whoever looks further ahead does better than these chances say, the more so the larger the
tile. The luck of the games follows from the board, so the same question has the same answer, and all moves are tried
with the same luck.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax_any
from tessella.game2048.kernels.bitboard import Numbers, row_table
from tessella.game2048.kernels.ntuple import symmetries
from tessella.game2048.kernels.rollouts import play_out, play_out_cells
from tessella.game2048.sliding import Rows, slide
from tessella.game2048.training.weights import Network
from tessella.rng import fold, seed_of

__all__ = ["Outlook", "reach", "share"]

MOVES = 1_000_000
"""How many moves the network plays for one answer, all games together: that takes about 0.3 s on one core."""
CELLS = 4_000_000
"""How much the heuristic looks at for one answer, which takes about as long: a move costs the square of the cells."""
FULL = 16
"""The power of two of the tile that no board of the network's holds."""
FEWEST, MOST = 12, 1000
"""How many games there are for each move: with fewer than the first there is no answer at all."""


class Outlook(NamedTuple):
    """What comes of a move when the game is played on quickly."""

    chance: float
    """The share of the games in which the tile came."""
    error: float
    """Its standard error."""
    points: float | None
    """The points that move and game brought on average; None where the games were not played to their end."""


def reach(board: Board, network: Network | None, *, threads: int | None = None) -> dict[str, Outlook]:
    """Return for each legal move how often the tile came that is twice as large as the largest on the board.

    `network` plays; without one the heuristic does. Where a game ends at its target, it is played to its end. Nothing
    is returned where too few games can be played in time.
    """
    rules = board.rules
    power = board.highest.bit_length()  # of the next tile
    moves = {move: slide(board.rows, move, rules.merging) for move in board.moves()}
    last = max(rules.target.bit_length() - 1, power) if rules.ends else power
    games = _games(board, len(moves), last, is_quick=network is not None)
    if games < FEWEST and last > power:
        last = power
        games = _games(board, len(moves), last, is_quick=network is not None)
    if games < FEWEST:
        return {}
    luck = np.array([fold((seed_of(board.to_text()), game)) for game in range(games)], np.uint64)
    play = _by_network(board, network, power, last) if network else _by_heuristic(board, power, last)
    # The network's games end where two 32768 meet, before the points of that.
    is_whole = rules.ends and last == rules.target.bit_length() - 1 and not (network and last >= FULL)

    def outlook(slid: tuple[Rows, tuple[int, ...]]) -> Outlook:
        rows, merged = slid
        gain = rules.points * len(merged) if rules.points else sum(merged)
        highest = max(map(max, rows))
        reached, scored = np.zeros(games, np.uint8), np.zeros(games, np.int64)
        if highest >> last == 0:
            play(rows, luck.copy(), reached, scored)
        chance = (1.0, 0.0) if highest >> power else share(int(reached.sum()), games)
        return Outlook(*chance, gain + float(scored.mean()) if is_whole else None)

    with ThreadPoolExecutor(min(threads or os.cpu_count() or 1, len(moves))) as pool:
        return dict(zip(moves, pool.map(outlook, moves.values()), strict=True))


def _games(board: Board, moves: int, last: int, *, is_quick: bool) -> int:
    """Return how many games there are time for after each move."""
    affordable = MOVES if is_quick else CELLS // (board.rules.rows * board.rules.cols) ** 2
    # Each move brings a new tile to the sum of all, which must come to that of the tile.
    missing = (1 << last) - sum(map(sum, board.rows))
    length = 8 * last + max(missing, 0) * 100 // (200 + 2 * board.rules.fours)
    return min(MOST, affordable // (moves * length))


def share(count: int, games: int) -> tuple[float, float]:
    """Return the share of games that a count is, and its standard error.

    The error is by Jeffreys' prior, as none or all of a few games prove little.

    >>> chance, error = share(5, 20)
    >>> chance, round(error, 3)
    (0.25, 0.096)
    """
    likely = (count + 0.5) / (games + 1)
    return count / games, float((likely * (1 - likely) / (games + 1)) ** 0.5)


Play = Callable[[Rows, Numbers, Numbers, Numbers], object]
"""Plays on from tiles, with streams of luck, and notes which games reached the tile, and their points."""


@lru_cache(maxsize=1)
def _masks() -> Numbers:
    return symmetries()


def _by_network(board: Board, network: Network, power: int, last: int) -> Play:
    fours = board.rules.fours

    def play(rows: Rows, luck: Numbers, reached: Numbers, scored: Numbers) -> None:
        tiles = (tile.bit_length() - 1 if tile else 0 for row in rows for tile in row)
        bits = np.uint64(sum(tile << 4 * cell for cell, tile in enumerate(tiles)))
        play_out(
            network.weights, network.unit, network.stems, network.stages, row_table(), _masks(), bits, power, last,
            fours, luck, reached, scored,
        )  # fmt: skip

    return play


def _by_heuristic(board: Board, power: int, last: int) -> Play:
    rules = board.rules
    weights = expectimax_any.line_weights(expectimax_any.LINE)
    loss = (
        200_000 + 3 * expectimax_any.LINE["fall"] * last ** expectimax_any.LINE["fall power"]
    )  # more than boards differ by
    cascade = int(rules.merging == "cascade")

    def play(rows: Rows, luck: Numbers, reached: Numbers, scored: Numbers) -> None:
        cells = np.array([tile.bit_length() - 1 if tile else 0 for row in rows for tile in row], np.uint8)
        play_out_cells(
            weights, loss, cells, rules.rows, rules.cols, cascade, rules.points, power, last, rules.fours, luck,
            reached, scored,
        )  # fmt: skip

    return play
