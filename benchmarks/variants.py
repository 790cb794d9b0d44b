"""How long the engine of variants takes to prove that puzzles have one solution, set by set.

python benchmarks/variants.py FOLDER [SECONDS]      FOLDER holds std_*.jsonl; a puzzle is given up after so many seconds

Processor time of one thread, rules encoded anew for each puzzle; the kernels are compiled before.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from tessella.errors import RulesError
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import UNDECIDED, Budget, solve_many, warm_up

SIGNS = "0123456789ABCDEFG"


def main() -> None:
    """Print a line for each set: how many puzzles, how they came out, and the time of all together."""
    budget = Budget(seconds=float(sys.argv[2]) if len(sys.argv) > 2 else 20)
    warm_up()
    print(f"{'set':32} puzzles  right  wrong  given up  refused  seconds")
    for path in sorted(Path(sys.argv[1]).glob("std_*.jsonl")):
        right = wrong = given_up = refused = 0
        started = time.process_time()
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            lowest = int(one.get("digits", "1")[0])
            constraints = [*one["constraints"], *([{"type": "digits", "lowest": 0}] if lowest == 0 else [])]
            digits = [0 if sign == "." else SIGNS.index(sign) + 1 - lowest for sign in one["givens"]]
            try:
                rules = Rules.from_json(constraints, one["size"])
                solutions, status = solve_many(np.array([digits], np.uint8), rules, budget=budget)
            except RulesError:
                refused += 1
                continue
            found = "".join(SIGNS[digit - 1 + lowest] for digit in solutions[0])
            if status[0] == UNDECIDED:
                given_up += 1
            elif one["unique"] and (status[0] != 1 or found != one["solution"]):
                wrong += 1
            else:
                right += 1
        seconds = time.process_time() - started
        n = right + wrong + given_up + refused
        print(f"{path.stem:32} {n:7} {right:6} {wrong:6} {given_up:9} {refused:8} {seconds:8.2f}", flush=True)


if __name__ == "__main__":
    main()
