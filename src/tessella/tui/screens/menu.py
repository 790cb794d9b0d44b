"""Which game shall it be?"""

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events
from textual.screen import Screen
from textual.widget import Widget

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.play.progress import chosen_level, remember_level
from tessella.sudoku import LEVELS, level_name
from tessella.tui.keys import FOREIGN, meant
from tessella.tui.screens.base import sentence
from tessella.tui.theme import Look
from tessella.tui.widgets.text_lines import Lines, Row, button, fit, wrap

if TYPE_CHECKING:
    from tessella.tui.app import TessellaApp

__all__ = ["Menu"]

WIDE = 60
"""Columns of a line."""
MOST = 3
"""Games in progress that are shown."""


class Entry(NamedTuple):
    """A line of the menu."""

    id: str
    """What it opens."""
    label: str
    new: bool = False
    does: str = ""
    """What choosing it does, where it opens no game: "practice", or "level" where left and right choose one."""


class Menu(Screen[None]):
    """The games in progress, and the ones that can be begun."""

    BINDINGS: ClassVar = []
    AUTO_FOCUS = None

    app: "TessellaApp"

    def __init__(self) -> None:
        super().__init__()
        self.lines = Lines("menu", base=self.app.look.base)
        self._chosen = 0
        self._said = ""

    def compose(self) -> list[Widget]:
        """Return the one widget that draws it all."""
        return [self.lines]

    @property
    def entries(self) -> list[Entry]:
        """What can be chosen."""
        level, anew = chosen_level(self.app.store), _("A new Sudoku: < {level} >")
        return [
            *(Entry(id_, _("Go on with {id}").format(id=id_)) for id_ in self.app.store.in_progress()[:MOST]),
            Entry("2048:classic", "2048"),
            Entry("2048:daily", _("2048 of the day")),
            Entry("2048:sprint", _("2048 sprint: the game ends at the target")),
            Entry("2048:cascade", _("2048 cascade: merged tiles merge on")),
            Entry("sudoku", _("Sudoku: go on, or begin")),
            Entry(f"sudoku:{level}", anew.format(level=level_name(level)), new=True, does="level"),
            Entry("sudoku:daily", _("Sudoku of the day")),
            Entry("", _("Sudoku practice: choose a technique"), does="practice"),
        ]

    def restyle(self, _look: Look) -> None:
        """Draw in another theme."""
        self.draw()

    def on_resize(self, _event: events.Resize) -> None:
        """Draw in the middle."""
        self.lines.styles.width, self.lines.styles.height = self.size
        self.draw()

    def draw(self) -> None:
        """Show the entries."""
        look = self.app.look
        left = " " * max(0, (self.size.width - WIDE) // 2)
        rows: list[Row] = [[(left, look.base), ("Tessella", look.accent), ("  " + _("2048 and Sudoku"), look.soft)], []]
        for number, entry in enumerate(self.entries):
            chosen = number == self._chosen
            style = look.chosen if chosen else look.base
            digit = str(number + 1) if number < 9 else " "
            line = fit(f" {digit}  {entry.label}", min(WIDE, self.size.width))
            rows.append([(left, look.base), button(line, style, str(number))])
        said = self._said or _("Arrows and Enter choose; z theme, q quit.")
        if not self._said and self.entries[self._chosen].does == "level":
            said = _("Left and right choose the level, Enter begins.")
        ink = look.bad if self._said else look.soft
        rows.append([])
        rows += [[(left, look.base), (line, ink)] for line in wrap(said, min(WIDE, self.size.width))]
        above: list[Row] = [[] for _line in range(max(0, (self.size.height - len(rows)) // 2))]
        self.lines.show(above + rows, look.base)

    def on_key(self, event: events.Key) -> None:
        """Choose."""
        event.stop()
        name = meant(event.key, event.character)
        count = len(self.entries)
        self._said = ""
        if name in ("q", "escape"):
            self.app.exit()
        elif name in ("down", "j", "s", "tab"):
            self._chosen = (self._chosen + 1) % count
        elif name in ("up", "k", "w", "shift+tab"):
            self._chosen = (self._chosen - 1) % count
        elif name in ("left", "right", "h", "l") and self.entries[self._chosen].does == "level":
            self._other_level(1 if name in ("right", "l") else -1)
        elif name in ("enter", "space", "right", "l"):
            self._open(self._chosen)
            return
        elif name.isdecimal() and 1 <= int(name) <= count:
            self._open(int(name) - 1)
            return
        elif name == "z":
            names = list(THEMES)
            self.app.choose_theme(names[(names.index(self.app.look.theme.name) + 1) % len(names)])
        elif name == FOREIGN:
            self._said = _("Please switch the input method to English letters.")
        self.draw()

    def on_lines_pressed(self, event: Lines.Pressed) -> None:
        """Open what was clicked."""
        self._open(int(event.action))

    def _other_level(self, step: int) -> None:
        levels = list(LEVELS)
        here = levels.index(chosen_level(self.app.store))
        remember_level(self.app.store, levels[(here + step) % len(levels)])

    def _open(self, number: int) -> None:
        entry = self.entries[number]
        self._chosen = number
        self.draw()
        if entry.does == "practice":
            from tessella.tui.dialogs.sudoku import PracticeDialog  # noqa: PLC0415 - only who practises needs it

            self.app.push_screen(PracticeDialog(self.app.store), self._practise)
        else:
            self.begin(entry.id, new=entry.new)

    def _practise(self, id: str | None) -> None:
        if id:
            self.begin(id)

    def begin(self, id: str, *, new: bool = False) -> None:
        """Go on with the game that an id asks for, or begin it; what cannot be is said."""
        try:
            self.app.begin(id, new=new)
        except TessellaError as error:
            self._said = sentence(error)
            self.draw()
