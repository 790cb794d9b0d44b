"""Dialogs of 2048: the choice of a new game, and the review of one."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget
from textual.widgets import Input

from tessella.errors import RulesError
from tessella.game2048.advice.reasons import move_name
from tessella.game2048.game_review import Review
from tessella.game2048.rules import RULES, Rules
from tessella.i18n import _, half_width, sentence
from tessella.tui.dialogs.base import Dialog, buttons, field, table, text
from tessella.tui.widgets.controls import Button, Choice, ListBox


class NewGameDialog(Dialog[str]):
    """The rules of a new game of 2048; gives the id to open."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._preset = str(rules).rpartition("/")[2]
        self._rules = rules

    def content(self) -> Iterable[Widget]:
        """Return a field for each rule."""
        rules = self._rules
        yield text(_("New game"), "title")
        yield field(_("Rules"), Choice(RULES, self._preset, "preset"))
        yield text(_summary(self._preset), "muted about")
        for id_, label, value, about in (
            ("size", _("Size"), f"{rules.rows}x{rules.cols}", _("rows x columns, from 2x2 to 8x8")),
            ("target", _("Target"), str(rules.target), _("a power of two, 8 or more")),
            ("fours", _("4s"), str(rules.fours), _("percentage of new tiles that are 4s")),
        ):
            yield field(label, Input(value, id=id_, select_on_focus=True), about)
        yield text("", "error")
        yield buttons(start=_("Start"), close=_("Cancel"))

    def on_mount(self) -> None:
        """Let Enter start at once: the old game is one undo away."""
        self.query_one("#start").focus()

    @on(Choice.Changed)
    def _preset_changed(self) -> None:
        preset = self.query_one(Choice).chosen
        self.show_text(".about", _summary(preset))
        self.query_one("#fours", Input).value = str(RULES[preset].fours)

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        size, target, fours = (half_width(field_.value) for field_ in self.query(Input))
        size = size.lower().replace("×", "x").replace("*", "x")
        if target == str(self._rules.target) and size != f"{self._rules.rows}x{self._rules.cols}":
            target = ""  # the old board's target was not asked for
        preset = self.query_one(Choice).chosen
        try:
            rules = Rules.of(preset, size=size or None, target=target or None, fours=fours.rstrip("%") or None)
        except RulesError as error:
            self.show_error(error)
        else:
            self.dismiss(f"2048:{rules}")


def _summary(preset: str) -> str:
    return {
        "classic": _("One in ten new tiles is a 4. You can keep playing after reaching the target."),
        "sprint": _("Like classic, but the game ends at the target."),
        "cascade": _(
            "Merged tiles can merge again in the same move. Each merge scores 100 points; the game ends at the target."
        ),
        "coinflip": _("Half of the new tiles are 4s; the game ends at the target."),
        "notebook": _("One in five new tiles is a 4; the game ends at the target."),
    }[preset]


class ReviewDialog(Dialog[int]):
    """The costliest moves and why another one was better; gives how many moves come before the chosen one."""

    AUTO_FOCUS = ""
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "x"})

    def __init__(self, review: Review) -> None:
        super().__init__()
        self._review = review

    def content(self) -> Iterable[Widget]:
        """Return how good the game was, a line a move, and the reason of the highlighted one."""
        review = self._review
        yield text(_("Costliest moves"), "title")
        summary = [_("Evaluated by {player}.").format(player=review.player)]
        if review.accuracy is not None:
            percent = _("{percent:.0f}% of the moves were as good as the best.")
            summary.insert(0, percent.format(percent=100 * review.accuracy))
        yield text(" ".join(summary))
        if not review.moves:
            yield text(_("No move cost anything."), "gap")
            yield text(_("Esc closes."), "foot")
            return
        titles = (_("move"), _("played"), _("better"), _("cost") if review.in_points else _("loss"))
        moves = [
            (str(one.ply + 1), move_name(one.played), move_name(one.better), f"{one.cost:,.0f}") for one in review.moves
        ]
        head, *rows = table([titles, *moves], 0, min(60, self.app.size.width - 10))
        yield text("  " + head, "muted gap")
        yield ListBox(rows, 0, "moves")
        yield text("", "reason gap")
        yield text(_("Arrow keys select, Enter returns to the position before the move, Esc closes."), "foot")

    def on_mount(self) -> None:
        """Let arrows choose, with the title in sight."""
        for moves in self.query(ListBox):
            moves.focus(scroll_visible=False)

    @on(ListBox.Highlighted)
    def _show_reason(self) -> None:
        self.show_text(".reason", sentence(self._review.moves[self.query_one(ListBox).highlighted].reason))

    @on(ListBox.Chosen)
    def _chosen(self, event: ListBox.Chosen) -> None:
        self.dismiss(self._review.moves[event.number].ply)
