"""Soundness of every step of every path on thousands of puzzles, classic ones and variants.

    python benchmarks/sudoku_sound.py [-n N] [--file N] [--made N] [--names NAME ...] [--stated N] [--seed N]
                                      [--ways NAME ...] [--patience SECONDS] [FOLDER]

Takes N random minimal puzzles (`-n`), N spread over each file of the shared data (`--file`; FOLDER, by default
TESSELLA_DATA or ../shared/data, holds sudoku/ and variants/), N made ones of each variant (`--made`; `--names` chooses)
and N spread over each kind in the collections with stated solutions (`--stated`). The path of each is followed in four
ways: explained by looking, explained with candidates, rated in plain Python, and rated by the kernels; variants by the
first two. The solution is the one that is stated, or comes from an engine that solves in bulk and knows no technique.

A step is wrong where it places another digit than the solution's, removes the solution's, or does nothing; a path is
unfinished where some blank cell is not placed, and left where it takes longer than `--patience` says, in seconds of
processor time. What is wrong is printed with its puzzle, and the exit code is then 1. The hardest puzzles take plain
Python half a minute each.
"""

import argparse
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from tessella.sudoku import Board, Rules, explain, generate_many, rate, solve_many
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.generator.recipe import Recipe, Series
from tessella.sudoku.generator.variants.bulk import generate_boards

SIGNS = "123456789.0"
DIGITS = "0123456789ABCDEFG"
Pairs = Iterable[tuple[Board, Board]]  # puzzles, each with its solution
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


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` when a block has taken so much processor time."""
    if math.isinf(seconds):
        yield
        return
    signal.signal(signal.SIGVTALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _out_of_time(_signal: int, _frame: object) -> None:
    raise TimeoutError


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


def classic(puzzles: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> Pairs:
    """Yield the proper ones of some classic puzzles."""
    solutions, status = solve_many(puzzles, threads=1)
    for row, solution in zip(puzzles[status == 1].tolist(), solutions[status == 1].tolist(), strict=True):
        yield Board.of_givens(row), Board.of_givens(solution)


def made(name: str, n: int, seed: int) -> Pairs:
    """Yield n puzzles of a variant that are made here."""
    for board in generate_boards(Series(Recipe.parse(name), seed, range(n)), threads=1):
        solutions, status = solve_many(np.array([board.givens], np.uint8), threads=1, rules=board.rules)
        assert status[0] == 1, board
        yield board, Board.of_givens(solutions[0].tolist(), board.box, board.constraints)


def stated(folder: Path, n: int) -> Iterator[tuple[str, Pairs]]:
    """Yield each kind of the collections of variants, with n puzzles spread over those of one solution."""
    kinds: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob("std_*.jsonl")):
        for record in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            if record["unique"]:
                kind = record["name"].rpartition("-")[0] if record["collection"] == "generated" else path.stem
                kinds.setdefault(kind, []).append(record)
    for kind, records in kinds.items():
        yield kind, map(pair, records[:: max(len(records) // n, 1)][:n])


def pair(record: Mapping[str, Any]) -> tuple[Board, Board]:
    """Return the puzzle of a record and its solution."""
    lowest = int(record.get("digits", "1")[0])
    zero = [{"type": "digits", "lowest": 0}] * (not lowest)
    rules = Rules.from_json(record["constraints"] + zero, record["size"])
    puzzle, solution = (
        Board.of_givens(
            [0 if sign == "." else DIGITS.index(sign) + 1 - lowest for sign in signs], rules.box, rules.constraints
        )
        for signs in (record["givens"], record["solution"])
    )
    return puzzle, solution


def follow(name: str, pairs: Pairs, ways: list[str], patience: float) -> bool:
    """Follow the paths of some puzzles, print a row a way and return whether all is well."""
    pairs = [*pairs]
    good = True
    for way in ways:
        steps = wrong = unfinished = left = 0
        begun = time.process_time()
        for puzzle, solution in pairs:
            try:
                with within(patience):
                    for step, fault in faults(puzzle, solution, WAYS[way](puzzle)):
                        steps += step is not None
                        wrong += bool(step and fault)
                        unfinished += step is None
                        if fault:
                            print(f"    {puzzle.to_text()} {step.technique if step else 'end'}: {fault}")
            except TimeoutError:
                left += 1
        spent = (time.process_time() - begun) / max(len(pairs), 1)
        print(
            f"| {name} | {way} | {len(pairs)} | {steps} | {wrong} | {unfinished} | {left} | {1000 * spent:.0f} ms |",
            flush=True,
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
    parser.add_argument("--made", type=int, default=10, help="how many of each variant are made")
    parser.add_argument(
        "--names", nargs="+", default=[*VARIANTS, "jigsaw+x", "killer+x"], help="as in ids: killer/hard"
    )
    parser.add_argument("--stated", type=int, default=10, help="how many of each kind")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--patience", type=float, default=float("inf"))
    asked = parser.parse_args()
    shared = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
    folder = Path(asked.folder) if asked.folder else shared
    print("| puzzles | path | puzzles | steps | wrong steps | unfinished paths | left | CPU a puzzle |")
    print("|---|---|---|---|---|---|---|---|")
    of_variants = [way for way in asked.ways if not way.startswith("rated")]
    random = generate_many(asked.n, seed=asked.seed, threads=1)
    good = not asked.n or follow("random minimal", classic(random), asked.ways, asked.patience)
    files = [*sorted(folder.glob("sudoku/*.txt")), *sorted(folder.glob("sudoku/*.csv"))] if asked.file else []
    for path in files:
        if len(found := read(path, asked.file)):
            good &= follow(path.name, classic(found), asked.ways, asked.patience)
    for name in asked.names if asked.made else []:
        good &= follow(name, made(name, asked.made, asked.seed), of_variants, asked.patience)
    for kind, pairs in stated(folder / "variants", asked.stated) if asked.stated else []:
        good &= follow(kind, pairs, of_variants, asked.patience)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
