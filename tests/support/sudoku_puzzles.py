"""Which Sudokus do the tests of the engine try?"""

import random
from itertools import islice
from typing import TypeAlias

import numpy as np

from support import reference

Puzzles: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.uint8]]

# Published as the hardest of their day; every one has exactly one solution.
FAMOUS = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
]

# Few givens that contradict each other deep down, or lead a search to guesses that do: found by climbing from random
# rows to those that took the most guesses. Each with the number of its solutions, up to two.
ASTRAY = [
    ("....1................7...2........41.....6.9...........9.2.4...........3.....31..", 0),
    (".8..1................7...2........41.2...6.9...........9.2.4...........3.....31..", 0),
    (".8..15....6..........7...2...9....41.2.....9...........9.2.4...........3.....31..", 0),
    ("....1................7...2......7.41.2...3.9...8.......9.2.4...........3......1..", 0),
    (".3....1....1......2............3..2...2.....81.3..4.........2.........13.........", 2),
    (".....1...........52........5..............98......6....2........................7", 2),
    ("......8.5.......6........4......1..............2................1.............4..", 2),
]


def rows_of(texts: list[str]) -> Puzzles:
    """Return puzzles as the engine reads them."""
    return np.array([[int(mark) if mark.isdigit() else 0 for mark in text] for text in texts], np.uint8)


def relabelled(puzzles: Puzzles, seed: int) -> Puzzles:
    """Return the puzzles with their digits renamed: as hard as before, and different."""
    names = np.concatenate([[0], np.random.default_rng(seed).permutation(9) + 1]).astype(np.uint8)
    renamed: Puzzles = names[puzzles]
    return renamed


def grid(luck: random.Random) -> list[int]:
    """Return a full grid: what the oracle makes of a random first box, row and column."""
    digits = luck.sample(range(1, 10), 9)
    first = [digits[3 * row : 3 * row + 3] + [0] * 6 for row in range(3)] + [[0] * 9 for _ in range(6)]
    full = next(reference.sudoku_solutions([digit for row in first for digit in row]))
    bands, stacks = luck.sample(range(3), 3), luck.sample(range(3), 3)
    rows = [3 * band + row for band in bands for row in luck.sample(range(3), 3)]
    columns = [3 * stack + column for stack in stacks for column in luck.sample(range(3), 3)]
    return [full[9 * row + column] for row in rows for column in columns]


def mixture(n: int, seed: int) -> Puzzles:
    """Return n puzzles of every kind: one, several and no solutions, full, crowded, contradicting, wrong numbers."""
    luck = random.Random(seed)
    puzzles = []
    for _ in range(n):
        puzzle = grid(luck)
        kind = luck.choice(["proper", "loose", "false", "clash", "wrong", "full"])
        keep = {"proper": 36, "loose": 26, "false": 30, "clash": 30, "wrong": 30, "full": 81}[kind]
        for cell in luck.sample(range(81), 81 - keep):
            puzzle[cell] = 0
        if kind in ("false", "clash"):
            cell = luck.choice([cell for cell in range(81) if (puzzle[cell] == 0) == (kind == "false")])
            puzzle[cell] = luck.randint(1, 9)
        if kind == "wrong":
            puzzle[luck.randrange(81)] = luck.choice([10, 15, 16, 17, 128, 255])
        puzzles.append(puzzle)
    return np.array(puzzles, np.uint8)


def truth(puzzle: list[int], limit: int) -> int:
    """Return what the oracle counts."""
    return 0 if max(puzzle) > 9 else len(list(islice(reference.sudoku_solutions(puzzle), limit)))
