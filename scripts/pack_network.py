"""The shipped network as a file, packed from its training: python scripts/pack_network.py TRAINING FROM FILE

FROM is the network with which its sums of errors began. How much games use a weight is told by the sum of its absolute
errors, in points. The more it is used, the finer the steps in which it is kept: what an error costs goes with the
square of the step, and with how often it is looked up. One that is not in FROM, and that the training hardly used, is
left out.
"""

import argparse
from pathlib import Path

import numpy as np

from tessella.game2048.training.trainer import KNOWN, Training
from tessella.game2048.training.weights import Network, load, quantize, save

UNIT = 4.0  # points
STEPS = ((1e5, 1), (1e4, 2), (1e3, 8), (250.0, 16), (-1.0, 64))
"""From which sum of errors on weights are kept in how many units."""
LEAST = 150.0  # the sum of errors up to which a new weight is left out
BLOCK = 1 << 22


def packed(training: Training, begun_from: Network) -> Network:
    """Return the network of a training with weights rounded by their use."""
    plan, used = training.plan, training.errors[1::2]
    found = quantize(training.weights, start=training.first, unit=UNIT, stems=plan.stems, stages=plan.stages)
    for start in range(0, plan.size, BLOCK):
        part = slice(start, start + BLOCK)
        weights, is_new = found.weights[part], begun_from.weights[part] == 0
        errors = used[part] - np.where(is_new, 0, KNOWN)
        steps = np.select([errors > least for least, _step in STEPS], [step for _least, step in STEPS])
        weights[:] = np.rint(weights / steps) * steps
        weights[is_new & (errors <= LEAST)] = 0
    return Network(found.weights, UNIT, plan.stems, plan.stages, training.network().about)


def main() -> None:
    """Pack, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("training", help="what `tessella 2048 train` has left")
    parser.add_argument("begun_from", metavar="from", help="the network that it began from")
    parser.add_argument("file")
    args = parser.parse_args()
    network = packed(Training.load(Path(args.training)), load(args.begun_from))
    print(f"{save(network, args.file):,} bytes")


if __name__ == "__main__":
    main()
