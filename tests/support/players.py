"""Players for the tests of 2048: a network that knows nothing, and a player that counts free cells."""

from functools import cache

import numpy as np

from tessella.game2048 import Board
from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.network import NetworkPlayer
from tessella.game2048.training.weights import Network, zeros

BLANK = Network(zeros(2 * STEM, np.int16), 1.0)
"""A network that knows nothing: what it expects are the points of the moves that it looks at."""


@cache
def greedy() -> NetworkPlayer:
    """Return the player that takes the most points; loading its kernels is left to the tests that ask it."""
    return NetworkPlayer(BLANK, ply=1)


class Counter:
    """A player of one's own: a move is worth a hundred points for each free cell that it leaves."""

    name = "counter"
    in_points = True

    def accepts(self, board: Board) -> bool:
        """Think about all boards but those of eight rows."""
        return len(board.rows) < 8

    def values(self, board: Board) -> dict[str, float]:
        """Count free cells."""
        plays = {move: board.play(move).rows for move in board.moves()}
        return {move: 100.0 * sum(row.count(0) for row in rows) for move, rows in plays.items()}

    def choose(self, board: Board) -> str:
        """Leave the most free cells."""
        values = self.values(board)
        return max(values, key=values.__getitem__)
