"""Rollouts by the heuristic: games played on quickly on boards of any size.

They are played one after the other, and look one layer of tiles and moves ahead: without that the heuristic plays so
much worse than anybody who asks that its chances would mislead. (The network's rollouts are `expectimax.play`.)
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.game2048.kernels.bitboard import GAMMA, Bits, Numbers, mix
from tessella.game2048.kernels.expectimax_any import CELLS, Law, Limits, Memory, move, search, static

U = np.uint64
I: Any = np.int64


class Tally(NamedTuple):
    """The games, and what came of them."""

    luck: Numbers  # (n,) uint64, a stream for each game, written to
    reached: Numbers  # (n,) uint8, set to 1 for each game in which the tile came
    scored: Numbers  # (n,) int64, the points that each game brought


@kernel
def _add_tile(cells: Numbers, at: int, size: int, fours: int, chance: Bits) -> None:
    empty = 0
    for i in range(at, at + size):
        if cells[i] == 0:
            empty += 1
    left = I(((chance >> U(32)) * U(empty)) >> U(32))
    for i in range(at, at + size):
        if cells[i] == 0:
            if left == 0:
                cells[i] = 2 if ((chance & U(0xFFFF_FFFF)) * U(100)) >> U(32) < U(fours) else 1
                return
            left -= 1


@kernel
def play_out(weights: Numbers, loss: float, board: Numbers, law: Law, power: int, tally: Tally) -> int:
    """Play a game on for each stream of luck until `law.target` is made; return how many moves that took.

    weights: `expectimax_any.line_weights`. loss: how much less than a board a lost one is worth. board: (rows * cols,)
    uint8, after a move, before its new tile. power: of the tile that is waited for.
    """
    luck, reached, scored = tally
    last, fours = law.target, I(round(100 * law.fours))
    judging = Law(law.rows, law.cols, law.cascade, law.fours, last, -1)
    size = law.rows * law.cols
    cells = np.zeros(2 * CELLS, np.uint8)
    keys = np.zeros(16, np.uint64)
    known = np.zeros(16)
    values = np.zeros(4)
    counts = np.zeros(3, np.int64)
    moves = 0
    for game in range(len(luck)):
        for i in range(size):
            cells[i] = board[i]
        largest = 0
        while largest < last:
            luck[game] += GAMMA
            _add_tile(cells, 0, size, fours, mix(luck[game]))
            judged = static(cells, 0, law.rows, law.cols, weights)
            keys[:] = U(0)
            counts[:] = 0
            limits = Limits(2, 0.005, 1 << 40, judged - loss, judged + 10 * loss)
            search(cells[:size], judging, limits, weights, Memory(keys, known), values, counts)
            way = I(np.argmax(values))
            if values[way] == -np.inf:
                break
            moves += 1
            _changes, merges, gain, largest = move(cells, 0, CELLS, law, way)
            scored[game] += law.points * merges if law.points else I(gain)
            for i in range(size):
                cells[i] = cells[CELLS + i]
            if largest >= power:
                reached[game] = 1
    return moves
