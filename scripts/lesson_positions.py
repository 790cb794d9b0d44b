"""Positions of lessons, chosen from puzzles of every level, and how often hints use each technique.

    python scripts/lesson_positions.py PATHS            writes positions.json, and prints the count
    python scripts/lesson_positions.py PATHS --count    prints the count alone
    python scripts/lesson_positions.py --variants       writes the positions of techniques of variants anew

PATHS holds, a line a puzzle, what `explain` does with the first 200 puzzles of each level and of seed 16; what is
missing there is worked out first, which takes an hour. Lines of other puzzles may stand there too: positions are
chosen from them, but they do not count.

There are lessons on the 40 techniques that most of these puzzles use, and on BUG+1, which ends many a puzzle. Example
and drills are positions of eleven puzzles, no two essentially the same, in which a hint gives the technique; the fewer
candidates are left, the earlier a position comes. What hints use more seldom is practised from a few positions: those
where a hint gives it, or else where it says more than any technique that hints try before.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

from tessella.sudoku import LEVELS, Board, canonical, explain, hint
from tessella.sudoku.generation import open_id, puzzle_of
from tessella.sudoku.generator.recipe import Recipe
from tessella.sudoku.techniques.grid import Grid
from tessella.sudoku.tutor import hints, lessons
from tessella.sudoku.tutor.practice import LESSONS

SEED, PUZZLES = 16, 200
SEARCHED = ("expert", "hard", "extreme", "medium", "easy", "beginner")  # where seldom techniques are looked for
VARIANTS = {  # from whose puzzles some techniques are taught
    "kropki-dots": "kropki",
    "ends-of-a-thermometer": "thermo",
    "high-and-low-on-a-whisper-line": "whisper",
    "arrow-sum": "arrow",
    "cage-combination": "killer",
    "rule-of-45": "killer",
    "sandwich-range": "sandwich",
}
MAX_STEPS = 60  # of a puzzle of a variant, in which a technique is looked for
SINGLES = ("full house", "hidden single", "naked single")
TAUGHT, BESIDES = 40, "BUG+1"
LENGTH = 1 + lessons.DRILLS
FEW = 4  # positions of a technique without a lesson
FILE = Path(lessons.__file__).parent / "positions.json"


class Puzzle(NamedTuple):
    """A puzzle, and the hints on the way to its solution: technique and position."""

    id: str
    path: list[tuple[str, str]]


def level_of(id: str) -> str:
    """Return the level that an id asks for."""
    return id.removeprefix("sudoku:").partition("#")[0]


def walk(id: str) -> Puzzle:
    """Return what hints do with a puzzle."""
    seed, k = map(int, id.partition("#")[2].split("."))
    puzzle = puzzle_of(Recipe(level=level_of(id)), seed, k)
    found = [(found.step.technique, found.board.to_text()) for found in explain(puzzle) if found.step]
    return Puzzle(id, found)


def read(path: Path) -> dict[str, Puzzle]:
    """Return the puzzles of a file, those of `SEED` added to it."""
    known = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            puzzle = Puzzle(**json.loads(line))
            known[puzzle.id] = puzzle
    with path.open("a", encoding="utf-8") as file:
        for id in (f"sudoku:{level}#{SEED}.{k}" for k in range(PUZZLES) for level in LEVELS):
            if id not in known:
                known[id] = walk(id)
                file.write(json.dumps(known[id]._asdict()) + "\n")
                file.flush()
    return known


def counted(puzzles: dict[str, Puzzle]) -> Counter[str]:
    """Return how many of the first puzzles of every level use each technique."""
    ids = (f"sudoku:{level}#{SEED}.{k}" for level in LEVELS for k in range(PUZZLES))
    return Counter(name for id in ids for name in {name for name, _text in puzzles[id].path})


def effort(board: Board) -> int:
    """Return how many candidates are left."""
    return sum(mask.bit_count() for mask in board.marks)


def used(puzzles: dict[str, Puzzle]) -> dict[str, list[Board]]:
    """Return the positions in which a hint gives each technique, one a puzzle, the fewest candidates first."""
    found = defaultdict[str, list[Board]](list)
    for puzzle in puzzles.values():
        first = dict(reversed(puzzle.path))
        for name, text in first.items():
            found[name].append(Board.parse(text))
    return {name: sorted(boards, key=effort) for name, boards in found.items()}


def spread(name: str, boards: list[Board]) -> Iterator[Board]:
    """Yield positions from the easier half, so that each is a bit harder than the one before."""
    seen = set[Board]()
    chosen = []
    most = len(boards) if len(boards) < 4 * LENGTH else len(boards) // 2
    for n in range(LENGTH):
        for board in boards[n * most // LENGTH :]:
            form = canonical(board.puzzle)
            step = hint(board).step
            if form not in seen and step and step.technique == name:
                seen.add(form)
                chosen.append(board)
                break
    yield from sorted(chosen, key=effort)


def searched(missing: dict[str, int], puzzles: Iterable[Puzzle]) -> Iterator[tuple[str, Board]]:
    """Yield positions in which a technique says more than any that hints try before, so many of each, one a puzzle."""
    for puzzle in puzzles:
        done = set[str]()
        for other, text in puzzle.path:
            names = [name for name, number in missing.items() if number and name not in done]
            if other in SINGLES:
                names = [name for name in names if name.startswith(("direct", "avoidable"))]
            board = Board.parse(text)
            grid = Grid.of(board)
            for name in names:
                if any(hints.practised_unrated(board, grid, name)):
                    missing[name] -= 1
                    done.add(name)
                    yield name, board


def of_variant(slug: str) -> Iterator[Board]:
    """Yield positions of puzzles of a variant in which a hint gives the technique of a lesson, one a puzzle."""
    for k in count():
        puzzle = open_id(f"sudoku:{VARIANTS[slug]}#{SEED}.{k}").start
        for found in islice(explain(puzzle), MAX_STEPS):
            if found.step and found.step.technique == LESSONS[slug].technique:
                yield found.board
                break


def main() -> None:
    """Print the count, and write the positions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", type=Path, nargs="?")
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--variants", action="store_true")
    args = parser.parse_args()
    before = json.loads(FILE.read_text(encoding="utf-8"))
    if args.variants:
        for slug in VARIANTS:
            before[slug] = [board.to_text() for board in sorted(islice(of_variant(slug), LENGTH), key=effort)]
        FILE.write_text(json.dumps(before, indent=0) + "\n", encoding="utf-8")
        return
    puzzles = read(args.paths)
    uses = counted(puzzles)
    for place, (name, number) in enumerate(uses.most_common(), 1):
        print(f"{place:3} {number:5} {name}")
    if args.count:
        return
    taught, boards = {name for name, _number in uses.most_common(TAUGHT)} | {BESIDES}, used(puzzles)
    positions = {name: list(spread(name, boards[name])) for name in taught}
    missing = {}
    for lesson in LESSONS.values():
        name = lesson.technique
        if not lesson.is_rated and name not in taught and lesson.slug not in VARIANTS:
            positions[name] = boards.get(name, [])[:FEW]
            missing[name] = FEW - len(positions[name])
    order = sorted(puzzles.values(), key=lambda puzzle: SEARCHED.index(level_of(puzzle.id)))
    for name, board in searched(missing, order):
        print(name, board.to_text(), flush=True)
        positions[name].append(board)
    slugs = {
        lesson.slug: [board.to_text() for board in positions[lesson.technique]]
        for lesson in LESSONS.values()
        if positions.get(lesson.technique)
    }
    slugs |= {slug: before[slug] for slug in VARIANTS}
    FILE.write_text(json.dumps(slugs, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
