"""The dialog at the end of a puzzle: how it went, and what comes next."""

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.widget import Widget

from tessella.i18n import _
from tessella.play.coach import Coach
from tessella.tui.background import run_in_thread
from tessella.tui.dialogs.base import Dialog, buttons, line, text
from tessella.tui.keys import key_name
from tessella.tui.widgets.controls import Button


class SolvedDialog(Dialog[str]):
    """How a puzzle was solved; gives the action that was chosen."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "space"})
    ACTIONS: ClassVar = {"u": "undo", "b": "undo", "o": "statistics", "n": "next", "r": "next"}

    def __init__(self, coach: Coach, facts: list[tuple[str, str]], next_label: str) -> None:
        super().__init__()
        self._coach = coach
        self._facts = facts
        self._next_label = next_label

    def content(self) -> Iterable[Widget]:
        """Return a line a fact, and what can be done now."""
        yield text(_("Solved. Well done!"), "title")
        width = max((cell_len(label) for label, _value in self._facts), default=0) + 2
        yield from (line(label, value, width) for label, value in self._facts)
        yield text("", "muted rating")
        yield buttons(next=self._next_label, close=_("View the grid"))
        yield text(_("Enter: next puzzle, u: undo, o: statistics, Esc: close"), "foot")

    def on_mount(self) -> None:
        """Let Enter go on; rate the puzzle meanwhile."""
        self.query_one("#next").focus()
        self.run_worker(self._rate())

    async def _rate(self) -> None:
        if task := self._coach.rating():
            await run_in_thread(task.run)
            if rating := self._coach.complete(task):
                self.show_text(".rating", _("Sudoku Explainer rating: {er:.1f}").format(er=rating.er))

    def on_key(self, event: events.Key) -> None:
        """Do what a key of the game stands for; `Dialog` sees to Esc, as Textual asks every class."""
        if action := self.ACTIONS.get(key_name(event)):
            event.stop()
            self.dismiss(action)

    @on(Button.Pressed, "#next")
    def _next(self) -> None:
        self.dismiss("next")
