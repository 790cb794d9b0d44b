"""Agreement of the plain rater with the compiled one, step by step, and its speed.

    python benchmarks/sudoku_twin.py [--most TENTHS] [--first N] [--skip N] [FOLDER]

Follows the rater's path of every row of the shared samples and asks the twin at each position. Prints, by technique,
how many positions there are, how many of them agree in technique, rating, placements, eliminations and complexity,
and the processor times. Steps that are rated above TENTHS (200 by default: none) are asked for only to see that the
twin finds nothing within it.
"""

import argparse
import csv
import os
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import median

from tessella.sudoku import Board, rate
from tessella.sudoku.explainer.search_order import next_rated
from tessella.sudoku.techniques.grid import Grid

SAMPLES = ["se_1.2.1_sample.csv", "se_1.2.1_hard_sample.csv"]


def compare(puzzle: str, most: int, same: Counter[str], times: dict[str, list[float]]) -> list[str]:
    """Ask the twin at every position of a puzzle's path; return what differs."""
    board = Board.parse(puzzle)
    grid = Grid.of(board)
    different = []
    for number, step in enumerate(rate(board).path):
        tenths = round(10 * step.rating)
        begun = time.process_time()
        found = next_rated(grid, most)
        spent = time.process_time() - begun
        name = step.technique if tenths <= most else f"above {most / 10:.1f}"
        times[name].append(spent)
        wanted = (step.technique, tenths, step.placements, step.eliminations, step.complexity)
        if tenths > most:
            is_same = found is None
        else:
            is_same = found is not None and wanted == (
                found[0].technique, found[1], found[0].placements, found[0].eliminations, found[0].complexity,
            )  # fmt: skip
        same[name] += is_same
        if not is_same:
            different.append(f"{puzzle} step {number + 1}: {wanted}, here {found}")
        grid = grid.after(
            [(9 * row + col - 10, digit) for digit, row, col in step.placements],
            [(9 * row + col - 10, digit) for digit, row, col in step.eliminations],
        )
    return different


def main() -> None:
    """Print the table of each sample."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--most", type=int, default=200)
    parser.add_argument("--first", type=int)
    parser.add_argument("--skip", type=int, default=0)
    asked = parser.parse_args()
    folder = Path(asked.folder or os.environ.get("TESSELLA_DATA", "../shared/data")) / "sudoku"
    same: Counter[str] = Counter()
    times: dict[str, list[float]] = defaultdict(list)
    puzzles = 0
    for name in SAMPLES:
        with (folder / name).open(encoding="utf-8", newline="") as file:
            rows = [row["puzzle"] for row in csv.DictReader(file)][asked.skip :][: asked.first]
        for puzzle in rows:
            puzzles += 1
            for line in compare(puzzle, asked.most, same, times):
                print(line, flush=True)
    print(f"{puzzles} puzzles")
    print("| technique | positions | same | median ms | worst ms |\n|---|---|---|---|---|")
    for name, spent in times.items():
        print(f"| {name} | {len(spent)} | {same[name]} | {1e3 * median(spent):.1f} | {1e3 * max(spent):.1f} |")
    print(f"| all | {sum(map(len, times.values()))} | {sum(same.values())} | | |")


if __name__ == "__main__":
    main()
