"""How is 2048 played on the full screen?

The board is one widget that draws lines of coloured blanks: sixteen styled widgets cost three to four times as long. A
move is answered at once with the new position; what moves on the screen afterwards only settles the new tile.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tessella.game2048.board import Board as Position
from tessella.game2048.board import Rows, slide, slide_line
from tessella.i18n import _
from tessella.sitting import Sitting
from tessella.tui.game import NARROWEST, PANEL, GameScreen, Plan, plan
from tessella.tui.keys import ARROWS, PAD
from tessella.tui.lines import Piece, Row, fit, width
from tessella.tui.look import Look

if TYPE_CHECKING:
    from textual.timer import Timer

__all__ = ["Board", "Screen2048", "Shape", "changes"]

SETTLE = 0.1
"""Seconds that a new tile is drawn small and a merged one wide."""

Cell = tuple[int, int]


class Shape(NamedTuple):
    """How large a tile is drawn, and the gaps between tiles, in columns and lines."""

    wide: int
    high: int
    gap_x: int
    gap_y: int

    def size(self, rows: int, cols: int) -> tuple[int, int]:
        """Return columns and lines of a whole board."""
        return cols * (self.wide + self.gap_x) + self.gap_x, rows * (self.high + self.gap_y) + self.gap_y


SHAPES = (
    Shape(11, 5, 2, 1),
    Shape(7, 3, 2, 1),
    Shape(7, 3, 1, 1),
    Shape(7, 1, 2, 1),
    Shape(7, 1, 1, 1),
    Shape(6, 1, 1, 1),
    Shape(6, 1, 1, 0),
)
"""From the finest to the one that fits where no other does; each holds six digits."""


def changes(before: Rows, move: str, after: Rows, merging: str) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Return the cells of the tiles that a move merged, and of the one that it brought; they are only for show.

    >>> merged, born = changes(((2, 2, 4, 0),), "left", ((4, 4, 0, 2),), "once")
    >>> sorted(merged), sorted(born)
    ([(0, 0)], [(0, 3)])
    """
    slid = slide(before, move, merging)[0]
    born = {
        (r, c)
        for r, (old, new) in enumerate(zip(slid, after, strict=True))
        for c, (was, tile) in enumerate(zip(old, new, strict=True))
        if was != tile
    }
    across = move in ("left", "right")
    backwards = move in ("right", "down")
    merged = set()
    for number, line in enumerate(before if across else zip(*before, strict=True)):
        ahead = line[::-1] if backwards else line
        made = 0
        for end in range(1, len(ahead) + 1):  # a merge happens at the last tile of what is slid so far
            part, values = slide_line(ahead[:end], merging)
            if len(values) > made:
                made = len(values)
                place = sum(1 for tile in part if tile) - 1
                place = len(ahead) - 1 - place if backwards else place
                merged.add((number, place) if across else (place, number))
    return frozenset(merged), frozenset(born)


class View(NamedTuple):
    """All that a drawing of the board depends on."""

    look: Look
    rows: Rows
    target: int
    newest: frozenset[Cell] = frozenset()
    merged: frozenset[Cell] = frozenset()
    """The tiles that are drawn wide for a moment."""
    born: frozenset[Cell] = frozenset()
    """The tile that is drawn small for a moment."""

    def pictures(self) -> list[list[tuple[int, bool, bool, bool]]]:
        """Return what the drawing of each cell depends on."""
        return [
            [(tile, (r, c) in self.newest, (r, c) in self.merged, (r, c) in self.born) for c, tile in enumerate(row)]
            for r, row in enumerate(self.rows)
        ]


