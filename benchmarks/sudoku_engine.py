"""Speed of the Sudoku engine by collection of puzzles, and how long it takes to start.

    python benchmarks/sudoku_engine.py [FOLDER]

Reads the collections in FOLDER, by default the shared data beside the repository or what TESSELLA_DATA says, and
measures the project's own as well. Two columns are on one thread, the third on all; the best of five.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from tessella.sudoku.bench import Timing, compiled, measure, timings

DATA = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "sudoku"

START = (
    "import time; start = time.perf_counter(); import numpy as np; from tessella.sudoku.bulk_solver import solve_many;"
    "solve_many(np.zeros(({n}, 81), np.uint8)); print(time.perf_counter() - start)"
)


def start_times() -> None:
    """Print how long the first call takes in a fresh process, before and after the machine code lies on disk."""
    with tempfile.TemporaryDirectory() as folder:
        for state in ("cold", "cached"):
            for n, what in ((1, "one puzzle"), (1000, "many puzzles")):
                done = subprocess.run(
                    [sys.executable, "-c", START.format(n=n)],
                    env=os.environ | {"NUMBA_CACHE_DIR": folder, "PYTHONPATH": os.pathsep.join(sys.path)},
                    capture_output=True,
                    check=True,
                    encoding="utf-8",
                )
                print(f"first call, {state}, {what}: {float(done.stdout):.2f} s")


def show(row: Timing) -> None:
    """Print one line of the table."""
    print(
        f"{row.name:24} {row.puzzles:8,} {row.microseconds:9.3f} {row.solving:9.3f} {row.per_second:14,.0f}", flush=True
    )


def main() -> None:
    """Print the table."""
    start_times()
    engine = compiled()
    print(f"{'':24} {'puzzles':>8} {'count us':>9} {'solve us':>9} {'counts a second':>14}")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    for path in sorted(folder.glob("*.txt")):
        lines = [line[:81] for line in path.read_text(encoding="utf-8").splitlines()]
        marks = [[int(mark) if mark.isdigit() else 0 for mark in line] for line in lines if len(line) == 81]
        if len(marks) == len(lines):
            show(measure(path.name, np.array(marks, np.uint8), engine))
    for row in timings(engine):
        show(row)


if __name__ == "__main__":
    main()
