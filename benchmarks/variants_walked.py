"""How many puzzles of variants hints walk without a trial: with what people are taught, and no guess.

    python benchmarks/variants_walked.py FOLDER [--group "house shapes"] [-j 2] [--seconds 60] [--each N] [KIND ...]

FOLDER holds std_*.jsonl. Every puzzle that is proven to have one solution is walked as `explain` walks it, without the
proof, until it is solved, a hint is a trial (Nishio, dynamic or nested chains, trial and error), or the processor time
for a puzzle is up.
A kind is the types of its rules, put together with `+`. Prints for each kind, and for each group, how many puzzles were
walked without a trial, and how long a walk (in the middle) and a hint (at most) took; with `--list` a line a puzzle
besides. The exit code is 1 where a step contradicts the solution.
"""

import argparse
import json
import signal
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from tessella.sudoku import Board
from tessella.sudoku.rules.ruleset import Rules
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.tutor.hints import next_step

TRIALS = ("f0", "f2", "f3", "f4", "t2")  # how the codes begin
SIGNS = "0123456789ABCDEFG"
HOUSES = {"diagonal", "jigsaw", "no_boxes", "windoku", "disjoint_groups", "extra_region"}
PEERS = {
    *("all_different", "anti_king", "anti_knight", "non_consecutive", "diagonal_non_consecutive", "knight_sums"),
    *("anti_taxicab", "candidates", "odd", "even"),
}


WRONG, LATE = "WRONG", "time up"
Record: TypeAlias = dict[str, Any]  # a puzzle in the self-describing form


class Walk(NamedTuple):
    """A puzzle that was walked: its kind, its name, "" or what stopped it, and its seconds, a hint at most."""

    kind: str
    name: str
    stopped: str
    steps: int
    seconds: float
    slowest: float


def group_of(kind: str) -> str:
    """Return the group of the plan that a kind belongs to."""
    types = {*kind.split("+")}
    if types <= HOUSES | PEERS | {"classic", "killer"} and "killer" in types:
        return "killers"
    return "house shapes" if types <= HOUSES | PEERS | {"classic"} else "others"


def walk(record: Record, seconds: float) -> Walk:
    """Return how far hints come with a puzzle."""
    lowest, size = int(record.get("digits", "1")[0]), record["size"]
    digits = [{"type": "digits", "lowest": 0}] if lowest == 0 else []
    rules = Rules.from_json([*record["constraints"], *digits], size)
    givens = [0 if sign == "." else SIGNS.index(sign) + 1 - lowest for sign in record["givens"]]
    solution = [SIGNS.index(sign) + 1 - lowest for sign in record["solution"]]
    stopped, steps, slowest = "", 0, 0.0
    begun = last = time.process_time()
    signal.signal(signal.SIGPROF, _time_is_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)  # a single trial may take minutes
    try:
        grid = Grid.of(Board.of_givens(givens, rules.box, rules.constraints))
        while grid.blank and not stopped:
            step = next_step(grid, style="candidates", uniqueness=True)
            now = time.process_time()
            steps, slowest, last = steps + 1, max(slowest, now - last), now
            assert step is not None
            wrong = any(solution[size * (r - 1) + c - 1] != d for d, r, c in step.placements)
            if wrong or any(solution[size * (r - 1) + c - 1] == d for d, r, c in step.eliminations):
                stopped = f"{WRONG} {step.technique}"
            elif step.code.startswith(TRIALS):
                stopped = step.technique
            grid = grid.after_step(step)
    except TimeoutError:
        stopped = LATE
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return Walk(kind_of(record), record["name"], stopped, steps, time.process_time() - begun, slowest)


def _time_is_up(_signal: int, _frame: object) -> None:
    raise TimeoutError


def kind_of(record: Record) -> str:
    """Return what the types of its rules are."""
    return "+".join(sorted({one["type"] for one in record["constraints"]})) or "classic"


def read(folder: Path) -> Iterator[Record]:
    """Yield the puzzles that have one solution, each once."""
    for path in sorted(folder.glob("std_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            one = json.loads(line)
            if one["unique"]:
                yield one


def chosen(args: argparse.Namespace) -> Iterator[Record]:
    """Yield the puzzles that were asked for."""
    seen = Counter[str]()
    for one in read(args.folder):
        kind = kind_of(one)
        if args.kinds and kind not in args.kinds:
            continue
        if (args.group and group_of(kind) != args.group) or seen[kind] >= args.each:
            continue
        seen[kind] += 1
        yield one


def table(walks: Iterable[Walk]) -> Iterator[str]:
    """Yield the lines of the table."""
    kinds: dict[str, list[Walk]] = defaultdict(list)
    for one in walks:
        kinds[one.kind].append(one)
        kinds[f"all {group_of(one.kind)}"].append(one)
    yield "| kind | puzzles | without trial | trial | time up | share | seconds a walk | slowest hint |"
    yield "|---|---|---|---|---|---|---|---|"
    for kind, some in sorted(kinds.items(), key=lambda one: (one[0].startswith("all "), one[0])):
        done, late = (sum(one.stopped == word for one in some) for word in ("", LATE))
        middle, most = statistics.median(one.seconds for one in some), max(one.slowest for one in some)
        yield (
            f"| {kind} | {len(some)} | {done} | {len(some) - done - late} | {late} | {done / len(some):.0%} |"
            f" {middle:.1f} | {most:.1f} |"
        )


def main() -> int:
    """Walk, print; the exit code is 1 where a step was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("kinds", nargs="*", help="diagonal, anti_king+killer, ...")
    parser.add_argument("--group", choices=["house shapes", "killers", "others"])
    parser.add_argument("--each", type=int, default=1 << 30, help="how many of each kind")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time for a puzzle")
    parser.add_argument("-j", "--processes", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="a line a puzzle on standard error")
    args = parser.parse_args()
    walks = []
    with get_context("spawn").Pool(args.processes) as pool:
        for one in pool.imap_unordered(partial(walk, seconds=args.seconds), chosen(args)):
            walks.append(one)
            if args.list:
                print(
                    f"{one.kind:20} {one.name:24} {one.steps:4} {one.seconds:6.1f} {one.slowest:6.1f} {one.stopped}",
                    file=sys.stderr,
                    flush=True,
                )
    print(*table(walks), sep="\n")
    return int(any(one.stopped.startswith(WRONG) for one in walks))


if __name__ == "__main__":
    sys.exit(main())
