"""How long the engine of variants takes to prove that puzzles have one solution, set by set.

python benchmarks/variants.py FOLDER [SECONDS [ISS]]
    FOLDER holds std_*.jsonl; a puzzle is given up after so many seconds
    ISS is a checkout of the Interactive Sudoku Solver, which takes its turn after each set, run by node: with its own
    form of a puzzle where that stands in FOLDER too (iss_*.jsonl, the same name), or else with what Tessella writes

Processor time of one thread, rules encoded anew for each puzzle; the kernels are compiled before.
"""

import dataclasses
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from tessella.errors import RulesError, TessellaError
from tessella.sudoku import notation
from tessella.sudoku.board import Board
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.variants.bulk_solver import UNDECIDED, Budget, solve_many, warm_up

SIGNS = "0123456789ABCDEFG"

# Solves the puzzles of standard input, a JSON list of ISS strings; prints the seconds of processor time, and for each
# puzzle how many solutions it has, counted up to two.
NODE = """
import fs from 'fs';
const iss = process.argv[1];
(await import(iss + '/tests/helpers/test_env.js')).ensureGlobalEnvironment();
const { SudokuParser } = await import(iss + '/js/sudoku_parser.js');
const { SudokuBuilder } = await import(iss + '/js/solver/sudoku_builder.js');
const puzzles = JSON.parse(fs.readFileSync(0, 'utf8'));
const started = process.cpuUsage();
const counts = puzzles.map(puzzle =>
    SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(puzzle))).countSolutions(2));
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify([(user + system) / 1e6, counts]));
"""


def strings_of_iss(folder: Path) -> dict[str, str]:
    """Return the puzzles that stand in the folder in ISS's own form, by name."""
    found = {}
    for path in folder.glob("iss_*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            found[one["name"]] = one["iss"]
    return found


def written_for_iss(board: Board) -> str | None:
    """Return a puzzle as Tessella writes it for ISS, odd and even cells as candidates; None where it has no word."""
    marked = [one for one in board.rules.constraints if one.type in ("odd", "even")]
    rest = tuple(one for one in board.rules.constraints if one not in marked)
    size = board.rules.size
    try:
        text = notation.write(dataclasses.replace(board, constraints=rest), "iss").strip()
    except TessellaError:
        return None
    for one in marked:
        digits = "".join(f"_{digit}" for digit in range(1, size + 1) if digit % 2 == (one.type == "odd"))
        text += "".join(f".~R{cell // size + 1}C{cell % size + 1}{digits}" for cell in one.cells)
    return text


def counts_of_iss(iss: str, strings: list[str]) -> tuple[float, list[int]]:
    """Return how long ISS takes for some puzzles, and how many solutions it finds of each, up to two."""
    command = ["node", "--single-threaded", "--input-type=module", "-e", NODE, str(Path(iss).resolve())]
    done = subprocess.run(command, input=json.dumps(strings), capture_output=True, text=True, check=True)
    seconds, counts = json.loads(done.stdout)
    return seconds, counts


def main() -> None:
    """Print a line for each set: how many puzzles, how they came out, and the time of all together."""
    budget = Budget(seconds=float(sys.argv[2]) if len(sys.argv) > 2 else 20)
    warm_up()
    print(f"{'set':32} puzzles  right  wrong  given up  refused  seconds    both: puzzles  ours   ISS  times as fast")
    folder = Path(sys.argv[1])
    own_form = strings_of_iss(folder)
    for path in sorted(folder.glob("std_*.jsonl")):
        results = Counter[str]()
        seconds, shared = 0.0, 0.0  # of all puzzles; of those that ISS is given too
        strings = []
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            lowest = int(one.get("digits", "1")[0])
            constraints = [*one["constraints"], *([{"type": "digits", "lowest": 0}] if lowest == 0 else [])]
            digits = [0 if sign == "." else SIGNS.index(sign) + 1 - lowest for sign in one["givens"]]
            started = time.process_time()
            try:
                rules = Rules.from_json(constraints, one["size"])
                solutions, status = solve_many(np.array([digits], np.uint8), rules, budget=budget)
            except RulesError:
                results["refused"] += 1
                continue
            took = time.process_time() - started
            seconds += took
            found = "".join(SIGNS[int(digit) - 1 + lowest] for digit in solutions[0])
            if status[0] == UNDECIDED:
                results["given up"] += 1
            elif one["unique"] and (status[0] != 1 or found != one["solution"]):
                results["wrong"] += 1
            else:
                results["right"] += 1
            board = Board.of_givens(digits, rules.box, rules.constraints)
            if string := own_form.get(one["name"]) or written_for_iss(board):
                strings.append(string)
                shared += took
        n = results.total()
        right, wrong, given_up, refused = (results[name] for name in ("right", "wrong", "given up", "refused"))
        print(f"{path.stem:32} {n:7} {right:6} {wrong:6} {given_up:9} {refused:8} {seconds:8.2f}", end="", flush=True)
        if len(sys.argv) > 3 and strings:
            theirs, _counts = counts_of_iss(sys.argv[3], strings)
            print(f"    {len(strings):13} {shared:5.2f} {theirs:5.2f} {theirs / shared:14.1f}", end="")
        print(flush=True)


if __name__ == "__main__":
    main()
