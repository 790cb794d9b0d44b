"""Chances of the next tile, counted in rollouts: games played on quickly from the board after each move.

The network plays them without looking ahead; on boards that it does not know, the heuristic two plies deep. Whoever
looks further ahead does better than these chances say, the more so the larger the tile. The luck of the games follows
from the board, so the same question has the same answer, and all moves are tried with the same luck.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax_any
from tessella.game2048.kernels.bitboard import Numbers, pack, row_table
from tessella.game2048.kernels.ntuple import symmetries
from tessella.game2048.kernels.rollouts import Goal, Tally, play_out, play_out_cells
from tessella.game2048.players.base import Player, share_of_games
from tessella.game2048.players.network import NetworkPlayer
from tessella.game2048.sliding import Rows, exponents, slide
from tessella.game2048.training.weights import Network
from tessella.rng import fold, seed_of

__all__ = ["Outlook", "outlooks", "play_on"]

NETWORK_MOVES = 1_000_000
"""How many moves the network plays for one answer, all games together: that takes about 0.3 s on one core."""
HEURISTIC_CELLS = 4_000_000
"""How much the heuristic looks at for one answer, which takes about as long: a move costs the square of the cells."""
TOO_LARGE = 16
"""The power of two of the smallest tile that no board of the network's holds."""
MIN_GAMES, MAX_GAMES = 12, 1000
"""How many games there are for each move: with fewer than the first there is no answer at all."""


class Outlook(NamedTuple):
    """What comes of a move when the game is played on quickly."""

    chance: float
    """The share of the games in which the tile came."""
    error: float
    """Its standard error."""
    points: float | None
    """The points that move and game brought on average; None where the games were not played to their end."""


def play_on(board: Board, *players: Player) -> dict[str, Outlook]:
    """Return the outlook of each legal move, by the network of the first of these players that has one for the board.

    Without any the heuristic plays.
    """
    networks = (who.network for who in players if isinstance(who, NetworkPlayer) and who.accepts(board))
    return outlooks(board, next(networks, None))


def outlooks(board: Board, network: Network | None, *, threads: int | None = None) -> dict[str, Outlook]:
    """Return for each legal move how often the tile came that is twice as large as the largest on the board.

    `network` plays; without one the heuristic does. Where a game ends at its target, it is played to its end. Nothing
    is returned where too few games can be played in time.
    """
    rules = board.rules
    power = board.highest.bit_length()  # of the next tile
    slides = {move: slide(board.rows, move, rules.merging) for move in board.moves()}
    last = max(rules.target.bit_length() - 1, power) if rules.ends else power
    games = _game_count(board, len(slides), last, network)
    if games < MIN_GAMES and last > power:
        last = power
        games = _game_count(board, len(slides), last, network)
    if games < MIN_GAMES:
        return {}
    luck = np.array([fold((seed_of(board.to_text()), game)) for game in range(games)], np.uint64)
    play = _by_network(board, network, power, last) if network else _by_heuristic(board, power, last)
    # The network's games end where two 32768 meet, before the points of that.
    is_whole = rules.ends and last == rules.target.bit_length() - 1 and not (network and last >= TOO_LARGE)

    def outlook(slid: tuple[Rows, tuple[int, ...]]) -> Outlook:
        rows, merged = slid
        highest = max(map(max, rows))
        tally = Tally(luck.copy(), np.zeros(games, np.uint8), np.zeros(games, np.int64))
        if highest >> last == 0:
            play(rows, tally)
        chance = (1.0, 0.0) if highest >> power else share_of_games(int(tally.reached.sum()), games)
        return Outlook(*chance, rules.points_of(merged) + float(tally.scored.mean()) if is_whole else None)

    with ThreadPoolExecutor(min(threads or os.cpu_count() or 1, len(slides))) as pool:
        return dict(zip(slides, pool.map(outlook, slides.values()), strict=True))


def _game_count(board: Board, moves: int, last: int, network: Network | None) -> int:
    """Return how many games there is time for after each move."""
    affordable = NETWORK_MOVES if network else HEURISTIC_CELLS // (board.rules.rows * board.rules.cols) ** 2
    # Each move brings a new tile to the sum of all, which must come to that of the tile.
    missing = (1 << last) - sum(map(sum, board.rows))
    length = 8 * last + max(missing, 0) * 100 // (200 + 2 * board.rules.fours)
    return min(MAX_GAMES, affordable // (moves * length))


Play = Callable[[Rows, Tally], object]
"""Plays on from tiles, and tallies what comes of it."""


@lru_cache(maxsize=1)
def _masks() -> Numbers:
    return symmetries()


def _by_network(board: Board, network: Network, power: int, last: int) -> Play:
    goal = Goal(power, last, board.rules.fours)
    return lambda rows, tally: play_out(network.arrays, row_table(), _masks(), np.uint64(pack(rows)), goal, tally)


def _by_heuristic(board: Board, power: int, last: int) -> Play:
    rules = board.rules
    weights = expectimax_any.line_weights(expectimax_any.LINE)
    # More than any two boards differ by.
    loss = 200_000 + 3 * expectimax_any.LINE["fall"] * last ** expectimax_any.LINE["fall power"]
    law = expectimax_any.Law(
        rules.rows, rules.cols, int(rules.merging == "cascade"), rules.fours / 100, last, rules.points
    )
    goal = Goal(power, last, rules.fours)
    return lambda rows, tally: play_out_cells(weights, loss, np.array(exponents(rows), np.uint8), law, goal, tally)
