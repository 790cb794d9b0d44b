"""Dialogs that only show: the keys of a game, and a long explanation."""

from collections.abc import Iterable
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.widget import Widget

from tessella.i18n import _
from tessella.tui.dialogs.base import Dialog, buttons, line, text
from tessella.tui.keys import Command


class HelpDialog(Dialog[str]):
    """The commands and their keys; a click on a line gives its action."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})

    def __init__(self, commands: list[Command]) -> None:
        super().__init__()
        self._commands = [command for command in commands if command.about]

    def content(self) -> Iterable[Widget]:
        """Return the keys and what they do."""
        yield text(_("Keys"), "title")
        keys = [command.shown_keys or command.key for command in self._commands]
        width = max(map(cell_len, keys)) + 3
        for key, command in zip(keys, self._commands, strict=True):
            yield line(key, command.about, width, command.action)
        yield text(_("Capitals and full-width letters work too. Everything can be clicked."), "foot")
        yield buttons(close=_("Close"))

    def on_click(self, event: events.Click) -> None:
        """Do what the line under the mouse stands for."""
        widget, _region = self.get_widget_at(event.screen_x, event.screen_y)
        for node in widget.ancestors_with_self:
            if node.has_class("line") and node.name:
                self.dismiss(node.name)


class ExplanationDialog(Dialog[None]):
    """The whole explanation of a hint, and the legend of its signs."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "t"})
    AUTO_FOCUS = "#box"
    IS_SCROLLED = True

    def __init__(self, title: str, explanation: str, legend: list[str]) -> None:
        super().__init__()
        self._title = title
        self._explanation = explanation
        self._legend = legend

    def content(self) -> Iterable[Widget]:
        """Return the text; arrows and PgUp and PgDn scroll it."""
        yield text(self._title, "title")
        yield text(self._explanation)
        if self._legend:
            yield text("\n".join(self._legend), "muted gap")
        yield text(_("Arrow keys, PgUp and PgDn scroll; Esc goes back."), "foot")
