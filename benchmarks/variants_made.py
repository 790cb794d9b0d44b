"""Puzzles of every variant, made in bulk: how many a second, and a proof of a sample of them.

    python benchmarks/variants_made.py -n 1000 --sample 100 killer jigsaw+x      all variants where none is named
    python benchmarks/variants_made.py --iss CHECKOUT ...                        the sample proven by ISS, run by node

A sample is solved by the plain solver, which shares no code with the generator's proofs (for house shapes) nor with the
engine (for the rest), or by the Interactive Sudoku Solver: each must have exactly one solution. The checker, a third
reading of the rules, must find nothing wrong with the plain solver's, and no puzzle may come twice. Prints a line a
variant: puzzles, the seconds of processor time each took, givens in the middle, proven, given up (by the plain solver,
in `--patience` seconds; or not to be written for ISS), wrong.
"""

import argparse
import statistics
import time
from collections.abc import Sequence
from itertools import islice

from tessella.errors import PuzzleError
from tessella.sudoku.board import Board
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.sudoku.generator.recipe import Recipe, Series, read_variants
from tessella.sudoku.generator.variants.bulk import generate_boards
from tessella.sudoku.rules.checker import is_solved
from tessella.sudoku.variants import plain_solver
from variants import counts_of_iss, written_for_iss


def verdict(board: Board, patience: float) -> str:
    """Return whether a puzzle is proven to have one solution that keeps its rules, given up, or wrong."""
    try:
        found = [*islice(plain_solver.solutions(board.givens, board.rules, timeout=patience), 2)]
    except PuzzleError:
        return "given up"
    return "proven" if len(found) == 1 and is_solved(found[0], board.rules) else "wrong"


def verdicts_of_iss(boards: Sequence[Board], iss: str) -> list[str]:
    """Return the same as ISS finds it, given up where it cannot be written for ISS."""
    strings = [written_for_iss(board) for board in boards]
    counts = iter(counts_of_iss(iss, [string for string in strings if string])[1])
    return [{1: "proven"}.get(next(counts), "wrong") if string else "given up" for string in strings]


def measure(name: str, puzzles: int, sample: int, seed: int, patience: float, iss: str) -> int:
    """Make puzzles of a variant, print what became of them, and return how many are wrong."""
    recipe = Recipe(variants=read_variants(name))
    begun = time.process_time()
    boards = [*generate_boards(Series(recipe, seed, range(puzzles)), threads=1)]
    each = (time.process_time() - begun) / puzzles
    drawn = boards[:: max(1, puzzles // sample)][:sample]
    verdicts = verdicts_of_iss(drawn, iss) if iss else [verdict(board, patience) for board in drawn]
    wrong = verdicts.count("wrong") + len(boards) - len({*boards})
    givens = statistics.median(81 - board.givens.count(0) for board in boards)
    print(
        f"{name:16} {len(boards):6} made, {1 / each:7.1f} a second, {givens:4.0f} givens,"
        f" {verdicts.count('proven'):5} proven, {verdicts.count('given up'):3} given up, {wrong} wrong",
        flush=True,
    )
    return wrong


def main() -> int:
    """Measure; the exit code is 1 where a puzzle is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*VARIANTS, "jigsaw+x", "killer+x"])
    parser.add_argument("-n", type=int, default=1000)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=20.0)
    parser.add_argument("--iss", default="", help="a checkout of the Interactive Sudoku Solver")
    args = parser.parse_args()
    wrong = sum(measure(name, args.n, args.sample, args.seed, args.patience, args.iss) for name in args.names)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
