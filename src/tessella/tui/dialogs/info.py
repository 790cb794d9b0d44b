"""Dialogs of both games: the keys, the id of a game, and a long explanation."""

from typing import ClassVar

from textual import events, on
from textual.widgets import Input

from tessella import games
from tessella.errors import TessellaError
from tessella.i18n import _, half_width
from tessella.play.store import SavedGame
from tessella.play.stored_game import StoredGame
from tessella.tui.dialogs.base import Dialog, buttons, lines, text
from tessella.tui.keys import Command
from tessella.tui.widgets.controls import Button, ListBox


class HelpDialog(Dialog[str]):
    """The commands and their keys; a click on a line gives its action."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "enter", "space", "q", "?"})
    AUTO_FOCUS = "#box"
    IS_SCROLLED = True

    def __init__(self, commands: list[Command]) -> None:
        shown = [(one.shown_keys or one.key, one.about, one.action) for one in commands if one.about]
        foot = text(_("Capitals and full-width letters work too. Everything can be clicked."), "foot")
        super().__init__(_("Keys"), *lines(shown, gap=3), foot, buttons(close=_("Close")))

    def on_click(self, event: events.Click) -> None:
        """Do what the line under the mouse stands for."""
        widget, _region = self.get_widget_at(event.screen_x, event.screen_y)
        for node in widget.ancestors_with_self:
            if node.has_class("line") and node.name:
                self.dismiss(node.name)


class ExplanationDialog(Dialog[bool]):
    """The whole explanation of a hint, and the legend of its signs; gives whether the hint is to be applied."""

    CLOSING_KEYS: ClassVar = frozenset({"escape", "space", "q", "t"})
    BINDINGS: ClassVar = [("enter", "dismiss(True)")]
    AUTO_FOCUS = "#box"
    IS_SCROLLED = True

    def __init__(self, title: str, explanation: str, legend: list[str]) -> None:
        signs = [text("\n".join(legend), "muted gap")] if legend else []
        foot = text(_("Arrow keys, PgUp and PgDn scroll; Esc goes back."), "foot")
        super().__init__(title, text(explanation), *signs, foot)


class GameIdDialog(Dialog[StoredGame | str]):
    """The id to copy, and a field for another one; gives the game, or the id of one that takes seconds to generate."""

    def __init__(self, game: StoredGame) -> None:
        self._game = game
        id_ = game.session.id
        super().__init__(
            _("Game id"),
            text(_("Game id, the same on every device:"), "muted"),
            text(id_),
            text(_("Current position:"), "muted gap"),
            text(game.session.position.to_text()),
            text(_("Open another game by its id or position:"), "muted gap"),
            Input(placeholder=id_, id="id", classes="wide"),
            text("", "error"),
            buttons(open=_("Open"), copy=_("Copy"), close=_("Cancel")),
        )

    @on(Button.Pressed, "#copy")
    def _copy(self) -> None:
        self.app.copy_to_clipboard(self._game.session.id)
        self.show_text(".error", _("The id was sent to the clipboard."))

    @on(Input.Submitted)
    @on(Button.Pressed, "#open")
    def _open(self) -> None:
        typed = half_width(self.query_one(Input).value)
        try:
            self.dismiss(_open_typed(self._game, typed) if typed else None)
        except TessellaError as error:
            self.show_error(error)


class GamesDialog(Dialog[int]):
    """The games that can be continued; gives the row of the one that was chosen."""

    AUTO_FOCUS = ""  # the list sees to it
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q"})

    def __init__(self, games: list[SavedGame]) -> None:
        self._games = games
        super().__init__(
            _("Games to continue"),
            ListBox([str(game) for game in games], 0, "games"),
            text(_("Arrow keys select, Enter opens, Esc goes back."), "foot"),
        )

    @on(ListBox.Submitted)
    def _chosen(self) -> None:
        self.dismiss(self._games[self.query_one(ListBox).number].number)


def _open_typed(game: StoredGame, typed: str) -> StoredGame | str:
    """Return the game that was typed: an id, or what stands behind the colon of one, or a bare position.

    A game in progress is resumed. Where another one lies in its slot, that one is an undo away. What takes seconds to
    generate, or has no screen here, is returned as its id.
    """
    id_ = games.find_id(typed, games.name_of(game.session.id))
    if id_ == game.session.id:
        return game
    if games.takes_long(id_) or games.name_of(id_) in games.BESIDES:
        return id_
    there = StoredGame.resume(game.store, id_, playing=[game])
    return there or StoredGame.begin(game.store, games.open_id(id_), replaces=True, playing=[game])
