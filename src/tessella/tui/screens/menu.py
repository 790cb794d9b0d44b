"""The menu of games: the ones in progress, and the ones that can be started."""

from itertools import starmap
from typing import NamedTuple

from textual import events, on
from textual.widget import Widget

from tessella.i18n import _
from tessella.play.progress import chosen_level, chosen_variant, dailies, games_of_2048
from tessella.play.store import Store
from tessella.sudoku import LEVELS, level_name
from tessella.sudoku.generation import VARIANT, variant_name
from tessella.sudoku.generator.layouts import VARIANTS
from tessella.tui import dialogs
from tessella.tui.messages import OpenGame, Pressed
from tessella.tui.screens.base import ThemedScreen
from tessella.tui.theme import ThemeStyles
from tessella.tui.widgets.text_lines import Row, TextLines, button, fit, wrap

COLUMNS = 76
MAX_IN_PROGRESS = 3  # games in progress that are shown


class Entry(NamedTuple):
    """A line of the menu."""

    game: str | int  # the id of the game that it opens, or the row of one to continue; "" for a dialog
    label: str
    chooses: str = ""  # what left and right choose of the new game that it starts: its "level" or "variant"
    is_more: bool = False  # whether it shows all games to continue


class MenuScreen(ThemedScreen):
    """The games in progress, and the ones that can be started."""

    def __init__(self, store: Store, theme: ThemeStyles) -> None:
        super().__init__(theme)
        self._store = store
        self._lines = TextLines("menu", base=theme.base)
        self._selected = 0
        self._said = ""

    def compose(self) -> list[Widget]:
        """Return the one widget that draws it all."""
        return [self._lines]

    @property
    def entries(self) -> list[Entry]:
        """The entries to choose from."""
        level, variant, going = chosen_level(self._store), chosen_variant(self._store), self._store.in_progress()
        more = _("More games to continue: {n}").format(n=len(going) - MAX_IN_PROGRESS)
        return [
            *(Entry(game.number, str(game)) for game in going[:MAX_IN_PROGRESS]),
            *([Entry("", more, is_more=True)] if len(going) > MAX_IN_PROGRESS else []),
            *starmap(Entry, games_of_2048()),
            Entry("sudoku", _("Sudoku: continue or start")),
            Entry(f"sudoku:{level}", _("New Sudoku: < {level} >").format(level=level_name(level)), "level"),
            Entry(f"sudoku:{variant}", _("New variant: < {variant} >").format(variant=variant_name(variant)), VARIANT),
            *starmap(Entry, dailies(self._store)),
            Entry("", _("Sudoku lessons and practice")),
        ]

    # --- Drawing ---

    def on_resize(self, _event: events.Resize) -> None:
        """Draw in the middle."""
        self._lines.styles.width, self._lines.styles.height = self.size
        self.draw()

    def draw(self) -> None:
        """Show the entries."""
        theme, room = self.theme, min(COLUMNS, self.size.width)
        left = (" " * max(0, (self.size.width - COLUMNS) // 2), theme.base)
        rows: list[Row] = [[left, ("Tessella", theme.accent), ("  " + _("2048 and Sudoku"), theme.muted)], []]
        for number, entry in enumerate(self.entries):
            style = theme.selected if number == self._selected else theme.base
            digit = str(number + 1) if number < 9 else " "
            rows.append([left, button(fit(f" {digit}  {entry.label}", room), style, str(number))])
        if self._said:
            said, style = self._said, theme.error
        elif self.entries[self._selected].chooses:
            said, style = _("Left and right change it, Enter starts."), theme.muted
        else:
            said, style = _("Arrow keys select, Enter opens; z: theme, q: quit."), theme.muted
        rows += [[], *([left, (line, style)] for line in wrap(said, room))]
        above: list[Row] = [[] for _line in range(max(0, (self.size.height - len(rows)) // 2))]
        self._lines.show_rows(above + rows, theme.base)

    def say(self, text: str, kind: str = "") -> None:  # noqa: ARG002 - here every message is an error
        """Show a message until the next key."""
        self._said = text

    # --- Keys and clicks ---

    def press(self, name: str) -> None:
        """Select, or do what a key stands for."""
        entries = self.entries
        self._said = ""
        if name != "shift+tab":
            name = name.removeprefix("shift+")
        if name in ("q", "escape"):
            self.app.exit()
        elif name in ("down", "j", "s", "tab"):
            self._selected = (self._selected + 1) % len(entries)
        elif name in ("up", "k", "w", "shift+tab"):
            self._selected = (self._selected - 1) % len(entries)
        elif name in ("home", "end"):
            self._selected = 0 if name == "home" else len(entries) - 1
        elif name in ("left", "right", "h", "l") and (chosen := entries[self._selected].chooses):
            now, values = {
                "level": (chosen_level(self._store), [*LEVELS]),
                VARIANT: (chosen_variant(self._store), [*VARIANTS]),
            }[chosen]
            number = values.index(now) + (1 if name in ("right", "l") else -1)
            self._store.choose(chosen, values[number % len(values)])
        elif name in ("enter", "space", "right", "l"):
            self._open(self._selected)
        elif name.isdecimal() and 1 <= int(name) <= len(entries):
            self._open(int(name) - 1)
        elif name == "z":
            self.action_theme()
        self.draw()

    @on(Pressed)
    def _pressed(self, event: Pressed) -> None:
        self._open(int(event.action))

    def _open(self, number: int) -> None:
        entry = self.entries[number]
        self._selected = number
        self.draw()
        if entry.game:
            self.post_message(OpenGame(entry.game, new=bool(entry.chooses)))
        elif entry.is_more:
            dialog = dialogs.info.GamesDialog(self._store.in_progress())
            self.open_dialog(dialog, lambda number: self.post_message(OpenGame(number)))
        else:
            self.open_dialog(dialogs.practice.PracticeDialog(self._store), lambda id_: self.post_message(OpenGame(id_)))
