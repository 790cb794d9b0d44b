"""Expectimax search with a heuristic, for boards of any size and all rules.

A board is its cells, row by row, a byte each: the power of two of the tile, 0 for an empty cell. Where the search stops
it asks the heuristic, a sum over all rows and columns of empty cells, neighbours that can merge, and tiles that rise or
fall along the line. With points (`Law.points`) there is none: lines are followed to their end. Recursion is written as
a stack of levels. Level k keeps the board after a move and, behind it, the same board with the new tile of now.

    [after 0 | with tile 0 | after 1 | with tile 1 | ...], 64 cells each; the board at the start is `with tile 0`
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.game2048.kernels.bitboard import GAMMA, Bits, Numbers, mix

U = np.uint64
I: Any = np.int64

CELLS = 64  # how many cells a board has room for
POWERS = 80  # how many powers of two the weights know
EMPTY, PAIR, FALLS, SIZE = 0, 1, 2, 2 + POWERS
"""Where in the weights stand: an empty cell, a pair, then for each power what a fall from it and what the tile cost."""
LINE = {"empty": 1000.0, "pair": 1400.0, "fall": 48.0, "fall power": 4.0, "tile": 11.0, "tile power": 3.5}
"""What the heuristic is made of. Found by playing a hundred 4x4 games at 3 plies with each of eight choices: 79,900
points a game; 72,400 where `empty` and `pair` are 600 and 700, 71,000 where they are 300 and 700, all within 3,600."""


class Law(NamedTuple):
    """The rules of a game, as kernels take them."""

    rows: int
    cols: int
    cascade: int  # 1 where merged tiles merge on
    fours: float  # the chance of a 4
    target: int  # the power of two that ends the game, 0 for none
    points: int  # what a merge is worth, 0 for the tile it makes, -1 for no points but the heuristic


class Limits(NamedTuple):
    """How far a search goes, and what its ends are worth."""

    ply: int
    least: float  # what comes with a smaller chance is not looked into
    budget: int  # how many boards after a move may be looked at
    lost: float  # what the end of the game is worth
    won: float  # what the target is worth; by the heuristic one less for each ply that it comes later


class Memory(NamedTuple):
    """What is remembered between calls of one question."""

    keys: Numbers  # (2**n,) uint64, 0 at the start
    known: Numbers  # (2**n,) float64


def line_weights(line: dict[str, float]) -> Numbers:
    """Return the heuristic's numbers as kernels read them: (2 + 2 * POWERS,) float64."""
    powers = np.arange(POWERS, dtype=np.float64)
    falls = line["fall"] * powers ** line["fall power"]
    tiles = line["tile"] * powers ** line["tile power"]
    return np.concatenate([[line["empty"], line["pair"]], falls, tiles])


@kernel(inline=True)
def line(cells: Numbers, at: int, step: int, n: int, weights: Numbers) -> Any:
    """Return what the heuristic thinks of one row or column."""
    total, rises, falls = 0.0, 0.0, 0.0
    last, before = 0, 0
    for i in range(n):
        tile = I(cells[at + i * step])
        if tile:
            total -= weights[SIZE + tile]
            if tile == last:
                total += weights[PAIR]
            last = tile
        else:
            total += weights[EMPTY]
        if i:
            step_up = weights[FALLS + tile] - weights[FALLS + before]
            rises += max(step_up, 0.0)
            falls -= min(step_up, 0.0)
        before = tile
    return total - min(rises, falls)


@kernel
def static(cells: Numbers, at: int, rows: int, cols: int, weights: Numbers) -> float:
    """Return what the heuristic thinks of the board that starts at a cell: a sum over its rows and columns."""
    total = 0.0
    for row in range(rows):
        total += line(cells, at + row * cols, 1, cols, weights)
    for col in range(cols):
        total += line(cells, at + col, cols, rows, weights)
    return total


@kernel(inline=True)
def _cascade(cells: Numbers, at: int, step: int, n: int) -> tuple[int, int, float, int]:
    """Slide a line in place, merged tiles merging on; return changes, merges, their points, the largest tile made."""
    changes, merges, points, largest = 0, 0, 0.0, 0
    moved = True
    while moved:
        moved = False
        for i in range(1, n):
            here = at + i * step
            tile = I(cells[here])
            ahead = I(cells[here - step])
            if tile != 0 and (ahead in (0, tile)):
                if ahead:
                    merges += 1
                    tile += 1
                    points += 2.0**tile
                    largest = max(largest, tile)
                cells[here - step] = tile
                cells[here] = 0
                changes += 1
                moved = True
    return changes, merges, points, largest


@kernel(inline=True)
def _once(cells: Numbers, at: int, step: int, n: int) -> tuple[int, int, float, int]:
    changes, merges, points, largest = 0, 0, 0.0, 0
    put, waiting = at, 0
    for i in range(n):
        here = at + i * step
        tile = I(cells[here])
        if tile == 0:
            continue
        cells[here] = 0
        if tile == waiting:
            tile += 1
            cells[put - step] = tile
            merges += 1
            points += 2.0**tile
            largest = max(largest, tile)
            changes += 1
            waiting = 0
        else:
            cells[put] = tile
            if put != here:
                changes += 1
            put += step
            waiting = tile
    return changes, merges, points, largest


