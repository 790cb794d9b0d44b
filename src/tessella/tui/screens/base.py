"""Base of all screens: keys and themes, and a board with its panel and messages."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from rich.cells import cell_len
from textual import events
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from tessella.errors import TessellaError
from tessella.i18n import _, sentence
from tessella.palette import THEMES
from tessella.tui.keys import FOREIGN, Command, key_name, with_shift
from tessella.tui.messages import ChooseTheme
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import Piece, Row, TextLines, button, fit, width_of, wrap

PANEL_COLUMNS = 30  # columns of the panel beside a board, where there is room for them
MIN_PANEL_COLUMNS = 25
MIN_COLUMNS = 40  # columns that the panel needs where it is one line above the board
MESSAGE_LINES = 8


class Regions(NamedTuple):
    """Regions of the board, the panel and the message."""

    board: Region
    panel: Region
    message: Region
    is_beside: bool  # whether the panel stands beside the board, or is one line above it

    @property
    def text(self) -> Region:
        """The region for messages: their own or, where it has no line, the panel's."""
        return self.message if self.message.height else self.panel


def arrange(
    board: tuple[int, int],
    terminal: tuple[int, int],
    panel_lines: int,
    *,
    beside: bool | None = None,
    message_lines: int = 0,
) -> Regions | None:
    """Return the regions for a board of some width and height, None where there is none as it is asked for.

        beside   [board] panel      above   panel
                 [board] message            [board]
                 keys                       message
                                            keys

    `beside` asks for one of the two; `panel_lines` are those of panel and message together beside the board, and
    `message_lines` the least below it. The last line of the terminal is for the keys.
    """
    (width, height), (columns, lines) = board, terminal
    lines -= 1
    room = min(PANEL_COLUMNS, columns - width - 4)
    if beside is not False and room >= MIN_PANEL_COLUMNS and max(height, panel_lines) <= lines:
        gap = max(2, min((columns - width - room) // 3, 6))
        left = (columns - width - room - gap) // 2
        top = (lines - height) // 2
        panel = Region(left + width + gap, max(0, min(top, lines - panel_lines)), room, panel_lines - MESSAGE_LINES)
        message = Region(panel.x, panel.bottom, room, lines - panel.bottom)
        return Regions(Region(left, top, width, height), panel, message, is_beside=True)
    if beside is not True and width <= columns and height + 1 + message_lines <= lines and columns >= MIN_COLUMNS:
        # Where lines are short, the message takes the place of the panel above the board.
        below = min(MESSAGE_LINES if message_lines else 2, lines - height - 1)
        top = 1 + (lines - below - height) // 2
        board_region = Region((columns - width) // 2, top, width, height)
        return Regions(
            board_region, Region(1, 0, columns - 2, 1), Region(1, lines - below, columns - 2, below), is_beside=False
        )
    return None


Result = TypeVar("Result")


class ThemedScreen(Screen[None]):
    """A screen of its own keys, drawn in the styles of a theme."""

    BINDINGS: ClassVar = []
    AUTO_FOCUS = None
    ALLOW_SELECT = False

    def __init__(self, theme: ThemeStyles) -> None:
        super().__init__()
        self.theme = theme

    @abstractmethod
    def draw(self) -> None:
        """Show how things stand; only what changed is painted."""

    @abstractmethod
    def press(self, name: str) -> None:
        """Do what a key of this name stands for; `shift+` is before it where Shift or Caps Lock was on."""

    @abstractmethod
    def say(self, text: str, kind: str = "") -> None:
        """Show a message until the next key, as a "success", an "error" or neither."""

    def restyle(self, theme: ThemeStyles) -> None:
        """Draw everything in another theme."""
        self.theme = theme
        self.draw()

    def refuse(self, error: TessellaError) -> None:
        """Say why something cannot be done."""
        self.say(sentence(error) + (f" ({error.hint})" if error.hint else ""), "error")
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Do what a key stands for, whatever case or width the keyboard sent it in."""
        event.stop()
        if key_name(event) == FOREIGN:
            self.say(_("Please switch the input method to English letters."), "error")
            self.draw()
        else:
            self.press(with_shift(event))

    def open_dialog(self, dialog: Screen[Result], then: Callable[[Result], object]) -> None:
        """Open a dialog, and go on with what it gives; where it is closed nothing follows."""

        def close(result: Result | None) -> None:
            if result is not None:
                then(result)

        self.app.push_screen(dialog, close)

    def action_theme(self) -> None:
        """Go on to the next theme."""
        names = list(THEMES)
        name = names[(names.index(self.theme.name) + 1) % len(names)]
        self.post_message(ChooseTheme(name))
        self.say(_("Theme: {name}").format(name=name))


class Panel(Protocol):
    """Facts and buttons beside or above a board."""

    def rows(self, columns: int) -> Sequence[Row]:
        """Return all of it, one thing below the other."""

    def groups(self) -> list[list[Piece]]:
        """Return it for one line, what matters most first; as many groups are shown as fit."""


class BoardScreen(ThemedScreen):
    """A board, a panel beside or above it, a message, and a row of keys."""

    PANEL_LINES: ClassVar = 18  # lines of panel and message together, beside the board

    board: Any

    def __init__(self, theme: ThemeStyles) -> None:
        super().__init__(theme)
        self.board = self.make_board()
        self.panel, self.message, self.keys = (TextLines(id_, base=theme.base) for id_ in ("panel", "message", "keys"))
        self.regions: Regions | None = None  # where things stand, None where the terminal is too small
        self._keys_shown: tuple[list[Command], ThemeStyles, int] | None = None
        self._said: tuple[str, str] | None = None
        self._said_before = ""
        self._repeats = 0

    def compose(self) -> list[Widget]:
        """Return board, panel, message and keys; where they stand is worked out when the size is known."""
        return [self.board, self.panel, self.message, self.keys]

    @property
    def is_on_top(self) -> bool:
        """Whether no dialog covers the screen."""
        return self.app.screen is self

    # --- What a game adds ---

    @abstractmethod
    def make_board(self) -> Widget:
        """Return the widget that draws the board; it has a `cell_size`."""

    @abstractmethod
    def board_sizes(self, columns: int) -> list[tuple[Any, tuple[int, int], dict[str, Any]]]:
        """Return sizes of cells, best first, each with the board's columns and lines and options of `arrange`."""

    @abstractmethod
    def draw_board(self) -> None:
        """Show the position on the board."""

    @abstractmethod
    def make_panel(self) -> Panel:
        """Return what stands beside or above the board."""

    @abstractmethod
    def banner(self) -> tuple[str, str] | None:
        """Return what is said as long as the position stands, and its kind: a game won or lost."""

    @abstractmethod
    def key_row(self) -> list[Command]:
        """Return the commands in the row of keys, the ones that matter least last but for help and quit."""

    # --- Drawing ---

    def on_resize(self, event: events.Resize) -> None:
        """Place everything again."""
        self.place_all(event.size.width, event.size.height)

    def place_all(self, columns: int, lines: int) -> None:
        """Place everything on a terminal of this size, and draw it."""
        self.regions = regions = None
        for size, board, options in self.board_sizes(columns):
            if regions := arrange(board, (columns, lines), self.PANEL_LINES, **options):
                self.regions, self.board.cell_size = regions, size
                break
        self._place(self.board, regions and regions.board)
        self._place(self.panel, regions and regions.panel)
        self._place(self.message, regions.message if regions else Region(0, 0, columns, lines))
        self._place(self.keys, Region(0, lines - 1, columns, 1) if regions else None)
        self.draw()

    @staticmethod
    def _place(widget: Widget, region: Region | None) -> None:
        widget.display = bool(region)  # a region of no line is nowhere
        if region:
            widget.styles.offset = (region.x, region.y)
            widget.styles.width = region.width
            widget.styles.height = region.height

    def draw(self) -> None:
        """Show how things stand; only what changed is painted."""
        if not self.is_mounted or not self.size:
            return
        base, regions = self.theme.base, self.regions
        if regions is None:
            self.message.show_rows(self._too_small(), base)
            return
        self.draw_board()
        if self.regions is not regions:  # a board of another size has placed everything again, and drawn it
            return
        self.draw_panel()
        self.message.show_rows(self.message_rows(), base)
        if (shown := (self.key_row(), self.theme, self.size.width)) != self._keys_shown:
            self._keys_shown = shown
            self.keys.show_rows([self._key_pieces(shown[0])], base)

    def draw_panel(self) -> None:
        """Show the panel beside or above the board; above it a message takes its place where there is no other."""
        assert self.regions
        if self.regions.is_beside:
            rows = self.make_panel().rows(self.regions.panel.width)
        else:
            said = [] if self.regions.message.height else self.message_rows()[:1]
            rows = said or [self._joined(self.panel_line())]
        self.panel.show_rows(rows, self.theme.base)

    def panel_line(self) -> list[list[Piece]]:
        """Return what stands above the board where there is no room beside it, as groups."""
        return self.make_panel().groups()

    def _joined(self, groups: list[list[Piece]]) -> Row:
        """Return groups of pieces in one line, as many as fit."""
        line: list[Piece] = []
        room = self.size.width - 2
        for group in groups:
            if width_of(line + group) <= room:
                line += [*group, ("   ", self.theme.base)]
        return line

    def _too_small(self) -> list[Row]:
        columns, lines = self.size
        *_larger, (_size, (width, height), _options) = self.board_sizes(columns)
        said = _("This board needs a terminal of {width} x {height}; this one is {columns} x {lines}.")
        said = said.format(width=max(width, MIN_COLUMNS), height=height + 2, columns=columns, lines=lines)
        said += "\n\n" + _("Enlarge it, or press q to quit; the game is saved.")
        text = wrap(said, max(columns - 2, 2))
        above: list[Row] = [()] * ((lines - len(text)) // 2)
        return [*above, *([(" " * ((columns - cell_len(line)) // 2) + line, self.theme.base)] for line in text)]

    def message_rows(self) -> list[Row]:
        """Return what stands in the message: the banner, and what was just said."""
        assert self.regions
        room, theme = self.regions.text, self.theme
        rows: list[Row] = []
        if banner := self.banner():
            text, kind = banner
            style = theme.won if kind == "success" else theme.lost
            rows += [[(fit(f" {line}", room.width), style)] for line in wrap(text, room.width - 2)]
        if self._said:
            text, kind = self._said
            style = {"success": theme.success, "error": theme.error}.get(kind, theme.base)
            rows += [[(line, style)] for line in wrap(text, room.width)]
        return rows[: room.height]

    def _key_pieces(self, commands: list[Command]) -> list[Piece]:
        """Return the row of keys, as many as fit; help and quit always."""
        key, label = self.theme.accent, self.theme.muted
        row = [
            [button(f" {one.key} ", key, one.action), button(f"{one.label} ", label, one.action)] for one in commands
        ]
        while len(row) > 2 and sum(map(width_of, row)) > self.size.width:
            del row[-3]
        return list(chain(*row))

    def say(self, text: str, kind: str = "") -> None:
        """Show a message until the next key, as a "success", an "error" or neither."""
        self._repeats = self._repeats + 1 if self._said_before == text else 1  # the same again is an answer too
        self._said_before = text
        self._said = (f"{text} ({self._repeats})" if self._repeats > 1 else text, kind)
