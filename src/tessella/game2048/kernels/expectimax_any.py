"""Expectimax search with a heuristic, and games played on by it, for boards of any size and all rules.

A board is its cells, row by row, a byte each: the power of two of the tile, 0 for an empty cell. Where the search stops
it asks the heuristic, a sum over all rows and columns of empty cells, neighbours that can merge, and tiles that rise or
fall along the line. With points (`KernelRules.points`) there is none: lines are followed to their end. Recursion is
written as a stack of levels. Level k keeps the board after a move and, behind it, the same board with the new tile of
now.

    [after 0 | with tile 0 | after 1 | with tile 1 | ...], 64 cells each; the board at the start is `with tile 0`
"""

from typing import Any, NamedTuple

import numpy as np

from tessella.compiled.jit import kernel
from tessella.compiled.splitmix64 import GAMMA, mix64
from tessella.game2048.kernels.bitboard import Bits, I, Numbers, U

CELLS = 64  # how many cells a board has room for
POWERS = 80  # how many powers of two the weights know
EMPTY, PAIR, FALLS, SIZE = 0, 1, 2, 2 + POWERS
"""Where in the weights stand: an empty cell, a pair, then for each power what a fall from it and what the tile cost."""
LINE = {"empty": 1000.0, "pair": 1400.0, "fall": 48.0, "fall power": 4.0, "tile": 11.0, "tile power": 3.5}
"""What the heuristic is made of. Found by playing a hundred 4x4 games at 3 plies with each of eight choices: 79,900
points a game; 72,400 where `empty` and `pair` are 600 and 700, 71,000 where they are 300 and 700, all within 3,600."""


class KernelRules(NamedTuple):
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


def line_weights() -> Numbers:
    """Return what the heuristic is made of as kernels read it: (2 + 2 * POWERS,) float64."""
    powers = np.arange(POWERS, dtype=np.float64)
    falls = LINE["fall"] * powers ** LINE["fall power"]
    tiles = LINE["tile"] * powers ** LINE["tile power"]
    return np.concatenate([[LINE["empty"], LINE["pair"]], falls, tiles])


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
def move(cells: Numbers, at: int, to: int, rules: KernelRules, direction: int) -> tuple[int, int, float, int]:
    """Write at `to` the board at `at` after a move; return changes, merges, their points, the largest tile made."""
    rows, cols, cascade = rules.rows, rules.cols, rules.cascade
    for i in range(rows * cols):
        cells[to + i] = cells[at + i]
    if direction < 2:
        lines, stride, n, first, step = rows, cols, cols, 0, 1
    else:
        lines, stride, n, first, step = cols, 1, rows, 0, cols
    if direction % 2:
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
            key = mix64(key ^ word) + GAMMA
            word = U(0)
    return mix64(key ^ word) | U(1)


@kernel
def search(  # noqa: C901, PLR0912, PLR0915 - one loop over a stack, whose parts share it
    board: Numbers,
    rules: KernelRules,
    limits: Limits,
    weights: Numbers,
    memory: Memory,
    values: Numbers,
    counts: Numbers,
) -> bool:
    """Write what each move of a board is worth; return False where the budget or the memory ended before the search.

    board: (rows * cols,) uint8. weights: `line_weights`. values: (4,) float64, in the order of `sliding.DIRECTIONS`;
    -inf for a move that changes nothing. counts: (3,) int64, boards looked at, how many of them the heuristic was asked
    about, and how many are remembered.
    """
    rows, cols, _cascade, fours, target, points = rules
    ply, least, budget, lost, won = limits
    keys, known = memory
    size = rows * cols
    mask = len(keys) - 1
    cells = np.zeros(2 * CELLS * (ply + 1), np.uint8)
    tried = np.zeros(ply + 1, np.int64)  # how many moves of the board with a tile
    best = np.full(ply + 1, -np.inf)  # the best of its moves so far
    gains = np.zeros(ply + 1)  # the points of the move that led to the level above
    chance = np.ones(ply + 1)  # of the board with a tile
    place = np.zeros(ply + 1, np.int64)  # the next tile: 2 * cell, one more for a 4
    empty = np.zeros(ply + 1, np.int64)
    reached = np.ones(ply + 1)  # the chance of the board after a move
    totals = np.zeros(ply + 1)
    weight = np.zeros(ply + 1)  # of the tile that is looked at
    names = np.zeros(ply + 1, np.uint64)
    for i in range(size):  # arrays as a whole take a second to compile
        cells[CELLS + i] = board[i]
    values[:] = -np.inf
    k = 0
    while True:
        if tried[k] < 4:
            direction = tried[k]
            tried[k] += 1
            at = 2 * CELLS * k + CELLS
            to = at + CELLS
            changes, merges, gain, largest = move(cells, at, to, rules, direction)
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
                    tried[k] = 4
                    empty[k] = 0
                    for i in range(size):
                        empty[k] += cells[to + i] == 0
                    continue
            value += gain
            best[k] = max(best[k], value)
            if k == 0:
                values[direction] = value
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
            tried[k] = 0
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
            values[tried[0] - 1] = value


# --- Games played on ---------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """The games, and what came of them."""

    streams: Numbers  # (n,) uint64: the random numbers of each game, written to
    reached: Numbers  # (n,) uint8, set to 1 for each game in which the tile came
    scored: Numbers  # (n,) int64, the points that each game brought


@kernel
def _add_tile(cells: Numbers, size: int, fours: int, draw: Bits) -> None:
    empty = 0
    for i in range(size):
        empty += cells[i] == 0
    left = I(((draw >> U(32)) * U(empty)) >> U(32))
    for i in range(size):
        if cells[i] == 0:
            if left == 0:
                cells[i] = 2 if ((draw & U(0xFFFF_FFFF)) * U(100)) >> U(32) < U(fours) else 1
                return
            left -= 1


@kernel
def play_out(weights: Numbers, loss: float, board: Numbers, rules: KernelRules, power: int, tally: Tally) -> int:
    """Play a game on for each stream of random numbers until `rules.target` is made; return how many moves that took.

    weights: `line_weights`. loss: how much less than a board a lost one is worth. board: (rows * cols,)
    uint8, after a move, before its new tile. power: of the tile that is waited for.
    """
    streams, reached, scored = tally
    last, fours = rules.target, I(round(100 * rules.fours))
    judging = KernelRules(rules.rows, rules.cols, rules.cascade, rules.fours, last, -1)
    size = rules.rows * rules.cols
    cells = np.zeros(2 * CELLS, np.uint8)
    keys = np.zeros(16, np.uint64)
    known = np.zeros(16)
    values = np.zeros(4)
    counts = np.zeros(3, np.int64)
    moves = 0
    for game in range(len(streams)):
        for i in range(size):
            cells[i] = board[i]
        largest = 0
        while largest < last:
            streams[game] += GAMMA
            _add_tile(cells, size, fours, mix64(streams[game]))
            judged = static(cells, 0, rules.rows, rules.cols, weights)
            keys[:] = U(0)
            counts[:] = 0
            limits = Limits(2, 0.005, 1 << 40, judged - loss, judged + 10 * loss)
            search(cells[:size], judging, limits, weights, Memory(keys, known), values, counts)
            direction = I(np.argmax(values))
            if values[direction] == -np.inf:
                break
            moves += 1
            _changes, merges, gain, largest = move(cells, 0, CELLS, rules, direction)
            scored[game] += rules.points * merges if rules.points else I(gain)
            for i in range(size):
                cells[i] = cells[CELLS + i]
            if largest >= power:
                reached[game] = 1
    return moves
