"""How well do the threads of one process share the cores, against as many processes side by side?

    python benchmarks/many_cores.py [--threads 1 2 4 ...] [--turns N] [--jobs NAME ...] [FOLDER]

The work is cut into shares of some tenths of a second. N threads of one process do N shares; N processes of one thread
each do a share at the same time. Both take turns, so that what else the machine does falls on both, and the ratio of
their times, by the clock, is the median of all turns: 1 where threads lose nothing to the lock of Python, to blocks
that are too large, or to each other's memory. FOLDER holds the collections of puzzles; by default TESSELLA_DATA or
../shared/data says where.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training
from tessella.game2048.training.trainer import train as go_on
from tessella.sudoku import count_many, generate_many, rate_many

SHARED = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))


@cache
def collection(path: Path, n: int, shares: int) -> Any:
    """Return so many puzzles of a file, as often as it takes, for each share."""
    lines = path.read_text(encoding="utf-8").split()
    puzzles = np.array([[int(sign) if sign.isdigit() else 0 for sign in line[:81]] for line in lines], np.uint8)
    return np.resize(puzzles, (n * shares, 81))


@cache
def minimal(shares: int) -> Any:
    """Return random minimal puzzles for so many shares, each of the same ones."""
    return np.tile(generate_many(1000, seed=7), (shares, 1))


@cache
def training(threads: int) -> Training:
    """Return a training in which all threads play from the beginning."""
    return Training(Plan(moves=1, method="tc", start=0, restarts=0, threads=threads, alone=0))


def count(name: str, n: int, folder: Path, shares: int, threads: int) -> None:
    """Count the solutions of puzzles of a collection."""
    count_many(collection(folder / name, n, shares), threads=threads)


def rate(_folder: Path, shares: int, threads: int) -> None:
    """Rate random minimal puzzles."""
    rate_many(minimal(shares), threads=threads)


def make(_folder: Path, shares: int, threads: int) -> None:
    """Make minimal puzzles."""
    generate_many(20_000 * shares, clues="minimal", seed=3, threads=threads)


def train(_folder: Path, shares: int, threads: int) -> None:
    """Let a network learn by TC."""
    learner = training(threads)
    learner.change(moves=learner.moves + 2_000_000 * shares)
    go_on(learner)


JOBS: dict[str, Callable[[Path, int, int], None]] = {
    "count easy": partial(count, "easy_10k.txt", 2_000_000),
    "count 17 clues": partial(count, "17_clue.txt", 500_000),
    "count hardest": partial(count, "forum_hardest_1106.txt", 9000),
    "rate": rate,
    "make": make,
    "train TC": train,
}


def serve(folder: Path) -> None:
    """Do what comes in: a job, with how many shares and threads; say when it is done."""
    for line in sys.stdin:
        name, shares, threads = line.rstrip().split("\t")
        JOBS[name](folder, int(shares), int(threads))
        print("done", flush=True)


def seconds(workers: list[Any], name: str, shares: int) -> float:
    """Return how long workers take that begin a job at once, each with so many shares and threads."""
    begun = time.perf_counter()
    for worker in workers:
        worker.stdin.write(f"{name}\t{shares}\t{shares}\n")
        worker.stdin.flush()
    for worker in workers:
        assert worker.stdout.readline() == "done\n"
    return time.perf_counter() - begun


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED / "sudoku")
    powers = [1 << n for n in range(10) if 1 << n <= (os.cpu_count() or 1)]
    parser.add_argument("--threads", nargs="+", type=int, default=powers[1:] or [2])
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--jobs", nargs="+", choices=list(JOBS), default=list(JOBS))
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.folder)
        return
    call = [sys.executable, __file__, "--serve", str(asked.folder)]
    print("| job | threads | times one thread | processes: times one | threads / processes |\n|" + 5 * "---|")
    with ExitStack() as stack:
        workers: list[Any] = [
            stack.enter_context(subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"))
            for _worker in range(max(asked.threads))
        ]
        for name in asked.jobs:
            for threads in asked.threads:
                for some, shares in ((workers[:threads], 1), (workers[:1], threads)):  # load what it takes
                    seconds(some, name, shares)
                turns = []
                for _turn in range(asked.turns):
                    alone = seconds(workers[:1], name, 1)
                    turns.append((alone, seconds(workers[:threads], name, 1), seconds(workers[:1], name, threads)))
                by_threads = median(threads * alone / together for alone, _apart, together in turns)
                by_processes = median(threads * alone / apart for alone, apart, _together in turns)
                ratio = median(apart / together for _alone, apart, together in turns)
                print(f"| {name} | {threads} | {by_threads:.2f} | {by_processes:.2f} | {ratio:.3f} |", flush=True)


if __name__ == "__main__":
    main()
