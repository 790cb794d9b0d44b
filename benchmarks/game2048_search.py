"""How fast does the network play, against TDL2048?

    python benchmarks/game2048_search.py --tdl PATH/TO/2048 [--network FILE] [--rounds 3] [--plies 1,2,3]

Both play whole games by the same weights, in turns, on one thread. What counts is the processor's time in user mode;
of TDL2048's, the time it takes to start and to read its weights is taken off, which a run of one game at one ply tells.
Its networks have one stage, so of a network of several the first alone plays, in both programs: as fast, and worse.
Without `--tdl` only our own speed is shown.
"""

import argparse
import re
import resource
import struct
import subprocess
import tempfile
from pathlib import Path
from time import process_time

import numpy as np

from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.players.network import play_many
from tessella.game2048.training import weights
from tessella.game2048.training.weights import Network

GAMES = {1: 200, 2: 12, 3: 1, 4: 1}
"""How many games a round has, by plies."""
CACHES = {3: ("-c", "16M"), 4: ("-c", "256M")}
"""TDL2048's transposition table where it pays; at 3 ply a larger one was slower."""
SHAPES = (("012345", 0, 0), ("456789", 1, 0), ("012456", 0, 1), ("45689a", 1, 1))
"""Its names for our shapes: which stem, and which sixth cell."""


def write_for_tdl(network: Network, path: Path) -> None:
    """Write a network of 4x6 as TDL2048 reads it."""
    steps = network.weights.reshape(2, *[16] * 5, 2, 16)  # stem, its cells from the last to the first, which, sixth
    with path.open("wb") as file:
        file.write(struct.pack("<BI", 0, len(SHAPES)))
        for name, stem, which in SHAPES:
            table = steps[stem, ..., which, :]
            table = table.transpose((0, 1, 5, 2, 3, 4) if which == 0 else (5, 0, 1, 2, 3, 4))
            file.write(struct.pack("<BIHHHQ", 4, int(name, 16), 6, 0, 4, table.size))
            file.write((table.astype(np.float32) * np.float32(network.unit)).tobytes())
            file.write(struct.pack("<H", 0))


def ours(network: Network, ply: int, seed: int) -> tuple[int, float, float]:
    """Return moves, seconds and mean score of a round."""
    start = process_time()
    results = play_many(network, GAMES[ply], ply=ply, seed=seed)
    spent = process_time() - start
    return sum(game.moves for game in results), spent, sum(game.score for game in results) / len(results)


def theirs(program: str, path: Path, ply: int, games: int, seed: int) -> tuple[int, float, float]:
    """Return moves, seconds of user time and mean score of a round."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "-n", "4x6patt", "-i", str(path), "-a", "0", "-e", f"1x{games}", "-s", str(seed)]
    said = subprocess.run(
        [*command, *(("-d", f"{ply}p") if ply > 1 else ()), *CACHES.get(ply, ())],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found = re.search(r"summary\s+([0-9]+)ms\s+([0-9.]+)ops\s+total:\s+avg=([0-9]+)", said)
    if not found:
        raise SystemExit(said)
    return round(int(found[1]) * float(found[2]) / 1000), seconds, float(found[3])


def main() -> None:
    """Print a row for each number of plies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tdl", help="the program of TDL2048")
    parser.add_argument("--network", help="a file of weights; by default those that come with Tessella")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--plies", default="1,2,3")
    args = parser.parse_args()
    network = weights.load(args.network or weights.SHIPPED)
    network = Network(network.weights[: network.stems * STEM], network.unit, network.stems)
    play_many(network, 1, ply=1, seed=0)  # compiles
    print("ply    Tessella: moves/s   mean score    TDL2048: moves/s   mean score    ratio (least, median, most)")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.w"
        if args.tdl:
            write_for_tdl(network, path)
        for ply in map(int, args.plies.split(",")):
            rows = []
            for seed in range(1, args.rounds + 1):
                moves, seconds, mean = ours(network, ply, seed)
                row = [moves / seconds, mean, float("nan"), float("nan")]
                if args.tdl:
                    _moves, idle, _mean = theirs(args.tdl, path, 1, 1, seed)
                    moves, seconds, row[3] = theirs(args.tdl, path, ply, GAMES[ply], seed)
                    row[2] = moves / (seconds - idle)
                rows.append(row)
            us, our_mean, them, their_mean = np.array(rows).T
            ratios = us / them
            print(
                f"{ply:3}    {np.median(us):17,.0f}   {our_mean.mean():10,.0f}    {np.median(them):16,.0f}"
                f"   {their_mean.mean():10,.0f}    {ratios.min():.2f}  {np.median(ratios):.2f}  {ratios.max():.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
