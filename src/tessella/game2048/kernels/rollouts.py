"""Rollouts: games played on quickly from a board, counting how often they reach its next tile.

Games are played on from one board after a move, each with its own stream of luck, by the network without looking ahead,
until the tile has come, or another one that ends them, or no move is left. Memory is what that waits for, as in
`training`: so a few games go side by side, and while one is thought about the weights of the next are on their way.

Boards that the network does not know are played on by the heuristic, one game after the other. It looks one layer of
tiles and moves ahead: without that it plays so much worse than anybody who asks that its chances would mislead.
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.simd import Vectors, empty_aligned, prefetch
from tessella.game2048.kernels.bitboard import FIRST, GAMMA, Bits, Numbers, empty_cells, mix, slide_all, spawn
from tessella.game2048.kernels.expectimax_any import CELLS, Law, Limits, Memory, move, search, static
from tessella.game2048.kernels.ntuple import LINES, NTuples, look_up, value_at

__all__ = ["GAMES", "Goal", "Tally", "play_out", "play_out_cells"]

U = np.uint64
I: Any = np.int64
F = np.float32

GAMES = 4
"""How many games are played side by side."""


class Goal(NamedTuple):
    """What is counted in the games, and when they end."""

    power: int  # of the tile that is waited for, more than any on the board; 16 stands for two 32768 that merge
    last: int  # of the tile that ends a game, `power` or more
    fours: int  # how many in a hundred new tiles are a 4


class Tally(NamedTuple):
    """The games, and what came of them."""

    luck: Numbers  # (n,) uint64, a stream for each game, written to
    reached: Numbers  # (n,) uint8, set to 1 for each game in which the tile came
    scored: Numbers  # (n,) int64, the points that each game brought


@kernel(fastmath=True)
def play_out(  # noqa: C901, PLR0912, PLR0915 - one loop, whose parts share every register
    network: NTuples, table: Numbers, masks: Vectors, board: Bits, goal: Goal, tally: Tally
) -> int:
    """Play a game on for each stream of luck; return how many moves that took.

    table: `bitboard.row_table`. masks: `ntuple.symmetries`. board: after a move, before its new tile.
    """
    weights, unit, stems, stages = network
    power, last, fours = goal
    luck, reached, scored = tally
    bound = (U(fours << 32) + U(99)) // U(100)
    games = len(luck)
    lines = LINES * stems
    offsets = empty_aligned(4 * lines * GAMES)
    after = np.zeros((GAMES, 4), np.uint64)
    points = np.zeros((GAMES, 4), np.int64)
    boards = np.zeros(GAMES, np.uint64)
    playing = np.full(GAMES, -1, np.int64)  # which game each place plays, -1 for none
    step = F(unit)
    wanted = U(power) * FIRST
    final = U(last) * FIRST
    begun = 0
    open_games = 0
    moves = 0
    for place in range(min(GAMES, games)):
        playing[place] = begun
        luck[begun] += GAMMA
        boards[place] = spawn(board, mix(luck[begun]), bound)
        begun += 1
        open_games += 1
    while open_games:
        for place in range(GAMES):
            game = playing[place]
            if game < 0:
                continue
            now = boards[place]
            ended = False
            if slide_all(now, table, after[place], points[place]) != U(0):
                reached[game] = 1  # two 32768 can merge, so they do
                ended = True
            else:
                legal = 0
                for way in range(4):
                    if after[place, way] != now:
                        legal += 1
                        at = (4 * place + way) * lines
                        look_up(after[place, way], stems, stages, masks, offsets, at)
                        for line in range(at, at + lines):
                            for lane in range(8):
                                prefetch(weights, I(offsets[line, lane]))
                ended = not legal
            if ended:
                playing[place] = -1
                open_games -= 1
        for place in range(GAMES):
            game = playing[place]
            if game >= 0:
                now = boards[place]
                best = F(-1e30)
                chosen = 0
                for way in range(4):
                    if after[place, way] != now:
                        value = F(value_at(weights, stems, offsets, (4 * place + way) * lines)) * step
                        value += F(points[place, way])
                        if value > best:
                            best = value
                            chosen = way
                now = after[place, chosen]
                moves += 1
                scored[game] += points[place, chosen]
                if power < 16 and empty_cells(now ^ wanted):
                    reached[game] = 1
                if last < 16 and empty_cells(now ^ final):
                    playing[place] = -1
                    open_games -= 1
                else:
                    luck[game] += GAMMA
                    boards[place] = spawn(now, mix(luck[game]), bound)
            if playing[place] < 0 and begun < games:
                playing[place] = begun
                luck[begun] += GAMMA
                boards[place] = spawn(board, mix(luck[begun]), bound)
                begun += 1
                open_games += 1
    return moves


@kernel
def _add_tile(cells: Numbers, at: int, size: int, fours: int, chance: Bits) -> None:
    """Put a new tile on a board of cells."""
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
def play_out_cells(weights: Numbers, loss: float, board: Numbers, law: Law, goal: Goal, tally: Tally) -> int:
    """Play a game on for each stream of luck, on a board of any size; return how many moves that took.

    weights: `expectimax_any.line_weights`. loss: how much less than a board a lost one is worth. board: (rows * cols,)
    uint8, after a move, before its new tile.
    """
    rows, cols = law.rows, law.cols
    power, last, fours = goal
    luck, reached, scored = tally
    judging = Law(rows, cols, law.cascade, fours / 100, last, -1)
    size = rows * cols
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
            judged = static(cells, 0, rows, cols, weights)
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
