"""How soon commands hear Ctrl-C: at random instants, with kernels compiled and not.

    python benchmarks/interrupts.py [instants [seconds]]

For every command: how many instants, the median and the longest time from the signal to the end of the process. What
ends otherwise than with exit code 130, or with a traceback, is printed, and so is what takes longer than a second. A
command that has ended before its instant is not counted. The first instant is 0.1 s after the start, or as many seconds
as are said, for a busy machine.
"""

import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

COMMANDS = [
    "2048 evaluate --games 100000",
    "2048 evaluate --player heuristic --games 1000",
    "2048 train {folder}/net --moves 1000000000",
    "2048 hint 2.../..../..../...2 --final",
    "2048 watch --plain",
    "2048 --plain",
    "sudoku new -n 1000000 --out {folder}/new.txt",
    "sudoku new -n 1000000 --level hard",
    "sudoku solve {folder}/new.txt",
    "sudoku rate {folder}/puzzles.txt",
    "sudoku explain {folder}/one.txt",
    "scores",
    "bench",
    "warm",
]
FIRST, LAST = 0.1, 4.0  # seconds from the start of a process to the signal
LATE = 1.0  # seconds that nothing may take
LIMIT = 30.0  # seconds after which it is ended by force


def instant(command: str, environment: dict[str, str], folder: str, after: float) -> tuple[float, str] | None:
    """Return the time that a command took to end, and what was wrong with its end; None where it had ended before."""
    arguments = command.format(folder=folder).split()
    process = subprocess.Popen(
        [sys.executable, "-m", "tessella", *arguments],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        begun = time.perf_counter()
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        took = time.perf_counter() - begun
        assert process.stderr
        said = process.stderr.read()
        wrong = "Traceback" in said or "ignored" in said
        # A shell shows 130 as well where the signal comes before Python has begun, or when it has ended.
        if code in {130, -signal.SIGINT} and not wrong and took <= LATE:
            return took, ""
        return took, f"{after:.3f} s: {took:.2f} s, load {os.getloadavg()[0]:.1f}, exit code {code}, {said[-200:]!r}"
    finally:
        for stream in (process.stdin, process.stderr):
            if stream:
                stream.close()
    return None


def main() -> None:
    """Print a table."""
    instants = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = float(sys.argv[2]) if len(sys.argv) > 2 else FIRST
    chance = random.Random(1)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background it is ignored, by children as well
    times: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        puzzle = "..3...7..4...8...6.9.....1.......6..6....4..8..16..39..7...2...5..8....2....45...\n"
        (Path(folder) / "one.txt").write_text(puzzle, encoding="ascii")
        (Path(folder) / "puzzles.txt").write_text(2000 * puzzle, encoding="ascii")
        (Path(folder) / "new.txt").write_text(1_000_000 * puzzle, encoding="ascii")
        plain = os.environ | {"TESSELLA_HOME": f"{folder}/home", "TESSELLA_WARM": "off"}
        for number in range(instants):
            command = COMMANDS[number % len(COMMANDS)]
            code = "compiled" if number // len(COMMANDS) % 2 else "not compiled"
            cold = {"NUMBA_CACHE_DIR": f"{folder}/{number}"} if code == "not compiled" else {}
            for left in Path(folder).glob("net*"):
                left.unlink()
            found = instant(command, plain | cold, folder, chance.uniform(first, LAST))
            if found:
                times[f"{command}, {code}"].append(found[0])
                if found[1]:
                    print(f"{command}, {code}: {found[1]}", flush=True)
    for name, took in sorted(times.items()):
        print(f"{len(took):4}  {statistics.median(took):7.3f}  {max(took):7.3f}  {name}")
    everything = [one for took in times.values() for one in took]
    print(f"{len(everything):4}  {statistics.median(everything):7.3f}  {max(everything):7.3f}  all")
    print(f"load average {os.getloadavg()[2]:.1f}")


if __name__ == "__main__":
    main()
