"""Chances of the next tile, counted in rollouts: games played on quickly from the board after each move.

The network plays them without looking ahead; on boards that it does not know, the heuristic two plies deep. Whoever
looks further ahead does better than these chances say, the more so the larger the tile. The luck of the games follows
from the board, so the same question has the same answer, and all moves are tried with the same luck.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax
from tessella.game2048.kernels.bitboard import Numbers, pack, row_table
from tessella.game2048.kernels.expectimax_any import Tally, line_weights, play_out
from tessella.game2048.players.base import Player, share_of_games
from tessella.game2048.players.heuristic import HeuristicPlayer, kernel_rules
from tessella.game2048.players.network import NetworkPlayer
from tessella.game2048.players.plain import loss_of
from tessella.game2048.sliding import Rows, exponents, slide
from tessella.game2048.training.weights import LATER, Network
from tessella.io.worker_threads import cores
from tessella.rng import fold, seed_of

NETWORK_MOVES = 1_000_000  # how many moves the network plays for one answer, in all games: about 0.3 s on one core
HEURISTIC_CELLS = 4_000_000  # what the heuristic looks at in about as long: a move costs the square of the cells
TOO_LARGE = 16  # the power of two of the smallest tile that no board of the network's holds
MIN_GAMES, MAX_GAMES = 12, 1000  # for each move: with fewer than the first there is no answer at all


class Outlook(NamedTuple):
    """What comes of a move when the game is played on quickly."""

    chance: float  # the share of the games in which the tile came
    error: float  # its standard error
    points: float | None  # that move and game brought on average; None where games were not played to their end


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
    if (games := _game_count(board, len(slides), last, network)) < MIN_GAMES:
        last = power
        games = _game_count(board, len(slides), last, network)
    if games < MIN_GAMES:
        return {}
    streams = np.array([fold((seed_of(board.to_text()), game)) for game in range(games)], np.uint64)
    play = _by_network(board, network, power, last) if network else _by_heuristic(board, power, last)
    # The network's games end where two 32768 meet, before the points of that.
    is_whole = rules.ends and last == rules.target.bit_length() - 1 and not (network and last >= TOO_LARGE)

    def outlook(slid: tuple[Rows, tuple[int, ...]]) -> Outlook:
        rows, merged = slid
        highest = max(map(max, rows))
        reached, scored = (np.zeros(games, np.int64),) * 2 if highest >> last else play(rows, streams.copy())
        chance = (1.0, 0.0) if highest >> power else share_of_games(int(reached.sum()), games)
        return Outlook(*chance, rules.points_of(merged) + float(scored.mean()) if is_whole else None)

    with ThreadPoolExecutor(min(threads or cores(), len(slides))) as pool:
        return dict(zip(slides, pool.map(outlook, slides.values()), strict=True))


def _game_count(board: Board, moves: int, last: int, network: Network | None) -> int:
    affordable = NETWORK_MOVES if network else HEURISTIC_CELLS // (board.rules.rows * board.rules.cols) ** 2
    # Each move brings a new tile to the sum of all, which must come to that of the tile.
    missing = (1 << last) - sum(map(sum, board.rows))
    length = 8 * last + max(missing, 0) * 100 // (200 + 2 * board.rules.fours)
    return min(MAX_GAMES, affordable // (moves * length))


# Plays on from tiles with streams of random numbers; returns which games reached the tile, and their points.
Play = Callable[[Rows, Numbers], tuple[Numbers, Numbers]]


def _by_network(board: Board, network: Network, power: int, last: int) -> Play:
    fours = np.uint64(-(-(board.rules.fours << 32) // 100))
    arrays = network.opening if last < LATER else network.arrays  # a game ends before it holds more

    def play(rows: Rows, streams: Numbers) -> tuple[Numbers, Numbers]:
        playing, log = np.zeros((expectimax.GAMES, 4), np.int64), np.full((len(streams), 4), -1, np.int64)
        games = expectimax.Games(streams, playing, log, np.uint64(pack(rows)), fours, last)
        expectimax.play(row_table(), arrays, 1, 0.0, 1 << 60, games, expectimax.workspace())
        return log[:, 2] >= power, log[:, 0]

    return play


def _by_heuristic(board: Board, power: int, last: int) -> Play:
    rules = kernel_rules(board.rules, board.rules.points)._replace(target=last)

    def play(rows: Rows, streams: Numbers) -> tuple[Numbers, Numbers]:
        tally = Tally(streams, np.zeros(len(streams), np.uint8), np.zeros(len(streams), np.int64))
        play_out(line_weights(), loss_of(1 << last), np.array(exponents(rows), np.uint8), rules, power, tally)
        return tally.reached, tally.scored

    return play


def warm_up() -> None:
    """Call the kernels for boards of every size, so that they are compiled."""
    HeuristicPlayer(ply=1).values(board := Board.parse("2../.../..."))
    outlooks(board, None, threads=1)
