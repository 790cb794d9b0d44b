"""Boards of 2048: positions that play moves, trace them, and are read from and written as text.

>>> board = Board.start(Rules(), seed=42)
>>> board.to_text()
'2048:classic:..../..../2.../...4#42'
>>> board.play("left").rows[2:]
((2, 0, 0, 0), (4, 0, 0, 0))
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from numbers import Integral
from typing import Self, TypeAlias

from tessella.errors import MoveError, ParseError, one_of, quote
from tessella.game2048 import rendering
from tessella.game2048.rules import Rules
from tessella.game2048.sliding import DIRECTIONS, Cell, PlacedTile, Rows, Slide, exponents, slide, tile_moves, with_tile
from tessella.i18n import _
from tessella.ids import parse_seed, split
from tessella.rng import GAMMA, MASK, below, fold, mix64

GAME = "2048"


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A position: everything that the next move and its luck depend on.

    Make one with `start`, `from_rows` or `parse`, which check what they are given; the constructor trusts its caller.

    >>> board = Board.start(Rules(), seed=42)
    >>> print(board)
    +----+----+----+----+
    |    |    |    |    |
    +----+----+----+----+
    |    |    |    |    |
    +----+----+----+----+
    | 2  |    |    |    |
    +----+----+----+----+
    |    |    |    | 4  |
    +----+----+----+----+
    >>> board.moves()
    ('left', 'right', 'up', 'down')
    """

    rules: Rules
    rows: Rows
    score: int = 0
    seed: int = 0
    ply: int = 0  # how many moves were played

    @classmethod
    def start(cls, rules: Rules, seed: int) -> Self:
        """Return the first position of the game that rules and seed name."""
        seed = parse_seed(str(seed))
        rows: Rows = ((0,) * rules.cols,) * rules.rows
        for _tile in range(rules.tiles):
            rows = with_tile(rows, *_spawn(rows, seed, 0, 0 if rules.twos else rules.fours))
        return cls(rules, rows, 0, seed, 0)

    @classmethod
    def from_rows(
        cls,
        rows: Iterable[Iterable[int | None]],
        rules: Rules | None = None,
        *,
        score: int = 0,
        seed: int = 0,
        ply: int = 0,
    ) -> Self:
        """Return the board with these tiles, `None` or 0 for an empty cell; by default under `classic` rules.

        >>> Board.from_rows([[2, None], [None, 4]])
        Board.parse('2048:2x2/classic:2./.4#0')
        """
        tiles = tuple(tuple(tile or 0 for tile in row) for row in rows)
        widths = {len(row) for row in tiles}
        if len(widths) != 1:
            raise ParseError(_("expected rows of one length, got {text}"), text=_text_of(tiles))
        rules = rules or Rules(len(tiles), widths.pop())
        expected, got = f"{rules.rows}x{rules.cols}", f"{len(tiles)}x{len(tiles[0])}"
        if expected != got:
            message = _("expected {expected} rows x columns, got {got}: {text}")
            raise ParseError(message, expected=expected, got=got, text=_text_of(tiles))
        powers = {0, *(1 << power for power in range(1, rules.largest.bit_length()))}
        odd = {str(tile) for row in tiles for tile in row if not (isinstance(tile, Integral) and tile in powers)}
        if odd:
            message = _("expected tiles that are powers of two from 2 to {largest}, got {odd} in {text}")
            raise ParseError(message, largest=rules.largest, odd=", ".join(sorted(odd)), text=_text_of(tiles))
        tail = _tail_of(seed, score, ply)
        return cls(rules, tuple(tuple(map(int, row)) for row in tiles), **_parse_tail(tail, tail))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the board that a text shows: what `to_text` gives, or rows alone, by lines or slashes.

        >>> Board.parse("2 . 16 . / . . . .").rows
        ((2, 0, 16, 0), (0, 0, 0, 0))
        >>> Board.parse("2048:cascade:..2./..../.4../....#42/score=300/ply=5").score
        300
        """
        name, rest = split(text.strip()) if ":" in text else (GAME, ":" + text.strip())
        named, colon, shape = rest.partition(":")
        if name != GAME or not colon or ":" in shape:
            raise ParseError(
                _("expected a 2048 board such as 2048:classic:..2./..../.4../....#42, got {text}"), text=text
            )
        shape, hash_sign, tail = shape.partition("#")
        rows = [_parse_row(row, text) for row in re.split(r"[/\n]", shape.strip())]
        numbers = _parse_tail(tail, text) if hash_sign else {}
        return cls.from_rows(rows, Rules.parse(named) if named else None, **numbers)

    def to_text(self) -> str:
        """Return the board as an id: rules, tiles and seed, then score and ply where they are not 0.

        >>> Board.from_rows([[2, None], [None, 4]], score=8, ply=3).to_text()
        '2048:2x2/classic:2./.4#0/score=8/ply=3'
        """
        return f"{GAME}:{self.rules}:{_text_of(self.rows)}#{_tail_of(self.seed, self.score, self.ply)}"

    def __str__(self) -> str:
        return rendering.text(self.rows, ascii_only=True)

    def __repr__(self) -> str:
        return f"Board.parse({self.to_text()!r})"

    def _repr_html_(self) -> str:
        return rendering.html(self.rows)

    def _repr_svg_(self) -> str:
        return rendering.svg(self.rows, title=self.to_text())

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        return {
            "text/plain": rendering.text(self.rows),
            "text/html": self._repr_html_(),
            "image/svg+xml": self._repr_svg_(),
        }

    def play(self, move: str) -> Self:
        """Return the board after a move and the tile that it spawns.

        Raises MoveError for a move that changes nothing, is none of `DIRECTIONS`, or comes after the end.
        """
        rows, merged = self._slide(move)
        ply, score = self.ply + 1, self.score + self.rules.points_of(merged)
        rows = with_tile(rows, *_spawn(rows, self.seed, ply, self.rules.fours))
        return type(self)(self.rules, rows, score, self.seed, ply)

    def trace(self, move: str) -> Slide:
        """Return what `play` does with the same move, tile by tile; raises what it raises.

        >>> board = Board.parse("2 2 4 . / . . . .")
        >>> slide = board.trace("left")
        >>> slide.merges, slide.points
        ((PlacedTile(value=4, cell=(0, 0)),), 4)
        >>> [(tile.start, tile.end) for tile in slide.tiles]
        [((0, 0), (0, 0)), ((0, 1), (0, 0)), ((0, 2), (0, 1))]
        >>> row, col = slide.spawn.cell
        >>> board.play("left").rows[row][col] == slide.spawn.value
        True
        """
        rows, merged = self._slide(move)
        tiles, merges = tile_moves(self.rows, move, self.rules.merging)
        cell, value = _spawn(rows, self.seed, self.ply + 1, self.rules.fours)
        return Slide(move, tuple(tiles), tuple(merges), PlacedTile(value, cell), self.rules.points_of(merged))

    def _slide(self, move: str) -> tuple[Rows, tuple[int, ...]]:
        """Return the tiles after a move, without the new one, and the values it merged; raise MoveError."""
        if self.rules.ends and self.is_won():
            raise MoveError(_("the game is over; no move can be made: {text}"), text=move)
        rows, merged = slide(self.rows, move, self.rules.merging)
        if rows == self.rows:
            raise MoveError(_("nothing moves that way: {text}"), text=move)
        return rows, merged

    def moves(self) -> tuple[str, ...]:
        """Return the moves that change something, in the order of `DIRECTIONS`; none when the game has ended.

        >>> Board.parse("2 4 / 4 2").moves()
        ()
        """
        if self.rules.ends and self.is_won():
            return ()
        merging = self.rules.merging
        return tuple(move for move in DIRECTIONS if slide(self.rows, move, merging)[0] != self.rows)

    def is_won(self) -> bool:
        """Return whether a tile of at least the target lies on the board."""
        return self.highest >= self.rules.target

    def is_over(self) -> bool:
        """Return whether the game takes no move any more: won where that ends it, or no move left."""
        if not self.rules.ends and self.highest and any(0 in row for row in self.rows):
            return False  # some tile has an empty cell beside it
        return not self.moves()

    @property
    def highest(self) -> int:
        """The largest tile on the board."""
        return max(map(max, self.rows))


BoardLike: TypeAlias = Board | str | Iterable[Iterable[int | None]]  # what `read_board` reads


def read_board(board: BoardLike) -> Board:
    """Return a board as it is, or the one that a text or rows show; raises `ParseError`.

    >>> read_board("2./.4") == read_board([[2, None], [None, 4]])
    True
    """
    if isinstance(board, Board):
        return board
    if isinstance(board, str):
        return Board.parse(board)
    with suppress(TypeError):
        return Board.from_rows(board)
    raise ParseError(_("expected a board, its text or its rows, got {text}"), text=board)


def render(board: BoardLike, form: str = "text", *, theme: str = "light") -> str:
    """Return a picture of a board: `text`, `ascii`, `spoken` (words for a screen reader), `svg` or `html`.

    >>> print(render("2 . / . 4", "spoken"))
    row 1: 2, empty
    row 2: empty, 4
    """
    rows = read_board(board).rows
    forms = {
        "text": lambda: rendering.text(rows),
        "ascii": lambda: rendering.text(rows, ascii_only=True),
        "spoken": lambda: rendering.spoken(rows),
        "svg": lambda: rendering.svg(rows, theme=theme),
        "html": lambda: rendering.html(rows, theme=theme),
    }
    return forms[one_of(forms, form)]()


def _spawn(rows: Rows, seed: int, ply: int, fours: int) -> tuple[Cell, int]:
    """Return the cell and the value of the next tile, which follow from seed, ply and tiles alone: see `docs/luck.md`.

    Each row is one word of the hash: the exponents of its tiles, a byte a cell.

        [2 . 8 .]  ->  0x00_03_00_01
    """
    state = fold((seed, ply, *map(_row_word, rows)))
    empty = [i for i, tile in enumerate(chain.from_iterable(rows)) if not tile]
    cell = divmod(empty[below(len(empty), mix64((state + GAMMA) & MASK))], len(rows[0]))
    return cell, 4 if below(100, mix64((state + 2 * GAMMA) & MASK)) < fours else 2


@lru_cache(maxsize=1 << 16)
def _row_word(row: tuple[int, ...]) -> int:
    return int.from_bytes(bytes(exponents((row,))), "little")


def _text_of(rows: Rows) -> str:
    """Return the rows as an id writes them: a character a cell, or commas between once a tile has two digits."""
    separator = "," if any(len(str(tile)) > 1 for row in rows for tile in row) else ""
    return "/".join(separator.join(str(tile or ".") for tile in row) for row in rows)


def _parse_row(row: str, text: str) -> list[int]:
    cells = re.split(r"[,\s]+", row.strip()) if re.search(r"[,\s]", row.strip()) else list(row.strip())
    if not cells or not all(re.fullmatch(r"[._]|[0-9]{1,20}", cell) for cell in cells):
        message = _("expected a row of tiles such as 2,.,16,. or ..2., got {row} in {text}")
        raise ParseError(message, row=quote(row), text=text)
    return [0 if cell in "._" else int(cell) for cell in cells]


def _tail_of(seed: int, score: int, ply: int) -> str:
    return str(seed) + f"/score={score}" * bool(score) + f"/ply={ply}" * bool(ply)


def _parse_tail(tail: str, text: str) -> dict[str, int]:
    match = re.fullmatch(r"([0-9]+)(?:/score=([1-9][0-9]{0,30}))?(?:/ply=([1-9][0-9]{0,18}))?", tail)
    if not match:
        raise ParseError(_("expected a seed, as in #42 or #42/score=16/ply=3, got {text}"), text=text)
    return {"seed": parse_seed(match[1]), "score": int(match[2] or 0), "ply": int(match[3] or 0)}
