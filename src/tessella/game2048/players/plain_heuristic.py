"""The heuristic's values at one ply and two in numpy alone, until its kernels are compiled.

They are those of `kernels.heuristic` bit for bit. A move takes 0.1 milliseconds at one ply, 1 at two.
"""

from functools import lru_cache

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels.bitboard import Numbers, U, pack
from tessella.game2048.kernels.expectimax_any import EMPTY, FALLS, PAIR, SIZE, line_weights
from tessella.game2048.kernels.heuristic import SOONER, WON
from tessella.game2048.players.base import Player, legal_moves
from tessella.game2048.players.plain import loss_of
from tessella.game2048.players.plain_network import PLACES, slid, transposed
from tessella.game2048.sliding import DIRECTIONS

MAX_PLY = 2  # another ply takes 50 ms a move


class PlainHeuristicPlayer(Player):
    """A player that gives what `HeuristicPlayer` gives so many plies deep, on boards that `knows` says.

    >>> PlainHeuristicPlayer(2).choose(Board.parse("2 . . . / 4 . . . / 8 . . . / 16 . . 16"))
    'left'
    """

    def __init__(self, ply: int) -> None:
        self.ply = ply

    @property
    def name(self) -> str:
        """What this player is called."""
        return f"heuristic, {self.ply} ply"

    def values(self, board: Board) -> dict[str, float]:
        """Return what each legal move is worth, the best the largest; raise MoveError where the game is over."""
        moves, rules = legal_moves(board), board.rules
        target = rules.target.bit_length() - 1 if rules.ends else 0
        start = np.array([pack(board.rows)], np.uint64)
        after = slid(start)[0][[DIRECTIONS.index(move) for move in moves], 0]
        values = static(after, target)
        if self.ply > 1:
            lost = int(static(start, target)[0]) - int(loss_of(board.highest))
            values = np.where(_holds(after, target), values + SOONER, _expected(after, rules.fours / 100, target, lost))
        return dict(zip(moves, map(float, values), strict=True))


def knows(board: Board, ply: int) -> bool:
    """Return whether the player gives the values of a search: on 4x4, where two 32768 cannot meet in it."""
    rules = board.rules
    is_usual = (rules.rows, rules.cols, rules.merging) == (4, 4, "once")
    return 0 < ply <= MAX_PLY and is_usual and board.highest < 1 << 14


def static(boards: Numbers, target: int) -> Numbers:
    """Return what the heuristic thinks of boards: (n,) int64."""
    lines = np.concatenate([boards, transposed(boards)]).view(np.uint16)
    return np.asarray(_lines(target)[lines].reshape(2, -1, 4).sum(axis=(0, 2)))


def _expected(boards: Numbers, fours: float, target: int, lost: int) -> Numbers:
    """Return the mean of the best moves after every new tile, (n,) float64."""
    board, cell = np.nonzero((boards[:, None] >> PLACES) & U(15) == 0)
    sums = np.zeros((2, len(boards)), np.int64)
    for part, tile in zip(sums, (1, 2), strict=True):
        tiled = boards[board] | U(tile) << PLACES[cell]
        after = slid(tiled)[0]
        values = np.where(after == tiled, lost, static(after.ravel(), target).reshape(after.shape))
        np.add.at(part, board, np.maximum(values.max(axis=0), lost))
    twos, rest = sums
    return np.asarray((twos * (1.0 - fours) + rest * fours) / np.bincount(board, minlength=len(boards)))


def _holds(boards: Numbers, target: int) -> Numbers:
    """Return which boards hold the tile that ends the game; none where there is no such tile."""
    return np.asarray(((boards[:, None] >> PLACES) & U(15) == target).any(axis=1) & (target > 0))


@lru_cache(maxsize=4)
def _lines(target: int) -> Numbers:
    """Return what the heuristic thinks of every row, added up in the kernel's order: (65536,) int64."""
    weights, rows = line_weights(), np.arange(65536)
    total, rises, falls = np.zeros((3, 65536))
    last, before = np.zeros((2, 65536), np.int64)
    largest = last.copy()
    for i in range(4):
        tile = rows >> 4 * i & 15
        total += np.where(tile > 0, -weights[SIZE + tile], weights[EMPTY])
        total += np.where((tile > 0) & (tile == last), weights[PAIR], 0.0)
        if i:
            step_up = weights[FALLS + tile] - weights[FALLS + before]
            rises += np.maximum(step_up, 0.0)
            falls -= np.minimum(step_up, 0.0)
        last = np.where(tile > 0, tile, last)
        before, largest = tile, np.maximum(largest, tile)
    lines = np.rint(total - np.minimum(rises, falls)).astype(np.int64)
    return lines + WON * ((target > 0) & (largest >= target))
