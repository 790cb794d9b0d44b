"""How fast is heuristic expectimax on 4x4 boards, against Robert Xiao's 2048-ai?

    python benchmarks/game2048_heuristic.py [--peer LIBRARY ...] [--positions 30] [--rounds 3]

LIBRARY is a shared library of github.com/nneonneo/2048-ai, several for several compilers. Both search the same
positions, taken from games of ours, by the peer's rule for depth: as many layers of new tiles as there are different
tiles, less two, but at least three; and nothing that comes less often than once in 10,000. Turn by turn, on one
thread; what counts is the best time of each position. A move looked at counts as one evaluation, as the peer counts
them, be it legal or not. The peer prints them, which is read; it starts with nothing remembered for each of the four
moves, we for each position, so the times of a whole position are in the last column.
"""

import argparse
import ctypes
import os
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import thread_time

import numpy as np

from tessella.game2048.board import Board
from tessella.game2048.kernels import heuristic
from tessella.game2048.players.heuristic import HeuristicPlayer
from tessella.game2048.rules import RULES

U = np.uint64
LEAST = 1e-4

Asked = Callable[[int], tuple[int, float]]
"""A board in; evaluations and seconds out."""


def positions(n: int) -> list[int]:
    """Return positions from the whole length of games, spread evenly."""
    player = HeuristicPlayer(ply=2)
    found: list[int] = []
    seed = 0
    while len(found) < 400 * n:
        board = Board.start(RULES["classic"], seed)
        while not board.is_over() and board.highest <= 32768:
            tiles = [tile.bit_length() - 1 for row in board.rows for tile in row]
            found.append(sum(max(tile, 0) << 4 * i for i, tile in enumerate(tiles)))
            board = board.play(player.choose(board))
        seed += 1
    return found[:: len(found) // n][:n]


def layers(board: int) -> int:
    """Return how many layers of new tiles are looked into."""
    return max(3, len({board >> 4 * i & 15 for i in range(16)} - {0}) - 2)


def ours(words: int) -> Asked:
    """Return our search, which remembers in so many words."""
    tables = heuristic.tables()
    known = heuristic.memory(words)
    question = 0

    def ask(board: int) -> tuple[int, float]:
        nonlocal question
        question = question % 65535 + 1
        values, counts = np.empty(4), np.zeros(2, np.int64)
        bits, ply = U(board), layers(board) + 1
        lost = heuristic.static(bits, tables.lines) - (1 << 30)
        asked = heuristic.Question(0.1, 0, ply, LEAST, 1 << 60, lost, question)
        began = thread_time()
        heuristic.search(bits, tables, asked, known, values, counts)
        return int(counts[0]), thread_time() - began

    return ask


def peers(path: Path) -> Asked:
    """Return the peer's search."""
    library = ctypes.CDLL(str(path.resolve()))
    library.init_tables()
    search = library.score_toplevel_move
    search.argtypes, search.restype = [ctypes.c_uint64, ctypes.c_int], ctypes.c_float
    flush = ctypes.CDLL(None).fflush

    def ask(board: int) -> tuple[int, float]:
        with tempfile.TemporaryFile() as said:
            sys.stdout.flush()
            kept = os.dup(1)
            os.dup2(said.fileno(), 1)
            began = thread_time()
            for move in range(4):
                search(board, move)
            took = thread_time() - began
            flush(None)
            os.dup2(kept, 1)
            os.close(kept)
            said.seek(0)
            return sum(map(int, re.findall(rb"eval'd (\d+)", said.read()))), took

    return ask


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path, action="append", default=[])
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--words", type=int, default=1 << 18, help="how much we remember")
    args = parser.parse_args()
    boards = positions(args.positions)
    players = {"Tessella": ours(args.words)} | {path.name: peers(path) for path in args.peer}
    players["Tessella"](boards[0])  # compiled by now
    best = {name: [(0, float("inf"))] * len(boards) for name in players}
    for _round in range(args.rounds):
        for i, board in enumerate(boards):
            for name, ask in players.items():
                best[name][i] = min(best[name][i], ask(board), key=lambda asked: asked[1])
    print(f"{len(boards)} positions, {min(map(layers, boards))} to {max(map(layers, boards))} layers of new tiles")
    print(f"{'':20} {'M evaluations/s':>16} {'ratio':>6} {'ms a position':>14} {'ratio':>6}")
    rates = {name: sum(n for n, _s in done) / sum(s for _n, s in done) for name, done in best.items()}
    times = {name: sum(s for _n, s in done) / len(boards) for name, done in best.items()}
    for name in players:
        print(
            f"{name:20} {rates[name] / 1e6:16.1f} {rates['Tessella'] / rates[name]:6.2f} "
            f"{1e3 * times[name]:14.2f} {times[name] / times['Tessella']:6.2f}"
        )


if __name__ == "__main__":
    main()
