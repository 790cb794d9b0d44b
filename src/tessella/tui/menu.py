"""Which game shall it be?"""

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.screen import Screen
from textual.widget import Widget

from tessella.errors import TessellaError
from tessella.i18n import _
from tessella.palette import THEMES
from tessella.sitting import Sitting
from tessella.tui.game import sentence
from tessella.tui.keys import FOREIGN, meant
from tessella.tui.lines import Lines, Row, button, fit
from tessella.tui.look import Look

if TYPE_CHECKING:
    from tessella.tui.app import TessellaApp

__all__ = ["Menu"]

WIDE = 60


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
    def entries(self) -> list[tuple[str, str]]:
        """What can be chosen: an id to open, and what it says."""
        going_on = [(id_, _("Go on with {id}").format(id=id_)) for id_ in self.app.store.in_progress()[:4]]
        fresh = [
            ("2048:classic", "2048"),
            ("2048:daily", _("2048 of the day")),
            ("2048:sprint", _("2048 sprint: the game ends at the target")),
            ("2048:cascade", _("2048 cascade: merged tiles merge on")),
        ]
        return going_on + fresh

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
        for number, (_id, label) in enumerate(self.entries):
            chosen = number == self._chosen
            style = look.chosen if chosen else look.base
            line = fit(f" {number + 1}  {label}", min(WIDE, self.size.width))
            rows.append([(left, look.base), button(line, style, str(number))])
        said = self._said or _("Arrows and Enter choose; z theme, q quit.")
        rows += [[], [(left, look.base), (said, look.bad if self._said else look.soft)]]
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

    def _open(self, number: int) -> None:
        try:
            self.app.play(Sitting.open(self.app.store, self.entries[number][0]))
        except TessellaError as error:
            self._said = sentence(error)
            self.draw()