@kernel
def move(cells: Numbers, at: int, to: int, law: Law, way: int) -> tuple[int, int, float, int]:
    """Write at `to` the board at `at` after a move; return changes, merges, their points, the largest tile made."""
    rows, cols, cascade = law.rows, law.cols, law.cascade
    for i in range(rows * cols):
        cells[to + i] = cells[at + i]
    if way < 2:
        lines, stride, n, first, step = rows, cols, cols, 0, 1
    else:
        lines, stride, n, first, step = cols, 1, rows, 0, cols
    if way % 2:
        first = (n - 1) * step
        step = -step
    changes, merges, points, largest = 0, 0, 0.0, 0
    for line in range(lines):
        start = to + first + line * stride
        moved, merged, gained, made = _cascade(cells, start, step, n) if cascade else _once(cells, start, step, n)
        changes, merges, points, largest = changes + moved, merges + merged, points + gained, max(largest, made)
    return changes, merges, points, largest


@kernel(inline=True)
def _key(cells: Numbers, at: int, n: int, left: int) -> Bits:
    """Return the number that a board with so many plies left is remembered by: never 0."""
    key = U(left + 1) * GAMMA
    word = U(0)
    for i in range(n):
        word = (word << U(8)) | U(cells[at + i])
        if i % 8 == 7:
            key = mix(key ^ word) + GAMMA
            word = U(0)
    return mix(key ^ word) | U(1)


@kernel
def search(  # noqa: C901, PLR0912, PLR0915 - one loop over a stack, whose parts share it
    board: Numbers, law: Law, limits: Limits, weights: Numbers, memory: Memory, values: Numbers, counts: Numbers
) -> bool:
    """Write what each move of a board is worth; return False where the budget or the memory ended before the search.

    board: (rows * cols,) uint8. weights: `line_weights`. values: (4,) float64, in the order of `sliding.DIRECTIONS`;
    -inf for a move that changes nothing. counts: (3,) int64, boards looked at, how many of them the heuristic was asked
    about, and how many are remembered.
    """
    rows, cols, _cascade, fours, target, points = law
    ply, least, budget, lost, won = limits
    keys, known = memory
    size = rows * cols
    mask = len(keys) - 1
    cells = np.zeros(2 * CELLS * (ply + 1), np.uint8)
    ways = np.zeros(ply + 1, np.int64)  # the next move of the board with a tile
    best = np.full(ply + 1, -np.inf)  # the best of its moves so far
    gains = np.zeros(ply + 1)  # the points of the move that led to the level above
    chance = np.ones(ply + 1)  # of the board with a tile
    place = np.zeros(ply + 1, np.int64)  # the next tile: 2 * cell, one more for a 4
    empty = np.zeros(ply + 1, np.int64)
    reached = np.ones(ply + 1)  # the chance of the board after a move
    totals = np.zeros(ply + 1)
    weight = np.zeros(ply + 1)  # of the tile that is looked at
    names = np.zeros(ply + 1, np.uint64)
    for i in range(size):
        cells[CELLS + i] = board[i]
    values[:] = -np.inf
    k = 0
    while True:
        if ways[k] < 4:
            way = ways[k]
            ways[k] += 1
            at = 2 * CELLS * k + CELLS
            to = at + CELLS
            changes, merges, gain, largest = move(cells, at, to, law, way)
            if changes == 0:
                continue
            if counts[0] >= budget:
                return False
            counts[0] += 1
            if points > 0:
                gain = 1.0 * points * merges
            elif points < 0:
                gain = 0.0
            if target > 0 and largest >= target:
                value = won if points >= 0 else won - k
            elif k + 1 >= ply and points >= 0:
                return False
            elif k + 1 >= ply or chance[k] < least:
                value = static(cells, to, rows, cols, weights)
                counts[1] += 1
            else:
                name = _key(cells, to, size, ply - k if points < 0 else 0)
                slot = I(name >> U(20)) & mask
                while keys[slot] != U(0) and keys[slot] != name:
                    slot = (slot + 1) & mask
                if keys[slot] == name:
                    value = known[slot]
                else:
                    gains[k] = gain
                    k += 1
                    names[k] = name
                    reached[k] = chance[k - 1]
                    place[k] = -1
                    totals[k] = 0.0
                    weight[k] = 0.0
                    ways[k] = 4
                    empty[k] = 0
                    for i in range(size):
                        if cells[to + i] == 0:
                            empty[k] += 1
                    continue
            value += gain
            best[k] = max(best[k], value)
            if k == 0:
                values[way] = value
            continue
        # Every move of the board with a tile is looked at: its value counts by its chance, and the next tile comes.
        if k == 0:
            return True
        at = 2 * CELLS * k
        if weight[k] > 0.0:
            totals[k] += weight[k] * (best[k] if best[k] > -np.inf else lost)
        weight[k] = 0.0
        while weight[k] <= 0.0 and place[k] < 2 * size - 1:
            place[k] += 1
            if cells[at + place[k] // 2] == 0:
                weight[k] = (fours if place[k] % 2 else 1.0 - fours) / empty[k]
        if weight[k] > 0.0:
            for i in range(size):
                cells[at + CELLS + i] = cells[at + i]
            cells[at + CELLS + place[k] // 2] = 1 + place[k] % 2
            chance[k] = reached[k] * weight[k]
            ways[k] = 0
            best[k] = -np.inf
            continue
        slot = I(names[k] >> U(20)) & mask
        while keys[slot] != U(0):
            slot = (slot + 1) & mask
        if counts[2] < len(keys) - len(keys) // 8:
            keys[slot] = names[k]
            known[slot] = totals[k]
            counts[2] += 1
        elif points >= 0:
            return False
        value = totals[k] + gains[k - 1]
        k -= 1
        best[k] = max(best[k], value)
        if k == 0:
            values[ways[0] - 1] = value
