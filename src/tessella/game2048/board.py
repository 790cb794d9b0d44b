"""What are the rules of 2048?

This is the law, in plain Python: every other part of the house obeys it. Rules say what a game is before it starts, a
Board is everything that the next move depends on, and `slide` is what a move does to the tiles.

    >>> rows, merged = slide(((2, 2, 4, 4), (2, 0, 0, 2), (0, 0, 0, 0), (0, 0, 0, 8)), "right")
    >>> for row in rows: print(*row)
    0 0 4 8
    0 0 0 4
    0 0 0 0
    0 0 0 8
    >>> merged
    (8, 4, 4)
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import chain
from typing import Self

from tessella.errors import MoveError, ParseError, RulesError, quote
from tessella.i18n import _
from tessella.ids import parse_seed, split
from tessella.rng import GAMMA, MASK, below, fold, mix64

__all__ = ["DIRECTIONS", "MERGING", "RULES", "SIZES", "Board", "Rows", "Rules", "slide", "slide_line"]

Rows = tuple[tuple[int, ...], ...]
"""Tiles by row from the top, 0 for an empty cell."""

GAME = "2048"
DIRECTIONS = ("left", "right", "up", "down")
MERGING = ("once", "cascade")
SIZES = range(2, 9)
SMALLEST_TARGET = 8
MOST_POINTS = 1_000_000


# --- Rules ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """What is agreed before a game: size, target, luck, merging, scoring.

    A target that is not given is 2048, or the largest that a small board can hold.

    >>> Rules(rows=5, target=4096)
    Rules.parse('5x4/4096/classic')
    >>> Rules(rows=2, cols=2).target
    32
    """

    rows: int = 4
    cols: int = 4
    target: int = 0
    """The tile that wins, a power of two; 0 stands for the default."""
    fours: int = 10
    """How many in a hundred new tiles are a 4."""
    merging: str = "once"
    """`once`: a tile merges once a move; `cascade`: merged tiles merge on."""
    points: int = 0
    """What a merge is worth; 0 for the value of the merged tile."""
    tiles: int = 2
    """How many tiles lie on the board at the start."""
    twos: bool = False
    """Whether the tiles at the start are all 2."""
    ends: bool = False
    """Whether the game ends at the target, or may be played on."""

    def __post_init__(self) -> None:
        if self.target == 0 and self.rows in SIZES and self.cols in SIZES:
            object.__setattr__(self, "target", min(2048, self.largest))
        if problems := self._problems():
            raise RulesError("; ".join(problems))

    def _problems(self) -> list[str]:
        """Return a sentence for each thing that no game can have."""
        size = f"{self.rows}x{self.cols}"
        if self.rows not in SIZES or self.cols not in SIZES:
            return [_expected_size(size)]
        cells = self.rows * self.cols
        found = []
        if self.target < SMALLEST_TARGET or self.target & (self.target - 1):
            found.append(_expected_target(self.target))
        elif self.target > self.largest:
            found.append(
                _("expected a target of at most {largest}, as a {size} board holds no larger tile, got {text}").format(
                    largest=self.largest, size=size, text=quote(self.target)
                )
            )
        if not 0 <= self.fours <= 100:
            found.append(_expected_fours(self.fours))
        if self.merging not in MERGING:
            found.append(_expected_one_of(MERGING, self.merging))
        if not 0 <= self.points <= MOST_POINTS:
            found.append(
                _("expected from 0 to {most} points a merge, got {text}").format(
                    most=MOST_POINTS, text=quote(self.points)
                )
            )
        if not 1 <= self.tiles <= cells:
            found.append(
                _("expected from 1 to {cells} tiles at the start, got {text}").format(
                    cells=cells, text=quote(self.tiles)
                )
            )
        return found

    @property
    def largest(self) -> int:
        """The largest tile that the board can hold: every cell a merge waiting for the next, and a 4 in the last."""
        return 1 << (self.rows * self.cols + 1)

    def __str__(self) -> str:
        """Return the rules as an id names them: what differs from the nearest preset, then its name.

        >>> str(RULES["cascade"]), str(Rules(rows=5, target=32, fours=25))
        ('cascade', '5x4/32/fours=25/classic')
        """
        return _text_of_rules(self)

    def from_preset(self, preset: str) -> list[str]:
        """Return the parts of the rules' text, as seen from a preset: what differs from it, then its name."""
        parts = [f"{self.rows}x{self.cols}"] if (self.rows, self.cols) != (4, 4) else []
        if self.target != min(2048, self.largest):
            parts.append(str(self.target))
        for name in ("fours", "merging", "points", "tiles", "twos", "ends"):
            value = getattr(self, name)
            if value != getattr(RULES[preset], name):
                parts.append(f"{name}={_YES_NO[value] if isinstance(value, bool) else value}")
        return [*parts, preset]

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the rules that a text names: a preset and what differs from it, in any order.

        >>> Rules.parse("5x4/32/fours=25") == Rules(rows=5, target=32, fours=25)
        True
        """
        changes: dict[str, object] = {}
        for part in text.split("/") if text else []:
            for name, value in _parse_part(part, text).items():
                if name in changes:
                    raise ParseError(_("expected each rule once, got {text}").format(text=quote(text)))
                changes[name] = value
        return cls._changed(str(changes.pop("preset", "classic")), changes)

    @classmethod
    def of(
        cls,
        preset: str = "classic",
        *,
        size: str | None = None,
        target: int | str | None = None,
        fours: int | str | None = None,
    ) -> Self:
        """Return a preset with another size, target or chance of fours, as a person asks for them.

        >>> Rules.of("sprint", size="5x4", target=32)
        Rules.parse('5x4/32/sprint')
        """
        if preset not in RULES:
            raise RulesError(_expected_one_of(RULES, preset))
        changes: dict[str, object] = {}
        if size is not None:
            if not (match := re.fullmatch(_SIZE, size)):
                raise RulesError(_expected_size(size))
            changes |= {"rows": int(match[1]), "cols": int(match[2])}
        if target is not None:
            if not re.fullmatch(r"[1-9][0-9]{0,19}", str(target)):
                raise RulesError(_expected_target(target))
            changes["target"] = int(target)
        if fours is not None:
            if not re.fullmatch(_WHOLE, str(fours)):
                raise RulesError(_expected_fours(fours))
            changes["fours"] = int(fours)
        return cls._changed(preset, changes)

    @classmethod
    def _changed(cls, preset: str, changes: dict[str, object]) -> Self:
        # The target is left open unless it is changed: its default goes by the size.
        base: dict[str, object] = {f.name: getattr(RULES[preset], f.name) for f in fields(cls) if f.name != "target"}
        return cls(**(base | changes))  # type: ignore[arg-type]  # the names are the fields' own


RULES: dict[str, Rules] = {
    "classic": Rules(),
    "sprint": Rules(ends=True),
    "cascade": Rules(fours=25, merging="cascade", points=100, tiles=1, ends=True),
    "coinflip": Rules(fours=50, twos=True, ends=True),
    "notebook": Rules(fours=20, ends=True),
}
"""The named rules; `classic` is what everybody knows."""


@lru_cache(maxsize=256)
def _text_of_rules(rules: Rules) -> str:
    nearest = min([rules.from_preset(name) for name in RULES], key=len)
    return "/".join(nearest)


_SIZE = r"([0-9]{1,3})x([0-9]{1,3})"
_WHOLE = r"[0-9]{1,9}"
_YES_NO = {True: "yes", False: "no"}


def _parse_part(part: str, text: str) -> dict[str, object]:
    """Return the fields that one part of a rules text sets."""
    name, _equals, value = part.partition("=")
    if part in RULES:
        return {"preset": part}
    if size := re.fullmatch(_SIZE, part):
        return {"rows": int(size[1]), "cols": int(size[2])}
    if re.fullmatch(r"[1-9][0-9]{0,19}", part):
        return {"target": int(part)}
    if name in ("fours", "points", "tiles") and re.fullmatch(_WHOLE, value):
        return {name: int(value)}
    if name == "merging" and value in MERGING:
        return {name: value}
    if name in ("twos", "ends") and value in _YES_NO.values():
        return {name: value == "yes"}
    raise ParseError(
        _("expected rules such as classic or 5x4/32/fours=25/cascade, got {text}").format(text=quote(text)),
        hint=_("the presets are {names}").format(names=", ".join(RULES)),
    )


def _expected_size(text: object) -> str:
    return _("expected a size from 2x2 to 8x8 (rows x columns), got {text}").format(text=quote(text))


def _expected_target(text: object) -> str:
    return _("expected a target that is a power of two from 8, got {text}").format(text=quote(text))


def _expected_fours(text: object) -> str:
    return _("expected a chance of fours from 0 to 100 percent, got {text}").format(text=quote(text))


def _expected_one_of(names: Iterable[str], text: object) -> str:
    return _("expected one of {names}, got {text}").format(names=", ".join(names), text=quote(text))


# --- Sliding --------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def slide_line(line: tuple[int, ...], merging: str = "once") -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the line slid towards its start, and the values that merging made.

    >>> slide_line((2, 2, 2, 0)), slide_line((2, 2, 2, 2), "cascade")
    (((4, 2, 0, 0), (4,)), ((8, 0, 0, 0), (4, 4, 8)))
    """
    return (_slide_once if merging == "once" else _slide_cascade)(line)