class Board(Widget):
    """The tiles: coloured blanks, and a number in the middle of each."""

    def __init__(self, look: Look, *, motion: bool) -> None:
        super().__init__(id="board")
        self.shape = SHAPES[-1]
        self.view = View(look, (), 0)
        self._motion = motion
        self._timer: Timer | None = None
        self._drag: tuple[int, int] | None = None

    def show(self, look: Look, rows: Rows, target: int) -> None:
        """Draw a position, without motion."""
        self._draw(View(look, rows, target, self.view.newest if rows == self.view.rows else frozenset()))

    def show_move(self, look: Look, rows: Rows, target: int, merged: frozenset[Cell], born: frozenset[Cell]) -> None:
        """Draw the position after a move: new tile and merged ones stand out, and settle in a moment."""
        settled = View(look, rows, target, born)
        if self._motion:
            self._draw(settled._replace(merged=merged, born=born))
            self._timer = self.set_timer(SETTLE, lambda: self._draw(settled))
        else:
            self._draw(settled)

    def _draw(self, view: View) -> None:
        """Draw a view; of the one on the screen only what changed."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        before, self.view = self.view, view
        if (before.look, before.target, len(before.rows)) != (view.look, view.target, len(view.rows)):
            self.refresh()
            return
        shape = self.shape
        for r, (old, new) in enumerate(zip(before.pictures(), view.pictures(), strict=True)):
            changed = [c for c, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]]
            if changed:
                left = changed[0] * (shape.wide + shape.gap_x)
                right = (changed[-1] + 1) * (shape.wide + shape.gap_x) + shape.gap_x
                top = shape.gap_y + r * (shape.high + shape.gap_y)
                self.refresh(Region(left, top, right - left, shape.high))

    # --- Drawing ---

    def render_line(self, y: int) -> Strip:
        """Return a line of the board."""
        view, look, shape = self.view, self.view.look, self.shape
        r, line = divmod(y - shape.gap_y, shape.high + shape.gap_y)
        if y < shape.gap_y or r >= len(view.rows) or line >= shape.high:
            return Strip([Segment(" " * self.size.width, look.board)], self.size.width)
        segments = []
        gap = shape.gap_x  # columns of ground that are still to be drawn
        for c, tile in enumerate(view.rows[r]):
            wide = 0
            if tile and shape.gap_x > 1 and (r, c) in view.merged:
                wide = 1  # a merged tile reaches into the gaps
            segments.append(Segment(" " * (gap - wide), look.board))
            segments += self._cell(r, c, tile, line, shape.wide + 2 * wide)
            gap = shape.gap_x - wide
        segments.append(Segment(" " * gap, look.board))
        return Strip(segments)

    def _cell(self, r: int, c: int, tile: int, line: int, wide: int) -> list[Segment]:
        """Return one line of a cell."""
        view, look, shape = self.view, self.view.look, self.shape
        middle = (shape.high - 1) // 2
        if not tile:
            text = "." if line == middle and not look.colour else ""
            return [Segment(text.center(wide), look.empty)]
        text = number(tile, wide) if line == middle else ""
        if (r, c) in view.born and shape.high > 1:
            return self._small(tile, text, line, wide)
        if line == 0 and shape.high > 1:
            # A cue besides colour: the newest tile has a plus in its corner, one that wins has a star.
            mark = "*" if tile >= view.target else "+" if (r, c) in view.newest else ""
            text = mark and mark.rjust(wide - 1) + " "
        elif text and shape.high == 1 and tile >= view.target and len(text) < wide:
            text = f"*{text}"
        return [Segment(centred(text, wide), look.tile(tile) if text else look.tile_ground(tile))]

    def _small(self, tile: int, text: str, line: int, wide: int) -> list[Segment]:
        """Return one line of a tile that has just come: it has not grown to its size yet."""
        look, shape = self.view.look, self.shape
        if line in (0, shape.high - 1):
            return [Segment(" " * wide, look.empty)]
        edge = Segment("  ", look.empty)
        style = look.tile(tile) if text else look.tile_ground(tile)
        return [edge, Segment(centred(text, wide - 4), style), edge]

    # --- The mouse ---

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a swipe begins."""
        self._drag = (event.screen_x, event.screen_y)
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Take a swipe as a move, in the direction that it went furthest."""
        self.release_mouse()
        if self._drag is None:
            return
        across, along = (
            event.screen_x - self._drag[0],
            2 * (event.screen_y - self._drag[1]),
        )  # a line is two columns high
        self._drag = None
        screen = cast("Screen2048", self.screen)
        if max(abs(across), abs(along)) >= 2:
            if abs(across) > abs(along):
                screen.press("right" if across > 0 else "left")
            else:
                screen.press("down" if along > 0 else "up")
        else:
            screen.press("")


def number(tile: int, wide: int) -> str:
    """Return a tile's number, as a power where it has more digits than the tile is wide.

    >>> number(131072, 6), number(2**24, 6)
    ('131072', '2^24')
    """
    text = str(tile)
    return text if len(text) <= wide else f"2^{tile.bit_length() - 1}"


def centred(text: str, wide: int) -> str:
    """Return the text in the middle, a blank more on the left where it cannot be."""
    return " " * ((wide - len(text) + 1) // 2) + text + " " * ((wide - len(text)) // 2)


class Screen2048(GameScreen):
    """2048."""

    MOVES: ClassVar[Mapping[str, str]] = ARROWS | PAD | {"w": "up", "a": "left", "s": "down", "d": "right"}

    board: Board

    def __init__(self, sitting: Sitting, look: Look, *, motion: bool) -> None:
        self._motion = motion
        self._gained = 0
        self._was: Position | None = None
        self._played = ""
        self._just_won = False
        super().__init__(sitting, look)

    @property
    def position(self) -> Position:
        """The position now."""
        return cast("Position", self.sitting.session.position)

    # --- Board ---

    def make_board(self) -> Board:
        """Return the board."""
        return Board(self.look, motion=self._motion)

    def fit_board(self, columns: int, lines: int) -> Plan | None:
        """Choose the largest tiles that fit."""
        rules = self.position.rules
        for shape in SHAPES:
            if found := plan(shape.size(rules.rows, rules.cols), (columns, lines), self.PANEL_ROWS):
                self.board.shape = shape
                self.board.refresh()
                return found
        return None

    def smallest(self) -> tuple[int, int]:
        """Return columns and lines that the board needs at least."""
        rules = self.position.rules
        wide, high = SHAPES[-1].size(rules.rows, rules.cols)
        return max(wide, NARROWEST), high + 2

    def draw_board(self) -> None:
        """Show the tiles; after a move, with what it merged and brought."""
        now, was = self.position, self._was
        if was is not None and (was.rules.rows, was.rules.cols) != (now.rules.rows, now.rules.cols):
            self._was = now
            self.place_all(*self.size)
            return
        if now is not was:
            self._just_won = was is not None and now.ply == was.ply + 1 and now.is_won() and not was.is_won()
        if self._played and was is not None:
            merged, born = changes(was.rows, self._played, now.rows, now.rules.merging)
            self.board.show_move(self.look, now.rows, now.rules.target, merged, born)
        elif now is not was or self.look is not self.board.view.look:
            self.board.show(self.look, now.rows, now.rules.target)
        self._was = now
        self._played = ""

    # --- Words ---

    def panel_rows(self) -> list[Row]:
        """Return title, score, best, moves and undos, one below the other."""
        look, session, rules = self.look, self.sitting.session, self.position.rules
        rows: list[list[Piece]] = [
            [("2048", look.accent), ("  " + str(rules), look.base)],
            [(_("{size}, to {target}").format(size=f"{rules.rows}x{rules.cols}", target=rules.target), look.soft)],
            [],
        ]
        values = [
            (_("Score"), self.position.score, look.strong),
            (_("Best"), self.sitting.best, look.strong),
            (_("Moves"), session.step, look.base),
            (_("Undos"), session.undos, look.base),
        ]
        wide = max(width(label) for label, _value, _style in values) + 2
        digits = max(7, *(len(str(value)) for _label, value, _style in values))
        for label, value, style in values:
            rows.append([(label + " " * (wide - width(label)), look.soft), (f"{value:>{digits}}", style)])
        if self._gained:
            rows[3].append((f"  +{self._gained}", look.good))
        if self.position.score > self.sitting.best:
            rows[4].append(("  " + _("without help"), look.soft))
        return [*rows, [], [(fit(session.id, PANEL).rstrip(), look.soft)]]

    def panel_line(self) -> Row:
        """Return score, best, moves and undos in one line, as many as fit."""
        look, session = self.look, self.sitting.session
        gained = f" +{self._gained}" if self._gained else ""
        groups: list[list[Piece]] = [
            [(_("Score") + " ", look.soft), (str(self.position.score), look.strong), (gained, look.good)],
            [(_("Best") + " ", look.soft), (str(self.sitting.best), look.strong)],
            [(_("Moves") + " ", look.soft), (str(session.step), look.base)],
            [(_("Undos") + " ", look.soft), (str(session.undos), look.base)],
            [(session.id, look.soft)],
        ]
        return self.in_line(groups)

    def banner(self) -> tuple[str, str] | None:
        """Return what is said of a game that was just won, or has ended."""
        now = self.position
        if now.is_won() and now.is_over() and now.rules.ends:
            said = _("You win! Your score is {score}").format(score=now.score)
            return said + "\n" + _("u takes back, n or r begins anew, q quits."), "good"
        if self._just_won:
            said = _("You win! Your score is {score}").format(score=now.score)
            return said + "\n" + _("The next move plays on."), "good"
        if now.is_over():
            said = _("Game over") + "\n" + _("You scored {score} points. Keep it up!").format(score=now.score)
            return said + "\n" + _("u takes back, n or r begins anew, q quits."), "bad"
        return None

    def key_row(self) -> list[tuple[str, str, str]]:
        """Return the row of keys."""
        return [
            ("u", _("Undo"), "undo"),
            ("y", _("Redo"), "redo"),
            ("n", _("New"), "choose_new"),
            ("i", _("Id"), "choose_id"),
            ("o", _("Statistics"), "statistics"),
            ("z", _("Theme"), "theme"),
            ("Esc", _("Menu"), "menu"),
            ("?", _("Help"), "help"),
            ("q", _("Quit"), "quit"),
        ]

    def help_text(self) -> list[tuple[str, str]]:
        """Return the keys, explained."""
        return [
            (_("arrows  wasd  hjkl"), _("slide the tiles; the number pad and swiping with the mouse do too")),
            ("u", _("take back, without limit, also after the end")),
            ("y  ctrl+r", _("play again what was taken back")),
            ("n", _("new game: choose rules and size")),
            ("r", _("new game at once; u brings the old one back")),
            ("i", _("game id: copy it, or go to another game")),
            ("o", _("statistics")),
            ("z", _("next theme")),
            ("Esc", _("menu of games")),
            ("q", _("quit; the game is kept")),
        ]

    # --- Moves ---

    def play_key(self, name: str) -> bool:
        """Slide, if the key means a direction."""
        if name == "":
            self.say(_("Drag on the board to slide the tiles."))
            return True
        move = self.MOVES.get(name)
        if move is None:
            return False
        now = self.position
        if now.is_over():
            self._say_over()
            return True
        if move not in now.moves():
            self.say(_("This move changes nothing."))
            return True
        self.sitting.play(move)
        self._gained = self.position.score - now.score
        if self.position.ply == now.ply + 1:
            self._played = move
        return True

    def do_undo(self) -> None:
        """Take back."""
        super().do_undo()
        self._gained = 0

    def do_redo(self) -> None:
        """Play again; a game that is won and over takes no move."""
        if self.position.is_over() and self.position.is_won():
            self._say_over()
            return
        super().do_redo()
        self._gained = 0

    def _say_over(self) -> None:
        self.say(_("The game is over; it takes no move."))

    def do_new(self) -> None:
        """Begin anew."""
        super().do_new()
        self._gained = 0

    def do_choose_new(self) -> None:
        """Ask for the rules of a new game."""
        from tessella.tui.dialogs import New2048  # noqa: PLC0415 - dialogs are loaded when they are asked for

        self.app.push_screen(New2048(self.position.rules), self._begin)

    def _begin(self, text: str | None) -> None:
        if text is not None:
            self._attempt(lambda: self._new_game(text))

    def _new_game(self, text: str) -> None:
        self.sitting.new(text)
        self._gained = 0
        self.say(_("A new game. u brings the old one back."))
