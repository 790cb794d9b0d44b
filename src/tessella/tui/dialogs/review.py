"""Which moves of a game of 2048 cost most? A sheet to look back on it, and to go back to one of them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from tessella.game2048.advice.reasons import move_name
from tessella.i18n import _
from tessella.tui.dialogs.base import Dialog, Rows, table, text
from tessella.tui.screens.base import sentence

if TYPE_CHECKING:
    from tessella.game2048.game_review import Review

__all__ = ["ReviewDialog"]


class ReviewDialog(Dialog[int]):
    """The costliest moves, and why another one was better; gives how many moves come before the chosen one."""

    AUTO_FOCUS = ""
    CLOSES: ClassVar = frozenset({"escape", "q", "x"})

    def __init__(self, review: "Review") -> None:
        super().__init__()
        self._review = review

    def compose(self) -> Iterable[Widget]:
        """Return how good the game was, a line a move, and the reason of the chosen one."""
        review = self._review
        said = [_("Judged by {player}.").format(player=review.player)]
        if review.accuracy is not None:
            said.insert(
                0, _("{percent:.0f} % of the moves were as good as the best.").format(percent=100 * review.accuracy)
            )
        with VerticalScroll(id="box", can_focus=False):
            yield text(_("The moves that cost most"), "title")
            yield text(" ".join(said))
            if review.moves:
                head, *rows = self._table()
                yield text("  " + head, "soft gap")
                yield Rows(rows, 0, "moves")
                yield text("", "reason gap")
                yield text(_("Arrows choose; Enter goes back to before the move; Esc closes."), "foot")
            else:
                yield text(_("No move cost anything."), "gap")
                yield text(_("Esc closes."), "foot")

    def _table(self) -> list[str]:
        """Return a head, and a line for each of the moves."""
        rows: list[tuple[str, ...]] = [
            (_("move"), _("played"), _("better"), _("cost") if self._review.in_points else _("loss"))
        ]
        rows += [
            (str(one.ply + 1), move_name(one.played), move_name(one.better), f"{one.cost:,.0f}")
            for one in self._review.moves
        ]
        return table(rows, 0, most=min(60, self.app.size.width - 10))

    def on_mount(self) -> None:
        """Let arrows choose, with the title in sight."""
        for rows in self.query(Rows):
            rows.focus(scroll_visible=False)

    @on(Rows.Reached)
    def _tell(self) -> None:
        one = self._review.moves[self.query_one(Rows).chosen]
        self.query_one(".reason", Static).update(sentence(one.reason))

    @on(Rows.Chosen)
    def _chosen(self, event: Rows.Chosen) -> None:
        self.dismiss(self._review.moves[event.number].ply)
