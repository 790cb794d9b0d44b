"""The board of 2048: one widget that draws lines of coloured blanks.

Sixteen styled widgets would cost three to four times as long. A move is drawn at once as the new position; the motion
after it only settles the new tile and the merged ones.
"""

from typing import NamedTuple

from textual import events
from textual.timer import Timer

from tessella.game2048.sliding import Cell, Rows
from tessella.tui.messages import Swiped
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.score_panel import ARROWS
from tessella.tui.widgets.text_lines import Piece, Row, TextLines

SETTLE_SECONDS = 0.1  # how long a new tile is drawn small and a merged one wide


class TileSize(NamedTuple):
    """The size of a tile and of the gaps between tiles, in columns and lines."""

    width: int
    height: int
    gap_x: int
    gap_y: int

    def board(self, rows: int, cols: int) -> tuple[int, int]:
        """Return columns and lines of a whole board."""
        return cols * (self.width + self.gap_x) + self.gap_x, rows * (self.height + self.gap_y) + self.gap_y

    @property
    def middle(self) -> int:
        """The line of a tile that its number stands in."""
        return (self.height - 1) // 2


TILE_SIZES = (
    TileSize(11, 5, 2, 1),
    TileSize(7, 3, 2, 1),
    TileSize(7, 3, 1, 1),
    TileSize(7, 1, 2, 1),
    TileSize(7, 1, 1, 1),
    TileSize(6, 1, 1, 1),
    TileSize(6, 1, 1, 0),
)
"""From the largest to the one that fits where no other does; each holds six digits."""


class Picture(NamedTuple):
    """All that a drawing of the board depends on."""

    theme: ThemeStyles
    rows: Rows
    target: int
    advised: str = ""  # the direction that the edge of the board points in
    newest: frozenset[Cell] = frozenset()
    merged: frozenset[Cell] = frozenset()  # the tiles that are drawn wide for a moment
    spawned: frozenset[Cell] = frozenset()  # the tile that is drawn small for a moment


class TileBoard(TextLines):
    """The tiles: coloured blanks, and a number in the middle of each."""

    _timer: Timer | None = None  # settles the tiles
    _drag_start: tuple[int, int] | None = None

    def __init__(self, theme: ThemeStyles, *, motion: bool) -> None:
        super().__init__("board", base=theme.board)
        self.cell_size = TILE_SIZES[-1]
        self.picture = Picture(theme, (), 0)
        self._has_motion = motion

    def show(self, picture: Picture) -> None:
        """Draw a position without motion."""
        self._draw(picture._replace(newest=self.picture.newest) if picture.rows == self.picture.rows else picture)

    def show_move(self, picture: Picture, *, motion: bool = True) -> None:
        """Draw the position after a move: the spawned tile and the merged ones stand out, and settle in a moment."""
        picture = picture._replace(newest=picture.spawned)
        settled = picture._replace(merged=frozenset(), spawned=frozenset())
        if self._has_motion and motion:
            self._draw(picture)
            self._timer = self.set_timer(SETTLE_SECONDS, lambda: self._draw(settled))
        else:
            self._draw(settled)

    def _draw(self, picture: Picture) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        self.picture = picture
        columns, lines = self.cell_size.board(len(picture.rows), len(picture.rows[0]))
        self.show_rows([self._line(y, columns, lines) for y in range(lines)], picture.theme.board)

    # --- Drawing ---

    def _line(self, y: int, columns: int, lines: int) -> Row:
        picture, size = self.picture, self.cell_size
        r, line = divmod(y - size.gap_y, size.height + size.gap_y)
        arrow = ARROWS.get(picture.advised, "")
        if y < size.gap_y or line >= size.height:
            if arrow and y == {"^": 0, "v": lines - 1}.get(arrow):
                return self._arrows(arrow)
            return [(" " * columns, picture.theme.board)]
        # Where there are no lines between the tiles, up and down are pointed out on both sides.
        beside = line == size.middle and (arrow in ("<", ">") or not size.gap_y)
        row: list[Piece] = []
        gap = size.gap_x
        for c, tile in enumerate(picture.rows[r]):
            wider = int(bool(tile) and size.gap_x > 1 and (r, c) in picture.merged)  # it reaches into the gaps
            row.append(self._gap(gap - wider, arrow if beside and c == 0 and arrow != ">" else ""))
            row += self._cell((r, c), tile, line, size.width + 2 * wider)
            gap = size.gap_x - wider
        return [*row, self._gap(gap, arrow if beside and arrow != "<" else "")]

    def _gap(self, columns: int, arrow: str) -> Piece:
        theme = self.picture.theme
        return arrow.ljust(columns), theme.selected if arrow else theme.board

    def _arrows(self, arrow: str) -> Row:
        theme, size = self.picture.theme, self.cell_size
        before = (size.width - 3) // 2
        column = [
            (" " * (size.gap_x + before), theme.board),
            (f" {arrow} ", theme.selected),
            (" " * (size.width - 3 - before), theme.board),
        ]
        return [*column * len(self.picture.rows[0]), (" " * size.gap_x, theme.board)]

    def _cell(self, cell: Cell, tile: int, line: int, width: int) -> list[Piece]:
        picture, theme, size = self.picture, self.picture.theme, self.cell_size
        if not tile:
            text = theme.empty_tile_text if line == size.middle else ""
            return [(text.center(width), theme.empty_tile)]
        text = tile_text(tile, width) if line == size.middle else ""
        style = theme.tile(tile) if text else theme.tile_blank(tile)
        if cell in picture.spawned and size.height > 1:  # it has not grown to its size yet
            if line in (0, size.height - 1):
                return [(" " * width, theme.empty_tile)]
            edge = ("  ", theme.empty_tile)
            return [edge, (centred(text, width - 4), style), edge]
        if line == 0 and size.height > 1:
            # A cue besides colour: the newest tile has a plus in its corner, one that wins has a star.
            mark = "*" if tile >= picture.target else "+" if cell in picture.newest else ""
            text = mark and mark.rjust(width - 1) + " "
            style = theme.tile(tile) if text else style
        elif text and size.height == 1 and tile >= picture.target and len(text) < width:
            text = f"*{text}"
        return [(centred(text, width), style)]

    # --- The mouse ---

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a swipe begins."""
        self._drag_start = (event.screen_x, event.screen_y)
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Send a swipe in the direction that the mouse went furthest."""
        self.release_mouse()
        start, self._drag_start = self._drag_start, None
        if start is None:
            return
        x, y = event.screen_x - start[0], 2 * (event.screen_y - start[1])  # lines are two high
        direction = ("right" if x > 0 else "left") if abs(x) > abs(y) else ("down" if y > 0 else "up")
        self.post_message(Swiped(direction if max(abs(x), abs(y)) >= 2 else ""))


def tile_text(tile: int, width: int) -> str:
    """Return a tile's number, as a power of two where it has more digits than the tile has columns.

    >>> tile_text(131072, 6), tile_text(2**24, 6)
    ('131072', '2^24')
    """
    text = str(tile)
    return text if len(text) <= width else f"2^{tile.bit_length() - 1}"


def centred(text: str, width: int) -> str:
    """Return the text centred in `width` columns, with the odd blank on the left."""
    return text.rjust((width + len(text) + 1) // 2).ljust(width)
