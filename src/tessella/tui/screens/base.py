"""What the screens of both games share: placing, drawing, messages, keys, and the actions of every game."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from tessella import ids
from tessella.errors import TessellaError
from tessella.games import Position
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play.coach import Task, coach_for
from tessella.play.stored_game import StoredGame
from tessella.tui import dialogs
from tessella.tui.background import run_in_thread
from tessella.tui.keys import FOREIGN, KeyLabel, key_name
from tessella.tui.messages import ChooseTheme, OpenGame, Pressed, ShowMenu
from tessella.tui.screens.regions import Regions
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import Piece, Row, TextLines, button, sentence, wrap

__all__ = ["GameScreen", "ThemedScreen"]


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
        """Do what a key of this name stands for."""

    @abstractmethod
    def say(self, text: str, kind: str = "") -> None:
        """Show a message until the next key, as a "success", an "error" or neither."""

    def restyle(self, theme: ThemeStyles) -> None:
        """Draw everything in another theme."""
        self.theme = theme
        self.draw()

    def refuse(self, error: TessellaError) -> None:
        """Say why something cannot be done."""
        self.say(sentence(error), "error")
        self.draw()

    def on_key(self, event: events.Key) -> None:
        """Do what a key stands for, whatever the keyboard made of it."""
        event.stop()
        name = key_name(event)
        if name == FOREIGN:
            self.say(_("Please switch the input method to English letters."), "error")
            self.draw()
        else:
            self.press(name)

    def action_theme(self) -> None:
        """Go on to the next theme."""
        names = list(THEMES)
        name = names[(names.index(self.theme.name) + 1) % len(names)]
        self.post_message(ChooseTheme(name))
        self.say(_("Theme: {name}").format(name=name))


class GameScreen(ThemedScreen):
    """One game on the full screen."""

    PANEL_LINES: ClassVar = 18
    """Lines of panel and message together, beside the board."""

    KEYS: ClassVar[Mapping[str, str]] = {
        "u": "undo",
        "y": "redo",
        "ctrl+r": "redo",
        "n": "choose_new",
        "r": "new",
        "i": "id",
        "o": "statistics",
        "z": "theme",
        "?": "help",
        "f1": "help",
        "escape": "menu",
        "q": "quit",
    }
    """The action that a key stands for; `action_undo` does what "undo" asks for."""

    def __init__(self, game: StoredGame, theme: ThemeStyles, *, motion: bool = True) -> None:
        super().__init__(theme)
        self.game = game
        self.has_motion = motion
        self.coach = coach_for(game)
        self.board = self.make_board()
        self.panel = TextLines("panel", base=theme.base)
        self.message = TextLines("message", base=theme.base)
        self.keys = TextLines("keys", base=theme.base)
        self.regions: Regions | None = None
        """Where things stand, None where the terminal is too small."""
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
        """Return the widget that draws the board."""

    @abstractmethod
    def fit_board(self, columns: int, lines: int) -> Regions | None:
        """Choose the size of the board for a terminal, and return where things stand."""

    @abstractmethod
    def min_size(self) -> tuple[int, int]:
        """Return columns and lines of the smallest terminal that the board fits."""

    @abstractmethod
    def draw_board(self) -> None:
        """Show the position on the board."""

    @abstractmethod
    def panel_rows(self) -> list[Row]:
        """Return what stands beside the board."""

    @abstractmethod
    def panel_line(self) -> list[list[Piece]]:
        """Return what stands above the board where there is no room beside it, as groups; as many are shown as fit."""

    @abstractmethod
    def banner(self) -> tuple[str, str] | None:
        """Return what is said as long as the position stands, and its kind: a game won or lost."""

    @abstractmethod
    def play_key(self, name: str) -> bool:
        """Play what a key stands for; return whether it stands for anything."""

    @abstractmethod
    def show_answer(self, answer: object) -> None:
        """Show what the coach has found or done, where the board alone does not."""

    @abstractmethod
    def key_row(self) -> list[KeyLabel]:
        """Return the row of keys, the ones that matter least last but for help and quit."""

    @abstractmethod
    def help_keys(self) -> list[KeyLabel]:
        """Return all keys with what they do."""

    @abstractmethod
    def statistics_dialog(self) -> Screen[None]:
        """Return the statistics of this game."""

    # --- Drawing ---

    def on_mount(self) -> None:
        """Say what the store has to say."""
        self._take_notices()

    def on_resize(self, event: events.Resize) -> None:
        """Place everything again."""
        self.place_all(event.size.width, event.size.height)

    def place_all(self, columns: int, lines: int) -> None:
        """Place everything on a terminal of this size."""
        self.regions = regions = self.fit_board(columns, lines)
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
            self.message.show(self._too_small(), base)
            return
        self.draw_board()
        if self.regions is not regions:  # a board of another size has placed everything again, and drawn it
            return
        self.draw_panel()
        self.message.show(self.message_rows(), base)
        self.keys.show([self._key_pieces()], base)

    def draw_panel(self) -> None:
        """Show the panel beside or above the board."""
        assert self.regions
        if self.regions.is_beside:
            rows = self.panel_rows()
        else:
            rows = [] if self.regions.message.height else self.message_rows()[:1]
            rows = rows or [self._joined(self.panel_line())]
        self.panel.show(rows, self.theme.base)

    def _joined(self, groups: list[list[Piece]]) -> Row:
        """Return groups of pieces in one line, as many as fit."""
        line: list[Piece] = []
        room = self.size.width - 2
        for group in groups:
            if _width(line) + _width(group) <= room:
                line += [*group, ("   ", self.theme.base)]
        return line

    def _too_small(self) -> list[Row]:
        columns, lines = self.size
        width, height = self.min_size()
        said = _("This board needs a terminal of {width} x {height}; this one is {columns} x {lines}.")
        text = wrap(said.format(width=width, height=height, columns=columns, lines=lines), max(columns - 2, 2))
        text += ["", *wrap(_("Enlarge it, or press q to quit; the game is saved."), max(columns - 2, 2))]
        above: list[Row] = [[] for _line in range((lines - len(text)) // 2)]
        base = self.theme.base
        return [*above, *([(" " * ((columns - cell_len(line)) // 2) + line, base)] for line in text)]

    def message_rows(self) -> list[Row]:
        """Return what stands in the message: the banner, and what was just said."""
        assert self.regions
        room, theme = self.regions.text, self.theme
        rows: list[Row] = []
        if banner := self.banner():
            text, kind = banner
            style = theme.won if kind == "success" else theme.lost
            rows += [
                [(f" {line}{' ' * (room.width - 1 - cell_len(line))}", style)] for line in wrap(text, room.width - 2)
            ]
        if self._said:
            text, kind = self._said
            style = {"success": theme.success, "error": theme.error}.get(kind, theme.base)
            rows += [[(line, style)] for line in wrap(text, room.width)]
        return rows[: room.height]

    def _key_pieces(self) -> list[Piece]:
        """Return the row of keys, as many as fit; help and quit always."""
        keys = self.key_row()
        while len(keys) > 2 and sum(cell_len(key.key) + cell_len(key.label) + 3 for key in keys) > self.size.width:
            del keys[-3]
        pieces: list[Piece] = []
        for key, label, action in keys:
            pieces.append(button(f" {key} ", self.theme.accent, action))
            pieces.append(button(f"{label} ", self.theme.muted, action))
        return pieces

    # --- Saying ---

    def say(self, text: str, kind: str = "") -> None:
        """Show a message until the next key, as a "success", an "error" or neither."""
        self._repeats = self._repeats + 1 if self._said_before == text else 1  # the same again is an answer too
        self._said_before = text
        self._said = (f"{text} ({self._repeats})" if self._repeats > 1 else text, kind)

    def _take_notices(self) -> None:
        if notices := self.game.take_notices():
            self.say("\n".join(map(sentence, notices)), "error")

    # --- Keys and clicks ---

    def press(self, name: str) -> None:
        """Do what a key of this name stands for."""
        if self.regions is None:  # nobody plays what cannot be seen
            if name == "q":
                self.run_command("quit")
        elif command := self.KEYS.get(name):
            self.run_command(command)
        else:
            self.attempt(lambda: self._play_or_explain(name))

    def _play_or_explain(self, name: str) -> None:
        if not self.play_key(name) and len(name) == 1:
            self.say(_("{key} does nothing here; ? shows the keys.").format(key=name))

    @on(Pressed)
    def _pressed(self, event: Pressed) -> None:
        event.stop()
        self.run_command(event.action)

    def run_command(self, name: str) -> None:
        """Do an action by its name."""
        self.attempt(getattr(self, f"action_{name}"))

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something, and draw; say why it cannot be done."""
        self._said = None
        try:
            do()
        except TessellaError as error:
            self.say(sentence(error))
        self._take_notices()
        if self._said is None:
            self._said_before = ""
        self.draw()

    # --- The coach ---

    def ask(self, kind: str, reply: object) -> None:
        """Show what the coach replied; what has to be worked out first is told when it is there."""
        if reply is None or isinstance(reply, Task):
            self.say(self.coach.pending_text(kind))
            if reply:
                self.run_worker(self._work_out(reply))
        else:
            self.show_answer(reply)

    async def _work_out(self, task: Task[object]) -> None:
        await run_in_thread(task.run)
        self.complete(task)

    def complete(self, task: Task[object]) -> None:
        """Show what a task came to, or why to nothing; what nobody waits for any more is dropped."""
        try:
            answer = self.coach.complete(task)
        except TessellaError as error:
            self.refuse(error)
        else:
            if answer is not None:
                self.attempt(lambda: self.show_answer(answer))

    # --- Actions ---

    def action_undo(self) -> None:
        """Undo the last move."""
        self.game.undo()

    def action_redo(self) -> None:
        """Redo what was undone last."""
        self.game.redo()

    def action_new(self) -> None:
        """Start a new game of the same kind; undo comes back."""
        self.start_new(None)

    def start_new(self, what: str | ids.Opening[Position] | None) -> None:
        """Start a new game, by default of the same kind; undo comes back."""
        self.game.new(what)
        self.say(_("New game. Press u to return to the old one."))

    def action_choose_new(self) -> None:
        """Ask what the new game should be like."""
        self.action_new()

    def action_help(self) -> None:
        """Show the keys."""
        self.app.push_screen(dialogs.HelpDialog(self.help_keys()), self.run_chosen)

    def run_chosen(self, command: str | None) -> None:
        """Do the action that was chosen in a dialog."""
        if command:
            self.run_command(command)

    def action_statistics(self) -> None:
        """Show what was played."""
        self.app.push_screen(self.statistics_dialog())

    def action_id(self) -> None:
        """Show the id of the game, and open another one by its id."""
        self.app.push_screen(dialogs.GameIdDialog(self.game), self._open)

    def _open(self, game: StoredGame | str | None) -> None:
        if game is not None:
            self.post_message(OpenGame(game))

    def action_menu(self) -> None:
        """Go to the menu of games; this one stays as it is."""
        self.post_message(ShowMenu())

    def action_quit(self) -> None:
        """Quit."""
        self.app.exit()


def _width(pieces: list[Piece]) -> int:
    return sum(cell_len(text) for text, _style in pieces)
