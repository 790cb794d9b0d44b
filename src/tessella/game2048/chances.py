"""How likely is the next tile, after each move?

The game is played on many times from the board after the move, and the games are counted in which the tile came. They
are played quickly: by the network without looking ahead, or, on boards that the network does not know, by the heuristic
at two plies. Whoever looks further ahead does somewhat better than these chances say. The luck of the games follows
from the board, so the same question has the same answer, and all moves are tried with the same luck.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from tessella.game2048.board import Board, Rows, slide
from tessella.game2048.kernels import general
from tessella.game2048.kernels.bitboard import Numbers, row_table
from tessella.game2048.kernels.network import symmetries
from tessella.game2048.kernels.playouts import play_out, play_out_cells
from tessella.game2048.weights import Network
from tessella.rng import fold, seed_of

__all__ = ["reach", "share"]

MOVES = 1_000_000
"""How many moves the network plays for one answer, all games together: that takes about 0.3 s on one core."""
BOARDS = 3_000_000
"""How many boards the heuristic looks at for one answer, which takes about as long."""
FEWEST, MOST = 12, 1000
"""How many games there are for each move: with fewer than the first there is no answer at all."""


def reach(board: Board, network: Network | None, *, threads: int | None = None) -> dict[str, tuple[float, float]]:
    """Return for each legal move the chance of the tile twice as large as the largest, and its standard error.

    `network` plays; without one the heuristic does. Nothing is returned where too few games can be played in time.
    """
    power = board.highest.bit_length()  # of the next tile
    moves = {move: slide(board.rows, move, board.rules.merging)[0] for move in board.moves()}
    affordable = MOVES if network else BOARDS // (16 * board.rules.rows * board.rules.cols)
    games = min(MOST, affordable // (len(moves) * _length(board)))
    if games < FEWEST:
        return {}
    luck = np.array([fold((seed_of(str(board)), game)) for game in range(games)], np.uint64)
    play = _by_network(board, network, power) if network else _by_heuristic(board, power)

    def chance(rows: Rows) -> tuple[float, float]:
        if max(map(max, rows)) >> power:
            return 1.0, 0.0
        reached = np.zeros(games, np.uint8)
        play(rows, luck.copy(), reached)
        return share(int(reached.sum()), games)

    with ThreadPoolExecutor(min(threads or os.cpu_count() or 1, len(moves))) as pool:
        return dict(zip(moves, pool.map(chance, moves.values()), strict=True))


def share(count: int, games: int) -> tuple[float, float]:
    """Return the share of games that a count is, and its standard error.

    The error is by Jeffreys' prior, as none or all of a few games prove little.

    >>> chance, error = share(5, 20)
    >>> chance, round(error, 3)
    (0.25, 0.096)
    """
    likely = (count + 0.5) / (games + 1)
    return count / games, float((likely * (1 - likely) / (games + 1)) ** 0.5)


Play = Callable[[Rows, Numbers, Numbers], object]
"""Plays on from tiles, with streams of luck, and notes which games reached the tile."""


def _length(board: Board) -> int:
    """Return about how many moves it takes to the next tile: each brings a new tile to the sum of all."""
    missing = 2 * board.highest - sum(map(sum, board.rows))
    return 40 + max(missing, 0) * 100 // (200 + 2 * board.rules.fours)


@lru_cache(maxsize=1)
def _masks() -> Numbers:
    return symmetries()


def _by_network(board: Board, network: Network, power: int) -> Play:
    fours = board.rules.fours

    def play(rows: Rows, luck: Numbers, reached: Numbers) -> None:
        tiles = (tile.bit_length() - 1 if tile else 0 for row in rows for tile in row)
        bits = np.uint64(sum(tile << 4 * cell for cell, tile in enumerate(tiles)))
        play_out(
            network.weights, network.unit, network.stems, network.stages, row_table(), _masks(), bits, power, fours,
            luck, reached,
        )  # fmt: skip

    return play


def _by_heuristic(board: Board, power: int) -> Play:
    rules = board.rules
    weights = general.line_weights(general.LINE)
    loss = 200_000 + 3 * general.LINE["fall"] * power ** general.LINE["fall power"]  # more than boards differ by
    cascade = int(rules.merging == "cascade")

    def play(rows: Rows, luck: Numbers, reached: Numbers) -> None:
        cells = np.array([tile.bit_length() - 1 if tile else 0 for row in rows for tile in row], np.uint8)
        play_out_cells(weights, loss, cells, rules.rows, rules.cols, cascade, power, rules.fours, luck, reached)

    return play
