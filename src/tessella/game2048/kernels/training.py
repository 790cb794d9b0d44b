"""How does a network learn from games that it plays with itself?

Afterstate learning (Szubert and Jaskowski 2014): the value of the board after a move, before the new tile, is moved
towards the points and the value of the next one. With temporal coherence (Beal and Smith, "Temporal Coherence and
Prediction Decay in TD Learning", IJCAI 1999; Jaskowski, "Mastering 2048 with Delayed Temporal Coherence Learning,
Multi-Stage Weight Promotion, Redundant Encoding and Carousel Shaping", 2016) each weight has a rate of its own,
|sum of its errors| / sum of their absolute values, so that a weight that is pushed to and fro comes to rest.

Weights that start high make the player look for what it has not seen (Guei, Chen and Wu, "Optimistic Temporal
Difference Learning for 2048", 2021): nothing in here knows of it but the start values. And a game that ends starts
again half-way through, until what is left of it is short (Matsuzaki, "Developing a 2048 Player with Backward
Temporal Coherence Learning and Restart", 2017), so that late positions, which decide a good player's score, are
learned as often as early ones. Only games from an empty board are counted in the curve.

Memory is what training waits for: 32 cache lines of weights for each of four moves. So four games are played side by
side, and while one is thought about the lines of the next are on their way. What a weight needs for its own rate
lies in one place, [errors, absolute errors], and both start at the same tiny number, so that the first rate is 1
without a question. The value of the last board is summed again just before its update: another game may have
changed it since.
"""

from typing import Any

import numpy as np

from tessella.game2048.kernels.bitboard import GAMMA, Bits, Numbers, mix, slide_all, spawn, start
from tessella.game2048.kernels.network import LINES, STEM, look_up, value_at
from tessella.jit import kernel
from tessella.words import Words, aligned, load, prefetch, store

__all__ = ["GAMES", "LONGEST", "TINY", "begin", "train"]

U = np.uint64
I: Any = np.int64
F = np.float32

GAMES = 4
"""How many games are played side by side."""
LONGEST = 1 << 17
"""How many moves of a game are remembered to start again from; no board of 4x4 tiles lasts longer."""
TINY = 1e-6
"""What both sums of a weight's errors start at."""

SCORE, MOVES, FRESH = 0, 1, 2  # columns of `games`


@kernel(inline=True)
def _largest(board: Bits) -> Any:
    """Return the largest power of two on a board."""
    most = U(0)
    for _ in range(16):
        most = max(most, board & U(15))
        board >>= U(4)
    return I(most)


@kernel
def begin(boards: Numbers, luck: Numbers, games: Numbers) -> None:
    """Begin every game from an empty board; the arrays are those of `train`."""
    for game in range(len(boards)):
        luck[game] += GAMMA
        boards[game] = start(mix(luck[game]))
        games[game, FRESH] = 1


@kernel(fastmath=True)
def train(  # noqa: C901, PLR0912, PLR0913, PLR0915, PLR0917 - one loop, whose parts share every register
    weights: Numbers,
    errors: Numbers,
    table: Numbers,
    stages: int,
    masks: Words,
    boards: Numbers,
    befores: Numbers,
    luck: Numbers,
    games: Numbers,
    traces: Numbers,
    log: Numbers,
    moves: int,
    rate: float,
    shortest: int,
) -> int:
    """Play and learn for about so many moves of GAMES games; return how many games ended.

    weights: float32, STEM for each stem of each stage. errors: float32, two for each weight, or none for TD(0), where
    `rate` is the whole rate; with them it is multiplied with the weight's own. boards, befores, luck: (GAMES,) uint64,
    boards, boards after the last moves (0 at a start), streams of luck. games: (GAMES, 3) int64, score,
    moves, and whether the game began from an empty board. traces: (GAMES, LONGEST) uint64, its positions.
    log: (n, 4) int64, a row for each game that ended: score, moves, largest power of two, whether it counts.
    shortest: a game of twice as many moves starts again half-way; 0 for never.
    """
    stems = len(weights) // (STEM * stages)
    lines = LINES * stems
    coherent = len(errors) > 0
    step = F(rate) / F(8 * lines)
    offsets = aligned(5 * lines * GAMES)  # four moves and the board before, for each game
    after = np.zeros((GAMES, 4), np.uint64)
    points = np.zeros((GAMES, 4), np.int64)
    ended = 0
    for game in range(GAMES):
        if befores[game]:
            look_up(befores[game], stems, stages, masks, offsets, (5 * game + 4) * lines)
    for _ in range(moves // GAMES):
        for game in range(GAMES):
            board = boards[game]
            slide_all(board, table, after[game], points[game])
            for way in range(4):
                if after[game, way] != board:
                    at = (5 * game + way) * lines
                    look_up(after[game, way], stems, stages, masks, offsets, at)
                    for line in range(at, at + lines):
                        for lane in range(8):
                            prefetch(weights, I(offsets[line, lane]))
        for game in range(GAMES):
            board = boards[game]
            best = F(-1e30)
            chosen = -1
            for way in range(4):
                if after[game, way] != board:
                    value = value_at(weights, stems, offsets, (5 * game + way) * lines) + F(points[game, way])
                    if value > best:
                        best = value
                        chosen = way
            before = (5 * game + 4) * lines
            if befores[game]:
                error = best if chosen >= 0 else F(0)
                error = (error - value_at(weights, stems, offsets, before)) * step
                for line in range(before, before + lines):
                    for lane in range(8):
                        k = I(offsets[line, lane])
                        if coherent:
                            total, absolute = errors[2 * k], errors[2 * k + 1]
                            weights[k] += abs(total) / absolute * error
                            errors[2 * k] = total + error
                            errors[2 * k + 1] = absolute + abs(error)
                        else:
                            weights[k] += error
            luck[game] += GAMMA
            chance = mix(luck[game])
            if chosen >= 0:
                befores[game] = after[game, chosen]
                for line in range(lines):
                    store(offsets, before + line, load(offsets, (5 * game + chosen) * lines + line))
                    if coherent:
                        for lane in range(8):
                            prefetch(errors, I(2 * offsets[before + line, lane]))
                played = games[game, MOVES]
                traces[game, min(played, LONGEST - 1)] = board
                games[game, SCORE] += points[game, chosen]
                games[game, MOVES] = played + 1
                boards[game] = spawn(after[game, chosen], chance)
                continue
            played = games[game, MOVES]
            if ended < len(log):
                log[ended, 0] = games[game, SCORE]
                log[ended, 1] = played
                log[ended, 2] = _largest(board)
                log[ended, 3] = games[game, FRESH]
            ended += 1
            befores[game] = U(0)
            again = shortest > 0 and played >= 2 * shortest
            games[game, SCORE] = 0
            games[game, MOVES] = 0
            games[game, FRESH] = 0 if again else 1
            boards[game] = traces[game, played // 2] if again else start(chance)
    return ended
