"""The review of a game of 2048: its costliest moves, and the way back to one of them."""

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.widget import Widget

from tessella.game2048.advice.reasons import move_name
from tessella.game2048.game_review import Review
from tessella.i18n import _
from tessella.tui.dialogs.base import Dialog, table, text
from tessella.tui.widgets.controls import ListBox
from tessella.tui.widgets.text_lines import sentence


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
            percent = _("{percent:.0f} % of the moves were as good as the best.")
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
        yield text(_("Arrow keys select; Enter goes back to before the move; Esc closes."), "foot")

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
