"""How long the engine of variants takes to prove that puzzles have one solution, set by set.

python benchmarks/variants.py FOLDER [SECONDS [ISS]]
    FOLDER holds std_*.jsonl; a puzzle is given up after so many seconds
    ISS is a checkout of the Interactive Sudoku Solver, which takes its turn after each set that stands in FOLDER in
    its own form too (iss_*.jsonl, the puzzles of the same names), run by node

Processor time of one thread, rules encoded anew for each puzzle; the kernels are compiled before.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from tessella.errors import RulesError
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import UNDECIDED, Budget, solve_many, warm_up

SIGNS = "0123456789ABCDEFG"

# Solves the puzzles of standard input, a JSON list of ISS strings, and prints the seconds of processor time.
NODE = """
import fs from 'fs';
const iss = process.argv[1];
(await import(iss + '/tests/helpers/test_env.js')).ensureGlobalEnvironment();
const { SudokuParser } = await import(iss + '/js/sudoku_parser.js');
const { SudokuBuilder } = await import(iss + '/js/solver/sudoku_builder.js');
const puzzles = JSON.parse(fs.readFileSync(0, 'utf8'));
const started = process.cpuUsage();
for (const puzzle of puzzles)
    SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(puzzle))).countSolutions(2);
const { user, system } = process.cpuUsage(started);
console.log((user + system) / 1e6);
"""


def seconds_of_iss(iss: str, folder: Path, names: set[str]) -> float | None:
    """Return how long ISS takes for the puzzles of those names; None where its form of one is missing."""
    strings = {}
    for path in folder.glob("iss_*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["name"] in names:
                strings[one["name"]] = one["iss"]
    if len(strings) < len(names):
        return None
    command = ["node", "--single-threaded", "--input-type=module", "-e", NODE, str(Path(iss).resolve())]
    done = subprocess.run(command, input=json.dumps([*strings.values()]), capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print a line for each set: how many puzzles, how they came out, and the time of all together."""
    budget = Budget(seconds=float(sys.argv[2]) if len(sys.argv) > 2 else 20)
    warm_up()
    print(f"{'set':32} puzzles  right  wrong  given up  refused  seconds  of ISS  times as fast")
    folder = Path(sys.argv[1])
    for path in sorted(folder.glob("std_*.jsonl")):
        names = set()
        right = wrong = given_up = refused = 0
        started = time.process_time()
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            names.add(one["name"])
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
        print(f"{path.stem:32} {n:7} {right:6} {wrong:6} {given_up:9} {refused:8} {seconds:8.2f}", end="", flush=True)
        theirs = seconds_of_iss(sys.argv[3], folder, names) if len(sys.argv) > 3 else None
        print(f"  {theirs:6.2f} {theirs / seconds:14.1f}" if theirs else "", flush=True)


if __name__ == "__main__":
    main()
