"""Soundness of every step of every path on thousands of puzzles.

    python benchmarks/sudoku_sound.py [-n N] [--seed N] [--file N] [--ways NAME ...] [FOLDER]

Takes N random minimal puzzles, and N spread over each file of the shared data (FOLDER; by default TESSELLA_DATA or
../shared/data says where), and follows the path of each in four ways: explained by looking, explained with
candidates, rated in plain Python, and rated by the kernels. The solution comes from the engine that solves in bulk,
which knows no technique. A step is wrong where it places another digit than the solution's, removes the solution's, or
does nothing; a path is unfinished where some blank cell is not placed. What is wrong is printed with its puzzle, and
the exit code is then 1. The hardest puzzles take plain Python half a minute each.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

import numpy as np

from tessella.sudoku import Board, explain, generate_many, rate, solve_many

SIGNS = "123456789.0"
Places = tuple[tuple[int, int, int], ...]


class Step(Protocol):
    """What an explained step and a rated one have in common."""

    @property
    def technique(self) -> str: ...  # noqa: D102 - see the class
    @property
    def placements(self) -> Places: ...  # noqa: D102 - see the class
    @property
    def eliminations(self) -> Places: ...  # noqa: D102 - see the class


def explained(board: Board, style: str = "candidates", order: str = "taught") -> Iterator[Step]:
    """Yield the steps that are told to a person."""
    for found in explain(board, style=style, order=order):
        assert found.step is not None
        yield found.step


WAYS: dict[str, Callable[[Board], Iterable[Step]]] = {
    "direct": lambda board: explained(board, "direct"),
    "candidates": lambda board: explained(board, "candidates"),
    "rated-in-words": lambda board: explained(board, order="rated"),
    "rated": lambda board: rate(board).path,
}


def faults(puzzle: Board, solution: Board, steps: Iterable[Step]) -> Iterator[tuple[Step | None, str]]:
    """Yield every step and what is wrong with it, "" if nothing is; None last if the path does not end solved."""
    rows = solution.rows
    blank = {(r, c) for r, row in enumerate(puzzle.rows, 1) for c, digit in enumerate(row, 1) if not digit}
    for step in steps:
        wrong = [f"r{r}c{c}={d}" for d, r, c in step.placements if rows[r - 1][c - 1] != d]
        wrong += [f"r{r}c{c}<>{d}" for d, r, c in step.eliminations if rows[r - 1][c - 1] == d]
        if not step.placements and not step.eliminations:
            wrong.append("does nothing")
        blank.difference_update((r, c) for _d, r, c in step.placements)
        yield step, ", ".join(wrong)
    if blank:
        yield None, f"{len(blank)} cells left"


def read(path: Path, n: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Return n proper puzzles spread over a file that has one at the beginning of each line."""
    lines = [line[:81] for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if len(line) == 81 and not line.strip(SIGNS)]
    lines = lines[:: max(len(lines) // n, 1)][:n]
    return np.array([[int(sign.replace(".", "0")) for sign in line] for line in lines], np.uint8).reshape(-1, 81)


def follow(name: str, puzzles: np.ndarray[tuple[int, int], np.dtype[np.uint8]], ways: list[str]) -> bool:
    """Follow the paths of some puzzles, print a row a way and return whether all is well."""
    solutions, status = solve_many(puzzles, threads=1)
    boards = [Board.of_givens(row.tolist()) for row in puzzles[status == 1]]
    solved = [Board.of_givens(row.tolist()) for row in solutions[status == 1]]
    good = True
    for way in ways:
        steps = wrong = unfinished = 0
        begun = time.process_time()
        for puzzle, solution in zip(boards, solved, strict=True):
            for step, fault in faults(puzzle, solution, WAYS[way](puzzle)):
                steps += step is not None
                wrong += bool(step and fault)
                unfinished += step is None
                if fault:
                    print(f"    {puzzle.to_text()} {step.technique if step else 'end'}: {fault}")
        spent = (time.process_time() - begun) / max(len(boards), 1)
        print(
            f"| {name} | {way} | {len(boards)} | {steps} | {wrong} | {unfinished} | {1000 * spent:.0f} ms |", flush=True
        )
        good = good and not wrong and not unfinished
    return good


def main() -> int:
    """Print the table and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("-n", type=int, default=3000, help="how many random minimal puzzles")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--file", type=int, default=300, help="how many of each file")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    asked = parser.parse_args()
    shared = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
    folder = Path(asked.folder) if asked.folder else shared / "sudoku"
    print("| puzzles | path | puzzles | steps | wrong steps | unfinished paths | CPU a puzzle |")
    print("|---|---|---|---|---|---|---|")
    good = not asked.n or follow("random minimal", generate_many(asked.n, seed=asked.seed, threads=1), asked.ways)
    files = [*sorted(folder.glob("*.txt")), *sorted(folder.glob("*.csv"))] if asked.file else []
    for path in files:
        if len(found := read(path, asked.file)):
            good &= follow(path.name, found, asked.ways)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
