"""The small network of plain Python, made of the shipped one.

    python scripts/small_network.py FILE [--moves N] [--weights N]

Takes the first stage, and keeps the weights that games ask for most. A training goes on from it whose learned weights
are thrown away: the sums of absolute errors that it leaves tell how much each weight was used. Those with the largest
product of their size and the root of that sum are kept; all others become 0. With 2.5 million weights that brings
227,000 points at one ply (1,000 games, error 3,300); by the product with the sum itself it was 217,000, by the sum
alone 208,000, and it is 248,000 with all 10.5 million weights.
"""

import argparse
import sys

import numpy as np

from tessella.game2048.kernels.ntuple import STEM
from tessella.game2048.training.plan import Plan
from tessella.game2048.training.trainer import Training
from tessella.game2048.training.weights import Network, save, shipped, tie


def first_stage(network: Network) -> Network:
    """Return the first stage of a network alone."""
    network.unpack(1)
    return Network(network.weights[: network.stems * STEM].copy(), network.unit, network.stems)


def use(network: Network, moves: int) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
    """Return how much each weight was used in so many moves of games: the sum of its absolute errors, in points."""
    training = Training(Plan(method="tc", rate=0.2, restarts=0, moves=moves, seed=3), network)
    for point in training.run():
        if point:
            sys.stderr.write(f"\r{point.moves:,} moves")
    sys.stderr.write("\n")
    return training.errors[1::2]


def pruned(network: Network, used: "np.ndarray[tuple[int], np.dtype[np.float32]]", kept: int) -> Network:
    """Return a network of which so many weights are left, by what they are worth and how much they were used."""
    worth = np.sqrt(used) * np.abs(network.weights)
    tie(Network(worth, 1.0, network.stems))  # of two weights that symmetries read alike both are kept or none
    weights = np.where(worth > np.partition(worth, -kept)[-kept], network.weights, 0).astype(np.int16)
    return Network(weights, network.unit, network.stems, about={"weights": kept})


def main() -> int:
    """Make the network, and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--moves", type=int, default=300_000_000)
    parser.add_argument("--weights", type=int, default=2_500_000)
    args = parser.parse_args()
    network = first_stage(shipped())
    small = pruned(network, use(network, args.moves), args.weights)
    print(f"{save(small, args.file):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
