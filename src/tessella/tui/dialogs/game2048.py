"""Dialogs of 2048: the choice of a new game, and the review of one."""

import re
from typing import ClassVar

from textual import on
from textual.widgets import Input

from tessella.errors import RulesError
from tessella.game2048.advice.reasons import move_name, player_name
from tessella.game2048.game_review import Mistake, Review
from tessella.game2048.rules import RULES, Rules, preset_summary
from tessella.i18n import _, half_width, joined, sentence
from tessella.play.coach.game2048 import new_id, review_text
from tessella.tui.dialogs.base import Dialog, buttons, field, table, text
from tessella.tui.widgets.controls import Button, Choice, ListBox


class NewGameDialog(Dialog[str]):
    """The rules of a new game of 2048; gives the id to open."""

    AUTO_FOCUS = "#start"  # Enter starts at once: the old game is one undo away

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        preset = str(rules).rpartition("/")[2]
        fields = (
            ("size", _("Size"), f"{rules.rows}x{rules.cols}", _("rows x columns, from 2x2 to 8x8")),
            ("target", _("Target"), str(rules.target), _("a power of two, 8 or more")),
            ("fours", _("4s"), str(rules.fours), _("percentage of new tiles that are 4s")),
        )
        super().__init__(
            _("New game"),
            field(_("Rules"), Choice(RULES, preset, "preset")),
            text(preset_summary(preset), "muted about"),
            *(field(label, Input(value, id=id, select_on_focus=True), about) for id, label, value, about in fields),
            text("", "error"),
            buttons(start=_("Start"), close=_("Cancel")),
        )

    @on(Choice.Changed)
    def _preset_changed(self) -> None:
        preset = self.query_one(Choice).chosen
        self.show_text(".about", preset_summary(preset))
        self.query_one("#fours", Input).value = str(RULES[preset].fours)

    @on(Choice.Submitted)
    @on(Input.Submitted)
    @on(Button.Pressed, "#start")
    def _start(self) -> None:
        size, target, fours = (half_width(field_.value) for field_ in self.query(Input))
        sides = [str(self._rules.rows), str(self._rules.cols)]
        if target == str(self._rules.target) and re.findall("[0-9]+", size) != sides:
            target = ""  # the old board's target was not asked for
        try:
            self.dismiss(new_id(self.query_one(Choice).chosen, size=size, target=target, fours=fours))
        except RulesError as error:
            self.show_error(error)


class ReviewDialog(Dialog[int]):
    """The costliest moves and why another one was better; gives how many moves come before the chosen one."""

    AUTO_FOCUS = ""  # the list sees to it
    CLOSING_KEYS: ClassVar = frozenset({"escape", "q", "x"})

    def __init__(self, review: Review, columns: int) -> None:
        self._review = review
        summary = joined([review_text(review), _("Evaluated by {player}.").format(player=player_name(review.player))])
        titles = (_("move"), _("played"), _("better"), _("cost") if review.in_points else _("loss"))
        rows = [(str(one.ply + 1), move_name(one.played), move_name(one.better), one.cost_text) for one in review.moves]
        head, *moves = table([titles, *rows], 0, min(60, columns - 10))
        foot, parts = _("Esc closes."), []
        if moves:
            reason = text(sentence(review.moves[0].reason), "reason gap")
            parts = [text(f"  {head}", "muted gap"), ListBox(moves, 0, "moves"), reason]
            foot = _("Arrow keys select, Enter returns to the position before the move, Esc closes.")
        super().__init__(_("Costliest moves"), text(summary.strip()), *parts, text(foot, "foot"))

    @property
    def _move(self) -> Mistake:
        return self._review.moves[self.query_one(ListBox).number]

    @on(ListBox.Changed)
    def _show_reason(self) -> None:
        self.show_text(".reason", sentence(self._move.reason))

    @on(ListBox.Submitted)
    def _chosen(self) -> None:
        self.dismiss(self._move.ply)