def _slide_once(line: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
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

    Nothing spawns here, and a slide that changes nothing returns equal rows.

        [2 2 0 4]  right  ->  [0 0 4 4]   once
                              [0 0 0 8]   cascade

    >>> slide(((2, 2, 0, 4),), "right"), slide(((2, 2, 0, 4),), "right", "cascade")
    ((((0, 0, 4, 4),), (4,)), (((0, 0, 0, 8),), (4, 8)))
    """
    lines = _lines(rows, direction)
    slid = [slide_line(line, merging) for line in lines]
    merged = tuple(value for _line, values in slid for value in values)
    return _lines_back([line for line, _values in slid], direction), merged


def _lines(rows: Rows, direction: str) -> Rows:
    """Return the lines that slide, each from its leading edge."""
    match direction:
        case "left":
            return rows
        case "right":
            return tuple(row[::-1] for row in rows)
        case "up":
            return tuple(zip(*rows, strict=True))
        case "down":
            return tuple(zip(*rows[::-1], strict=True))
        case _:
            raise MoveError(_expected_one_of(DIRECTIONS, direction))


def _lines_back(lines: list[tuple[int, ...]], direction: str) -> Rows:
    match direction:
        case "left":
            return tuple(lines)
        case "right":
            return tuple(line[::-1] for line in lines)
        case "up":
            return tuple(zip(*lines, strict=True))
        case _:
            return tuple(zip(*lines, strict=True))[::-1]


# --- Boards ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A position: everything that the next move and its luck depend on.

    Make one with `start`, `from_rows` or `parse`, which check what they are given; the constructor trusts its caller.

    >>> board = Board.start(RULES["classic"], seed=42)
    >>> print(board)
    2048:classic:..../..../2.../...4#42
    >>> board.moves()
    ('left', 'right', 'up', 'down')
    """

    rules: Rules
    rows: Rows
    score: int = 0
    seed: int = 0
    ply: int = 0
    """How many moves were played."""

    @classmethod
    def start(cls, rules: Rules, seed: int) -> Self:
        """Return the first position of the game that rules and seed name."""
        if not 0 <= seed <= MASK:
            parse_seed(str(seed))
        rows: Rows = ((0,) * rules.cols,) * rules.rows
        for _tile in range(rules.tiles):
            rows = _spawn(rows, seed, 0, 0 if rules.twos else rules.fours)
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
            raise ParseError(_("expected rows of one length, got {text}").format(text=quote(_text_of(tiles))))
        rules = rules or Rules(len(tiles), widths.pop())
        if (len(tiles), len(tiles[0])) != (rules.rows, rules.cols):
            raise ParseError(
                _("expected {expected} rows x columns, got {got}: {text}").format(
                    expected=f"{rules.rows}x{rules.cols}",
                    got=f"{len(tiles)}x{len(tiles[0])}",
                    text=quote(_text_of(tiles)),
                )
            )
        odd = sorted({tile for row in tiles for tile in row if tile and not _is_tile(tile, rules)})
        if odd:
            raise ParseError(
                _("expected tiles that are powers of two from 2 to {largest}, got {odd} in {text}").format(
                    largest=rules.largest, odd=", ".join(map(str, odd)), text=quote(_text_of(tiles))
                )
            )
        return cls(rules, tiles, score, seed, ply)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the board that a text shows: what `str` gives, or rows alone, by lines or slashes.

        >>> Board.parse("2 . 16 . / . . . .").rows
        ((2, 0, 16, 0), (0, 0, 0, 0))
        >>> Board.parse("2048:cascade:..2./..../.4../....#42/score=300/ply=5").score
        300
        """
        name, rest = split(text.strip()) if ":" in text else (GAME, ":" + text.strip())
        named, colon, shape = rest.partition(":")
        if name != GAME or not colon or ":" in shape:
            raise ParseError(
                _("expected a 2048 board such as 2048:classic:..2./..../.4../....#42, got {text}").format(
                    text=quote(text)
                )
            )
        shape, hash_sign, tail = shape.partition("#")
        rows = [_parse_row(row, text) for row in re.split(r"[/\n]", shape.strip())]
        rules = Rules.parse(named) if named else None
        numbers = _parse_tail(tail, text) if hash_sign else {}
        return cls.from_rows(rows, rules, **numbers)

    def __str__(self) -> str:
        """Return the board as an id: rules, tiles and seed, then score and ply where they are not 0."""
        score = f"/score={self.score}" if self.score else ""
        ply = f"/ply={self.ply}" if self.ply else ""
        return f"{GAME}:{self.rules}:{_text_of(self.rows)}#{self.seed}{score}{ply}"

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    # --- In a notebook ---

    def _repr_html_(self) -> str:
        """Return a still picture, as a table with its own colours."""
        from tessella.game2048 import rendering  # noqa: PLC0415 - only who draws needs it

        return rendering.html(self.rows)

    def _repr_svg_(self) -> str:
        """Return a still picture."""
        from tessella.game2048 import rendering  # noqa: PLC0415 - the same

        return rendering.svg(self.rows, title=str(self))

    def _repr_mimebundle_(self, **_options: object) -> dict[str, str]:
        """Return the board as a notebook shows it: the richest that it trusts."""
        from tessella.game2048 import rendering  # noqa: PLC0415 - the same

        return {
            "text/plain": rendering.text(self.rows),
            "text/html": self._repr_html_(),
            "image/svg+xml": self._repr_svg_(),
        }

    # --- The law ---

    def play(self, move: str) -> Self:
        """Return the board after a move and the tile that it brings.

        Raises MoveError for a move that changes nothing, is none of `DIRECTIONS`, or comes after the end.
        """
        rules = self.rules
        if rules.ends and self.is_won():
            raise MoveError(_("the game is over, so it takes no move: {text}").format(text=quote(move)))
        rows, merged = slide(self.rows, move, rules.merging)
        if rows == self.rows:
            raise MoveError(_("this move changes nothing: {text}").format(text=quote(move)))
        score = self.score + (rules.points * len(merged) if rules.points else sum(merged))
        ply = self.ply + 1
        return type(self)(rules, _spawn(rows, self.seed, ply, rules.fours), score, self.seed, ply)

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
        return not self.moves()

    @property
    def highest(self) -> int:
        """The largest tile on the board."""
        return max(max(row) for row in self.rows)


def _spawn(rows: Rows, seed: int, ply: int, fours: int) -> Rows:
    """Return the rows with one tile more, where and which follows from seed, ply and tiles alone.

    See `docs/luck.md`. Each row is one word of the hash: the exponents of its tiles, a byte a cell.

        [2 . 8 .]  ->  0x00_03_00_01
    """
    state = fold((seed, ply, *map(_row_word, rows)))
    empty = [i for i, tile in enumerate(chain.from_iterable(rows)) if not tile]
    r, c = divmod(empty[below(len(empty), mix64((state + GAMMA) & MASK))], len(rows[0]))
    tile = 4 if below(100, mix64((state + 2 * GAMMA) & MASK)) < fours else 2
    row = rows[r]
    return (*rows[:r], (*row[:c], tile, *row[c + 1 :]), *rows[r + 1 :])


@lru_cache(maxsize=1 << 16)
def _row_word(row: tuple[int, ...]) -> int:
    return int.from_bytes(bytes(tile.bit_length() - 1 if tile else 0 for tile in row), "little")


# --- Text -----------------------------------------------------------------------------------------------------------


def _is_tile(tile: int, rules: Rules) -> bool:
    return 2 <= tile <= rules.largest and tile & (tile - 1) == 0


def _text_of(rows: Rows) -> str:
    """Return the rows as an id writes them: a character a cell, or commas between once a tile has two digits."""
    separator = "," if any(tile > 9 for row in rows for tile in row) else ""
    return "/".join(separator.join(str(tile or ".") for tile in row) for row in rows)


def _parse_row(row: str, text: str) -> list[int]:
    """Return the tiles of a row: cells between commas or blanks, or a character a cell."""
    cells = re.split(r"[,\s]+", row.strip()) if re.search(r"[,\s]", row.strip()) else list(row.strip())
    if not cells or not all(re.fullmatch(r"[._]|[0-9]{1,20}", cell) for cell in cells):
        raise ParseError(
            _("expected a row of tiles such as 2,.,16,. or ..2., got {row} in {text}").format(
                row=quote(row), text=quote(text)
            )
        )
    return [0 if cell in "._" else int(cell) for cell in cells]


def _parse_tail(tail: str, text: str) -> dict[str, int]:
    """Return seed, score and ply from what follows the `#` of a board."""
    match = re.fullmatch(r"([0-9]+)(?:/score=([1-9][0-9]{0,30}))?(?:/ply=([1-9][0-9]{0,18}))?", tail)
    if not match:
        raise ParseError(_("expected a seed, as in #42 or #42/score=16/ply=3, got {text}").format(text=quote(text)))
    return {"seed": parse_seed(match[1]), "score": int(match[2] or 0), "ply": int(match[3] or 0)}
