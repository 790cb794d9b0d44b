"""Positions of an end game, layer by layer: which can occur, and their chances; `endgame.indexing` draws the data."""

from typing import Any

import numpy as np

from tessella.compiled.jit import kernel
from tessella.game2048.endgame.indexing import MISPLACED, Halves, Layer, Lines
from tessella.game2048.kernels.bitboard import I, Numbers, U

HALF = U(0xFF_FFFF)
PLACE = U(0xFFFF_FFFF_FFFF)
BAD = U(0xF) << U(48)
LINE = U(0xFFFF)
ONE: Any = 0xFFFF_FFFF  # the chance of a sure success


@kernel(inline=True)
def _board(halves: Halves, upper: int, lower: int) -> tuple[Any, Any, Any]:
    rows = halves.upper_rows[upper] + halves.lower_rows[lower]
    columns = halves.upper_columns[upper] + halves.lower_columns[lower]
    return rows, columns, U(halves.upper_empty[upper]) | U(halves.lower_empty[lower])


@kernel(inline=True)
def _slide(rows: Any, columns: Any, lines: Lines, old: Numbers, moved: Numbers) -> None:
    """Write the entries of the lines of a board, and of the board after each move."""
    for direction in range(4):
        total = U(0)
        for i in range(4):
            code = ((rows if direction < 2 else columns) >> U(16 * i)) & LINE
            entry = lines.slides[4 * direction + i, I(code)]
            old[4 * direction + i] = entry
            total += entry
        moved[direction] = total


@kernel
def reach(  # noqa: C901, PLR0912, PLR0913, PLR0917 - a loop in a loop, for every number of which there is a reason
    begin: int,
    end: int,
    here: Layer,
    marks: Numbers,
    twos: Layer,
    marks_twos: Numbers,
    fours: Layer,
    marks_fours: Numbers,
    halves: Halves,
    lines: Lines,
    cells: int,
) -> int:
    """Mark what can follow the marked positions of a layer, those of some upper halves; return how many those are.

    A position stands before the new tile; one where the goal is made, or a large tile has moved, is not marked.
    """
    old = np.zeros(16, np.uint64)
    moved = np.zeros(4, np.uint64)
    found = 0
    for upper in range(begin, end):
        start = here.starts[upper]
        for k in range(here.counts[upper]):
            if not marks[start + k]:
                continue
            found += 1
            lower = here.first[upper] + k
            rows, columns, empty = _board(halves, upper, lower)
            _slide(rows, columns, lines, old, moved)
            place = U(upper) | (U(halves.lower_code[lower]) << U(24))
            for cell in range(cells):
                if not (empty >> U(cell)) & U(1):
                    continue
                row, by_row, column, by_column = lines.weights[cell]
                at_row = I((rows >> U(16 * row)) & LINE)
                at_column = I((columns >> U(16 * column)) & LINE)
                for tile in range(1, 3):
                    spawned = place + U(tile) * lines.places[cell]
                    for direction in range(4):
                        if direction < 2:
                            line = 4 * direction + row
                            new = at_row + tile * by_row
                        else:
                            line = 4 * direction + column
                            new = at_column + tile * by_column
                        after = moved[direction] - old[line] + lines.slides[line, new]
                        if after >> U(48) or after == spawned:
                            continue
                        rank = halves.rank[I((after >> U(24)) & HALF)]
                        if rank < 0:
                            continue
                        if tile == 1:
                            if marks_twos.size:
                                marks_twos[twos.starts[I(after & HALF)] + rank] = 1
                        elif marks_fours.size:
                            marks_fours[fours.starts[I(after & HALF)] + rank] = 1
    return found


@kernel
def solve(  # noqa: C901, PLR0912, PLR0913, PLR0917 - see `reach`
    begin: int,
    end: int,
    here: Layer,
    marks: Numbers,
    chances: Numbers,
    twos: Layer,
    chances_twos: Numbers,
    fours: Layer,
    chances_fours: Numbers,
    halves: Halves,
    lines: Lines,
    cells: int,
) -> None:
    """Write the chances of the marked positions of a layer, from those of the layers that follow it.

    A chance is a share of `ONE`: the mean over new tiles of the best over moves, rounded.
    """
    old = np.zeros(16, np.uint64)
    moved = np.zeros(4, np.uint64)
    for upper in range(begin, end):
        start = here.starts[upper]
        for k in range(here.counts[upper]):
            if not marks[start + k]:
                continue
            lower = here.first[upper] + k
            rows, columns, empty = _board(halves, upper, lower)
            _slide(rows, columns, lines, old, moved)
            place = U(upper) | (U(halves.lower_code[lower]) << U(24))
            total = 0
            spawns = 0
            for cell in range(cells):
                if not (empty >> U(cell)) & U(1):
                    continue
                spawns += 1
                row, by_row, column, by_column = lines.weights[cell]
                at_row = I((rows >> U(16 * row)) & LINE)
                at_column = I((columns >> U(16 * column)) & LINE)
                for tile in range(1, 3):
                    spawned = place + U(tile) * lines.places[cell]
                    best = 0
                    for direction in range(4):
                        if direction < 2:
                            line = 4 * direction + row
                            new = at_row + tile * by_row
                        else:
                            line = 4 * direction + column
                            new = at_column + tile * by_column
                        after = moved[direction] - old[line] + lines.slides[line, new]
                        if after & BAD or (after & PLACE) == spawned:
                            continue
                        rank = halves.rank[I((after >> U(24)) & HALF)]
                        if rank == MISPLACED:
                            continue
                        if after >> U(52):
                            best = ONE
                        elif rank < 0:
                            continue
                        elif tile == 1:
                            if chances_twos.size:
                                best = max(best, I(chances_twos[twos.starts[I(after & HALF)] + rank]))
                        elif chances_fours.size:
                            best = max(best, I(chances_fours[fours.starts[I(after & HALF)] + rank]))
                    total += 9 * best if tile == 1 else best
            chances[start + k] = (total + 5 * spawns) // (10 * spawns) if spawns else 0
