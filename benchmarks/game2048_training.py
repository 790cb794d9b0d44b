"""How quickly does a network learn, against TDL2048?

    python benchmarks/game2048_training.py [--tdl PROGRAM] [--moves N] [--rounds N]

PROGRAM is a binary of TDL2048+ (Guei, https://github.com/moporgic/TDL2048), built with -O3 -march=native; the
environment variable TDL2048 names it as well. Without one only our own figures are printed.

Both learn the same 4x6 network on one thread, from nothing, by TD(0) and by TC. They take turns, so that what else the
machine does falls on both; processor time counts, and of the rounds the quickest, without the start of the program. The
games of the two are as long as their players are good, which is the same after as many moves.
"""

import argparse
import os
import re
import subprocess
import time
from statistics import median

from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training

METHODS = {"td": ["-a", "0.1"], "tc": ["-a", "1.0", "coherence"]}
CALL = 1 << 16
"""Moves of one call of the kernel."""


def ours(method: str, moves: int) -> float:
    """Return how many moves a second we learn from."""
    training = Training(Plan(moves=moves, method=method, start=0, restarts=0))
    player, rate = training.players[0], training.plan.rate
    training.weights[:] = 0  # memory comes with the first touch, which is part of the start, as in the other program
    training._play(player, 0, rate)  # noqa: SLF001 - the kernel itself is measured
    begun = time.thread_time()
    for _ in range(moves // CALL):
        training._play(player, CALL, rate)  # noqa: SLF001 - as above
    return moves // CALL * CALL / (time.thread_time() - begun)


def theirs(program: str, method: str, moves: int) -> float:
    """Return how many moves a second TDL2048 learns from."""
    idle, _none = _run(program, method, "1x1")
    games = 1000 * max(1, round(moves / 800_000))  # of 400 to 1200 moves, at this stage
    spent, played = _run(program, method, f"1x{games}")
    return played / (spent - idle)


def _run(program: str, method: str, games: str) -> tuple[float, float]:
    """Return the processor time of a training, and its moves."""
    before = os.times()
    asked = [program, "-n", "4x6patt", "-t", games, "-e", "0", *METHODS[method]]
    said = subprocess.run(asked, capture_output=True, encoding="utf-8", check=True).stdout
    after = os.times()
    parts = re.findall(r"(\d+)ms ([0-9.]+)ops", said)
    moves = sum(int(milliseconds) / 1000 * float(a_second) for milliseconds, a_second in parts)
    return after.children_user - before.children_user, moves


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tdl", default=os.environ.get("TDL2048"))
    parser.add_argument("--moves", type=int, default=8_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'':4} {'ours':>9} {'TDL2048':>9} {'ratio':>6} {'median':>7}   million moves a second of processor time")
    for method in METHODS:
        here, there = [], []
        for _ in range(asked.rounds):
            here.append(ours(method, asked.moves))
            there.append(theirs(asked.tdl, method, asked.moves) if asked.tdl else float("nan"))
        ratio = median(mine / yours for mine, yours in zip(here, there, strict=True))
        best = max(here), max(there)
        print(f"{method:4} {best[0] / 1e6:9.2f} {best[1] / 1e6:9.2f} {best[0] / best[1]:6.2f} {ratio:7.2f}", flush=True)


if __name__ == "__main__":
    main()
