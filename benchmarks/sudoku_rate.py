"""Does the rater agree with Sudoku Explainer 1.2.1, how quick is it, and is every step sound?

    python benchmarks/sudoku_rate.py [--speed N] [--sound N] [--threads N] [FOLDER]

Compares ER, EP and ED with every row of the shared samples and prints the rows that differ; rates N random minimal
puzzles; follows the paths of N more against their solutions. FOLDER holds the samples; by default TESSELLA_DATA or
../shared/data says where.
"""

import argparse
import csv
import os
import time
from pathlib import Path

import numpy as np

from tessella.sudoku import Board, generate_many, rate, rate_many, solve

SAMPLES = ["se_1.2.1_sample.csv", "se_1.2.1_hard_sample.csv", "hardest_published_sample.csv"]
FIELDS = ("er", "ep", "ed")


def agreement(path: Path, threads: int | None) -> None:
    """Print how many rows of a sample agree, and those that do not."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    signs = [[int(sign) if sign in "123456789" else 0 for sign in row["puzzle"]] for row in rows]
    begun = time.process_time()
    rated = rate_many(np.array(signs, np.uint8), threads=threads)
    spent = time.process_time() - begun
    same = [sum(float(row[field]) == value for row, value in zip(rows, rated[field], strict=True)) for field in FIELDS]
    near = sum(abs(float(row["er"]) - value) < 0.11 for row, value in zip(rows, rated["er"], strict=True))
    print(f"| {path.name} | {len(rows)} | {same[0]} | {near} | {same[1]} | {same[2]} | {spent:.1f} s |", flush=True)
    for row, *values in zip(rows, *(rated[field] for field in FIELDS), strict=True):
        if [float(row[field]) for field in FIELDS] != values:
            print(f"    {row['puzzle']} {[row[field] for field in FIELDS]} here {[float(value) for value in values]}")


def speed(n: int) -> None:
    """Print how many random minimal puzzles a core rates in a second, by the technique they need."""
    puzzles = generate_many(n, seed=7)
    er = rate_many(puzzles, threads=1)["er"]
    for name, chosen in (
        ("all", puzzles),
        ("singles and pairs", puzzles[er <= 3.4]),
        ("no chains", puzzles[er < 6.5]),
        ("chains up to 7.4", puzzles[(er >= 6.5) & (er < 7.5)]),
        ("above", puzzles[er >= 7.5]),
    ):
        times = []
        for _turn in range(3):
            begun = time.process_time()
            rate_many(chosen, threads=1)
            times.append(time.process_time() - begun)
        print(f"| {name} | {len(chosen)} | {len(chosen) / min(times):,.0f} a second |", flush=True)


def sound(n: int) -> None:
    """Follow the paths of random minimal puzzles; stop at a step that contradicts the solution."""
    steps = 0
    for puzzle in generate_many(n, seed=11):
        board = Board.of_givens(puzzle.tolist())
        solution = solve(board).rows
        for step in rate(board).path:
            steps += 1
            assert step.placements or step.eliminations, (board, step)
            assert all(solution[row - 1][col - 1] == digit for digit, row, col in step.placements), (board, step)
            assert all(solution[row - 1][col - 1] != digit for digit, row, col in step.eliminations), (board, step)
    print(f"{steps} steps of {n} puzzles are sound")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--speed", type=int, default=4000)
    parser.add_argument("--sound", type=int, default=2000)
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    shared = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
    folder = Path(asked.folder) if asked.folder else shared / "sudoku"
    begun = time.process_time()
    rate(Board.parse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
    print(f"first rating, compiling what is not compiled yet: {time.process_time() - begun:.1f} s\n")
    print("| sample | puzzles | ER equal | ER within 0.1 | EP equal | ED equal | time |\n|---|---|---|---|---|---|---|")
    for name in SAMPLES:
        if (folder / name).exists():
            agreement(folder / name, asked.threads)
    print("\n| random minimal puzzles | number | rated |\n|---|---|---|")
    speed(asked.speed)
    print()
    sound(asked.sound)


if __name__ == "__main__":
    main()
