"""A number for every position of an end game, without gaps: where a table keeps its chance.

The cells that do not always hold a large tile are dealt into an upper and a lower half, in the order of the board,
those that a large tile may move to last. The code of a half is a number to a base, whose digits are its cells:

    digit     0          an empty cell
              1 to n     the tile 2 ** digit; n is the goal's, and is in no cell where the goal counts
              n + 1      a large tile that may move; only in formations that have one

Positions whose small tiles come to 2 * k are layer k: a move stays in a layer, and a new tile leads to one of the next
two. For an upper half, the lower ones of its layer are those of one sum: a class. So the number of a position is

    starts[upper] + rank[lower]          the positions of smaller upper halves, and its place in the class

What a half adds to the codes of the board's
lines stands in words of four times 16 bits, so that the lines of a board are two sums:

    rows     bits 0 to 15    the code of row 0            columns    bits 0 to 15    the code of column 0
                 16 to 31    the code of row 1                           16 to 31    the code of column 1

An entry of `slides` is what the code of a line becomes in one direction; the entries of the lines of a board add up to
those of the board after the move:

    bits  0 to 23    the code of the upper half          48 to 51    how many lines moved a tile that must stay
         24 to 47    the code of the lower half          52 to 55    how many goals lie where they count
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tessella.game2048.endgame.formations import EndGame
from tessella.game2048.sliding import slide_line

Numbers: TypeAlias = np.ndarray[Any, np.dtype[Any]]

CODE_BITS = 24
TOO_MUCH, MISPLACED = -1, -2  # tiles that come to more than the limit; large tiles where they must not be


class Halves(NamedTuple):
    """What is known of each half of a board, by its code, or in the order of its classes."""

    upper_rows: Numbers  # (codes,) uint64
    upper_columns: Numbers  # (codes,) uint64
    upper_empty: Numbers  # (codes,) uint32: a bit for each empty cell
    lower_code: Numbers  # (lower halves,) int32: their codes, in the order of their classes
    lower_rows: Numbers  # (lower halves,) uint64
    lower_columns: Numbers  # (lower halves,) uint64
    lower_empty: Numbers  # (lower halves,) uint32
    rank: Numbers  # (codes,) int32: the place of a lower half in its class; TOO_MUCH or MISPLACED where it has none


class Lines(NamedTuple):
    """What the lines of a board do."""

    slides: Numbers  # (16, codes of a line) uint64: left, right, up, down; drawn above
    weights: Numbers  # (cells, 4) int64: a cell's row, its weight in the code of that, its column, its weight there
    places: Numbers  # (cells,) uint64: what a 2 in the cell adds to the place of the board


class Layer(NamedTuple):
    """The positions whose tiles come to the same."""

    starts: Numbers  # (codes,) int64: where the positions of an upper half begin, -1 where there are none
    first: Numbers  # (codes,) int32: the first of the lower halves that go with it
    counts: Numbers  # (codes,) int32: how many do


def memory(end_game: EndGame) -> int:
    """Return about how many bytes it takes to make a table, from how many ways there are to fill the cells."""
    tiles = np.zeros(end_game.limit // 2 + 1)
    tiles[0] = 1
    for power in range(1, end_game.goal.bit_length()):
        tiles[1 << power - 1] = 1
    formation = end_game.formation
    ways = np.zeros(len(tiles))
    ways[0] = len(formation.layouts)
    cells = formation.shape[0] * formation.shape[1] - formation.large
    for _cell in range(cells):
        ways = np.convolve(ways, tiles)[: len(tiles)]
    codes = (end_game.goal.bit_length() + bool(formation.others)) ** -(-(cells + 2 * bool(formation.others)) // 2)
    return int(ways.sum() / 8 + 15 * ways.max() + 60 * codes) + (150 << 20)


class Index(NamedTuple):
    """All that numbers the positions of an end game."""

    end_game: EndGame
    cells: tuple[int, ...]  # of the board, in the order of their digits: first those of the upper half
    split: int  # how many of them are in the upper half
    base: int
    layers: int  # how many there are
    sums: tuple[Numbers, Numbers]  # (codes,) int32: half of what the tiles of each half come to, -1 if it cannot be
    classes: Numbers  # (layers + 1,) int64: where the lower halves of each sum begin
    halves: Halves
    lines: Lines

    def layer(self, number: int) -> Layer:
        """Return a layer; one beyond the last has no positions."""
        left = number - self.sums[0]
        possible = (self.sums[0] >= 0) & (left >= 0) & (number < self.layers)
        sums = np.where(possible, left, 0)
        first, count = self.classes[sums], np.where(possible, self.classes[sums + 1] - self.classes[sums], 0)
        starts = np.zeros(len(count) + 1, np.int64)
        np.cumsum(count, out=starts[1:])
        return Layer(starts, first.astype(np.int32), count.astype(np.int32))

    def start(self, number: int, upper: int) -> int:
        """Return where the positions of an upper half begin in a layer: `layer(number).starts[upper]`, by itself."""
        left = number - self.sums[0][:upper][self.sums[0][:upper] >= 0]
        left = left[left >= 0]
        return int((self.classes[left + 1] - self.classes[left]).sum())

    def place(self, digits: Iterable[int]) -> tuple[int, int, int]:
        """Return the layer, the upper half and the rank of the lower half of a position; a rank below 0 for none."""
        upper = lower = 0
        for at, digit in enumerate(digits):
            if at < self.split:
                upper += digit * self.base**at
            else:
                lower += digit * self.base ** (at - self.split)
        return int(self.sums[0][upper] + self.sums[1][lower]), upper, int(self.halves.rank[lower])

    def digits_of(self, tiles: Mapping[int, int], layout: int = 0) -> list[int]:
        """Return the digits of a position with these small tiles, by the number of their cell."""
        large = self.end_game.formation.layouts[layout]
        top = self.end_game.goal.bit_length()
        return [top if cell in large else max(tiles.get(cell, 0), 1).bit_length() - 1 for cell in self.cells]


@lru_cache(maxsize=4)
def index_of(end_game: EndGame) -> Index:
    """Return the index of an end game."""
    formation = end_game.formation
    width = formation.shape[1]
    top = end_game.goal.bit_length() - 1
    can_move = frozenset.union(*formation.layouts) - formation.fixed
    board = range(formation.shape[0] * width)
    cells = (*(c for c in board if c not in formation.fixed | can_move), *sorted(can_move))
    split = len(cells) - max(len(cells) // 2, len(can_move))
    base = top + 1 + bool(can_move)
    layers = end_game.limit // 2 + 1
    upper = _Half(cells[:split], base, top, width)
    lower = _Half(cells[split:], base, top, width)
    layouts = [layout - formation.fixed for layout in formation.layouts]
    placed = np.any([lower.holds(layout) for layout in layouts], axis=0)
    lower.keep(placed)
    for half in (upper, lower):
        half.keep(half.sums < layers)
    order = np.argsort(lower.sums, kind="stable")
    order = order[lower.sums[order] >= 0]
    classes = np.searchsorted(lower.sums[order], np.arange(layers + 1))
    rank = np.where(placed, TOO_MUCH, MISPLACED).astype(np.int32)
    rank[order] = np.arange(len(order)) - classes[lower.sums[order]]
    halves = Halves(
        *(upper.rows, upper.columns, upper.empty << 0),
        *(order.astype(np.int32), lower.rows[order], lower.columns[order], lower.empty[order] << split),
        rank,
    )
    return Index(
        end_game,
        cells,
        split,
        base,
        layers,
        (upper.sums, lower.sums),
        classes,
        halves,
        _lines(end_game, cells, split, base),
    )


class _Half:
    """All codes of some cells."""

    def __init__(self, cells: tuple[int, ...], base: int, top: int, width: int) -> None:
        codes = np.arange(base ** len(cells))
        self.sums = np.zeros(len(codes), np.int32)
        self.rows = np.zeros(len(codes), np.uint64)
        self.columns = np.zeros(len(codes), np.uint64)
        self.empty = np.zeros(len(codes), np.uint32)
        self.large = np.zeros(len(codes), np.uint32)
        self.cells = cells
        values = np.array([0, *(1 << power - 1 for power in range(1, top + 1)), 0], np.int32)
        for at, cell in enumerate(cells):
            digit = codes // base**at % base
            row, column = divmod(cell, width)
            self.sums += values[digit]
            self.rows += (digit * base**column << 16 * row).astype(np.uint64)
            self.columns += (digit * base**row << 16 * column).astype(np.uint64)
            self.empty |= ((digit == 0) << at).astype(np.uint32)
            self.large |= ((digit > top) << at).astype(np.uint32)

    def holds(self, layout: frozenset[int]) -> Numbers:
        """Return for which codes the large tiles are in these cells."""
        found: Numbers = self.large == sum(1 << at for at, cell in enumerate(self.cells) if cell in layout)
        return found

    def keep(self, which: Numbers) -> None:
        """Keep no other codes than these."""
        self.sums[~which] = -1


def _lines(end_game: EndGame, cells: tuple[int, ...], split: int, base: int) -> Lines:
    height, width = end_game.formation.shape
    units = {cell: base**at if at < split else base ** (at - split) << CODE_BITS for at, cell in enumerate(cells)}
    slides = np.zeros((16, base**4), np.uint64)
    for way in range(4):
        for i in range(height if way < 2 else width):
            line = [i * width + c for c in range(width)] if way < 2 else [r * width + i for r in range(height)]
            _fill(slides[4 * way + i], line, units, end_game, backward=way % 2 == 1)
    weights = [(cell // width, base ** (cell % width), cell % width, base ** (cell // width)) for cell in cells]
    return Lines(slides, np.array(weights, np.int64), np.array([units[cell] for cell in cells], np.uint64))


def _fill(table: Numbers, line: list[int], units: dict[int, int], end_game: EndGame, *, backward: bool) -> None:
    """Write what every code of a line becomes."""
    base = round(len(table) ** 0.25)
    top = end_game.goal.bit_length() - 1
    codes = [0]
    for at, cell in enumerate(line):
        if cell in units:
            codes = [code + digit * base**at for digit in range(base) for code in codes]
    for code in codes:
        tiles = []
        for at, cell in enumerate(line):
            digit = code // base**at % base
            # Large tiles are negative, each another one: no two merge.
            tiles.append(-1 - at if cell not in units or digit > top else 1 << digit if digit else 0)
        after = slide_line(tuple(tiles[::-1] if backward else tiles))[0]
        entry = 0
        for tile, cell in zip(after[::-1] if backward else after, line, strict=True):
            if (
                (tile < 0 and cell in units and base == top + 1)
                or (tile >= 0 and cell not in units)
                or tile > end_game.goal
            ):
                entry |= 1 << 48
            elif cell in units and tile:
                entry += units[cell] * (top + 1 if tile < 0 else tile.bit_length() - 1)
                entry += (tile == end_game.goal and cell in end_game.formation.goals) << 52
        # At most four lines are bad, so that their number does not run over.
        table[code] = entry if not entry >> 48 & 15 else 1 << 48
