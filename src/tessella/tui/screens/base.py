"""What do the screens of all games share?

A message line, the row of keys, undo and redo, new game, game id, help, statistics, themes; where the board and the
words beside it stand; and what is said when the terminal is too small. A game adds its board and its keys.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.geometry import Region
from textual.message_pump import _MessagePumpMeta
from textual.screen import Screen
from textual.widget import Widget

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play.stored_game import StoredGame
from tessella.tui.keys import FOREIGN, meant
from tessella.tui.theme import Look
from tessella.tui.widgets.text_lines import Lines, Piece, Row, button, width, wrap

if TYPE_CHECKING:
    from tessella.tui.app import TessellaApp

__all__ = ["NARROWEST", "PANEL", "GameScreen", "Plan", "sentence"]

PANEL = 30
"""Columns of the words beside a board, where there is room for them."""
LEAST_PANEL = 25
"""Columns that they need at least there."""
NARROWEST = 40
"""Columns that they need at least above it."""
MESSAGE = 8
"""Lines of what is said below them."""


class Plan(NamedTuple):
    """Where things stand on a screen of some size."""

    board: Region
    panel: Region
    message: Region
    beside: bool
    """Whether the panel stands beside the board, or above it in one line."""


def plan(
    board: tuple[int, int], screen: tuple[int, int], panel_rows: int, *, beside: bool | None = None, said: int = 0
) -> Plan | None:
    """Return where a board of some width and height stands, with its words beside it or above and below.

        beside   [board] words      above   words
                 [board] message            [board]
                 keys                       message
                                            keys

    None where the screen is too small, or has no place as `beside` wants it, or below the board fewer lines than are
    to be `said`; the last line is the row of keys.
    """
    (wide, high), (columns, lines) = board, screen
    lines -= 1
    room = min(PANEL, columns - wide - 4)
    if beside is not False and room >= LEAST_PANEL and max(high, panel_rows) <= lines:
        gap = max(2, min((columns - wide - room) // 3, 6))
        left = (columns - wide - room - gap) // 2
        top = (lines - high) // 2
        words = Region(left + wide + gap, max(0, min(top, lines - panel_rows)), room, panel_rows - MESSAGE)
        message = Region(words.x, words.bottom, room, min(MESSAGE, lines - words.bottom))
        return Plan(Region(left, top, wide, high), words, message, beside=True)
    if beside is not True and wide <= columns and high + 1 + said <= lines and columns >= NARROWEST:
        # Where lines are short, what is said takes the place of the words above the board.
        said = min(MESSAGE if said else 2, lines - high - 1)
        top = 1 + (lines - 1 - said - high + 1) // 2
        left = (columns - wide) // 2
        inner = Region(1, 0, columns - 2, 1)
        message = Region(1, lines - said, columns - 2, said)
        return Plan(Region(left, top, wide, high), inner, message, beside=False)
    return None


def sentence(text: object) -> str:
    """Return an error's message as it stands on a screen: with a capital letter.

    >>> sentence(ValueError("nothing to undo"))
    'Nothing to take back'
    """
    said = str(text)
    return said[:1].upper() + said[1:] if said[:2].isalpha() else said  # a cell's name, r4c7, stays as it is


class _Meta(_MessagePumpMeta, ABCMeta):
    """What Textual's screens are made with, and abstract methods."""


