"""Table of an end game: a file that is mapped, with the exact chance of every position that can occur.

    magic line, 16 bytes
    for each layer, the last first, each part filled up to 8 bytes:
        a bit for each position, in words of 64: 1 where it can occur
        how many of those stand before each 512 of them, 4 bytes each
        their chances, 4 bytes each: shares of 2 ** 32 - 1
    JSON: the end game, and for each layer where it begins, its words, and its chances
    length and checksum (CRC-32) of the JSON, 4 bytes each, little-endian

The number of a position is that of `indexing`.
"""

import struct
import zlib
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tessella.errors import TessellaError, cannot_read
from tessella.game2048.endgame.formations import EndGame, symmetries
from tessella.game2048.endgame.indexing import Index, index_of
from tessella.game2048.sliding import DIRECTIONS, Rows, slide
from tessella.i18n import _

MAGIC = b"tessella table 1"
TAIL = struct.Struct("<2I")
BLOCK = 8  # words that are counted together
SURE = 0xFFFF_FFFF


class TableError(TessellaError):
    """A file that is no table of an end game, or that cannot be read or written."""


class LayerFile(msgspec.Struct):
    """Where a layer stands in the file."""

    at: int
    words: int
    chances: int


class About(msgspec.Struct):
    """What a table says of itself."""

    end_game: str
    layers: list[LayerFile]


class Table:
    """A table of an end game on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._bytes: Any = np.memmap(path, np.uint8, "r")
            self._about = _read_about(self._bytes)
            self.end_game = EndGame.parse(self._about.end_game)
        except OSError as error:
            raise TableError(cannot_read(path, error)) from None
        except (ValueError, LookupError, struct.error, msgspec.MsgspecError):  # an empty file is a ValueError
            raise TableError(_("this table of an end game is truncated or damaged: {text}"), text=path) from None

    @property
    def name(self) -> str:
        """The name of its end game."""
        return self.end_game.name

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self._bytes)

    @property
    def positions(self) -> int:
        """How many positions can occur."""
        return sum(layer.chances for layer in self._about.layers)

    @cached_property
    def index(self) -> Index:
        """The numbers of its positions."""
        return index_of(self.end_game)

    @cached_property
    def chance_at_start(self) -> float:
        """The chance from the usual start of the formation, before the new tile."""
        found = self.lookup(self.index.digits_of(dict(enumerate(self.end_game.formation.begin))))
        return 0.0 if found is None else found

    def lookup(self, digits: list[int]) -> float | None:
        """Return the chance of a position before the new tile, by its digits; None for one that cannot occur."""
        number, upper, rank = self.index.place(digits)
        if rank < 0 or not 0 <= number < len(self._about.layers):
            return None
        place = self.index.start(number, upper) + rank
        layer = self._about.layers[number]
        words = self._part(layer.at, layer.words, np.uint64)
        block, bit = place // (64 * BLOCK), place % 64
        word = int(words[place // 64])
        if not word >> bit & 1:
            return None
        before = self._part(layer.at + 8 * layer.words, -(-layer.words // BLOCK), np.uint32)
        at = int(before[block]) + (word & (1 << bit) - 1).bit_count()
        at += int(np.bitwise_count(words[BLOCK * block : place // 64]).sum())
        chances = layer.at + 8 * layer.words + _filled(4 * -(-layer.words // BLOCK))
        return int(self._part(chances, layer.chances, np.uint32)[at]) / SURE

    def _part(self, at: int, n: int, kind: Any) -> Any:
        return self._bytes[at : at + n * np.dtype(kind).itemsize].view(kind)

    def chances(self, rows: Rows) -> dict[str, float] | None:
        """Return the chance of success after each legal move, in any of the eight symmetries of the board.

        None for a board that is none of this end game, or that cannot occur in it.
        """
        for turned, names in symmetries(rows):
            if found := self._chances(turned):
                return {names[move]: chance for move, chance in found.items()}
        return None

    def _chances(self, rows: Rows) -> dict[str, float] | None:
        board = self.end_game.with_large(rows)
        if board is None:
            return None
        found = {}
        for move in DIRECTIONS:
            after = slide(board, move)[0]
            if after == board:
                continue
            chance = self._chance(after)
            if chance is None:
                return None
            found[move] = chance
        return found

    def _chance(self, rows: Rows) -> float | None:
        """Return the chance of a board after a move; its large tiles are negative."""
        formation, goal = self.end_game.formation, self.end_game.goal
        tiles = [tile for row in rows for tile in row]
        if frozenset(cell for cell, tile in enumerate(tiles) if tile < 0) not in formation.layouts:
            return 0.0
        if any(tiles[cell] == goal for cell in formation.goals):
            return 1.0
        if sum(tile for tile in tiles if tile > 0) > self.end_game.limit:
            return 0.0
        large = goal.bit_length()
        return self.lookup(
            [large if tiles[c] < 0 else tiles[c].bit_length() - 1 if tiles[c] else 0 for c in self.index.cells]
        )


def _filled(size: int) -> int:
    return -(-size // 8) * 8


def _read_about(data: Any) -> About:
    length, checksum = TAIL.unpack(bytes(data[-TAIL.size :]))
    text = bytes(data[len(data) - TAIL.size - length : len(data) - TAIL.size])
    if bytes(data[: len(MAGIC)]) != MAGIC or zlib.crc32(text) != checksum:
        raise ValueError
    return msgspec.json.decode(text, type=About)
