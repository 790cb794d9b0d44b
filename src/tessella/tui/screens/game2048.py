"""How is 2048 played on the full screen?

The board is one widget that draws lines of coloured blanks: sixteen styled widgets cost three to four times as long. A
move is answered at once with the new position; what moves on the screen afterwards only settles the new tile.

Who gives hints, and plays while one watches, thinks in a process of its own (`thinking`); an answer for a board that
has changed meanwhile is thrown away. What it plays counts as hints, in the game itself: luck is part of the position,
so who has watched a copy would know which tiles come.
"""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tessella.errors import TessellaError
from tessella.game2048.board import Board as Position
from tessella.game2048.sliding import Rows, slide, slide_line
from tessella.i18n import _, ngettext
from tessella.play.advisor_process import shared
from tessella.play.stored_game import StoredGame
from tessella.tui.background import aside
from tessella.tui.keys import ARROWS, PAD
from tessella.tui.pace import Pace
from tessella.tui.screens.base import NARROWEST, GameScreen, Plan, plan, sentence
from tessella.tui.theme import Look
from tessella.tui.widgets.advice import SIGNS, in_one_line, numbers
from tessella.tui.widgets.text_lines import Piece, Row, button, fit, width, wrap

if TYPE_CHECKING:
    from textual.timer import Timer

    from tessella.game2048.advice.advisor import Advice
    from tessella.game2048.game_review import Review
    from tessella.play.session import Session

__all__ = ["Board", "Screen2048", "Shape", "changes"]

