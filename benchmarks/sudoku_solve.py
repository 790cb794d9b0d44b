"""Speed of the plain solver over the shared collections, and the published number of 6x6 grids.

    python benchmarks/sudoku_solve.py [--every N] [--count-6x6] [FOLDER]

Every Nth puzzle of each collection is solved, its solution checked against the rules, and the time taken. FOLDER holds
the collections; by default TESSELLA_DATA or ../shared/data says where. `--count-6x6` counts all grids with boxes of 2x3
one by one, which takes long, and compares the number with the published 28,200,960.
"""

import argparse
import os
import random
import time
from pathlib import Path

from tessella.sudoku import Board, count, solutions, solve

COLLECTIONS = [
    "easy_10k.txt",
    "17_clue.txt",
    "se_1.2.1_sample.csv",
    "top1465.txt",
    "se_1.2.1_hard_sample.csv",
    "forum_hardest_1106.txt",
    "hardest_published_sample.csv",
]


def row(name: str, puzzles: list[Board]) -> None:
    """Solve all of them and print a line of the table."""
    times = []
    for puzzle in puzzles:
        begun = time.process_time()  # other programs share the machine
        solution = solve(puzzle)
        times.append(1000 * (time.process_time() - begun))
        assert solution.is_over()
        assert all(given in (0, digit) for given, digit in zip(puzzle.givens, solution.givens, strict=True))
    times.sort()
    n = len(times)
    middle, high = times[n // 2], times[int(0.99 * (n - 1))]
    print(f"| {name} | {n} | {sum(times) / n:.3f} | {middle:.3f} | {high:.3f} | {times[-1]:.3f} |", flush=True)


def thinned(box: tuple[int, int], seed: int, tries: int) -> Board:
    """Return a puzzle of any size with one solution: a grid from which cells are taken as long as that holds."""
    luck = random.Random(seed)
    size = box[0] * box[1]
    names = luck.sample(range(1, size + 1), size)
    cells = [names[digit - 1] for digit in next(solutions(Board.empty(box))).digits]
    for cell in luck.sample(range(len(cells)), tries):
        kept, cells[cell] = cells[cell], 0
        if count(Board.of_givens(cells, box)) != 1:
            cells[cell] = kept
    return Board.of_givens(cells, box)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--count-6x6", action="store_true")
    asked = parser.parse_args()
    default = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "sudoku"
    folder = Path(asked.folder) if asked.folder else default
    print("| puzzles | solved | mean ms | median ms | 99 % ms | slowest ms |")
    print("|---|---|---|---|---|---|")
    for name in COLLECTIONS:
        lines = (folder / name).read_text(encoding="utf-8").splitlines()
        texts = [line.replace(",", " ").split()[0] for line in lines if line[:1] in "0123456789."]
        row(name, [Board.parse(text) for text in texts[:: asked.every]])
    for box, tries, number in (((2, 3), 36, 20), ((3, 4), 110, 10), ((4, 4), 150, 10), ((5, 5), 250, 5)):
        size = box[0] * box[1]
        row(f"{size}x{size}, {tries} cells tried to take", [thinned(box, seed, tries) for seed in range(number)])
    if asked.count_6x6:
        begun = time.perf_counter()
        grids = count(Board.empty((2, 3)), limit=None)
        print(f"grids of 6x6: {grids:,}, published 28,200,960, in {time.perf_counter() - begun:.0f} s")
        assert grids == 28_200_960


if __name__ == "__main__":
    main()
