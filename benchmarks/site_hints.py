"""Hints on Sudoku in a browser's Python: how long one takes, on positions from the middle of games.

    python benchmarks/site_hints.py [POSITIONS]     needs node, and what `tessella site` needs

The puzzles are those of the Sudoku Explainer sample up to ER 7, spread evenly; TESSELLA_DATA or ../shared/data says
where. Each is played by hints up to a random one of its steps, and again up to one that places no digit, where it has
one. Node runs Pyodide with the modules as they are, and times the work of the page's second worker: unpack, find the
hint, pack. The way there and back and the drawing are not in it.
"""

import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tessella.sudoku.board import Board
from tessella.sudoku.tutor import practice
from tessella.web.bundle import downloads

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("TESSELLA_DATA", ROOT.parent / "shared" / "data"))
SAMPLE = DATA / "sudoku" / "se_1.2.1_sample.csv"
HIGHEST = 7.0
SCRIPT = """
import { readFileSync } from "node:fs";
const [pyodideFile, positions, ...folders] = process.argv.slice(1);
const { loadPyodide } = await import(pyodideFile);
const python = await loadPyodide();
folders.forEach((root, number) => {
  python.FS.mkdirTree(`/folder${number}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/folder${number}`);
});
python.globals.set("positions", readFileSync(positions, "utf8"));
console.log(python.runPython(`
import json, sys, time
from functools import partial
sys.dont_write_bytecode = True
sys.path[:0] = ["/folder0", "/folder1"]
from tessella.sudoku.board import Board
from tessella.sudoku.tutor import practice
from tessella.web.site import calculations
calculations.warm_up()
taken = []
for text in json.loads(positions):
    work = calculations.pack(partial(practice.hint, Board.parse(text)))
    began = time.perf_counter()
    calculations.perform(work)
    taken.append(time.perf_counter() - began)
json.dumps(taken)
`));
"""


def positions(number: int) -> tuple[list[str], list[str]]:
    """Return positions on the way from puzzles to their solutions: any, and those whose next step places no digit."""
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        puzzles = [Board.parse(row["puzzle"]) for row in csv.DictReader(file) if float(row["er"]) <= HIGHEST]
    chance, found, hard = random.Random(1), list[str](), list[str]()
    for index in range(number):
        board = puzzles[index * len(puzzles) // number]
        steps = list[tuple[Board, bool]]()
        while not board.is_over():
            moves = practice.hint(board).moves
            steps.append((board, not any("=" in move for move in moves)))
            for move in moves:
                board = board.play(move)
        found.append(chance.choice(steps[1:])[0].to_text())
        if removing := [before for before, removes in steps if removes]:
            hard.append(chance.choice(removing).to_text())
    return found, hard


def times(chosen: list[str]) -> list[float]:
    """Return the milliseconds that each position takes, the least first."""
    node, script = downloads.program("node"), ["--input-type=module", "-e", SCRIPT, "--"]
    with tempfile.TemporaryDirectory() as room:
        file = Path(room) / "positions.json"
        file.write_text(json.dumps(chosen), encoding="utf-8")
        pyodide = (downloads.pyodide() / "pyodide.mjs").resolve().as_uri()
        folders = [str(folder) for folder in (file, ROOT / "src", downloads.packages())]
        done = subprocess.run([node, *script, pyodide, *folders], capture_output=True, text=True, check=True)
    return sorted(1000 * seconds for seconds in json.loads(done.stdout))


def main(number: int) -> None:
    """Print median, p95 and worst."""
    for name, chosen in zip(("any step", "no digit placed"), positions(number), strict=True):
        before, taken = os.getloadavg()[0], times(chosen)
        p95 = statistics.quantiles(taken, n=20)[-1]
        print(f"{name}, {len(taken)} positions: median {statistics.median(taken):.0f} ms,", end=" ")
        print(f"p95 {p95:.0f} ms, worst {taken[-1]:.0f} ms; load average {before:.1f} to {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