class GameScreen(Screen[None], metaclass=_Meta):
    """One game on the full screen."""

    BINDINGS: ClassVar = []
    AUTO_FOCUS = None
    ALLOW_SELECT = False
    PANEL_ROWS = 18

    KEYS: ClassVar[Mapping[str, str]] = {
        "u": "undo",
        "y": "redo",
        "ctrl+r": "redo",
        "n": "choose_new",
        "r": "new",
        "i": "choose_id",
        "o": "statistics",
        "z": "theme",
        "?": "help",
        "f1": "help",
        "escape": "menu",
        "q": "quit",
    }

    app: "TessellaApp"

    def __init__(self, sitting: StoredGame, look: Look) -> None:
        super().__init__()
        self.sitting = sitting
        self.look = look
        self.board = self.make_board()
        self.panel = Lines("panel", base=look.base)
        self.message = Lines("message", base=look.base)
        self.keys = Lines("keys", base=look.base)
        self.plan: Plan | None = None
        self._said: tuple[str, str] | None = None
        self._said_before = ""
        self._times = 0

    def compose(self) -> "list[Widget]":
        """Return board, panel, message and keys; where they stand is worked out when the size is known."""
        return [self.board, self.panel, self.message, self.keys]

    # --- What a game adds ---

    @abstractmethod
    def make_board(self) -> Widget:
        """Return the widget that draws the board."""

    @abstractmethod
    def fit_board(self, columns: int, lines: int) -> Plan | None:
        """Choose the form of the board for a terminal, and return where things stand."""

    @abstractmethod
    def smallest(self) -> tuple[int, int]:
        """Return columns and lines of the smallest terminal that the board fits."""

    @abstractmethod
    def draw_board(self) -> None:
        """Show the position on the board."""

    @abstractmethod
    def panel_rows(self) -> list[Row]:
        """Return what stands beside the board."""

    @abstractmethod
    def panel_line(self) -> Row:
        """Return what stands above the board where there is no room beside it."""

    @abstractmethod
    def banner(self) -> tuple[str, str] | None:
        """Return what is said as long as the position stands, and how: a game won or lost."""

    @abstractmethod
    def play_key(self, name: str) -> bool:
        """Play what a key asks for; return whether it asks for anything."""

    @abstractmethod
    def key_row(self) -> list[tuple[str, str, str]]:
        """Return the row of keys: key, label and command, the ones that matter least last."""

    @abstractmethod
    def help_text(self) -> list[tuple[str, str, str]]:
        """Return keys, what they do, and the command that a click on the line stands for."""

    # --- Drawing ---

    def on_mount(self) -> None:
        """Say what the store has to say."""
        self._take_notices()

    def on_resize(self, event: events.Resize) -> None:
        """Find everything its place again."""
        self.place_all(event.size.width, event.size.height)

    def on_screen_resume(self) -> None:
        """Draw in the theme that was chosen meanwhile."""
        self.restyle(self.app.look)

    def place_all(self, columns: int, lines: int) -> None:
        """Find everything its place on a screen of this size."""
        self.plan = self.fit_board(columns, lines)
        if self.plan is None:
            self._place(self.board, None)
            self._place(self.panel, None)
            self._place(self.keys, None)
            self._place(self.message, Region(0, 0, columns, lines))
        else:
            self._place(self.board, self.plan.board)
            self._place(self.panel, self.plan.panel)
            self._place(self.message, self.plan.message if self.plan.message.height else None)
            self._place(self.keys, Region(0, lines - 1, columns, 1))
        self.draw()

    @staticmethod
    def _place(widget: Widget, region: Region | None) -> None:
        widget.display = region is not None
        if region is not None:
            widget.styles.offset = (region.x, region.y)
            widget.styles.width = region.width
            widget.styles.height = region.height

    def restyle(self, look: Look) -> None:
        """Draw everything in another theme."""
        if look is not self.look:
            self.look = look
            self.draw()
            self.board.refresh()

    def draw(self) -> None:
        """Show how things stand; only what changed is painted."""
        if not self.is_mounted or not self.size:
            return
        base = self.look.base
        if self.plan is None:
            self.message.show(self._too_small(), base)
            return
        plan_before = self.plan
        self.draw_board()
        if self.plan is not plan_before:  # another board has found everything another place, and drawn it
            return
        self.show_panel()
        self.message.show(self._message_rows(), base)
        self.keys.show([self._key_pieces()], base)

    def show_panel(self) -> None:
        """Show the words beside or above the board."""
        assert self.plan is not None
        if self.plan.beside:
            rows = self.panel_rows()
        else:
            said = [] if self.plan.message.height else self._message_rows()[:1]
            rows = said or [self.panel_line()]
        self.panel.show(rows, self.look.base)

    def in_line(self, groups: list[list[Piece]]) -> Row:
        """Return groups of pieces in one line, as many as fit."""
        line: list[Piece] = []
        for group in groups:
            room = self.size.width - 2 - sum(width(text) for text, _style in line)
            if sum(width(text) for text, _style in group) <= room:
                line += [*group, ("   ", self.look.base)]
        return line

    def _too_small(self) -> list[Row]:
        columns, lines = self.size
        wide, high = self.smallest()
        said = _("This board needs a terminal of {wide} columns and {high} lines; this one has {columns} and {lines}.")
        text = wrap(said.format(wide=wide, high=high, columns=columns, lines=lines), max(columns - 2, 2))
        text += ["", *wrap(_("Make it larger, or press q to leave: the game is kept."), max(columns - 2, 2))]
        above: list[Row] = [[] for _line in range((lines - len(text)) // 2)]
        look = self.look
        return [*above, *([(" " * ((columns - width(line)) // 2) + line, look.base)] for line in text)]

    def _message_rows(self) -> list[Row]:
        assert self.plan is not None
        room = self.plan.message if self.plan.message.height else self.plan.panel
        rows: list[Row] = []
        if banner := self.banner():
            text, kind = banner
            style = self.look.banner if kind == "good" else self.look.lost
            inner = room.width - 2
            rows += [[(" " + line + " " * (inner - width(line)) + " ", style)] for line in wrap(text, inner)]
        if self._said:
            text, kind = self._said
            style = {"good": self.look.good, "bad": self.look.bad}.get(kind, self.look.base)
            rows += [[(line, style)] for line in wrap(text, room.width)]
        return rows[: room.height]

    def _key_pieces(self) -> list[Piece]:
        """Return the row of keys, as many as fit; help and quit always."""
        look = self.look
        items = self.key_row()
        room = self.size.width
        while len(items) > 2 and sum(width(key) + width(label) + 3 for key, label, _do in items) > room:
            del items[-3]
        pieces: list[Piece] = []
        for key, label, action in items:
            pieces += [
                button(f" {key} ", look.accent, action),
                button(label + " ", look.soft, action),
            ]
        return pieces

    # --- Saying ---

    def say(self, text: str, kind: str = "") -> None:
        """Show a message until the next key: kind "good", "bad" or neither."""
        times = 1 + (self._times if self._said_before == text else 0)  # the same again is an answer too
        self._said_before, self._times = text, times
        self._said = (f"{text} ({times})" if times > 1 else text, kind)

    def _take_notices(self) -> None:
        if notices := self.sitting.take_notices():
            self.say("\n".join(sentence(notice) for notice in notices), "bad")

    # --- Keys and clicks ---

    def on_key(self, event: events.Key) -> None:
        """Do what a key asks for, whatever the keyboard made of it."""
        event.stop()
        self.press(meant(event.key, event.character))

    def press(self, name: str) -> None:
        """Do what a key of this name asks for."""
        if self.plan is None:  # nobody plays what cannot be seen
            if name == "q":
                self.run_command("quit")
            return
        if name == FOREIGN:
            self.say(_("Please switch the input method to English letters."), "bad")
            self.draw()
        elif command := self.KEYS.get(name):
            self.run_command(command)
        else:
            self._attempt(lambda: self._play_or_tell(name))

    def _play_or_tell(self, name: str) -> None:
        if not self.play_key(name) and len(name) == 1:
            self.say(_("{key} does nothing here; ? shows the keys.").format(key=name))

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        """Do what was clicked."""
        event.stop()
        self.run_command(event.action)

    def run_command(self, name: str) -> None:
        """Do a command by its name; what cannot be done is said."""
        self._attempt(getattr(self, f"do_{name}"))

    def _attempt(self, do: Callable[[], None]) -> None:
        self._said = None
        try:
            do()
        except TessellaError as error:
            self.say(sentence(error))
        self._take_notices()
        if self._said is None:
            self._said_before = ""
        self.draw()

    def do_undo(self) -> None:
        """Take back."""
        self.sitting.undo()

    def do_redo(self) -> None:
        """Do again."""
        self.sitting.redo()

    def do_new(self) -> None:
        """Begin anew under the same rules; undo comes back."""
        self.sitting.new()
        self.say(_("A new game. u brings the old one back."))

    def do_theme(self) -> None:
        """Go on to the next theme."""
        names = list(THEMES)
        name = names[(names.index(self.look.theme.name) + 1) % len(names)]
        self.app.choose_theme(name)
        self.say(_("Theme: {name}").format(name=name))

    def do_help(self) -> None:
        """Show the keys."""
        from tessella.tui.dialogs.base import Help  # noqa: PLC0415 - dialogs are loaded when they are asked for

        self.app.push_screen(Help(self.help_text()), self._run_chosen)

    def _run_chosen(self, command: str | None) -> None:
        if command:
            self.run_command(command)

    def do_statistics(self) -> None:
        """Show what was played."""
        from tessella.tui.dialogs.base import StatisticsDialog  # noqa: PLC0415 - the same

        self.app.push_screen(StatisticsDialog(self.sitting.store, self.sitting.table))

    def do_choose_id(self) -> None:
        """Show the id, and take another one."""
        from tessella.tui.dialogs.base import IdDialog  # noqa: PLC0415 - the same

        self.app.push_screen(IdDialog(self.sitting), self._open)

    def do_choose_new(self) -> None:
        """Ask for the rules of a new game."""
        self.do_new()

    def _open(self, what: StoredGame | str | None) -> None:
        """Play the game that a dialog opened, or the one that it asks for."""
        if isinstance(what, str):
            self._attempt(lambda: self.app.begin(what))
        elif what is not None:
            self.app.play(what)

    def do_menu(self) -> None:
        """Go to the menu of games; this one stays as it is."""
        self.app.show_menu()

    def do_quit(self) -> None:
        """Leave."""
        self.app.exit()