SETTLE = 0.1
"""Seconds that a new tile is drawn small and a merged one wide."""
TOLD = 150
"""Columns that the reason of a hint may take, all its lines together."""
SLOW = 2.0
"""Seconds after which it is said why there is no answer yet."""
LOOK = 0.1
"""Seconds between two looks whether somebody can see the board again: no dialog on top, no terminal too small."""
STILL = 8.0
"""Moves a second of a player that is watched from which nothing settles any more."""

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
    advised: str = ""
    """The direction that the edge of the board points in."""

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
        self.is_still = False
        """Whether nothing moves for now: moves come too fast."""
        self._timer: Timer | None = None
        self._drag: tuple[int, int] | None = None

    def show(self, look: Look, rows: Rows, target: int, advised: str = "") -> None:
        """Draw a position, without motion; signs on the edge point in the direction that is advised."""
        newest = self.view.newest if rows == self.view.rows else frozenset()
        self._draw(View(look, rows, target, newest, advised=advised))

    def show_move(self, look: Look, rows: Rows, target: int, merged: frozenset[Cell], born: frozenset[Cell]) -> None:
        """Draw the position after a move: new tile and merged ones stand out, and settle in a moment."""
        settled = View(look, rows, target, born)
        if self._motion and not self.is_still:
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
        if (before.look, before.target, len(before.rows), before.advised) != (
            view.look,
            view.target,
            len(view.rows),
            view.advised,
        ):
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
        sign = SIGNS.get(view.advised, "")
        if y < shape.gap_y or r >= len(view.rows) or line >= shape.high:
            if sign and y == {"^": 0, "v": self.size.height - 1}.get(sign):
                return Strip(self._signs(sign))
            return Strip([Segment(" " * self.size.width, look.board)], self.size.width)
        aside_ = line == (shape.high - 1) // 2 and (sign in ("<", ">") or not shape.gap_y)
        segments = []
        gap = shape.gap_x  # columns of ground that are still to be drawn
        for c, tile in enumerate(view.rows[r]):
            wide = 0
            if tile and shape.gap_x > 1 and (r, c) in view.merged:
                wide = 1  # a merged tile reaches into the gaps
            segments.append(self._gap(gap - wide, sign if aside_ and c == 0 and sign != ">" else ""))
            segments += self._cell(r, c, tile, line, shape.wide + 2 * wide)
            gap = shape.gap_x - wide
        segments.append(self._gap(gap, sign if aside_ and sign != "<" else ""))
        return Strip(segments)

    def _gap(self, columns: int, sign: str) -> Segment:
        """Return the ground beside a tile, with a sign at the edge of the board."""
        return Segment(sign.ljust(columns), self.view.look.chosen if sign else self.view.look.board)

    def _signs(self, sign: str) -> list[Segment]:
        """Return the edge above or below the tiles, a sign at each column."""
        look, shape = self.view.look, self.shape
        before = (shape.wide - 3) // 2
        segments = []
        for _column in self.view.rows[0]:
            segments += [Segment(" " * (shape.gap_x + before), look.board), Segment(f" {sign} ", look.chosen)]
            segments.append(Segment(" " * (shape.wide - 3 - before), look.board))
        return [*segments, Segment(" " * shape.gap_x, look.board)]

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
    KEYS: ClassVar[Mapping[str, str]] = {
        **GameScreen.KEYS,
        "t": "hint",
        "enter": "follow_hint",
        "v": "watch",
        "x": "review",
    }
    WATCHING: ClassVar[Mapping[str, str]] = {
        "+": "faster",
        "=": "faster",
        "-": "slower",
        "_": "slower",
        "space": "pause",
        "p": "pause",
        ".": "step",
        "escape": "take_over",
        "v": "take_over",
    }
    """What keys mean while the player plays on by itself."""
    BESIDE: ClassVar = frozenset({*WATCHING.values(), "theme", "help", "statistics", "quit"})
    """The commands that leave it playing; all the others take over first."""

    board: Board

    def __init__(self, sitting: StoredGame, look: Look, *, motion: bool, pace: Pace | None = None) -> None:
        self._motion = motion
        self._pace = pace
        self._advice: Advice | None = None
        self._advised_in: Session | None = None
        self._asked: Position | None = None
        self._looked_at: Position | None = None
        self._is_roomy = False
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
        for said in self._wanted_lines(columns):
            for shape in SHAPES:
                size = shape.size(rules.rows, rules.cols)
                if found := plan(size, (columns, lines), self.PANEL_ROWS, said=said):
                    self.board.shape = shape
                    self.board.refresh()
                    return found
        return None

    def _wanted_lines(self, columns: int) -> tuple[int, ...]:
        """Return how many lines below the board are wanted for the reason of a hint, then what would do."""
        return (-(-TOLD // max(columns - 2, 1)), 0) if self._is_roomy else (0,)

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
        elif now is not was or self.look is not self.board.view.look or self._advised != self.board.view.advised:
            self.board.show(self.look, now.rows, now.rules.target, self._advised)
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
        if session.hints:
            values.append((_("Hints"), session.hints, look.base))
        if advice := self._advises():
            rows[1:] = []  # its numbers stand in place of lesser words
            del values[2:4]
        wide = max(width(label) for label, _value, _style in values) + 2
        digits = max(7, *(len(str(value)) for _label, value, _style in values))
        for label, value, style in values:
            rows.append([(label + " " * (wide - width(label)), look.soft), (f"{value:>{digits}}", style)])
        top = len(rows) - len(values)
        if self._gained:
            rows[top].append((f"  +{self._gained}", look.good))
        if self.position.score > self.sitting.best:
            rows[top + 1].append(("  " + _("without help"), look.soft))
        if advice:
            return [*rows, [], *numbers(advice, look)]
        name = fit(session.id, self.plan.panel.width if self.plan else 0).rstrip()
        return [*rows, [], [button(name, look.soft, "choose_id")]]

    def panel_line(self) -> Row:
        """Return score, best, moves and undos in one line, as many as fit."""
        look, session = self.look, self.sitting.session
        if (advice := self._advises()) and not self._tells_numbers_below(advice):
            return in_one_line(advice, look, self.size.width - 2)
        gained = f" +{self._gained}" if self._gained else ""
        groups: list[list[Piece]] = [
            [(_("Score") + " ", look.soft), (str(self.position.score), look.strong), (gained, look.good)],
            [(_("Best") + " ", look.soft), (str(self.sitting.best), look.strong)],
            [(_("Moves") + " ", look.soft), (str(session.step), look.base)],
            [(_("Undos") + " ", look.soft), (str(session.undos), look.base)],
            *([[(_("Hints") + " ", look.soft), (str(session.hints), look.base)]] if session.hints else []),
            [(session.id, look.soft)],
        ]
        return self.in_line(groups)

    def _message_rows(self) -> list[Row]:
        """Return what was just said, and below it the reason of a hint, or how to go on watching."""
        rows = super()._message_rows()
        if self.plan is None:
            return rows
        room = self.plan.message if self.plan.message.height else self.plan.panel
        if self._pace:
            rows += [[(line, self.look.accent)] for line in self._pace_lines(room.width, room.height - len(rows))]
        elif advice := self._advises():
            if self._tells_numbers_below(advice):
                rows += numbers(advice, self.look)
            rows += [[(line, self.look.base)] for line in wrap(self._told(advice), room.width)]
        return rows[: room.height]

    def _tells_numbers_below(self, advice: "Advice") -> bool:
        """Return whether there is room for the numbers of a hint below the board, above its reason."""
        if self.plan is None or self.plan.beside:
            return False
        below = self.plan.message
        lines = len(advice.choices) + 1 + len(wrap(self._told(advice), below.width))
        return lines <= below.height

    @staticmethod
    def _told(advice: "Advice") -> str:
        """Return the reason of a hint, and the key that does what it says."""
        return sentence(advice.reason) + " " + _("Enter plays it.")

    def _pace_lines(self, columns: int, lines: int) -> list[str]:
        """Return how fast the player plays that is watched, and how to take over, as far as there is room."""
        assert self._pace
        speed = _("Watching: paused") if self._pace.is_paused else _("Watching: {speed:g} a second")
        gets_ready = not self._pace.moves and not shared().is_warm
        said = [
            *(wrap(self._getting_ready(), columns) if gets_ready else [speed.format(speed=self._pace.speed)]),
            *wrap(_("A move or Esc: you take over."), columns),
            *wrap(_("Each of its moves counts as a hint."), columns),
        ]
        return [line for line in said if width(line) <= columns][: max(lines, 0)]

    def banner(self) -> tuple[str, str] | None:
        """Return what is said of a game that was just won, or has ended."""
        now = self.position
        if now.is_won() and now.is_over() and now.rules.ends:
            said = _("You win! Your score is {score}").format(score=now.score)
            return said + "\n" + self._after(), "good"
        if self._just_won:
            said = _("You win! Your score is {score}").format(score=now.score)
            return said + "\n" + _("The next move plays on."), "good"
        if now.is_over():
            said = _("Game over") + "\n" + _("You scored {score} points. Keep it up!").format(score=now.score)
            return said + "\n" + self._after(), "bad"
        return None

    @staticmethod
    def _after() -> str:
        """Return what can be done at the end of a game."""
        return _("u takes back, n or r begins anew, q quits.") + "\n" + _("x: which moves cost most.")

    def key_row(self) -> list[tuple[str, str, str]]:
        """Return the row of keys."""
        if self._pace:
            return [
                ("Esc", _("Take over"), "take_over"),
                ("+", _("Faster"), "faster"),
                ("-", _("Slower"), "slower"),
                (_("Space"), _("Go on") if self._pace.is_paused else _("Pause"), "pause"),
                (".", _("Step"), "step"),
                ("?", _("Help"), "help"),
                ("q", _("Quit"), "quit"),
            ]
        return [
            ("u", _("Undo"), "undo"),
            ("t", _("Hint"), "hint"),
            ("v", _("Watch"), "watch"),
            ("n", _("New"), "choose_new"),
            ("y", _("Redo"), "redo"),
            ("i", _("Id"), "choose_id"),
            ("Esc", _("Menu"), "menu"),
            ("?", _("Help"), "help"),
            ("q", _("Quit"), "quit"),
        ]

    def help_text(self) -> list[tuple[str, str, str]]:
        """Return the keys, explained."""
        return [
            (_("arrows  wasd  hjkl"), _("slide the tiles; the number pad and swiping with the mouse do too"), ""),
            ("u", _("take back, without limit, also after the end"), "undo"),
            ("y  ctrl+r", _("play again what was taken back"), "redo"),
            (_("t  Enter"), _("a hint: what each move is worth; again plays it"), "hint"),
            ("v", _("watch: the player plays on until you take over"), "watch"),
            ("x", _("review: the moves that cost most; go back to one"), "review"),
            ("n", _("new game: choose rules and size"), "choose_new"),
            ("r", _("new game at once; u brings the old one back"), "new"),
            ("i", _("game id: copy it, or go to another game"), "choose_id"),
            ("o", _("statistics"), "statistics"),
            ("z", _("next theme"), "theme"),
            ("Esc", _("menu of games"), "menu"),
            ("q", _("quit; the game is kept"), "quit"),
        ]

    # --- Hints ---

    def _advises(self) -> "Advice | None":
        """Return the hint for this position, if there is one; a new game with the same luck counts its own."""
        is_known = self._advised_in is self.sitting.session and not self._pace
        return self._advice if self._advice and is_known and self._advice.board == self.position else None

    @property
    def _advised(self) -> str:
        """The direction that is pointed in."""
        advice = self._advises()
        return advice.best if advice else ""

    def do_hint(self) -> None:
        """Ask what to do here, and why; asked again, do it."""
        now = self.position
        if now.is_over():
            self._say_over()
        elif self._advises():
            self.do_follow_hint()
        else:
            self._say_waiting()
            if self._asked is not now:
                self._asked = now
                self.run_worker(self._find_advice(now), exclusive=True, group="hint")

    def _say_waiting(self) -> None:
        """Say why nothing is to be seen yet."""
        if shared().is_warm:
            self.say(_("Thinking ..."))
            self.set_timer(SLOW, self._say_slow)
        else:
            self.say(self._getting_ready())

    def _say_slow(self) -> None:
        """Say why it takes so long: for a board of another kind another player gets ready."""
        if self._asked is not None and self._asked is self.position:
            self.say(self._getting_ready())
            self.draw()

    def _getting_ready(self) -> str:
        has_room = self.plan is not None and self.plan.message.height > 1
        if not has_room:
            return _("The player gets ready ...")
        return _("The player gets ready. The first time of all this takes some seconds ...")

    async def _find_advice(self, now: Position) -> None:
        advice, failed = None, None
        try:
            advice = await aside(lambda: shared().advise(now))
        except TessellaError as error:
            failed = error
        if self._asked is now:
            self._asked = None
        if now is not self.position or self._pace:  # the player has gone on: nobody wants to know
            return
        self._attempt(lambda: self._take_advice(advice, failed))

    def _take_advice(self, advice: "Advice | None", failed: TessellaError | None) -> None:
        if advice is None:
            assert failed
            raise failed
        self.sitting.count_hint()
        self._advice, self._advised_in = advice, self.sitting.session
        if self.plan and not self.plan.beside and not self._is_roomy:
            self._is_roomy = len(wrap(self._told(advice), self.size.width - 2)) > self.plan.message.height
            self.place_all(*self.size)

    def do_follow_hint(self) -> None:
        """Play what the hint advises; after the end, show the review."""
        if advice := self._advises():
            self._play(advice.best)
        elif self.position.is_over():
            self.do_review()

    def do_menu(self) -> None:
        """Put a hint away; without one, go to the menu of games."""
        if self._advises():
            self._advice = None
        else:
            super().do_menu()

    # --- Watching ---

    def on_mount(self) -> None:
        """Begin to watch, where that was asked for."""
        super().on_mount()
        if self._pace:
            self._begin_to_watch(self._pace)

    def do_watch(self) -> None:
        """Let the player play on from here, each move a hint, until somebody takes over."""
        if self.position.is_over():
            self._say_over()
            return
        self._begin_to_watch(Pace())

    def _begin_to_watch(self, pace: Pace) -> None:
        self._pace = pace
        self._advice = None
        self.run_worker(self._watch(pace), exclusive=True, group="watch")

    async def _watch(self, pace: Pace) -> None:
        """Play until somebody takes over, or the game is over."""
        loop = asyncio.get_running_loop()
        last = loop.time() - 1 / pace.speed
        while self._pace is pace and not (now := self.position).is_over():
            try:
                move = await aside(lambda board=now: shared().best_move(board, **pace.who._asdict()))  # type: ignore[misc]  # mypy knows no default of a lambda
            except TessellaError as error:
                if self._pace is pace:
                    self._pace = None
                    self.say(sentence(error), "bad")
                    self.draw()
                return
            await pace.wait(last)
            while self._pace is pace and (self.app.screen is not self or self.plan is None):  # noqa: ASYNC110 - see LOOK
                await asyncio.sleep(LOOK)
            if self._pace is pace and now is self.position and not pace.rests:
                last = loop.time()
                pace.moved()
                self._watch_move(move)
        if self._pace is pace:
            self._pace = None
            self.draw()

    def _watch_move(self, move: str) -> None:
        """Play a move of the player's own."""
        assert self._pace
        self.board.is_still = self._pace.speed >= STILL
        self._play(move, advised=True)
        self._take_notices()
        self.draw()

    def do_faster(self) -> None:
        """Watch at a higher speed."""
        if self._pace:
            self._pace.faster()

    def do_slower(self) -> None:
        """Watch at a lower speed."""
        if self._pace:
            self._pace.slower()

    def do_pause(self) -> None:
        """Stop for a while, or go on."""
        if self._pace:
            self._pace.pause()

    def do_step(self) -> None:
        """Let the player make one move, and stop."""
        if self._pace:
            self._pace.step()

    def do_take_over(self) -> None:
        """Play on by hand."""
        self._pace = None
        self.board.is_still = False

    def press(self, name: str) -> None:
        """Do what a key asks for; while the player plays on by itself, some ask for something else."""
        if self._pace and self.plan and (command := self.WATCHING.get(name)):
            self.run_command(command)
        else:
            super().press(name)

    def run_command(self, name: str) -> None:
        """Do a command by its name; most of them take over from a player that is watched."""
        if self._pace and name not in self.BESIDE:
            self.do_take_over()
        super().run_command(name)

    # --- The review ---

    def do_review(self) -> None:
        """Look for the moves of this game that cost most."""
        now, session = self.position, self.sitting.session
        if not session.step:
            self.say(_("No move has been played yet."))
            return
        said = ngettext("Looking through {n} move ...", "Looking through {n} moves ...", session.step)
        self.say(said.format(n=session.step) if shared().is_warm else self._getting_ready())
        if self._looked_at is not now:
            self._looked_at = now
            self.run_worker(self._find_review(now, session.to_text()), exclusive=True, group="review")

    async def _find_review(self, now: Position, save: str) -> None:
        review, failed = None, None
        try:
            most = min(10, max(3, self.size.height - 15))  # so that the reason below them is in sight
            review = await aside(lambda: shared().review(save, most=most))
        except TessellaError as error:
            failed = error
        if self._looked_at is now:
            self._looked_at = None
        if now is self.position and not self._pace and self.app.screen is self:
            self._attempt(lambda: self._show_review(review, failed))

    def _show_review(self, review: "Review | None", failed: TessellaError | None) -> None:
        from tessella.tui.dialogs.review import ReviewDialog  # noqa: PLC0415 - dialogs are loaded when they are asked for

        if review is None:
            assert failed
            raise failed
        if not self.position.is_over():
            self.sitting.count_hint()  # who knows better moves, and can take back, has had help
        self.app.push_screen(ReviewDialog(review), self._go_back_to)

    def _go_back_to(self, step: int | None) -> None:
        if step is not None:
            self._attempt(lambda: self._take_back_to(step))

    def _take_back_to(self, step: int) -> None:
        self.sitting.back_to(step)
        self._gained = 0
        self.say(_("Back before that move; y plays it again."))

    # --- Moves ---

    def play_key(self, name: str) -> bool:
        """Slide, if the key means a direction."""
        if name == "":
            self.say(_("Drag on the board to slide the tiles."))
            return True
        move = self.MOVES.get(name)
        if move is None:
            return False
        self.do_take_over()
        now = self.position
        if now.is_over():
            self._say_over()
            return True
        if move not in now.moves():
            self.say(_("This move changes nothing."))
            return True
        self._play(move)
        return True

    def _play(self, move: str, *, advised: bool = False) -> None:
        """Play a move; one that nobody has seen a hint for counts as one where it is `advised`."""
        now = self.position
        (self.sitting.play_advised if advised else self.sitting.play)(move)
        self._gained = self.position.score - now.score
        if self.position.ply == now.ply + 1:
            self._played = move

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
        from tessella.tui.dialogs.base import New2048  # noqa: PLC0415 - dialogs are loaded when they are asked for

        self.app.push_screen(New2048(self.position.rules), self._begin)

    def _begin(self, text: str | None) -> None:
        if text is not None:
            self._attempt(lambda: self._new_game(text))

    def _new_game(self, text: str) -> None:
        self.sitting.new(text)
        self._gained = 0
        self.say(_("A new game. u brings the old one back."))
