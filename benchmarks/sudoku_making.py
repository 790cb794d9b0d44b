"""Speed of generating puzzles, one by one and in bulk, and of canonical forms.

    python benchmarks/sudoku_making.py [--quick]

TESSELLA_DATA, or ../shared/data, holds the published puzzles whose canonical forms are timed beside those made here.
Seconds are those that one thread has worked, so that neighbours on the machine count little. What is made is proven to
have one solution by the engine (9x9) or the plain solver, outside the time.
"""

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from tessella.sudoku import canonical_many, count, generate, generate_many, is_proper_many
from tessella.sudoku.generator.recipe import SYMMETRIES

DATA = Path(os.environ.get("TESSELLA_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "sudoku"


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long a piece of work took this thread, and what it gave."""
    begun = time.thread_time()
    made = work()
    return time.thread_time() - begun, made


def plain(n: int) -> None:
    """Print the plain maker's times, per size, symmetry and clues."""
    print("plain maker                        median ms   longest ms   clues")
    cases: list[dict[str, Any]] = [
        {"box": box, "clues": None} for box in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)]
    ]
    cases += [{"box": box} for box in [(2, 2), (2, 3), (3, 2), (3, 4)]]
    cases += [{"symmetry": symmetry} for symmetry in SYMMETRIES]
    cases += [{"clues": clues} for clues in (36, 30, 24, 22, 21, 20)]
    for case in cases:
        many = 3 if case.get("box", (3, 3))[0] * case.get("box", (3, 3))[1] > 12 else n
        took = []
        boards = []
        for k in range(many):
            time_taken, board = seconds(partial(generate, 1, k, **case))
            took.append(1000 * time_taken)
            boards.append(board)
        assert all(count(board) == 1 for board in boards)
        clues = [sum(map(bool, board.givens)) for board in boards]
        name = " ".join(f"{key}={value}" for key, value in case.items())
        print(f"{name:34} {np.median(took):9.1f} {max(took):12.1f}   {min(clues)}-{max(clues)}")


def bulk(n: int) -> None:
    """Print the rates of bulk making, one thread."""
    print("\nbulk maker, one thread             puzzles/s")
    cases: list[tuple[dict[str, Any], int]] = [({}, n), ({"clues": None}, n)]
    cases += [
        ({"clues": clues}, n // share) for clues, share in ((36, 1), (30, 1), (24, 2), (22, 4), (21, 8), (20, 32))
    ]
    cases += [({"symmetry": symmetry}, n) for symmetry in SYMMETRIES[1:]]
    generate_many(1, clues=None), generate_many(1)
    for case, many in cases:
        took, made = seconds(partial(generate_many, many, seed=1, threads=1, **case))
        assert is_proper_many(made).all()
        name = " ".join(f"{key}={value}" for key, value in case.items()) or "minimal"
        print(f"{name:34} {many / took:9.0f}")


def forms(n: int) -> None:
    """Print the rates of canonical forms, the best of three."""
    print("\ncanonical forms, one thread        puzzles/s")
    canonical_many(generate_many(1))
    cases = {
        "minimal": generate_many(n, seed=2),
        "30 clues": generate_many(n, seed=2, clues=30),
        "full grids": generate_many(n, seed=2, clues=81),
    }
    for name in ("17_clue.txt", "easy_10k.txt", "forum_hardest_1106.txt"):
        if (DATA / name).exists():
            lines = (DATA / name).read_text(encoding="utf-8").splitlines()
            text = "".join(line[:81] for line in lines if line[:1] in set("123456789.0")).replace(".", "0")
            cases[name] = np.frombuffer(text.encode(), np.uint8).reshape(-1, 81) - np.uint8(ord("0"))
    for name, puzzles in cases.items():
        took, (found, _transforms) = min(
            (seconds(partial(canonical_many, puzzles)) for _turn in range(3)), key=itemgetter(0)
        )
        assert len(np.unique(found, axis=0)) == len(puzzles)
        print(f"{name:34} {len(puzzles) / took:9.0f}")


if __name__ == "__main__":
    quick = "--quick" in sys.argv
    plain(5 if quick else 40)
    bulk(2048 if quick else 32768)
    forms(2000 if quick else 20000)
