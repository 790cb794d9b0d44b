"""Calibration of the shipped network's values by games: python scripts/calibration.py [--games N,N,N]

The network's values are what it learned at one ply, from games that were worse than those it plays now, and a search
adds no more to them than the next few moves. So games are played at one, two and three plies; every PAUSE moves the
value of the best move is written down, and at the end the points that were really still to come. What stands in
`calibration.json` is, for each depth and each kind of board (`players.network.kind`), pairs of the two: means of some
boards each, in order, joined where more value brought fewer points (isotonic regression: Ayer and others, "An Empirical
Distribution Function for Sampling with Incomplete Information", 1955).

Run it again when the weights change: numbers of other weights are not used.
"""

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels import expectimax
from tessella.game2048.kernels.bitboard import TENTH, row_table
from tessella.game2048.players.network import CALIBRATION, CUT, KINDS, MIN_CUT_PLY, TABLE_BITS, NetworkPlayer, kind
from tessella.game2048.rules import RULES
from tessella.game2048.training import weights
from tessella.rng import fold

PAUSE = 100
CUTS = 0.02, 0.1, 0.25, 0.4, 0.6, 0.8, 0.9, 0.95
"""The shares of boards, by their value, between which means are taken: few where a game is about to be lost."""
SEED = 2048


def board_of(bits: int, score: int) -> Board:
    """Return a board as the players take it."""
    powers = [bits >> (4 * cell) & 15 for cell in range(16)]
    tiles = [1 << power if power else 0 for power in powers]
    return Board(RULES["classic"], tuple(tuple(tiles[row : row + 4]) for row in range(0, 16, 4)), score=score)


def play(ply: int, game: int) -> list[tuple[int, float, int]]:
    """Play a game; return the kind of board, its value and the points still to come at every pause."""
    player = NetworkPlayer(ply=ply)
    network, work = player.network, expectimax.workspace(TABLE_BITS[ply])
    luck = np.array([fold((SEED, ply, game))], np.uint64)
    log, playing = np.full((1, 4), -1, np.int64), np.zeros((1, 4), np.int64)
    games = expectimax.Games(luck, playing, log, np.uint64(0), TENTH, 16)
    seen, moves = [], 1
    cut = CUT if ply >= MIN_CUT_PLY else 0.0
    while expectimax.play(row_table(), network.arrays, ply, cut, moves, games, work):
        moves = PAUSE
        board = board_of(int(work.games[0]), int(playing[0, 1]))
        if board.moves():
            seen.append((kind(board), max(player.values(board).values()), board.score))
    return [(kind, value, int(log[0, 0]) - score) for kind, value, score in seen]


def curve(values: np.ndarray, points: np.ndarray) -> list[tuple[int, int]]:
    """Return pairs of value and points that grow together."""
    order = np.argsort(values)
    parts = [
        (values[part].mean(), points[part].mean(), len(part))
        for part in np.split(order, [round(cut * len(order)) for cut in CUTS])
        if len(part)
    ]
    pairs: list[tuple[float, float, int]] = []
    for one in parts:
        pairs.append(one)
        while len(pairs) > 1 and pairs[-1][1] <= pairs[-2][1]:
            last, other = pairs.pop(), pairs.pop()
            both = last[2] + other[2]
            mean = [(last[k] * last[2] + other[k] * other[2]) / both for k in range(2)]
            pairs.append((mean[0], mean[1], both))
    return [(round(value), round(brought)) for value, brought, _number in pairs]


def main() -> None:
    """Play, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="2000,800,300", help="how many games at each depth")
    told = {}
    for ply, games in enumerate(map(int, parser.parse_args().games.split(",")), 1):
        with ProcessPoolExecutor(cpu_count()) as pool:
            found = [row for rows in pool.map(partial(play, ply), range(games), chunksize=4) for row in rows]
        kinds, values, points = (np.array(column) for column in zip(*found, strict=True))
        told[str(ply)] = [curve(values[kinds == kind], points[kinds == kind]) for kind in range(KINDS)]
        print(ply, games, "games", len(found), "boards", told[str(ply)], file=sys.stderr)
    text = json.dumps({"digest": weights.shipped().digest, "brought": told})
    CALIBRATION.write_text(text.replace("]], [[", "]],\n[[") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
