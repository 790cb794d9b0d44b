"""Slides: how tiles move and merge in 2048, and the record of what one move did to each tile.

>>> rows, merged = slide(((2, 2, 4, 4), (2, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 8)), "right")
>>> for row in rows: print(*row)
0 0 4 8
0 0 0 4
0 0 0 0
0 0 0 8
>>> merged
(8, 4, 4)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypeVar

from tessella.errors import MoveError, one_of
from tessella.i18n import _

Rows: TypeAlias = tuple[tuple[int, ...], ...]  # tiles by row from the top, 0 for an empty cell
Cell: TypeAlias = tuple[int, int]  # a row and a column, counted from 0
Item = TypeVar("Item")

DIRECTIONS = ("left", "right", "up", "down")
MERGING = ("once", "cascade")


class TileMove(NamedTuple):
    """The way of one tile during a slide; a tile that stays starts and ends in the same cell."""

    value: int
    start: Cell
    end: Cell
    is_merged: bool  # whether it became part of a larger tile


class PlacedTile(NamedTuple):
    """A tile and where it lies."""

    value: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Slide:
    """What a move did to the tiles of a board: see `Board.trace`."""

    direction: str
    tiles: tuple[TileMove, ...]  # every tile of the board before the move, line by line from the leading edge
    merges: tuple[PlacedTile, ...]  # the tiles that were made of two or more others, in the same order
    spawn: PlacedTile  # the new tile
    points: int  # what the move scored


@lru_cache(maxsize=1 << 16)
def slide_line(line: tuple[int, ...], merging: str = "once") -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the line slid towards its start, and the values that merging made.

    >>> slide_line((2, 2, 2, 0)), slide_line((2, 2, 2, 2), "cascade")
    (((4, 2, 0, 0), (4,)), ((8, 0, 0, 0), (4, 4, 8)))
    """
    if merging != "once":
        return _slide_cascade(line)
    slid: list[int] = []
    merged: list[int] = []
    waiting = 0  # the last tile, while it may still merge
    for tile in line:
        if tile and tile == waiting:
            slid[-1] = 2 * tile
            merged.append(2 * tile)
            waiting = 0
        elif tile:
            slid.append(tile)
            waiting = tile
    return (*slid, *[0] * (len(line) - len(slid))), tuple(merged)


def _slide_cascade(line: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # Sweeps from the leading edge back: every tile takes one step or merges into its neighbour, until nothing moves.
    slid = list(line)
    merged: list[int] = []
    moved = True
    while moved:
        moved = False
        for here in range(1, len(slid)):
            tile, ahead = slid[here], slid[here - 1]
            if tile and (ahead in (0, tile)):
                if ahead:
                    merged.append(2 * tile)
                slid[here - 1], slid[here] = ahead + tile, 0
                moved = True
    return tuple(slid), tuple(merged)


def slide(rows: Rows, direction: str, merging: str = "once") -> tuple[Rows, tuple[int, ...]]:
    """Return the tiles slid in a direction, and the values that merging made, line by line.

    Nothing spawns here, and a slide that changes nothing returns equal rows. Raises `MoveError` for another direction,
    and `ParseError` for a kind of merging that is none of `MERGING`.

        [2 2 0 4]  right  ->  [0 0 4 4]   once
                              [0 0 0 8]   cascade

    >>> slide(((2, 2, 0, 4),), "right"), slide(((2, 2, 0, 4),), "right", "cascade")
    ((((0, 0, 4, 4),), (4,)), (((0, 0, 0, 8),), (4, 8)))
    """
    if merging not in MERGING:
        one_of(MERGING, merging)  # raises, with what was meant
    slid = [slide_line(tuple(line), merging) for line in _lines(rows, direction)]
    merged = tuple([value for _line, values in slid for value in values])
    # Mirroring and transposing undo themselves, so the way back is the same two steps in reverse.
    backward = direction in ("right", "down")
    lines = [line[::-1] for line, _values in slid] if backward else [line for line, _values in slid]
    return tuple(zip(*lines, strict=True)) if direction in ("up", "down") else tuple(lines), merged


def _lines(grid: Sequence[tuple[Item, ...]], direction: str) -> Sequence[tuple[Item, ...]]:
    """Return the lines that slide, each from its leading edge."""
    match direction:
        case "left":
            return grid
        case "right":
            return [line[::-1] for line in grid]
        case "up":
            return list(zip(*grid, strict=True))
        case "down":
            return list(zip(*grid[::-1], strict=True))
    raise MoveError(_("expected one of {names}, got {text}"), names=", ".join(DIRECTIONS), text=direction)


def tile_moves(rows: Rows, direction: str, merging: str = "once") -> tuple[list[TileMove], list[PlacedTile]]:
    """Return where a slide takes each tile, and the tiles that merging leaves.

    >>> tile_moves(((2, 2, 0, 4),), "left")[1]
    [PlacedTile(value=4, cell=(0, 0))]
    """
    grid = [tuple((r, c) for c in range(len(row))) for r, row in enumerate(rows)]
    tiles: list[TileMove] = []
    merges: list[PlacedTile] = []
    for line, cells in zip(_lines(rows, direction), _lines(grid, direction), strict=True):
        waiting = [(tile, cell) for tile, cell in zip(line, cells, strict=True) if tile]
        # Tiles keep their order, so each new tile is the sum of the next few old ones.
        for value, end in zip(slide_line(line, merging)[0], cells, strict=True):
            parts = 0
            while sum(tile for tile, _cell in waiting[:parts]) < value:
                parts += 1
            tiles += [TileMove(tile, start, end, parts > 1) for tile, start in waiting[:parts]]
            del waiting[:parts]
            if parts > 1:
                merges.append(PlacedTile(value, end))
    return tiles, merges


def exponents(rows: Rows) -> list[int]:
    """Return the powers of two of the tiles, row by row, 0 for an empty cell.

    >>> exponents(((2, 0), (16, 4)))
    [1, 0, 4, 2]
    """
    return [tile.bit_length() - 1 if tile else 0 for row in rows for tile in row]


def with_tile(rows: Rows, cell: Cell, tile: int) -> Rows:
    """Return the tiles with one put into a cell."""
    r, c = cell
    return (*rows[:r], (*rows[r][:c], tile, *rows[r][c + 1 :]), *rows[r + 1 :])
