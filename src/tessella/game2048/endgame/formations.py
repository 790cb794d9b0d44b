"""Formations of end games: which cells hold large tiles, and where the goal is to be made.

    x  holds a large tile, which must not move         .  is free
    g  is free, and where the goal tile counts         m  holds a large tile, which may move as the formation says

Large tiles are of the goal's value or more, and no two are alike, so that none of them merges. What they are makes no
difference. Names, cells and goals are those of game-difficulty/2048EndgameTablebase
(https://github.com/game-difficulty/2048EndgameTablebase, `default_patterns.json`).

>>> print(EndGame.parse("L3-512").formation.picture)
. . . .
. g . .
g x x x
. x x x
"""

import re
from dataclasses import dataclass
from functools import cached_property

from tessella.errors import ParseError, one_of
from tessella.game2048.sliding import DIRECTIONS, Rows
from tessella.i18n import _

LARGEST_GOAL = 2048
MARGIN = 96  # how much more than the goal the small tiles may come to: less than twice the goal, though


@dataclass(frozen=True)
class Formation:
    """A formation: its cells row by row, as the signs above, and the other cells that its large tiles may take."""

    name: str
    rows: tuple[str, ...]
    begin: tuple[int, ...] = ()  # the small tiles of a usual start, cell by cell, before the new tile; none if empty
    others: tuple[tuple[str, ...], ...] = ()  # boards whose x are the cells of the large tiles

    @cached_property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns the board has."""
        return len(self.rows), len(self.rows[0])

    @property
    def picture(self) -> str:
        """The cells, a line a row."""
        return "\n".join(" ".join(row) for row in self.rows)

    @cached_property
    def goals(self) -> frozenset[int]:
        """The cells where the goal counts, numbered row by row."""
        return frozenset(cell for cell, sign in enumerate("".join(self.rows)) if sign in "gG")

    @cached_property
    def layouts(self) -> tuple[frozenset[int], ...]:
        """The sets of cells that the large tiles may take, the first as in the picture."""
        boards = (self.rows, *self.others)
        return tuple(frozenset(n for n, sign in enumerate("".join(rows)) if sign in "xm") for rows in boards)

    @cached_property
    def fixed(self) -> frozenset[int]:
        """The cells that always hold a large tile."""
        return frozenset.intersection(*self.layouts)

    @cached_property
    def large(self) -> int:
        """How many large tiles there are."""
        return len(self.layouts[0])


def _formation(name: str, rows: str, begin: str = "", *others: str, anywhere: bool = False) -> Formation:
    pictured = rows.replace(".", "g") if anywhere else rows
    tiles = tuple(int(sign) if sign.isdecimal() else 0 for sign in begin.replace(" ", ""))
    return Formation(name, tuple(pictured.split()), tiles, tuple(tuple(one.split()) for one in others))


FORMATIONS = {
    formation.name: formation
    for formation in (
        _formation("L3", ".... .g.. gxxx .xxx", "2... .... 2... 4..."),
        _formation("L3t", ".... gggg .xxm .xxm", "2... .... 2... 4...", ".... ...x .xxx .xx.", "...x ...x .xx. .xx."),
        _formation("442", ".... .... .gxx xxxx", "2... .... 42.. ...."),
        _formation("t", ".... ..gg mgxx mgxx", "2... .... .2.. .4..", ".... x... x.xx ..xx", "x... x... ..xx ..xx"),
        _formation("4421", ".... .... .gxx .xxx", "2... .... 24.. 4..."),
        _formation("4431", ".... .... ..gx .xxx", "2... .... 242. 4..."),
        _formation("4432", ".... .... ..gx ..xx", ".... 2... 242. 42.."),
        _formation("444", ".... .... .gg. xxxx", "2... .... .... ...."),
        _formation("4441", ".... .... ..gg gxxx", ".... 2... .... 2..."),
        _formation("4442", ".... .... ..gg .gxx", ".... 2... .... 24.."),
        _formation("LL", ".... ..gg .gxx .gxx", "2... .... 42.. 24.."),
        _formation("2x4", ".... ....", anywhere=True),
        _formation("3x3", "... ... ...", anywhere=True),
        _formation("3x4", ".... .... ....", anywhere=True),
    )
}


@dataclass(frozen=True)
class EndGame:
    """A formation and the tile that is to be made in it, such as `L3-512`."""

    formation: Formation
    goal: int

    @classmethod
    def parse(cls, text: str) -> "EndGame":
        """Return the end game that a name says; raises `ParseError`.

        >>> EndGame.parse("442-256").goal
        256
        """
        name, _hyphen, goal = text.partition("-")
        known = {one.casefold(): one for one in FORMATIONS}
        message = _("expected a formation, one of {names}, and a goal, such as L3-512, got {text}")
        name = known.get(name.casefold(), name)
        if name not in FORMATIONS:
            one_of(FORMATIONS, text, message)
        tile = int(goal) if re.fullmatch("[0-9]{1,4}", goal) else 0
        if not 8 <= tile <= LARGEST_GOAL or tile & (tile - 1):
            message = _("expected a goal from 8 to {largest}, such as {name}-512, got {text}")
            raise ParseError(message, largest=LARGEST_GOAL, name=name, text=text)
        found = cls(FORMATIONS[name], tile)
        if tile << found.formation.large > 65536 // 2:
            message = _("expected a goal for which {n} larger tiles are left, got {text}")
            raise ParseError(message, n=found.formation.large, text=text)
        return found

    @property
    def name(self) -> str:
        """Formation and goal, such as `L3-512`."""
        return f"{self.formation.name}-{self.goal}"

    @property
    def limit(self) -> int:
        """The most that the tiles which are not large may come to: the end game has failed beyond."""
        return self.goal + min(MARGIN, self.goal - 2)

    def board(self, small: dict[int, int], layout: int = 0) -> Rows:
        """Return a board with these tiles in the free cells, and large ones from twice the goal up, in a snake.

        >>> EndGame.parse("L3-512").board({0: 2})
        ((2, 0, 0, 0), (0, 0, 0, 0), (0, 1024, 2048, 4096), (0, 32768, 16384, 8192))
        """
        height, width = self.formation.shape
        tiles = dict(small)
        tile = 2 * self.goal
        cells = self.formation.layouts[layout]
        for r in range(height):
            row = [cell for cell in range(r * width, (r + 1) * width) if cell in cells]
            if r % 2 != min(cells, default=0) // width % 2:
                row.reverse()
            for cell in row:
                tiles[cell] = tile
                tile *= 2
        return tuple(tuple(tiles.get(r * width + c, 0) for c in range(width)) for r in range(height))

    def with_large(self, rows: Rows) -> Rows | None:
        """Return a board with its large tiles as negative numbers, each another one; None if it is none of this.

        >>> EndGame.parse("3x3-64").with_large(((2, 0, 0), (0, 4, 0), (0, 0, 0)))
        ((2, 0, 0), (0, 4, 0), (0, 0, 0))
        """
        if (len(rows), len(rows[0])) != self.formation.shape:
            return None
        tiles = [tile for row in rows for tile in row]
        for layout in self.formation.layouts:
            large = [tiles[cell] for cell in sorted(layout)]
            small = [0 if cell in layout else tile for cell, tile in enumerate(tiles)]
            if min([self.goal, *large]) < self.goal or max(small) > self.goal or len({*large}) < len(large):
                continue
            if any(small[cell] == self.goal for cell in self.formation.goals):
                continue
            board = [-1 - cell if cell in layout else tile for cell, tile in enumerate(tiles)]
            return tuple(tuple(board[r : r + len(rows[0])]) for r in range(0, len(board), len(rows[0])))
        return None


def symmetries(rows: Rows) -> list[tuple[Rows, dict[str, str]]]:
    """Return a board in its eight symmetries, each with what its moves are called on the first."""
    found = []
    left, right, up, down = DIRECTIONS
    for is_transposed in (False, True):
        for is_flipped in (False, True):
            for is_mirrored in (False, True):
                board = tuple(zip(*rows, strict=True)) if is_transposed else rows
                across, along = ((up, down), (left, right)) if is_transposed else ((left, right), (up, down))
                if is_flipped:
                    board, along = board[::-1], along[::-1]
                if is_mirrored:
                    board, across = tuple(row[::-1] for row in board), across[::-1]
                found.append((board, dict(zip(DIRECTIONS, (*across, *along), strict=True))))
    return found
