"""Speed of the rater, its agreement with Sudoku Explainer 1.2.1, and the soundness of its steps.

    python benchmarks/sudoku_rate.py [--speed N] [--sound N] [--threads N] [--cold] [--agreement] [--houses] [FOLDER]

Prints how many puzzles of each group one core and two rate in a second, N random minimal ones among them. On demand:
how long the first rating takes when nothing is compiled (`--cold`); ER, EP and ED of every row of the shared samples,
with the rows that differ (`--agreement`); the same of the committed sample of other houses, rated in plain Python
(`--houses`); whether the paths of N random puzzles agree with their solutions (`--sound N`). FOLDER holds the samples;
by default TESSELLA_DATA or ../shared/data says where.
"""

import argparse
import csv
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from tessella.sudoku import Board, generate_many, rate, rate_many, solve
from tessella.sudoku.kernels.rating.path import Puzzles

SAMPLES = ["se_1.2.1_sample.csv", "se_1.2.1_hard_sample.csv", "hardest_published_sample.csv"]
FIELDS = ("er", "ep", "ed")
HOUSES = Path(__file__).resolve().parents[1] / "tests" / "data" / "variants" / "sukaku_ratings.csv"
# What a first rating may need compiled.
FIRST = {
    "singles": "......7.21..8.....3.....4...7....5...2.1........3...6.4...65..........1.....2....",
    "cycles, forcing chains": "3.....56...1..7..9....2.1.3..9.7.......851...815.3.......24.9...83.....2..6......",
    "all": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
}


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


def agreement_on_houses() -> None:
    """Print for each kind of houses how many of its ratings are those of SukakuExplainer, and those that are not."""
    with HOUSES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for variant in dict.fromkeys(row["variant"] for row in rows):
        chosen = [row for row in rows if row["variant"] == variant]
        begun = time.process_time()
        same = [0, 0, 0]
        for row in chosen:
            rated = rate(Board.parse(f"{row['puzzle']};{row['rules']}"))
            stated, values = [float(row[field]) for field in FIELDS], [rated.er, rated.ep, rated.ed]
            same = [n + (one == other) for n, one, other in zip(same, stated, values, strict=True)]
            if stated != values:
                print(f"    {row['puzzle']} {variant} {stated} here {values}")
        spent = time.process_time() - begun
        print(f"| {variant} | {len(chosen)} | {same[0]} | {same[1]} | {same[2]} | {spent:.1f} s |", flush=True)


def cold() -> None:
    """Print how many seconds of a core the first ratings take in an empty cache, in a process of their own."""
    code = (
        "import time; from tessella.sudoku import Board, rate; begun = time.process_time()\n"
        "rate(Board.parse(PUZZLE)); print(f'{time.process_time() - begun:.1f}')"
    )
    for name, puzzle in FIRST.items():
        with TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-c", code.replace("PUZZLE", repr(puzzle))],
                env=os.environ | {"NUMBA_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            )
        print(f"| {name} | {done.stdout.strip()} s |", flush=True)


def read(path: Path, every: int) -> Puzzles:
    """Return every Nth puzzle of a file."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("puzzle")][::every]
    return np.array([[int(sign) if sign in "123456789" else 0 for sign in line[:81]] for line in lines], np.uint8)


def speed(n: int, folder: Path) -> None:
    """Print how many puzzles of each group one core and two rate in a second, the best of three turns."""
    puzzles = generate_many(n, seed=7)
    er = rate_many(puzzles, threads=1)["er"]
    groups = {
        "random minimal": puzzles,
        "random minimal, most=3.4": puzzles,
        "singles and pairs (ER up to 3.4)": puzzles[er <= 3.4],
        "no chains (ER below 6.5)": puzzles[er < 6.5],
        "chains up to 7.4": puzzles[(er >= 6.5) & (er < 7.5)],
        "above": puzzles[er >= 7.5],
    }
    files = {"17_clue.txt": 20, "se_1.2.1_hard_sample.csv": 1, "hardest_published_sample.csv": 12}
    files |= {"forum_hardest_1106.txt": 40}
    groups |= {f"{name}, 1 in {step}": read(folder / name, step) for name, step in files.items()}
    for name, chosen in groups.items():
        most = 3.4 if "most" in name else None
        best = []
        for threads in (1, 2):
            times = []
            for _turn in range(3):
                begun = time.perf_counter()
                rate_many(chosen, most=most, threads=threads)
                times.append(time.perf_counter() - begun)
            best.append(len(chosen) / min(times))
        print(f"| {name} | {len(chosen)} | {best[0]:,.4g} | {best[1]:,.4g} |", flush=True)


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
    parser.add_argument("--sound", type=int, default=0)
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--agreement", action="store_true")
    parser.add_argument("--houses", action="store_true")
    parser.add_argument("--threads", type=int)
    asked = parser.parse_args()
    shared = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
    folder = Path(asked.folder) if asked.folder else shared / "sudoku"
    if asked.cold:
        print("| first rating, nothing compiled | time of a core |\n|---|---|")
        cold()
    if asked.speed:
        rate(Board.parse(FIRST["all"]))  # all is compiled from here on
        print("\n| puzzles | number | a second, one core | two |\n|---|---|---|---|")
        speed(asked.speed, folder)
    if asked.agreement:
        print("\n| sample | puzzles | ER equal | ER within 0.1 | EP equal | ED equal | time |\n|" + 7 * "---|")
        for name in SAMPLES:
            agreement(folder / name, asked.threads)
    if asked.houses:
        print("\n| houses | puzzles | ER equal | EP equal | ED equal | time |\n|" + 6 * "---|")
        agreement_on_houses()
    if asked.sound:
        sound(asked.sound)


if __name__ == "__main__":
    main()
